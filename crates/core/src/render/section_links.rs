//! Links beside headings and terms that are not part of their words: a wiki's links to edit a
//! section (`[edit]`, `[编辑 | 编辑源代码]`), and the symbol that links to the section itself (`¶`).

use crate::dom::{AttributeName, Document, NodeId, Tag};

/// The maximum number of nodes in such an element.
const MOST_NODES: u32 = 24;
/// Symbols of a link to its own place, and those that count only in a heading, a term, or the
/// element that they link to.
const SIGNS: &str = "¶🔗⚓◆◇⌗";
const SIGNS_OF_HEADINGS: &str = "#§∞";
/// The number of levels above a symbol in which to look for its heading or section.
const LEVELS: usize = 3;

/// True if an inline element holds nothing but links to edit the page, or is a link to its own
/// section.
pub(super) fn is_section_link(document: &Document, id: NodeId) -> bool {
    match document.tag(id) {
        Tag::SPAN => is_edit_links(document, id),
        Tag::A => is_sign(document, id),
        _ => false,
    }
}

/// True if the element holds bracketed links to edit the page.
fn is_edit_links(document: &Document, id: NodeId) -> bool {
    let is_small = document.end(id).0 - id.0 <= MOST_NODES;
    let mut links = document.descendants(id).filter(|id| document.tag(*id) == Tag::A).peekable();
    let leads_to_edit = |link: NodeId| {
        let address = document.attribute(link, AttributeName::HREF);
        address.is_some_and(|address| address.contains("action=edit") || address.contains("/edit"))
    };
    if !is_small || links.peek().is_none() || !links.all(leads_to_edit) {
        return false;
    }
    let text = document.text_content(id);
    let text = text.trim();
    text.starts_with(['[', '［']) && text.ends_with([']', '］'])
}

/// True if a link leads to its own place and shows only a symbol.
fn is_sign(document: &Document, id: NodeId) -> bool {
    let address = document.attribute(id, AttributeName::HREF).map(str::trim);
    let Some(place) = address.and_then(|address| address.strip_prefix('#')) else { return false };
    if place.is_empty() || document.end(id).0 - id.0 > MOST_NODES {
        return false;
    }
    let text = document.text_content(id);
    let signs = || text.chars().filter(|c| !c.is_whitespace() && *c != '\u{fe0f}');
    let is_of = |set: &str| signs().next().is_some() && signs().all(|c| set.contains(c));
    let is_own = |above: NodeId| {
        let tag = document.tag(above);
        tag.heading_level().is_some()
            || tag == Tag::DT
            || document.attribute(above, AttributeName::ID) == Some(place)
    };
    is_of(SIGNS) || is_of(SIGNS_OF_HEADINGS) && document.ancestors(id).take(LEVELS).any(is_own)
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
            assert_eq!(is_section_link(&document, span), expected, "{html}");
        }
    }

    #[test]
    fn signs_of_sections_are_told_from_notes() {
        for (html, expected) in [
            ("<h2>Notes<a href='#notes' title='Permalink'>¶</a></h2>", true),
            ("<h2>Notes<span><a href='#notes'>#</a></span></h2>", true),
            ("<section id=new><a href='#new'>§</a><h4>new</h4></section>", true),
            ("<p>As <a href='#s5'>§</a> 5 says.</p>", false),
            ("<p>Tea<a href='#note'>*</a> is dried.</p>", false),
            ("<h2><a href='#notes'>Notes</a></h2>", false),
            ("<h2>C<a href='/c-sharp'>#</a></h2>", false),
        ] {
            let document = parse(html);
            let is_link = |id: &NodeId| document.tag(*id) == Tag::A;
            let link = document.elements().find(is_link).unwrap();
            assert_eq!(is_section_link(&document, link), expected, "{html}");
        }
    }
}
