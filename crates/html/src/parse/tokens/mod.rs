//! The tokenizer (HTML standard, section "Tokenization"): text, tags, comments and doctypes as
//! spans of the page.
//!
//! Runs of text are one token each, so that the tree is built from runs and not from characters.
//! A NUL in text is a token of its own: what it becomes depends on its place.

mod classes;
mod conformance;
mod doctype;
mod markup;
mod raw_text;
mod scan;
mod store;
mod tag;
mod text;

pub(super) use doctype::Doctype;
pub(super) use store::{Store, span};

use crate::Tag;
use crate::span::Span;

/// A piece of the page.
#[derive(Debug, Clone, Copy)]
pub(super) enum Token {
    /// A run of characters.
    Text(Span),
    /// One U+0000 in the text.
    Nul,
    Start(TagToken),
    End(TagToken),
    Comment(Span),
    Doctype(Doctype),
    EndOfFile,
}

/// A start or end tag.
#[derive(Debug, Clone, Copy)]
pub(super) struct TagToken {
    pub(super) tag: Tag,
    /// The range of its attributes in the store.
    pub(super) attributes: Span,
    pub(super) is_self_closing: bool,
}

/// The way text is read until the next end tag (the tokenizer's state between tokens).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Data,
    /// Text with references, until the element's end tag.
    Rcdata,
    /// Text without references, until the element's end tag.
    Rawtext,
    ScriptData,
    /// Text until the page ends.
    Plaintext,
    /// Text until `]]>` at the given place (or the end of the page, which has no `]]>`).
    Cdata {
        end: usize,
        next: usize,
    },
}

/// Reads a page token by token.
pub(super) struct Tokenizer<'a> {
    pub(super) page: &'a str,
    bytes: &'a [u8],
    at: usize,
    content: Content,
    /// The name whose end tag ends raw text, in lower case; none in a fragment, which nothing ends.
    raw_text_name: Option<&'a str>,
    pub(super) store: Store,
}

impl<'a> Tokenizer<'a> {
    /// For a page without carriage returns, in the data state.
    pub(super) fn new(page: &'a str, mut store: Store) -> Self {
        store.reset(page.len());
        let bytes = page.as_bytes();
        Self { page, bytes, at: 0, content: Content::Data, raw_text_name: None, store }
    }

    /// Reads on in another state; `name` is the element whose end tag ends it.
    pub(super) fn set_content(&mut self, content: Content, name: Option<&'a str>) {
        self.content = content;
        self.raw_text_name = name;
    }

    /// The next token. `in_foreign` says whether the adjusted current node is SVG or MathML, where
    /// `<![CDATA[` is what it says.
    #[inline]
    pub(super) fn next(&mut self, in_foreign: bool) -> Token {
        match self.content {
            Content::Data => self.data(in_foreign),
            Content::Cdata { end, next } => self.cdata(end, next),
            content => self.raw_text(content),
        }
    }

    #[inline(always)]
    fn data(&mut self, in_foreign: bool) -> Token {
        loop {
            let Some(&byte) = self.bytes.get(self.at) else { return Token::EndOfFile };
            if byte != b'<' {
                return self.text(byte);
            }
            match self.bytes.get(self.at + 1) {
                Some(first) if first.is_ascii_alphabetic() => {
                    self.at += 1;
                    return self.start_tag();
                }
                Some(b'/') => {
                    if let Some(token) = self.end_tag_open() {
                        return token;
                    }
                }
                Some(b'!') => {
                    if let Some(token) = self.markup_declaration(in_foreign) {
                        return token;
                    }
                }
                Some(b'?') => return self.bogus_comment(self.at + 1),
                _ => return self.text(byte),
            }
        }
    }

    /// The text of a span.
    pub(super) fn str(&self, span: Span) -> &str {
        self.store.text(self.page, span)
    }
}
