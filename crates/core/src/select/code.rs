//! Blocks of code, which belong to the text around them: a model of running text judges their lines badly.

use super::decided_by::DecidedBy;
use crate::dom::{Document, NodeId, Tag};
use crate::page::{BlockIndex, Page, code};
use std::ops::Range;

/// Characters of text around a block of code that are enough to decide by.
const ENOUGH_AROUND: u32 = 20;
/// Levels up the tree that are searched for text.
const MOST_LEVELS: usize = 8;
/// A code block this many times as long as the kept text is a log or a data set, which would drown the text.
const DROWNS: u32 = 8;

/// What is not kept of blocks of code that are kept for the most part, or among text that is.
pub(super) fn lines(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let found = elements(page);
    if found.is_empty() {
        return Vec::new();
    }
    let sums = Sums::new(page, keep, &found);
    let mut added = Vec::new();
    for (id, blocks) in found {
        let amount = |at: BlockIndex| page.blocks()[at].characters;
        let all: u32 = blocks.clone().map(amount).sum();
        let kept: u32 = blocks.clone().filter(|at| keep[*at]).map(amount).sum();
        let is_most = kept * 2 >= all && kept > 0;
        let drowns = all / DROWNS > sums.kept();
        if is_most || !drowns && sums.is_kept_around(page, id) {
            let is_lost = |at: &BlockIndex| !keep[*at] && !page.blocks()[*at].is_hidden;
            added.extend(blocks.filter(is_lost).map(|at| (at, DecidedBy::Code)));
        }
    }
    added
}

/// The blocks of code of a page that hold text, none within another, with the text blocks that they hold.
fn elements(page: &Page) -> Vec<(NodeId, Range<BlockIndex>)> {
    let document = page.document();
    let mut end = Document::ROOT;
    let mut found = Vec::new();
    for id in document.elements() {
        if id >= end && code::is_block(document, id) {
            end = document.end(id);
            found.push((id, page.blocks_within(id)));
        }
    }
    found.retain(|(_, blocks)| !blocks.is_empty());
    found
}

/// Characters outside code before each block: those that are kept, and all.
struct Sums(Vec<(u32, u32)>);

impl Sums {
    fn new(page: &Page, keep: &[bool], code: &[(NodeId, Range<BlockIndex>)]) -> Self {
        let mut code = code.iter().map(|(_, blocks)| blocks).peekable();
        let mut sums = Vec::with_capacity(keep.len() + 1);
        let (mut kept, mut all) = (0u32, 0u32);
        for (at, block) in page.blocks().iter().enumerate() {
            sums.push((kept, all));
            while code.next_if(|blocks| blocks.end <= at).is_some() {}
            if !code.peek().is_some_and(|blocks| blocks.contains(&at)) {
                all = all.saturating_add(block.characters);
                kept = kept.saturating_add(if keep[at] { block.characters } else { 0 });
            }
        }
        sums.push((kept, all));
        Self(sums)
    }

    /// Characters outside code that are kept.
    fn kept(&self) -> u32 {
        self.0.last().map_or(0, |(kept, _)| *kept)
    }

    /// Whether most of the text around an element is kept.
    fn is_kept_around(&self, page: &Page, id: NodeId) -> bool {
        let document = page.document();
        for above in document.ancestors(id).take(MOST_LEVELS) {
            let is_aside = matches!(document.tag(above), Tag::ASIDE | Tag::NAV | Tag::FOOTER);
            let blocks = page.blocks_within(above);
            let (from, to) = (self.0[blocks.start], self.0[blocks.end]);
            if to.1 - from.1 >= ENOUGH_AROUND {
                return (to.0 - from.0) * 2 >= to.1 - from.1;
            }
            if is_aside && to.0 == from.0 {
                return false;
            }
        }
        false
    }
}
