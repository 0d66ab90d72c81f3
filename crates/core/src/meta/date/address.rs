//! Dates in addresses.

use crate::text::address::Address;
use crate::text::dates::{self, Date, DateOrder};

/// The date in an address: `/2010/12/15/`, `/2010-12/15/`, `/20101215/`, `t20101215_`, `/2010/december/15/`,
/// `/2010/1215/`, `/news/15-12-2010`. The time at which an archive copied a page does not count.
pub(super) fn in_address(url: &str) -> Option<(Date, String)> {
    let path = own_path(url)?;
    if let Some(found) = dates::find(path) {
        return Some((found.date, path[found.range].to_owned()));
    }
    in_digits(path).or_else(|| in_steps(path)).or_else(|| in_words(path)).or_else(|| at_end(path))
}

/// The path and query of the page. An archive puts the time of its copy before the whole address:
/// `/web/20110106023242/http://news.example/2010/12/15/`.
fn own_path(url: &str) -> Option<&str> {
    let outer = Address::of(url).rest;
    let is_copy = |before: &str| {
        let segment = before.trim_end_matches("https").trim_end_matches("http");
        let segment = segment.strip_suffix('/').and_then(|path| path.rsplit('/').next());
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        segment.is_some_and(|segment| digits(segment) == 14)
    };
    let inner = outer.find("://").filter(|at| is_copy(&outer[..*at]));
    let page = inner.map_or(outer, |at| &outer[at + "://".len()..]);
    Some(&page[page.find('/')?..])
}

/// Eight digits, or more with the time of day.
fn in_digits(path: &str) -> Option<(Date, String)> {
    let bytes = path.as_bytes();
    for (start, _) in path.match_indices("20").chain(path.match_indices("19")) {
        let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_whole = start == 0 || !bytes[start - 1].is_ascii_digit();
        if is_whole && (digits == 8 || digits == 14 || digits == 12) {
            let (year, month, day) =
                (&path[start..start + 4], &path[start + 4..start + 6], &path[start + 6..start + 8]);
            let iso = format!("{year}-{month}-{day}");
            if let Some(found) = dates::find(&iso) {
                return Some((found.date, path[start..start + 8].to_owned()));
            }
        }
    }
    None
}

/// `/YYYY/MMDD/`, such as `/2010/1215/`.
fn in_steps(path: &str) -> Option<(Date, String)> {
    let steps: Vec<&str> = path.split('/').collect();
    let is_number = |step: &str| step.len() == 4 && step.bytes().all(|byte| byte.is_ascii_digit());
    let mut pairs = steps.windows(2).filter(|pair| pair.iter().all(|step| is_number(step)));
    pairs.find_map(|pair| {
        let (month, day) = pair[1].split_at(2);
        let found = dates::find(&format!("{}-{month}-{day}", pair[0]))?;
        Some((found.date, pair.join("/")))
    })
}

/// The year, a month's name, the day.
fn in_words(path: &str) -> Option<(Date, String)> {
    let words = path.replace('/', " ");
    let found = dates::find_written(&words, DateOrder::YearFirst)?;
    let raw = &path[found.range];
    let begins_with_year = raw.bytes().take_while(u8::is_ascii_digit).count() == 4;
    (begins_with_year && found.date.day > 0).then(|| (found.date, raw.to_owned()))
}

/// A last step that is a date and nothing else, the day first.
fn at_end(path: &str) -> Option<(Date, String)> {
    let last = Address::of(path).steps().next_back()?;
    let is_date = last.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
    let found = dates::find_written(last, DateOrder::DayFirst).filter(|_| is_date)?;
    (found.range == (0..last.len()) && found.date.day > 0).then(|| (found.date, last.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_addresses() {
        for (url, expected) in [
            ("https://a.example/2010/12/15/x.html", Some("2010-12-15")),
            ("https://a.example/t20101215_17.htm", Some("2010-12-15")),
            ("https://a.example/blog/2010/december/15/how", Some("2010-12-15")),
            ("https://a.example/n1/2010/1215/c1-22.html", Some("2010-12-15")),
            ("https://a.example/n1/2010/1315/c1-22.html", None),
            ("https://a.example/news/15-12-2010", Some("2010-12-15")),
            ("https://a.example/news/15-12-2010?page=2", Some("2010-12-15")),
            (
                "https://archive.example/web/20110106023242/http://a.example/2010/12/15/",
                Some("2010-12-15"),
            ),
            ("https://archive.example/web/20110106023242id_/https://a.example/about", None),
            ("https://a.example/top-10-may-2010", None),
            ("https://a.example/version/1-2-20101", None),
            ("https://a.example", None),
        ] {
            let found = in_address(url).map(|(date, _)| date.to_string());
            assert_eq!(found.as_deref(), expected, "{url}");
        }
    }
}
