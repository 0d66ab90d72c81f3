//! White space: what a browser would show of it.

use super::chars::is_blank;

/// Appends `text` to `out` with every run of blanks made one space, and none at the start of a
/// line (that is, when `out` is empty or ends in a line end or a space).
pub fn push_collapsed(out: &mut String, text: &str) {
    let mut pending = false;
    for c in text.chars() {
        if is_blank(c) {
            pending = true;
            continue;
        }
        if pending {
            push_space(out);
            pending = false;
        }
        out.push(c);
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
    }
}
