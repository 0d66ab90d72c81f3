//! The facts known of a page when its fields are gathered.

use std::ops::Range;

use crate::kind::PageKind;
use crate::page::BlockIndex;
use crate::text::dates::{Date, Moment};

/// The facts known of a page when its fields are gathered.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The blocks of its main text, first to last.
    pub main: Option<Range<BlockIndex>>,
    /// The page kind.
    pub kind: Option<PageKind>,
    /// The kind, where it is nearly certain. That of a forum's list of threads is a listing.
    pub sure_kind: Option<PageKind>,
    /// When it was read.
    pub read_at: Option<Moment>,
    /// Author and date of the first post of a thread.
    pub first_post: Option<(Option<String>, Option<Date>)>,
    /// True if the first post has neither, so that names and dates on the page belong to answers.
    pub is_question: bool,
}
