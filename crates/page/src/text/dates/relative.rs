//! Relative times (`3小时前`, `2 days ago`, `昨天 12:30`), resolved against a given moment.

use std::sync::LazyLock;

use serde::{Serialize, Serializer};
use time::{Duration, Month, PrimitiveDateTime, Time};

use super::{Date, FoundDate, Scanner};
use crate::text::lexicon::{self, Group, Sense};

/// A moment in the page's own time zone, to the minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(PrimitiveDateTime);

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl Moment {
    /// Parses `2026-11-21` (the start of the day) or `2026-11-21T10:30` and its longer forms; none
    /// if it is not a date. The offset from UTC is ignored.
    pub fn parse(text: &str) -> Option<Self> {
        Self::of_date(&super::find(text)?.date)
    }

    /// The moment of a date: the start of the day if it has no time.
    fn of_date(date: &Date) -> Option<Self> {
        let month = Month::try_from(date.month).ok()?;
        let year = i32::from(date.year);
        let day = time::Date::from_calendar_date(year, month, date.day.max(1)).ok()?;
        let (hour, minute, _) = date.time.unwrap_or_default();
        Some(Self(day.with_time(Time::from_hms(hour, minute, 0).ok()?)))
    }

    /// True if `date` is more than a day after this moment, which time zones cannot explain.
    pub fn is_well_before(&self, date: &Date) -> bool {
        let later = self.0.checked_add(Duration::DAY);
        Self::of_date(date).is_some_and(|moment| later.is_some_and(|later| moment.0 > later))
    }
}

/// The length of a unit of time: minutes if it is that exact, else days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Minutes(i64),
    Days(i64),
}

/// Units of time with their length, by the first letters of their names.
static UNITS: [(Group, Unit); 7] = [
    (Group::of("unit.second"), Unit::Minutes(0)),
    (Group::of("unit.minute"), Unit::Minutes(1)),
    (Group::of("unit.hour"), Unit::Minutes(60)),
    (Group::of("unit.day"), Unit::Days(1)),
    (Group::of("unit.week"), Unit::Days(7)),
    (Group::of("unit.month"), Unit::Days(30)),
    (Group::of("unit.year"), Unit::Days(365)),
];

/// Words that, before or after a number of units, make it a time in the past.
static AGO_AFTER: Group = Group::of("ago.after");
static AGO_BEFORE: Group = Group::of("ago.before");

/// Days with a name relative to now.
static NAMED_DAYS: LazyLock<&[Sense]> = LazyLock::new(|| lexicon::senses("ago.day"));

/// Finds a relative time in a short text and returns its day, with the minute if the unit is
/// precise enough. The time must begin the text, or follow a colon or a blank.
pub fn find(text: &str, now: Moment) -> Option<FoundDate> {
    let text = &text[..text.floor_char_boundary(120)];
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return None;
    }
    counted(&lower, now).or_else(|| named(&lower, now))
}

/// The last such day before `now`, for a text that is nothing but a month and a day, perhaps with a time: `11-20`,
/// `[3月5日]`, `03/05 12:30`.
pub fn month_and_day(text: &str, now: Moment) -> Option<Date> {
    let is_around = |c: char| c.is_whitespace() || "[]()（）【】".contains(c);
    let text = text.trim_matches(is_around);
    let (month, rest) = number(text)?;
    let chinese = rest.strip_prefix('月');
    let (day, rest) = number(chinese.or_else(|| rest.strip_prefix(['-', '/']))?)?;
    let rest =
        if chinese.is_some() { rest.trim_start_matches(['日', '号', '號']) } else { rest };
    let mut scanner = Scanner { text: rest, at: 0 };
    let time = scanner.time();
    if !rest[scanner.at..].trim_matches(is_around).is_empty() {
        return None;
    }
    let month = Month::try_from(month).ok()?;
    // A day ahead may be that of another time zone. The 29th of February may be four years ago, or eight.
    let latest = now.0.date().checked_add(Duration::days(1))?;
    let mut years = (0..9).map(|back| latest.year() - back);
    let date = years.find_map(|year| {
        let date = time::Date::from_calendar_date(year, month, day).ok()?;
        (date <= latest).then_some(date)
    })?;
    let year = u16::try_from(date.year()).ok()?;
    Some(Date { year, month: month.into(), day, time, offset: None })
}

/// One or two digits at the start of a text, and what follows them.
fn number(text: &str) -> Option<(u8, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let number = digits.parse().ok().filter(|_| digits.len() <= 2)?;
    Some((number, rest))
}

fn counted(text: &str, now: Moment) -> Option<FoundDate> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let count: i64 = rest[..end].parse().ok().filter(|count| *count < 1_000)?;
    let after = rest[end..].trim_start();
    let (unit, length) = UNITS.iter().find_map(|(names, unit)| {
        let name = names.iter().find(|name| after.starts_with(**name))?;
        Some((*unit, name.len()))
    })?;
    let rest = &after[length..];
    // The rest of the unit's name ("钟", "s", "en"), then the word.
    let before_ago = AGO_BEFORE.iter().any(|word| text[..start].ends_with(word));
    let ago = AGO_AFTER.iter().filter_map(|word| Some((rest.find(word)?, word.len()))).min();
    let ago = ago.filter(|(at, _)| rest[..*at].chars().count() <= 6);
    if !before_ago && ago.is_none() {
        return None;
    }
    let length = text.len() - rest.len() + ago.map_or(0, |(at, length)| at + length);
    let date = match unit {
        Unit::Minutes(minutes) => now.0.checked_sub(Duration::minutes(minutes * count))?,
        Unit::Days(days) => now.0.checked_sub(Duration::days(days * count))?,
    };
    let start = AGO_BEFORE
        .iter()
        .find(|word| text[..start].ends_with(**word))
        .map_or(start, |word| start - word.len());
    let mut found = as_found(date, start..length)?;
    if let Unit::Minutes(_) = unit {
        found.date.time = Some((date.hour(), date.minute(), None));
    }
    Some(found)
}

fn named(text: &str, now: Moment) -> Option<FoundDate> {
    let places = NAMED_DAYS.iter().filter_map(|day| Some((text.find(day.word)?, day)));
    let (at, day) = places.min_by_key(|(at, _)| *at)?;
    let is_start = at == 0 || text[..at].ends_with([' ', ':', '：', '|', '·', '\u{3000}']);
    if !is_start {
        return None;
    }
    let end = at + day.word.len();
    let mut scanner = Scanner { text, at: end };
    let time = scanner.time();
    // A sentence that begins with "today" is not a date.
    if time.is_none() && text[end..].chars().filter(|c| c.is_alphabetic()).count() > 12 {
        return None;
    }
    let mut found =
        as_found(now.0.checked_sub(Duration::days(day.value().parse().ok()?))?, at..scanner.at)?;
    found.date.time = time;
    Some(found)
}

fn as_found(date: PrimitiveDateTime, range: std::ops::Range<usize>) -> Option<FoundDate> {
    let date = Date {
        year: u16::try_from(date.year()).ok()?,
        month: u8::from(date.month()),
        day: date.day(),
        time: None,
        offset: None,
    };
    Some(FoundDate { range, date })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, iso: Option<&str>) {
        let now = Moment::parse("2026-03-01T10:30").unwrap();
        assert_eq!(find(text, now).map(|found| found.date.to_string()).as_deref(), iso, "{text}");
    }

    #[test]
    fn times_from_now() {
        check("3小时前", Some("2026-03-01T07:30:00"));
        check("发布于 12 分钟前", Some("2026-03-01T10:18:00"));
        check("2天前 来源", Some("2026-02-27"));
        check("1个月前", Some("2026-01-30"));
        check("昨天 12:30", Some("2026-02-28T12:30:00"));
        check("Posted 2 days ago", Some("2026-02-27"));
        check("11 hours ago", Some("2026-02-28T23:30:00"));
        check("vor 3 Stunden", Some("2026-03-01T07:30:00"));
        check("il y a 3 heures", Some("2026-03-01T07:30:00"));
        check("3時間前", Some("2026-03-01T07:30:00"));
        check("3 часа назад", Some("2026-03-01T07:30:00"));
        for (text, iso) in [
            ("12m ago", "2026-03-01T10:18:00"),
            ("5d ago", "2026-02-24"),
            ("3 mo. ago", "2025-12-01"),
            ("2y ago", "2024-03-01"),
            ("2 yr. ago", "2024-03-01"),
        ] {
            check(text, Some(iso));
        }
        check("3 people", None);
        check("5 years", None);
        check("今天的会议讨论了供水问题和其他的许多问题", None);
        check("", None);
    }

    #[test]
    fn a_month_and_a_day_are_the_last_before_now() {
        let now = Moment::parse("2026-03-01T10:30").unwrap();
        for (text, iso) in [
            ("11-20", Some("2025-11-20")),
            ("[03-01]", Some("2026-03-01")),
            ("3月2日", Some("2026-03-02")),
            ("3月5日", Some("2025-03-05")),
            ("02/28 12:30", Some("2026-02-28T12:30:00")),
            ("（2-29）", Some("2024-02-29")),
            ("13-20", None),
            ("11-31", None),
            ("11-20-3", None),
            ("2-1 胜", None),
            ("1-20 of 300", None),
            ("11", None),
            ("", None),
        ] {
            assert_eq!(
                month_and_day(text, now).map(|date| date.to_string()).as_deref(),
                iso,
                "{text}"
            );
        }
    }

    #[test]
    fn a_day_ahead_may_be_another_time_zone() {
        let now = Moment::parse("2026-03-01T10:30").unwrap();
        let later = |text| now.is_well_before(&super::super::find(text).unwrap().date);
        assert!(!later("2026-03-02") && later("2026-03-05") && !later("2020-01-01"));
    }
}
