//! Spans of text in the buffer of a document.

/// A range of bytes in the document's buffer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    #[inline]
    pub(super) fn of(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }
}
