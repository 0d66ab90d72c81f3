//! The facts known of a page when its fields are gathered.

use std::ops::Range;

use crate::dom::NodeId;
use crate::kind::{KINDS, KindProbability, PageKind};
use crate::page::BlockIndex;
use crate::text::dates::{Date, Moment};

/// The facts known of a page when its fields are gathered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    /// The blocks of its main text, first to last.
    pub main: Option<Range<BlockIndex>>,
    /// The page kind.
    pub kind: Option<PageKind>,
    /// The probabilities of all page kinds; empty if the method does not estimate them. A forum's list of threads counts as a
    /// listing.
    pub kinds: Vec<KindProbability>,
    /// True if the page shows posts of a thread.
    pub has_posts: bool,
    /// When it was read.
    pub read_at: Option<Moment>,
    /// Author and date of the first post of a thread.
    pub first_post: Option<(Option<String>, Option<Date>)>,
    /// True if the first post has neither, so that names and dates on the page belong to answers.
    pub is_question: bool,
    /// The first node of each range whose dates are not the page's, and the one after its last, in the order of the page: of
    /// comments, of items of a list, of reviews with the newest first.
    pub others: Vec<(NodeId, NodeId)>,
}

impl Known {
    /// The probability of each of [`KINDS`]. A method that estimates none is one for articles.
    pub(super) fn kind_probabilities(&self) -> impl Iterator<Item = f32> + '_ {
        KINDS.iter().map(|info| {
            let is_article = f32::from(u8::from(info.kind == PageKind::Article));
            let own = self.kinds.iter().find(|one| one.kind == info.kind);
            own.map_or(if self.kinds.is_empty() { is_article } else { 0.0 }, |one| one.probability)
        })
    }

    /// True if a node is in one of [`others`](Self::others).
    pub(super) fn is_of_others(&self, id: NodeId) -> bool {
        /// An answer may stand inside a comment.
        const MOST_LEVELS: usize = 8;
        let after = self.others.partition_point(|(start, _)| *start <= id);
        self.others[..after].iter().rev().take(MOST_LEVELS).any(|(_, end)| id < *end)
    }
}
