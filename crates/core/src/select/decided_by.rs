//! The reason why a block is kept or dropped.

use serde::{Deserialize, Serialize};

/// Who or what decided whether a block is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DecidedBy {
    /// The method, by its score.
    Method,
    /// The data table or list of terms that it is a part of, most of which is kept.
    Table,
    /// The text that it is the heading of: kept with it, dropped without it.
    Heading,
    /// The kept paragraphs beside it, of which it is one without tags of its own, or one that is a link.
    Paragraphs,
    /// The thread: the text of a post is kept with the others, what stands beside it is dropped.
    Thread,
    /// The recipe in the page's data, which names it among the ingredients or steps.
    Recipe,
    /// The kept text around it, of which it is a block of code.
    Code,
    /// The kept text that refers to it as its footnote.
    Note,
    /// The kept text that it introduces, below the heading.
    Standfirst,
    /// The kept text that it is an attachment of.
    Attachment,
    /// The kept image that it is the caption of.
    Caption,
    /// The kept text that says the same elsewhere.
    Twice,
    /// What it is: text for machines (JSON, markup, a script).
    Machine,
    /// The form that it belongs to.
    Form,
    /// The article elsewhere to which it leads.
    Elsewhere,
    /// The caller, by a selector or an option.
    Caller,
    /// The page, which is no article but a wall: a login, a captcha, an error.
    Wall,
    /// The page's data, which hold the text in place of its blocks.
    Data,
}

impl DecidedBy {
    /// Its name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Table => "table",
            Self::Heading => "heading",
            Self::Paragraphs => "paragraphs",
            Self::Thread => "thread",
            Self::Recipe => "recipe",
            Self::Code => "code",
            Self::Note => "note",
            Self::Standfirst => "standfirst",
            Self::Attachment => "attachment",
            Self::Caption => "caption",
            Self::Twice => "twice",
            Self::Machine => "machine",
            Self::Form => "form",
            Self::Elsewhere => "elsewhere",
            Self::Caller => "caller",
            Self::Wall => "wall",
            Self::Data => "data",
        }
    }
}
