//! The page as bare lines: its source with the tags removed, as line-density reads it.

use std::ops::Range;

use crate::dom::{NodeId, NodeKind, Tag};
use crate::numbers::saturated;
use crate::page::{BlockIndex, Node, NodeFlags, Page};
use crate::text::chars::{Classes, classes};
use crate::text::eight_bytes;

/// A piece of one text node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextSpan {
    /// The text node.
    pub node: NodeId,
    /// The first byte in its text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A line of the source without tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Its pieces in document order, as a range of [`Lines::spans`].
    pub spans: Range<u32>,
    /// Characters including blanks between words, but not at either end.
    pub characters: u32,
    /// Characters including blanks at both ends, without the line end.
    pub length: u32,
}

impl Line {
    /// True if the line shows nothing (the no-break and the ideographic space are blank).
    pub fn is_blank(&self) -> bool {
        self.characters == 0
    }
}

/// The lines of a page's source.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lines {
    /// The lines in order.
    pub lines: Vec<Line>,
    /// The pieces of all lines.
    pub spans: Vec<TextSpan>,
}

impl Lines {
    /// The blocks whose text is on a line, in document order; empty for a blank line.
    pub fn blocks(&self, line: &Line, page: &Page) -> Vec<BlockIndex> {
        if line.is_blank() {
            return Vec::new();
        }
        let spans = &self.spans[line.spans.start as usize..line.spans.end as usize];
        let mut blocks: Vec<_> = spans.iter().filter_map(|s| page.block_of(s.node)).collect();
        blocks.dedup();
        blocks
    }
}

/// Splits the page's source into lines: only line ends in the source end a line, never tags, and
/// the removed scripts, styles, comments and the `head` leave no lines behind.
pub fn lines(page: &Page) -> Lines {
    let mut lines = Lines::default();
    let length = page.document().len();
    lines.spans.reserve(length);
    let mut reader = Reader { lines: &mut lines, characters: 0, length: 0, blanks: 0 };
    let mut id = NodeId(0);
    while id.index() < length {
        let node = page.node(id);
        match node.kind() {
            NodeKind::Element if is_removed(node.tag()) => {
                id = node.end();
                continue;
            }
            NodeKind::Text => reader.node(node),
            _ => {}
        }
        id = NodeId(id.0 + 1);
    }
    reader.end_line();
    lines
}

fn is_removed(tag: Tag) -> bool {
    matches!(tag, Tag::SCRIPT | Tag::STYLE | Tag::HEAD | Tag::TEMPLATE)
}

/// Finds the next line end. Most texts are so short that only a few bytes need checking.
fn next_line_end(text: &str, from: usize) -> Option<usize> {
    let rest = &text.as_bytes()[from..];
    let found = if rest.len() < 32 {
        eight_bytes::position(rest, b'\n')
    } else {
        memchr::memchr(b'\n', rest)
    };
    found.map(|at| from + at)
}

struct Reader<'l> {
    lines: &'l mut Lines,
    /// The characters of the current line.
    characters: u32,
    length: u32,
    /// Blanks since its last visible character; they count only if another follows.
    blanks: u32,
}

impl Reader<'_> {
    /// Reads a text node.
    fn node(&mut self, node: Node) {
        let amounts = node.amounts();
        let (text, all) = (node.text(), amounts.markup as usize);
        if node.flags().has(NodeFlags::NEVER_TEXT) {
            self.text(node.id, text, text.chars().count());
        } else if amounts.characters == 0 && all == text.len() {
            // Most texts are line ends and the indentation of what follows.
            self.blanks(node.id, text.as_bytes());
        } else {
            self.text(node.id, text, all);
        }
    }

    /// Reads a text of `all` characters.
    fn text(&mut self, node: NodeId, text: &str, all: usize) {
        let mut start = 0;
        while start < text.len() {
            if text.as_bytes()[start] == b'\n' {
                self.end_line();
                start += 1;
                continue;
            }
            let end = next_line_end(text, start).unwrap_or(text.len());
            let part = &text[start..end];
            let is_whole = part.len() == text.len();
            self.count(part, if is_whole { all } else { part.chars().count() });
            self.piece(node, start, end);
            start = end;
        }
    }

    /// Like [`Reader::text`], for ASCII blanks.
    fn blanks(&mut self, node: NodeId, text: &[u8]) {
        let mut start = 0;
        eight_bytes::each(text, b'\n', |at| {
            self.indent(node, start, at);
            self.end_line();
            start = at + 1;
        });
        self.indent(node, start, text.len());
    }

    fn piece(&mut self, node: NodeId, start: usize, end: usize) {
        let (start, end) = (saturated(start), saturated(end));
        self.lines.spans.push(TextSpan { node, start, end });
    }

    /// Counts the blanks from `start` to `end`.
    fn indent(&mut self, node: NodeId, start: usize, end: usize) {
        if start < end {
            let count = saturated(end - start);
            self.length += count;
            self.blanks += if self.characters > 0 { count } else { 0 };
            self.piece(node, start, end);
        }
    }

    /// Counts a part of the line, of `all` characters; blanks at the ends of the line do not count.
    fn count(&mut self, part: &str, all: usize) {
        let is_blank = |c: &char| classes().has(*c, Classes::BLANK);
        let leading = part.chars().take_while(is_blank).count();
        self.length += saturated(all);
        self.blanks += if self.characters > 0 { saturated(leading) } else { 0 };
        if leading < all {
            let trailing = part.chars().rev().take_while(is_blank).count();
            self.characters += self.blanks + saturated(all - leading - trailing);
            self.blanks = saturated(trailing);
        }
    }

    fn end_line(&mut self) {
        let lines = &mut *self.lines;
        let start = lines.lines.last().map_or(0, |line| line.spans.end);
        let (characters, length) = (self.characters, self.length);
        let end = saturated(lines.spans.len());
        lines.lines.push(Line { spans: start..end, characters, length });
        (self.characters, self.length, self.blanks) = (0, 0, 0);
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
