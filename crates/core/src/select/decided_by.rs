//! The reason why a block is kept or dropped.

use serde::{Deserialize, Serialize};

/// The decider on a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DecidedBy {
    /// The method, by its score.
    Method,
    /// The data table that it is a part of; most of the table is kept.
    Table,
    /// The kept text that it is the heading of.
    Heading,
    /// The kept text around it: a linked paragraph between others, an answer inside a post.
    Paragraphs,
    /// The thread: the text of a post is kept with the others, the rest of the post is dropped.
    Thread,
    /// The kept text around it, which it is code of.
    Code,
    /// The kept text that refers to it as its footnote.
    Note,
    /// The kept text that it introduces, below the heading.
    Standfirst,
    /// The kept text that it is an attachment of.
    Attachment,
    /// The kept image that it is the caption of.
    Caption,
    /// The page's data, which say the same: an ingredient or a step of a recipe.
    Declared,
    /// The kept text that says the same elsewhere.
    Twice,
    /// The block itself: it is text for machines (JSON, markup, a script).
    Machine,
    /// The form that it belongs to.
    Form,
    /// The article elsewhere to which it leads.
    Elsewhere,
    /// The site, whose notice, box or offer it is.
    Site,
    /// The caller, by a selector or an option.
    Caller,
    /// The page: it is a wall (a login, a captcha, an error) and no article.
    Wall,
    /// The page's data, which have the text in place of its blocks.
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
            Self::Code => "code",
            Self::Note => "note",
            Self::Standfirst => "standfirst",
            Self::Attachment => "attachment",
            Self::Caption => "caption",
            Self::Declared => "declared",
            Self::Twice => "twice",
            Self::Machine => "machine",
            Self::Form => "form",
            Self::Elsewhere => "elsewhere",
            Self::Site => "site",
            Self::Caller => "caller",
            Self::Wall => "wall",
            Self::Data => "data",
        }
    }
}
