//! The layout of a page: the amounts of text in its blocks and containers, and the verdicts of the named methods.
//!
//! No word is read for these numbers. The prefilter judges by them alone; the blocks that it leaves open are then read.

mod containers;
mod repeats;
mod signatures;

pub(crate) use containers::{Containers, Sums};
pub(crate) use signatures::Signatures;

use std::ops::Range;

use super::methods::Methods;
use crate::dom::{Document, NodeId};
use crate::page::{Block, Page};

/// A page with the amounts of text in its blocks and containers.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    pub(crate) page: &'a Page,
    pub(crate) containers: Containers,
    /// Sums over the whole page.
    pub(crate) total: Sums,
    /// By block.
    pub(crate) places: Vec<Place>,
    /// The verdicts of the named methods.
    pub(crate) methods: Methods,
}

/// The number of levels that a block's place knows: its container and the five elements above it.
pub(crate) const LEVELS: usize = 6;

/// The place of a block: its container and the elements above it.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The container and its ancestors, filled up with the document.
    nodes: [NodeId; LEVELS],
    /// The blocks in each: the first, and the one after the last.
    blocks: [(u32, u32); LEVELS],
    /// Levels from the best container up to where the block joins.
    pub(crate) from_best: u32,
}

impl<'a> Layout<'a> {
    pub(crate) fn of(page: &'a Page) -> Self {
        let containers = Containers::of(page);
        Self {
            methods: Methods::of(page),
            total: containers.sum(0..page.blocks().len()),
            places: places(page, &containers),
            page,
            containers,
        }
    }

    pub(crate) fn block(&self, index: usize) -> &Block {
        &self.page.blocks()[index]
    }

    pub(crate) fn count(&self) -> usize {
        self.page.blocks().len()
    }

    /// The blocks up to `reach` before and after a block, and the block.
    pub(crate) fn around(&self, index: usize, reach: usize) -> Range<usize> {
        index.saturating_sub(reach)..(index + reach + 1).min(self.count())
    }

    /// The element `level` levels above the block's container; 0 is the container itself.
    pub(crate) fn level(&self, index: usize, level: usize) -> NodeId {
        self.places[index].nodes[level]
    }

    /// The blocks in the element `level` levels up.
    pub(crate) fn level_blocks(&self, index: usize, level: usize) -> Range<usize> {
        let (start, end) = self.places[index].blocks[level];
        start as usize..end as usize
    }
}

/// The number of levels up a chain of ancestors until one of them holds `node`.
pub(crate) fn levels_to(chain: &[NodeId], document: &Document, node: NodeId) -> usize {
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
