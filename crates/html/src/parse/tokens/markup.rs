//! Comments and CDATA sections (sections "Markup declaration open state" to "Comment end bang
//! state", "Bogus comment state", "CDATA section state").

use memchr::{memchr, memchr_iter};

use super::{Content, Token, Tokenizer, span};

impl Tokenizer<'_> {
    /// Section "Markup declaration open state", from the `<`; `None` if it makes no token.
    #[inline(never)]
    pub(super) fn markup_declaration(&mut self, in_foreign: bool) -> Option<Token> {
        let start = self.at + 2;
        let rest = &self.bytes[start..];
        if rest.starts_with(b"--") {
            return Some(self.comment(start + 2));
        }
        if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            self.at = start + 7;
            return Some(self.doctype());
        }
        if in_foreign && rest.starts_with(b"[CDATA[") {
            self.at = start + 7;
            let rest = &self.bytes[self.at..];
            let mut ends = memchr_iter(b'>', rest);
            let end = ends.find(|end| rest[..*end].ends_with(b"]]"));
            let (end, next) = match end {
                Some(end) => (self.at + end - 2, self.at + end + 1),
                None => (self.bytes.len(), self.bytes.len()),
            };
            self.content = Content::Cdata { end, next };
            return Some(self.cdata(end, next)).filter(|token| !is_empty(*token));
        }
        Some(self.bogus_comment(start))
    }

    /// The next run of a CDATA section that ends at `end`.
    pub(super) fn cdata(&mut self, end: usize, next: usize) -> Token {
        let start = self.at;
        if start >= end {
            self.at = next;
            self.content = Content::Data;
            return self.next(false);
        }
        match memchr(0, &self.bytes[start..end]) {
            Some(0) => {
                self.at += 1;
                Token::Nul
            }
            Some(length) => {
                self.at += length;
                Token::Text(span(start, self.at))
            }
            None => {
                self.at = next;
                self.content = Content::Data;
                Token::Text(span(start, end))
            }
        }
    }

    /// The comment whose text begins at `start`.
    fn comment(&mut self, start: usize) -> Token {
        let rest = &self.bytes[start..];
        // "Abrupt closing of empty comment".
        for abrupt in [&b">"[..], b"->"] {
            if rest.starts_with(abrupt) {
                self.at = start + abrupt.len();
                return Token::Comment(span(start, start));
            }
        }
        for end in memchr_iter(b'>', rest) {
            let text = &rest[..end];
            let marks = if text.ends_with(b"--") {
                2
            } else if text.ends_with(b"--!") {
                3
            } else {
                continue;
            };
            self.at = start + end + 1;
            return self.comment_of(start, start + end - marks);
        }
        let marks = [&b"--!"[..], b"--", b"-"].into_iter().find(|marks| rest.ends_with(marks));
        self.at = self.bytes.len();
        self.comment_of(start, self.bytes.len() - marks.map_or(0, <[u8]>::len))
    }

    /// A comment that begins at `start` and ends at the next `>`.
    pub(super) fn bogus_comment(&mut self, start: usize) -> Token {
        let length = memchr(b'>', &self.bytes[start..]);
        let end = length.map_or(self.bytes.len(), |length| start + length);
        self.at = self.bytes.len().min(end + 1);
        self.comment_of(start, end)
    }

    fn comment_of(&mut self, start: usize, end: usize) -> Token {
        match self.plain_text(start, end, false) {
            Token::Text(text) => Token::Comment(text),
            other => other,
        }
    }
}

fn is_empty(token: Token) -> bool {
    matches!(token, Token::Text(text) if text.start == text.end)
}
