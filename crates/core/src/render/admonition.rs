//! Notes, hints and warnings in a box of their own: quotations that begin with their label.

use crate::dom::Tag;
use crate::page::{Name, Node};

/// Nodes of a label at most.
const MOST_NODES: u32 = 40;
/// Levels between a label and its box.
const LEVELS: usize = 6;

/// True if an element is such a box.
pub(super) fn is_box(node: Node) -> bool {
    let tag = node.tag();
    if !matches!(tag, Tag::DIV | Tag::ASIDE | Tag::SECTION | Tag::BLOCKQUOTE | Tag::DETAILS) {
        return false;
    }
    let names = node.class();
    let is_kind = names.has(Name::BoxKind);
    names.has(Name::Box)
        || names.has(Name::CapitalBox)
        || names.has(Name::Alert) && names.has(Name::AlertKind)
        || is_kind && matches!(tag, Tag::ASIDE | Tag::DETAILS)
        || is_kind && node.first_element().is_some_and(names_label)
}

/// True if an element is the label of a box around it.
pub(super) fn is_label(node: Node) -> bool {
    if node.size() > MOST_NODES {
        return false;
    }
    let is_named = match node.tag() {
        Tag::SUMMARY => true,
        Tag::P if is_first_of_capital_box(node) => true,
        Tag::P => names_label(node) || is_title(node) && node.parent().is_some_and(is_box),
        Tag::DIV | Tag::SPAN => names_label(node) || is_title(node) && is_in_icon(node),
        _ => false,
    };
    is_named && node.ancestors().take(LEVELS).any(is_box)
}

fn is_first_of_capital_box(node: Node) -> bool {
    node.parent().is_some_and(|parent| {
        parent.class().has(Name::CapitalBox) && parent.first_element() == Some(node)
    })
}

fn is_title(node: Node) -> bool {
    node.classes().eq(["title"])
}

fn names_label(node: Node) -> bool {
    node.class().has(Name::BoxLabel)
}

/// True if a label is in the cell of an icon, as in the tables of AsciiDoc.
fn is_in_icon(node: Node) -> bool {
    node.parent().is_some_and(|cell| cell.is(Tag::TD) && cell.classes().eq(["icon"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn boxes_are_told_from_what_is_named_like_one() {
        for (html, expected) in [
            ("<div class='admonition note'>a</div>", true),
            ("<div class='alert alert-info'>a</div>", true),
            ("<div class='alert alert-dismissible'>a</div>", false),
            ("<aside class=warning>a</aside>", true),
            ("<div class=info>a</div>", false),
            ("<div class=note><p class='first admonition-title'>Note</p>a</div>", true),
            ("<div class=NOTE><p>Note<p>a</div>", true),
            ("<details class=tip><summary>a</summary></details>", true),
            ("<details><summary>a</summary></details>", false),
        ] {
            let page = Page::new(html, None);
            let is_root = |node: &Node| !matches!(node.tag(), Tag::HTML | Tag::HEAD | Tag::BODY);
            let first = page.elements().find(is_root).unwrap();
            assert_eq!(is_box(first), expected, "{html}");
        }
    }

    #[test]
    fn labels_stand_in_boxes() {
        for (html, expected) in [
            ("<div class='admonition note'><p class=admonition-title>Note</p></div>", true),
            ("<div><p class=admonition-title>Note</p></div>", false),
            ("<div class=NOTE><p>Note</p></div>", true),
            ("<div class=confluence-information-macro><p class=title>Note</p></div>", true),
            (
                "<div class=admonitionblock><table><tr><td class=icon><div class=title>Tip</div></table></div>",
                true,
            ),
        ] {
            let page = Page::new(html, None);
            assert_eq!(page.elements().any(is_label), expected, "{html}");
        }
    }
}
