//! Notes, hints and warnings that stand in a box of their own: quotations that begin with their label.

use crate::dom::{AttributeName, Document, NodeId, Tag};

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
    "notecard",
];

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

/// Parts of names of their labels.
const LABELS: &[&str] = &[
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
];

/// Nodes of a label at most.
const MOST_NODES: u32 = 40;
/// Levels between a label and its box.
const LEVELS: usize = 6;

/// Whether an element is such a box.
pub(super) fn is_box(document: &Document, id: NodeId) -> bool {
    let Some(class) = document.attribute(id, AttributeName::CLASS) else { return false };
    let has = |is: &dyn Fn(&str) -> bool| class.split_ascii_whitespace().any(is);
    let is_kind = |word: &str| KINDS.iter().any(|kind| kind.eq_ignore_ascii_case(word));
    match document.tag(id) {
        Tag::DIV | Tag::ASIDE | Tag::SECTION | Tag::BLOCKQUOTE | Tag::DETAILS => {
            has(&|word| BOXES.contains(&word))
                || has(&|word| word == "alert")
                    && has(&|word| word.strip_prefix("alert-").is_some_and(is_kind))
                || matches!(document.tag(id), Tag::ASIDE | Tag::DETAILS) && has(&is_kind)
        }
        _ => false,
    }
}

/// Whether an element is the label of a box around it.
pub(super) fn is_label(document: &Document, id: NodeId) -> bool {
    let is_small = document.end(id).0 - id.0 <= MOST_NODES;
    let names = |id: NodeId, names: &[&str]| {
        let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
        !class.is_empty() && {
            let class = class.to_ascii_lowercase();
            names.iter().any(|name| class.contains(name))
        }
    };
    let is_named = match document.tag(id) {
        Tag::SUMMARY => true,
        Tag::P | Tag::DIV | Tag::SPAN => {
            names(id, LABELS) || names(id, &["title"]) && is_in_icon(document, id)
        }
        _ => false,
    };
    is_small && is_named && document.ancestors(id).take(LEVELS).any(|above| is_box(document, above))
}

/// Whether a label stands in the cell of an icon, as in the tables of AsciiDoc.
fn is_in_icon(document: &Document, id: NodeId) -> bool {
    let parent = document.parent(id).filter(|parent| document.tag(*parent) == Tag::TD);
    parent.and_then(|cell| document.attribute(cell, AttributeName::CLASS)) == Some("icon")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::parse::parse;

    #[test]
    fn boxes_are_told_from_what_is_named_like_one() {
        for (html, expected) in [
            ("<div class='admonition note'>a</div>", true),
            ("<div class='alert alert-info'>a</div>", true),
            ("<div class='alert alert-dismissible'>a</div>", false),
            ("<aside class=warning>a</aside>", true),
            ("<div class=info>a</div>", false),
            ("<details class=tip><summary>a</summary></details>", true),
            ("<details><summary>a</summary></details>", false),
        ] {
            let document = parse(html);
            let is_root = |id: &NodeId| !matches!(document.tag(*id), Tag::HTML | Tag::HEAD | Tag::BODY);
            let first = document.elements().find(is_root).unwrap();
            assert_eq!(is_box(&document, first), expected, "{html}");
        }
    }

    #[test]
    fn labels_stand_in_boxes() {
        for (html, expected) in [
            ("<div class='admonition note'><p class=admonition-title>Note</p></div>", true),
            ("<div><p class=admonition-title>Note</p></div>", false),
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
