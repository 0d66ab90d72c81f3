//! Doctypes (sections "DOCTYPE state" to "Bogus DOCTYPE state").

use memchr::{memchr, memchr2};

use super::classes::{BLANK, is};
use super::{Token, Tokenizer, span};
use crate::span::Span;

/// A document type declaration.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::parse) struct Doctype {
    pub(in crate::parse) name: Option<Span>,
    pub(in crate::parse) public_id: Option<Span>,
    pub(in crate::parse) system_id: Option<Span>,
    pub(in crate::parse) forces_quirks: bool,
}

impl Tokenizer<'_> {
    /// The doctype whose keyword was just read.
    pub(super) fn doctype(&mut self) -> Token {
        let mut doctype = Doctype::default();
        self.skip_doctype_blanks();
        if !matches!(self.bytes.get(self.at), None | Some(b'>')) {
            doctype.name = Some(self.doctype_name());
            self.skip_doctype_blanks();
        } else {
            doctype.forces_quirks = true;
        }
        let rest = &self.bytes[self.at..];
        let keyword = rest.get(..6).unwrap_or_default();
        let is_complete = match rest.first() {
            Some(b'>') => true,
            None => false,
            _ if keyword.eq_ignore_ascii_case(b"public") => {
                self.at += 6;
                self.public_id(&mut doctype)
            }
            _ if keyword.eq_ignore_ascii_case(b"system") => {
                self.at += 6;
                self.system_id(&mut doctype)
            }
            _ => false,
        };
        self.skip_doctype_blanks();
        doctype.forces_quirks |= !is_complete || self.at == self.bytes.len();
        // "Bogus DOCTYPE state".
        let end = memchr(b'>', &self.bytes[self.at..]);
        self.at = end.map_or(self.bytes.len(), |end| self.at + end + 1);
        Token::Doctype(doctype)
    }

    fn skip_doctype_blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(|b| is(*b, BLANK)) {
            self.at += 1;
        }
    }

    /// The name in lower case.
    fn doctype_name(&mut self) -> Span {
        let start = self.at;
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|b| *b == b'>' || is(*b, BLANK)).unwrap_or(rest.len());
        self.at += length;
        let name = &self.page[start..self.at];
        if name.bytes().any(|b| b.is_ascii_uppercase() || b == 0) {
            let name = name.to_ascii_lowercase().replace('\0', "\u{FFFD}");
            return self.store.push(&name);
        }
        span(start, self.at)
    }

    /// Both identifiers after `PUBLIC`; true if the doctype is well formed up to here.
    fn public_id(&mut self, doctype: &mut Doctype) -> bool {
        self.skip_doctype_blanks();
        let (id, is_closed) = self.quoted_id();
        doctype.public_id = id;
        if id.is_none() || !is_closed {
            return false;
        }
        self.skip_doctype_blanks();
        if self.bytes.get(self.at) == Some(&b'>') {
            return true;
        }
        self.system_id(doctype)
    }

    /// The identifier after `SYSTEM` or the public one. What follows it does not force quirks.
    fn system_id(&mut self, doctype: &mut Doctype) -> bool {
        self.skip_doctype_blanks();
        let (id, is_closed) = self.quoted_id();
        doctype.system_id = id;
        id.is_some() && is_closed
    }

    /// A quoted identifier, and true if its quote is closed; `>` ends it too.
    fn quoted_id(&mut self) -> (Option<Span>, bool) {
        let quote = match self.bytes.get(self.at) {
            Some(quote @ (b'"' | b'\'')) => *quote,
            _ => return (None, false),
        };
        let start = self.at + 1;
        let length = memchr2(quote, b'>', &self.bytes[start..]);
        let end = length.map_or(self.bytes.len(), |length| start + length);
        let is_closed = self.bytes.get(end) == Some(&quote);
        self.at = end + usize::from(is_closed);
        match self.plain_text(start, end, false) {
            Token::Text(id) => (Some(id), is_closed),
            _ => (None, is_closed),
        }
    }
}
