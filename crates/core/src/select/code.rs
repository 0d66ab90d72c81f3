//! The rule about blocks of code.

use super::draft::Draft;
use crate::dom::{Document, NodeId, Tag};
use crate::page::{BlockIndex, Page, code};
use std::ops::Range;

/// Characters of text around a block of code that are enough to decide by.
const ENOUGH_AROUND: u32 = 20;
/// Levels up the tree that are searched for text.
const MOST_LEVELS: usize = 8;
/// A code block this many times as long as the kept text is a log or a data set, which would drown the text.
const DROWNS: u32 = 8;

/// Blocks of code with kept text around them.
pub(super) fn among_text(draft: &Draft) -> Vec<BlockIndex> {
    let (page, found) = (draft.page, elements(draft.page));
    if found.is_empty() {
        return Vec::new();
    }
    let sums = Sums::new(draft, &found);
    let drowns =
        |blocks: &Range<BlockIndex>| draft.amounts(blocks.clone()).1 / DROWNS > sums.kept();
    let is_among = |(id, blocks): &(NodeId, Range<BlockIndex>)| {
        !drowns(blocks) && sums.is_kept_around(page, *id)
    };
    found.iter().filter(|code| is_among(code)).flat_map(|(_, blocks)| blocks.clone()).collect()
}

/// The outermost blocks of code of a page that hold text, with the text blocks that they hold.
fn elements(page: &Page) -> Vec<(NodeId, Range<BlockIndex>)> {
    let document = page.document();
    let mut end = Document::ROOT;
    let mut found = Vec::new();
    for id in document.elements() {
        if id >= end && code::is_block(page.node(id)) {
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
    fn new(draft: &Draft, code: &[(NodeId, Range<BlockIndex>)]) -> Self {
        let mut code = code.iter().map(|(_, blocks)| blocks).peekable();
        let mut sums = Vec::with_capacity(draft.blocks().len() + 1);
        let (mut kept, mut all) = (0u32, 0u32);
        for (at, block) in draft.blocks().iter().enumerate() {
            sums.push((kept, all));
            while code.next_if(|blocks| blocks.end <= at).is_some() {}
            // The caption of a block of code is its name, and no text around it.
            let is_caption = draft.page.document().tag(block.container) == Tag::FIGCAPTION;
            if !is_caption && !code.peek().is_some_and(|blocks| blocks.contains(&at)) {
                all = all.saturating_add(block.characters);
                kept = kept.saturating_add(if draft.is_kept(at) { block.characters } else { 0 });
            }
        }
        sums.push((kept, all));
        Self(sums)
    }

    /// Characters outside code that are kept.
    fn kept(&self) -> u32 {
        self.0.last().map_or(0, |(kept, _)| *kept)
    }

    /// True if most of the text around an element is kept.
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
