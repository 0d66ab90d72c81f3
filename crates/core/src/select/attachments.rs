//! The rule about attachments.

use super::draft::Draft;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{BlockIndex, Page, Word};
use crate::text::address::{Address, FileKind};

/// Blocks between the text and its attachments at most.
const MOST_BETWEEN: usize = 2;
/// Attachments of a text at most.
const MOST: usize = 60;
/// Characters of the line above them at most.
const LONGEST_LABEL: u32 = 16;
/// Levels above the list that may hold the text too.
const LEVELS: usize = 5;

/// The attachments right behind the last kept block, with the line above them.
pub(super) fn behind_text(draft: &Draft) -> Vec<BlockIndex> {
    let page = draft.page;
    let Some((_, last)) = draft.ends() else { return Vec::new() };
    let behind = last + 1..page.blocks().len().min(last + 1 + MOST_BETWEEN + MOST);
    let is_part = |at: &BlockIndex| announces(page, *at) || is_file(page, *at);
    let Some(first) = behind.clone().take(MOST_BETWEEN + 1).find(is_part) else {
        return Vec::new();
    };
    let run: Vec<BlockIndex> = (first..behind.end).take_while(is_part).collect();
    let has_file = run.iter().any(|at| is_file(page, *at));
    let is_named = announces(page, first) || run.iter().all(|at| shows_file(page, *at));
    let mut around = draft.around(first).skip(1).take(LEVELS);
    let is_near = around.any(|id| page.blocks_within(id).contains(&last));
    if has_file && is_named && is_near { run } else { Vec::new() }
}

/// True if a block is the line above attachments.
fn announces(page: &Page, at: BlockIndex) -> bool {
    let block = &page.blocks()[at];
    block.characters <= LONGEST_LABEL
        && !block.is_hidden
        && page.marks().says(block, Word::Attachments)
}

/// True if all links of a block that is mostly links lead to files.
fn is_file(page: &Page, at: BlockIndex) -> bool {
    let (document, block) = (page.document(), &page.blocks()[at]);
    let is_link = |id: &NodeId| document.tag(*id) == Tag::A;
    let mut links =
        page.texts_of(block).iter().filter_map(|text| document.ancestors(text.node).find(is_link));
    let leads_to_file = |link: NodeId| {
        let address = document.attribute(link, AttributeName::HREF).unwrap_or("");
        names_file(address) || names_file(document.text_content(link).trim())
    };
    block.is_mostly_linked() && !block.is_hidden && links.all(leads_to_file)
}

/// True if a text says that it is a file: by the ending of its name, or by `(PDF, 2 MB)`.
fn shows_file(page: &Page, at: BlockIndex) -> bool {
    let text = page.block_text(&page.blocks()[at]);
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    // The text itself in other forms is no attachment of it.
    !text.contains("下载") && words.any(|word| FileKind::of(word) == Some(FileKind::Document))
}

/// True if an address or a name ends as that of a file does.
fn names_file(address: &str) -> bool {
    Address::of(address).kind() == Some(FileKind::Document)
}
