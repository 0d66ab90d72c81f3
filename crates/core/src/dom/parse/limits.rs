//! Bounds that keep the work on any page linear in its size.

use std::borrow::Cow;

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

/// How many attributes a tag may have; html5ever takes time quadratic in their number.
const MAX_ATTRIBUTES: u32 = 1000;

/// Pages shorter than this have too few attributes for quadratic time to matter.
const ATTRIBUTES_MATTER: usize = 1 << 14;

/// `html` without the attributes of tags beyond [`MAX_ATTRIBUTES`], and how many bytes of them were
/// left out.
pub(super) fn without_excess_attributes(html: &str) -> (Cow<'_, str>, u64) {
    let mut kept = String::new();
    let mut copied = 0;
    let mut at = 0;
    while html.len() >= ATTRIBUTES_MATTER
        && let Some(start) = html.get(at..).and_then(|rest| rest.find('<'))
    {
        let tag = at + start + 1;
        let (excess, end) = scan_tag(html.as_bytes(), tag);
        if let Some(excess) = excess {
            kept.push_str(&html[copied..excess]);
            copied = end;
        }
        at = end;
    }
    if copied == 0 {
        return (Cow::Borrowed(html), 0);
    }
    kept.push_str(&html[copied..]);
    let left_out = (html.len() - kept.len()) as u64;
    (Cow::Owned(kept), left_out)
}

/// Where the attributes of the tag whose name is at `at` become too many, and where it ends: at its
/// `>`, or at the end of the page.
fn scan_tag(bytes: &[u8], mut at: usize) -> (Option<usize>, usize) {
    if !bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
        return (None, at);
    }
    let mut attributes = 0;
    let mut excess = None;
    let is_blank = |b: u8| b.is_ascii_whitespace() || b == b'/';
    while let Some(&byte) = bytes.get(at).filter(|b| **b != b'>') {
        let is_value = byte == b'=';
        at += 1;
        if is_value {
            while bytes.get(at).is_some_and(|b| is_blank(*b)) {
                at += 1;
            }
            if let Some(&quote @ (b'"' | b'\'')) = bytes.get(at) {
                let value = &bytes[at + 1..];
                let length = value.iter().position(|b| *b == quote).unwrap_or(value.len());
                at = (at + length + 2).min(bytes.len());
                // Another attribute may follow without a blank.
                attributes += 1;
            }
        } else if is_blank(byte) {
            attributes += 1;
            if attributes >= MAX_ATTRIBUTES * 2 && excess.is_none() {
                excess = Some(at);
            }
        }
    }
    (excess, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_between_characters() {
        assert_eq!(split_at_most("中文", 4), ("中", 3));
        assert_eq!(split_at_most("中文", 6), ("中文", 0));
    }

    #[test]
    fn leaves_excess_attributes_out() {
        let attributes: String = (0..20_000).map(|i| format!("a{i}=\"<>\" ")).collect();
        let html = format!("<p>前<p {attributes}>后<p id='>'>末");
        let (kept, left_out) = without_excess_attributes(&html);
        assert!(kept.len() < 40_000 && left_out > 100_000, "{}", kept.len());
        assert!(kept.ends_with("后<p id='>'>末"));
        assert_eq!(kept.len() + left_out as usize, html.len());
        let plain =
            format!("<p class=a id='b' title=\"c > d\">{}", "文字 <b>粗</b> 1 < 2 ".repeat(9000));
        assert_eq!(without_excess_attributes(&plain), (Cow::Borrowed(plain.as_str()), 0));
    }
}
