//! The page as bare lines: its source with the tags taken out (seed 003).

use std::ops::Range;

use crate::dom::{NodeId, NodeKind, Tag};
use crate::page::{BlockIndex, Page};
use crate::text::chars::{Classes, classes};

/// A piece of one text node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextSpan {
    /// The text node.
    pub node: NodeId,
    /// First byte of its text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A line of the source without tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Its pieces in document order, as a range of [`Lines::spans`].
    pub spans: Range<usize>,
    /// Characters, blanks between words included, blanks at both ends left out.
    pub characters: u32,
    /// Characters with the blanks at both ends, the line end left out.
    pub length: u32,
}

impl Line {
    /// Whether the line shows nothing (the no-break and the ideographic space are blank).
    pub fn is_blank(&self) -> bool {
        self.characters == 0
    }
}

/// The lines of a page's source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// The lines in their order.
    pub lines: Vec<Line>,
    /// The pieces of all lines.
    pub spans: Vec<TextSpan>,
}

impl Lines {
    /// The blocks that a line holds text of, in document order; none for a blank line.
    pub fn blocks(&self, line: &Line, page: &Page) -> Vec<BlockIndex> {
        if line.is_blank() {
            return Vec::new();
        }
        let spans = &self.spans[line.spans.clone()];
        let mut blocks: Vec<_> = spans.iter().filter_map(|s| page.block_of(s.node)).collect();
        blocks.dedup();
        blocks
    }
}

/// The lines of the page's source: only line ends of the source end one, tags never do, and removed
/// scripts, styles, comments and the `head` leave none behind.
pub fn lines(page: &Page) -> Lines {
    let document = page.document();
    let mut builder = Builder { lines: Lines::default(), line: Line::default(), blanks: 0 };
    builder.lines.spans.reserve(document.len());
    let mut id = NodeId(0);
    while id.index() < document.len() {
        match document.kind(id) {
            NodeKind::Element if is_removed(document.tag(id)) => {
                id = document.end(id);
                continue;
            }
            NodeKind::Text => builder.push_text(id, document.text(id)),
            _ => {}
        }
        id = NodeId(id.0 + 1);
    }
    builder.end_line();
    builder.lines
}

fn is_removed(tag: Tag) -> bool {
    matches!(tag, Tag::SCRIPT | Tag::STYLE | Tag::HEAD | Tag::TEMPLATE)
}

/// The next line end from a place on; most texts are too short for more than a look at each byte.
fn next_line_end(text: &str, from: usize) -> Option<usize> {
    let rest = &text.as_bytes()[from..];
    let found = if rest.len() < 32 {
        rest.iter().position(|byte| *byte == b'\n')
    } else {
        memchr::memchr(b'\n', rest)
    };
    found.map(|at| from + at)
}

struct Builder {
    lines: Lines,
    /// The line that is read.
    line: Line,
    /// Blanks since its last visible character; they count only if another follows.
    blanks: u32,
}

impl Builder {
    fn push_text(&mut self, node: NodeId, text: &str) {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let mut start = 0;
        while let Some(end) = next_line_end(text, start) {
            self.count(&text[start..end]);
            self.push_span(node, offset(start), offset(end));
            self.end_line();
            start = end + 1;
        }
        self.count(&text[start..]);
        self.push_span(node, offset(start), offset(text.len()));
    }

    /// Counts a part of the line; blanks at the ends of the line do not count.
    fn count(&mut self, part: &str) {
        let classes = classes();
        let is_blank = |c: &char| classes.of(*c) & Classes::BLANK != 0;
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        if part.bytes().all(|byte| matches!(byte, b' ' | b'\t')) {
            self.line.length += number(part.len());
            self.blanks += if self.line.characters > 0 { number(part.len()) } else { 0 };
            return;
        }
        // Characters are the bytes that begin one.
        let all = number(part.bytes().filter(|byte| byte & 0xc0 != 0x80).count());
        let leading = number(part.chars().take_while(is_blank).count());
        self.line.length += all;
        let is_begun = self.line.characters > 0;
        self.blanks += if is_begun { leading } else { 0 };
        if leading < all {
            let trailing = number(part.chars().rev().take_while(is_blank).count());
            self.line.characters += self.blanks + (all - leading - trailing);
            self.blanks = trailing;
        }
    }

    fn push_span(&mut self, node: NodeId, start: u32, end: u32) {
        if start < end {
            self.lines.spans.push(TextSpan { node, start, end });
        }
    }

    fn end_line(&mut self) {
        let end = self.lines.spans.len();
        let mut line = std::mem::take(&mut self.line);
        line.spans.end = end;
        self.lines.lines.push(line);
        self.line.spans = end..end;
        self.blanks = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_do_not_break_lines_and_line_ends_do() {
        let page =
            Page::new("<div>a<p>b</p>\n<script>x\ny</script> c d \n\u{3000}\u{a0}\ne</div>", None);
        let found = lines(&page);
        let counts: Vec<u32> = found.lines.iter().map(|line| line.characters).collect();
        assert_eq!(counts, [2, 3, 0, 1]);
        let blocks: Vec<Vec<_>> =
            found.lines.iter().map(|line| found.blocks(line, &page)).collect();
        assert_eq!(blocks, [vec![0, 1], vec![2], vec![], vec![2]]);
    }
}
