//! The elements and attributes allowed in the page without its noise; nothing else is written.

use super::css;
use crate::dom::{AttributeName, Document, Namespace, NodeId, Tag};
use crate::page::Page;
use crate::render::escape::attribute;
use crate::text::lexicon::Group;

/// Elements that are written as they are; of others, only the content is.
static ELEMENTS: Group = Group::of("html.element");

/// Elements without an end tag.
const VOID: &[&str] = &["br", "col", "hr", "wbr"];

/// Attributes for the look or meaning of an element; values are kept as they are.
static ATTRIBUTES: Group = Group::of("html.attribute");

/// The name under which an element is written; `None` if only its content is.
pub(super) fn element(document: &Document, id: NodeId) -> Option<&'static str> {
    let name = document.name(id);
    let is_html = document.namespace(id) == Namespace::Html;
    let place = ELEMENTS.binary_search(&name).ok().filter(|_| is_html)?;
    Some(ELEMENTS[place])
}

/// True if an element has no end tag.
pub(super) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

/// True if an empty element stays where its parent does, because it positions its siblings.
pub(super) fn stays_beside(tag: Tag) -> bool {
    matches!(tag, Tag::BR | Tag::HR | Tag::WBR | Tag::TD | Tag::TH | Tag::COL | Tag::COLGROUP)
}

/// Writes the allowed attributes of an element.
pub(super) fn push_attributes(out: &mut String, page: &Page, id: NodeId) {
    let document = page.document();
    for (name, value) in document.attributes(id) {
        if ATTRIBUTES.binary_search(&name).is_ok() {
            attribute(out, name, value);
        } else if name == "style" {
            attribute(out, "style", &css::absolute(value, page.addresses()));
        }
    }
    let href = document.attribute(id, AttributeName::HREF).filter(|_| document.tag(id) == Tag::A);
    if let Some(href) = href.and_then(|href| page.addresses().page(href)) {
        attribute(out, "href", &href);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(ELEMENTS.is_sorted() && ATTRIBUTES.is_sorted());
    }
}
