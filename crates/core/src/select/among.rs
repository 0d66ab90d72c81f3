//! Tables and terms among kept text: a model of running text takes short cells and words for labels of the page.

use super::decided_by::DecidedBy;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockIndex, Page, tables};

/// A table has at most this many times the characters of the kept text.
const DROWNS: u32 = 4;
/// A paragraph beside a table has at least this many characters of sentences.
const PARAGRAPH: u32 = 20;

/// What is not kept of data tables with headers that stand between kept paragraphs.
pub(super) fn tables(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let document = page.document();
    let kept: u32 =
        (0..keep.len()).filter(|at| keep[*at]).map(|at| page.blocks()[at].characters).sum();
    let mut added = Vec::new();
    for table in document.elements().filter(|id| document.tag(*id) == Tag::TABLE) {
        let blocks = page.blocks_within(table);
        if blocks.is_empty() || !stands_between(page, table, keep) {
            continue;
        }
        let amounts = page.stats().amounts(document, table);
        let is_menu = amounts.link_characters * 2 > amounts.characters;
        let is_fit = amounts.characters / DROWNS <= kept && !is_menu;
        if is_fit && tables::data_table(page, table).is_some_and(|shape| shape.has_headers) {
            let is_lost = |at: &BlockIndex| !keep[*at] && !page.blocks()[*at].is_hidden;
            added.extend(blocks.filter(is_lost).map(|at| (at, DecidedBy::Table)));
        }
    }
    added
}

/// Whether the block before a table and the one after it are kept, within the element around the table or its wrapper, one
/// of them a paragraph.
fn stands_between(page: &Page, table: NodeId, keep: &[bool]) -> bool {
    const WRAPPERS: usize = 2;
    let document = page.document();
    let blocks = page.blocks_within(table);
    let before = blocks.start.checked_sub(1).filter(|at| keep[*at]);
    let after = Some(blocks.end).filter(|at| keep.get(*at) == Some(&true));
    let (Some(before), Some(after)) = (before, after) else { return false };
    let is_paragraph = |at: BlockIndex| page.blocks()[at].sentence_text() >= PARAGRAPH;
    let holds = |id: NodeId, at: BlockIndex| page.blocks_within(id).contains(&at);
    (is_paragraph(before) || is_paragraph(after))
        && document.ancestors(table).take(WRAPPERS).any(|id| holds(id, before) && holds(id, after))
}

/// The terms of kept definitions: `dt` before a kept `dd`.
pub(super) fn terms(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let document = page.document();
    let mut added = Vec::new();
    for term in document.elements().filter(|id| document.tag(*id) == Tag::DT) {
        let blocks = page.blocks_within(term);
        let definition = page.blocks().get(blocks.end).map(|block| block.container);
        let is_kept = keep.get(blocks.end) == Some(&true)
            && definition.is_some_and(|id| {
                let around = std::iter::once(id).chain(document.ancestors(id)).take(3);
                around.into_iter().any(|id| {
                    document.tag(id) == Tag::DD && document.parent(id) == document.parent(term)
                })
            });
        if is_kept {
            let is_lost = |at: &BlockIndex| !keep[*at] && !page.blocks()[*at].is_hidden;
            added.extend(blocks.filter(is_lost).map(|at| (at, DecidedBy::Heading)));
        }
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_with_headers_between_kept_paragraphs_is_kept() {
        let text = "<p>It takes a day to dry the leaves of the first harvest of the year.";
        let table = "<table><tr><th>Year<th>Sold<tr><td>1801<td>20</table>";
        let kept = |html: &str, keep: &[usize]| {
            let page = Page::new(html, None);
            let keep: Vec<bool> = (0..page.blocks().len()).map(|at| keep.contains(&at)).collect();
            tables(&page, &keep).into_iter().map(|(at, _)| at).collect::<Vec<_>>()
        };
        assert_eq!(kept(&format!("<div>{text}</p>{table}{text}</div>"), &[0, 5]), [1, 2, 3, 4]);
        assert_eq!(kept(&format!("<div>{text}</p>{table}{text}</div>"), &[0]), [0; 0]);
        let linked = table.replace("1801", "<a href=/1>The harvest of the year 1801</a>");
        assert_eq!(kept(&format!("<div>{text}</p>{linked}{text}</div>"), &[0, 5]), [0; 0]);
    }

    #[test]
    fn a_term_is_kept_with_its_definition() {
        let page = Page::new("<dl><dt>Kettle<dd>It boils water.<dt>Lid<dd>It closes.</dl>", None);
        assert_eq!(terms(&page, &[false, true, false, false]), [(0, DecidedBy::Heading)]);
    }
}
