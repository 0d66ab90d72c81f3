//! Bounds that keep any page's tree linear in its size.

/// `html` up to at most `max` bytes, cut between characters, and how many bytes were left off.
pub(super) fn split_at_most(html: &str, max: usize) -> (&str, u64) {
    if html.len() <= max {
        return (html, 0);
    }
    let cut = html.floor_char_boundary(max);
    (&html[..cut], (html.len() - cut) as u64)
}

/// How many elements a page of `bytes` may have: a start tag takes three bytes at least, and some
/// imply others. Only formatting elements re-opened again and again make more.
pub(super) fn max_elements(bytes: usize) -> usize {
    bytes / 2 + 10_000
}

#[cfg(test)]
mod tests {
    use super::split_at_most;

    #[test]
    fn cuts_between_characters() {
        assert_eq!(split_at_most("中文", 4), ("中", 3));
        assert_eq!(split_at_most("中文", 6), ("中文", 0));
    }
}
