//! The text of a post, and the parts around it: names, times, numbers, buttons.

use crate::page::{BlockRef, Word, Words, number_of_post};
use crate::text::count;
use crate::text::dates::{self, FoundDate, LONGEST_DATE, Moment};
use crate::text::separators::{parts_head, parts_line};

/// The maximum number of characters in the head of a post.
const MOST_HEAD: usize = 80;

/// The day that a text names, with its year or without.
pub(super) fn written_date(text: &str) -> Option<FoundDate> {
    dates::find(text).or_else(|| dates::find_day(text, None))
}

/// True if a line before the text is a name, a rank, a time, a number or a button, or several of them.
pub(super) fn is_around_text(line: &str, author: Option<&str>) -> bool {
    let is_part = |part: &str| is_part_of_head(part, author);
    if is_part(line.trim()) {
        return true;
    }
    let is_short = line.chars().take(MOST_HEAD + 1).count() <= MOST_HEAD;
    is_short
        && (line.contains(parts_head) && are_all(line.split(parts_head), &is_part)
            || line.contains(' ') && are_all(line.split(' '), &is_part))
}

/// True for a name, a number, a button, a rank or a time.
fn is_part_of_head(part: &str, author: Option<&str>) -> bool {
    author.is_some_and(|name| part == name || is_by(part, name))
        || number_of_post(part).is_some()
        || is_button(part)
        || part.len() <= 40 && Words::of(part).has(Word::Rank)
        || is_time(part)
}

/// True if at least half of a short text is a time.
pub(super) fn is_time(text: &str) -> bool {
    let is_short = text.chars().count() <= 40;
    let found = if is_short { written_date(text).or_else(|| ago(text)) } else { None };
    found.is_some_and(|date| date.range.len() * 2 >= text.len())
}

/// True if all parts with letters or digits are parts of a head, and there are any.
fn are_all<'t>(parts: impl Iterator<Item = &'t str>, is_part: &dyn Fn(&str) -> bool) -> bool {
    let mut saying =
        parts.map(str::trim).filter(|part| part.chars().any(char::is_alphanumeric)).peekable();
    saying.peek().is_some() && saying.all(is_part)
}

/// True if a line below a text is a button, or a row of them, perhaps with a time.
pub(super) fn is_below_text(line: &str) -> bool {
    is_button(line)
        || line.trim().contains(|c| c == ' ' || parts_line(c))
            && is_around_text(line, None)
            && written_date(line).is_none()
}

/// True if a part of a head is a name after a word: `by Ann`.
fn is_by(part: &str, name: &str) -> bool {
    part.strip_suffix(name)
        .is_some_and(|before| matches!(before.trim(), "by" | "By" | "作者" | "作者:" | "作者："))
}

/// A time from now, as `2 hours ago`.
fn ago(text: &str) -> Option<FoundDate> {
    // Which day it is of does not matter.
    dates::find_day(text, Moment::parse("2020-01-01"))
}

/// True if a block belongs above a text: a link, the subject, or a head of name and time.
pub(super) fn is_above_text(block: BlockRef) -> bool {
    let text = block.text();
    block.is_mostly_linked()
        || is_around_text(text, None)
        || is_head(block)
        || block.is_heading && (answers_subject(text) || is_of_title(block))
}

/// True if a short block without a sentence has a time.
fn is_head(block: BlockRef) -> bool {
    let text = block.text();
    text.chars().count() <= MOST_HEAD
        && block.sentence_ends == 0
        && (written_date(text).is_some() || ago(text).is_some())
}

/// True if a heading says that a post answers a subject.
fn answers_subject(text: &str) -> bool {
    const BEGINNINGS: &[&str] = &["Re:", "RE:", "re:", "Re：", "回复：", "回复:", "回覆："];
    BEGINNINGS.iter().any(|word| text.starts_with(word))
}

/// The minimum number of characters of a title.
const LEAST_TITLE: u32 = 4;

/// True if the title of the page holds the text of a block.
pub(super) fn is_of_title(block: BlockRef) -> bool {
    let title = block.page.structured().title.as_deref();
    block.characters >= LEAST_TITLE && title.is_some_and(|title| title.contains(block.text()))
}

/// True if a text is a button below a post, with perhaps a number: `回复(3)`.
pub(super) fn is_button(text: &str) -> bool {
    text.len() <= 60 && Words::of(text).has(Word::Button)
}

/// True if a block is text of the post, not a name, a time or a button.
pub(super) fn is_said(block: BlockRef, author: Option<&str>) -> bool {
    let text = block.text();
    !block.is_mostly_linked()
        && Some(text) != author
        && (block.punctuation > 0 || count::tokens(text) >= 6 && !is_button(text))
        && (text.len() > 2 * LONGEST_DATE
            || written_date(text).is_none_or(|date| date.range.len() * 2 < text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_rows_of_buttons_stand_around_a_text() {
        for (line, expected) in [
            ("1 hours ago | next [–]", true),
            ("by Ann » 2020-03-03", true),
            ("3小时前 回复 14赞", true),
            ("#12 · Ann", true),
            ("Reply | Share", true),
            ("Next week | perhaps", false),
            ("Ann knows", false),
            ("好", false),
            ("| –", false),
        ] {
            assert_eq!(is_around_text(line, Some("Ann")), expected, "{line}");
        }
    }
}
