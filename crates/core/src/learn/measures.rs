//! What is known of a page before its words are read: how much text stands where, and what the named methods say.
//!
//! The first look judges by these alone; all else is then asked only of the blocks that it leaves open.

use std::ops::Range;

use super::containers::{Containers, Sums};
use crate::dom::{Document, NodeId};
use crate::methods::{PageVerdicts, Thresholds, Verdict};
use crate::page::{Block, Page};

/// A page with its measures.
#[derive(Debug)]
pub(super) struct Measures<'a> {
    pub(super) page: &'a Page,
    pub(super) containers: Containers,
    /// Sums over the whole page.
    pub(super) total: Sums,
    /// By block.
    pub(super) places: Vec<Place>,
    /// The verdicts of punctuation-path, block-smoothing, block-weighting and line-density, each with its highest
    /// score.
    pub(super) verdicts: [(Verdict, f32); 4],
    /// What block-smoothing compared its scores with.
    pub(super) smoothing_thresholds: Thresholds,
}

/// How many levels above its container a block's place knows, the container included.
pub(super) const LEVELS: usize = 6;

/// Where a block stands: its container and the elements above it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The container and its ancestors; the document stands in where there are no more.
    nodes: [NodeId; LEVELS],
    /// The blocks in each, the first and the one after the last.
    blocks: [(u32, u32); LEVELS],
    /// Levels from the best container up to where the block joins.
    pub(super) from_best: u32,
}

impl<'a> Measures<'a> {
    pub(super) fn of(page: &'a Page) -> Self {
        let containers = Containers::of(page);
        let verdicts = PageVerdicts::of(page);
        let with_highest = |verdict: Verdict| {
            let highest = verdict.score.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
            (verdict, highest)
        };
        Self {
            smoothing_thresholds: verdicts.smoothing_thresholds,
            verdicts: [
                verdicts.punctuation_path,
                verdicts.block_smoothing,
                verdicts.block_weighting,
                verdicts.line_density,
            ]
            .map(with_highest),
            total: containers.sum(0..page.blocks().len()),
            places: places(page, &containers),
            page,
            containers,
        }
    }

    pub(super) fn block(&self, index: usize) -> &Block {
        &self.page.blocks()[index]
    }

    pub(super) fn count(&self) -> usize {
        self.page.blocks().len()
    }

    /// The blocks up to `reach` before and after a block, and the block.
    pub(super) fn around(&self, index: usize, reach: usize) -> Range<usize> {
        index.saturating_sub(reach)..(index + reach + 1).min(self.count())
    }

    /// The element so many levels above the block's container; 0 is the container itself.
    pub(super) fn level(&self, index: usize, level: usize) -> NodeId {
        self.places[index].nodes[level]
    }

    /// The blocks in the container so many levels up.
    pub(super) fn level_blocks(&self, index: usize, level: usize) -> Range<usize> {
        let (start, end) = self.places[index].blocks[level];
        start as usize..end as usize
    }
}

/// How many levels up a chain of ancestors until one of them holds `node`.
pub(super) fn levels_to(chain: &[NodeId], document: &Document, node: NodeId) -> usize {
    let holds = |above: &NodeId| *above <= node && node < document.end(*above);
    chain.iter().position(holds).unwrap_or(chain.len())
}

fn places(page: &Page, containers: &Containers) -> Vec<Place> {
    let document = page.document();
    let mut places: Vec<Place> = Vec::with_capacity(page.blocks().len());
    let mut last = None;
    for block in page.blocks() {
        if last == Some(block.container) {
            let place = places[places.len() - 1].clone();
            places.push(place);
            continue;
        }
        last = Some(block.container);
        let mut nodes = [block.container; LEVELS];
        for level in 1..LEVELS {
            nodes[level] = document.parent(nodes[level - 1]).unwrap_or(nodes[level - 1]);
        }
        places.push(Place {
            blocks: nodes.map(|node| {
                let blocks = containers.blocks_in(document, node);
                let number = |index| u32::try_from(index).unwrap_or(u32::MAX);
                (number(blocks.start), number(blocks.end))
            }),
            nodes,
            from_best: u32::try_from(levels_to(&containers.best_chain, document, block.container))
                .unwrap_or(u32::MAX),
        });
    }
    places
}
