//! Paragraphs that are links from end to end: sentences of an article that lead to an older one.

use super::decided_by::DecidedBy;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockIndex, Page};

/// Characters of such a paragraph.
const SHORTEST: u32 = 50;
/// Levels between it and what holds the paragraphs beside it.
const LEVELS: usize = 3;
/// Characters of a label and its colon at most.
const LABEL: usize = 24;
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
        && is_statement(page.block_text(block))
}

/// Whether a text states something: it neither asks nor calls, nor begins with a label as `Read also:`.
fn is_statement(text: &str) -> bool {
    text.ends_with(['.', '。', '…']) && !text.chars().take(LABEL).any(|c| matches!(c, ':' | '：'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_told_from_calls() {
        assert!(is_statement("The town had bought the ruin in 2019 for a single crown."));
        assert!(!is_statement("Read also: The town had bought the ruin in 2019."));
        assert!(!is_statement("相关阅读：镇上买下了旧磨坊。"));
        assert!(!is_statement("Looking for a mill of your own? Find one here!"));
    }
}
