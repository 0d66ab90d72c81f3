//! The ends of values: a date, a closing bracket, another column, a raised number.

use super::kind::Label;
use crate::text::chars::{is_blank, is_cjk};
use crate::text::dates::{self, DateOrder};
use crate::text::separators::{VALUE, is_separator};

/// Cuts a value off before a date, a closing bracket or another column.
pub(in crate::page) fn cut(value: &str, label: Label) -> &str {
    if label.is_of_date() {
        return value.trim_matches(is_blank);
    }
    let value = before_another(value);
    if label.is_fact() {
        // A number ends at a blank.
        let is_number = matches!(label, Label::Sku | Label::Gtin);
        let mut parts = value.split(|c: char| "，；|\n".contains(c) || is_number && is_blank(c));
        return parts.next().unwrap_or("").trim_matches(is_blank);
    }
    let value = if label == Label::Author { without_country(value) } else { value };
    let end = value.find(|c| is_separator(c, VALUE));
    // A middle dot inside a foreigner's name in Chinese, brackets inside a name.
    let mut value =
        &value[..end.filter(|end| *end > 0).map_or(value.len(), |end| keep_inner(value, end))];
    // What a person wrote is no part of the name, nor is the verb before it: "张三辑自《某书》".
    if let Some(work) = value.find('《').filter(|at| label == Label::Author && *at > 0) {
        value = &value[..work];
        let verb = value.strip_suffix('自').and_then(|rest| rest.char_indices().next_back());
        value = &value[..verb.map_or(work, |(at, _)| at)];
    }
    if let Some(date) = dates::find_written(value, DateOrder::MonthFirst) {
        value = &value[..date.range.start];
    }
    if let Some(digit) = value
        .find(|c: char| c.is_ascii_digit())
        .filter(|at| *at > 0 && value[..*at].ends_with(is_blank))
    {
        value = &value[..digit];
    }
    value.trim_matches(|c: char| {
        is_blank(c) || "[【（(《〔「".contains(c) || ",，、:：-/／\"“”".contains(c)
    })
}

/// Colons of a value that are looked at.
const MOST_COLONS: usize = 4;

/// A value before a word with a colon, which begins another: `某人 发表：2024`.
fn before_another(value: &str) -> &str {
    let mut colons = value.match_indices([':', '：']).take(MOST_COLONS);
    let end = colons.find_map(|(at, _)| {
        let start = value[..at].rfind(is_blank)?;
        let word = value[start..at].trim_start_matches(is_blank);
        (!word.is_empty() && word.chars().all(char::is_alphabetic)).then_some(start)
    });
    end.map_or(value, |end| &value[..end])
}

/// A name without the country before it: `[英]某某`, `（清）某某`.
fn without_country(value: &str) -> &str {
    let trimmed = value.trim_start_matches(is_blank);
    let inner = trimmed.strip_prefix(['[', '［', '〔', '【', '(', '（']);
    let country = inner.and_then(|inner| inner.split_once([']', '］', '〕', '】', ')', '）']));
    let name = country.filter(|(country, name)| {
        (1..=3).contains(&country.chars().count())
            && country.chars().all(is_cjk)
            && name.starts_with(is_cjk)
    });
    name.map_or(value, |(_, name)| name)
}

/// The end of a value, if the mark at `end` may be part of it.
fn keep_inner(value: &str, end: usize) -> usize {
    let mark = value[end..].chars().next();
    match mark {
        // "卡尔·某某".
        Some('·') if value[..end].ends_with(is_cjk) => {
            let after = end + '·'.len_utf8();
            let more = value[after..].find(|c: char| !is_cjk(c)).unwrap_or(value.len() - after);
            after + more
        }
        // "某某 (A. Name)", "某站[整理]".
        Some(open @ ('(' | '（')) => {
            let close = if open == '(' { ')' } else { '）' };
            let inner = &value[end + open.len_utf8()..];
            match inner.find(close) {
                Some(at)
                    if at < 40
                        && !inner[..at]
                            .contains(|c: char| c.is_ascii_digit() || c == ':' || c == '：') =>
                {
                    end + open.len_utf8() + at + close.len_utf8()
                }
                _ => end,
            }
        }
        _ => end,
    }
}

/// True if a text begins with the number of a section: `一、登记`.
pub(in crate::page::marks) fn begins_section(text: &str) -> bool {
    let rest =
        text.trim_start_matches(|c: char| "一二三四五六七八九十".contains(c) || c.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with(['、', '.', '．'])
}
