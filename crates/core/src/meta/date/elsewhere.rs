//! Dates that are neither near the title nor at the end of the text.

use super::Dates;
use super::others::is_of_other_label;
use crate::meta::origin::Origin;
use crate::meta::place::Place;
use crate::page::{Block, Label};
use crate::text::dates::Date;

/// The score of a date with a label far from the article.
const LABELLED: f32 = 0.5;
/// The score of a date with which the text begins.
const DATELINE: f32 = 0.44;

impl Dates<'_> {
    /// Dates of changes at the foot of the page, where manuals have them.
    pub(super) fn of_footer(&mut self, place: &Place) {
        let page = place.page;
        let after = page.blocks().iter().skip(place.main.end);
        let may_tell = |block: &&Block| {
            let text = page.block_text(block);
            block.characters <= 100
                && !block.is_hidden
                && text.bytes().filter(u8::is_ascii_digit).count() >= 3
        };
        for block in after.filter(may_tell) {
            let mut labels = page.marks().labels(block);
            let change = labels.find(|found| found.label == Label::Modified);
            if let Some(date) = change.and_then(|found| self.read(found.value)) {
                self.modified(date, Origin::PageFoot, 0.5);
            }
        }
    }

    /// The date with which the text begins: "27.1.2022 - The ...", "Town, (12.11.2021). The ...".
    pub(super) fn of_dateline(&mut self, place: &Place) {
        /// The maximum length of a dateline, in bytes, and of the text before its date.
        const LONGEST: usize = 64;
        const BEFORE: usize = 32;
        let page = place.page;
        let first = page.blocks().iter().skip(place.main.start).filter(|block| !block.is_heading);
        for block in first.take(3).filter(|block| block.characters > 60) {
            let text = page.block_text(block);
            let text = &text[..text.floor_char_boundary(LONGEST)];
            let Some(found) = self.calendar.read(text).filter(|found| found.date.day > 0) else {
                continue;
            };
            let before = &text[..found.range.start];
            let after = text[found.range.end..].trim_start_matches([' ', '\u{a0}', ')', '）']);
            let is_apart = after.starts_with(['-', '–', '—', '.', ':', '：', '|', '/', '\n'])
                || before.trim_end().ends_with(['(', '（']);
            if is_apart && before.len() <= BEFORE && !before.contains(['.', '。', '!', '?']) {
                let raw = text[found.range].to_owned();
                return self.published((found.date, raw), Origin::DateLine, DATELINE);
            }
        }
    }

    /// The date that a label somewhere on the page gives, if all such labels agree: lists of other articles have many.
    pub(super) fn of_labels_elsewhere(&mut self, place: &Place) {
        let page = place.page;
        // The fewest digits of a date: a day and a year.
        let may_have = |block: &&Block| {
            !block.is_hidden
                && block.characters <= 200
                && page.block_text(block).bytes().filter(u8::is_ascii_digit).count() >= 5
        };
        /// Labels whose surroundings are looked at: a page may have one in each line.
        const MOST_ASKED: usize = 40;
        let (mut found, mut asked) = (None, 0);
        for block in page.blocks().iter().filter(may_have) {
            for label in page.marks().labels(block).filter(|found| found.has_mark) {
                if !matches!(label.label, Label::Published | Label::Document) {
                    continue;
                }
                let Some(date) = self.read(label.value).filter(|(date, _)| date.day > 0) else {
                    continue;
                };
                asked += 1;
                if asked > MOST_ASKED
                    || self.others.hold(block.container)
                    || is_of_other_label(page.block_text(block), &label)
                {
                    continue;
                }
                let day = |date: &(Date, String)| date.0.whole_day();
                if found.as_ref().is_some_and(|other| day(other) != day(&date)) {
                    return;
                }
                found.get_or_insert(date);
            }
        }
        if let Some(date) = found {
            self.published(date, Origin::LabelElsewhere, LABELLED);
        }
    }
}
