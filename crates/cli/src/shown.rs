//! Characters that change what a reader sees, or that only a machine reads: they never reach a
//! terminal, a log or an agent as they are.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::ops::RangeInclusive;

/// Besides the control characters: marks that turn the direction of text, deprecated invisible characters,
/// and the tags, which spell text that nobody sees.
const UNSEEN: &[RangeInclusive<char>] = &[
    '\u{202a}'..='\u{202e}',
    '\u{2066}'..='\u{206f}',
    '\u{fff9}'..='\u{fffb}',
    '\u{e0000}'..='\u{e007f}',
];

fn is_unsafe(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t') || UNSEEN.iter().any(|range| range.contains(&c))
}

/// Writes such a character as its number.
type Escape = fn(&mut String, char);

/// As in `\u{1b}`.
fn for_people(out: &mut String, c: char) {
    let _ = write!(out, "{}", c.escape_unicode());
}

/// As JSON writes it.
fn for_json(out: &mut String, c: char) {
    for unit in c.encode_utf16(&mut [0; 2]) {
        let _ = write!(out, "\\u{unit:04x}");
    }
}

fn escaped(text: &str, escape: Escape) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_unsafe(c) {
            true => escape(&mut out, c),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The text for people: such characters are written by their numbers, as in `\u{1b}`.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    escaped(text, for_people)
}

/// The text for machines that read it: such characters are left out.
pub(crate) fn without_unseen(text: &str) -> Cow<'_, str> {
    match text.contains(is_unsafe) {
        true => Cow::Owned(text.replace(is_unsafe, "")),
        false => Cow::Borrowed(text),
    }
}

/// Writes text without such characters, as [`shown`] or as JSON. Bytes that are no text become
/// U+FFFD.
#[derive(Debug)]
pub(crate) struct Shown<W: Write> {
    out: W,
    escape: Escape,
    /// The start of a character whose end has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Shown<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, escape: for_people, begun: Vec::new() }
    }

    /// For text that is JSON.
    pub(crate) fn json(out: W) -> Self {
        Self { escape: for_json, ..Self::new(out) }
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.begun);
        let mut rest = &all[..];
        while !rest.is_empty() {
            let (valid, error) = match std::str::from_utf8(rest) {
                Ok(text) => (text.len(), None),
                Err(error) => (error.valid_up_to(), Some(error.error_len())),
            };
            let (text, after) = rest.split_at(valid);
            let text = std::str::from_utf8(text).unwrap_or("");
            self.out.write_all(escaped(text, self.escape).as_bytes())?;
            rest = match error {
                None => after,
                Some(Some(wrong)) => {
                    self.out.write_all("\u{fffd}".as_bytes())?;
                    &after[wrong..]
                }
                Some(None) => {
                    self.begun = after.to_vec();
                    break;
                }
            };
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Standard output: a terminal gets text as [`shown`], a file or a pipe gets it as it is.
pub(crate) fn stdout() -> Box<dyn Write> {
    let out = io::stdout().lock();
    match out.is_terminal() {
        true => Box::new(io::BufWriter::new(Shown::new(out))),
        false => Box::new(io::BufWriter::new(out)),
    }
}

/// Standard output for lines of JSON, which stay JSON on a terminal too.
pub(crate) fn json_stdout() -> Box<dyn Write + Send> {
    let out = io::stdout();
    match out.is_terminal() {
        true => Box::new(io::BufWriter::new(Shown::json(out))),
        false => Box::new(io::BufWriter::new(out)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}]0;x\u{7}b\u{9b}31m\u{202e}c\u{2066}d\u{e0041}e\u{7f}\r";

    #[test]
    fn no_character_reaches_a_terminal_that_steers_it() {
        let harmless = shown(HOSTILE);
        assert!(!harmless.contains(is_unsafe));
        assert!(harmless.starts_with("a\\u{1b}]0;x\\u{7}b\\u{9b}31m\\u{202e}c"), "{harmless}");
        assert_eq!(without_unseen(HOSTILE), "a]0;xb31mcde");
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in ["正文\n\t— “a” ‎‏ é 👨‍👩‍👧", "مرحبا", ""] {
            assert!(matches!(shown(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn a_character_may_come_in_pieces() {
        for size in 1..5 {
            let mut out = Shown::new(Vec::new());
            let text = format!("正文{HOSTILE}");
            text.as_bytes().chunks(size).for_each(|chunk| out.write_all(chunk).unwrap());
            assert_eq!(String::from_utf8(out.out).unwrap(), shown(&text));
        }
        let mut out = Shown::json(Vec::new());
        out.write_all("\"a\u{9b}\u{202e}\u{e0041}\"".as_bytes()).unwrap();
        let text: String = serde_json::from_slice(&out.out).unwrap();
        assert_eq!(text, "a\u{9b}\u{202e}\u{e0041}");
        assert!(out.out.is_ascii());
        let mut out = Shown::new(Vec::new());
        out.write_all(b"a\xffb\x9b").unwrap();
        assert_eq!(String::from_utf8(out.out).unwrap(), "a\u{fffd}b\u{fffd}");
    }
}
