//! What is known of a page when its records are looked for.

use crate::kind::PageKind;
use crate::page::BlockIndex;
use crate::text::dates::Moment;

/// What is known of a page when its records are looked for.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The page kind.
    pub kind: Option<PageKind>,
    /// For every block whether it is main text.
    pub kept: &'a [bool],
    /// When it was read.
    pub read_at: Option<Moment>,
}

impl Known<'_> {
    /// One past the last block of the main text.
    pub(super) fn main_end(&self) -> BlockIndex {
        self.kept.iter().rposition(|kept| *kept).map_or(0, |last| last + 1)
    }
}
