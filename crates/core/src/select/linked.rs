//! Paragraphs that are links from end to end: sentences of an article that lead to an older one.

use super::decided_by::DecidedBy;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockIndex, Page};

/// Characters of such a paragraph.
const SHORTEST: u32 = 50;
/// Levels between it and what holds the paragraphs beside it.
const LEVELS: usize = 3;
/// So many of them stand side by side.
const MOST_BESIDE: usize = 4;

/// Linked sentences between kept paragraphs.
pub(super) fn paragraphs(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let is_candidate = |at: &BlockIndex| !keep[*at] && is_linked_sentence(page, *at);
    let kept_beyond = |blocks: &mut dyn Iterator<Item = BlockIndex>| {
        let mut blocks = blocks.take(MOST_BESIDE + 1);
        blocks.find(|at| !is_candidate(at)).filter(|at| keep[*at] && is_paragraph(page, *at))
    };
    let is_between = |at: &BlockIndex| {
        let before = kept_beyond(&mut (0..*at).rev());
        let after = kept_beyond(&mut (*at + 1..keep.len()));
        matches!((before, after), (Some(before), Some(after)) if is_sibling(page, *at, before, after))
    };
    let found = (0..keep.len()).filter(is_candidate).filter(is_between);
    found.map(|at| (at, DecidedBy::Paragraphs)).collect()
}

fn is_paragraph(page: &Page, at: BlockIndex) -> bool {
    page.blocks()[at].sentence_text() >= SHORTEST
}

fn is_linked_sentence(page: &Page, at: BlockIndex) -> bool {
    let block = &page.blocks()[at];
    block.characters >= SHORTEST
        && block.sentence_ends > 0
        && block.is_mostly_linked()
        && !block.is_hidden
        && page.document().tag(block.container) == Tag::P
        && page.block_text(block).ends_with(crate::text::chars::is_sentence_end)
}

/// Whether a block stands right among the paragraphs beside it, in nothing but wrappers.
fn is_sibling(page: &Page, at: BlockIndex, before: BlockIndex, after: BlockIndex) -> bool {
    let document = page.document();
    let container = |at: BlockIndex| page.blocks()[at].container;
    let holds = |id: NodeId, at: BlockIndex| {
        document.ancestors(container(at)).take(LEVELS).any(|above| above == id)
    };
    let is_wrapper = |id: &NodeId| {
        matches!(document.tag(*id), Tag::DIV | Tag::SECTION | Tag::ARTICLE | Tag::MAIN | Tag::BODY)
    };
    let mut around = document.ancestors(container(at)).take(LEVELS).take_while(is_wrapper);
    around.any(|id| holds(id, before) && holds(id, after))
}
