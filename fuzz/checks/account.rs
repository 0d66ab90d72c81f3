//! Nothing is lost: all text of a page is in its blocks, hidden or shown, and each block is listed as kept or dropped, unless
//! there is a warning of a limit.

use zhengwen::{Extraction, Warning};
use zhengwen_html::{Document, Namespace, NodeKind, parse};
use zhengwen_page::page::Page;
use zhengwen_page::text::chars::is_blank;

/// Elements of which a browser shows no text, or only text that is no part of the page.
const NOT_TEXT: [&str; 15] = [
    "audio", "canvas", "datalist", "head", "iframe", "noframes", "object", "script", "select",
    "style", "svg", "template", "textarea", "title", "video",
];

/// The characters of a text but blanks.
pub(crate) fn bare(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !is_blank(*c))
}

/// The text of a page outside `noscript`, which pages for scripts have twice.
fn text_of(document: &Document) -> String {
    let mut text = String::new();
    let mut end_of_other = Document::ROOT;
    for id in document.ids().skip(1) {
        if id < end_of_other {
            continue;
        }
        // In MathML the same names are those of text.
        let is_known = document.namespace(id) != Namespace::MathMl || document.name(id) == "svg";
        let name = if is_known { document.name(id) } else { "" };
        let is_shown = document.attributes(id).any(|(name, _)| name == "shadowrootmode");
        match document.kind(id) {
            NodeKind::Element if name == "noscript" || (NOT_TEXT.contains(&name) && !is_shown) => {
                end_of_other = document.end(id);
            }
            NodeKind::Text => text.extend(bare(document.text(id))),
            _ => {}
        }
    }
    text
}

/// The first fault in the account of a page: text that is in no block, or a block that the trace of its extraction does not
/// list.
pub(crate) fn fault(html: &str, page: &Page, found: &Extraction) -> Option<String> {
    let blocks = page.blocks();
    let of_page = text_of(&parse(html));
    let shown = blocks.iter().filter(|block| !block.is_noscript);
    let in_blocks: String = shown.flat_map(|block| bare(page.block_text(block))).collect();
    let is_capped = |warning: &Warning| matches!(warning, Warning::BlocksCapped { .. });
    let may_end = found.warnings.iter().any(is_capped);
    if in_blocks != of_page && !(may_end && of_page.starts_with(&in_blocks)) {
        return Some(format!("in blocks: {in_blocks:.200}\nin the page: {of_page:.200}"));
    }
    let listed = &found.trace.as_ref()?.blocks;
    let cut = found.warnings.iter().find_map(|warning| match warning {
        Warning::TraceCut { blocks } => Some(*blocks),
        _ => None,
    });
    if listed.len() + cut.unwrap_or(0) != blocks.len() {
        return Some(format!("{} of {} blocks are listed", listed.len(), blocks.len()));
    }
    let is_other = |at: &usize| listed[*at].text != page.block_text(&blocks[*at]);
    (0..listed.len()).find(is_other).map(|at| format!("not block {at}: {:.200}", listed[at].text))
}
