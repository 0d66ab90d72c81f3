//! Anchors: the blocks that repeat the title and the description, from which other blocks are measured.

use super::layout::joint;
use super::text::TextFacts;
use super::title::{least_of_title, weight_of_title};
use crate::auto::stage::Stage;
use crate::page::{BlockRef, Node, Page};

/// Levels from an anchor's container up to the first element that also holds `node`, and from there down to `node`. NaN
/// without an anchor.
pub(crate) fn levels(anchor: Option<BlockRef>, node: Node) -> (f32, f32) {
    let Some(anchor) = anchor else { return (f32::NAN, f32::NAN) };
    let joint = joint(anchor.container(), node).depth();
    let [up, down] = [anchor.container(), node].map(|node| f32::from(node.depth() - joint));
    (up, down)
}

/// The title's block: the block that shares most pairs with the title, the first of equals. A heading's share counts more.
/// `None` if no block shares half of the title.
pub(crate) fn title_block<'p>(
    page: &'p Page,
    stages: &[Stage],
    facts: &[TextFacts],
) -> Option<BlockRef<'p>> {
    let least = least_of_title(page)?;
    let shares = page.block_refs().rev().map(|block| {
        let is_closed = stages[block.at] == Stage::Closed;
        let share = if is_closed { 0.0 } else { facts[block.at].title_share() };
        (block, share, share * weight_of_title(&block))
    });
    let (block, share, shared) = shares.max_by(|a, b| a.2.total_cmp(&b.2))?;
    (share >= 0.5 && shared >= least).then_some(block)
}

/// The description's block: the block outside links that shares most pairs with the description, if half of its own
/// pairs are among them.
pub(crate) fn description_block<'p>(
    page: &'p Page,
    stages: &[Stage],
    facts: &[TextFacts],
) -> Option<BlockRef<'p>> {
    let read = page.block_refs().rev().filter(|block| {
        let is_read = stages[block.at] != Stage::Closed;
        is_read && !block.is_mostly_linked() && facts[block.at].description_share() >= 0.5
    });
    let best = read.max_by_key(|block| facts[block.at].pairs.in_description)?;
    (facts[best.at].pairs.in_description >= 8).then_some(best)
}
