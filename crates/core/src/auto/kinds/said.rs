//! What the short texts of a page say, found once for all numbers of its kind.

use crate::page::{BlockRef, Page};
use crate::text::dates;
use crate::text::prices::has_price;

/// The longest text that is read, in characters.
const LONGEST: u32 = 80;

/// By block, how many blocks before it say something.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) dates: Counts,
    pub(super) prices: Counts,
}

/// Sums over the blocks before a place.
#[derive(Debug)]
pub(super) struct Counts(Vec<u32>);

impl Counts {
    fn of(said: impl ExactSizeIterator<Item = bool>) -> Self {
        let mut sums = Vec::with_capacity(said.len() + 1);
        sums.push(0);
        let mut sum = 0;
        sums.extend(said.map(|is_said| {
            sum += u32::from(is_said);
            sum
        }));
        Self(sums)
    }

    /// How many of these blocks say it.
    pub(super) fn among(&self, blocks: &std::ops::Range<usize>) -> u32 {
        self.0[blocks.end.max(blocks.start)] - self.0[blocks.start]
    }

    /// True if this block says it.
    pub(super) fn has(&self, block: usize) -> bool {
        self.among(&(block..block + 1)) > 0
    }
}

impl Said {
    pub(super) fn of(page: &Page) -> Self {
        let short = |block: BlockRef<'_>| block.characters <= LONGEST;
        let dates = page.block_refs().map(|b| short(b) && is_dated(b.text().trim()));
        let prices = page.block_refs().map(|b| short(b) && has_price(b.text()));
        Self { dates: Counts::of(dates), prices: Counts::of(prices) }
    }
}

fn is_dated(text: &str) -> bool {
    dates::may_hold_date(text) && dates::find(text).is_some()
}
