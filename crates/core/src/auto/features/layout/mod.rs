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
use crate::page::{BlockRef, Node, Page};

/// A page with the amounts of text in its blocks and containers.
#[derive(Debug)]
pub(crate) struct Layout<'a> {
    pub(crate) page: &'a Page,
    pub(crate) containers: Containers<'a>,
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
    blocks: [[u32; 2]; LEVELS],
    /// Levels from the best container up to where the block joins.
    pub(crate) from_best: u16,
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

    pub(crate) fn block(&self, index: usize) -> BlockRef<'a> {
        self.page.block(index)
    }

    pub(crate) fn count(&self) -> usize {
        self.page.blocks().len()
    }

    /// The blocks up to `reach` before and after a block, and the block.
    pub(crate) fn around(&self, index: usize, reach: usize) -> Range<usize> {
        index.saturating_sub(reach)..(index + reach + 1).min(self.count())
    }

    /// The element `level` levels above the block's container; 0 is the container itself.
    pub(crate) fn level(&self, index: usize, level: usize) -> Node<'a> {
        self.page.node(self.places[index].nodes[level])
    }

    /// The blocks in the element `level` levels up.
    pub(crate) fn level_blocks(&self, index: usize, level: usize) -> Range<usize> {
        let [start, end] = self.places[index].blocks[level];
        start as usize..end as usize
    }
}

/// The innermost element that holds both nodes, one of them perhaps.
pub(crate) fn joint<'p>(node: Node<'p>, other: Node) -> Node<'p> {
    node.around().find(|above| above.contains(other.id)).unwrap_or(node.page.root())
}

fn places(page: &Page, containers: &Containers) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(page.blocks().len());
    let best = containers.best;
    for block in page.blocks() {
        if let Some(last) = places.last().filter(|last| last.nodes[0] == block.container) {
            places.push(last.clone());
            continue;
        }
        let container = page.node(block.container);
        let mut nodes = [Document::ROOT; LEVELS];
        nodes.iter_mut().zip(container.around()).for_each(|(place, node)| *place = node.id);
        places.push(Place {
            blocks: nodes.map(|node| {
                let Range { start, end } = containers.blocks_in(page.node(node));
                [start, end].map(|index| u32::try_from(index).unwrap_or(u32::MAX))
            }),
            nodes,
            from_best: best.depth() - joint(best, container).depth(),
        });
    }
    places
}
