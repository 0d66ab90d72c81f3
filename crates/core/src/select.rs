//! From a verdict to content: the chosen pieces of text, block by block.

use crate::methods::Verdict;
use crate::page::lines::TextSpan;
use crate::page::{BlockIndex, Page};
use std::ops::Range;

/// The chosen text of a page, in document order; its text is a subsequence of the page's.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {
    /// The chosen pieces.
    pub spans: Vec<TextSpan>,
    /// The blocks that hold them: which block, and which of the pieces.
    pub blocks: Vec<(BlockIndex, Range<usize>)>,
}

/// The content that `verdict` chose. Pieces that belong to no block of the page (the `title`
/// element, choices of a form) are no text of the page and left out.
pub fn select(page: &Page, verdict: &Verdict) -> Content {
    let mut content = Content::default();
    let mut chosen = verdict.spans.iter().copied().peekable();
    for (index, block) in page.blocks().iter().enumerate() {
        let start = content.spans.len();
        for text in page.texts_of(block) {
            while chosen.next_if(|span| span.node < text.node).is_some() {}
            while let Some(span) = chosen.next_if(|span| span.node == text.node) {
                content.spans.push(span);
            }
        }
        if content.spans.len() > start {
            content.blocks.push((index, start..content.spans.len()));
        }
    }
    content
}

/// All of a page's text.
pub fn everything(page: &Page) -> Content {
    let count = page.blocks().len();
    select(page, &Verdict::from_blocks(page, vec![1.0; count], vec![true; count]))
}
