//! Removes site names from page titles.

use super::chars::{is_blank, is_cjk};
use super::separators::{TITLE, is_separator};

/// `title` (a page's `title` element) up to the name of the site or channel.
///
/// `_ | 丨 » ::` always separate, except a `»` that closes a quotation; so does a `«` between blanks
/// that opens none. Dashes and dots separate only with a blank on both sides, or next to a CJK
/// character in the last half of the title. If the first part is a single word (the site's name
/// comes first), the longest part is taken.
pub fn without_site_name(title: &str) -> &str {
    let parts = parts(title);
    let Some(first) = parts.first().copied() else {
        return title.trim();
    };
    let amount = |part: &&str| super::count::tokens(part);
    if amount(&first) >= 4 || parts.len() == 1 {
        return first;
    }
    parts.iter().copied().max_by_key(amount).unwrap_or(first)
}

/// Splits a title at the marks that separate it from the names of sites and channels; no part is
/// blank.
pub fn parts(title: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    // Two colons between blanks are one mark.
    let marks = title.char_indices().filter(|(at, c)| {
        let is_pair = *c == ':' && title[*at..].starts_with(":: ") && title[..*at].ends_with(' ');
        is_separator(*c, TITLE) || is_pair
    });
    for (at, mark) in marks {
        if at >= start && separates(title, at, mark) {
            parts.push(title[start..at].trim());
            start = at + if mark == ':' { 2 } else { mark.len_utf8() };
        }
    }
    parts.push(title[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn separates(title: &str, at: usize, mark: char) -> bool {
    let before = title[..at].chars().next_back();
    let after = title[at + mark.len_utf8()..].chars().next();
    let (Some(before), Some(after)) = (before, after) else {
        return mark != '«';
    };
    match mark {
        '_' => !(before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric()),
        '|' | '丨' | '｜' | '＿' | ':' => true,
        // French and Russian use it as a quotation mark.
        '»' => !title[..at].contains('«'),
        '«' => is_blank(before) && is_blank(after) && !title[at..].contains('»'),
        _ if is_blank(before) && is_blank(after) => true,
        '-' | '－' => (is_cjk(before) || is_cjk(after)) && at * 2 > title.len(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::without_site_name;

    #[test]
    fn strips_sites() {
        for (title, expected) in [
            ("城市供水会议今日召开_要闻_某某网", "城市供水会议今日召开"),
            ("城市供水会议今日召开-某某网", "城市供水会议今日召开"),
            ("某某网 | 城市供水会议今日召开", "城市供水会议今日召开"),
            ("How to read a web page - Some Site", "How to read a web page"),
            ("A well-known page on self-care", "A well-known page on self-care"),
            ("A page about doors :: Some Site", "A page about doors"),
            ("std::vec::Vec in a page about doors", "std::vec::Vec in a page about doors"),
            ("snake_case names in code", "snake_case names in code"),
            ("On lit «Un», «Deux» - Le Site", "On lit «Un», «Deux»"),
            ("Home » A page about doors", "A page about doors"),
            ("A page about doors « Some Site", "A page about doors"),
            ("", ""),
            ("_", "_"),
        ] {
            assert_eq!(without_site_name(title), expected);
        }
    }
}
