//! Finds dates in the forms of other languages and in short notations: month names, day or month
//! first, two-digit years, year and month alone.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Date, FoundDate, Scanner, small};
use crate::text::lexicon::{self, Group};

/// The order in which a page writes all-numeric dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// Year, month, day: China, Japan, Korea.
    YearFirst,
    /// Month, day, year: the United States.
    MonthFirst,
    /// Day, month, year: elsewhere.
    DayFirst,
}

impl DateOrder {
    /// The order used in a language (`zh-CN`, `en`).
    pub fn of_language(language: &str) -> Self {
        let language = language.to_ascii_lowercase();
        match language.get(..2) {
            Some("zh" | "ja" | "ko" | "hu") => Self::YearFirst,
            _ if matches!(language.as_str(), "" | "en") => Self::MonthFirst,
            _ if matches!(language.get(..5), Some("en-us" | "en_us")) => Self::MonthFirst,
            _ => Self::DayFirst,
        }
    }
}

/// The maximum number of bytes to search.
const LONGEST: usize = 1_000;

/// The minimum number of digits in a date that only this module finds: `1 May 24`.
const LEAST_DIGITS: u32 = 3;

/// The first date in `text`: one that [`super::find`] finds, or one in another written form. A date
/// without a day has day 0. Searches the first thousand bytes.
pub fn find(text: &str, order: DateOrder) -> Option<FoundDate> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let plain = super::find(text).or_else(|| super::eras::find(text));
    if super::digits(text) < LEAST_DIGITS {
        return plain;
    }
    let words = words(text);
    let starts = (0..words.len()).map(|at| &words[at..]);
    let mut starts =
        starts.filter(|words| matches!(words[0].word, Word::Number(..) | Word::Month(_)));
    let written = starts.find_map(|words| date_at(text, words, order));
    match (plain, written) {
        (Some(a), Some(b)) if b.range.start < a.range.start => Some(b),
        (a, b) => a.or(b),
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Word {
    /// A number and its count of digits.
    Number(u16, usize),
    Month(u8),
    /// A word that may be inside a date.
    Filler,
    /// `.`, `/` or `-` without blanks around it, or a comma.
    Mark(char),
    Other,
}

struct Place {
    word: Word,
    range: Range<usize>,
}

static MONTHS: LazyLock<FxHashMap<&str, u8>> = LazyLock::new(|| {
    let names = lexicon::senses("date.month").iter();
    names.filter_map(|sense| Some((sense.word, sense.value().parse().ok()?))).collect()
});

/// Words between the parts of a date.
static FILLERS: Group = Group::of("date.filler");

fn words(text: &str) -> Vec<Place> {
    let mut places = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let is_digit = c.is_ascii_digit();
        let is_word =
            !is_east_asian(c) && c.is_alphabetic() || c == 'º' || c == 'ª' || is_vowel_sign(c);
        let mut end = start + c.len_utf8();
        while let Some(&(at, next)) = chars.peek() {
            let joins = if is_digit {
                next.is_ascii_digit()
            } else {
                is_word && next.is_alphabetic() && !is_east_asian(next)
            };
            // Vowel signs of Indian and Thai words, and stops inside Thai ones: "มี.ค.".
            let is_inside = is_vowel_sign(next) || next == '.' && is_thai(c);
            if !(joins || is_word && is_inside) {
                break;
            }
            end = at + next.len_utf8();
            chars.next();
        }
        let piece = &text[start..end];
        let word = if is_digit {
            piece.parse().map_or(Word::Other, |number| Word::Number(number, piece.len()))
        } else if is_word {
            known_word(piece)
        } else if matches!(c, '.' | '/' | '-' | ',' | '،' | '年' | '月') {
            Word::Mark(c)
        } else if super::super::chars::is_blank(c) {
            continue;
        } else {
            Word::Other
        };
        places.push(Place { word, range: start..end });
    }
    places
}

fn is_east_asian(c: char) -> bool {
    matches!(c, '年' | '月' | '日')
}

fn is_vowel_sign(c: char) -> bool {
    matches!(u32::from(c), 0x900..=0x963 | 0xe30..=0xe4e)
}

fn is_thai(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}')
}

/// The month of a name in any language, in lower case.
pub(super) fn month(name: &str) -> Option<u8> {
    MONTHS.get(name).copied()
}

fn known_word(piece: &str) -> Word {
    if piece.len() > 40 {
        return Word::Other;
    }
    let lower = piece.trim_end_matches('.').to_lowercase();
    if let Some(month) = month(&lower) {
        return Word::Month(month);
    }
    // Vietnamese writes "19 tháng 8 năm 2025".
    if FILLERS.contains(&lower.as_str()) { Word::Filler } else { Word::Other }
}

/// The parts of a date that begins with the first of `places`: numbers and month names, with at
/// most two other tokens between any two.
fn parts(places: &[Place]) -> Vec<&Place> {
    let mut parts: Vec<&Place> = Vec::with_capacity(3);
    let mut between = 0;
    for place in places {
        match place.word {
            Word::Number(..) | Word::Month(_) => {
                parts.push(place);
                between = 0;
                if parts.len() == 3 {
                    break;
                }
            }
            Word::Filler | Word::Mark(_) if between < 2 && !parts.is_empty() => between += 1,
            _ => break,
        }
    }
    parts
}

fn date_at(text: &str, places: &[Place], order: DateOrder) -> Option<FoundDate> {
    // Not in the middle of a number with punctuation, such as a version or an address.
    let parts = parts(places);
    let named = named(&parts).filter(|(.., end)| {
        // `3 May, 21:00` has no year.
        let is_short = text[..*end].bytes().rev().take_while(u8::is_ascii_digit).count() == 2;
        !(is_short && begins_minutes(&text[*end..]))
    });
    let (year, month, day, used) =
        named.or_else(|| numeric(places, order)).or_else(|| year_and_month(places))?;
    let year = match year {
        2443..=2643 => year - 543, // Buddhist era.
        year => year,
    };
    let days = super::days_of_month(year, month.into());
    if !(1900..=2100).contains(&year) || days == 0 || u16::from(day) > days {
        return None;
    }
    let start = places.first()?.range.start;
    if text[..start].ends_with(['.', '/', '-', ':']) && !matches!(places[0].word, Word::Month(_)) {
        return None;
    }
    let end = places.iter().take_while(|place| place.range.start < used).last()?.range.end;
    let (year, end) = without_hour(text, year, end);
    let mut scanner = Scanner { text, at: end };
    let _ = scanner.mark(&['일']);
    scanner.skip_to_time();
    let time = scanner.time();
    let offset = time.and_then(|_| scanner.offset());
    let mut after = text[end..].chars();
    if after.next() == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit()) {
        return None;
    }
    let end = if time.is_some() { scanner.at } else { end };
    let date = Date { year, month, day, time, offset };
    Some(FoundDate { range: start..end, date })
}

/// The year and the end of a date whose short year and hour are in two elements without a blank between them: `28.09.1912:34`
/// is 12:34 on 28 September 2019.
fn without_hour(text: &str, year: u16, end: usize) -> (u16, usize) {
    let digits = text[..end].bytes().rev().take_while(u8::is_ascii_digit).count();
    match begins_minutes(&text[end..]) && digits == 4 && year % 100 < 24 {
        true => (2000 + year / 100, end - 2),
        false => (year, end),
    }
}

/// True if minutes follow an hour: `:30`, `h30`.
fn begins_minutes(after: &str) -> bool {
    let minutes = after.strip_prefix([':', 'h', 'H']);
    minutes.is_some_and(|minutes| minutes.starts_with(|c: char| c.is_ascii_digit()))
}

/// Year, month, day (0 if there is none) of a date with a month's name, and one past its last part.
fn named(parts: &[&Place]) -> Option<(u16, u8, u8, usize)> {
    use Word::{Month, Number};
    let [first, second, rest @ ..] = parts else { return None };
    let third = rest.first().map(|part| &part.word);
    let (year, month, day) = match (&first.word, &second.word, third) {
        (Month(month), Number(day, 1 | 2), Some(Number(year, 4))) => (*year, *month, *day),
        (Number(day, 1 | 2), Month(month), Some(Number(year, 4))) => (*year, *month, *day),
        (Number(day, 1 | 2), Month(month), Some(Number(year, 2))) => (2000 + *year, *month, *day),
        (Number(year, 4), Month(month), Some(Number(day, 1 | 2))) => (*year, *month, *day),
        (Month(month), Number(year, 4), _) => return Some((*year, *month, 0, second.range.end)),
        _ => return None,
    };
    let day = u8::try_from(day).ok().filter(|day| (1..=31).contains(day))?;
    Some((year, month, day, rest.first()?.range.end))
}

/// Years of the Republic that are read in numbers alone: 1998 to 2041.
const REPUBLICAN: std::ops::RangeInclusive<u16> = 87..=130;

/// Like [`named`], for numbers alone: with the same mark between them (`10/12/15`, `15.12.2010`,
/// `12-15-2010`), or with words (`2010년 12월 15일`, `15 tháng 12 năm 2010`).
fn numeric(places: &[Place], order: DateOrder) -> Option<(u16, u8, u8, usize)> {
    let (first, second, third, marks, end) = three_numbers(places)?;
    if first.1 == 4 && second.1 <= 2 && third.1 <= 2 {
        return Some((first.0, small(second.0), small(third.0), end)).filter(|d| d.2 > 0);
    }
    let is_date_mark = matches!(marks.0, '/' | '-' | '.' | 'w');
    if marks.0 != marks.1 || !is_date_mark || first.1 > 3 || second.1 > 2 {
        return None;
    }
    // 113/05/03, a year of the Republic.
    let is_republican = order == DateOrder::YearFirst && REPUBLICAN.contains(&first.0);
    if first.1 == 3 {
        let fits = is_republican && marks.0 != '.' && second.1 == 2 && third.1 == 2;
        return fits.then(|| (first.0 + 1911, small(second.0), small(third.0), end));
    }
    let year = match third.1 {
        4 => third.0,
        2 if marks.0 != '.' && order != DateOrder::YearFirst => 2000 + third.0,
        // Not a version, which has a number of one digit somewhere.
        2 if marks.0 == '.' && order != DateOrder::YearFirst && first.1 == 2 && second.1 == 2 => {
            2000 + third.0
        }
        2 if marks.0 != '.' && first.1 == 2 && second.1 == 2 => {
            return Some((2000 + first.0, small(second.0), small(third.0), end));
        }
        _ => return None,
    };
    let day_first = marks.0 != '/' && marks.0 != '-' || order != DateOrder::MonthFirst;
    let (mut month, mut day) = if day_first { (second.0, first.0) } else { (first.0, second.0) };
    if month > 12 {
        std::mem::swap(&mut month, &mut day);
    }
    Some((year, small(month), small(day), end)).filter(|date| date.2 > 0)
}

/// `1998年3月`, without a day.
fn year_and_month(places: &[Place]) -> Option<(u16, u8, u8, usize)> {
    let words: Vec<&Word> = places.iter().take(4).map(|place| &place.word).collect();
    match words[..] {
        [Word::Number(year, 4), Word::Mark('年'), Word::Number(month, 1 | 2), Word::Mark('月')] => {
            Some((*year, u8::try_from(*month).ok()?, 0, places[3].range.end))
        }
        _ => None,
    }
}

/// A number and its count of digits.
type Numeral = (u16, usize);
/// The marks between three numbers; `w` for words.
type Marks = (char, char);

/// Three numbers with one mark between any two (`w` for words), and one past the last.
fn three_numbers(places: &[Place]) -> Option<(Numeral, Numeral, Numeral, Marks, usize)> {
    let mut numbers: Vec<Numeral> = Vec::new();
    let mut marks: Vec<char> = Vec::new();
    let mut is_open = true;
    for place in places {
        match place.word {
            Word::Number(value, digits) => {
                if !is_open {
                    return None;
                }
                numbers.push((value, digits));
                is_open = false;
                if let [first, second, third] = numbers[..] {
                    return Some((first, second, third, (marks[0], marks[1]), place.range.end));
                }
            }
            Word::Mark(mark) if !numbers.is_empty() && !is_open => {
                marks.push(mark);
                is_open = true;
            }
            Word::Filler if !numbers.is_empty() => {
                if !is_open {
                    marks.push('w');
                }
                is_open = true;
            }
            _ => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, order: DateOrder, iso: Option<&str>) {
        assert_eq!(find(text, order).map(|found| found.date.to_string()).as_deref(), iso, "{text}");
    }

    #[test]
    fn month_names() {
        for text in [
            "August 9, 2025",
            "Updated on Aug. 9th, 2025 by A",
            "9 August 2025",
            "Sat, 9 Aug 2025",
            "9. August 2025",
            "9 août 2025",
            "9 de agosto de 2025",
            "9 sierpnia 2025",
            "9 августа 2025 г.",
            "9 أغسطس 2025",
            "9 สิงหาคม 2568",
            "9 अगस्त 2025",
            "2025 August 9",
        ] {
            check(text, DateOrder::MonthFirst, Some("2025-08-09"));
        }
        check("August 2025", DateOrder::MonthFirst, Some("2025-08"));
        check("Dec 5, 2025 at 3:04 pm", DateOrder::MonthFirst, Some("2025-12-05T15:04:00"));
        check("may 20 people", DateOrder::MonthFirst, None);
        check("3 mai, 21h00", DateOrder::DayFirst, None);
        check("3 May, 21:00", DateOrder::MonthFirst, None);
        check("15-03-2019، 08:12 PM", DateOrder::DayFirst, Some("2019-03-15T20:12:00"));
        check("In 2025", DateOrder::MonthFirst, None);
        check("30 February 2018", DateOrder::DayFirst, Some("2018-02"));
        check("29. Februar 2020", DateOrder::DayFirst, Some("2020-02-29"));
    }

    #[test]
    fn numbers_by_order() {
        check("10/12/15", DateOrder::YearFirst, Some("2010-12-15"));
        check("10/12/15", DateOrder::MonthFirst, Some("2015-10-12"));
        check("10/12/15", DateOrder::DayFirst, Some("2015-12-10"));
        check("10-12-15 08:30", DateOrder::YearFirst, Some("2010-12-15T08:30:00"));
        check("113/05/03", DateOrder::YearFirst, Some("2024-05-03"));
        check("113/05/03", DateOrder::DayFirst, None);
        check("113.05.03", DateOrder::YearFirst, None);
        check("01/12/2024", DateOrder::MonthFirst, Some("2024-01-12"));
        check("15/12/2024", DateOrder::MonthFirst, Some("2024-12-15"));
        check("15.12.2024, 10:30", DateOrder::DayFirst, Some("2024-12-15T10:30:00"));
        check("2025년 8월 9일", DateOrder::YearFirst, Some("2025-08-09"));
        check("2025년 8월 9일 토요일 15시 20분", DateOrder::YearFirst, Some("2025-08-09T15:20:00"));
        check("9 août 2025 à 15h20", DateOrder::DayFirst, Some("2025-08-09T15:20:00"));
        check("2025. 8. 9.", DateOrder::YearFirst, Some("2025-08-09"));
        check("——原载某刊1998年3月号", DateOrder::YearFirst, Some("1998-03"));
        check("9 tháng 8 năm 2025", DateOrder::DayFirst, Some("2025-08-09"));
        for text in ["1.2.3", "192.168.10.12", "v 1.2.2024.5", "4/5", "10:12:15", "0/0/2020"] {
            check(text, DateOrder::DayFirst, None);
        }
    }
}
