//! Groups of elements built alike, and how much each is like the posts of a thread.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::known::Known;
use super::name::author_in;
use super::place::{Place, Span};
use super::row::number_in;
use super::short::{is_said, written_date};
use super::when::{day_in, has_time};
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{BlockRef, Node, Page};

/// Posts of a thread or discussion at most.
pub(super) const MOST: usize = 2_000;
/// Members of a group that are looked at.
const EXAMPLES: usize = 12;
/// The least share of the two signs, a name and a time, that the members of a group of posts have.
const LEAST_SIGNS: f32 = 0.4;
/// The share that posts in a box, or around comments, have.
pub(super) const MOST_SIGNS: f32 = 0.7;
/// Blocks of a member, or between two, that are looked at for something that is said.
const MOST_SAID: usize = 200;
/// Blocks of a member that are looked at for its number.
const MOST_BLOCKS: usize = 40;
/// Characters of a post that count for its score at most.
const ENOUGH_TEXT: u32 = 1_000;
/// The factor of the score of scattered elements without text.
const HEADS: f32 = 0.2;
/// Scattered elements must score this many times higher than siblings, because unrelated elements often share a presentational
/// class.
const APART: f32 = 2.0;

/// A group with its score as posts.
#[derive(Debug)]
pub(super) struct Scored {
    pub(super) members: Vec<NodeId>,
    pub(super) score: f32,
    /// The share of the two signs, a name and a time, that its members have.
    pub(super) share: f32,
    /// True if its members have no parent in common.
    pub(super) is_apart: bool,
}

impl Scored {
    /// The places of its members.
    pub(super) fn places(&self, page: &Page) -> Vec<Span> {
        self.members.iter().take(MOST).map(|id| (*id, page.document().end(*id))).collect()
    }

    /// The score by which groups are compared.
    fn rank(&self) -> f32 {
        if self.is_apart { self.score / APART } else { self.score }
    }
}

/// Compares groups; of equals the first of the page is greater.
pub(super) fn order(a: &&Scored, b: &&Scored) -> std::cmp::Ordering {
    a.rank().total_cmp(&b.rank()).then(b.members[0].cmp(&a.members[0]))
}

/// Scores groups. The same elements are in several of them, so their signs are kept.
pub(super) struct Scores<'p> {
    page: &'p Page,
    known: Known<'p>,
    signs: FxHashMap<NodeId, u8>,
}

impl<'p> Scores<'p> {
    pub(super) fn new(page: &'p Page, known: &Known<'p>) -> Self {
        Self { page, known: *known, signs: FxHashMap::default() }
    }

    /// The number of the two signs, a name and a time, that an element has. The number of a post stands for one where there
    /// is neither.
    fn signs(&mut self, id: NodeId) -> u8 {
        let (node, known) = (self.page.node(id), &self.known);
        *self.signs.entry(id).or_insert_with(|| {
            let has_name = author_in(&Place::of(node)).is_some();
            match u8::from(has_time(node, known)) + u8::from(has_name) {
                0 => u8::from(number_in(node.blocks().take(MOST_BLOCKS)).is_some()),
                signs => signs,
            }
        })
    }

    /// The share of the two signs that the members have.
    fn share(&mut self, members: &[NodeId]) -> f32 {
        let members = examples(members);
        let all: u32 = members.iter().map(|id| u32::from(self.signs(*id))).sum();
        all as f32 / (2.0 * members.len() as f32)
    }

    /// A group as posts: its main text, raised by names and times.
    pub(super) fn score(&mut self, members: Cow<'_, [NodeId]>, is_apart: bool) -> Option<Scored> {
        let share = self.share(&members);
        if share < LEAST_SIGNS {
            return None;
        }
        let is_heads = !is_apart && are_heads(self.page, &members);
        let says_nothing = is_apart && says_nothing(self.page, &members);
        let amounts = examples(&members).iter().enumerate();
        let text: u32 = amounts
            .map(|(at, id)| {
                self.text(self.page.node(*id), members.get(at + 1).filter(|_| is_heads))
            })
            .sum();
        let mean = text as f32 / examples(&members).len() as f32;
        let mut score = mean * share.powi(3) * members.len() as f32;
        // Heads of posts, with name and time alone, are no posts.
        if is_apart && says_nothing {
            score *= HEADS;
        }
        (score > 0.0).then(|| Scored { members: members.into_owned(), score, share, is_apart })
    }

    /// The characters of a member that count; those of the head of a post go up to the next head.
    fn text(&self, node: Node, next: Option<&NodeId>) -> u32 {
        let mut blocks = node.block_range();
        if let Some(next) = next {
            blocks.end = blocks.end.max(self.page.blocks_within(*next).start);
        }
        let kept = blocks.filter(|at| self.known.kept[*at]);
        let kept: u32 = kept.map(|at| self.page.block(at).characters).sum();
        // What the method dropped may be short answers.
        let amounts = node.amounts();
        let other = amounts.characters.saturating_sub(amounts.link_characters) / 4;
        (kept + other).min(ENOUGH_TEXT)
    }

    /// All groups with a score: siblings, rows among siblings, and elements that are alike anywhere on the page.
    pub(super) fn candidates(&mut self) -> Vec<Scored> {
        let page = self.page;
        let siblings = || page.alike().siblings(2);
        let rows = siblings().filter_map(|members| signed_rows(page, members));
        let parts = rows.chain(merged(page)).map(Cow::Owned);
        let together = siblings().map(Cow::Borrowed).chain(parts).map(|members| (members, false));
        let apart = page.alike().apart().map(|members| (Cow::Borrowed(members), true));
        together
            .chain(apart)
            .filter_map(|(members, is_apart)| self.score(members, is_apart))
            .collect()
    }
}

/// Members of a group that are looked at.
pub(super) fn examples(members: &[NodeId]) -> &[NodeId] {
    &members[..members.len().min(EXAMPLES)]
}

/// Groups of one parent whose tag and first class are the same, or that are all items by microdata, put together: other
/// classes may differ in order or number (`answer accepted`).
fn merged(page: &Page) -> impl Iterator<Item = Vec<NodeId>> {
    let mut found: BTreeMap<(NodeId, Tag, &str), Vec<&[NodeId]>> = BTreeMap::new();
    for members in page.alike().siblings(1) {
        let first = page.node(members[0]);
        let Some(parent) = first.parent() else { continue };
        let is_item = first.attribute(AttributeName::ITEMTYPE).is_some();
        let name = first.classes().next().filter(|_| !is_item).unwrap_or("");
        if !name.is_empty() || is_item {
            found.entry((parent.id, first.tag(), name)).or_default().push(members);
        }
    }
    let several = found.into_values().filter(|groups| groups.len() > 1);
    let several = several.filter(|groups| groups.iter().any(|members| members.len() > 1));
    several.map(|groups| {
        let mut members = groups.concat();
        members.sort_unstable();
        members
    })
}

/// Rows of a table of posts that have a name and a time each, among others that have buttons or nothing.
fn signed_rows(page: &Page, members: &[NodeId]) -> Option<Vec<NodeId>> {
    if !page.node(*members.first()?).is(Tag::TR) || members.len() > MOST * 4 {
        return None;
    }
    let mut signed = members.to_vec();
    signed.retain(|id| {
        let node = page.node(*id);
        node.blocks().take(MOST_BLOCKS).any(|block| day_in(block, None).is_some())
            && author_in(&Place::of(node)).is_some()
    });
    (signed.len() >= 2 && signed.len() * 2 <= members.len()).then_some(signed)
}

/// The group with the highest score. A group of siblings also includes similar elements nested elsewhere (answers to answers).
pub(super) fn best<'a>(page: &Page, scored: &'a [Scored]) -> Option<&'a Scored> {
    let best = scored.iter().max_by(order)?;
    let boxed = scored.iter().filter(|inner| is_in_box(page, inner, best));
    let best = boxed.max_by(order).unwrap_or(best);
    let model = page.node(best.members[0]);
    let mut apart = scored.iter().filter(|other| other.is_apart && model.says_what_it_is());
    let wider = apart.find(|other| page.node(other.members[0]).is_like(model));
    // Elsewhere the same name may be that of any box.
    let wider = wider.filter(|wider| {
        wider.share * 5.0 >= best.share * 4.0 && wider.members.len() > best.members.len()
    });
    Some(wider.unwrap_or(best))
}

/// True if nearly all text of one member of `boxes` is that of a group of siblings with names and times, more than it has
/// members: the box around the answers looks like the one around the opening post.
fn is_in_box(page: &Page, inner: &Scored, boxes: &Scored) -> bool {
    let members = &inner.members;
    let (first, last) = (members[0], members[members.len() - 1]);
    let holds = |id: &&NodeId| **id < first && page.node(**id).contains(last);
    // Scattered boxes, one inside the other, are parts of the page.
    let boxed = &boxes.members;
    let are_parts = boxes.is_apart && boxed.len() == 2 && page.node(boxed[0]).contains(boxed[1]);
    if inner.is_apart && !are_parts || inner.share < MOST_SIGNS || members.len() <= boxed.len() {
        return false;
    }
    let before = boxed.partition_point(|id| *id < first).checked_sub(1).map(|at| &boxed[at]);
    let holder = before.filter(holds).or_else(|| boxed.iter().take(2).find(holds));
    holder.is_some_and(|id| {
        are_parts || characters(page, members) * 3 >= page.node(*id).characters() * 2
    })
}

fn characters(page: &Page, members: &[NodeId]) -> u32 {
    members.iter().map(|id| page.node(*id).characters()).sum()
}

/// The group whose members hold those of another and have text of their own: posts, if the others are comments.
pub(super) fn around<'a>(page: &Page, all: &'a [Scored], best: &Scored) -> Option<&'a Scored> {
    /// Groups that are looked at, at most.
    const MOST: usize = 100;
    let likely = all.iter().filter(|other| other.share >= MOST_SIGNS).take(MOST);
    let around = likely.filter(|other| other.members != best.members && holds(page, other, best));
    around.max_by(|a, b| a.score.total_cmp(&b.score).then(b.members[0].cmp(&a.members[0])))
}

/// True if the members of a group hold those of another, several of them, and text besides.
fn holds(page: &Page, outer: &Scored, inner: &Scored) -> bool {
    let places = outer.places(page);
    // Members inside one another are no holders of anything else.
    if are_nested(&places) {
        return false;
    }
    let held = inner.members.iter().filter_map(|id| Some((*id, holder(&places, *id)?)));
    let held: Vec<(NodeId, usize)> = held.collect();
    let mut amounts = vec![0usize; places.len()];
    held.iter().for_each(|(_, at)| amounts[*at] += 1);
    let most = amounts.iter().max().copied().unwrap_or(0);
    // An element around nearly all of them is around the thread, not around a post.
    let is_spread = held.len() < 4 || most * 10 <= held.len() * 7;
    let all = characters(page, &outer.members);
    let theirs: u32 = held.iter().map(|(id, _)| page.node(*id).characters()).sum();
    is_spread
        && held.len() * 2 >= inner.members.len()
        && held.len() >= places.len().min(2)
        && all.saturating_sub(theirs) * 3 >= all
}

/// True if one of the places is inside another.
pub(super) fn are_nested(places: &[Span]) -> bool {
    places.windows(2).any(|two| two[1].0 < two[0].1)
}

/// The place in `around` of the member that holds an element.
pub(super) fn holder(around: &[Span], id: NodeId) -> Option<usize> {
    let before = around.partition_point(|(start, _)| *start < id);
    before.checked_sub(1).filter(|at| id < around[*at].1)
}

/// True if the members are heads with names and times above the texts, which are between them.
pub(super) fn are_heads(page: &Page, members: &[NodeId]) -> bool {
    let are_rows = members.iter().all(|id| matches!(page.node(*id).tag(), Tag::TR | Tag::DT));
    says_nothing(page, members) && (are_rows || are_above_texts(page, examples(members)))
}

/// True if a text is between each of the members and the next, and some of these texts say something.
fn are_above_texts(page: &Page, members: &[NodeId]) -> bool {
    let between = members.windows(2).map(|two| (page.document().end(two[0]), two[1]));
    let texts: Vec<Place> = between.map(|span| Place::between(page, span)).collect();
    texts
        .iter()
        .all(|text| text.all_blocks().take(MOST_SAID).any(|block| !block.is_mostly_linked()))
        && texts
            .iter()
            .any(|text| text.all_blocks().take(MOST_SAID).any(|block| is_said(block, None)))
}

/// True if most members hold nothing that reads like the text of a post.
fn says_nothing(page: &Page, members: &[NodeId]) -> bool {
    let mut members = examples(members).to_vec();
    let all = members.len();
    members.retain(|id| page.node(*id).blocks().take(MOST_SAID).any(|block| is_said(block, None)));
    members.len() * 2 < all
}

/// Elements up to the next one, the last up to the end of what is around it.
pub(super) fn up_to_next(page: &Page, members: &[NodeId]) -> Vec<Span> {
    let last = members.last().and_then(|id| page.node(*id).parent()).map(Node::end);
    let ends = members.iter().skip(1).copied().chain(last);
    members.iter().copied().zip(ends).take(MOST).collect()
}

/// True if the members are rows of a board: each with a title that leads to a thread, and no text besides.
pub(super) fn is_list_of_threads(page: &Page, members: &[NodeId], known: &Known) -> bool {
    let members = examples(members);
    let leading = members.iter().filter(|id| leads_to_thread(page.node(**id), known)).count();
    leading * 4 >= members.len() * 3
}

fn leads_to_thread(node: Node, known: &Known) -> bool {
    let says = |block: BlockRef| {
        is_said(block, None) && block.characters > 12 && !block.is_hidden
            || known.kept[block.at] && is_text(block)
    };
    let is_title =
        |block: BlockRef| block.is_mostly_linked() && block.tokens >= 4 && !block.is_hidden;
    node.blocks().any(is_title) && !node.blocks().any(says)
}

/// True if a block has words that are no link and no date.
fn is_text(block: BlockRef) -> bool {
    !block.is_mostly_linked() && block.tokens >= 4 && written_date(block.text()).is_none()
}
