//! Links in headings and terms that are not part of their words: a wiki's links to edit a section (`[edit]`, `[编辑 | 编辑源代码]`),
//! and the symbol that links to the section itself (`¶`).

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::Page;
use crate::page::footnotes::fragment;
use crate::text::lexicon::Group;

/// The maximum number of nodes in such an element.
const MOST_NODES: u32 = 24;
/// Symbols of a link to its own place, and those that count only in a heading, a term, or the
/// element that they link to.
const SIGNS: &str = "¶🔗⚓◆◇⌗";
const SIGNS_OF_HEADINGS: &str = "#§∞";
/// The words of such a link in a heading, as a whole or at its start.
static WORDS: Group = Group::of("link.to_section");
static FIRST_WORDS: Group = Group::of("link.section_link");
/// The words of a link to edit a section.
static EDIT_WORDS: Group = Group::of("link.edit");
/// The labels of buttons in a heading.
static BUTTONS: Group = Group::of("link.button");
/// The number of levels above a symbol in which to look for its heading or section.
const LEVELS: usize = 3;

/// True if an inline element holds nothing but links to edit the page, or is a link to its own
/// section.
pub(super) fn is_section_link(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    match document.tag(id) {
        Tag::SPAN => is_edit_links(document, id),
        Tag::A => is_sign(page, id),
        Tag::BUTTON => is_button(document, id),
        _ => false,
    }
}

/// True if the element holds bracketed links to edit the page.
fn is_edit_links(document: &Document, id: NodeId) -> bool {
    let is_small = document.end(id).0 - id.0 <= MOST_NODES;
    let mut links = document.descendants(id).filter(|id| document.tag(*id) == Tag::A).peekable();
    let leads_to_edit = |link: NodeId| {
        let address = document.attribute(link, AttributeName::HREF);
        match address {
            Some(address) => address.contains("action=edit") || address.contains("/edit"),
            None => {
                let words = document.text_content(link).trim().to_lowercase();
                EDIT_WORDS.contains(&words.as_str())
            }
        }
    };
    if !is_small || links.peek().is_none() || !links.all(leads_to_edit) {
        return false;
    }
    let text = document.text_content(id);
    let text = text.trim();
    text.starts_with(['[', '［']) && text.ends_with([']', '］'])
}

/// True if a link leads to its own place and shows only a symbol, or in a heading says no more than that.
fn is_sign(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    if document.end(id).0 - id.0 > MOST_NODES {
        return false;
    }
    let text = document.text_content(id);
    let text = text.trim_matches(|c: char| c.is_whitespace() || "[]\u{200b}\u{fe0f}".contains(c));
    let signs = || text.chars().filter(|c| !c.is_whitespace() && *c != '\u{fe0f}');
    let is_of = |set: &str| signs().next().is_some() && signs().all(|c| set.contains(c));
    let is_word = || {
        let text = text.to_lowercase();
        WORDS.contains(&text.as_str()) || FIRST_WORDS.iter().any(|first| text.starts_with(first))
    };
    let (is_sure, is_possible) = (is_of(SIGNS), is_of(SIGNS_OF_HEADINGS));
    if !is_sure && !is_possible && (text.len() > LONGEST_WORDS || !is_word()) {
        return false;
    }
    let address = document.attribute(id, AttributeName::HREF);
    let Some(place) = address.and_then(|address| fragment(page, address)) else { return false };
    let is_heading = |above: NodeId| {
        document.tag(above).heading_level().is_some() || document.tag(above) == Tag::DT
    };
    let is_own = |above: NodeId| is_heading(above) || document.has_id(above, place);
    let mut around = document.ancestors(id).take(LEVELS);
    let is_bracketed = || {
        let before = NodeId(id.0 - 1);
        document.kind(before) == NodeKind::Text && document.text(before).trim_end().ends_with('[')
    };
    is_sure
        || if is_possible { around.any(is_own) } else { around.any(is_heading) && !is_bracketed() }
}

/// Characters of the words of such a link at most.
const LONGEST_WORDS: usize = 160;

/// True if a button is in a heading and has the label of such buttons.
fn is_button(document: &Document, id: NodeId) -> bool {
    let is_heading = |above: NodeId| document.tag(above).heading_level().is_some();
    document.end(id).0 - id.0 <= MOST_NODES
        && document.ancestors(id).take(LEVELS).any(is_heading)
        && {
            let text = document.text_content(id).trim().to_lowercase();
            BUTTONS.contains(&text.as_str())
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_edit_are_told_from_notes() {
        for (html, expected) in [
            ("<span>[<a href='/w?title=Tea&action=edit&section=2'>edit</a>]</span>", true),
            (
                "<span><i>［</i><a href='/w?veaction=edit'>编辑</a> | <a href='/w?action=edit'>源</a>］</span>",
                true,
            ),
            ("<span>[<a>编辑</a>]</span>", true),
            ("<span>[<a>PDF</a>]</span>", false),
            ("<span>[<a href='/tea.pdf'>PDF</a>]</span>", false),
            ("<span>[<a href='#cite_note-1'>1</a>]</span>", false),
            ("<span><a href='/w?action=edit'>edit</a> this [page]</span>", false),
            ("<span>[sic]</span>", false),
        ] {
            let page = Page::new(html, None);
            let is_span = |id: &NodeId| page.document().tag(*id) == Tag::SPAN;
            let span = page.document().elements().find(is_span).unwrap();
            assert_eq!(is_section_link(&page, span), expected, "{html}");
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
            ("<h2 id=c>C<a href='/tea#c'>#</a></h2>", true),
            ("<h2 id=c>C<a href='https://example.com/tea#c'>Permalink</a></h2>", true),
            ("<h2 id=c>C<a href='#c'>Direct link to C</a></h2>", true),
            ("<p id=c>C<a href='#c'>Permalink</a></p>", false),
        ] {
            let page = Page::new(html, Some("https://example.com/tea"));
            let is_link = |id: &NodeId| page.document().tag(*id) == Tag::A;
            let link = page.document().elements().find(is_link).unwrap();
            assert_eq!(is_section_link(&page, link), expected, "{html}");
        }
    }
}
