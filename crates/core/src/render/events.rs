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
    Start(Element),
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
    /// The section of this number begins. Writers get none: who asks for sections cuts there.
    Section(usize),
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
pub struct LinkTarget {
    /// The target; absolute if the page's address is known.
    pub address: String,
    /// Its title on the page.
    pub title: Option<String>,
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
pub enum Element {
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
    Link(Box<LinkTarget>),
    /// Words followed by their reading, both inside the element.
    Ruby,
    /// The reading of the preceding words.
    RubyText,
}

impl<'a> Event<'a> {
    /// The events of a line.
    pub fn line(element: Element, text: impl Into<Cow<'a, str>>) -> [Self; 3] {
        [Self::Start(element), Self::Text(text.into()), Self::End]
    }

    /// Detaches the event from the page, so that it can outlive it.
    pub fn into_owned(self) -> Event<'static> {
        match self {
            Self::Start(element) => Event::Start(element),
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
            Self::Section(number) => Event::Section(number),
        }
    }
}

impl Element {
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
