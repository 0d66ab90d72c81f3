//! Text for machines, which no article is made of: JSON, markup, source of scripts, codes of a forum.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// A kind of text for machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Machine {
    /// JSON.
    Json,
    /// HTML with its tags as text.
    Markup,
    /// Source of a script.
    Script,
    /// Codes of a forum: `[hide=30]…[/hide]`.
    ForumCode,
}

/// Characters of a text that is judged.
const LEAST: usize = 60;
/// Keys that make a text JSON.
const LEAST_KEYS: usize = 4;
/// Tags that make a text markup, and of how many bytes each of them is one.
const LEAST_TAGS: usize = 4;
const BYTES_A_TAG: usize = 60;
/// Words that make a text a script, and of how many bytes a sign of code is one.
const LEAST_WORDS: usize = 3;
const BYTES_A_SIGN: usize = 16;
/// Bytes of a text that are looked at for markup and scripts.
const LOOKED_AT: usize = 20_000;

/// Words of scripts that are not words of sentences.
const WORDS: &[&str] = &[
    "function(",
    "function (",
    "document.",
    "window.",
    "var ",
    "let ",
    "const ",
    "return ",
    "=>",
    ".push(",
    "typeof ",
    "===",
    "getElementById",
    "addEventListener",
    "$(",
    "else{",
    "else {",
    "if(",
    "if (",
    "new ",
    "null",
    "undefined",
    "!0",
    "!1",
];

/// Codes of forums that come in pairs.
const CODES: &[&str] = &[
    "hide", "free", "quote", "url", "img", "color", "size", "font", "align", "attach", "postbg",
    "password", "code", "b", "i", "u",
];

/// The kind of text for machines that a text is, if it is nothing else and no sentence about such text.
pub fn machine(text: &str) -> Option<Machine> {
    let text = text.trim();
    if text.len() < LEAST {
        return None;
    }
    let start = head(text);
    if is_json(text, start) {
        return Some(Machine::Json);
    }
    if is_markup(start) {
        return Some(Machine::Markup);
    }
    if is_script(start) {
        return Some(Machine::Script);
    }
    is_forum_code(start).then_some(Machine::ForumCode)
}

/// True if a text, perhaps with tags, is the source of a script.
pub fn is_script(text: &str) -> bool {
    let text = head(text);
    if memchr::memchr2(b'{', b';', text.as_bytes()).is_none() {
        return false;
    }
    let signs = text.bytes().filter(|byte| b"{}();=[]&|".contains(byte)).count();
    let words = WORDS.iter().map(|word| text.matches(word).count());
    signs * BYTES_A_SIGN >= text.len() && words.sum::<usize>() >= LEAST_WORDS
}

fn head(text: &str) -> &str {
    let end = (0..=LOOKED_AT.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// JSON, whole or cut off, also with references in place of its quotation marks.
fn is_json(text: &str, start: &str) -> bool {
    if !text.starts_with(['{', '[']) && !text.starts_with("&quot;") {
        return false;
    }
    let begins = ["{\"", "[{", "{&quot;", "{ \""].iter().any(|open| text.starts_with(open));
    let keys =
        ["\":", "\\\":", "&quot;:"].iter().map(|end| start.matches(end).count()).sum::<usize>();
    let is_list = text.starts_with("[\"") && text.ends_with("\"]");
    begins && keys >= LEAST_KEYS
        || text.ends_with(['}', ']']) && keys >= LEAST_KEYS * 2
        || is_list && start.matches("\",").count() >= LEAST_KEYS
}

/// Tags as text, from the first sign on.
fn is_markup(text: &str) -> bool {
    if !text.starts_with('<') {
        return false;
    }
    let tags = text.split('<').skip(1).filter(|after| {
        let name = after.strip_prefix('/').unwrap_or(after);
        name.starts_with(|c: char| c.is_ascii_alphabetic()) && after.contains('>')
    });
    let tags = tags.count();
    tags >= LEAST_TAGS && tags * BYTES_A_TAG >= text.len()
}

/// Codes of forums that nobody resolved.
fn is_forum_code(text: &str) -> bool {
    if !text.starts_with('[') {
        return false;
    }
    let ends = text.split("[/").skip(1).filter_map(|rest| rest.split_once(']'));
    let pairs = ends.filter(|(name, _)| CODES.contains(name)).count();
    pairs >= 2 && !text.starts_with("[/") || pairs >= 1 && text.starts_with("[hide")
}

/// Letters and digits of a text, and characters of a private use among them: what a font of the page's own shows.
pub fn private_characters(text: &str) -> (u32, u32) {
    // Most texts lack the first bytes of such characters.
    let bytes = text.as_bytes();
    let mut seconds = memchr::memchr_iter(0xef, bytes).filter_map(|at| bytes.get(at + 1));
    if memchr::memchr3(0xee, 0xf3, 0xf4, bytes).is_none() && !seconds.any(|byte| *byte < 0xa4) {
        return (0, 0);
    }
    let private = text.chars().filter(|c| is_private(*c)).count() as u32;
    if private == 0 {
        return (0, 0);
    }
    let others = text.chars().filter(|c| !is_private(*c) && c.is_alphanumeric()).count() as u32;
    (others + private, private)
}

fn is_private(c: char) -> bool {
    matches!(u32::from(c), 0xe000..=0xf8ff | 0xf_0000..=0xf_fffd | 0x10_0000..=0x10_fffd)
}

/// The text of a script, decoded if it is JSON in the form of addresses: `%7B%22title%22...`.
pub fn script_text(script: &str) -> Cow<'_, str> {
    let start = script.trim_start();
    match start.get(..3) {
        Some("%7b" | "%7B" | "%5b" | "%5B") => percent_decode_str(start).decode_utf8_lossy(),
        _ => Cow::Borrowed(script),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_for_machines_are_told_from_sentences() {
        for (text, expected) in [
            (
                r#"{"page":{"id":12,"title":"Tea","items":[{"name":"green","price":3},{"name":"black"}]}}"#,
                Some(Machine::Json),
            ),
            (
                r#"[{"id":1,"text":"Tea is dried."},{"id":2,"text":"Tea is sold."},{"id":3,"te"#,
                Some(Machine::Json),
            ),
            (
                "<div class=\"note\"><p>Only <b>members</b> can read this.</p><a href=\"/join\">Join us</a></div>",
                Some(Machine::Markup),
            ),
            (
                "(function(w){var d=w.document;if(!d){return null}var s=d.createElement('script');s.src='/a.js';d.body.appendChild(s)})(window);",
                Some(Machine::Script),
            ),
            (
                "[hide=30]This part is shown to members who answered, [b]thirty[/b] times or more.[/hide]",
                Some(Machine::ForumCode),
            ),
            (
                "[1] The first note of the article says where the tea came from, and when it was sold.",
                None,
            ),
            (
                "{Tea} is the name of a small program that the author wrote in a week of rain, and gave away.",
                None,
            ),
            (
                "Use <p> for paragraphs, and <b> for what is bold; <i> is for stress, says the manual here.",
                None,
            ),
            (
                "The function returns null if (and only if) nothing was found; see the manual for more of it.",
                None,
            ),
            (
                "水烧开以后放茶叶（三克），等两分钟；第二泡可以久一点，水要热，杯子先温，茶才香，喝的时候慢一点。",
                None,
            ),
        ] {
            assert_eq!(machine(text), expected, "{text}");
        }
        assert_eq!(private_characters("价\u{e123}\u{e124}格 1"), (5, 2));
        for c in ['\u{e000}', '\u{efff}', '\u{f000}', '\u{f8ff}', '\u{f0000}', '\u{10fffd}'] {
            assert_eq!(private_characters(&format!("价，{c}")), (2, 1), "{c:?}");
        }
        assert_eq!(private_characters("价，\u{f900}"), (0, 0));
    }
}
