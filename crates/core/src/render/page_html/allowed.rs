//! The elements and attributes allowed in the page without its noise; nothing else is written.

use super::css;
use crate::dom::{AttributeName, Namespace, NodeRef, Tag};
use crate::page::Node;
use crate::text::escape::attribute;
use crate::text::lexicon::Group;

/// Elements that are written as they are; of others, only the content is.
static ELEMENTS: Group = Group::of("html.element");

/// Elements without an end tag.
const VOID: &[&str] = &["br", "col", "hr", "wbr"];

/// Attributes for the look or meaning of an element; values are kept as they are.
static ATTRIBUTES: Group = Group::of("html.attribute");

/// The name under which an element is written; `None` if only its content is.
pub(super) fn element(node: NodeRef) -> Option<&'static str> {
    let is_html = node.document.namespace(node.id) == Namespace::Html;
    let place = ELEMENTS.binary_search(&node.name()).ok().filter(|_| is_html)?;
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
pub(super) fn push_attributes(out: &mut String, node: Node) {
    let addresses = node.page.addresses();
    for (name, value) in node.attributes() {
        if ATTRIBUTES.binary_search(&name).is_ok() {
            attribute(out, name, value);
        } else if name == "style" {
            attribute(out, "style", &css::absolute(value, addresses));
        }
    }
    let href = node.attribute(AttributeName::HREF).filter(|_| node.is(Tag::A));
    if let Some(href) = href.and_then(|href| addresses.page(href)) {
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
