//! The content that the walk has not reached yet.

use crate::dom::{Document, NodeId};
use crate::page::Node;
use crate::page::lines::TextSpan;
use crate::select::Content;

/// The rest of the content: nodes with their pieces, in document order.
pub(super) struct Rest<'c> {
    content: &'c Content,
    span: usize,
    medium: usize,
}

impl<'c> Rest<'c> {
    pub(super) fn new(content: &'c Content) -> Self {
        Self { content, span: 0, medium: 0 }
    }

    /// True if content is left before `end`.
    pub(super) fn has_before(&self, end: NodeId) -> bool {
        self.content.spans.get(self.span).is_some_and(|span| span.node < end)
            || self.content.media.get(self.medium).is_some_and(|medium| *medium < end)
    }

    /// Skips the content before `end`.
    pub(super) fn pass(&mut self, end: NodeId) {
        while self.content.spans.get(self.span).is_some_and(|span| span.node < end) {
            self.span += 1;
        }
        self.pass_media(end);
    }

    fn pass_media(&mut self, end: NodeId) {
        while self.content.media.get(self.medium).is_some_and(|medium| *medium < end) {
            self.medium += 1;
        }
    }

    /// Takes the next piece of a text.
    pub(super) fn take_piece(&mut self, text: Node) -> Option<TextSpan> {
        let span = self.content.spans.get(self.span).filter(|span| span.node == text.id)?;
        self.span += 1;
        Some(*span)
    }

    /// Takes an image, player or frame; false if it is not part of the content.
    pub(super) fn take_medium(&mut self, node: Node) -> bool {
        self.pass_media(node.id);
        let is_next = self.content.media.get(self.medium) == Some(&node.id);
        self.medium += usize::from(is_next);
        is_next
    }

    /// The text of the piece before the one that was taken last.
    pub(super) fn before_last(&self) -> NodeId {
        self.span.checked_sub(2).map_or(Document::ROOT, |last| self.content.spans[last].node)
    }

    /// True if a text is still to come.
    pub(super) fn holds(&self, text: NodeId) -> bool {
        self.content.spans[self.span..].binary_search_by_key(&text, |span| span.node).is_ok()
    }

    /// True if text has been taken and text is still to come.
    pub(super) fn is_amid_text(&self) -> bool {
        self.span > 0 && self.span < self.content.spans.len()
    }

    /// True if a cell has no text, but its row has some.
    pub(super) fn is_gap_in_row(&self, cell: Node) -> bool {
        let Some(row) = cell.parent() else { return false };
        let (before, rest) = self.content.spans.split_at(self.span);
        let next = rest.first().map(|span| span.node);
        let is_empty = next.is_none_or(|next| next >= cell.end());
        let is_after = next.is_some_and(|next| next < row.end());
        is_empty && (is_after || before.last().is_some_and(|span| span.node > row.id))
    }
}
