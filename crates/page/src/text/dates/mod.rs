//! Finds dates in digits or Chinese numerals by scanning a text. The forms of other languages are
//! in `written`, other calendars in `eras`, relative times in `relative`, the time of day in `time_of_day`.

mod date;
mod eras;
mod relative;
mod time_of_day;
mod written;

use std::ops::Range;

pub use date::Date;
pub use eras::find_of_republic;
pub use relative::{Moment, find as find_relative, month_and_day};
pub use written::{DateOrder, find as find_written};

/// A date and its position in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundDate {
    /// Its position, in bytes of the text.
    pub range: Range<usize>,
    /// The date.
    pub date: Date,
}

/// The most characters of a line that gives a date and little else.
pub const LONGEST_LINE: u32 = 60;
/// No date is longer than this, in bytes.
pub const LONGEST_DATE: usize = 100;

/// The day in a short text, Chinese or other, written out or relative to `now`; `None` for dates without a day.
pub fn find_day(text: &str, now: Option<Moment>) -> Option<FoundDate> {
    let written = find_written(text, DateOrder::YearFirst).filter(|found| found.date.day > 0);
    written.or_else(|| find_relative(text, now?))
}

/// The first date in `text` of the forms of block-smoothing's paper, section 1.2.3: four numerals,
/// one of `- . / , 年`, one or two numerals, one of `- . / , 月`, one or two numerals, and an
/// optional `日`. In Chinese numerals, month and day may take up to three characters (`二十一`).
/// Numbers that are not a calendar date are skipped.
pub fn find(text: &str) -> Option<FoundDate> {
    if !may_hold_date(text) {
        return None;
    }
    let mut from = 0;
    for (start, c) in text.char_indices() {
        if start < from || digit(c).is_none() {
            continue;
        }
        if let Some(date) = date_at(text, start) {
            return Some(date);
        }
        // Not the start of a date; and the middle of a longer number does not start one either.
        from = start + text[start..].find(|c| digit(c).is_none()).unwrap_or(text.len() - start);
    }
    None
}

/// True if a text may hold a date that [`find`] finds.
pub fn may_hold_date(text: &str) -> bool {
    may_hold(digits(text), false)
        || may_hold(0, !text.is_ascii() && (text.contains('一') || text.contains('二')))
}

/// The number of ASCII digits in a text; counted in bytes, so that the compiler vectorises it.
fn digits(text: &str) -> u32 {
    let parts = text.as_bytes().chunks(usize::from(u8::MAX));
    let counts =
        parts.map(|part| part.iter().fold(0u8, |sum, b| sum + u8::from(b.is_ascii_digit())));
    counts.map(u32::from).sum()
}

/// True if a text with `digits` ASCII digits, possibly with `一` or `二`, may hold a date that
/// [`find`] finds: years begin with 19, 20 or 21, and the shortest date has six digits.
pub fn may_hold(digits: u32, has_numeral: bool) -> bool {
    digits >= 6 || has_numeral
}

fn date_at(text: &str, start: usize) -> Option<FoundDate> {
    let mut scanner = Scanner { text, at: start };
    let year = scanner.numeral(4, 4)?;
    scanner.mark(&['-', '.', '/', ',', '年', '－', '．', '／'])?;
    let month = scanner.numeral(1, 3)?;
    scanner.mark(&['-', '.', '/', ',', '月', '－', '．', '／'])?;
    let day = scanner.numeral(1, 3).or_else(|| scanner.day_before_time())?;
    if !(1900..=2100).contains(&year) || day == 0 || day > days_of_month(year, month) {
        return None;
    }
    let _ = scanner.mark(&['日', '号']);
    let date_end = scanner.at;
    let time = scanner.time();
    let offset = time.and_then(|_| scanner.offset());
    let end = if time.is_some() { scanner.at } else { date_end };
    let date = Date { year, month: small(month), day: small(day), time, offset };
    Some(FoundDate { range: start..end, date })
}

/// A month or a day; 0 if it is too high.
fn small(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(0)
}

/// The number of days in a month; 0 if there is no such month.
fn days_of_month(year: u16, month: u16) -> u16 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// The number of digits in the longest number, a year.
const MOST_DIGITS: usize = 4;

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn mark(&mut self, marks: &[char]) -> Option<char> {
        let c = self.peek().filter(|c| marks.contains(c))?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Reads a day of two digits with a time right behind it, as in `2024-05-0315:20`.
    fn day_before_time(&mut self) -> Option<u16> {
        let rest = &self.text.as_bytes()[self.at..];
        let (day, time) = rest.split_at_checked(2)?;
        let is_time = matches!(time, [a, b, b':', c, d, ..] if [a, b, c, d].into_iter().all(u8::is_ascii_digit));
        let day = std::str::from_utf8(day).ok().filter(|_| is_time)?.parse().ok()?;
        self.at += 2;
        Some(day)
    }

    /// Reads a number of `min` to `max` characters, in digits of one kind; of ASCII digits at most
    /// two if `max` is 3.
    fn numeral(&mut self, min: usize, max: usize) -> Option<u16> {
        let rest = &self.text[self.at..];
        let is_ascii = rest.as_bytes().first()?.is_ascii_digit();
        let max = if max == 3 && is_ascii { 2 } else { max };
        let (mut digits, mut count, mut bytes) = ([0; MOST_DIGITS], 0, 0);
        for c in rest.chars().take_while(|c| c.is_ascii_digit() == is_ascii) {
            let Some(digit) = digit(c) else { break };
            if count == max {
                return None;
            }
            *digits.get_mut(count)? = digit;
            (count, bytes) = (count + 1, bytes + c.len_utf8());
        }
        if count < min {
            return None;
        }
        self.at += bytes;
        value(&digits[..count])
    }
}

/// The value of a digit or Chinese numeral; 10 for `十`.
fn digit(c: char) -> Option<u16> {
    match c {
        '0'..='9' => Some(c as u16 - '0' as u16),
        '〇' | '零' | '○' | 'Ｏ' => Some(0),
        '十' => Some(10),
        '一' => Some(1),
        '二' => Some(2),
        '三' => Some(3),
        '四' => Some(4),
        '五' => Some(5),
        '六' => Some(6),
        '七' => Some(7),
        '八' => Some(8),
        '九' => Some(9),
        _ => None,
    }
}

/// Reads positional digits (`二〇一〇`), or Chinese numerals with a ten (`二十一`).
fn value(digits: &[u16]) -> Option<u16> {
    match digits {
        [10] => Some(10),
        [10, ones] if *ones < 10 => Some(10 + ones),
        [tens, 10] if *tens < 10 => Some(tens * 10),
        [tens, 10, ones] if *tens < 10 && *ones < 10 => Some(tens * 10 + ones),
        digits if digits.contains(&10) => None,
        digits => Some(digits.iter().fold(0, |sum, d| sum * 10 + d)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, iso: Option<&str>) {
        assert_eq!(find(text).map(|found| found.date.to_string()).as_deref(), iso, "{text}");
    }

    #[test]
    fn a_time_may_stand_right_behind_the_day() {
        check("2024-05-0315:20:07来源：某报", Some("2024-05-03T15:20:07"));
        check("2024-05-03152007", None);
        check("2024-05-0399:20", Some("2024-05-03"));
    }

    #[test]
    fn digits_are_counted_in_long_texts_too() {
        for (text, count) in
            [("", 0), ("a1b22", 3), (&*"7x".repeat(999), 999), (&"5".repeat(999), 999)]
        {
            assert_eq!(digits(text), count);
        }
    }

    #[test]
    fn finds_the_papers_forms() {
        for text in [
            "发布于2010-12-15",
            "2010年12月15日",
            "2010/12/15",
            "2010.12.15",
            "二〇一〇年十二月十五日",
            "二零一零年十二月十五日 来源",
        ] {
            check(text, Some("2010-12-15"));
        }
        check("二〇二一年三月二十一日", Some("2021-03-21"));
        check("2010年1月5日", Some("2010-01-05"));
    }

    #[test]
    fn finds_times_and_offsets() {
        check("2018-05-22T10:11:12+08:00", Some("2018-05-22T10:11:12+08:00"));
        check("2018-05-22T10:11:12.345Z", Some("2018-05-22T10:11:12Z"));
        check("2018-05-22 09:30 来源", Some("2018-05-22T09:30:00"));
        check("2018年05月22日 09时30分", Some("2018-05-22T09:30:00"));
        check("2018-05-22 9 comments", Some("2018-05-22"));
        assert_eq!(find("于2018-05-22 来").unwrap().range, 3..13);
    }

    #[test]
    fn passes_over_what_is_no_date() {
        for text in [
            "",
            "12345-12-15",
            "2010-13-15",
            "2010-12-99",
            "2010-04-31",
            "2019-02-29",
            "2010-00-10",
            "电话 0411-8888-9999",
            "3.14",
            "2010年",
        ] {
            check(text, None);
        }
    }
}
