//! A part of a page from one node to another: a post with its head and its foot, without the answers inside it.

use crate::dom::NodeId;
use crate::page::{BlockRef, Node, Page};

/// The first node of a part of a page, and the one after its last.
pub(super) type Span = (NodeId, NodeId);

/// The place of a post.
#[derive(Debug, Clone)]
pub(super) struct Place<'p> {
    pub(super) page: &'p Page,
    pub(super) start: NodeId,
    pub(super) end: NodeId,
    /// Answers inside it, which are posts by themselves, in document order and apart.
    pub(super) holes: Vec<Span>,
}

impl<'p> Place<'p> {
    pub(super) fn between(page: &'p Page, (start, end): Span) -> Self {
        Self { page, start, end, holes: Vec::new() }
    }

    /// The place of an element.
    pub(super) fn of(node: Node<'p>) -> Self {
        Self::between(node.page, (node.id, node.end()))
    }

    /// The largest element around a text that ends before the answers begin, at `first`.
    pub(super) fn before(start: Node<'p>, last: NodeId, first: NodeId) -> Option<Self> {
        let around = start.around().take_while(|node| node.end() <= first);
        around.filter(|node| node.end() > last).last().map(Self::of)
    }

    /// Its first node.
    pub(super) fn node(&self) -> Node<'p> {
        self.page.node(self.start)
    }

    pub(super) fn span(&self) -> Span {
        (self.start, self.end)
    }

    /// The part before the answers inside it.
    pub(super) fn head(&self) -> Self {
        let end = self.holes.first().map_or(self.end, |(start, _)| *start);
        Self::between(self.page, (self.start, end.max(NodeId(self.start.0 + 1)).min(self.end)))
    }

    /// True if a node is part of it and not of its answers.
    pub(super) fn has(&self, id: NodeId) -> bool {
        let before = self.holes.partition_point(|(start, _)| *start <= id);
        let is_in_hole = before.checked_sub(1).is_some_and(|at| id < self.holes[at].1);
        id >= self.start && id < self.end && !is_in_hole
    }

    /// All its nodes, those of its answers too.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'p>> + use<'p> {
        let page = self.page;
        (self.start.0..self.end.0).map(move |id| page.node(NodeId(id)))
    }

    /// All its blocks, those of its answers too.
    pub(super) fn all_blocks(&self) -> impl DoubleEndedIterator<Item = BlockRef<'p>> + use<'p> {
        let page = self.page;
        page.blocks_between(self.start, self.end).map(move |at| page.block(at))
    }

    /// Its blocks.
    pub(super) fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockRef<'p>> {
        self.all_blocks().filter(|block| self.has_block(*block))
    }

    /// True if the first text of a block is in it.
    pub(super) fn has_block(&self, block: BlockRef) -> bool {
        block.texts().first().is_none_or(|text| self.has(text.node))
    }

    /// The characters of answers inside an element of it.
    pub(super) fn characters_of_answers(&self, node: Node) -> u32 {
        let end = node.end();
        let first = self.holes.partition_point(|(start, _)| *start < node.id);
        let last = self.holes.partition_point(|(start, _)| *start < end);
        let holes = self.holes.get(first..last).unwrap_or_default();
        let (Some((start, _)), Some((_, end))) = (holes.first(), holes.last()) else { return 0 };
        self.page.stats().between(*start, *end).characters
    }
}
