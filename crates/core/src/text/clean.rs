//! White space: what a browser would show of it.

use super::chars::{Classes, classes};

/// Appends `text` to `out` with every run of blanks made one space, and none at the start of a
/// line (that is, when `out` is empty or ends in a line end or a space).
pub fn push_collapsed(out: &mut String, text: &str) {
    let classes = classes();
    let mut pending = false;
    // Where the run of what is written as it stands begins.
    let mut start = None;
    for (at, c) in text.char_indices() {
        if classes.of(c) & Classes::BLANK == 0 {
            if start.is_none() {
                start = Some(at);
                if std::mem::take(&mut pending) {
                    push_space(out);
                }
            }
            continue;
        }
        // One space between two words goes with them.
        let next = text.as_bytes().get(at + 1);
        if c == ' ' && start.is_some() && next.is_some_and(u8::is_ascii_graphic) {
            continue;
        }
        if let Some(start) = start.take() {
            out.push_str(&text[start..at]);
        }
        pending = true;
    }
    if let Some(start) = start {
        out.push_str(&text[start..]);
    }
    if pending {
        push_space(out);
    }
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
