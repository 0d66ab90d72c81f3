//! Tags (sections "Tag open state" to "Self-closing start tag state").

use memchr::memchr3;

use super::classes::{
    BLANK, CHANGES_IN_NAME, ENDS_ATTRIBUTE_NAME, ENDS_TAG_NAME, ENDS_UNQUOTED, is,
};
use super::scan::{find_mark, name_length};
use super::{TagToken, Token, Tokenizer, span};
use crate::document::Attribute;
use crate::parse::name_table::NameKey;
use crate::parse::references::reference;
use crate::span::Span;

impl Tokenizer<'_> {
    /// The start tag whose name begins here.
    #[inline(always)]
    pub(super) fn start_tag(&mut self) -> Token {
        self.tag().map_or(Token::EndOfFile, Token::Start)
    }

    /// Section "End tag open state", from the `<`; `None` if it makes no token.
    #[inline(always)]
    pub(super) fn end_tag_open(&mut self) -> Option<Token> {
        match self.bytes.get(self.at + 2) {
            Some(first) if first.is_ascii_alphabetic() => {
                self.at += 2;
                Some(self.end_tag())
            }
            Some(b'>') => {
                self.at += 3;
                None
            }
            None => {
                let start = self.at;
                self.at += 2;
                Some(Token::Text(span(start, self.at)))
            }
            Some(_) => Some(self.bogus_comment(self.at + 2)),
        }
    }

    /// The end tag whose name begins here.
    #[inline(always)]
    pub(super) fn end_tag(&mut self) -> Token {
        let attributes = self.store.attributes.len();
        let Some(mut tag) = self.tag() else { return Token::EndOfFile };
        self.store.attributes.truncate(attributes);
        tag.attributes = Span::default();
        Token::End(tag)
    }

    /// The tag whose name begins here, with its attributes; `None` if the page ends in it.
    #[inline(always)]
    fn tag(&mut self) -> Option<TagToken> {
        let (key, name) = self.name(ENDS_TAG_NAME);
        let tag = self.store.tag(self.page, key, name);
        if self.bytes.get(self.at) == Some(&b'>') {
            self.at += 1;
            return Some(TagToken { tag, attributes: Span::default(), is_self_closing: false });
        }
        let first = self.store.attributes.len();
        let Some(is_self_closing) = self.attributes() else {
            self.store.attributes.truncate(first);
            return None;
        };
        let attributes = span(first, self.store.attributes.len());
        Some(TagToken { tag, attributes, is_self_closing })
    }

    /// The name that begins here and ends before a byte of the class.
    #[inline(always)]
    fn name(&mut self, end: u8) -> (NameKey, Span) {
        self.short_name(end).unwrap_or_else(|| self.any_name(end))
    }

    /// The same, if it is one of small letters, digits and hyphens, as most are: eight are read at once.
    #[inline(always)]
    fn short_name(&mut self, end: u8) -> Option<(NameKey, Span)> {
        let start = self.at;
        let eight = u64::from_le_bytes(*self.bytes.get(start..)?.first_chunk()?);
        let length = name_length(eight);
        if length == 0 {
            return None;
        }
        let key = NameKey::of_first(eight, length);
        if is(*self.bytes.get(start + length)?, end) {
            self.at = start + length;
            return Some((key, span(start, self.at)));
        }
        if length == 8 { self.long_name(key, end) } else { None }
    }

    /// The same of a name whose first eight bytes are such ones.
    fn long_name(&mut self, first: NameKey, end: u8) -> Option<(NameKey, Span)> {
        let (start, mut key, mut length) = (self.at, first, 8);
        let mut at = start;
        while length == 8 {
            at += 8;
            let eight: &[u8; 8] = self.bytes.get(at..)?.first_chunk()?;
            length = name_length(u64::from_le_bytes(*eight));
            key = eight[..length].iter().fold(key, |key, byte| key.with_more(*byte));
        }
        if !is(*self.bytes.get(at + length)?, end) {
            return None;
        }
        self.at = at + length;
        Some((key, span(start, self.at)))
    }

    fn any_name(&mut self, end: u8) -> (NameKey, Span) {
        let start = self.at;
        let mut key = NameKey::EMPTY;
        let mut at = start;
        // An attribute's name may begin with `=`.
        while let Some(&byte) = self.bytes.get(at)
            && (!is(byte, end) || (at == start && byte == b'='))
        {
            key = if is(byte, CHANGES_IN_NAME) { with_changed(key, byte) } else { key.with(byte) };
            at += 1;
        }
        self.at = at;
        (key, span(start, at))
    }

    /// Attributes up to the end of the tag; true if it closes itself, `None` if the page ends before (section "Before attribute
    /// name state" and on).
    #[inline(always)]
    fn attributes(&mut self) -> Option<bool> {
        self.store.begin_tag();
        loop {
            match *self.bytes.get(self.at)? {
                b'>' => {
                    self.at += 1;
                    return Some(false);
                }
                b'/' => {
                    self.at += 1;
                    if self.bytes.get(self.at) == Some(&b'>') {
                        self.at += 1;
                        return Some(true);
                    }
                }
                byte if is(byte, BLANK) => self.at += 1,
                _ => self.attribute()?,
            }
        }
    }

    /// The attribute whose name begins here; `None` if the page ends in it.
    #[inline(always)]
    fn attribute(&mut self) -> Option<()> {
        let (key, name) = self.name(ENDS_ATTRIBUTE_NAME);
        let name_end = self.at;
        self.skip_blanks();
        let mut value = Span { start: name.end, end: name.end };
        if self.bytes.get(self.at)? == &b'=' {
            self.at += 1;
            self.skip_blanks();
            value = self.value()?;
        } else {
            self.at = name_end;
        }
        match self.store.attribute(self.page, key, name) {
            Some(name) if self.store.attributes.len() < self.store.most_attributes => {
                self.store.attributes.push(Attribute { name, value });
            }
            found if found.is_some() || self.store.attribute_names.is_full() => {
                self.store.ignored_bytes += (self.at - name.start as usize) as u64;
            }
            _ => {}
        }
        Some(())
    }

    #[inline(always)]
    fn skip_blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(|b| is(*b, BLANK)) {
            self.at += 1;
        }
    }

    /// The value that begins here (section "Before attribute value state").
    #[inline(always)]
    fn value(&mut self) -> Option<Span> {
        match *self.bytes.get(self.at)? {
            quote @ (b'"' | b'\'') => self.quoted(quote),
            b'>' => Some(span(self.at, self.at)),
            _ => self.unquoted(),
        }
    }

    #[inline(always)]
    fn quoted(&mut self, quote: u8) -> Option<Span> {
        let start = self.at + 1;
        let end = start + find_mark(&self.bytes[start..], quote)?;
        if self.bytes[end] == quote {
            self.at = end + 1;
            return Some(span(start, end));
        }
        self.quoted_with_references(start, end, quote)
    }

    /// A quoted value from `start` whose first reference or NUL is at `at`.
    #[inline(never)]
    fn quoted_with_references(&mut self, start: usize, at: usize, quote: u8) -> Option<Span> {
        let side_start = self.store.side.len();
        let (mut copied, mut at) = (start, at);
        while self.bytes[at] != quote {
            let (end, changed) = self.value_mark(copied, at);
            if changed {
                copied = end;
            }
            let Some(length) = memchr3(quote, b'&', 0, &self.bytes[end..]) else {
                self.store.side.truncate(side_start);
                return None;
            };
            at = end + length;
        }
        self.at = at + 1;
        Some(self.finish_value(start, side_start, copied, at))
    }

    fn unquoted(&mut self) -> Option<Span> {
        let start = self.at;
        let side_start = self.store.side.len();
        let (mut copied, mut at) = (start, start);
        loop {
            let Some(length) = self.bytes[at..].iter().position(|b| is(*b, ENDS_UNQUOTED)) else {
                self.store.side.truncate(side_start);
                return None;
            };
            at += length;
            if !matches!(self.bytes[at], b'&' | 0) {
                self.at = at;
                return Some(self.finish_value(start, side_start, copied, at));
            }
            let (end, changed) = self.value_mark(copied, at);
            at = end;
            if changed {
                copied = end;
            }
        }
    }

    /// Reads the `&` or NUL at `at` of a value that is copied up to `copied`: where to go on, and
    /// whether it was copied and changed.
    fn value_mark(&mut self, copied: usize, at: usize) -> (usize, bool) {
        if self.bytes[at] == 0 {
            self.store.side.push_str(&self.page[copied..at]);
            self.store.side.push(char::REPLACEMENT_CHARACTER);
            return (at + 1, true);
        }
        match reference(self.bytes, at, true) {
            Some((meaning, end)) => {
                self.store.side.push_str(&self.page[copied..at]);
                self.store.push_meaning(meaning);
                (end, true)
            }
            None => (at + 1, false),
        }
    }

    /// The value from `start` to `end`; all before `copied` is in `side` from
    /// `side_start` on.
    fn finish_value(&mut self, start: usize, side_start: usize, copied: usize, end: usize) -> Span {
        if copied == start {
            return span(start, end);
        }
        self.store.side.push_str(&self.page[copied..end]);
        span(self.store.base() + side_start, self.store.side_end())
    }
}

/// The key with a byte that is written otherwise: a capital letter or NUL.
#[inline(always)]
fn with_changed(key: NameKey, byte: u8) -> NameKey {
    if byte == 0 {
        // U+FFFD in UTF-8.
        return key.with(0xEF).with(0xBF).with(0xBD);
    }
    key.with(byte | 0x20)
}
