//! A piece of a line, and what is around it.

use crate::page::Label;

/// A piece of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'p> {
    /// Its text, without the label and the verb; empty if a label stands alone.
    pub text: &'p str,
    /// What it is.
    pub is: Is,
    /// The label in front of it: `作者` of `作者：某人`.
    pub label: Option<Tag<'p>>,
    /// What is said of it behind it: `发表于` of `某人 发表于`, `wrote` of `Ann wrote`.
    pub verb: Option<Tag<'p>>,
    /// What parts it from the piece before.
    pub before: Before,
    /// The place of the text node that it begins in, among those of the block.
    pub(super) part: usize,
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// A name, a value, or other words.
    Text,
    /// A date, or a time from now.
    Date,
    /// A button, like `回复`.
    Button,
    /// The number of a post.
    Number(u32),
}

/// A label or a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag<'p> {
    /// Its word as the page writes it.
    pub word: &'p str,
    /// What it means; `None` for a name that the lexicon does not have.
    pub field: Option<Label>,
}

/// What is between two pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// Nothing: the line begins.
    Start,
    /// A separator, like `|`.
    Mark(char),
    /// A bracket that opens; perhaps it never closes.
    Bracket(char),
    /// The edge of an element.
    Element,
    /// Nothing but a blank: what ends the piece before is its own nature.
    Blank,
}
