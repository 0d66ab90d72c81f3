//! Reads the pieces of a text, from its start to its end.

use std::sync::LazyLock;

use super::number::number_of_post;
use super::pair::Pair;
use super::piece::{Before, Is, Piece, Tag};
use crate::page::marks::labels::{self, LabelWord};
use crate::page::segment::Gap;
use crate::page::{Label, Word, Words};
use crate::text::chars::is_blank;
use crate::text::dates::{self, DateOrder, Moment};
use crate::text::lexicon::Group;
use crate::text::people::are_chinese_names;
use crate::text::separators::{parts_columns, parts_line};

/// The maximum number of characters of a line that has pieces; a longer text is one.
pub(super) const LONGEST: u32 = 200;
/// The maximum numbers of bytes of a piece that may be a time from now, and of one whose last or first word may be a button.
const LONGEST_TIME: usize = 60;
const LONGEST_ROW: usize = 120;

/// Where a text of the block begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    pub(super) at: usize,
    pub(super) part: usize,
    pub(super) gap: Gap,
}

/// Verbs behind the name of who said what follows.
static SAID: Group = Group::of("thread.said");
/// Labels of a source that are none for the field.
static SOURCES: Group = Group::of("piece.source");

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) starts: Vec<Start>,
    /// Sentences: only an element beside another is a piece of its own.
    pub(super) is_prose: bool,
    pieces: Vec<Piece<'t>>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, starts: Vec<Start>, is_prose: bool) -> Self {
        Self { text, starts, is_prose, pieces: Vec::new() }
    }

    /// The words that begin a value here, or end one.
    fn label_words(&self) -> Vec<LabelWord> {
        let mut words: Vec<LabelWord> = labels::words(self.text).collect();
        for two in self.starts.windows(2) {
            let [part, next] = [&two[0], &two[1]].map(|start| start.at);
            let word = self.text[part..next].trim_end_matches(is_blank);
            let Some(label) = Label::of(word).filter(|label| *label != Label::End) else {
                continue;
            };
            let place = words.partition_point(|(_, range, ..)| range.end <= part);
            words.retain(|(_, range, ..)| range.start >= next || range.end <= part);
            words.insert(place, (label, part..part + word.len(), next, true));
        }
        for start in self.starts.iter().filter(|start| start.at > 0) {
            let place = words.partition_point(|(_, range, ..)| range.end <= start.at);
            let is_read = words.get(place).is_some_and(|(_, range, ..)| range.start <= start.at);
            if let Some(word) = labels::begun_at(self.text, start.at).filter(|_| !is_read) {
                words.insert(place, word);
            }
        }
        // "in" and "on" end a value, but begin none by themselves.
        let mut begins = false;
        words.retain(|(label, word, _, has_mark)| {
            begins |= *label != Label::End;
            let is_free = *label == Label::End && !has_mark;
            !(is_free && (!begins || is_button(&self.text[word.clone()])))
                && !self.is_before_separator(word)
        });
        words
    }

    /// True for `楼主` of `楼主 | 昨天` and `著` of `某人 著 / 某人 译`: what follows the separator is no value.
    fn is_before_separator(&self, word: &std::ops::Range<usize>) -> bool {
        let (before, rest) = (&self.text[..word.start], &self.text[word.end..]);
        let after = rest.trim_start_matches(is_blank);
        let is_value = after.len() == rest.len() || !after.starts_with(parts_line);
        let follows_name = before.trim_end_matches(is_blank).ends_with(char::is_alphanumeric);
        !is_value && (after.starts_with(parts_columns) || follows_name)
    }

    pub(super) fn read(mut self) -> Vec<Piece<'t>> {
        if self.text.len() > LONGEST as usize * 4 {
            self.push(self.text, Before::Start);
            return self.pieces;
        }
        let words = self.label_words();
        let (mut at, mut next, mut before) = (0, 0, Before::Start);
        while at < self.text.len() {
            while words.get(next).is_some_and(|(_, word, ..)| word.start < at) {
                next += 1;
            }
            let word = words.get(next);
            let limit = word.map_or(self.text.len(), |(_, word, ..)| word.start);
            if limit > at {
                let (end, after, mark) = self.cut(at, limit);
                let part = &self.text[at..end];
                self.plain(part, before);
                let is_empty = !part.contains(char::is_alphanumeric);
                before = if is_empty && mark == Before::Blank { before } else { mark };
                at = after;
            } else if let Some(word) = word {
                let limit = words.get(next + 1).map_or(self.text.len(), |(_, word, ..)| word.start);
                let value = self.labelled(word, limit, before);
                at = if value.is_empty() { word.2 } else { self.place(value) + value.len() };
                (next, before) = (next + 1, Before::Blank);
            }
        }
        self.pieces
    }

    /// The first byte of a part of the text.
    fn place(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// Adds the value behind a label, which ends before `limit`, and gives it.
    fn labelled(&mut self, word: &LabelWord, limit: usize, before: Before) -> &'t str {
        let (text, (label, range, start, _)) = (self.text, word);
        let limit = limit.max(*start);
        let limit = limit.min(self.end_of_value(*start, limit, *label));
        let rest = &text[*start..limit];
        let is_dated = label.is_of_date() || *label == Label::End;
        let date = is_dated.then(|| find_date(rest)).flatten();
        let date = date.filter(|date| label.is_of_date() || date.start == 0);
        let value = match &date {
            Some(date) => &rest[..date.end],
            None if is_dated => &text[*start..self.cut(*start, limit).0],
            None => labels::cut(rest, *label),
        };
        let is = if date.is_some() { Is::Date } else { Is::Text };
        let tag = Tag { word: &text[range.clone()], field: Some(*label) };
        let last =
            self.pieces.last_mut().filter(|last| before == Before::Blank && last.is == Is::Text);
        let is_verb = label.is_contribution() && value.is_empty();
        if let Some(last) =
            last.filter(|last| is_verb || label.is_of_date() && last.label.is_none())
        {
            last.verb = last.verb.or(Some(tag));
            if is_verb {
                return value;
            }
        }
        let (part, trimmed) = (self.part(*start), value.trim_matches(is_blank));
        self.pieces.push(Piece { text: trimmed, is, label: Some(tag), verb: None, before, part });
        value
    }

    fn part(&self, at: usize) -> usize {
        let next = self.starts.partition_point(|start| start.at <= at);
        self.starts[..next].last().map_or(0, |start| start.part)
    }

    /// Adds the pieces of a part without marks and without labels that the lexicon knows: a date parts it.
    fn plain(&mut self, part: &'t str, before: Before) {
        let Some(date) = find_date(part) else { return self.words(part, before) };
        let count = self.pieces.len();
        self.words(&part[..date.start], before);
        let is_first = self.pieces.len() == count;
        let text = part[date.clone()].trim_matches(is_blank);
        let before = if is_first { before } else { Before::Blank };
        self.pieces.push(Piece {
            text,
            is: Is::Date,
            label: None,
            verb: None,
            before,
            part: self.part(self.place(text)),
        });
        self.words(&part[date.end..], Before::Blank);
    }

    /// Adds words without a date; buttons and numbers at either end are pieces of their own.
    fn words(&mut self, part: &'t str, mut before: Before) {
        let mut rest = part.trim_matches(|c| is_blank(c) || ",，、".contains(c));
        if self.is_prose || rest.len() > LONGEST_ROW || named(rest).is_some() {
            return self.push(rest, before);
        }
        while let Some((word, after)) =
            rest.split_once(' ').filter(|(word, _)| named(word).is_some())
        {
            self.push(word, before);
            (rest, before) = (after.trim_start_matches(is_blank), Before::Blank);
        }
        let mut end = rest.len();
        while let Some((start, _)) = rest[..end].rmatch_indices(' ').next() {
            if named(&rest[start + 1..end]).is_none() {
                break;
            }
            end = start;
        }
        self.push(&rest[..end], before);
        for word in rest[end..].split(' ') {
            self.push(word, Before::Blank);
        }
    }

    /// Adds one piece with its label and its verb, if it says anything.
    fn push(&mut self, text: &'t str, before: Before) {
        let text = text.trim_matches(is_blank);
        if !text.contains(char::is_alphanumeric) {
            return;
        }
        let part = self.part(self.place(text));
        let is = named(text).unwrap_or(Is::Text);
        let mut piece = Piece { text, is, label: None, verb: None, before, part };
        if is == Is::Text && text.len() <= LONGEST as usize * 4 {
            if let Some((name, tag)) = behind(text) {
                (piece.text, piece.verb) = (name, Some(tag));
            } else if let Some((tag, value)) = source(text) {
                (piece.text, piece.label) = (value, Some(tag));
            } else if let Some(pair) = Pair::of(text).filter(|pair| !pair.name.is_empty()) {
                if let Some((name, tag)) = behind(pair.name) {
                    // "Ann wrote: I see".
                    self.pieces.push(Piece { text: name, verb: Some(tag), ..piece });
                    piece.before = Before::Mark(':');
                } else {
                    piece.label = Some(Tag { word: pair.name, field: None });
                }
                piece.text = pair.value;
            }
        }
        self.pieces.push(piece);
    }
}

/// The place of a day in a text, written out or counted from now.
fn find_date(text: &str) -> Option<std::ops::Range<usize>> {
    /// Which day it is of does not matter.
    static NOW: LazyLock<Option<Moment>> = LazyLock::new(|| Moment::parse("2020-01-01"));
    let written = dates::find_written(text, DateOrder::YearFirst);
    let from_now = || {
        let now = NOW.filter(|_| text.len() <= LONGEST_TIME)?;
        dates::find_relative(text, now)
    };
    Some(written.filter(|found| found.date.day > 0).or_else(from_now)?.range)
}

/// What a text is if it is no words: a button, or the number of a post.
fn named(text: &str) -> Option<Is> {
    if text.is_empty() || text.len() > LONGEST_TIME {
        return None;
    }
    let number = number_of_post(text).map(Is::Number);
    number.or_else(|| is_button(text).then_some(Is::Button))
}

/// True for the word of a button and nothing else.
fn is_button(text: &str) -> bool {
    Words::of(text).has(Word::Button)
}

/// A word that says where a text was first, and the value behind it: `原载《某报》`, `via Example`.
fn source(text: &str) -> Option<(Tag<'_>, &str)> {
    let word = *SOURCES.iter().find(|word| text.starts_with(**word))?;
    let (word, rest) = text.split_at(word.len());
    let begins = rest.starts_with(|c| is_blank(c) || c == '《' || c == '：' || c == ':');
    let value = rest.trim_start_matches(|c| is_blank(c) || c == '：' || c == ':');
    begins.then_some((Tag { word, field: Some(Label::Source) }, value))
}

/// A name and the verb behind it: `某人 著`, `Ann wrote:`.
fn behind(text: &str) -> Option<(&str, Tag<'_>)> {
    let text = text.trim_end_matches(|c| ":：…".contains(c) || is_blank(c)).trim_end_matches("...");
    let is_apart = |name: &str| name.ends_with(is_blank) || are_chinese_names(name);
    let said = SAID.iter().find_map(|word| {
        let name = text.strip_suffix(word)?;
        let tag = Tag { word: &text[name.len()..], field: None };
        is_apart(name).then_some((name, tag))
    });
    let made = || {
        let field = Label::at_end(text)?;
        let start = text.rfind(is_blank).map_or_else(
            || text.char_indices().next_back().map(|(at, _)| at),
            |at| text[at..].chars().next().map(|blank| at + blank.len_utf8()),
        )?;
        let (name, word) = text.split_at(start);
        let is_work = matches!(field, Label::Author | Label::Translation | Label::Pictures);
        let is_verb = is_work && Label::of(word) == Some(field) && is_apart(name);
        is_verb.then_some((name, Tag { word, field: Some(field) }))
    };
    let (name, tag) = said.or_else(made)?;
    let name = name.trim_matches(is_blank);
    (!name.is_empty()).then_some((name, tag))
}
