//! The elements and attributes of a page that may hold data which it does not show.

use crate::dom::{AttributeName, NodeRef, Tag};
use crate::page::{Node, Page};
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
    let elements = page.elements().map(Node::in_document);
    elements.flat_map(|element| of_content(element).into_iter().chain(of_attributes(element)))
}

fn of_content(element: NodeRef) -> Option<Source> {
    match element.tag() {
        Tag::SCRIPT if element.attribute(AttributeName::SRC).is_none() => {
            let text = element.text_content();
            let kind = element.value(AttributeName::TYPE).trim();
            let is_text = TYPES_OF_TEXT.iter().any(|known| known.eq_ignore_ascii_case(kind));
            // What is to be filled in is no text yet.
            match is_text && !is_data(&text) {
                true => (!text.contains("{{")).then_some(Source::Text(text)),
                false => Some(Source::Script(script_text(&text).into_owned())),
            }
        }
        Tag::TEXTAREA => {
            let text = element.text_content();
            is_markup(&text).then_some(Source::Text(text))
        }
        _ => None,
    }
}

fn of_attributes(element: NodeRef<'_>) -> impl Iterator<Item = Source> {
    let values = element.attributes().map(|(_, value)| value);
    let values = values.filter(|value| value.len() >= LEAST_ATTRIBUTE && is_data(value));
    values.map(|value| Source::Script(value.to_owned()))
}
