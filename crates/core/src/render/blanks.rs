//! White space as a reader sees it, between Chinese and other words.

use std::borrow::Cow;

use crate::text::chars::{is_blank, is_cjk};
use crate::text::clean;

const SOFT_HYPHEN: &[u8] = "\u{ad}".as_bytes();

/// Characters that show nothing: a word may break there, or nothing at all. Those that join or separate letters of a word (as
/// in Persian, and in emoji) do not count.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(
        u32::from(c),
        0xad | 0x200b | 0x2060..=0x2064 | 0xfeff | 0x180e | 0xfff9..=0xfffb | 0x1_d173..=0x1_d17a
    )
}

/// `text` without characters that show nothing and without blanks at its ends, and true if there were blanks at its end. Every
/// run of blanks becomes one space, or nothing if a line of the source ends there between two Chinese characters.
pub(super) fn as_shown(text: &str) -> (Cow<'_, str>, bool) {
    let trimmed = text.trim_end_matches(is_blank);
    let ends_blank = text[trimmed.len()..].contains(|c| !is_invisible(c));
    let trimmed = trimmed.trim_start_matches(is_blank);
    // Few characters but those of Latin begin with its first byte.
    let first = memchr::memchr(SOFT_HYPHEN[0], trimmed.as_bytes());
    let is_hyphenated = first
        .is_some_and(|at| memchr::memmem::find(&trimmed.as_bytes()[at..], SOFT_HYPHEN).is_some());
    let mut previous_blank = false;
    let mut is_plain = || {
        trimmed.chars().all(|c| {
            let is_single = c == ' ' && !previous_blank;
            previous_blank = c == ' ';
            is_single || !is_blank(c)
        })
    };
    if !is_hyphenated && (clean::is_surely_collapsed(trimmed) || is_plain()) {
        return (Cow::Borrowed(trimmed), ends_blank);
    }
    let mut out = String::with_capacity(trimmed.len());
    let mut gap: Option<bool> = None;
    for c in trimmed.chars().filter(|c| !is_invisible(*c)) {
        if is_blank(c) {
            gap = Some(gap.unwrap_or(false) || c == '\n');
            continue;
        }
        if let Some(has_line_end) = gap.take() {
            let before = out.chars().next_back();
            if !(has_line_end && before.is_some_and(is_chinese) && is_chinese(c)) {
                out.push(' ');
            }
        }
        out.push(c);
    }
    (Cow::Owned(out), ends_blank)
}

/// True for characters that need no space between them in Chinese and Japanese: ideographs, kana
/// and their marks. Korean uses spaces.
fn is_chinese(c: char) -> bool {
    let is_hangul = matches!(u32::from(c), 0xac00..=0xd7af);
    is_cjk(c) && !is_hangul
        || matches!(u32::from(c), 0x3001..=0x301f | 0xff01..=0xff65 | 0x2018..=0x201d)
}

/// True if a text begins with the indentation of a Chinese paragraph (首行缩进): two wide blanks, or
/// four others that do not collapse.
pub(super) fn is_indented(text: &str) -> bool {
    let wide = text.trim_start_matches(['\n', '\r', '\t', ' ']);
    let blanks = wide.chars().take_while(|c| matches!(c, '\u{3000}' | '\u{a0}' | '\u{2003}'));
    let widths: usize = blanks.map(|c| if c == '\u{a0}' { 1 } else { 2 }).sum();
    widths >= 4
}

/// True if a space belongs between two adjacent elements that end and begin with these characters.
pub(super) fn are_words(before: Option<char>, after: Option<char>) -> bool {
    let is_other = |c: Option<char>| c.is_some_and(|c| !is_cjk(c));
    is_other(before) && is_other(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_between_scripts() {
        for (text, expected) in [
            ("一行\n  二行", "一行二行"),
            ("张三 李四", "张三 李四"),
            ("a\n b", "a b"),
            ("中文\nword", "中文 word"),
            ("한국어\n문장", "한국어 문장"),
            ("\u{3000}\u{3000}首行", "首行"),
            ("句。\n“引", "句。“引"),
            ("Denk\u{ad}mal\u{ad}schutz", "Denkmalschutz"),
            ("零\u{200b}宽 字\u{2060}符\u{feff}", "零宽 字符"),
            ("می\u{200c}شود", "می\u{200c}شود"),
        ] {
            assert_eq!(as_shown(text).0, expected, "{text:?}");
        }
        assert!(as_shown("a ").1 && !as_shown(" a").1);
        assert!(
            is_indented("\n\u{3000}\u{3000}段") && !is_indented("\u{3000}段") && !is_indented("段")
        );
    }
}
