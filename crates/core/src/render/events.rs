//! An article as a sequence of events, the input of all writers.
//!
//! Elements nest properly: blocks hold blocks, [`Element::is_line`] elements hold text and inline
//! elements. White space is as shown: no blanks at the ends of a line, single ones between.

use std::borrow::Cow;

use crate::page::media::{Embedded, Image};

/// One step through an article.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<'a> {
    /// An element begins.
    Start(Element<'a>),
    /// The innermost open element ends.
    End,
    /// Text.
    Text(Cow<'a, str>),
    /// The line ends inside a paragraph, heading, caption or term.
    LineBreak,
    /// An image.
    Image(Box<Image>),
    /// A video, audio player or frame.
    Embedded(Box<Embedded>),
    /// A formula in LaTeX.
    Formula {
        /// The LaTeX source without delimiters.
        latex: String,
        /// True if it is on a line of its own.
        is_display: bool,
    },
    /// A code block.
    Code(Box<CodeBlock>),
    /// The box of a task, at the start of an item; true if it is ticked.
    TaskBox(bool),
    /// A thematic break.
    Rule,
    /// A mark that refers to the footnote with this label.
    FootnoteMark(String),
}

/// A code block. Like other rare and large parts of events it is boxed: an article may have millions of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeBlock {
    /// The language that the page names, in lower case.
    pub language: Option<String>,
    /// The code with its indentation, without a trailing line end.
    pub text: String,
}

/// The target of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkTarget<'a> {
    /// The target; absolute if the page's address is known.
    pub address: Cow<'a, str>,
    /// Its title on the page.
    pub title: Option<Cow<'a, str>>,
}

/// The side to which the text of a cell is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// At the left.
    Left,
    /// In the middle.
    Center,
    /// At the right.
    Right,
}

/// An element, which begins and ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element<'a> {
    /// Text and inline elements.
    Paragraph,
    /// A heading of this level, 1 to 6.
    Heading(u8),
    /// Items; numbered from `start` if it is given.
    List {
        /// The first number of a numbered list.
        start: Option<u32>,
    },
    /// Blocks of a list item.
    Item,
    /// A quotation: blocks.
    Quote,
    /// Terms and descriptions.
    DefinitionList,
    /// A term: text and inline elements.
    Term,
    /// Blocks that describe the terms before them.
    Description,
    /// Rows, possibly after a caption.
    Table,
    /// Cells.
    Row,
    /// Blocks of a table cell.
    Cell {
        /// True if it is the header of its row or column.
        is_header: bool,
        /// The number of columns it spans, clamped to the table.
        columns: u16,
        /// The number of rows it spans, clamped to the table.
        rows: u16,
        /// The side of its text, if the page says so.
        alignment: Option<Alignment>,
    },
    /// Images and a caption.
    Figure,
    /// The caption of a figure or table: text and inline elements.
    Caption,
    /// The footnote with this label: blocks.
    Footnote(String),
    /// Strong words.
    Strong,
    /// Emphasised words.
    Emphasis,
    /// Words between quotation marks that the page leaves to the browser.
    InlineQuote {
        /// True if it is within another.
        is_inner: bool,
    },
    /// Words struck out.
    Strikethrough,
    /// Inline code.
    InlineCode,
    /// Subscript words.
    Subscript,
    /// Superscript words.
    Superscript,
    /// A link.
    Link(Box<LinkTarget<'a>>),
    /// Words followed by their reading, both inside the element.
    Ruby,
    /// The reading of the preceding words.
    RubyText,
}

impl Event<'_> {
    /// Detaches the event from the page, so that it can outlive it.
    pub fn into_owned(self) -> Event<'static> {
        match self {
            Self::Start(element) => Event::Start(element.into_owned()),
            Self::End => Event::End,
            Self::Text(text) => Event::Text(Cow::Owned(text.into_owned())),
            Self::LineBreak => Event::LineBreak,
            Self::Image(image) => Event::Image(image),
            Self::Embedded(embedded) => Event::Embedded(embedded),
            Self::Formula { latex, is_display } => Event::Formula { latex, is_display },
            Self::Code(code) => Event::Code(code),
            Self::TaskBox(is_ticked) => Event::TaskBox(is_ticked),
            Self::Rule => Event::Rule,
            Self::FootnoteMark(label) => Event::FootnoteMark(label),
        }
    }
}

impl Element<'_> {
    /// Detaches the element from the page, so that it can outlive it.
    fn into_owned(self) -> Element<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Paragraph => Element::Paragraph,
            Self::Heading(level) => Element::Heading(level),
            Self::List { start } => Element::List { start },
            Self::Item => Element::Item,
            Self::Quote => Element::Quote,
            Self::DefinitionList => Element::DefinitionList,
            Self::Term => Element::Term,
            Self::Description => Element::Description,
            Self::Table => Element::Table,
            Self::Row => Element::Row,
            Self::Cell { is_header, columns, rows, alignment } => {
                Element::Cell { is_header, columns, rows, alignment }
            }
            Self::Figure => Element::Figure,
            Self::Caption => Element::Caption,
            Self::Footnote(label) => Element::Footnote(label),
            Self::Strong => Element::Strong,
            Self::Emphasis => Element::Emphasis,
            Self::InlineQuote { is_inner } => Element::InlineQuote { is_inner },
            Self::Strikethrough => Element::Strikethrough,
            Self::InlineCode => Element::InlineCode,
            Self::Subscript => Element::Subscript,
            Self::Superscript => Element::Superscript,
            Self::Link(link) => {
                let LinkTarget { address, title } = *link;
                let (address, title) = (owned(address), title.map(owned));
                Element::Link(Box::new(LinkTarget { address, title }))
            }
            Self::Ruby => Element::Ruby,
            Self::RubyText => Element::RubyText,
        }
    }

    /// The name in the JSON tree.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Paragraph => "paragraph",
            Self::Heading(_) => "heading",
            Self::List { .. } => "list",
            Self::Item => "item",
            Self::Quote => "quote",
            Self::DefinitionList => "definition_list",
            Self::Term => "term",
            Self::Description => "description",
            Self::Table => "table",
            Self::Row => "row",
            Self::Cell { .. } => "cell",
            Self::Figure => "figure",
            Self::Caption => "caption",
            Self::Footnote(_) => "footnote",
            Self::Strong => "strong",
            Self::Emphasis => "emphasis",
            Self::InlineQuote { .. } => "inline_quote",
            Self::Strikethrough => "strikethrough",
            Self::InlineCode => "inline_code",
            Self::Subscript => "subscript",
            Self::Superscript => "superscript",
            Self::Link(_) => "link",
            Self::Ruby => "ruby",
            Self::RubyText => "ruby_text",
        }
    }

    /// True if it is a block of text and inline elements.
    pub fn is_line(&self) -> bool {
        matches!(self, Self::Paragraph | Self::Heading(_) | Self::Term | Self::Caption)
    }

    /// The marks of a quotation within a line.
    pub(super) fn quotation_marks(is_inner: bool) -> (&'static str, &'static str) {
        if is_inner { ("‘", "’") } else { ("“", "”") }
    }

    /// True if it is inside a line.
    pub fn is_inline(&self) -> bool {
        matches!(
            self,
            Self::Strong
                | Self::Emphasis
                | Self::InlineQuote { .. }
                | Self::Strikethrough
                | Self::InlineCode
                | Self::Subscript
                | Self::Superscript
                | Self::Link(_)
                | Self::Ruby
                | Self::RubyText
        )
    }
}

/// For every event, the index of the [`Event::End`] of the element that begins there; its own index
/// for other events.
pub(crate) fn ends(events: &[Event]) -> Vec<usize> {
    let mut ends: Vec<usize> = (0..events.len()).collect();
    let mut open = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(_) => open.push(at),
            Event::End => {
                if let Some(start) = open.pop() {
                    ends[start] = at;
                }
            }
            _ => {}
        }
    }
    ends
}

/// The events, with adjacent strong, emphasised or struck-out words joined.
pub(super) fn joined(events: Vec<Event>) -> Vec<Event> {
    let is_mark = |element: &Element| {
        matches!(element, Element::Strong | Element::Emphasis | Element::Strikethrough)
    };
    let is_beside =
        |pair: &[Event]| matches!(pair, [Event::End, Event::Start(element)] if is_mark(element));
    if !events.windows(2).any(is_beside) {
        return events;
    }
    let mut kept: Vec<Event> = Vec::with_capacity(events.len());
    // The open elements, and the one that ended last: where they begin.
    let mut open: Vec<usize> = Vec::new();
    let mut ended = None;
    for event in events {
        match &event {
            Event::Start(element) => {
                let before = ended.filter(|_| is_mark(element) && kept.last() == Some(&Event::End));
                let again = before.filter(|start| kept.get(*start) == Some(&event));
                if let Some(start) = again {
                    kept.pop();
                    open.push(start);
                    ended = None;
                    continue;
                }
                open.push(kept.len());
            }
            Event::End => ended = open.pop(),
            _ => {}
        }
        kept.push(event);
    }
    kept
}

/// The events without strong words that are the whole of a heading, which is strong by itself.
pub(super) fn plain_headings(mut events: Vec<Event>) -> Vec<Event> {
    let is_strong = |pair: &[Event]| {
        matches!(pair, [Event::Start(Element::Heading(_)), Event::Start(Element::Strong)])
    };
    if !events.windows(2).any(is_strong) {
        return events;
    }
    let ends = ends(&events);
    let is_whole = |at: &usize| is_strong(&events[*at..*at + 2]) && ends[at + 1] + 1 == ends[*at];
    let starts = (0..events.len() - 1).filter(is_whole);
    let left_out: std::collections::HashSet<usize> =
        starts.flat_map(|start| [start + 1, ends[start + 1]]).collect();
    let mut at = 0;
    events.retain(|_| {
        at += 1;
        !left_out.contains(&(at - 1))
    });
    events
}

/// Leaves out elements that hold nothing, except cells; in place, since an article may have many events.
pub(super) fn without_empty(mut events: Vec<Event>) -> Vec<Event> {
    // The events before this place are kept.
    let mut kept = 0;
    // For every open element, where it begins and whether it holds anything.
    let mut open: Vec<(usize, bool)> = Vec::new();
    for at in 0..events.len() {
        let event = std::mem::replace(&mut events[at], Event::End);
        match &event {
            Event::Start(element) => open.push((kept, matches!(element, Element::Cell { .. }))),
            Event::End => {
                let Some((start, holds)) = open.pop() else { continue };
                if !holds {
                    kept = start;
                    continue;
                }
                kept = without_line_breaks(&events[..kept], start);
                let is_only_empty_cells = is_empty_cell(&events, start, kept);
                if let Some(parent) = open.last_mut() {
                    parent.1 |= !is_only_empty_cells;
                }
            }
            event => {
                // Inline elements may hold a single blank.
                let is_blank = matches!(event, Event::Text(text) if text.trim().is_empty());
                let is_content = !is_blank && *event != Event::LineBreak;
                if let Some(parent) = open.last_mut() {
                    parent.1 |= is_content || is_blank && parent.1;
                }
            }
        }
        events[kept] = event;
        kept += 1;
    }
    events.truncate(kept);
    events
}

/// True if the element that began at `start` and ends before `kept` is an empty cell, which does not count as content of
/// its row.
fn is_empty_cell(events: &[Event], start: usize, kept: usize) -> bool {
    matches!(events[start], Event::Start(Element::Cell { .. })) && kept == start + 1
}

/// The number of events without line breaks at the end of the line that began at `start`.
fn without_line_breaks(events: &[Event], start: usize) -> usize {
    let is_line = matches!(&events[start], Event::Start(element) if element.is_line());
    let breaks = events.iter().rev().take_while(|event| **event == Event::LineBreak).count();
    events.len() - if is_line { breaks } else { 0 }
}
