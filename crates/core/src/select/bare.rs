//! Headings that are kept although nothing below them is.

use super::decided_by::DecidedBy;
use super::select;
use crate::dom::{AttributeName, Tag};
use crate::methods::Verdict;
use crate::page::{Block, BlockIndex, Page};

/// A heading of less than this probability is dropped if its section is empty. On the labelled pages one in nine of these is
/// part of the text; of those above, two in three are.
const SURE: f32 = 0.45;

/// Kept headings below the title whose section holds neither kept text nor a kept image, where they are not sure or the section
/// is a table of contents. `added`, in order, are blocks that others than the method decided; those stay.
pub(super) fn headings(
    page: &Page,
    verdict: &Verdict,
    added: &[(BlockIndex, DecidedBy)],
) -> Vec<(BlockIndex, DecidedBy)> {
    let blocks = page.blocks();
    let level = |block: &Block| page.heading_level(block).map(usize::from);
    let is_added = |at: BlockIndex| {
        let found = added.binary_search_by_key(&at, |(block, _)| *block);
        found.is_ok_and(|found| added[found].1 != DecidedBy::Heading)
    };
    let is_possible = |at: BlockIndex| {
        verdict.keep[at]
            && level(&blocks[at]).is_some_and(|level| level > 1)
            && (verdict.score.get(at).is_some_and(|score| *score < SURE) || has_contents(page, at))
            && !is_added(at)
    };
    let possible: Vec<BlockIndex> = (0..blocks.len()).filter(|at| is_possible(*at)).collect();
    let Some(first) = possible.first() else { return Vec::new() };
    let content = select(page, verdict);
    let node_of = |at: BlockIndex| page.texts_of(&blocks[at])[0].node;
    let mut media = content.media.iter().rev().peekable();
    let mut is_filled = [false; LEVELS];
    let mut found = Vec::new();
    for at in (*first..blocks.len()).rev() {
        while media.next_if(|id| **id > node_of(at)).is_some() {
            is_filled = [true; LEVELS];
        }
        let Some(level) = level(&blocks[at]) else {
            is_filled = if verdict.keep[at] { [true; LEVELS] } else { is_filled };
            continue;
        };
        let is_bare = possible.binary_search(&at).is_ok() && !is_filled[level];
        if is_bare {
            found.push((at, DecidedBy::Heading));
        }
        is_filled[level..].fill(false);
        if verdict.keep[at] && !is_bare {
            is_filled[..level].fill(true);
        }
    }
    found.reverse();
    found
}

/// Whether a table of contents begins below a heading: two blocks that are links to parts of the same page.
fn has_contents(page: &Page, heading: BlockIndex) -> bool {
    let document = page.document();
    let leads_within = |block: &Block| {
        let text = page.texts_of(block)[0].node;
        let link = document.ancestors(text).take(4).find(|id| document.tag(*id) == Tag::A);
        let href = link.and_then(|link| document.attribute(link, AttributeName::HREF));
        block.is_mostly_linked() && href.is_some_and(|href| href.starts_with('#'))
    };
    page.blocks().get(heading + 1..=heading + 2).is_some_and(|next| next.iter().all(leads_within))
}

/// Levels of headings are 1 to 6.
const LEVELS: usize = 7;

#[cfg(test)]
mod tests {
    use super::*;

    /// The headings that are dropped where these blocks are kept and the model is sure of no heading.
    fn dropped(html: &str, keep: &[usize]) -> Vec<BlockIndex> {
        let page = Page::new(html, None);
        let count = page.blocks().len();
        let score = page.blocks().iter().map(|block| if block.is_heading { 0.3 } else { 0.9 });
        let keep = (0..count).map(|at| keep.contains(&at)).collect();
        let verdict = Verdict::from_blocks(&page, score.collect(), keep);
        headings(&page, &verdict, &[]).into_iter().map(|(at, _)| at).collect()
    }

    #[test]
    fn a_heading_goes_without_its_section() {
        let html = "<h1>Tea</h1><p>It is dried.</p><h2>Leaves</h2><h3>Green</h3><p>Dry.</p><h3>Black</h3><p>Wet.</p><h2>More</h2><p>Links.</p>";
        let all: Vec<BlockIndex> = (0..9).collect();
        assert!(dropped(html, &all).is_empty());
        assert_eq!(dropped(html, &[0, 1, 2, 3, 4, 5, 7]), [5, 7]);
        // A section is filled by what its own sections hold, and goes with them.
        assert_eq!(dropped(html, &[0, 1, 2, 3, 5, 6, 7, 8]), [3]);
        assert_eq!(dropped(html, &[0, 1, 2, 3, 5]), [2, 3, 5]);
        // Text that is not below a title does not fill it; the title stays.
        assert!(dropped(html, &[0]).is_empty());
    }

    #[test]
    fn a_table_of_contents_takes_its_heading_along() {
        let check = |href: &str, expected: &[BlockIndex]| {
            let list =
                format!("<ul><li><a href={href}a>Leaves</a><li><a href={href}b>Shops</a></ul>");
            let html =
                format!("<p>It is dried.</p><h2>In short</h2>{list}<h2>Leaves</h2><p>Dry.</p>");
            let page = Page::new(&html, None);
            let keep: Vec<bool> = (0..6).map(|at| at != 2 && at != 3).collect();
            let verdict = Verdict::from_blocks(&page, vec![0.9; 6], keep);
            let found = headings(&page, &verdict, &[]);
            assert_eq!(found.iter().map(|(at, _)| *at).collect::<Vec<_>>(), expected, "{href}");
        };
        check("#", &[1]);
        check("/tea/", &[]);
    }

    #[test]
    fn an_image_fills_a_section() {
        let picture = "<img src=a.jpg width=600 height=400>";
        let html = |inside: &str| {
            format!(
                "<p>It is dried, and then rolled.</p><h2>Leaves</h2>{inside}<p>It is sold by weight.</p><h2>Shop</h2>"
            )
        };
        assert_eq!(dropped(&html(""), &[0, 1, 2, 3]), [3]);
        let between = format!("<h2>A</h2>{picture}<h2>B</h2><p>It is sold, too.</p>");
        assert_eq!(dropped(&html(&between), &[0, 1, 2, 3, 4, 5, 6]), [1, 6]);
    }
}
