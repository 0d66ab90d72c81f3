//! GitHub Flavored Markdown (CommonMark with tables and strikethrough, and with footnotes and `$`
//! formulas as GitHub reads them).
//!
//! Elements without a form in Markdown are written as plainly as possible: captions are emphasised,
//! terms are strong, spanned cells are followed by empty ones.

mod inline;
mod signs;
mod table;

use super::events::{Element, Event, ends};
use crate::text::escape::escaped;
use inline::Inline;

/// The article as Markdown.
pub fn markdown(events: &[Event]) -> String {
    let ends = ends(events);
    let mut writer = Writer {
        events,
        loose: loose_lists(events, &ends),
        ends: &ends,
        out: String::new(),
        prefixes: Vec::new(),
        open: Vec::new(),
        after: After::Nothing,
        lists: Vec::new(),
    };
    writer.blocks();
    writer.out.truncate(writer.out.trim_end().len());
    writer.out
}

/// For every list, true if blank lines separate its items, because one holds more than a line and lists.
fn loose_lists(events: &[Event], ends: &[usize]) -> Vec<bool> {
    let mut loose = vec![false; events.len()];
    // The open lists, with the number of blocks other than lists in their open item.
    let mut lists: Vec<(usize, u32)> = Vec::new();
    let mut skip_to = 0;
    for (at, event) in events.iter().enumerate() {
        if at < skip_to {
            continue;
        }
        if matches!(event, Event::Start(Element::List { .. })) {
            lists.push((at, 0));
            continue;
        }
        let Some((list, blocks)) = lists.last_mut() else { continue };
        match event {
            Event::End if at == ends[*list] => {
                lists.pop();
            }
            Event::Start(Element::Item) => *blocks = 0,
            Event::Start(element) if !element.is_inline() => {
                *blocks += 1;
                let is_simple = matches!(element, Element::Paragraph) && *blocks == 1;
                loose[*list] |= !is_simple;
                if element.is_line() {
                    skip_to = ends[at];
                }
            }
            Event::Code(_) | Event::Rule => loose[*list] = true,
            _ => {}
        }
    }
    loose
}

/// The kind of block before the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    /// The start of the text, or of a container on the same line.
    Nothing,
    /// A block that a blank line must follow.
    Block,
    /// A block of a tight list.
    TightBlock,
}

struct ListState {
    /// The next number of a numbered list.
    number: Option<u32>,
    is_loose: bool,
    marker: char,
}

struct Writer<'e, 'a> {
    events: &'e [Event<'a>],
    ends: &'e [usize],
    loose: Vec<bool>,
    out: String,
    /// The start of every line of the open containers.
    prefixes: Vec<String>,
    open: Vec<&'e Element>,
    after: After,
    lists: Vec<ListState>,
}

impl<'e, 'a> Writer<'e, 'a> {
    fn blocks(&mut self) {
        let mut at = 0;
        while at < self.events.len() {
            at = match &self.events[at] {
                Event::Start(element) => self.start(at, element),
                Event::End => {
                    self.end();
                    at + 1
                }
                Event::Code(code) => {
                    self.code(code.language.as_deref(), &code.text);
                    at + 1
                }
                Event::Rule => {
                    self.block("---");
                    at + 1
                }
                // An image directly in a figure.
                _ => {
                    let end = at + 1;
                    let line = self.line(at..end);
                    self.block(&line);
                    end
                }
            };
        }
    }

    /// Writes a whole line element or table, or opens a container. Returns the index to continue
    /// from.
    fn start(&mut self, at: usize, element: &'e Element) -> usize {
        let end = self.ends[at];
        match element {
            Element::Paragraph | Element::Term | Element::Caption | Element::Heading(_) => {
                self.line_element(at, element);
                return end + 1;
            }
            Element::Table => {
                let table = table::table(self.events, self.ends, at);
                if let Some(caption) = &table.caption {
                    self.block(caption);
                }
                self.block(&table.lines);
                return end + 1;
            }
            Element::List { start } => self.start_list(at, *start),
            Element::Item => self.start_item(),
            Element::Quote => {
                self.leave_mark();
                self.container("> ", "> ");
            }
            Element::Footnote(label) => self.container(&format!("[^{label}]: "), "    "),
            _ => {}
        }
        self.open.push(element);
        at + 1
    }

    fn line_element(&mut self, at: usize, element: &Element) {
        let line = self.line(at + 1..self.ends[at]);
        let line = match element {
            Element::Heading(level) => {
                let line = line.replace("  \n", " ");
                // A closing run of number signs would be dropped.
                let line = line.strip_suffix('#').map_or(line.clone(), |rest| format!("{rest}\\#"));
                format!("{} {line}", "#".repeat(usize::from((*level).clamp(1, 6))))
            }
            Element::Term if !line.is_empty() => {
                signs::wrapped("**", "strong", &line.replace("  \n", " "))
            }
            Element::Caption if !line.is_empty() => {
                signs::wrapped("*", "em", &line.replace("  \n", " "))
            }
            _ => line,
        };
        if !line.is_empty() {
            self.block(&line);
        }
    }

    fn line(&self, range: std::ops::Range<usize>) -> String {
        Inline::new(self.events, self.ends, false).write(range)
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(Element::List { .. }) => {
                self.lists.pop();
                let is_inside = self.lists.last().is_some_and(|list| !list.is_loose);
                self.after = if is_inside { After::TightBlock } else { After::Block };
            }
            Some(Element::Item) => {
                self.prefixes.pop();
                let is_loose = self.lists.last().is_none_or(|list| list.is_loose);
                self.after = if is_loose { After::Block } else { After::TightBlock };
            }
            Some(Element::Quote | Element::Footnote(_)) => {
                self.prefixes.pop();
                self.after = After::Block;
            }
            _ => {}
        }
    }

    fn start_list(&mut self, at: usize, start: Option<u32>) {
        // Two adjacent lists would be read as one; different marks keep them apart.
        let is_after_list = at > 0
            && matches!(self.events[at - 1], Event::End)
            && self.list_before(at) == Some(start.is_some());
        let markers = if start.is_some() { ['.', ')'] } else { ['-', '*'] };
        let marker = markers[usize::from(is_after_list)];
        if self.after == After::TightBlock && is_after_list {
            self.after = After::Block;
        }
        let number = start.map(|number| number.min(999_999_999));
        self.lists.push(ListState { number, is_loose: self.loose[at], marker });
    }

    /// True if the list that ends right before `at` is numbered; `None` if no list does.
    fn list_before(&self, at: usize) -> Option<bool> {
        let mut depth = 0usize;
        for event in self.events[..at].iter().rev() {
            match event {
                Event::End => depth += 1,
                Event::Start(element) => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return match element {
                            Element::List { start } => Some(start.is_some()),
                            _ => None,
                        };
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn start_item(&mut self) {
        let mark = match self.lists.last_mut() {
            Some(ListState { number: Some(number), marker, .. }) => {
                let mark = format!("{number}{marker} ");
                *number = number.saturating_add(1).min(999_999_999);
                mark
            }
            Some(list) => format!("{} ", list.marker),
            None => "- ".to_owned(),
        };
        let rest = " ".repeat(mark.len());
        self.container(&mark, &rest);
    }

    /// Opens a container whose first line begins with `first` and whose other lines begin with
    /// `rest`.
    fn container(&mut self, first: &str, rest: &str) {
        self.separate();
        self.out.push_str(first);
        self.prefixes.push(rest.to_owned());
        self.after = After::Nothing;
    }

    /// Ends the line of an item's mark where nothing is on it yet. Some readers look for code and quotes at the start of lines
    /// alone: behind a mark they would see the end of the code without its beginning, and its text as tags.
    fn leave_mark(&mut self) {
        if self.after == After::Nothing && matches!(self.open.last(), Some(Element::Item)) {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.push('\n');
            self.out.push_str(&self.prefixes.concat());
        }
    }

    /// Ends the line before a block, with a blank line if needed.
    fn separate(&mut self) {
        if self.after == After::Nothing {
            return;
        }
        let prefix = self.prefixes.concat();
        self.out.push('\n');
        if self.after == After::Block {
            self.out.push_str(prefix.trim_end());
            self.out.push('\n');
        }
        self.out.push_str(&prefix);
        self.after = After::Nothing;
    }

    /// Writes the lines of a block.
    fn block(&mut self, text: &str) {
        self.separate();
        let prefix = self.prefixes.concat();
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.out.push('\n');
                self.out.push_str(if line.is_empty() { prefix.trim_end() } else { &prefix });
            }
            self.out.push_str(line);
        }
        let is_tight = self.lists.last().is_some_and(|list| !list.is_loose)
            && self
                .open
                .iter()
                .rev()
                .find(|open| !open.is_inline())
                .is_some_and(|open| matches!(open, Element::Item));
        self.after = if is_tight { After::TightBlock } else { After::Block };
    }

    fn code(&mut self, language: Option<&str>, text: &str) {
        self.leave_mark();
        if !self.prefixes.is_empty() && signs::has_tag(text) {
            // Not all readers see a fence inside of an item or a quote, and they would see the tags.
            let class = language.map(|name| format!(" class=\"language-{}\"", escaped(name)));
            let class = class.unwrap_or_default();
            return self.block(&format!("<pre><code{class}>{}</code></pre>", escaped(text)));
        }
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat((longest + 1).max(3));
        self.block(&format!("{fence}{}\n{text}\n{fence}", language.unwrap_or("")));
    }
}
