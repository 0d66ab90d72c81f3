//! Joins the pages of an article into one, without page numbers and without what each page repeats.

use std::collections::HashSet;
use std::ops::Range;

use super::events::{Event, ends};
use crate::text::page_marks::{is_page_mark, without_page_mark};

/// Concatenates the events of pages. Left out are page numbers at either end of a page; blocks at
/// the start of a page that an earlier page also has (title, byline, lead-in); and blocks at the
/// end of a page that also end the next one (editor, notice). Nothing in between is touched.
pub(crate) fn join<'a>(pages: Vec<Vec<Event<'a>>>) -> Vec<Event<'a>> {
    let blocks: Vec<Vec<Block>> = pages.iter().map(|events| blocks(events)).collect();
    let starts = starts(&blocks);
    let kept = (0..blocks.len()).map(|at| {
        let page = &blocks[at][starts[at]..];
        let next = blocks.get(at + 1).map_or(&[][..], |next| &next[starts[at + 1]..]);
        starts[at]..blocks[at].len() - repeated_end(page, next)
    });
    let kept: Vec<Range<usize>> = kept.collect();
    let mut joined = Vec::with_capacity(pages.iter().map(Vec::len).sum());
    for ((events, blocks), kept) in pages.into_iter().zip(&blocks).zip(kept) {
        let kept = &blocks[kept];
        let (Some(first), Some(last)) = (kept.first(), kept.last()) else { continue };
        let range = first.events.start..last.events.end;
        joined.extend(events.into_iter().skip(range.start).take(range.len()));
    }
    joined
}

/// For each page, the first block that is not a page number and that no earlier page has.
fn starts(pages: &[Vec<Block>]) -> Vec<usize> {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut starts = Vec::with_capacity(pages.len());
    for page in pages {
        let repeated =
            page.iter().take_while(|block| block.is_mark || seen.contains(block.key.as_str()));
        starts.push(repeated.count());
        seen.extend(page.iter().map(|block| block.key.as_str()).filter(|key| !key.is_empty()));
    }
    starts
}

/// A top-level block.
struct Block {
    events: Range<usize>,
    /// Its text in the form used for comparison; empty for an image.
    key: String,
    is_mark: bool,
}

fn blocks(events: &[Event]) -> Vec<Block> {
    let ends = ends(events);
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < events.len() {
        let range = at..ends[at] + 1;
        let text: String = events[range.clone()].iter().filter_map(text_of).collect();
        // A repeated title ends in the page number.
        let key: String = without_page_mark(&text).split_whitespace().collect();
        blocks.push(Block { is_mark: is_page_mark(&text), key, events: range.clone() });
        at = range.end;
    }
    blocks
}

fn text_of<'e>(event: &'e Event) -> Option<&'e str> {
    match event {
        Event::Text(text) => Some(text.as_ref()),
        Event::Code(code) => Some(&code.text),
        Event::Formula { latex, .. } => Some(latex),
        Event::Image(image) => Some(&image.address),
        Event::LineBreak => Some(" "),
        _ => None,
    }
}

/// The number of blocks at the end of a page that are page numbers or also end the next page.
fn repeated_end(page: &[Block], next: &[Block]) -> usize {
    let unmarked: Vec<usize> = unmarked_from_end(page).collect();
    let pairs = unmarked.iter().zip(unmarked_from_end(next));
    let same =
        pairs.take_while(|(a, b)| !page[**a].key.is_empty() && page[**a].key == next[*b].key);
    // Count only up to the last block that stays.
    unmarked.get(same.count()).map_or(page.len(), |last| page.len() - last - 1)
}

/// The blocks that are no page numbers, from the last to the first.
fn unmarked_from_end(page: &[Block]) -> impl Iterator<Item = usize> {
    (0..page.len()).rev().filter(|at| !page[*at].is_mark)
}

#[cfg(test)]
mod tests {
    use super::super::events::Element;
    use super::*;

    fn page(lines: &[&'static str]) -> Vec<Event<'static>> {
        lines.iter().flat_map(|line| Event::line(Element::Paragraph, *line)).collect()
    }

    fn joined(pages: &[&[&'static str]]) -> String {
        super::super::text(&join(pages.iter().map(|lines| page(lines)).collect()))
    }

    #[test]
    fn what_each_page_repeats_stands_once() {
        let text = joined(&[
            &["标题", "导语。", "第一段。", "责任编辑：某人", "上一页 1 2 下一页"],
            &["标题(2)", "导语。", "第二段。", "责任编辑：某人", "1 2"],
        ]);
        assert_eq!(text, "标题\n导语。\n第一段。\n第二段。\n责任编辑：某人");
    }

    #[test]
    fn what_stands_between_is_kept() {
        let text = joined(&[&["一。", "副歌。", "二。"], &["三。", "副歌。", "四。"]]);
        assert_eq!(text, "一。\n副歌。\n二。\n三。\n副歌。\n四。");
        assert_eq!(joined(&[&["一。"]]), "一。");
        // A page that repeats the one before it adds nothing.
        assert_eq!(joined(&[&["一。", "二。"], &["一。", "二。"]]), "一。\n二。");
        assert_eq!(joined(&[&[], &["一。"]]), "一。");
    }
}
