//! Bounds that keep the work on any page linear in its size, and its line ends.

use memchr::memchr;

/// The maximum nesting depth of elements, as in browsers; deeper content is kept at this depth.
pub const MAX_DEPTH: u16 = crate::limits::HIGHEST_DEPTH;

/// Cuts `html` to at most `max` bytes, between characters. Also returns the number of bytes cut
/// off.
pub(super) fn split_at_most(html: &str, max: usize) -> (&str, u64) {
    if html.len() <= max {
        return (html, 0);
    }
    let cut = html.floor_char_boundary(max);
    (&html[..cut], (html.len() - cut) as u64)
}

/// The maximum number of nodes for a page of `bytes` bytes: a start tag takes at least three bytes,
/// and some imply others. Only formatting elements re-opened again and again exceed it.
pub(super) fn max_nodes(bytes: usize) -> usize {
    bytes / 2 + 10_000
}

/// Fills `page` with `html`, replacing every carriage return, alone or before a line feed, with one
/// line feed (section "Preprocessing the input stream").
pub(super) fn copy_with_line_feeds(html: &str, page: &mut String) {
    page.clear();
    page.reserve(html.len());
    let mut rest = html;
    while !rest.is_empty() {
        let near = &rest[..rest.floor_char_boundary(NEAR)];
        let Some(at) = memchr(b'\r', near.as_bytes()) else {
            page.push_str(near);
            rest = &rest[near.len()..];
            continue;
        };
        page.push_str(&rest[..at]);
        page.push('\n');
        rest = &rest[at + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
}

/// The number of bytes to search and then copy at once, so that they are still in the cache when
/// copied.
const NEAR: usize = 1 << 14;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_between_characters() {
        assert_eq!(split_at_most("中文", 4), ("中", 3));
        assert_eq!(split_at_most("中文", 6), ("中文", 0));
    }

    #[test]
    fn line_ends_become_line_feeds() {
        let mut page = "of before".to_owned();
        copy_with_line_feeds("a\r\nb\rc\r\r\n\n\r", &mut page);
        assert_eq!(page, "a\nb\nc\n\n\n\n");
        for before in NEAR - 5..NEAR + 2 {
            let html = |end: &str| "x".repeat(before) + "é文" + end + &"y".repeat(NEAR);
            copy_with_line_feeds(&html("\r\n"), &mut page);
            assert_eq!(page, html("\n"));
        }
        copy_with_line_feeds("", &mut page);
        assert_eq!(page, "");
    }
}
