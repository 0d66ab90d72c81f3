//! The signs of Markdown: where text would be read as marks, and how it is escaped.

/// True if a mark between `outside` and `inside` can be read as one (CommonMark 6.2, flanking): no
/// blank inside, and punctuation inside only after a blank or punctuation outside.
pub(super) fn opens(outside: Option<char>, inside: Option<char>) -> bool {
    let Some(inside) = inside.filter(|c| !c.is_whitespace()) else { return false };
    inside.is_alphanumeric() || !is_word(outside)
}

/// Puts a line between two emphasis marks, or between HTML tags if it has marks of its own.
pub(super) fn wrapped(mark: &str, tag: &str, line: &str) -> String {
    if line.contains('*') {
        format!("<{tag}>{line}</{tag}>")
    } else {
        format!("{mark}{line}{mark}")
    }
}

pub(super) fn link_end(address: &str, title: Option<&str>) -> String {
    let mut out = String::from("](");
    let mut slashes = 0;
    for c in address.chars() {
        slashes += usize::from(c == '/');
        match c {
            // Only hosts have brackets.
            '[' if slashes != 2 => out.push_str("%5B"),
            ']' if slashes != 2 => out.push_str("%5D"),
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            ' ' => out.push_str("%20"),
            '|' => out.push_str("%7C"),
            '\\' => out.push_str("%5C"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    if let Some(title) = title {
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut escaped = String::with_capacity(title.len());
        for (at, c) in title.char_indices() {
            match c {
                '\\' => escaped.push_str("\\\\"),
                '"' => escaped.push_str("\\\""),
                // Where an address before the link takes its start, its title is read as text.
                '|' => escaped.push_str("&#124;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '[' => escaped.push_str("&#91;"),
                ']' => escaped.push_str("&#93;"),
                '&' if is_reference(&title[at..]) => escaped.push_str("&amp;"),
                c => escaped.push(c),
            }
        }
        let title = escaped;
        out.push_str(&format!(" \"{title}\""));
    }
    out.push(')');
    out
}

/// The characters in which an address is looked for. A longer word may be one.
const LONGEST_ADDRESS: usize = 2048;

/// True if the text ends in what some readers make a link of, without a blank after it.
pub(super) fn ends_in_address(text: &str) -> bool {
    let window = text.chars().rev().take(LONGEST_ADDRESS);
    let word: Vec<char> = window.take_while(|c| !c.is_whitespace()).collect();
    let word: String = word.into_iter().rev().map(|c| c.to_ascii_lowercase()).collect();
    let is_long = word.chars().count() == LONGEST_ADDRESS;
    is_long || ["://", "www.", "mailto:"].iter().any(|mark| word.contains(mark))
}

/// Appends text, escaping the characters that Markdown would read as marks.
pub(super) fn escape(out: &mut String, text: &str, is_cell: bool) {
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        // All marks are characters of one byte.
        if !byte.is_ascii_punctuation() || !is_mark(text, at, byte, is_cell) {
            continue;
        }
        out.push_str(&text[written..at]);
        written = at;
        if byte == b'<' {
            // A backslash would be taken for the end of an address before it, and the tag would live.
            out.push_str("&lt;");
            written += 1;
        } else {
            out.push('\\');
        }
    }
    out.push_str(&text[written..]);
}

/// True if Markdown would read the sign at a position as a mark.
fn is_mark(text: &str, at: usize, sign: u8, is_cell: bool) -> bool {
    let (previous, next) = (text[..at].chars().next_back(), text[at + 1..].chars().next());
    match sign {
        b'*' | b'`' | b'[' | b']' => true,
        // Some readers take a link in a link's text for one all the same.
        b'(' => previous == Some(']'),
        b'\\' => next.is_none_or(|c| c.is_ascii_punctuation()),
        b'_' => !(is_word(previous) && is_word(next)),
        b'<' => may_begin_tag(next),
        b'&' => is_reference(&text[at..]),
        b'~' => previous == Some('~') || next.is_none_or(|c| c == '~'),
        // It may begin a formula or end one; that of a price, before digits, does neither.
        b'$' => {
            let touches = [previous, next].into_iter().flatten().any(|c| !c.is_whitespace());
            touches && !next.is_some_and(|c| c.is_ascii_digit())
        }
        b'|' => is_cell,
        _ => false,
    }
}

pub(super) fn is_word(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphanumeric)
}

/// True if some reader could take a part of the text for a tag.
pub(super) fn has_tag(text: &str) -> bool {
    let mut signs = text.match_indices('<');
    signs.any(|(at, _)| may_begin_tag(text[at + 1..].chars().next()))
}

/// True if `<` before this character could begin a tag.
fn may_begin_tag(next: Option<char>) -> bool {
    next.is_none_or(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
}

/// True if a text begins with something like `&amp;` or `&#38;`.
fn is_reference(text: &str) -> bool {
    let name = &text[1..];
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '#'));
    end.is_some_and(|end| end > 0 && end < 32 && name[end..].starts_with(';'))
}

/// Escapes line starts with a meaning in Markdown: `#`, `>`, `-`, `1.`, fences.
pub(super) fn escape_line_starts(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        match line_mark(line) {
            Some(at) => {
                out.push_str(&line[..at]);
                out.push('\\');
                out.push_str(&line[at..]);
            }
            None => out.push_str(line),
        }
    }
    out
}

/// The position at which to escape a line.
fn line_mark(line: &str) -> Option<usize> {
    let follows = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    let first = line.chars().next()?;
    match first {
        '#' => {
            let marks = line.len() - line.trim_start_matches('#').len();
            (marks <= 6 && follows(&line[marks..])).then_some(0)
        }
        '>' => Some(0),
        '+' | '-' if follows(&line[1..]) => Some(0),
        '-' | '=' | '_' if line.chars().all(|c| c == first || c == ' ') => Some(0),
        '~' if line.starts_with("~~~") => Some(0),
        '|' => Some(0),
        ':' if line.starts_with(": ") => Some(0),
        '0'..='9' => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            let is_mark = line[digits..].starts_with(['.', ')']) && follows(&line[digits + 1..]);
            (digits <= 9 && is_mark).then_some(digits)
        }
        _ => None,
    }
}
