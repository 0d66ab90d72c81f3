//! Links in headings and terms that are not part of their words: a wiki's links to edit a section (`[edit]`, `[编辑 | 编辑源代码]`),
//! and the symbol that links to the section itself (`¶`).

use crate::dom::{AttributeName, NodeId, NodeRef, Tag};
use crate::page::Node;
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

/// Characters of the words of such a link at most.
const LONGEST_WORDS: usize = 160;

/// True if an inline element holds nothing but links to edit the page, or is a link to its own
/// section.
pub(super) fn is_section_link(node: Node) -> bool {
    match node.tag() {
        Tag::SPAN => is_edit_links(node.in_document()),
        Tag::A => is_sign(node),
        Tag::BUTTON => is_button(node.in_document()),
        _ => false,
    }
}

/// True if the element holds bracketed links to edit the page.
fn is_edit_links(node: NodeRef) -> bool {
    let mut links = node.descendants().filter(|inner| inner.is(Tag::A)).peekable();
    if node.size() > MOST_NODES || links.peek().is_none() || !links.all(leads_to_edit) {
        return false;
    }
    let text = node.text_content();
    let text = text.trim();
    text.starts_with(['[', '［']) && text.ends_with([']', '］'])
}

fn leads_to_edit(link: NodeRef) -> bool {
    match link.attribute(AttributeName::HREF) {
        Some(address) => address.contains("action=edit") || address.contains("/edit"),
        None => EDIT_WORDS.contains(&link.text_content().trim().to_lowercase().as_str()),
    }
}

/// True if a link leads to its own place and shows only a symbol, or in a heading says no more than that.
fn is_sign(node: Node) -> bool {
    if node.size() > MOST_NODES {
        return false;
    }
    let text = node.text_content();
    let text = text.trim_matches(|c: char| c.is_whitespace() || "[]\u{200b}\u{fe0f}".contains(c));
    let (is_sure, is_possible) = (is_of(text, SIGNS), is_of(text, SIGNS_OF_HEADINGS));
    if !is_sure && !is_possible && !is_word(text) {
        return false;
    }
    let address = node.attribute(AttributeName::HREF);
    let Some(place) = address.and_then(|address| fragment(node.page, address)) else {
        return false;
    };
    let mut around = node.in_document().ancestors().take(LEVELS);
    if is_sure || is_possible {
        return is_sure || around.any(|above| is_of_heading(above) || above.has_id(place));
    }
    let before = node.page.node(NodeId(node.id.0 - 1));
    around.any(is_of_heading) && !(before.is_text() && before.text().trim_end().ends_with('['))
}

/// True if a text has signs, all of this set.
fn is_of(text: &str, set: &str) -> bool {
    let mut signs = text.chars().filter(|c| !c.is_whitespace() && *c != '\u{fe0f}').peekable();
    signs.peek().is_some() && signs.all(|c| set.contains(c))
}

fn is_word(text: &str) -> bool {
    if text.len() > LONGEST_WORDS {
        return false;
    }
    let text = text.to_lowercase();
    WORDS.contains(&text.as_str()) || FIRST_WORDS.iter().any(|first| text.starts_with(first))
}

fn is_of_heading(node: NodeRef) -> bool {
    node.tag().heading_level().is_some() || node.is(Tag::DT)
}

/// True if a button is in a heading and has the label of such buttons.
fn is_button(node: NodeRef) -> bool {
    node.size() <= MOST_NODES
        && node.ancestors().take(LEVELS).any(|above| above.tag().heading_level().is_some())
        && BUTTONS.contains(&node.text_content().trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

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
            let span = page.elements().find(|node| node.is(Tag::SPAN)).unwrap();
            assert_eq!(is_section_link(span), expected, "{html}");
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
            let link = page.elements().find(|node| node.is(Tag::A)).unwrap();
            assert_eq!(is_section_link(link), expected, "{html}");
        }
    }
}
