//! The forms of input.

use crate::page::RenderedPage;

/// A page to extract.
#[derive(Debug)]
#[non_exhaustive]
pub enum Input<'a> {
    /// Bytes as sent by a server; the encoding is detected.
    Bytes(&'a [u8]),
    /// HTML already decoded, whatever encoding it declares.
    Text(&'a str),
    /// A page that a browser has rendered, with the bounding boxes of its elements.
    Rendered(RenderedPage),
}

impl Input<'_> {
    /// The length of the page in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Text(text) => text.len(),
            Self::Rendered(page) => page.document.bytes(),
        }
    }
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a> From<&'a Vec<u8>> for Input<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a> From<&'a str> for Input<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Input<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<RenderedPage> for Input<'_> {
    fn from(page: RenderedPage) -> Self {
        Self::Rendered(page)
    }
}
