//! Dates of short lines at the head of the article, and at its end.

use super::others::{is_of_another, is_of_other_label, is_value_of_other};
use super::sentence::is_inside;
use super::{Dates, with_raw};
use crate::meta::author::is_in_comment;
use crate::meta::origin::Origin;
use crate::meta::place::Line;
use crate::page::{Label, Word};
use crate::text::dates::{self, Date};

/// Characters of a link next to the date of the text itself, a name, at most.
const MOST_LINKED: u32 = 6;

/// By this much a month without a label is weaker than one with it.
const MONTH: f32 = 0.15;

impl Dates<'_> {
    /// Dates of a short line at the head of the article, or at its end: those with a label, or else the first.
    pub(super) fn of_line(&mut self, line: &Line) {
        let far = (line.distance as f32 * 0.015).min(0.35) + line.hidden();
        let score = if line.is_head { 0.85 - far / 2.0 } else { 0.62 };
        let has_digit = line.text.bytes().any(|byte| byte.is_ascii_digit());
        if has_digit && self.others.hold(line.page.block(line.index).node().id) {
            self.has_others = true;
            return;
        }
        if self.of_labels(line, score) || is_value_of_other(line) {
            return;
        }
        let is_next = self.is_next(line);
        if !line.is_head && line.block.characters > 30 && !is_next {
            return;
        }
        let Some((date, [before, after])) = self.unlabelled(line) else { return };
        // "于 2023-03-12 13:08 发布".
        match word_after(after) {
            Some(true) => return self.published(date, Origin::DateLine, score),
            Some(false) => return self.modified(date, Origin::DateLine, score),
            None => {}
        }
        // "——原载某刊1998年3月号".
        let is_attribution = line.text.starts_with(['—', '（', '(', '─']);
        let is_timed = date.0.time.is_some();
        let is_near = line.block.characters <= 30 && line.index <= self.place.main.end + 8;
        let score = match (line.is_head, is_attribution) {
            (true, _) => 0.78 - far,
            (false, true) => 0.75,
            (false, false) if is_next && is_timed => 0.5,
            (false, false) if is_timed && is_near => 0.4,
            (false, false) => 0.3,
        };
        let rest = before.chars().count() + after.chars().count();
        let is_partial = date.0.day == 0;
        let score = score - (rest as f32 * 0.003).min(0.2) - if is_partial { MONTH } else { 0.0 };
        let origin = if line.is_head { Origin::NearTitle } else { Origin::AfterText };
        self.published(date, origin, score);
    }

    /// True for a short line that ends the text, or the one behind it.
    fn is_next(&self, line: &Line) -> bool {
        line.index <= self.place.main.end + 1 && line.block.characters <= 80
    }

    /// The first date of a line, or one that is all of a part of it, with the text before it and after it. None that the line
    /// gives to something else than the page.
    fn unlabelled<'l>(&self, line: &Line<'l>) -> Option<((Date, String), [&'l str; 2])> {
        let (block, text) = (line.block, line.text);
        let whole = |part: &str| self.read(part).filter(|(_, raw)| raw == part);
        let of_line = self.calendar.read_line(line).map(|found| with_raw(found, text));
        let date = of_line.or_else(|| line.dated_parts().find_map(whole))?;
        let (before, after) = text.split_once(date.1.as_str()).unwrap_or((text, ""));
        let is_behind = !line.is_head || line.index >= self.place.main.end;
        // The date of another article is next to its title, a link.
        let rest = text.chars().count().saturating_sub(date.1.chars().count());
        let is_of_link = block.link_characters > MOST_LINKED
            && block.link_characters + MOST_LINKED > rest as u32;
        let is_of_other = is_behind
            && (is_of_link
                || is_in_comment(line.page, block.container)
                || line.page.marks().says(block, Word::Notice));
        let is_others = is_of_other
            || is_of_another(before, after)
            || is_inside(before, after, date.0.time.is_some())
            || self.is_range(after);
        (!is_others).then_some((date, [before, after]))
    }

    /// True if a second date ends what a first one begins: `from March 14, 2026 to April 25, 2026`.
    fn is_range(&self, after: &str) -> bool {
        /// The most bytes between the two.
        const BETWEEN: usize = 12;
        const WORDS: &[&str] = &[
            "-", "–", "—", "~", "～", "至", "到", "to", "until", "bis", "au", "al", "a", "до",
            "по", "から",
        ];
        let Some(next) = self.calendar.read(after).filter(|next| next.range.start <= BETWEEN)
        else {
            return false;
        };
        WORDS.contains(&after[..next.range.start].trim())
    }

    /// Dates with a label: `发表于2010-12-15`, `Updated 3 May`. True if there are any.
    fn of_labels(&mut self, line: &Line, score: f32) -> bool {
        let mut is_labelled = false;
        for label in line.labels() {
            let of_republic = || Some(with_raw(dates::find_of_republic(label.value)?, label.value));
            let Some(date) = self.read(label.value).or_else(of_republic) else { continue };
            // "3 May 2024, at 14:02": a word that ends values precedes the time.
            let is_fuller = |whole: &(Date, String)| whole.1.starts_with(&date.1);
            let date = self.read(label.rest).filter(is_fuller).unwrap_or(date);
            if is_of_other_label(line.text, &label) {
                continue;
            }
            let (_, after) = label.rest.split_once(date.1.as_str()).unwrap_or_default();
            let start = label.word.as_ptr() as usize - line.text.as_ptr() as usize;
            let lead = line.text.get(..start).unwrap_or("");
            if !label.has_mark && is_inside(lead, after, date.0.time.is_some()) {
                continue;
            }
            // "on December 27, updated December 28".
            let before = &line.text[..line.text.len() - label.rest.len()];
            if label.label == Label::Modified
                && !is_labelled
                && let Some(date) = self.read(before)
            {
                self.published(date, Origin::DateLine, score);
            }
            match label.label {
                Label::Published => self.published(date, Origin::DateLine, score),
                Label::Document => self.published(date, Origin::DateLine, score - DOCUMENT),
                Label::Modified => self.modified(date, Origin::DateLine, score),
                _ => continue,
            }
            is_labelled = true;
        }
        is_labelled
    }
}

/// By this much the date of a document is weaker: the page was published later.
const DOCUMENT: f32 = 0.2;

/// True if the words right after a date say that something was published then, false if changed.
fn word_after(after: &str) -> Option<bool> {
    let after = after.trim_start();
    let begins = |words: &[&str]| words.iter().any(|word| after.starts_with(word));
    match () {
        () if begins(&["发布", "发表", "刊发", "首发", "發佈", "發表"]) => Some(true),
        () if begins(&["更新", "修改", "编辑于"]) => Some(false),
        () => None,
    }
}
