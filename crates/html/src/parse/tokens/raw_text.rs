//! Text until an end tag (sections "RCDATA state" to "Script data double escape end state").

use memchr::{memchr, memchr2};

use super::classes::{ENDS_TAG_NAME, is};
use super::{Content, Token, Tokenizer};

/// Within `<!--` of a script.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    No,
    Escaped,
    DoubleEscaped,
}

impl Tokenizer<'_> {
    /// The text up to the end tag that ends it; when it is read, the end tag.
    pub(super) fn raw_text(&mut self, content: Content) -> Token {
        let start = self.at;
        let end = match content {
            Content::Plaintext => self.bytes.len(),
            Content::ScriptData => self.script_end(start),
            _ => self.raw_text_end(start),
        };
        if end > start {
            self.at = end;
            return self.plain_text(start, end, content == Content::Rcdata);
        }
        self.content = Content::Data;
        if end == self.bytes.len() {
            return Token::EndOfFile;
        }
        self.at += 2;
        self.end_tag()
    }

    /// The start of the end tag of the raw text that is read from `at` on.
    fn raw_text_end(&self, mut at: usize) -> usize {
        while let Some(length) = memchr(b'<', &self.bytes[at..]) {
            at += length;
            if self.raw_text_name.is_some_and(|name| self.is_tag(at, b"</", name)) {
                return at;
            }
            at += 1;
        }
        self.bytes.len()
    }

    /// True if a tag of the name is at `at`: `opening`, the name in any case, and a byte that
    /// ends a name.
    fn is_tag(&self, at: usize, opening: &[u8], name: &str) -> bool {
        let rest = &self.bytes[at..];
        let end = opening.len() + name.len();
        rest.starts_with(opening)
            && rest.get(end).is_some_and(|b| is(*b, ENDS_TAG_NAME))
            && rest[opening.len()..end].eq_ignore_ascii_case(name.as_bytes())
    }

    /// The start of the end tag of the script that is read from `start` on.
    fn script_end(&self, start: usize) -> usize {
        let mut escape = Escape::No;
        let mut at = start;
        // No `-->` can begin before here.
        let mut dashes = start;
        loop {
            let rest = &self.bytes[at..];
            let found = match escape {
                Escape::No => memchr(b'<', rest),
                _ => memchr2(b'<', b'>', rest),
            };
            let Some(length) = found else { return self.bytes.len() };
            at += length;
            if self.bytes[at] == b'>' {
                if at >= dashes + 2 && self.bytes[..at].ends_with(b"--") {
                    escape = Escape::No;
                }
            } else if escape == Escape::No && self.bytes[at..].starts_with(b"<!--") {
                escape = Escape::Escaped;
                dashes = at + 2;
                at += 3;
            } else if escape == Escape::DoubleEscaped {
                if self.is_tag(at, b"</", "script") {
                    escape = Escape::Escaped;
                }
            } else if self.raw_text_name.is_some_and(|name| self.is_tag(at, b"</", name)) {
                return at;
            } else if escape == Escape::Escaped && self.is_tag(at, b"<", "script") {
                escape = Escape::DoubleEscaped;
            }
            at += 1;
        }
    }
}
