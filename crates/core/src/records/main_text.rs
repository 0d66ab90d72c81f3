//! Whether posts are the main text of a page.

use super::known::{Known, LISTS};
use super::name::author_in;
use super::place::{Place, Span};
use super::row::{Role, Row};
use super::said::Discussion;
use super::short::{is_above_text, is_around_text};
use crate::dom::{AttributeName, Tag};
use crate::kind::PageKind;
use crate::page::{BlockRef, Node, Page};

/// Elements around a block that may quote.
const LEVELS: usize = 6;
/// At least one in this many posts must be kept by the method itself.
const KEPT_POSTS: usize = 3;
/// The minimum number of posts of a thread that is not said to be a question with answers.
const LEAST_POSTS: usize = 3;
/// A link of at least this many tokens above a text may be its title.
const LEAST_TITLE: u32 = 4;
/// The most characters of main text that may be the opening of a thread, with all answers lost.
const LITTLE: u32 = 300;

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
pub(super) fn says_little(page: &Page, known: &Known) -> bool {
    let is_forum = known.kind == Some(PageKind::Forum);
    let most = if is_forum { (page.root().characters() / 2).max(LITTLE) } else { LITTLE };
    (1..=most).contains(&characters_kept(page, known)) && !is_declared_article(page)
}

/// True if the data of a page call it an article.
pub(super) fn is_declared_article(page: &Page) -> bool {
    let data = page.structured();
    let kinds = [data.meta("og:type"), data.json_ld("@type")];
    let mut kinds = kinds.into_iter().flatten().filter(|kind| !kind.contains("Discussion"));
    kinds.any(|kind| kind.contains("rticle") || kind.contains("Posting"))
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
