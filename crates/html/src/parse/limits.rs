//! Bounds that keep the work on any page linear in its size, and its line ends.

use memchr::memchr;

/// The highest limit on the bytes of a page, half a gibibyte: spans are numbers of 32 bits.
pub const MAX_BYTES: usize = 1 << 29;

/// The highest limit on the levels of nested elements, as in browsers; deeper content is kept at this depth.
pub const MAX_DEPTH: u16 = 512;

/// The most that a page may cost. By default only what keeps the work linear is bounded, and the tree is the standard's
/// for all pages that are not made to be costly.
///
/// [`ParseReport`](crate::ParseReport) says what a limit kept out of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the text that are parsed, at most [`MAX_BYTES`]. The rest is not read.
    pub bytes: usize,
    /// Nodes. Further tags are ignored and their text is kept. A page of `n` bytes never has more than about
    /// `n / 2 + 10_000`.
    pub nodes: usize,
    /// Levels of nested elements, at most [`MAX_DEPTH`]. Deeper elements are put one level up.
    pub depth: u16,
    /// Attributes of all elements. Further ones are left out.
    pub attributes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: MAX_BYTES, nodes: usize::MAX, depth: MAX_DEPTH, attributes: usize::MAX }
    }
}

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
