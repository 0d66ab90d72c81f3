//! Text (sections "Data state" and "RCDATA state").

use memchr::{memchr2, memchr3};

use super::scan::first_mark;
use super::{Token, Tokenizer, span};
use crate::parse::references::reference;

impl Tokenizer<'_> {
    /// The run of text that begins here, not a tag.
    #[inline(always)]
    pub(super) fn text(&mut self, first: u8) -> Token {
        let start = self.at;
        if first == 0 {
            self.at += 1;
            return Token::Nul;
        }
        // Runs of blanks between tags are short.
        let mut at = start;
        if first != b'&' {
            at += 1;
            if let Some(near) = self.bytes[at..].first_chunk() {
                let mark = first_mark(near, b'<');
                at += mark.unwrap_or(near.len());
                if mark.is_some() && self.bytes[at] == b'<' && self.begins_markup(at) {
                    self.at = at;
                    return Token::Text(span(start, at));
                }
            }
        }
        self.long_text(start, at)
    }

    /// A run of text from `start` that is read up to `at`.
    #[inline(never)]
    fn long_text(&mut self, start: usize, mut at: usize) -> Token {
        loop {
            let Some(length) = memchr3(b'<', b'&', 0, &self.bytes[at..]) else {
                self.at = self.bytes.len();
                return Token::Text(span(start, self.at));
            };
            at += length;
            match self.bytes[at] {
                b'<' if !self.begins_markup(at) => at += 1,
                b'&' => match reference(self.bytes, at, false) {
                    Some(_) => {
                        self.at = at;
                        return self.text_with_references(start);
                    }
                    None => at += 1,
                },
                _ => {
                    self.at = at;
                    return Token::Text(span(start, at));
                }
            }
        }
    }

    /// A run of text from `start` whose first reference is here.
    fn text_with_references(&mut self, start: usize) -> Token {
        let side_start = self.store.side_end();
        let mut copied = start;
        loop {
            match self.bytes.get(self.at) {
                Some(b'&') => {
                    if let Some((meaning, end)) = reference(self.bytes, self.at, false) {
                        self.store.side.push_str(&self.page[copied..self.at]);
                        self.store.push_meaning(meaning);
                        (self.at, copied) = (end, end);
                    } else {
                        self.at += 1;
                    }
                }
                Some(b'<') if !self.begins_markup(self.at) => self.at += 1,
                Some(b'<' | 0) | None => break,
                Some(_) => {
                    let length = memchr3(b'<', b'&', 0, &self.bytes[self.at..]);
                    self.at = length.map_or(self.bytes.len(), |length| self.at + length);
                }
            }
        }
        self.store.side.push_str(&self.page[copied..self.at]);
        Token::Text(span(side_start, self.store.side_end()))
    }

    /// True if the `<` at `at` begins a tag, comment or the like.
    #[inline(always)]
    fn begins_markup(&self, at: usize) -> bool {
        self.bytes
            .get(at + 1)
            .is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'))
    }

    /// The text from `start` to `end`, references decoded if asked for, U+FFFD for each NUL.
    pub(super) fn plain_text(&mut self, start: usize, end: usize, has_references: bool) -> Token {
        let bytes = &self.bytes[start..end];
        let mark = if has_references { b'&' } else { 0 };
        let Some(first) = memchr2(mark, 0, bytes) else { return Token::Text(span(start, end)) };
        let side_start = self.store.side_end();
        let (mut copied, mut at) = (start, start + first);
        loop {
            let found = if self.bytes[at] == 0 {
                self.store.side.push_str(&self.page[copied..at]);
                self.store.side.push(char::REPLACEMENT_CHARACTER);
                (at, copied) = (at + 1, at + 1);
                memchr2(mark, 0, &self.bytes[at..end])
            } else if let Some((meaning, after)) = reference(&self.bytes[..end], at, false) {
                self.store.side.push_str(&self.page[copied..at]);
                self.store.push_meaning(meaning);
                (at, copied) = (after, after);
                memchr2(mark, 0, &self.bytes[at..end])
            } else {
                at += 1;
                memchr2(mark, 0, &self.bytes[at..end])
            };
            match found {
                Some(length) => at += length,
                None => break,
            }
        }
        self.store.side.push_str(&self.page[copied..end]);
        Token::Text(span(side_start, self.store.side_end()))
    }
}
