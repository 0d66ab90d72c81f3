//! Footnotes, which belong to the kept text that refers to them.

use super::decided_by::DecidedBy;
use crate::page::footnotes::Footnotes;
use crate::page::{BlockIndex, Page};

/// All notes together are at most this part of the kept text: longer ones are lists of sources.
const MOST: u32 = 4;
/// Fewer characters than this are never too many.
const FEW: u32 = 300;

/// Notes that are not kept although their marks are.
pub(super) fn of_kept_marks(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let kept = |blocks: std::ops::Range<BlockIndex>| {
        let kept = blocks.filter(|at| keep[*at]);
        kept.map(|at| page.blocks()[at].characters).sum::<u32>()
    };
    let around =
        |id| page.document().ancestors(id).find(|id| page.document().tag(*id).is_block_level());
    let mut added = Vec::new();
    for note in Footnotes::find(page, |_| true).notes() {
        let is_kept = around(note.mark).is_some_and(|block| kept(page.blocks_within(block)) > 0);
        if is_kept {
            let is_lost = |at: &BlockIndex| !keep[*at] && !page.blocks()[*at].is_hidden;
            added.extend(
                page.blocks_within(note.block).filter(is_lost).map(|at| (at, DecidedBy::Note)),
            );
        }
    }
    added.sort_by_key(|(at, _)| *at);
    added.dedup();
    let amount: u32 = added.iter().map(|(at, _)| page.blocks()[*at].characters).sum();
    if amount > FEW.max(kept(0..keep.len()) / MOST) {
        added.clear();
    }
    added
}
