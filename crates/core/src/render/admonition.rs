//! Notes, hints and warnings in a box of their own: quotations that begin with their label.

use crate::dom::{Document, NodeId, NodeKind, Tag};
use crate::page::{Name, Page, classes};

/// Nodes of a label at most.
const MOST_NODES: u32 = 40;
/// Levels between a label and its box.
const LEVELS: usize = 6;

/// True if an element is such a box.
pub(super) fn is_box(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let tag = document.tag(id);
    if !matches!(tag, Tag::DIV | Tag::ASIDE | Tag::SECTION | Tag::BLOCKQUOTE | Tag::DETAILS) {
        return false;
    }
    let names = page.marks().class(id);
    let is_kind = names.has(Name::BoxKind);
    names.has(Name::Box)
        || names.has(Name::CapitalBox)
        || names.has(Name::Alert) && names.has(Name::AlertKind)
        || is_kind && matches!(tag, Tag::ASIDE | Tag::DETAILS)
        || is_kind && first_child(document, id).is_some_and(|id| names_label(page, id))
}

/// True if an element is the label of a box around it.
pub(super) fn is_label(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    if document.end(id).0 - id.0 > MOST_NODES {
        return false;
    }
    let parent = document.parent(id);
    let is_title = || is_only(document, id, "title");
    let is_capital = || {
        parent.is_some_and(|parent| {
            page.marks().class(parent).has(Name::CapitalBox)
                && first_child(document, parent) == Some(id)
        })
    };
    let is_named = match document.tag(id) {
        Tag::SUMMARY => true,
        Tag::P if is_capital() => true,
        Tag::P => names_label(page, id) || is_title() && parent.is_some_and(|id| is_box(page, id)),
        Tag::DIV | Tag::SPAN => names_label(page, id) || is_title() && is_in_icon(document, id),
        _ => false,
    };
    is_named && document.ancestors(id).take(LEVELS).any(|above| is_box(page, above))
}

/// True if an element has this class and no other.
fn is_only(document: &Document, id: NodeId, class: &str) -> bool {
    classes(document, id).eq([class])
}

fn names_label(page: &Page, id: NodeId) -> bool {
    page.marks().class(id).has(Name::BoxLabel)
}

fn first_child(document: &Document, id: NodeId) -> Option<NodeId> {
    document.children(id).find(|child| document.kind(*child) == NodeKind::Element)
}

/// True if a label is in the cell of an icon, as in the tables of AsciiDoc.
fn is_in_icon(document: &Document, id: NodeId) -> bool {
    let parent = document.parent(id).filter(|parent| document.tag(*parent) == Tag::TD);
    parent.is_some_and(|cell| is_only(document, cell, "icon"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let document = page.document();
            let is_root =
                |id: &NodeId| !matches!(document.tag(*id), Tag::HTML | Tag::HEAD | Tag::BODY);
            let first = document.elements().find(is_root).unwrap();
            assert_eq!(is_box(&page, first), expected, "{html}");
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
            let document = page.document();
            assert_eq!(document.elements().any(|id| is_label(&page, id)), expected, "{html}");
        }
    }
}
