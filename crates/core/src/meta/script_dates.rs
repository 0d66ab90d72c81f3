//! Publish dates in a page's scripts: `var ct = "1581517074"`, `"publishTime":"2020-02-12 22:17"`.
//! Messengers and applications send the text in the page and write the date into it later.

use std::sync::LazyLock;

use time::{OffsetDateTime, UtcOffset};

use crate::dom::{Document, Tag};
use crate::text::dates::{self, Date, DateOrder, Moment};
use crate::text::phrases;

/// Names of variables and keys that hold the time of publication, in lower case without `_` and `-`.
static KEYS: LazyLock<Vec<&str>> =
    LazyLock::new(|| phrases::group(include_str!("../../data/script_keys.txt"), "date").collect());

/// Bytes of scripts that are read at most.
const MOST_BYTES: usize = 1 << 20;
/// Scripts with more days than this belong to lists of articles.
const MOST_DAYS: usize = 2;
/// Dates that are compared at most.
const MOST_DATES: usize = 100;
/// The length of the longest key or value, in bytes.
const LONGEST: usize = 32;

/// The time of publication that the scripts of a page give, and how it is written. Seconds and
/// milliseconds since 1970 are converted to the offset of the page's language (`zh`, `ja`, `ko`), else to UTC.
/// `language` is called for them alone. `None` if the scripts give the times of several pages.
pub(super) fn find(
    document: &Document,
    language: &impl Fn() -> String,
    now: Option<Moment>,
) -> Option<(Date, String)> {
    let mut left = MOST_BYTES;
    let mut found: Vec<(usize, Date, &str)> = Vec::new();
    let mut days = Vec::new();
    let scripts = document.elements().filter(|id| document.tag(*id) == Tag::SCRIPT);
    for text in scripts.flat_map(|id| document.children(id)).map(|id| document.text(id)) {
        if text.len() > left {
            break;
        }
        left -= text.len();
        for (key, value) in values(text) {
            if found.len() == MOST_DATES {
                break;
            }
            let Some(date) = date(value, language, now) else { continue };
            let day = date.whole_day();
            if !days.contains(&day) {
                days.push(day);
            }
            if days.len() > MOST_DAYS {
                return None;
            }
            found.push((key, date, value));
        }
    }
    let first = found.into_iter().min_by_key(|(key, ..)| *key)?;
    Some((first.1, first.2.to_owned()))
}

/// The values after known keys, with the number of the key; each is looked for at a colon or an
/// equals sign, in one pass.
fn values(script: &str) -> impl Iterator<Item = (usize, &str)> {
    let signs = memchr::memchr2_iter(b':', b'=', script.as_bytes());
    signs.filter_map(|at| {
        let key = key_before(&script[..at])?;
        let value = &script[at + 1..];
        // Only so much of it, for scripts without ends.
        let value = value[..value.floor_char_boundary(2 * LONGEST)].trim_start();
        let value = value.trim_start_matches(['"', '\'', '`']);
        let end =
            value.find(['"', '\'', '`', ',', ';', '}', '\n']).filter(|end| *end <= LONGEST)?;
        Some((key, value[..end].trim()))
    })
}

/// The number of the key that ends here.
fn key_before(text: &str) -> Option<usize> {
    let text = text.strip_suffix(' ').unwrap_or(text);
    let text = text.strip_suffix(['"', '\'']).unwrap_or(text);
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let length = text.bytes().rev().take(LONGEST).take_while(|b| is_word(b)).count();
    let name: String = text[text.len() - length..].to_ascii_lowercase().replace(['_', '-'], "");
    KEYS.iter().position(|key| *key == name)
}

/// The date that a value gives; it must have a day.
fn date(value: &str, language: &impl Fn() -> String, now: Option<Moment>) -> Option<Date> {
    let is_past = |date: &Date| !now.is_some_and(|now| now.is_well_before(date));
    if value.bytes().all(|b| b.is_ascii_digit()) {
        let seconds: i64 = match value.len() {
            10 => value.parse().ok()?,
            13 => value[..10].parse().ok()?,
            _ => return None,
        };
        let moment =
            OffsetDateTime::from_unix_timestamp(seconds).ok()?.to_offset(offset_of(&language())?);
        let text = format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            moment.year(),
            u8::from(moment.month()),
            moment.day(),
            moment.hour(),
            moment.minute(),
            moment.second()
        );
        let mut date = dates::find(&text)?.date;
        let (hours, ..) = moment.offset().as_hms();
        date.offset = Some(match hours {
            0 => "Z".to_owned(),
            hours => format!("+{hours:02}:00"),
        });
        return is_past(&date).then_some(date);
    }
    let found = dates::find_written(value, DateOrder::YearFirst)?;
    (found.date.day > 0 && found.range.start == 0 && is_past(&found.date)).then_some(found.date)
}

/// The offset from UTC of the country that publishes most in a language.
fn offset_of(language: &str) -> Option<UtcOffset> {
    let hours = match language.get(..2).unwrap_or("").to_ascii_lowercase().as_str() {
        "zh" => 8,
        "ja" | "ko" => 9,
        _ => 0,
    };
    UtcOffset::from_hms(hours, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    fn check(scripts: &str, language: &str, expected: Option<&str>) {
        let page = Page::new(&format!("<body>{scripts}<p>x"), None);
        let found = find(page.document(), &|| language.to_owned(), Moment::parse("2021-01-01"));
        assert_eq!(found.map(|(date, _)| date.to_string()).as_deref(), expected, "{scripts}");
    }

    #[test]
    fn dates_of_scripts() {
        let seconds = "<script>var ct = \"1581517074\"; var act = 3;</script>";
        check(seconds, "zh-CN", Some("2020-02-12T22:17:54+08:00"));
        check(seconds, "en", Some("2020-02-12T14:17:54Z"));
        check(
            "<script>{\"a\":1,\"publish_time\":1581517074000}</script>",
            "ja",
            Some("2020-02-12T23:17:54+09:00"),
        );
        check(
            "<script>x={createTime:'2020-02-10',publishTime: '2020-02-12 22:17'}</script>",
            "zh",
            Some("2020-02-12T22:17:00"),
        );
        // Of several pages, of other things, of the future, no dates.
        let list = "<script>[{\"ptime\":\"2020-02-10\"},{\"ptime\":\"2020-02-11\"},{\"ptime\":\"2020-02-12\"}]</script>";
        check(list, "zh", None);
        check("<script>{\"direct\":1581517074,\"ct\":12}</script>", "zh", None);
        check("<script>var ct='1781517074'</script>", "zh", None);
        check("<script>publishTime: function() { return 1581517074; }</script>", "zh", None);
        check("<p>publishTime: 2020-02-12;</p>", "zh", None);
    }
}
