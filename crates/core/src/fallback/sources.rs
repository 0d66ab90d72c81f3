//! The elements and attributes of a page that may hold data which it does not show.

use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::Page;
use crate::text::machine::script_text;

use super::prose::{is_data, is_markup};

/// Data that the page holds.
pub(super) enum Source {
    /// JSON or a program, with strings in it.
    Script(String),
    /// HTML or plain text.
    Text(String),
}

/// Types of scripts that are texts for a program to show.
const TYPES_OF_TEXT: &[&str] =
    &["text/html", "text/template", "text/x-template", "text/markdown", "text/plain"];

/// The minimum length in bytes of an attribute with data: shorter ones are settings.
const LEAST_ATTRIBUTE: usize = 200;

/// The data of a page, in document order.
pub(super) fn of(page: &Page) -> impl Iterator<Item = Source> + '_ {
    let document = page.document();
    document
        .elements()
        .flat_map(move |id| of_content(document, id).into_iter().chain(of_attributes(document, id)))
}

fn of_content(document: &Document, id: NodeId) -> Option<Source> {
    match document.tag(id) {
        Tag::SCRIPT if document.attribute(id, AttributeName::SRC).is_none() => {
            let text = document.text_content(id);
            let kind = document.attribute(id, AttributeName::TYPE).unwrap_or("").trim();
            let is_text = TYPES_OF_TEXT.iter().any(|own| own.eq_ignore_ascii_case(kind));
            // What is to be filled in is no text yet.
            match is_text && !is_data(&text) {
                true => (!text.contains("{{")).then_some(Source::Text(text)),
                false => Some(Source::Script(script_text(&text).into_owned())),
            }
        }
        Tag::TEXTAREA => {
            let text = document.text_content(id);
            is_markup(&text).then_some(Source::Text(text))
        }
        _ => None,
    }
}

fn of_attributes(document: &Document, id: NodeId) -> impl Iterator<Item = Source> + '_ {
    let values = document.attributes(id).map(|(_, value)| value);
    let values = values.filter(|value| value.len() >= LEAST_ATTRIBUTE && is_data(value));
    values.map(|value| Source::Script(value.to_owned()))
}
