//! White space: what a browser would show of it.

use super::chars::{Classes, classes};

/// Appends `text` to `out` with every run of blanks made one space, and none at the start of a
/// line (that is, when `out` is empty or ends in a line end or a space).
pub fn push_collapsed(out: &mut String, text: &str) {
    let is_graphic = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_graphic);
    let mut pending = false;
    let mut at = 0;
    while at < text.len() {
        let (mut blank, mut length) = next_blank(text, at);
        if blank > at {
            if std::mem::take(&mut pending) {
                push_space(out);
            }
            // One space between two words goes with them.
            while text.as_bytes().get(blank) == Some(&b' ') && is_graphic(blank + 1) {
                (blank, length) = next_blank(text, blank + 1);
            }
            out.push_str(&text[at..blank]);
        }
        pending |= length > 0;
        at = blank + length;
    }
    if pending {
        push_space(out);
    }
}

/// Where the next blank stands from a place on, and its length in bytes; the end and 0 when there is none.
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
                if classes.of(c) & Classes::BLANK != 0 {
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

/// `text` with every run of blanks made one space and none at the ends.
pub fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_collapsed(&mut out, text);
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collapses() {
        assert_eq!(collapsed(" a \n\u{a0} b\u{3000}"), "a b");
        assert_eq!(collapsed("\u{3000}\u{3000}首行"), "首行");
        assert_eq!(collapsed(""), "");
        assert_eq!(collapsed("one two  three\nfour 五 "), "one two three four 五");
    }
}
