//! Text for machines that a page shows, or hides by a style sheet: JSON, markup, scripts.

use super::decided_by::DecidedBy;
use crate::dom::Tag;
use crate::page::{BlockIndex, Page, code};
use crate::text::machine::machine;

/// Levels above a text that may say that it is code.
const LEVELS: usize = 8;

/// Kept blocks of text for machines that are no code of the article.
pub(super) fn blocks(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let document = page.document();
    let is_code = |at: BlockIndex| {
        let container = page.blocks()[at].container;
        let mut around =
            std::iter::once(container).chain(document.ancestors(container)).take(LEVELS);
        around.any(|id| {
            matches!(document.tag(id), Tag::CODE | Tag::SAMP | Tag::TEXTAREA | Tag::TD)
                || code::is_block(document, id)
        })
    };
    let is_machine = |at: &BlockIndex| machine(page.block_text(&page.blocks()[*at])).is_some();
    let kept = (0..keep.len()).filter(|at| keep[*at]);
    let found = kept.filter(is_machine).filter(|at| !is_code(*at));
    found.map(|at| (at, DecidedBy::Machine)).collect()
}
