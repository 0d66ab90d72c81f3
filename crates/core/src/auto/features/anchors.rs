//! Anchors: the blocks that repeat the title and the description, from which other blocks are measured.

use super::layout::levels_to;
use super::text::TextFacts;
use super::title::{least_of_title, weight_of_title};
use crate::auto::stage::Stage;
use crate::dom::{Document, NodeId};
use crate::page::Page;

/// A block that others are measured from, and the elements around it.
#[derive(Debug)]
pub(crate) struct Anchor {
    pub(crate) block: usize,
    /// The block's container and its ancestors.
    chain: Vec<NodeId>,
}

impl Anchor {
    pub(crate) fn of(page: &Page, block: usize) -> Self {
        let (document, container) = (page.document(), page.blocks()[block].container);
        let chain = std::iter::once(container).chain(document.ancestors(container)).collect();
        Self { block, chain }
    }

    /// Levels from an anchor up to the first element that also holds `node`, and from there down to `node`. NaN without
    /// an anchor.
    pub(crate) fn levels(anchor: Option<&Self>, page: &Page, node: NodeId) -> (f32, f32) {
        let Some(anchor) = anchor else { return (f32::NAN, f32::NAN) };
        let document = page.document();
        let up = levels_to(&anchor.chain, document, node);
        let joint = anchor.chain.get(up).copied().unwrap_or(Document::ROOT);
        let down = document.depth(node).saturating_sub(document.depth(joint));
        (up as f32, f32::from(down))
    }
}

/// The title's block: the block that shares most pairs with the title, the first of equals. A heading's share counts more.
/// `None` if no block shares half of the title.
pub(crate) fn title_block(page: &Page, stages: &[Stage], facts: &[TextFacts]) -> Option<usize> {
    let least = least_of_title(page)?;
    let share = |index: usize| {
        if stages[index] == Stage::Closed { 0.0 } else { facts[index].title_share() }
    };
    let shared = |index: &usize| share(*index) * weight_of_title(&page.blocks()[*index]);
    let best = (0..facts.len()).rev().max_by(|a, b| shared(a).total_cmp(&shared(b)))?;
    (share(best) >= 0.5 && shared(&best) >= least).then_some(best)
}

/// The description's block: the block outside links that shares most pairs with the description, if half of its own
/// pairs are among them.
pub(crate) fn description_block(
    page: &Page,
    stages: &[Stage],
    facts: &[TextFacts],
) -> Option<usize> {
    let shared = |index: &usize| {
        let (block, fact) = (&page.blocks()[*index], &facts[*index]);
        let is_read = stages[*index] != Stage::Closed;
        if !is_read || block.is_mostly_linked() || fact.description_share() < 0.5 {
            0
        } else {
            fact.pairs.in_description
        }
    };
    let best = (0..facts.len()).rev().max_by_key(shared)?;
    (shared(&best) >= 8).then_some(best)
}
