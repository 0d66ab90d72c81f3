//! Dates of other calendars: years of the Republic (民國113年), Japanese eras (令和6年), the Persian calendar; and dates in
//! the digits of Arabic and Persian.

use std::ops::Range;

use super::{Date, FoundDate, days_of_month, small, value, written};
use crate::text::lexicon::Group;

/// Eras, and the year before their first.
const ERAS: &[(&str, u16)] = &[
    ("民國", 1911),
    ("民国", 1911),
    ("令和", 2018),
    ("平成", 1988),
    ("昭和", 1925),
    ("大正", 1911),
];

/// The months of the Persian year.
static PERSIAN_MONTHS: Group = Group::of("date.persian_month");

/// Years of the Persian calendar that are read.
const PERSIAN_YEARS: Range<u16> = 1300..1450;

/// The first date of another calendar.
pub(super) fn find(text: &str) -> Option<FoundDate> {
    // Most texts with years have no era.
    if text.match_indices('年').any(|(at, _)| ends_with_era(&text[..at]))
        && let Some(found) = ERAS.iter().find_map(|(era, before)| of_era(text, era, *before))
    {
        return Some(found);
    }
    // The first bytes of the digits.
    memchr::memchr2(0xd9, 0xdb, text.as_bytes()).and_then(|_| persian(text))
}

/// True if a text ends with an era and a number, in digits or Chinese numerals.
fn ends_with_era(text: &str) -> bool {
    let before =
        text.trim_end_matches(|c: char| super::digit(c).is_some() || matches!(c, '元' | ' '));
    ERAS.iter().any(|(era, _)| before.ends_with(era))
}

/// A date that begins with a year of the Republic without the era, as offices in Taiwan write it: `113年5月3日`.
pub fn find_of_republic(text: &str) -> Option<FoundDate> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 3 { of_era(text, "", 1911) } else { None }
}

/// `民國113年5月3日`, `令和元年5月3日`, `民國一一三年五月三日`.
fn of_era(text: &str, era: &str, before: u16) -> Option<FoundDate> {
    let start = text.find(era)?;
    let mut rest = &text[start + era.len()..];
    let year = number(&mut rest, '年')?;
    let month = number(&mut rest, '月')?;
    let day = number(&mut rest, '日')?;
    date(year + before, month, day, start..text.len() - rest.len())
}

/// The number before a mark, in digits or Chinese numerals; `元` is the first.
fn number(rest: &mut &str, mark: char) -> Option<u16> {
    let (written, after) = rest.split_once(mark)?;
    let written = written.trim();
    let number = if written == "元" {
        1
    } else if written.is_ascii() {
        written.parse().ok()?
    } else {
        let digits: Vec<u16> = written.chars().map(super::digit).take(5).collect::<Option<_>>()?;
        Some(digits).filter(|digits| (1..=3).contains(&digits.len())).and_then(|all| value(&all))?
    };
    *rest = after;
    (1..=200).contains(&number).then_some(number)
}

/// `۱۴ اردیبهشت ۱۴۰۳`, `۱۴۰۳/۰۲/۱۴`; also a year of our own calendar in such digits: `٢٠٢٤/٥/٣`, `٣ مايو ٢٠٢٤`.
fn persian(text: &str) -> Option<FoundDate> {
    let numbers = numbers(text);
    numbers.windows(2).enumerate().find_map(|(at, two)| {
        let [(first, at_first), (second, at_second)] = two else { return None };
        let between = text[at_first.end..at_second.start].trim();
        let persian = PERSIAN_MONTHS.iter().zip(1..).find(|(name, _)| **name == between);
        let month = persian.map(|(_, month)| month);
        if let Some(month) = month.or_else(|| written::month(between).map(u16::from)) {
            return day(*second, month, *first, at_first.start..at_second.end);
        }
        let (third, at_third) = numbers.get(at + 2)?;
        let after = text[at_second.end..at_third.start].trim();
        let are_marks = [between, after].iter().all(|mark| matches!(*mark, "/" | "-" | "."));
        let (year, of_month) = if *first > 31 { (*first, *third) } else { (*third, *first) };
        let range = at_first.start..at_third.end;
        are_marks.then(|| day(year, *second, of_month, range)).flatten()
    })
}

/// A day of the Persian calendar or, by its year, of our own.
fn day(year: u16, month: u16, day: u16, range: Range<usize>) -> Option<FoundDate> {
    if !PERSIAN_YEARS.contains(&year) {
        return date(year, month, day, range);
    }
    let (year, month, day) = of_persian(year, month, day)?;
    date(year, month, day, range)
}

fn date(year: u16, month: u16, day: u16, range: Range<usize>) -> Option<FoundDate> {
    let is_day = (1900..=2100).contains(&year) && (1..=days_of_month(year, month)).contains(&day);
    let date = Date { year, month: small(month), day: small(day), time: None, offset: None };
    is_day.then_some(FoundDate { range, date })
}

/// Numbers in the digits of Arabic or Persian, at most four digits long, with their places.
fn numbers(text: &str) -> Vec<(u16, Range<usize>)> {
    let mut found: Vec<(u16, Range<usize>)> = Vec::new();
    for (at, c) in text.char_indices() {
        let digit = match u32::from(c) {
            code @ 0x660..=0x669 => code - 0x660,
            code @ 0x6f0..=0x6f9 => code - 0x6f0,
            _ => continue,
        };
        let (digit, end) = (digit as u16, at + c.len_utf8());
        match found.last_mut() {
            Some((number, range)) if range.end == at => {
                *number = number.saturating_mul(10).saturating_add(digit);
                range.end = end;
            }
            _ => found.push((digit, at..end)),
        }
    }
    found
}

/// A day of the Persian calendar as year, month and day of ours. Of 33 years the 1st, 5th, 9th, 13th, 17th, 22nd, 26th and 30th
/// have a day more, which is so for all of [`PERSIAN_YEARS`].
fn of_persian(year: u16, month: u16, day: u16) -> Option<(u16, u16, u16)> {
    let is_long = |year: u16| matches!(year % 33, 1 | 5 | 9 | 13 | 17 | 22 | 26 | 30);
    let days = match month {
        1..=6 => 31,
        7..=11 => 30,
        12 if is_long(year) => 30,
        12 => 29,
        _ => return None,
    };
    if !(1..=days).contains(&day) {
        return None;
    }
    // The first day of 1300 was 21 March 1921.
    let years = (PERSIAN_YEARS.start..year).map(|year| if is_long(year) { 366 } else { 365 });
    let months = (1..month).map(|month| if month <= 6 { 31 } else { 30 });
    let since: i64 = years.chain(months).sum::<i64>() + i64::from(day) - 1;
    let first = time::Date::from_calendar_date(1921, time::Month::March, 21).ok()?;
    let found = first.checked_add(time::Duration::days(since))?;
    Some((u16::try_from(found.year()).ok()?, u8::from(found.month()).into(), found.day().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendars_of_the_republic_of_japan_and_of_persia() {
        for (text, expected) in [
            ("中華民國113年5月3日 記者", Some("2024-05-03")),
            ("發布日期：民國 112 年 12 月 31 日", Some("2023-12-31")),
            ("民國一一三年五月二十三日", Some("2024-05-23")),
            ("令和6年5月3日", Some("2024-05-03")),
            ("令和元年5月3日（金）", Some("2019-05-03")),
            ("平成30年12月1日", Some("2018-12-01")),
            ("民國初年的故事", None),
            ("平成の日", None),
            ("۱۴ اردیبهشت ۱۴۰۳", Some("2024-05-03")),
            ("۱۴۰۳/۰۲/۱۴", Some("2024-05-03")),
            ("۱۳۹۹/۱۲/۳۰", Some("2021-03-20")),
            ("۱۴۰۰/۱۲/۳۰", None),
            ("٢٠٢٤/٥/٣", Some("2024-05-03")),
            ("٣-٥-٢٠٢٤", Some("2024-05-03")),
            ("٣ مايو ٢٠٢٤", Some("2024-05-03")),
            ("۱۴ نفر ۱۴۰۳", None),
        ] {
            let found = find(text).map(|found| found.date.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
        assert_eq!(find("于民國113年5月3日止").map(|found| found.range), Some(3..23));
    }
}
