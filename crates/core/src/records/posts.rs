//! Posts of a thread.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::depth;
use super::inner::{self, Scored};
use super::known::Known;
use super::opening::{Opening, answers_begin_between, has_answers, opening};
use super::post::{Place, Post};
use super::post_author::{author_in, written_date};
use super::post_read::{Told, read, text_of};
use super::post_time::{day_in, has_time};
use super::said::{is_above_text, is_said};
use super::uneven;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Block, BlockIndex, Page};

/// Posts of a thread or discussion at most.
const MOST: usize = 2_000;

/// The posts of a thread, and their places.
#[derive(Debug, Default)]
pub(super) struct Thread {
    pub(super) posts: Vec<Post>,
    pub(super) places: Vec<(NodeId, NodeId)>,
    /// The blocks that the text of each post is of.
    pub(super) bodies: Vec<Vec<BlockIndex>>,
    /// The element that is plainly the text's of each post, if there is one.
    pub(super) contents: Vec<Option<(NodeId, NodeId)>>,
    /// By post, true if it is one of those built alike: not the opening post apart, nor an answer inside a post.
    pub(super) is_alike: Vec<bool>,
    /// True if the first post is a question without a name.
    pub(super) is_question: bool,
}

/// The places of the posts of a thread, from first to last node, and the groups that may be answers inside them.
#[derive(Debug, Default)]
pub(crate) struct ThreadPlaces {
    posts: Vec<(NodeId, NodeId)>,
    groups: Vec<Scored>,
}

/// Finds the posts of a thread: the group of alike elements with most main text, people and times; or the answers to a
/// question, which need not be alike. Costs more than to read them, so a page is searched once.
pub(super) fn find(page: &Page, known: &Known) -> ThreadPlaces {
    let groups = candidates(page, known);
    let posts = built_alike(page, &groups, known);
    if !posts.is_empty() || !has_answers(page) {
        return ThreadPlaces { posts, groups };
    }
    let posts = Some(uneven::answers(page, known)).filter(|posts| posts.len() > 1);
    ThreadPlaces { posts: posts.unwrap_or_default(), groups: Vec::new() }
}

fn built_alike(page: &Page, groups: &[Scored], known: &Known) -> Vec<(NodeId, NodeId)> {
    let Some(best) = best(page, groups) else { return Vec::new() };
    let best = &inner::around(page, groups, best).unwrap_or(best).members;
    if is_list_of_threads(page, best, known) {
        return Vec::new();
    }
    match are_heads(page, best) {
        true => up_to_next(page, best),
        false => whole(page, best),
    }
}

/// Reads the posts at their places and the answers inside them, with the opening post if it is before them.
pub(super) fn read_thread(page: &Page, thread: &ThreadPlaces, known: &Known) -> Thread {
    let mut places = thread.posts.clone();
    let Some((first, _)) = places.first() else { return Thread::default() };
    let opening = opening(page, *first, known);
    if let Some(Opening { place, .. }) = &opening {
        places.insert(0, (place.start, place.end));
    }
    let answers = inner::inside(page, &thread.groups, &places);
    let is_asked =
        matches!(places[..], [first, second, ..] if answers_begin_between(page, first.0, second.0));
    let mut found = read_places(page, &places, &answers, is_asked, known);
    let is_first = found.places.first().zip(places.first()).is_some_and(|(a, b)| a.0 == b.0);
    let Some(opening) = opening.filter(|_| is_first) else { return found };
    found.is_alike[0] = false;
    found.is_question = opening.is_question;
    if let Some(body) = opening.body {
        found.posts[0].text = text_of(page, &body);
        found.bodies[0] = body;
    }
    found
}

/// All groups with a score: siblings, rows among siblings, and elements that are alike anywhere on the page.
fn candidates(page: &Page, known: &Known) -> Vec<Scored> {
    let siblings = || page.alike().siblings(2);
    let rows = siblings().filter_map(|members| told_rows(page, members));
    let parts = rows.chain(merged(page)).map(Cow::Owned);
    let together = siblings().map(Cow::Borrowed).chain(parts).map(|members| (members, false));
    let apart = page.alike().apart().map(|members| (Cow::Borrowed(members), true));
    // The same elements are in several groups.
    let mut signs = FxHashMap::default();
    let scored = |(members, is_apart): (Cow<'_, [NodeId]>, bool)| {
        let share = sign_share(page, &members, known, &mut signs);
        let score = score_with(page, &members, known, share);
        // Heads of posts, with name and time alone, are no posts.
        let is_heads = is_apart && score > 0.0 && says_nothing(page, &members);
        let score = if is_heads { score * HEADS } else { score };
        (score > 0.0).then(|| Scored { members: members.into_owned(), score, share, is_apart })
    };
    together.chain(apart).filter_map(scored).collect()
}

/// Groups of one parent whose tag and first class are the same, or that are all items by microdata, put together: other
/// classes may differ in order or number (`answer accepted`).
fn merged(page: &Page) -> impl Iterator<Item = Vec<NodeId>> {
    let mut found: BTreeMap<(NodeId, Tag, &str), Vec<&[NodeId]>> = BTreeMap::new();
    for members in page.alike().siblings(1) {
        let first = page.node(members[0]);
        let Some(parent) = first.parent() else { continue };
        let is_comment = first.attribute(AttributeName::ITEMTYPE).is_some();
        let name = first.classes().next().filter(|_| !is_comment).unwrap_or("");
        if !name.is_empty() || is_comment {
            found.entry((parent.id, first.tag(), name)).or_default().push(members);
        }
    }
    let several = found
        .into_values()
        .filter(|groups| groups.len() > 1 && groups.iter().any(|members| members.len() > 1));
    several.map(|groups| {
        let mut members = groups.concat();
        members.sort_unstable();
        members
    })
}

/// Factor of the score of scattered elements without text.
const HEADS: f32 = 0.2;

/// Posts in a box have at least this share of names and times.
const MOST_SIGNS: f32 = 0.7;

/// Scattered elements must score this many times higher than siblings, because unrelated elements often share a presentational
/// class.
const APART: f32 = 2.0;

/// The group with the highest score. A group of siblings also includes similar elements nested elsewhere (answers to answers).
fn best<'a>(page: &Page, scored: &'a [Scored]) -> Option<&'a Scored> {
    let order = |a: &&Scored, b: &&Scored| {
        let score = |one: &Scored| if one.is_apart { one.score / APART } else { one.score };
        score(a).total_cmp(&score(b)).then(b.members[0].cmp(&a.members[0]))
    };
    let best = scored.iter().max_by(order)?;
    let best = scored.iter().filter(|one| is_in_box(page, one, best)).max_by(order).unwrap_or(best);
    let model = page.node(best.members[0]);
    let mut apart = scored.iter().filter(|other| other.is_apart && model.says_what_it_is());
    let wider = apart.find(|other| page.node(other.members[0]).is_like(model));
    // Elsewhere the same name may be that of any box.
    let wider = wider.filter(|wider| wider.share * 5.0 >= best.share * 4.0);
    Some(wider.unwrap_or(best))
}

/// True if nearly all text of one member of `boxes` is that of a group of siblings with names and times, more than it has
/// members: the box around the answers looks like the one around the opening post.
fn is_in_box(page: &Page, one: &Scored, boxes: &Scored) -> bool {
    let document = page.document();
    let is_loose = boxes.is_apart;
    let (own, boxes) = (&one.members, &boxes.members);
    // Scattered boxes, one inside the other, are parts of the page.
    let are_parts = is_loose && boxes.len() == 2 && boxes[1] < document.end(boxes[0]);
    let (first, last) = (own[0], own[own.len() - 1]);
    let characters = |id: &NodeId| page.node(*id).characters();
    let holds = |id: &&NodeId| **id < first && last < document.end(**id);
    let before = boxes.partition_point(|id| *id < first).checked_sub(1).map(|at| &boxes[at]);
    let holder = before.filter(holds).or_else(|| boxes.iter().take(2).find(holds));
    let is_most = |id| own.iter().map(characters).sum::<u32>() * 5 >= characters(id) * 4;
    (are_parts || !one.is_apart)
        && one.share >= MOST_SIGNS
        && own.len() > boxes.len()
        && holder.is_some_and(|id| are_parts || is_most(id))
}

/// Rows of a table of posts that have a name and a time each, among others that have buttons or nothing.
fn told_rows(page: &Page, members: &[NodeId]) -> Option<Vec<NodeId>> {
    let document = page.document();
    let is_row = document.tag(*members.first()?) == Tag::TR;
    let is_told = |id: &NodeId| {
        let blocks = &page.blocks()[page.blocks_within(*id)];
        blocks.iter().take(40).any(|block| day_in(page, block, None).is_some())
            && author_in(page, *id, document.end(*id)).is_some()
    };
    if !is_row || members.len() > MOST * 4 {
        return None;
    }
    let told: Vec<NodeId> = members.iter().copied().filter(is_told).collect();
    (told.len() >= 2 && told.len() * 2 <= members.len()).then_some(told)
}

/// True if the members are rows with names and times above the rows with the texts.
fn are_heads(page: &Page, members: &[NodeId]) -> bool {
    let document = page.document();
    let is_row = |id: &NodeId| matches!(document.tag(*id), Tag::TR | Tag::DT);
    members.iter().all(is_row) && says_nothing(page, members)
}

/// True if most members hold nothing that reads like the text of a post.
fn says_nothing(page: &Page, members: &[NodeId]) -> bool {
    let says = |id: &&NodeId| {
        page.blocks()[page.blocks_within(**id)].iter().any(|block| is_said(page, block, None))
    };
    looked_at(members).iter().filter(says).count() * 2 < looked_at(members).len()
}

/// Elements up to the next one, the last up to the end of what is around it.
fn up_to_next(page: &Page, members: &[NodeId]) -> Vec<(NodeId, NodeId)> {
    let document = page.document();
    let last = members.last().and_then(|id| document.parent(*id)).map(|id| document.end(id));
    let ends = members.iter().skip(1).copied().chain(last);
    members.iter().copied().zip(ends).take(MOST).collect()
}

/// Elements with their ends.
fn whole(page: &Page, members: &[NodeId]) -> Vec<(NodeId, NodeId)> {
    members.iter().take(MOST).map(|id| (*id, page.document().end(*id))).collect()
}

/// Reads posts and the answers inside them. A question, the first of them, is not counted.
fn read_places(
    page: &Page,
    main: &[(NodeId, NodeId)],
    answers: &[(NodeId, NodeId)],
    is_asked: bool,
    known: &Known,
) -> Thread {
    let mut all: Vec<((NodeId, NodeId), bool)> = main.iter().map(|place| (*place, false)).collect();
    all.extend(answers.iter().map(|place| (*place, true)));
    all.sort_by_key(|(place, _)| *place);
    let depths = depth::depths(page, main);
    let mut found = Thread::default();
    let (mut told, mut number, mut at_main) = (Vec::new(), 0, 0);
    for (at, ((start, end), is_answer)) in all.iter().enumerate() {
        // A post that contains the next one of its kind ends where that begins.
        let next = all[at + 1..].iter().find(|(_, other)| other == is_answer);
        let end = next.map_or(*end, |((next, _), _)| *end.min(next));
        let holes = all[at + 1..].iter().take_while(|((next, _), _)| *next < end);
        let holes = if *is_answer { Vec::new() } else { holes.map(|(place, _)| *place).collect() };
        let Told { mut post, body, content } =
            read(page, &Place { start: *start, end, holes }, known);
        let depth = if *is_answer { u32::MAX } else { depths[at_main] };
        at_main += usize::from(!is_answer);
        let is_whole = post.author.is_some() && post.time.is_some();
        let is_head = |at: &BlockIndex| {
            let block = &page.blocks()[*at];
            block.punctuation < 2 && is_above_text(page, block)
        };
        let says_nothing =
            || post.text.is_empty() || post.author.is_none() && body.iter().rev().all(is_head);
        if (*is_answer || !is_whole) && says_nothing() {
            continue;
        }
        if !(*is_answer || is_asked && found.posts.is_empty()) {
            number += 1;
            post.floor = post.floor.or(Some(number));
        }
        told.push(depth);
        found.posts.push(post);
        found.places.push((*start, end));
        found.bodies.push(body);
        found.contents.push(content);
        found.is_alike.push(!is_answer);
    }
    set_depths(&mut found.posts, &told);
    found
}

/// Sets depths and parents; an answer inside a post is a level below it.
fn set_depths(posts: &mut [Post], told: &[u32]) {
    let mut last = 0;
    let depths: Vec<u32> = told
        .iter()
        .map(|depth| {
            if *depth == u32::MAX {
                return last + 1;
            }
            last = *depth;
            last
        })
        .collect();
    let parents = depth::parents(&depths);
    for ((post, depth), parent) in posts.iter_mut().zip(depths).zip(parents) {
        post.depth = if parent.is_none() { 0 } else { depth };
        post.parent = parent;
    }
}

/// True if the members are rows of a board: each with a title that leads to a thread, and no text besides.
fn is_list_of_threads(page: &Page, members: &[NodeId], known: &Known) -> bool {
    let looked_at = looked_at(members);
    let leads = |id: &&NodeId| {
        let blocks = page.blocks_within(**id);
        let shown = || page.blocks()[blocks.clone()].iter().filter(|block| !block.is_hidden);
        let is_text = |block: &Block| {
            let is_date = || written_date(page.block_text(block)).is_some();
            !block.is_mostly_linked() && block.tokens >= 4 && !is_date()
        };
        let is_kept = known.kept[blocks.clone()].iter().zip(&page.blocks()[blocks.clone()]);
        let says = shown().any(|block| is_said(page, block, None) && block.characters > 12)
            || is_kept.filter(|(kept, _)| **kept).any(|(_, block)| is_text(block));
        let has_title = shown().any(|block| block.is_mostly_linked() && block.tokens >= 4);
        has_title && !says
    };
    looked_at.iter().filter(leads).count() * 4 >= looked_at.len() * 3
}

/// Characters of a post that count for its score at most.
const ENOUGH_TEXT: u32 = 1_000;

/// The score of a group as posts: its main text, raised if most members have a name or a time.
pub(super) fn post_score(page: &Page, members: &[NodeId], known: &Known) -> f32 {
    let share = sign_share(page, members, known, &mut FxHashMap::default());
    score_with(page, members, known, share)
}

/// Members of a group that are looked at.
fn looked_at(members: &[NodeId]) -> &[NodeId] {
    &members[..members.len().min(12)]
}

/// The share of the two signs, a name and a time, that the members have.
fn sign_share(
    page: &Page,
    members: &[NodeId],
    known: &Known,
    signs: &mut FxHashMap<NodeId, u8>,
) -> f32 {
    let has_author = |id| author_in(page, id, page.document().end(id)).is_some();
    let mut own = |id| {
        *signs
            .entry(id)
            .or_insert_with(|| u8::from(has_time(page, id, known)) + u8::from(has_author(id)))
    };
    let all: u32 = looked_at(members).iter().map(|id| u32::from(own(*id))).sum();
    all as f32 / (2.0 * looked_at(members).len() as f32)
}

fn score_with(page: &Page, members: &[NodeId], known: &Known, share: f32) -> f32 {
    if share < 0.4 {
        return 0.0;
    }
    let mut own = 0u32;
    let is_heads = are_heads(page, members);
    for (at, id) in looked_at(members).iter().enumerate() {
        let next = members.get(at + 1).filter(|_| is_heads);
        let mut blocks = page.blocks_within(*id);
        if let Some(next) = next {
            blocks.end = blocks.end.max(page.blocks_within(*next).start);
        }
        let kept = page.blocks()[blocks.clone()].iter().zip(&known.kept[blocks.clone()]);
        let kept: u32 = kept.filter(|(_, kept)| **kept).map(|(block, _)| block.characters).sum();
        // What the method dropped may be short answers.
        let amounts = page.node(*id).amounts();
        let other = amounts.characters.saturating_sub(amounts.link_characters) / 4;
        own += (kept + other).min(ENOUGH_TEXT);
    }
    own as f32 / looked_at(members).len() as f32 * share.powi(3) * members.len() as f32
}

/// Reads posts, each from its first to its last node. A post that contains the next one ends where that begins.
pub(super) fn read_all(page: &Page, members: &[(NodeId, NodeId)], known: &Known) -> Vec<Post> {
    let members = &members[..members.len().min(MOST)];
    read_places(page, members, &[], false, known).posts
}
