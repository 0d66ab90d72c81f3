//! Framesets and what comes after the body (sections "The 'after body' insertion mode" to "The
//! 'after after frameset' insertion mode").

use super::{Builder, Mode, Next, is_blank, split_blanks};
use crate::Tag;
use crate::parse::tokens::Token;
use crate::parse::tree::NONE;
use crate::span::Span;

impl Builder<'_> {
    pub(super) fn after_body(&mut self, mut token: Token) -> Next {
        match token {
            Token::Text(text) => match self.blanks_into_body(text) {
                None => return Next::Done,
                Some(rest) => token = Token::Text(rest),
            },
            Token::Comment(text) => {
                let html = self.open.entries.first().map_or(0, |entry| entry.node);
                self.append_comment(html, text);
                return Next::Done;
            }
            Token::Doctype(_) | Token::EndOfFile => return Next::Done,
            Token::Start(tag) if tag.tag == Tag::HTML => return self.in_body(token),
            Token::End(tag) if tag.tag == Tag::HTML => {
                if self.context == NONE {
                    self.mode = Mode::AfterAfterBody;
                }
                return Next::Done;
            }
            _ => {}
        }
        self.back_to_body(token)
    }

    pub(super) fn after_after_body(&mut self, mut token: Token) -> Next {
        match token {
            Token::Comment(text) => {
                self.append_comment(0, text);
                return Next::Done;
            }
            Token::Doctype(_) => return self.in_body(token),
            Token::Text(text) => match self.blanks_into_body(text) {
                None => return Next::Done,
                Some(rest) => token = Token::Text(rest),
            },
            Token::Start(tag) if tag.tag == Tag::HTML => return self.in_body(token),
            Token::EndOfFile => return Next::Done,
            _ => {}
        }
        self.back_to_body(token)
    }

    /// Something behind the body belongs into it; comments may be in between.
    fn back_to_body(&mut self, token: Token) -> Next {
        self.tree.is_out_of_order = true;
        self.mode = Mode::InBody;
        Next::Again(token)
    }

    /// Puts the blanks that a text begins with into the body; the rest, if there is any.
    fn blanks_into_body(&mut self, text: Span) -> Option<Span> {
        let (blanks, rest) = split_blanks(self.tokens.str(text), text);
        if blanks.start < blanks.end {
            // Comments may be in between.
            self.tree.is_out_of_order |= !self.is_body_last();
            self.in_body(Token::Text(blanks));
        }
        Some(rest).filter(|rest| rest.start < rest.end)
    }

    /// True if nothing was put behind the body yet.
    fn is_body_last(&self) -> bool {
        let is_last = |entry: &super::super::tree::open::Entry| self.tree.node(entry.node).next;
        self.open.entries.iter().take(2).all(|entry| is_last(entry) == NONE)
    }

    pub(super) fn in_frameset(&mut self, token: Token) -> Next {
        match token {
            Token::Text(text) => self.insert_only_blanks(text),
            Token::Comment(text) => self.insert_comment(text),
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::FRAMESET => {
                    self.insert(tag);
                }
                Tag::FRAME => self.insert_void(tag),
                Tag::NOFRAMES => return self.in_head(token),
                _ => {}
            },
            Token::End(tag) if tag.tag == Tag::FRAMESET && self.open.len() > 1 => {
                self.open.pop(&mut self.tree);
                if self.context == NONE && !self.open.top_is(Tag::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            _ => {}
        }
        Next::Done
    }

    pub(super) fn after_frameset(&mut self, token: Token) -> Next {
        match token {
            Token::Text(text) => self.insert_only_blanks(text),
            Token::Comment(text) => self.insert_comment(text),
            Token::Start(tag) if tag.tag == Tag::HTML => return self.in_body(token),
            Token::End(tag) if tag.tag == Tag::HTML => self.mode = Mode::AfterAfterFrameset,
            Token::Start(tag) if tag.tag == Tag::NOFRAMES => return self.in_head(token),
            _ => {}
        }
        Next::Done
    }

    pub(super) fn after_after_frameset(&mut self, token: Token) -> Next {
        match token {
            Token::Comment(text) => self.append_comment(0, text),
            Token::Text(text) => {
                self.tree.is_out_of_order = true;
                let blanks = self.only_blanks(text);
                if blanks.start < blanks.end {
                    return self.in_body(Token::Text(blanks));
                }
            }
            Token::Start(tag) if tag.tag == Tag::HTML => return self.in_body(token),
            Token::Start(tag) if tag.tag == Tag::NOFRAMES => {
                self.tree.is_out_of_order = true;
                return self.in_head(token);
            }
            _ => {}
        }
        Next::Done
    }

    /// Framesets and column groups hold no text: of each run only the blanks are kept.
    pub(super) fn insert_only_blanks(&mut self, text: Span) {
        let blanks = self.only_blanks(text);
        self.insert_text(blanks);
    }

    fn only_blanks(&mut self, text: Span) -> Span {
        let page_text = self.tokens.str(text);
        if is_blank(page_text) {
            return text;
        }
        let is_blank = |c: &char| matches!(c, '\t' | '\n' | '\u{C}' | '\r' | ' ');
        let blanks: String = page_text.chars().filter(is_blank).collect();
        self.tokens.store.push(&blanks)
    }
}
