//! The lines of a block of code: its text as it is, without the additions of highlighters.

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::code::{is_column_of_numbers, is_extra, is_line};
use crate::page::{NodeFlags, Page};

/// The text of a block of code, `br` and the ends of lines that are elements as line ends.
pub(super) fn code_text(page: &Page, id: NodeId) -> String {
    let document = page.document();
    let id = lone_code(page, id).unwrap_or(id);
    let steps = steps(page, id);
    let lines_are_elements = lines_are_elements(document, &steps);
    let mut writer = Writer { text: String::new(), line_starts: Vec::new(), lines_are_elements };
    for step in steps {
        writer.step(document, step);
    }
    while let Some((_, start)) = writer.line_starts.pop() {
        writer.end_line(start);
    }
    let text = writer.text.replace("\r\n", "\n").replace(['\r', '\u{a0}'], " ");
    let is_mark = |c: char| matches!(c, '\u{200b}' | '\u{feff}');
    let text = if text.contains(is_mark) { text.replace(is_mark, "") } else { text };
    let text = text.trim_end();
    // The parser drops the first line end; some pages have more.
    let start = text.rfind('\n').map_or(0, |_| text.len() - text.trim_start_matches('\n').len());
    text[start..].to_owned()
}

/// Nodes outside the `code` of a `pre` that are looked at for labels.
const MOST_OUTSIDE: usize = 60;
/// The maximum number of characters of labels outside the `code` of a `pre`.
const MOST_LABELS: usize = 40;

/// The only `code` of a `pre`, if the rest is labels: so little text is not code.
fn lone_code(page: &Page, id: NodeId) -> Option<NodeId> {
    let document = page.document();
    let is_code = |node: &NodeId| document.tag(*node) == Tag::CODE;
    let mut codes = document.descendants(id).filter(is_code);
    let code = codes.next().filter(|_| document.tag(id) == Tag::PRE)?;
    if is_column_of_numbers(page.node(code)) {
        // The column after the numbers is the code.
        let second = codes.next()?;
        return codes.all(|other| other < document.end(second)).then_some(second);
    }
    if codes.any(|other| other >= document.end(code)) {
        return None;
    }
    let outside =
        document.descendants(id).filter(|node| *node < code || *node >= document.end(code));
    let (mut characters, mut has_label) = (0, false);
    for (count, node) in outside.enumerate() {
        if count == MOST_OUTSIDE {
            return None;
        }
        if document.kind(node) == NodeKind::Text {
            let text = document.text(node);
            characters += text.trim().chars().count();
        }
        has_label |= document.kind(node) == NodeKind::Element && is_extra(page.node(node));
    }
    (has_label && characters <= MOST_LABELS).then_some(code)
}

/// The parts of a block of code.
#[derive(Debug, Clone, Copy)]
enum Step {
    Text(NodeId),
    /// A text whose line ends are only the source's: `br` ends the lines.
    Collapsed(NodeId),
    Break,
    /// An element that may be a line; true if there is no other one in it.
    Line(NodeId, bool),
}

fn steps(page: &Page, id: NodeId) -> Vec<Step> {
    let document = page.document();
    let counts_codes = counts_codes(document, id);
    let shows_blanks = matches!(document.tag(id), Tag::PRE | Tag::XMP | Tag::CODE);
    let is_source = |node: NodeId| {
        let is_shown = shows_blanks || page.flags(node).has(NodeFlags::PREFORMATTED);
        is_blank_line(document, node) && (!is_shown || is_between_rows(document, node))
    };
    let is_break = |node: NodeId| document.tag(node) == Tag::BR;
    let has_breaks = !shows_blanks && document.descendants(id).any(is_break);
    let mut steps: Vec<Step> = Vec::new();
    let mut last_line: Option<(usize, NodeId)> = None;
    let mut skip_to = NodeId(0);
    for node in document.descendants(id) {
        if node < skip_to {
            continue;
        }
        match document.kind(node) {
            NodeKind::Text if page.flags(node).has(NodeFlags::NEVER_TEXT) => {}
            NodeKind::Text if !is_source(node) => {
                let is_shown = shows_blanks || page.flags(node).has(NodeFlags::PREFORMATTED);
                let collapses = !is_shown && has_breaks;
                steps.push(if collapses { Step::Collapsed(node) } else { Step::Text(node) });
            }
            NodeKind::Element if is_break(node) => steps.push(Step::Break),
            NodeKind::Element if is_extra(page.node(node)) => skip_to = document.end(node),
            NodeKind::Element if may_be_line(page, node, counts_codes) => {
                if let Some((at, around)) = last_line.filter(|(_, line)| node < document.end(*line))
                {
                    steps[at] = Step::Line(around, false);
                }
                last_line = Some((steps.len(), node));
                steps.push(Step::Line(node, true));
            }
            _ => {}
        }
    }
    steps
}

/// True if every `code` of a block is a line: several, side by side in a `pre`.
fn counts_codes(document: &Document, id: NodeId) -> bool {
    let is_code = |node: &NodeId| document.tag(*node) == Tag::CODE;
    document.tag(id) == Tag::PRE && document.children(id).filter(is_code).take(2).count() == 2
}

/// True if a text is white space of the source between rows of a table or items.
fn is_between_rows(document: &Document, node: NodeId) -> bool {
    let is_rows = |id: NodeId| {
        matches!(document.tag(id), Tag::TABLE | Tag::TBODY | Tag::TR | Tag::OL | Tag::UL)
    };
    document.parent(node).is_some_and(is_rows)
}

fn is_blank_line(document: &Document, node: NodeId) -> bool {
    let text = document.text(node);
    text.contains('\n') && text.trim().is_empty()
}

/// True if an element may hold one line: some pages make every line a block, or a span that a style sheet makes one.
fn may_be_line(page: &Page, id: NodeId, counts_codes: bool) -> bool {
    match page.document().tag(id) {
        Tag::DIV | Tag::LI | Tag::TR | Tag::P | Tag::PRE => true,
        Tag::CODE => counts_codes || is_line(page.node(id)),
        Tag::SPAN | Tag::TD => is_line(page.node(id)),
        _ => false,
    }
}

/// True if lines end with their elements: the text itself has fewer line ends than there are lines.
fn lines_are_elements(document: &Document, steps: &[Step]) -> bool {
    let (mut lines, mut ends) = (0usize, 0);
    for step in steps {
        match step {
            Step::Line(_, true) => lines += 1,
            Step::Text(node) => {
                ends += memchr::memchr_iter(b'\n', document.text(*node).as_bytes()).count();
            }
            _ => {}
        }
    }
    lines > ends + 1 || lines > 0 && ends == 0
}

struct Writer {
    text: String,
    /// Lines that have begun: where their elements end, and where their text starts.
    line_starts: Vec<(NodeId, usize)>,
    lines_are_elements: bool,
}

impl Writer {
    fn step(&mut self, document: &Document, step: Step) {
        let (Step::Text(node) | Step::Collapsed(node) | Step::Line(node, _)) = step else {
            return self.text.push('\n');
        };
        while let Some((_, start)) = self.line_starts.pop_if(|(end, _)| *end <= node) {
            self.end_line(start);
        }
        match step {
            Step::Text(_) => self.text.push_str(document.text(node)),
            Step::Collapsed(_) => self.push_collapsed(document.text(node)),
            Step::Line(_, is_innermost) => {
                let is_begun = !self.text.is_empty() && !self.text.ends_with('\n');
                if is_begun && (self.lines_are_elements || is_block(document, node)) {
                    self.text.push('\n');
                }
                if is_innermost && self.lines_are_elements {
                    self.line_starts.push((document.end(node), self.text.len()));
                }
            }
            Step::Break => {}
        }
    }

    fn push_collapsed(&mut self, text: &str) {
        for (number, line) in text.split('\n').enumerate() {
            let line = if number > 0 { line.trim_start() } else { line };
            let is_begun = !self.text.is_empty() && !self.text.ends_with(['\n', ' ']);
            if number > 0 && is_begun && !line.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(line.trim_end_matches('\r'));
        }
    }

    /// A line element without text is a blank line.
    fn end_line(&mut self, start: usize) {
        if self.text.len() == start {
            self.text.push('\n');
        }
    }
}

fn is_block(document: &Document, id: NodeId) -> bool {
    document.tag(id).is_block_level()
        && document
            .attribute(id, AttributeName::STYLE)
            .is_none_or(|style| !style.contains("inline"))
}
