//! The heading above a column of items.

use crate::dom::{NodeId, Tag};
use crate::page::{Block, Page, Word, Words};
use crate::text::count;

/// The number of elements around the items that are looked at.
const LEVELS: usize = 6;
/// The maximum number of blocks in the head of a column: its title, links to parts of it, 更多.
const HEAD: usize = 6;
/// The maximum number of tokens in the title of a column.
const LONGEST: u32 = 24;

/// The heading of the items that begin at `first`: within the nearest element that has anything before them, and after
/// what came before (`from`), the last heading, or else the first block of a short head.
pub(super) fn above(page: &Page, first: NodeId, from: NodeId) -> Option<String> {
    let document = page.document();
    let last = page.texts().partition_point(|text| text.node < first);
    for around in document.ancestors(first).take(LEVELS) {
        let start = around.max(from);
        let begin = page.texts().partition_point(|text| text.node < start);
        let at = page.blocks().partition_point(|block| block.texts.start < begin);
        let before = page.blocks()[at..].iter().take_while(|block| block.texts.start < last);
        let before: Vec<&Block> =
            before.filter(|block| !block.is_hidden && is_title(page, block)).collect();
        if before.is_empty() {
            if around <= from {
                return None;
            }
            continue;
        }
        let heading = before.iter().rfind(|block| block.is_heading);
        let head = || before.first().filter(|_| before.len() <= HEAD && around > from);
        return heading.or_else(head).map(|block| page.block_text(block).to_owned());
    }
    None
}

/// True if a text only leads to more of what is below it.
fn leads_on(text: &str) -> bool {
    Words::of(text).has(Word::More)
}

/// True if a block is nothing but two or more links: a menu.
fn is_row_of_links(page: &Page, block: &Block) -> bool {
    let document = page.document();
    let link = |id: NodeId| document.around(id).find(|id| document.tag(*id) == Tag::A);
    let mut links = page.texts_of(block).iter().map(|text| link(text.node));
    let first = links.next().flatten();
    block.link_characters == block.characters && links.any(|link| link != first)
}

/// True if a block may be a title: short, with words.
fn is_title(page: &Page, block: &Block) -> bool {
    let is_of_table = page.document().tag(block.container) == Tag::TH;
    let text = page.block_text(block);
    let tokens = count::tokens(text);
    // A row of links, a link to more.
    let is_of_links = text.contains(['|', '｜']) || leads_on(text) || is_row_of_links(page, block);
    !is_of_table
        && !is_of_links
        && (1..=LONGEST).contains(&tokens)
        && text.chars().any(char::is_alphabetic)
}
