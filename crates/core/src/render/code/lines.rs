//! The lines of a block of code: its text as it is, without the additions of highlighters.

use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::code::{is_column_of_numbers, is_extra, is_line};
use crate::page::{Node, NodeFlags};

/// The text of a block of code, `br` and the ends of lines that are elements as line ends.
pub(super) fn code_text(node: Node) -> String {
    let steps = steps(lone_code(node).unwrap_or(node));
    let lines_are_elements = lines_are_elements(&steps);
    let mut writer = Writer { text: String::new(), line_starts: Vec::new(), lines_are_elements };
    for step in steps {
        writer.step(step);
    }
    while let Some((_, start)) = writer.line_starts.pop() {
        writer.end_line(start);
    }
    let text = writer.text.replace("\r\n", "\n").replace(['\r', '\u{a0}'], " ");
    let marks = ['\u{200b}', '\u{feff}'];
    let text = if text.contains(marks) { text.replace(marks, "") } else { text };
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
fn lone_code(node: Node) -> Option<Node> {
    let mut codes = node.descendants().filter(|inner| inner.is(Tag::CODE));
    let code = codes.next().filter(|_| node.is(Tag::PRE))?;
    if is_column_of_numbers(code) {
        // The column after the numbers is the code.
        let second = codes.next()?;
        return codes.all(|other| other.id < second.end()).then_some(second);
    }
    if codes.any(|other| other.id >= code.end()) {
        return None;
    }
    let outside = node.descendants().filter(|inner| *inner < code || inner.id >= code.end());
    let (mut characters, mut has_label) = (0, false);
    for (count, inner) in outside.enumerate() {
        if count == MOST_OUTSIDE {
            return None;
        }
        if inner.is_text() {
            characters += inner.text().trim().chars().count();
        }
        has_label |= inner.is_element() && is_extra(inner);
    }
    (has_label && characters <= MOST_LABELS).then_some(code)
}

/// The parts of a block of code.
#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Text(Node<'p>),
    /// A text whose line ends are only the source's: `br` ends the lines.
    Collapsed(Node<'p>),
    Break,
    /// An element that may be a line; true if there is no other one in it.
    Line(Node<'p>, bool),
}

fn steps(block: Node) -> Vec<Step> {
    let counts_codes = counts_codes(block);
    let shows_blanks = matches!(block.tag(), Tag::PRE | Tag::XMP | Tag::CODE);
    let has_breaks = !shows_blanks && block.descendants().any(|node| node.is(Tag::BR));
    let mut steps: Vec<Step> = Vec::new();
    let mut last_line: Option<(usize, Node)> = None;
    let mut skip_to = NodeId(0);
    for node in block.descendants() {
        if node.id < skip_to {
            continue;
        }
        if node.is_text() {
            let is_shown = shows_blanks || node.flags().has(NodeFlags::PREFORMATTED);
            let is_source = is_blank_line(node) && (!is_shown || is_between_rows(node));
            if !is_source && !node.flags().has(NodeFlags::NEVER_TEXT) {
                let collapses = !is_shown && has_breaks;
                steps.push(if collapses { Step::Collapsed(node) } else { Step::Text(node) });
            }
        } else if node.is(Tag::BR) {
            steps.push(Step::Break);
        } else if node.is_element() && is_extra(node) {
            skip_to = node.end();
        } else if may_be_line(node, counts_codes) {
            if let Some((at, around)) = last_line.filter(|(_, line)| node.id < line.end()) {
                steps[at] = Step::Line(around, false);
            }
            last_line = Some((steps.len(), node));
            steps.push(Step::Line(node, true));
        }
    }
    steps
}

/// True if every `code` of a block is a line: several, side by side in a `pre`.
fn counts_codes(block: Node) -> bool {
    block.is(Tag::PRE) && block.children().filter(|child| child.is(Tag::CODE)).take(2).count() == 2
}

/// True if a text is white space of the source between rows of a table or items.
fn is_between_rows(text: Node) -> bool {
    text.parent().is_some_and(|parent| {
        matches!(parent.tag(), Tag::TABLE | Tag::TBODY | Tag::TR | Tag::OL | Tag::UL)
    })
}

fn is_blank_line(node: Node) -> bool {
    let text = node.text();
    text.contains('\n') && text.trim().is_empty()
}

/// True if an element may hold one line: some pages make every line a block, or a span that a style sheet makes one.
fn may_be_line(node: Node, counts_codes: bool) -> bool {
    match node.tag() {
        Tag::DIV | Tag::LI | Tag::TR | Tag::P | Tag::PRE => true,
        Tag::CODE => counts_codes || is_line(node),
        Tag::SPAN | Tag::TD => is_line(node),
        _ => false,
    }
}

/// True if lines end with their elements: the text itself has fewer line ends than there are lines.
fn lines_are_elements(steps: &[Step]) -> bool {
    let (mut lines, mut ends) = (0usize, 0);
    for step in steps {
        match step {
            Step::Line(_, true) => lines += 1,
            Step::Text(node) => {
                ends += memchr::memchr_iter(b'\n', node.text().as_bytes()).count();
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
    fn step(&mut self, step: Step) {
        let (Step::Text(node) | Step::Collapsed(node) | Step::Line(node, _)) = step else {
            return self.text.push('\n');
        };
        while let Some((_, start)) = self.line_starts.pop_if(|(end, _)| *end <= node.id) {
            self.end_line(start);
        }
        match step {
            Step::Text(_) => self.text.push_str(node.text()),
            Step::Collapsed(_) => self.push_collapsed(node.text()),
            Step::Line(_, is_innermost) => {
                let is_begun = !self.text.is_empty() && !self.text.ends_with('\n');
                if is_begun && (self.lines_are_elements || is_block(node)) {
                    self.text.push('\n');
                }
                if is_innermost && self.lines_are_elements {
                    self.line_starts.push((node.end(), self.text.len()));
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

fn is_block(node: Node) -> bool {
    node.tag().is_block_level() && !node.value(AttributeName::STYLE).contains("inline")
}
