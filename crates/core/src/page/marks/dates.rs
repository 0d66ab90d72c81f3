//! Dates of blocks.

use crate::page::{Block, Page};
use crate::text::dates::{self, FoundDate};

/// By block, the day that it names; `None` for longer ones.
pub(super) fn of(page: &Page) -> Vec<Option<FoundDate>> {
    let short = |block: &&Block| block.characters <= dates::LONGEST_LINE;
    let date = |block: &Block| {
        Some(block).filter(short).and_then(|b| dates::find_day(page.block_text(b), None))
    };
    page.blocks().iter().map(date).collect()
}
