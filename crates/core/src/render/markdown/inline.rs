//! Lines of Markdown: text with its special characters escaped, and inline elements.

use std::collections::HashMap;
use std::ops::Range;

use super::signs::{ends_in_address, escape, escape_line_starts, is_word, link_end, opens};
use crate::render::events::{Element, Event};

/// Writes lines.
pub(super) struct Inline<'e, 'a> {
    events: &'e [Event<'a>],
    ends: &'e [usize],
    /// True if the line is a table cell.
    is_cell: bool,
    out: String,
    /// Texts that begin or end outside the marks around them: the event, and the bytes at its start and end.
    moved: HashMap<usize, (usize, usize)>,
}

impl<'e, 'a> Inline<'e, 'a> {
    pub(super) fn new(events: &'e [Event<'a>], ends: &'e [usize], is_cell: bool) -> Self {
        Self { events, ends, is_cell, out: String::new(), moved: HashMap::new() }
    }

    /// The Markdown of the events in `range`, which holds whole inline elements.
    pub(super) fn write(mut self, range: Range<usize>) -> String {
        let mut closing: Vec<(usize, &'static str, &str)> = Vec::new();
        let mut link_ends: Vec<(usize, String)> = Vec::new();
        let mut around: Vec<(usize, char)> = Vec::new();
        let mut at = range.start;
        while at < range.end {
            match &self.events[at] {
                Event::Start(Element::InlineCode) => {
                    self.code(at);
                    at = self.ends[at];
                }
                Event::Start(Element::Link(link)) => {
                    around.push((self.ends[at], ']'));
                    self.out.push('[');
                    link_ends.push((self.ends[at], link_end(&link.address, link.title.as_deref())));
                }
                Event::Start(element) => {
                    let outer = around.last().map(|(_, close)| *close);
                    let (before, marks, after) = self.marks(at, element, outer, range.end);
                    around.push((self.ends[at], marks.1.chars().next().unwrap_or('<')));
                    escape(&mut self.out, before, self.is_cell);
                    self.out.push_str(marks.0);
                    closing.push((self.ends[at], marks.1, after));
                }
                Event::End => {
                    around.pop_if(|(end, _)| *end == at);
                    if let Some((_, close, after)) = closing.pop_if(|(end, ..)| *end == at) {
                        self.out.push_str(close);
                        escape(&mut self.out, after, self.is_cell);
                    } else if let Some((_, close)) = link_ends.pop_if(|(end, _)| *end == at) {
                        self.out.push_str(&close);
                    }
                }
                event => self.leaf(at, event),
            }
            at += 1;
        }
        let trimmed = self.out.trim_end_matches([' ', '\n']).len();
        self.out.truncate(trimmed);
        if self.is_cell { self.out } else { escape_line_starts(&self.out) }
    }

    fn leaf(&mut self, at: usize, event: &Event) {
        match event {
            Event::Text(text) => {
                let next = self.events.get(at + 1);
                let is_before_link = matches!(next, Some(Event::Start(Element::Link(_))));
                let (start, end) = self.moved.get(&at).copied().unwrap_or_default();
                let text = text.get(start..text.len() - end).unwrap_or("");
                escape(&mut self.out, text, self.is_cell);
                if is_before_link && self.out.ends_with('!') {
                    self.out.pop();
                    self.out.push_str("\\!");
                }
            }
            Event::LineBreak => self.out.push_str(if self.is_cell { "<br>" } else { "  \n" }),
            Event::Image(image) => {
                let mut alt = String::new();
                escape(&mut alt, image.alt.as_deref().unwrap_or(""), self.is_cell);
                // Some readers end the image's tag at a bare one.
                let alt = alt.replace('>', "&gt;");
                self.out.push_str(&format!("![{alt}"));
                self.out.push_str(&link_end(&image.address, image.title.as_deref()));
            }
            Event::Embedded(embedded) => {
                self.out.push('[');
                escape(
                    &mut self.out,
                    embedded.title.as_deref().unwrap_or(&embedded.address),
                    self.is_cell,
                );
                self.out.push_str(&link_end(&embedded.address, None));
            }
            Event::Formula { latex, is_display } => {
                let mark = if *is_display { "$$" } else { "$" };
                let latex = without_marks(latex, self.is_cell);
                self.out.push_str(&format!("{mark}{latex}{mark}"));
            }
            Event::TaskBox(is_ticked) => self.out.push_str(if *is_ticked { "[x]" } else { "[ ]" }),
            Event::FootnoteMark(label) => self.out.push_str(&format!("[^{label}]")),
            _ => {}
        }
    }

    fn code(&mut self, at: usize) {
        let inside = &self.events[at + 1..self.ends[at]];
        let mut text = String::new();
        for event in inside {
            match event {
                Event::Text(part) => text.push_str(part),
                Event::LineBreak => text.push(' '),
                _ => {}
            }
        }
        if self.out.ends_with('`') || text.contains(['<', '[']) && ends_in_address(&self.out) {
            // Right after other code, the marks of both would be read as one; after an address,
            // readers that make links of addresses take the mark for a part of it.
            self.out.push_str("<code>");
            escape(&mut self.out, &text, self.is_cell);
            self.out.push_str("</code>");
            return;
        }
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(if longest == 0 { 1 } else { longest + 1 });
        let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
        let text = if self.is_cell { text.replace('|', "\\|") } else { text };
        self.out.push_str(&format!("{fence}{pad}{text}{pad}{fence}"));
    }

    /// The marks of an element, and the parts of its text before and after them. If the signs inside keep the marks from being
    /// read as such (as in `**“某”**某`), the signs are moved outside; else the marks are the tags of HTML. The element around it
    /// closes with `outer`.
    fn marks(
        &mut self,
        at: usize,
        element: &Element,
        outer: Option<char>,
        line_end: usize,
    ) -> Marked<'e> {
        let (mark, open_tag, close_tag) = match element {
            Element::Strong => ("**", "<strong>", "</strong>"),
            Element::Emphasis => ("*", "<em>", "</em>"),
            Element::Strikethrough => ("~~", "<del>", "</del>"),
            Element::Subscript => return ("", ("<sub>", "</sub>"), ""),
            Element::Superscript => return ("", ("<sup>", "</sup>"), ""),
            Element::RubyText => return ("", ("(", ")"), ""),
            Element::InlineQuote { is_inner } => {
                return ("", Element::quotation_marks(*is_inner), "");
            }
            _ => return ("", ("", ""), ""),
        };
        let end = self.ends[at];
        let first = self.events[at + 1..end].iter().find_map(first_character);
        let last = self.events[at + 1..end].iter().rev().find_map(last_character);
        let before = self.out.chars().next_back();
        let next = self.events.get(end + 1).filter(|_| end + 1 < line_end);
        let after = next.and_then(|event| match event {
            Event::End => outer,
            event => first_character(event),
        });
        let (is_opened, is_closed) = (opens(before, first), opens(after, last));
        let sign = mark.chars().next();
        let is_begun = at > 0 && matches!(self.events[at - 1], Event::Start(_));
        let (is_first, is_last) =
            (before == sign && is_begun, after == sign && next == Some(&Event::End));
        // Stress after strong words has other marks.
        let is_stress = next == Some(&Event::Start(Element::Emphasis)) && mark == "**";
        let is_apart = (before != sign || is_first) && (after != sign || is_last || is_stress);
        // Stress around strong words has other marks too.
        let is_around = self.events.get(at + 1) == Some(&Event::Start(Element::Strong))
            && self.ends[at + 1] + 1 == end;
        let is_free = !is_word(before) && !is_word(after);
        let is_other = is_first && is_last || mark == "*" && is_around && is_free;
        if is_opened && is_closed && is_apart && !is_other {
            return ("", (mark, mark), "");
        }
        if mark == "*" && is_opened && is_closed && is_free {
            // Stress inside or next to strong words.
            return ("", ("_", "_"), "");
        }
        if is_apart
            && !is_first
            && !is_last
            && let Some((before, after)) = self.signs(at, !is_opened, !is_closed)
        {
            return (before, (mark, mark), after);
        }
        ("", (open_tag, close_tag), "")
    }

    /// The signs at the start and end of an element's text, as asked for, if there are words between them; they are noted as
    /// moved.
    fn signs(&mut self, at: usize, at_start: bool, at_end: bool) -> Option<(&'e str, &'e str)> {
        let end = self.ends[at];
        let events = self.events;
        let (Event::Text(first), Event::Text(last)) = (&events[at + 1], &events[end - 1]) else {
            return None;
        };
        // A pair of brackets is moved as a whole.
        let is_pair = first.chars().next().zip(last.chars().next_back()).is_some_and(are_pair);
        let (at_start, at_end) = (at_start || is_pair, at_end || is_pair);
        let is_sign = |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !"*~_`".contains(c);
        let start =
            if at_start { first.len() - first.trim_start_matches(is_sign).len() } else { 0 };
        let stop = if at_end { last.len() - last.trim_end_matches(is_sign).len() } else { 0 };
        let opened = is_word(first[start..].chars().next()) || !at_start;
        let closed = is_word(last[..last.len() - stop].chars().next_back()) || !at_end;
        let is_left = at + 1 < end - 1 || start + stop < first.len();
        if !opened || !closed || !is_left {
            return None;
        }
        self.moved.entry(at + 1).or_default().0 += start;
        self.moved.entry(end - 1).or_default().1 += stop;
        Some((&first[..start], &last[last.len() - stop..]))
    }
}

/// True if two signs are an opening and a closing one of a pair.
fn are_pair((open, close): (char, char)) -> bool {
    let pairs = ["（）", "()", "《》", "“”", "「」", "『』", "【】", "‘’", "〈〉", "[]", "«»"];
    pairs.iter().any(|pair| pair.starts_with(open) && pair.ends_with(close))
}

/// Marks, with the text before and after them.
type Marked<'e> = (&'e str, (&'static str, &'static str), &'e str);

/// TeX in which a reader without formulas finds no tags, links or columns of tables.
fn without_marks(latex: &str, is_cell: bool) -> String {
    let latex =
        latex.replace("< ", "<").replace('<', "\\lt ").replace("](", "] (").replace("]:", "] :");
    if is_cell { latex.replace('|', "\\vert ") } else { latex }
}

/// The first character of an event's Markdown.
fn first_character(event: &Event) -> Option<char> {
    match event {
        Event::Text(text) => text.chars().next(),
        Event::LineBreak => Some('\n'),
        Event::Start(Element::Strong | Element::Emphasis) => Some('*'),
        Event::Start(Element::Strikethrough) => Some('~'),
        Event::Start(Element::InlineCode) => Some('`'),
        Event::Start(Element::InlineQuote { .. }) => Some('“'),
        Event::Start(Element::Subscript | Element::Superscript) => Some('<'),
        Event::Formula { .. } => Some('$'),
        Event::Start(_) | Event::FootnoteMark(_) | Event::Embedded(_) => Some('['),
        Event::Image(_) => Some('!'),
        _ => None,
    }
}

/// The last character of an event's Markdown.
fn last_character(event: &Event) -> Option<char> {
    match event {
        Event::Text(text) => text.chars().next_back(),
        Event::LineBreak => Some('\n'),
        Event::Formula { .. } => Some('$'),
        Event::Image(_) | Event::Embedded(_) => Some(')'),
        Event::FootnoteMark(_) => Some(']'),
        Event::End => Some(')'),
        _ => None,
    }
}
