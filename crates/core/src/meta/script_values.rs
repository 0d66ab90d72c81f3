//! Values in a page's scripts: `var ct = "1581517074"`, `"nickname":"山人"`. Messengers and applications send the text in the
//! page and write date and author into it later.

use std::borrow::Cow;
use time::{OffsetDateTime, UtcOffset};

use crate::dom::{Document, Tag};
use crate::page::Page;
use crate::text::dates::{self, Date, DateOrder, Moment};
use crate::text::lexicon::Group;
use crate::text::machine::script_text;

/// Names of variables and keys that hold the time of publication.
static DATE_KEYS: Group = Group::of("script.date");
/// Those that hold the account of the author.
static AUTHOR_KEYS: Group = Group::of("script.author");

/// Pages that show more than this, in characters, name their author themselves.
const MOST_SHOWN: u32 = 600;

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
pub(super) fn date(
    document: &Document,
    language: &impl Fn() -> String,
    now: Option<Moment>,
) -> Option<(Date, String)> {
    let mut found: Vec<(usize, Date, &str)> = Vec::new();
    let mut days = Vec::new();
    let scripts: Vec<Cow<str>> = scripts(document).collect();
    let dates = scripts.iter().flat_map(|script| values(script, &DATE_KEYS));
    let dates = dates.filter_map(|(key, value)| Some((key, date_of(value, language, now)?, value)));
    for (key, date, value) in dates.take(MOST_DATES) {
        let day = date.whole_day();
        if !days.contains(&day) {
            days.push(day);
        }
        if days.len() > MOST_DAYS {
            return None;
        }
        found.push((key, date, value));
    }
    let first = found.into_iter().min_by_key(|(key, ..)| *key)?;
    Some((first.1, first.2.to_owned()))
}

/// The only account named in the page's scripts, if the page shows little text.
pub(super) fn author(page: &Page) -> Option<String> {
    let shown: u32 = page.blocks().iter().map(|block| block.characters).sum();
    if shown > MOST_SHOWN {
        return None;
    }
    let scripts: Vec<Cow<str>> = scripts(page.document()).collect();
    let names = scripts.iter().flat_map(|script| values(script, &AUTHOR_KEYS));
    let mut names = names.map(|(_, name)| name).filter(|name| !name.is_empty());
    let first = names.next()?;
    names.all(|name| name == first).then(|| first.to_owned())
}

/// The texts of scripts, up to [`MOST_BYTES`] in all.
fn scripts(document: &Document) -> impl Iterator<Item = Cow<'_, str>> {
    let scripts = document.elements().filter(|id| document.tag(*id) == Tag::SCRIPT);
    let texts = scripts.flat_map(|id| document.children(id)).map(|id| document.text(id));
    texts.scan(MOST_BYTES, |left, text| {
        *left = left.checked_sub(text.len())?;
        Some(script_text(text))
    })
}

/// The values after known keys, with the number of the key; each is looked for at a colon or an
/// equals sign, in one pass.
fn values<'s>(script: &'s str, keys: &'static [&str]) -> impl Iterator<Item = (usize, &'s str)> {
    let signs = memchr::memchr2_iter(b':', b'=', script.as_bytes());
    signs.filter_map(|at| {
        let key = key_before(&script[..at], keys)?;
        let value = &script[at + 1..];
        // Only so much of it, for scripts without ends.
        let value = value[..value.floor_char_boundary(2 * LONGEST)].trim_start();
        // A bare word is the name of a variable, not its value.
        if value.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$') {
            return None;
        }
        // `"author":{"id":7,"name":"山人"}`.
        let inner = value.strip_prefix('{').and_then(|inner| inner.split_once("\"name\":"));
        let value = inner.map_or(value, |(_, name)| name.trim_start());
        // The quotes of JSON within a string are escaped.
        let value = value.trim_start_matches(['"', '\'', '`', '\\']);
        let end = value
            .find(['"', '\'', '`', ',', ';', '}', '\n', '\\'])
            .filter(|end| *end <= LONGEST)?;
        Some((key, value[..end].trim()))
    })
}

/// The number of the key that ends here.
fn key_before(text: &str, keys: &[&str]) -> Option<usize> {
    let text = text.strip_suffix(' ').unwrap_or(text);
    let text = text.strip_suffix(['"', '\'']).unwrap_or(text);
    let text = text.strip_suffix('\\').unwrap_or(text);
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let length = text.bytes().rev().take(LONGEST).take_while(|b| is_word(b)).count();
    let name: String = text[text.len() - length..].to_ascii_lowercase().replace(['_', '-'], "");
    keys.iter().position(|key| *key == name)
}

/// The date that a value gives; it must have a day.
fn date_of(value: &str, language: &impl Fn() -> String, now: Option<Moment>) -> Option<Date> {
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
    // `Thu Aug 15 09:41:07 +0800 2019`.
    let parts: Vec<&str> = value.split(' ').collect();
    let ordered = match parts[..] {
        [_, month, day, time, offset, year] => Some(format!("{month} {day} {year} {time}{offset}")),
        _ => None,
    };
    let value = ordered.as_deref().unwrap_or(value);
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

    fn check(scripts: &str, language: &str, expected: Option<&str>) {
        let page = Page::new(&format!("<body>{scripts}<p>x"), None);
        let found = date(page.document(), &|| language.to_owned(), Moment::parse("2021-01-01"));
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
        check(
            "<script>a = [{created_at: 'Thu Aug 15 09:41:07 +0800 2019'}]</script>",
            "zh",
            Some("2019-08-15T09:41:07+08:00"),
        );
        // Of several pages, of other things, of the future, no dates.
        let list = "<script>[{\"ptime\":\"2020-02-10\"},{\"ptime\":\"2020-02-11\"},{\"ptime\":\"2020-02-12\"}]</script>";
        check(list, "zh", None);
        check("<script>{\"direct\":1581517074,\"ct\":12}</script>", "zh", None);
        check("<script>var ct='1781517074'</script>", "zh", None);
        check("<script>publishTime: function() { return 1581517074; }</script>", "zh", None);
        check("<p>publishTime: 2020-02-12;</p>", "zh", None);
    }

    #[test]
    fn one_account_is_the_author_of_a_page_that_shows_little() {
        let of = |html: &str| author(&Page::new(html, None));
        for script in [
            "var nickname = \"山人\";",
            "s = JSON.parse(\"{\\\"author\\\":\\\"山人\\\"}\")",
            "s = {module_author:{\"name\":\"山人\"}}",
        ] {
            let html = format!("<script>{script}</script><p>题");
            assert_eq!(of(&html), Some("山人".to_owned()), "{script}");
        }
        assert_eq!(of("<script>f=(function(a){return {author:a}})('x')</script><p>题"), None);
        let two = "<script>[{screen_name:'a'},{screen_name:'b'}]</script>";
        assert_eq!(of(two), None);
        let long = format!("<script>nickname='山人';</script><p>{}", "很长的文字。".repeat(120));
        assert_eq!(of(&long), None);
    }
}
