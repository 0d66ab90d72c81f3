//! A text in the making, as the rules see it.

use std::ops::Range;

use super::{Content, select};
use crate::dom::{NodeId, Tag};
use crate::methods::Verdict;
use crate::page::{Block, BlockIndex, Page};
use crate::records::PostBlocks;

/// A text in the making: the blocks that are kept so far.
pub(super) struct Draft<'p> {
    pub(super) page: &'p Page,
    /// The blocks that the method got wrong in a thread.
    pub(super) posts: &'p PostBlocks,
    score: &'p [f32],
    keep: Vec<bool>,
    /// Characters before each block: those that are kept, and all.
    sums: Vec<(u32, u32)>,
    /// The first and the last kept block.
    ends: Option<(BlockIndex, BlockIndex)>,
    /// True if the page has a list of definitions; most have none.
    pub(super) has_definitions: bool,
}

impl<'p> Draft<'p> {
    pub(super) fn new(page: &'p Page, verdict: &'p Verdict, posts: &'p PostBlocks) -> Self {
        let keep = verdict.keep.clone();
        let document = page.document();
        let mut draft = Self {
            page,
            posts,
            score: &verdict.score,
            keep,
            sums: Vec::new(),
            ends: None,
            has_definitions: document.elements().any(|id| document.tag(id) == Tag::DL),
        };
        draft.count();
        draft
    }

    /// Adds or drops these blocks.
    pub(super) fn change(&mut self, found: &[BlockIndex], adds: bool) {
        found.iter().for_each(|at| self.keep[*at] = adds);
        self.count();
    }

    fn count(&mut self) {
        let (mut kept, mut all) = (0u32, 0u32);
        self.sums.clear();
        self.sums.push((0, 0));
        for (block, keep) in self.page.blocks().iter().zip(&self.keep) {
            all = all.saturating_add(block.characters);
            kept = kept.saturating_add(if *keep { block.characters } else { 0 });
            self.sums.push((kept, all));
        }
        let first = self.keep.iter().position(|keep| *keep);
        self.ends = first.zip(self.keep.iter().rposition(|keep| *keep));
    }

    /// The keep flags.
    pub(super) fn into_keep(self) -> Vec<bool> {
        self.keep
    }

    pub(super) fn blocks(&self) -> &'p [Block] {
        self.page.blocks()
    }

    pub(super) fn text(&self, at: BlockIndex) -> &'p str {
        self.page.block_text(&self.blocks()[at])
    }

    /// True for a kept block, false also beyond the last one.
    pub(super) fn is_kept(&self, at: BlockIndex) -> bool {
        self.keep.get(at) == Some(&true)
    }

    /// The kept blocks.
    pub(super) fn kept(&self) -> impl Iterator<Item = BlockIndex> + '_ {
        (0..self.keep.len()).filter(|at| self.keep[*at])
    }

    /// The blocks in elements, each block once. The elements come in the order of the page, and may be nested.
    pub(super) fn blocks_in(&self, found: impl Iterator<Item = NodeId>) -> Vec<BlockIndex> {
        let mut next = 0;
        let fresh = found.flat_map(|id| {
            let blocks = self.page.blocks_within(id);
            let fresh = blocks.start.max(next)..blocks.end;
            next = next.max(blocks.end);
            fresh
        });
        fresh.collect()
    }

    /// The first and the last kept block.
    pub(super) fn ends(&self) -> Option<(BlockIndex, BlockIndex)> {
        self.ends
    }

    /// True if the model gives a block this probability.
    pub(super) fn has_score(&self, at: BlockIndex, least: f32) -> bool {
        self.score.get(at).is_some_and(|score| *score >= least)
    }

    /// Characters of these blocks: of those that are kept, and of all.
    pub(super) fn amounts(&self, blocks: Range<BlockIndex>) -> (u32, u32) {
        let (from, to) = (self.sums[blocks.start], self.sums[blocks.end]);
        (to.0 - from.0, to.1 - from.1)
    }

    /// Characters of the kept text.
    pub(super) fn amount(&self) -> u32 {
        self.sums.last().map_or(0, |(kept, _)| *kept)
    }

    /// The element around a block and those around it, the innermost first.
    pub(super) fn around(&self, at: BlockIndex) -> impl Iterator<Item = NodeId> + '_ {
        self.page.document().around(self.blocks()[at].container)
    }

    /// The content, if no rule followed.
    pub(super) fn content(&self) -> Content {
        select(self.page, &Verdict::from_blocks(self.page, Vec::new(), self.keep.clone()))
    }
}
