//! Notes, hints and warnings that stand in a box of their own: quotations that begin with their label.

use std::sync::LazyLock;

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::text::phrases::Phrases;

/// Names of the boxes, by the programs that write them.
const BOXES: &[&str] = &[
    "admonition",
    "admonitionblock",
    "markdown-alert",
    "theme-admonition",
    "custom-block",
    "hint-container",
    "starlight-aside",
    "callout",
    "nextra-callout",
    "kg-callout-card",
    "notecard",
    "md-alert",
    "blockquote-tag",
    "confluence-information-macro",
];

/// Names of boxes in capital letters, which start with their name as a paragraph.
const CAPITALS: &[&str] = &["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// Kinds of boxes: with `alert-` before them, or of an element that says itself that it is no part of the text's line.
const KINDS: &[&str] = &[
    "note",
    "tip",
    "hint",
    "info",
    "important",
    "warning",
    "caution",
    "danger",
    "attention",
    "success",
    "question",
    "example",
    "abstract",
    "failure",
    "bug",
    "error",
    "primary",
];

/// What the class of a box holds, in either case. Most classes hold none of it, which one pass tells.
static NAMES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of_words(BOXES.iter().chain(CAPITALS).chain(KINDS)));

/// Parts of names of their labels.
static LABELS: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of_words(&[
        "admonition-title",
        "admonition-heading",
        "admonitionheading",
        "markdown-alert-title",
        "custom-block-title",
        "hint-container-title",
        "callout-title",
        "callout-header",
        "starlight-aside__title",
        "alert-heading",
        "alert-title",
        "md-alert-text-container",
        "blockquote-tag-title",
    ])
});

/// Nodes of a label at most.
const MOST_NODES: u32 = 40;
/// Levels between a label and its box.
const LEVELS: usize = 6;

/// Whether an element is such a box.
pub(super) fn is_box(document: &Document, id: NodeId) -> bool {
    let tag = document.tag(id);
    if !matches!(tag, Tag::DIV | Tag::ASIDE | Tag::SECTION | Tag::BLOCKQUOTE | Tag::DETAILS) {
        return false;
    }
    let class = class(document, id);
    if !NAMES.are_in(class) {
        return false;
    }
    let has = |is: &dyn Fn(&str) -> bool| class.split_ascii_whitespace().any(is);
    let is_kind = |word: &str| KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(word));
    let is_alert = || {
        has(&|word| word == "alert")
            && has(&|word| word.strip_prefix("alert-").is_some_and(is_kind))
    };
    has(&|word| BOXES.contains(&word) || CAPITALS.contains(&word))
        || is_alert()
        || matches!(tag, Tag::ASIDE | Tag::DETAILS) && has(&is_kind)
        || has(&is_kind) && first_child(document, id).is_some_and(|id| names_label(document, id))
}

/// Whether an element is the label of a box around it.
pub(super) fn is_label(document: &Document, id: NodeId) -> bool {
    if document.end(id).0 - id.0 > MOST_NODES {
        return false;
    }
    let parent = document.parent(id);
    let is_title = || class(document, id) == "title";
    let is_capital = || {
        parent.is_some_and(|parent| {
            CAPITALS.contains(&class(document, parent)) && first_child(document, parent) == Some(id)
        })
    };
    let is_named = match document.tag(id) {
        Tag::SUMMARY => true,
        Tag::P if is_capital() => true,
        Tag::P => {
            names_label(document, id) || is_title() && parent.is_some_and(|id| is_box(document, id))
        }
        Tag::DIV | Tag::SPAN => names_label(document, id) || is_title() && is_in_icon(document, id),
        _ => false,
    };
    is_named && document.ancestors(id).take(LEVELS).any(|above| is_box(document, above))
}

fn class(document: &Document, id: NodeId) -> &str {
    document.attribute(id, AttributeName::CLASS).unwrap_or("")
}

fn names_label(document: &Document, id: NodeId) -> bool {
    LABELS.are_in(class(document, id))
}

fn first_child(document: &Document, id: NodeId) -> Option<NodeId> {
    document.children(id).find(|child| document.kind(*child) == NodeKind::Element)
}

/// Whether a label stands in the cell of an icon, as in the tables of AsciiDoc.
fn is_in_icon(document: &Document, id: NodeId) -> bool {
    let parent = document.parent(id).filter(|parent| document.tag(*parent) == Tag::TD);
    parent.and_then(|cell| document.attribute(cell, AttributeName::CLASS)) == Some("icon")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::parse;

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
            let document = parse(html);
            let is_root =
                |id: &NodeId| !matches!(document.tag(*id), Tag::HTML | Tag::HEAD | Tag::BODY);
            let first = document.elements().find(is_root).unwrap();
            assert_eq!(is_box(&document, first), expected, "{html}");
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
            let document = parse(html);
            assert_eq!(document.elements().any(|id| is_label(&document, id)), expected, "{html}");
        }
    }
}
