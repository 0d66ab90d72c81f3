//! The links of a wiki to edit a section: `[edit]`, `[编辑 | 编辑源代码]`. They stand in headings and are no words of them.

use crate::dom::{AttributeName, Document, NodeId, Tag};

/// Nodes within such an element at most.
const MOST_NODES: u32 = 24;

/// Whether an inline element holds nothing but links to edit the page, in brackets.
pub(super) fn is_edit_links(document: &Document, id: NodeId) -> bool {
    let is_small = document.end(id).0 - id.0 <= MOST_NODES;
    if document.tag(id) != Tag::SPAN || !is_small {
        return false;
    }
    let mut links = document.descendants(id).filter(|id| document.tag(*id) == Tag::A).peekable();
    let leads_to_edit = |link: NodeId| {
        let address = document.attribute(link, AttributeName::HREF);
        address.is_some_and(|address| address.contains("action=edit") || address.contains("/edit"))
    };
    if links.peek().is_none() || !links.all(leads_to_edit) {
        return false;
    }
    let text = document.text_content(id);
    let text = text.trim();
    text.starts_with(['[', '［']) && text.ends_with([']', '］'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::parse::parse;

    #[test]
    fn links_to_edit_are_told_from_notes() {
        for (html, expected) in [
            ("<span>[<a href='/w?title=Tea&action=edit&section=2'>edit</a>]</span>", true),
            (
                "<span><i>［</i><a href='/w?veaction=edit'>编辑</a> | <a href='/w?action=edit'>源</a>］</span>",
                true,
            ),
            ("<span>[<a href='/tea.pdf'>PDF</a>]</span>", false),
            ("<span>[<a href='#cite_note-1'>1</a>]</span>", false),
            ("<span><a href='/w?action=edit'>edit</a> this [page]</span>", false),
            ("<span>[sic]</span>", false),
        ] {
            let document = parse(html);
            let is_span = |id: &NodeId| document.tag(*id) == Tag::SPAN;
            let span = document.elements().find(is_span).unwrap();
            assert_eq!(is_edit_links(&document, span), expected, "{html}");
        }
    }
}
