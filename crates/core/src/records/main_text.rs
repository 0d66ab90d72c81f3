//! Whether posts are the main text of a page.

use rustc_hash::FxHashMap;

use super::known::{Known, LISTS};
use super::name::author_in;
use super::opening::has_answers;
use super::place::{Place, Span};
use super::row::{Role, Row};
use super::said::Discussion;
use super::short::{is_above_text, is_around_text};
use super::when::{has_time, has_time_in};
use crate::dom::{AttributeName, Tag};
use crate::kind::PageKind;
use crate::page::{BlockIndex, BlockRef, Build, Node, Page};

/// Kept blocks that are looked at, and elements around each.
const MOST_BLOCKS: usize = 200;
pub(super) const LEVELS: usize = 6;
/// Elements alike that are looked at for times, and blocks before and after each.
const EXAMPLES: usize = 6;
const BLOCKS_BEFORE: usize = 6;
const BLOCKS_AFTER: usize = 3;
/// At least one in this many posts must be kept by the method itself.
const KEPT_POSTS: usize = 3;
/// The minimum number of posts of a thread that is not said to be a question with answers.
const LEAST_POSTS: usize = 3;
/// A link of at least this many tokens above a text may be its title.
const LEAST_TITLE: u32 = 4;
/// The most characters of main text that may be the opening of a thread, with all answers lost.
const LITTLE: u32 = 300;

/// True if a page may have a thread. Rules out most pages at little cost.
pub(super) fn may_be_posts(page: &Page, known: &Known) -> bool {
    known.may_be(&[PageKind::Forum])
        || has_answers(page)
        || says_little(page, known)
        || repeats(page, known)
}

/// True if the posts of a thread are the main text of its page.
pub(super) fn is_posts(page: &Page, known: &Known, thread: &Discussion) -> bool {
    let ranges = thread.posts.iter().map(|row| page.blocks_between(row.place.0, row.place.1));
    let is_list = known.kind.is_some_and(|kind| LISTS.contains(&kind));
    if leads_to_threads(page, thread) || is_list {
        return false;
    }
    let may_be_thread = known.may_be(&[PageKind::Forum]) || thread.is_asked;
    may_be_thread && known.hold_most(page, ranges)
        || known.kind == Some(PageKind::Forum)
        || hold_main_text(page, known, thread)
        || says_little(page, known) && begins_with_main_text(page, known, thread)
}

/// True if nearly all posts have titles that lead elsewhere, and nothing says that they are posts: an index of threads.
fn leads_to_threads(page: &Page, thread: &Discussion) -> bool {
    if thread.is_signed() || thread.is_numbered() || thread.is_asked {
        return false;
    }
    let titled = thread.alike().filter(|row| is_titled(page, row)).count();
    titled > 1 && titled * 5 >= thread.alike().count() * 4
}

/// True if the main text is no list of links.
pub(super) fn is_prose(page: &Page, known: &Known) -> bool {
    let kept = || page.block_refs().filter(|block| known.kept[block.at]);
    let linked: u32 = kept().map(|block| block.link_characters).sum();
    kept().any(|block| block.sentence_text() > 0) && linked * 3 < characters_kept(page, known)
}

/// The smallest element around the main text with the name of a person.
pub(super) fn signed_place<'p>(page: &'p Page, known: &Known) -> Option<Place<'p>> {
    let mut kept = page.block_refs().filter(|block| known.kept[block.at]);
    let first = kept.next()?;
    let last = kept.next_back().unwrap_or(first);
    let around = first.container().up(AROUND).filter(|node| node.contains(last.container));
    around.map(Place::of).find(|place| author_in(place).is_some())
}

/// Elements around the main text that are looked at for a name.
const AROUND: usize = 8;

fn characters_kept(page: &Page, known: &Known) -> u32 {
    let kept = page.block_refs().filter(|block| known.kept[block.at]);
    kept.fold(0, |sum: u32, block| sum.saturating_add(block.characters))
}

/// True if a page has little main text, for a forum less than half of all, and its data do not call it an article, which may
/// have comments.
fn says_little(page: &Page, known: &Known) -> bool {
    let is_forum = known.kind == Some(PageKind::Forum);
    let most = if is_forum { (page.root().characters() / 2).max(LITTLE) } else { LITTLE };
    (1..=most).contains(&characters_kept(page, known)) && !is_declared_article(page)
}

/// True if the data of a page call it an article.
pub(super) fn is_declared_article(page: &Page) -> bool {
    let data = page.structured();
    let kinds = [data.meta("og:type"), data.json_ld("@type")];
    kinds.into_iter().flatten().any(|kind| kind.contains("rticle") || kind.contains("Posting"))
}

/// True if a page is of a forum, and an element that is plainly the text's is in each of the posts built alike.
fn is_plain_forum(known: &Known, thread: &Discussion) -> bool {
    known.kind == Some(PageKind::Forum) && thread.alike().all(|row| row.content.is_some())
}

/// True if the main text is the opening of a thread, by somebody and of some time, and several posts built alike follow.
fn begins_with_main_text(page: &Page, known: &Known, thread: &Discussion) -> bool {
    let Some(first) = thread.posts.first().filter(|first| first.role == Role::Opening) else {
        return false;
    };
    let place = page.blocks_between(first.place.0, first.place.1);
    let is_forum = is_plain_forum(known, thread);
    let mut kept = page.block_refs().filter(|block| known.kept[block.at]);
    first.is_signed()
        && kept.all(|block| place.contains(&block.at) && (is_forum || !is_of_article(block)))
        && (is_forum || characters_kept(page, known) <= LITTLE)
        && thread.alike().count() >= LEAST_POSTS
        && thread.alike().all(Row::is_signed)
}

fn is_of_article(block: BlockRef) -> bool {
    block.container().around().any(|node| node.is(Tag::ARTICLE))
}

/// True if posts built alike hold most of the main text, and it is of a good part of them; or if there is no main text.
fn hold_main_text(page: &Page, known: &Known, thread: &Discussion) -> bool {
    let posts = thread.alike().count();
    let titled = thread.alike().filter(|row| is_titled(page, row)).count();
    // Two boxes alike are seldom posts.
    let is_enough = posts >= LEAST_POSTS || posts == 2 && thread.is_asked;
    if titled * 2 > posts || !is_enough {
        return false;
    }
    if !known.kept.contains(&true) {
        return true;
    }
    let ranges = thread.alike().map(|row| page.blocks_between(row.place.0, row.place.1));
    let mut bodies = thread.alike().filter(|row| has_kept(page, known, row)).count();
    let blocks = thread.alike().flat_map(|row| row.blocks(page));
    let mut kept = blocks.filter(|block| known.kept[block.at]);
    // If no body is kept, perhaps the heads alone are.
    if bodies == 0 && kept.all(|block| is_above_text(block) || is_quoted(block, None)) {
        bodies = match is_plain_forum(known, thread) {
            true => posts,
            false => {
                ranges.clone().filter(|range| known.kept[range.clone()].contains(&true)).count()
            }
        };
    }
    bodies * KEPT_POSTS >= posts && known.hold_most(page, ranges)
}

/// True if the method keeps something that a post itself says.
pub(super) fn has_kept(page: &Page, known: &Known, row: &Row) -> bool {
    row.body(page).any(|block| known.kept[block.at] && !is_quoted(block, row.content))
}

/// True if a block quotes another post, inside the element of the text if that is known.
pub(super) fn is_quoted(block: BlockRef, text: Option<Span>) -> bool {
    let around = block.container().up(LEVELS);
    around.take_while(|node| text.is_none_or(|(start, _)| node.id > start)).any(Node::is_quotation)
}

/// True if a link above the text of a post, or in its first line, leads elsewhere, as the title of a teaser does, and is not the author's name.
fn is_titled(page: &Page, row: &Row) -> bool {
    let Some(first) = row.body.first() else { return false };
    let author = row.post.author.as_deref();
    row.blocks(page).take_while(|block| block.at <= *first).any(|block| {
        block.is_mostly_linked()
            && block.tokens >= LEAST_TITLE
            && !author.is_some_and(|name| block.text().starts_with(name))
            && (block.is_heading || !is_around_text(block.text(), None))
            && leads_elsewhere(block)
    })
}

/// True if a block holds a link that leads to no place of a page.
fn leads_elsewhere(block: BlockRef) -> bool {
    let texts = block.texts().iter().map(|text| block.page.node(text.node));
    let links = texts.flat_map(|node| node.ancestors().take(4).filter(|node| node.is(Tag::A)));
    let mut addresses = links.filter_map(|node| node.attribute(AttributeName::HREF));
    addresses.any(|address| !address.contains('#'))
}

/// Elements of one tag and build around kept text.
#[derive(Default)]
struct Repeated<'p> {
    /// The first of them.
    examples: Vec<Node<'p>>,
    /// The characters of kept text in them, and the last block that was counted.
    characters: u32,
    last: Option<BlockIndex>,
}

/// True if most of the kept text is in several similar elements near times, as posts are, and some text of elements like them
/// is not kept; or if no text is kept.
fn repeats(page: &Page, known: &Known) -> bool {
    let mut alike: FxHashMap<(Tag, Build), Repeated> = FxHashMap::default();
    let mut all = 0;
    for block in page.block_refs().filter(|block| known.kept[block.at]).take(MOST_BLOCKS) {
        all += block.characters;
        for node in block.container().up(LEVELS) {
            let Some(key) = key(node) else { continue };
            let found = alike.entry(key).or_default();
            if found.last.replace(block.at) != Some(block.at) {
                found.characters += block.characters;
            }
            if found.examples.len() < EXAMPLES && !found.examples.contains(&node) {
                found.examples.push(node);
            }
        }
    }
    alike.retain(|_, found| found.characters * 2 > all && found.are_near_times(known));
    all == 0 || !alike.is_empty() && loses_some(page, known, &alike)
}

impl Repeated<'_> {
    fn are_near_times(&self, known: &Known) -> bool {
        let timed = self.examples.iter().filter(|node| has_time_around(**node, known));
        timed.take(2).count() == 2
    }
}

/// True if an element like those has text that is not kept.
fn loses_some(page: &Page, known: &Known, alike: &FxHashMap<(Tag, Build), Repeated>) -> bool {
    // By block, the number of lost blocks up to it: elements are nested.
    let mut lost = vec![0u32];
    lost.extend(known.kept.iter().scan(0, |sum, kept| {
        *sum += u32::from(!kept);
        Some(*sum)
    }));
    page.elements().any(|node| {
        let range = node.block_range();
        lost[range.end] > lost[range.start] && key(node).is_some_and(|key| alike.contains_key(&key))
    })
}

/// True if an element has a time in it or close to it: the head of a post may be an element of its own.
fn has_time_around(node: Node, known: &Known) -> bool {
    let (page, range) = (node.page, node.block_range());
    let before = range.start.saturating_sub(BLOCKS_BEFORE)..range.start;
    let after = range.end..(range.end + BLOCKS_AFTER).min(page.blocks().len());
    has_time(node, known) || before.chain(after).any(|at| has_time_in(page.block(at), known))
}

/// The tag and build of an element that may hold a post.
fn key(node: Node) -> Option<(Tag, Build)> {
    let (tag, build) = (node.tag(), node.build());
    let holds = matches!(
        tag,
        Tag::DIV | Tag::LI | Tag::ARTICLE | Tag::TABLE | Tag::TR | Tag::TD | Tag::SECTION | Tag::DL
    );
    let is_plain = matches!(tag, Tag::ARTICLE | Tag::TABLE | Tag::TR);
    (holds && (is_plain || build != Build::PLAIN)).then_some((tag, build))
}
