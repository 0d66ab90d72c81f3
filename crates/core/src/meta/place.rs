//! The places of bylines on the page: around the title, before the main text, after its end.

use std::ops::Range;

use super::candidate::normalised;
use crate::page::{Block, BlockIndex, Label, Labelled, Page};
use crate::text::dates::{self, LONGEST_LINE};
use crate::text::separators::parts_line;

/// The blocks that fields are looked for in.
#[derive(Debug)]
pub(super) struct Place<'a> {
    pub(super) page: &'a Page,
    /// The blocks of the main text, first to last; empty without main text.
    pub(super) main: Range<BlockIndex>,
    /// The block that shows the title, or else the first of the main text.
    pub(super) title: BlockIndex,
    /// True if the title is shown.
    pub(super) is_title_shown: bool,
    /// The first heading behind the main text that is no label: something else begins there.
    other: Option<BlockIndex>,
}

/// A block at the head of the article or at its end, and how much its place lowers a score.
pub(super) struct Line<'a> {
    pub(super) page: &'a Page,
    pub(super) index: BlockIndex,
    pub(super) block: &'a Block,
    pub(super) text: &'a str,
    /// At the head of the article, not at its end.
    pub(super) is_head: bool,
    /// Among the first blocks under a title that is shown.
    pub(super) is_under_title: bool,
    /// Behind the first heading that follows the main text.
    pub(super) is_of_other: bool,
    /// The last of the main text, or right behind it.
    pub(super) is_last: bool,
    /// [`Place::distance`] and [`Place::farness`].
    pub(super) distance: usize,
    pub(super) far: f32,
}

impl<'a> Line<'a> {
    /// The labelled values of the line.
    pub(super) fn labels(&self) -> impl Iterator<Item = Labelled<'a>> + use<'a> {
        self.page.marks().labels(self.block)
    }

    /// What the line has in elements of their own and between marks, without a range of its text.
    pub(super) fn pieces(&self, left_out: &Range<usize>) -> impl Iterator<Item = &'a str> {
        let (text, left_out) = (self.text, left_out.clone());
        let pieces = self.page.parts_of(self.block).into_iter().flat_map(move |part| {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            let at = |byte: usize| byte.clamp(start, start + part.len()) - start;
            [&part[..at(left_out.start)], &part[at(left_out.end)..]]
        });
        let pieces = pieces.flat_map(move |piece| piece.split(parts_line)).map(str::trim);
        pieces.filter(|piece| !piece.is_empty())
    }

    /// The place of a day in the text of a short line: the first, or else all of one of its parts.
    pub(super) fn day(&self) -> Option<Range<usize>> {
        if self.block.characters > LONGEST_LINE {
            return None;
        }
        let whole = self.page.marks().day(self.block).map(|found| found.range.clone());
        let of_part = |part: &str| {
            let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
            let day = dates::find_day(part, None)?;
            (day.range == (0..part.len())).then_some(start..start + part.len())
        };
        whole.or_else(|| self.dated_parts().find_map(of_part))
    }

    /// The parts of a short line, in elements of their own, that may be dates: with three digits or more.
    pub(super) fn dated_parts(&self) -> impl Iterator<Item = &'a str> {
        let may_be_date = |text: &&str| text.bytes().filter(u8::is_ascii_digit).nth(2).is_some();
        let is_dated = self.block.texts.len() > 1
            && self.block.characters <= LONGEST_LINE
            && may_be_date(&self.text);
        let parts = if is_dated { self.page.parts_of(self.block) } else { Vec::new() };
        parts.into_iter().filter(may_be_date)
    }

    /// True if one of the blocks around the line has a date.
    pub(super) fn is_by_date(&self) -> bool {
        let near = [self.index.wrapping_sub(1), self.index + 1, self.index + 2];
        let blocks = near.iter().filter_map(|index| self.page.blocks().get(*index));
        blocks.into_iter().any(|block| self.page.marks().day(block).is_some())
    }

    /// The reduction of a score for a line that is not shown.
    pub(super) fn hidden(&self) -> f32 {
        if self.block.is_hidden { 0.1 } else { 0.0 }
    }
}

/// The number of blocks after the title, and around the ends of the main text, that may hold bylines.
const AFTER_TITLE: usize = 14;
const BEFORE_TITLE: usize = 8;
const INTO_MAIN: usize = 6;
const AFTER_KEPT_TITLE: usize = 4;
const AFTER_MAIN: usize = 12;

impl<'a> Place<'a> {
    /// The place of a page with this title; `kept` are the blocks of its main text.
    pub(super) fn new(
        page: &'a Page,
        title: Option<&str>,
        kept: Option<Range<BlockIndex>>,
    ) -> Self {
        let main = kept.unwrap_or(0..0);
        let shown = title.and_then(|title| shown_title(page, title, &main));
        let title = shown.unwrap_or(main.start);
        let is_other = |index: &BlockIndex| {
            let block = page.blocks().get(*index).filter(|block| block.is_heading);
            block.is_some_and(|block| Label::of(page.block_text(block)).is_none())
        };
        let after = main.end.max(title + 1);
        let other = (after..after + AFTER_MAIN).find(is_other).filter(|_| !main.is_empty());
        Self { page, title, is_title_shown: shown.is_some(), main, other }
    }

    /// The lines of at most so many characters, first those at the head and then those at the end.
    pub(super) fn lines(&self, longest: u32) -> impl Iterator<Item = Line<'a>> {
        let head = self.head().map(|index| (index, true));
        let all = head.chain(self.tail().map(|index| (index, false)));
        let page = self.page;
        let all = all.map(|(index, is_head)| (index, &page.blocks()[index], is_head));
        let fit = all.filter(move |(_, block, _)| block.characters <= longest);
        fit.map(|(index, block, is_head)| Line {
            page,
            index,
            block,
            text: page.block_text(block),
            is_head,
            is_under_title: self.is_title_shown
                && (1..=4).contains(&index.wrapping_sub(self.title)),
            is_of_other: self.other.is_some_and(|other| index >= other),
            is_last: (index..=index + 1).contains(&self.main.end),
            distance: self.distance(index),
            far: self.farness(index),
        })
    }

    /// Blocks at the head of the article, those nearest after the title first, then those before
    /// it.
    fn head(&self) -> impl Iterator<Item = BlockIndex> + use<> {
        let count = self.page.blocks().len();
        // Where the title is kept too, the byline comes after the start of the main text.
        let start = self.main.start.max(self.title.saturating_add(AFTER_KEPT_TITLE));
        let into_main = start.saturating_add(INTO_MAIN).max(self.title);
        let last = (self.title + AFTER_TITLE).min(into_main).max(self.title).min(count);
        let first = self.title.saturating_sub(BEFORE_TITLE);
        let after = self.title.min(count)..last;
        let main_start = if self.main.start > last {
            self.main.start.saturating_sub(4)..(self.main.start + INTO_MAIN).min(count)
        } else {
            0..0
        };
        after.chain(main_start).chain((first..self.title.min(count)).rev())
    }

    /// The last blocks of the main text and those after it, in document order.
    fn tail(&self) -> Range<BlockIndex> {
        let count = self.page.blocks().len();
        let end = self.main.end.min(count);
        let first = end.saturating_sub(INTO_MAIN).max(self.main.start + 1);
        let last = (end + AFTER_MAIN).min(count);
        first.min(last)..last
    }

    /// The number of blocks from the title to `index`, or from the start of the main text if the title is not shown; blocks
    /// before the title count twice.
    pub(super) fn distance(&self, index: BlockIndex) -> usize {
        match index.checked_sub(self.title) {
            Some(after) => after,
            None if self.is_title_shown => (self.title - index) * 2,
            None => self.title - index,
        }
    }

    /// The reduction of an author's score by the distance from the title and the main text.
    pub(super) fn farness(&self, index: BlockIndex) -> f32 {
        let after_main = index.checked_sub(self.main.end).map(|after| after + 6);
        let distance = self.distance(index);
        let nearest = after_main.map_or(distance, |after| after.min(distance));
        (nearest as f32 * 0.012).min(0.3)
    }
}

/// The visible block that shows the title nearest to the main text; headings first.
fn shown_title(page: &Page, title: &str, main: &Range<BlockIndex>) -> Option<BlockIndex> {
    let wanted = normalised(title);
    let length = title.chars().count() as u32;
    let is_it = |block: &Block| {
        !block.is_hidden
            && block.characters <= length * 2
            && block.characters * 2 >= length.min(60)
            && normalised(page.block_text(block)).contains(&wanted)
    };
    let end = (main.end.max(main.start + 1)).min(page.blocks().len());
    let start = (main.start + 4).min(end);
    let block = |index: BlockIndex| (index, &page.blocks()[index]);
    let before = || (0..start).rev().map(block);
    // The nearest before the text, or else the first in it: sections may repeat the title's words.
    let headings = before().chain((start..end).map(block)).filter(|(_, block)| block.is_heading);
    headings.chain(before()).find(|(_, block)| is_it(block)).map(|(index, _)| index)
}
