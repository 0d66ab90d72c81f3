//! Links, and the labels that say where they lead.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::dom::AttributeName;
use crate::page::Node;
use crate::text::phrases::Phrases;

/// A link with its words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Link {
    /// Its words.
    pub title: String,
    /// Its target; absolute if the page's address is known.
    pub url: String,
}

/// The target of a link, as its words or a heading describe it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    NextPage,
    PreviousArticle,
    NextArticle,
    Related,
}

const LABELS: &[(&str, Label)] = &[
    ("link.next_page", Label::NextPage),
    ("link.previous_article", Label::PreviousArticle),
    ("link.next_article", Label::NextArticle),
    ("link.related", Label::Related),
];

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let names: Vec<&str> = LABELS.iter().map(|(name, _)| *name).collect();
    Phrases::with_capitals(&names)
});

/// True for the signs around labels.
fn is_sign(c: char) -> bool {
    matches!(
        c,
        ' ' | ':'
            | '>'
            | '<'
            | '['
            | ']'
            | '('
            | ')'
            | '|'
            | '.'
            | '：'
            | '（'
            | '）'
            | '【'
            | '】'
            | '。'
            | '…'
            | '·'
            | '\u{a0}'
            | '»'
            | '«'
            | '›'
            | '‹'
            | '→'
            | '←'
            | '▶'
            | '◀'
    )
}

/// The label that a text begins with, and the text after it; the text must not go on as a word.
pub(super) fn label_of(text: &str) -> Option<(Label, &str)> {
    let text = text.trim_start_matches(is_sign);
    let (group, length) = PHRASES.at_start(text)?;
    let rest = &text[length..];
    if rest.starts_with(|c: char| c.is_alphanumeric() && c.is_ascii()) {
        return None;
    }
    Some((LABELS[group].1, rest.trim_start_matches(is_sign)))
}

/// The link of an element with these words; `None` if it leads nowhere safe.
pub(super) fn link(element: Node, title: &str) -> Option<Link> {
    Some(Link { title: title.to_owned(), url: address(element)? })
}

/// The address that an element leads to, if it is safe.
pub(super) fn address(element: Node) -> Option<String> {
    let href = element.attribute(AttributeName::HREF)?;
    element.page.addresses().page(href).filter(|url| !url.starts_with("mailto:"))
}
