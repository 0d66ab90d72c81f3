//! The page as bare lines: its source with the tags taken out (seed 003).

use crate::dom::{NodeId, NodeKind, Tag};
use crate::page::{BlockIndex, Page};
use crate::text::chars::is_blank;

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
    /// Its pieces in document order.
    pub spans: Vec<TextSpan>,
    /// Characters, blanks between words included, blanks at both ends left out.
    pub characters: u32,
    /// Characters with the blanks at both ends, the line end left out.
    pub length: u32,
}

impl Line {
    /// The blocks that the line holds text of, in document order; none for a blank line.
    pub fn blocks(&self, page: &Page) -> Vec<BlockIndex> {
        if self.is_blank() {
            return Vec::new();
        }
        let mut blocks: Vec<_> = self.spans.iter().filter_map(|s| page.block_of(s.node)).collect();
        blocks.dedup();
        blocks
    }

    /// Whether the line shows nothing (the no-break and the ideographic space are blank).
    pub fn is_blank(&self) -> bool {
        self.characters == 0
    }
}

/// The lines of the page's source: only line ends of the source end one, tags never do, and removed
/// scripts, styles, comments and the `head` leave none behind.
pub fn lines(page: &Page) -> Vec<Line> {
    let document = page.document();
    let mut lines = vec![LineBuilder::default()];
    let mut skip_to = NodeId(0);
    for id in document.ids() {
        if id < skip_to {
            continue;
        }
        match document.kind(id) {
            NodeKind::Element if is_removed(document.tag(id)) => skip_to = document.end(id),
            NodeKind::Text => push_text(&mut lines, id, document.text(id)),
            _ => {}
        }
    }
    lines.into_iter().map(LineBuilder::finish).collect()
}

fn is_removed(tag: Tag) -> bool {
    matches!(tag, Tag::SCRIPT | Tag::STYLE | Tag::HEAD | Tag::TEMPLATE)
}

fn push_text(lines: &mut Vec<LineBuilder>, node: NodeId, text: &str) {
    let mut start = 0;
    for (index, part) in text.split('\n').enumerate() {
        if index > 0 {
            lines.push(LineBuilder::default());
        }
        let end = start + part.len();
        if let Some(line) = lines.last_mut()
            && !part.is_empty()
        {
            let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            line.push(TextSpan { node, start: offset(start), end: offset(end) }, part);
        }
        start = end + 1;
    }
}

#[derive(Default)]
struct LineBuilder {
    line: Line,
    /// Blanks since the last visible character; they count only if another follows.
    blanks: u32,
}

impl LineBuilder {
    fn push(&mut self, span: TextSpan, text: &str) {
        self.line.spans.push(span);
        for c in text.chars() {
            self.line.length += 1;
            if is_blank(c) {
                self.blanks += u32::from(self.line.characters > 0);
            } else {
                self.line.characters += 1 + self.blanks;
                self.blanks = 0;
            }
        }
    }

    fn finish(self) -> Line {
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_do_not_break_lines_and_line_ends_do() {
        let page =
            Page::new("<div>a<p>b</p>\n<script>x\ny</script> c d \n\u{3000}\u{a0}\ne</div>", None);
        let counts: Vec<u32> = lines(&page).iter().map(|line| line.characters).collect();
        assert_eq!(counts, [2, 3, 0, 1]);
        let blocks: Vec<Vec<_>> = lines(&page).iter().map(|line| line.blocks(&page)).collect();
        assert_eq!(blocks, [vec![0, 1], vec![2], vec![], vec![2]]);
    }
}
