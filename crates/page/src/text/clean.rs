//! White space as a browser would show it.

use super::chars::{Classes, classes};

/// Appends `text` to `out`, with every run of blanks collapsed to one space, and none at the start
/// of a line (when `out` is empty or ends in a line end or a space).
pub fn push_collapsed(out: &mut String, text: &str) {
    push_counted(out, text, u32::MAX);
}

/// Like [`push_collapsed`], for a text with at most `blanks` blanks.
pub(crate) fn push_counted(out: &mut String, text: &str, blanks: u32) {
    if blanks == 0 {
        return out.push_str(text);
    }
    let is_blank = |c: &char| classes().has(*c, Classes::BLANK);
    let (mut left, mut words) = (blanks, text);
    for c in text.chars().take_while(is_blank) {
        (left, words) = (left.saturating_sub(1), &words[c.len_utf8()..]);
    }
    if words.len() < text.len() {
        push_space(out);
    }
    let from_word = words.len();
    for c in words.chars().rev().take_while(is_blank) {
        (left, words) = (left.saturating_sub(1), &words[..words.len() - c.len_utf8()]);
    }
    match left {
        0 => out.push_str(words),
        _ => push_words(out, words),
    }
    if words.len() < from_word {
        push_space(out);
    }
}

/// Like [`push_collapsed`], for a text without blanks at its ends.
fn push_words(out: &mut String, text: &str) {
    if is_surely_collapsed(text) {
        return out.push_str(text);
    }
    let bytes = text.as_bytes();
    let mut pending = false;
    let mut at = 0;
    while at < text.len() {
        let (mut blank, mut length) = next_blank(text, at);
        if blank > at {
            if std::mem::take(&mut pending) {
                push_space(out);
            }
            // A single space between two words is copied with them.
            while bytes.get(blank) == Some(&b' ')
                && bytes.get(blank + 1).is_some_and(u8::is_ascii_graphic)
            {
                (blank, length) = next_blank(text, blank + 1);
            }
            out.push_str(&text[at..blank]);
        }
        pending |= length > 0;
        at = blank + length;
    }
}

/// The number of bytes checked at once.
const LANES: usize = 16;

/// True if a text is sure to have no blanks other than single spaces between its characters. Short
/// texts, and texts that end in what may be a blank, always give false. Checks many bytes at once.
pub fn is_surely_collapsed(text: &str) -> bool {
    let bytes = text.as_bytes();
    let [first, .., last, end] = bytes else { return false };
    let ends = [first, last, end];
    if bytes.len() < 2 * LANES || ends.iter().any(|byte| **byte <= b' ' || **byte == 0xc2) {
        return false;
    }
    // Each byte is checked with the two after it; the last group overlaps the one before.
    let groups = (0..bytes.len() - LANES - 2).step_by(LANES).chain([bytes.len() - LANES - 2]);
    groups.into_iter().all(|at| {
        match [at, at + 1, at + 2].map(|from| bytes[from..].first_chunk()) {
            [Some(a), Some(b), Some(c)] => !hold_other_blanks(a, b, c),
            _ => false,
        }
    })
}

/// True if any byte, with the two after it, begins a blank that is not a single space.
fn hold_other_blanks(a: &[u8; LANES], b: &[u8; LANES], c: &[u8; LANES]) -> bool {
    let mut found = false;
    for ((a, b), c) in a.iter().zip(b).zip(c) {
        found |= (*a < b' ')
            | (*a == b' ') & (*b == b' ')
            | (*a == 0xc2) & ((*b == 0x85) | (*b == 0xa0))
            | (*a == 0xe1) & (*b == 0x9a)
            | (*a == 0xe2)
                & (*b == 0x80)
                & ((*c <= 0x8b) | (*c == 0xa8) | (*c == 0xa9) | (*c == 0xaf))
            | (*a == 0xe2) & (*b == 0x81)
            | (*a == 0xe3) & (*b == 0x80) & (*c == 0x80)
            | (*a == 0xef) & (*b == 0xbb);
    }
    found
}

/// The position of the next blank and its length in bytes; the end and 0 if there is none.
fn next_blank(text: &str, from: usize) -> (usize, usize) {
    let classes = classes();
    let mut at = from;
    while let Some(byte) = text.as_bytes().get(at) {
        at += match byte {
            b'!'..=b'~' => 1,
            // Ideographs.
            0xe4..=0xe9 => 3,
            _ => {
                let Some(c) = text[at..].chars().next() else { break };
                if classes.has(c, Classes::BLANK) {
                    return (at, c.len_utf8());
                }
                c.len_utf8()
            }
        };
    }
    (text.len(), 0)
}

/// Appends one space unless `out` is empty or already ends in white space.
pub fn push_space(out: &mut String) {
    if !out.is_empty() && !out.ends_with([' ', '\n']) {
        out.push(' ');
    }
}

/// Collapses every run of blanks in `text` to one space and trims both ends.
pub fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_collapsed(&mut out, text);
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::super::chars;
    use super::*;

    #[test]
    fn every_blank_is_seen_wherever_it_stands() {
        let blanks: Vec<char> = ('\0'..=char::MAX).filter(|c| chars::is_blank(*c)).collect();
        assert!(blanks.len() > 20);
        let word = "字word’s——，。".repeat(4);
        let plain = format!("{word} {word}");
        assert!(is_surely_collapsed(&plain) && !is_surely_collapsed("short"));
        for (at, _) in plain.char_indices().chain([(plain.len(), ' ')]) {
            for blank in &blanks {
                let (before, after) = plain.split_at(at);
                let text = format!("{before}{blank}{after}");
                let is_single = *blank == ' '
                    && ![before.chars().next_back(), after.chars().next()]
                        .iter()
                        .any(|c| c.is_none_or(|c| c == ' '));
                assert_eq!(is_surely_collapsed(&text), is_single, "{at} {blank:?}");
            }
        }
    }

    #[test]
    fn collapses() {
        assert_eq!(collapsed(" a \n\u{a0} b\u{3000}"), "a b");
        assert_eq!(collapsed("\u{3000}\u{3000}首行"), "首行");
        assert_eq!(collapsed(""), "");
        assert_eq!(collapsed("one two  three\nfour 五 "), "one two three four 五");
    }
}
