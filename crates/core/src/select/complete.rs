//! Completes the text that `auto` keeps. The method judges block by block, so it sometimes loses a number of a table, a
//! heading or a paragraph.

use super::decided_by::DecidedBy;
use super::{
    among, attachments, bare, captions, code, elsewhere, linked, machine, notes, recipe, replies,
    standfirst, twice,
};
use crate::dom::{NodeId, Tag};
use crate::methods::Verdict;
use crate::page::{Block, BlockIndex, Page, tables};
use crate::records::PostBlocks;

/// A block of at least this probability is added where its neighbours speak for it. From 0.1 to 0.25 the mean F1 of the
/// labelled sets is the same.
const POSSIBLE: f32 = 0.15;
/// A paragraph has at least this many characters of sentences.
const PARAGRAPH: u32 = 40;

/// Adds what belongs to the text: cells of a data table with headers if most of it, most headers or the text around it is kept;
/// headings, terms and captions of kept text; paragraphs without tags beside kept ones with tags; ingredients and steps that the
/// page's data name; code among kept text; its footnotes, standfirst and attachments; answers within kept posts and the lost
/// bodies of `posts`. Drops what does not: copies, forms, lines that lead elsewhere, text for machines, what stands beside the
/// bodies of posts, and headings of empty sections. Returns the blocks that changed, in order.
pub fn complete(
    page: &Page,
    verdict: &mut Verdict,
    posts: &PostBlocks,
) -> Vec<(BlockIndex, DecidedBy)> {
    let mut added = cells(page, &verdict.keep);
    added.extend(among::tables(page, &verdict.keep));
    added.extend(among::terms(page, &verdict.keep));
    added.extend(beside(page, verdict));
    added.extend(recipe::lines(page, &verdict.keep));
    added.extend(code::lines(page, &verdict.keep));
    added.extend(linked::paragraphs(page, &verdict.keep));
    added.extend(notes::of_kept_marks(page, &verdict.keep));
    added.extend(replies::within_posts(page, &verdict.keep));
    added.extend(standfirst::of_kept_text(page, verdict));
    added.extend(attachments::behind_text(page, verdict));
    added.extend(posts.lost.iter().map(|at| (*at, DecidedBy::Thread)));
    added.sort_by_key(|(block, _)| *block);
    added.dedup_by_key(|(block, _)| *block);
    added.iter().for_each(|(block, _)| verdict.keep[*block] = true);
    added.extend(with_captions(page, verdict, !added.is_empty()));
    let mut dropped = twice::copies(page, &verdict.keep);
    dropped.extend(twice::pull_quotes(page, &verdict.keep));
    dropped.extend(twice::notices(page, &verdict.keep));
    dropped.extend(twice::beginnings(page, &verdict.keep));
    dropped.extend(replies::forms(page, &verdict.keep));
    dropped.extend(elsewhere::lines(page, &verdict.keep));
    dropped.extend(machine::blocks(page, &verdict.keep));
    dropped.extend(posts.beside.iter().map(|at| (*at, DecidedBy::Thread)));
    dropped.sort_by_key(|(block, _)| *block);
    dropped.dedup_by_key(|(block, _)| *block);
    dropped.iter().for_each(|(block, _)| verdict.keep[*block] = false);
    added.extend(dropped);
    if !added.is_empty() {
        added.sort_by_key(|(block, _)| *block);
        verdict.spans = Verdict::from_blocks(page, Vec::new(), verdict.keep.clone()).spans;
    }
    let bare = bare::headings(page, verdict, &added);
    if !bare.is_empty() {
        bare.iter().for_each(|(block, _)| verdict.keep[*block] = false);
        added.retain(|(block, _)| bare.binary_search_by_key(block, |(at, _)| *at).is_err());
        added.extend(bare);
        added.sort_by_key(|(block, _)| *block);
        verdict.spans = Verdict::from_blocks(page, Vec::new(), verdict.keep.clone()).spans;
    }
    added
}

/// Captions of the images that are kept by now; they are kept too.
fn with_captions(
    page: &Page,
    verdict: &mut Verdict,
    has_changed: bool,
) -> Vec<(BlockIndex, DecidedBy)> {
    if has_changed {
        verdict.spans = Verdict::from_blocks(page, Vec::new(), verdict.keep.clone()).spans;
    }
    let captions = captions::of_kept_images(page, verdict);
    captions.iter().for_each(|(block, _)| verdict.keep[*block] = true);
    captions
}

/// Cells of tables, and terms and descriptions of lists, that are kept for the most part.
fn cells(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let document = page.document();
    let mut added = Vec::new();
    let mut end = None;
    for table in tables_around(page, keep) {
        let blocks = page.blocks_within(table);
        let amount = |is_wanted: &dyn Fn(usize) -> bool| -> u32 {
            blocks.clone().filter(|at| is_wanted(*at)).map(|at| page.blocks()[at].characters).sum()
        };
        let kept = amount(&|at| keep[at]);
        let is_head =
            |at: usize| matches!(document.tag(page.blocks()[at].container), Tag::TH | Tag::DT);
        let heads = || blocks.clone().filter(|at| is_head(*at));
        let kept_heads = heads().filter(|at| keep[*at]).count();
        // A table within one that was looked at is part of it.
        if Some(table) < end || kept == 0 {
            continue;
        }
        let is_most = kept * 2 >= amount(&|_| true);
        let are_most_heads = kept_heads >= 2 && kept_heads * 2 >= heads().count();
        let has_headers = || tables::data_table(page, table).is_some_and(|shape| shape.has_headers);
        let is_whole = match document.tag(table) {
            Tag::DL => is_most && are_most_heads,
            _ => (is_most || are_most_heads) && has_headers(),
        };
        if is_whole {
            end = Some(document.end(table));
            let is_lost = |at: &usize| !keep[*at] && !page.blocks()[*at].is_hidden;
            added.extend(blocks.filter(is_lost).map(|at| (at, DecidedBy::Table)));
        }
    }
    added
}

/// The tables and lists of terms that hold kept blocks, in document order.
fn tables_around(page: &Page, keep: &[bool]) -> Vec<NodeId> {
    let document = page.document();
    let mut tables = Vec::new();
    let mut last = None;
    for (block, _) in page.blocks().iter().zip(keep).filter(|(_, keep)| **keep) {
        // What is around the block before was looked at.
        let was_seen =
            |id: &NodeId| last.is_some_and(|last| *id <= last && last < document.end(*id));
        let around = std::iter::once(block.container).chain(document.ancestors(block.container));
        let new = around.take_while(|id| !was_seen(id));
        tables.extend(new.filter(|id| matches!(document.tag(*id), Tag::TABLE | Tag::DL)));
        last = Some(block.container);
    }
    tables.sort_unstable();
    tables
}

/// Possible blocks beside kept ones.
fn beside(page: &Page, verdict: &Verdict) -> Vec<(BlockIndex, DecidedBy)> {
    let (blocks, keep) = (page.blocks(), &verdict.keep);
    let Some(first) = keep.iter().position(|keep| *keep) else { return Vec::new() };
    let is_possible =
        |at: &usize| !keep[*at] && verdict.score[*at] >= POSSIBLE && !blocks[*at].is_hidden;
    let kept = |at: usize| keep.get(at).is_some_and(|keep| *keep).then(|| &blocks[at]);
    let holds = |own: &Block, other: Option<&Block>| {
        other.is_some_and(|other| page.document().parent(other.container) == Some(own.container))
    };
    let belongs = |at: usize| {
        let (own, before, after) = (&blocks[at], at.checked_sub(1).and_then(kept), kept(at + 1));
        let is_paragraph =
            own.sentence_text() >= PARAGRAPH && (holds(own, before) || holds(own, after));
        let is_heading =
            own.is_heading && own.link_characters == 0 && at > first && after.is_some();
        let by = is_heading.then_some(DecidedBy::Heading);
        by.or(is_paragraph.then_some(DecidedBy::Paragraphs)).map(|by| (at, by))
    };
    (0..blocks.len()).filter(is_possible).filter_map(belongs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is added to `keep` where every other block has this probability.
    fn added(html: &str, keep: &[usize], probability: f32) -> Vec<(usize, DecidedBy)> {
        let page = Page::new(html, None);
        let count = page.blocks().len();
        let keep = (0..count).map(|at| keep.contains(&at)).collect();
        let mut verdict = Verdict::from_blocks(&page, vec![probability; count], keep);
        let added = complete(&page, &mut verdict, &PostBlocks::default());
        assert!(added.iter().all(|(at, _)| verdict.keep[*at]));
        added
    }

    #[test]
    fn a_table_is_kept_whole_with_most_of_it_or_of_its_headers() {
        let head = "<tr><th>Year<th>Town<th>Sold";
        let rows = "<tr><td>1801<td>A town of some size<td>Twenty<tr><td>1802<td>Another<td>Two";
        let table = format!("<table>{head}{rows}</table>");
        let cells =
            |all: &[usize]| all.iter().map(|at| (*at, DecidedBy::Table)).collect::<Vec<_>>();
        assert_eq!(added(&table, &[3, 4, 7], 0.0), cells(&[0, 1, 2, 5, 6, 8]));
        assert_eq!(added(&table, &[0, 1], 0.0), cells(&[2, 3, 4, 5, 6, 7, 8]));
        assert_eq!(added(&table, &[0, 3], 0.0), []);
    }

    #[test]
    fn a_list_of_terms_is_kept_whole_with_most_of_it() {
        let list = "<dl><dt>Seller<dd>Anna Berg<dt>Size<dd>12.4 MB<dt>Kind<dd>Tools</dl>";
        assert_eq!(added(list, &[0, 1, 2, 3, 4], 0.0), [(5, DecidedBy::Table)]);
        assert_eq!(added(list, &[0, 1], 0.0), []);
    }

    #[test]
    fn code_is_kept_with_the_text_around_it() {
        let text = "<p>It takes a day to dry the leaves of the first harvest of the year.";
        let html = format!(
            "<div>{text}</p><pre>a()\n</pre>{text}</div><div><p>Another text of the page that nobody keeps.<pre>b()</pre></div>"
        );
        assert_eq!(added(&html, &[0, 2], 0.0), [(1, DecidedBy::Code)]);
        assert_eq!(added(&html, &[3], 0.0), [(4, DecidedBy::Code)]);
        let lines = "<pre><div>first()</div><div>second()</div><div>}</div></pre><p>Other text of the page.";
        assert_eq!(added(lines, &[0, 1], 0.0), [(2, DecidedBy::Code)]);
        assert_eq!(added(lines, &[2], 0.0), []);
    }

    #[test]
    fn a_heading_is_kept_with_its_text() {
        let html =
            "<h1>Site</h1><p>First.</p><h2>Part</h2><p>Second.</p><h2>More</h2><p>Third.</p>";
        assert_eq!(added(html, &[1, 3], 0.2), [(2, DecidedBy::Heading)]);
        assert_eq!(added(html, &[1, 3], 0.1), []);
        assert_eq!(added(html, &[3], 0.2), []);
    }

    #[test]
    fn a_paragraph_without_tags_is_kept_with_those_beside_it() {
        let long = "It was early, and it rained, so nobody had come to the station but the dog.";
        let html = format!("<body>{long}<p>{long}</p>{long}<p>Short.</p>Short, too.<div><p>{long}");
        let both = [(0, DecidedBy::Paragraphs), (2, DecidedBy::Paragraphs)];
        assert_eq!(added(&html, &[1], 0.2), both);
        assert_eq!(added(&html, &[5], 0.2), []);
    }
}
