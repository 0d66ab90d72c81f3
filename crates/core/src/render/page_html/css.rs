//! Makes the addresses in style sheets absolute.

use crate::page::Addresses;

/// The maximum growth of a style whose addresses are made absolute.
const MOST_TIMES: usize = 4;
/// Bytes that every style may have.
const LEAST: usize = 1 << 12;

/// Makes the addresses of `url(...)` and `@import` in `css` absolute. Addresses that do not lead to
/// the web are emptied, and so are those that would make the style many times as long.
pub(super) fn absolute(css: &str, addresses: &Addresses) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(found) = next_address(rest) {
        out.push_str(&rest[..found.before]);
        out.push('"');
        // Addresses must not be able to end the string, the declaration or the element.
        let has_room = out.len() <= css.len() * MOST_TIMES + LEAST;
        let address = addresses.media(&rest[found.start..found.end]).filter(|_| has_room);
        let address = address.unwrap_or_default();
        out.extend(address.chars().filter(|c| !matches!(c, '"' | '\\' | '<' | '\n' | '\r')));
        out.push('"');
        rest = &rest[found.after..];
    }
    out.push_str(rest);
    out
}

/// The position of an address: where the text before it ends, its own range, and where the text
/// after it begins.
struct Found {
    before: usize,
    start: usize,
    end: usize,
    after: usize,
}

fn next_address(css: &str) -> Option<Found> {
    let bytes = css.as_bytes();
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'(', b'@', &bytes[at..])?;
        let found = if bytes[at] == b'(' { in_url(css, at) } else { in_import(css, at) };
        if found.is_some() {
            return found;
        }
        at += 1;
    }
}

/// The address in the parentheses at `open`, if `url` precedes them.
fn in_url(css: &str, open: usize) -> Option<Found> {
    let name = css.as_bytes().get(open.checked_sub(3)?..open)?;
    if !name.eq_ignore_ascii_case(b"url") {
        return None;
    }
    let start = open + 1 + blanks(&css[open + 1..]);
    if let Some(found) = quoted(css, start) {
        return Some(found);
    }
    let end = start + css[start..].find(')')?;
    let trimmed = start + css[start..end].trim_end().len();
    // A data address may be long; it is dropped unread.
    Some(Found { before: start, start, end: trimmed, after: end })
}

fn in_import(css: &str, at: usize) -> Option<Found> {
    let word = css.as_bytes().get(at..at + 7)?;
    if !word.eq_ignore_ascii_case(b"@import") {
        return None;
    }
    quoted(css, at + 7 + blanks(&css[at + 7..]))
}

/// The string that begins at `start`.
fn quoted(css: &str, start: usize) -> Option<Found> {
    let quote = css[start..].chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let end = start + 1 + css[start + 1..].find(quote)?;
    Some(Found { before: start, start: start + 1, end, after: end + 1 })
}

fn blanks(css: &str) -> usize {
    css.len() - css.trim_start().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    fn check(css: &str, expected: &str) {
        let page = Page::new("", Some("http://site.example/a/b.html"));
        assert_eq!(absolute(css, page.addresses()), expected);
    }

    #[test]
    fn addresses_in_styles_are_absolute() {
        check(
            "a{background:URL( 'i.png' ) 0}",
            "a{background:URL( \"http://site.example/a/i.png\" ) 0}",
        );
        check(
            "a{background:url(/i.png)}b{c:d}",
            "a{background:url(\"http://site.example/i.png\")}b{c:d}",
        );
        check(
            "@import \"x.css\";@IMPORT url(y.css);",
            "@import \"http://site.example/a/x.css\";@IMPORT url(\"http://site.example/a/y.css\");",
        );
        check("a{b:url(javascript:x)}", "a{b:url(\"\")}");
        check("a{b:url(x", "a{b:url(x");
        check("a:not(.b){}@media (c){}字", "a:not(.b){}@media (c){}字");
        check("@import 'x", "@import 'x");
    }
}
