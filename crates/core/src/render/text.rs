//! Plain text: one line for each line that a reader sees, `- ` or a number before items, `[1]` before notes, `|` around
//! the cells of a row.

use super::events::{Element, Event};
use super::raised;

/// The article as plain text.
pub fn text(events: &[Event]) -> String {
    text_with(events, |_, _, _| {})
}

/// The article as plain text; visits every event with the length of the text before it and the text behind it, whose end
/// may still lose blanks.
pub(super) fn text_with<'e, 'a>(
    events: &'e [Event<'a>],
    mut visit: impl FnMut(&'e Event<'a>, usize, &str),
) -> String {
    let mut writer = Writer::default();
    let mut at = 0;
    while at < events.len() {
        let before = writer.out.len();
        let count = match raised::of(&events[at..], writer.before()) {
            Some((number, count)) => {
                writer.push(&number);
                count
            }
            None => {
                writer.event(&events[at]);
                1
            }
        };
        events[at..].iter().take(count).for_each(|event| visit(event, before, &writer.out));
        at += count;
    }
    writer.out.truncate(writer.out.trim_end().len());
    writer.out
}

#[derive(Default)]
struct Writer {
    out: String,
    /// The effects of the open elements' ends.
    open: Vec<Ends>,
    /// The next number of each open list; `None` for lists without numbers.
    lists: Vec<Option<u32>>,
    /// The mark to put before the next line.
    mark: String,
    /// True if the next text starts a new line.
    is_line_over: bool,
    /// The number of open table rows.
    in_row: usize,
}

/// The effect of an element's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    Line,
    List,
    Note,
    Cell,
    Row,
    /// A closing mark.
    Mark(&'static str),
    Nothing,
}

impl Writer {
    /// The character before the next text, on its line.
    fn before(&self) -> Option<char> {
        self.out.chars().next_back().filter(|c| !self.is_line_over && *c != '\n')
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Start(element) => self.start(element),
            Event::End => self.end(),
            Event::Text(text) => self.push_words(text),
            Event::LineBreak => self.end_line(),
            Event::Formula { latex, is_display: false } => self.push(&format!("${latex}$")),
            Event::Formula { latex, is_display: true } => self.push(&format!("$${latex}$$")),
            Event::Code(code) => {
                self.end_line();
                self.push(&code.text);
                self.end_line();
            }
            Event::TaskBox(is_ticked) => self.push(if *is_ticked { "[x]" } else { "[ ]" }),
            Event::FootnoteMark(label) => self.push(&format!("[{label}]")),
            Event::Image(_) | Event::Embedded(_) | Event::Rule | Event::Section(_) => {}
        }
    }

    fn start(&mut self, element: &Element) {
        let ends = match element {
            Element::List { start } => {
                self.lists.push(*start);
                Ends::List
            }
            Element::Item => {
                let indent = "  ".repeat(self.lists.len().saturating_sub(1));
                self.mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number = number.saturating_add(1);
                        format!("{indent}{}. ", number.saturating_sub(1))
                    }
                    _ => format!("{indent}- "),
                };
                Ends::Nothing
            }
            Element::Footnote(label) => {
                self.mark = format!("[{label}] ");
                Ends::Note
            }
            Element::Row => {
                self.end_line();
                self.in_row += 1;
                Ends::Row
            }
            Element::Cell { .. } => {
                self.push("| ");
                Ends::Cell
            }
            Element::RubyText => {
                self.push("(");
                Ends::Mark(")")
            }
            Element::InlineQuote { is_inner } => {
                let (open, close) = Element::quotation_marks(*is_inner);
                self.push(open);
                Ends::Mark(close)
            }
            element if element.is_line() => Ends::Line,
            _ => Ends::Nothing,
        };
        self.open.push(ends);
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(Ends::Line) => self.end_line(),
            Some(Ends::List) => {
                self.lists.pop();
                self.mark.clear();
            }
            Some(Ends::Note) => self.mark.clear(),
            Some(Ends::Cell) => crate::text::clean::push_space(&mut self.out),
            Some(Ends::Row) => {
                self.out.push('|');
                self.in_row = self.in_row.saturating_sub(1);
                self.end_line();
            }
            Some(Ends::Mark(mark)) => self.out.push_str(mark),
            Some(Ends::Nothing) | None => {}
        }
    }

    fn end_line(&mut self) {
        if self.in_row > 0 {
            // Blocks of a cell share its line.
            crate::text::clean::push_space(&mut self.out);
        } else {
            self.is_line_over = !self.out.is_empty();
        }
    }

    /// Writes text without the blanks that an image next to it leaves at the start of a line or after another blank.
    fn push_words(&mut self, text: &str) {
        let is_parted = self.is_line_over || self.out.is_empty() || self.out.ends_with(' ');
        let text = if is_parted { text.trim_start_matches(' ') } else { text };
        if !text.is_empty() {
            self.push(text);
        }
    }

    fn push(&mut self, text: &str) {
        if self.is_line_over {
            self.out.truncate(self.out.trim_end_matches([' ', '\t']).len());
            self.out.push('\n');
            self.is_line_over = false;
        }
        self.out.push_str(&self.mark);
        self.mark.clear();
        self.out.push_str(text);
    }
}
