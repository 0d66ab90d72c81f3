//! The modes before the body (sections "The 'initial' insertion mode" to "The 'after head'
//! insertion mode", and "text").

use super::{Builder, Mode, Next, quirks, split_blanks};
use crate::parse::tokens::{Content, Token};
use crate::parse::tree::{Marks, NONE};
use crate::span::Span;
use crate::{NodeKind, Tag};

impl Builder<'_> {
    pub(super) fn initial(&mut self, token: Token) -> Next {
        match token {
            Token::Text(text) => {
                let Some(rest) = self.without_leading_blanks(text) else { return Next::Done };
                self.is_quirky = true;
                self.mode = Mode::BeforeHtml;
                return Next::Again(Token::Text(rest));
            }
            Token::Comment(text) => {
                self.append_comment(0, text);
                return Next::Done;
            }
            Token::Doctype(doctype) => {
                let name = doctype.name.unwrap_or_default();
                let (kind, marks) = (NodeKind::Doctype, Marks::default());
                self.tree.append_new(0, kind, Tag::NONE, name, marks);
                self.doctype = doctype;
                self.is_quirky = quirks::is_quirky(&self.tokens, &doctype);
                self.mode = Mode::BeforeHtml;
                return Next::Done;
            }
            _ => {}
        }
        self.is_quirky = true;
        self.mode = Mode::BeforeHtml;
        Next::Again(token)
    }

    pub(super) fn before_html(&mut self, mut token: Token) -> Next {
        match token {
            Token::Doctype(_) => return Next::Done,
            Token::Comment(text) => {
                self.append_comment(0, text);
                return Next::Done;
            }
            Token::Text(text) => match self.without_leading_blanks(text) {
                None => return Next::Done,
                Some(rest) => token = Token::Text(rest),
            },
            Token::Start(tag) if tag.tag == Tag::HTML => {
                self.insert(tag);
                self.mode = Mode::BeforeHead;
                return Next::Done;
            }
            Token::End(tag) if !is_end_before_body(tag.tag) => return Next::Done,
            _ => {}
        }
        self.insert_implied(Tag::HTML);
        self.mode = Mode::BeforeHead;
        Next::Again(token)
    }

    pub(super) fn before_head(&mut self, mut token: Token) -> Next {
        match token {
            Token::Text(text) => match self.without_leading_blanks(text) {
                None => return Next::Done,
                Some(rest) => token = Token::Text(rest),
            },
            Token::Comment(text) => {
                self.insert_comment(text);
                return Next::Done;
            }
            Token::Doctype(_) => return Next::Done,
            Token::Start(tag) if tag.tag == Tag::HTML => return self.in_body(token),
            Token::Start(tag) if tag.tag == Tag::HEAD => {
                self.head = self.insert(tag);
                self.mode = Mode::InHead;
                return Next::Done;
            }
            Token::End(tag) if !is_end_before_body(tag.tag) => return Next::Done,
            _ => {}
        }
        self.head = self.insert_implied(Tag::HEAD);
        self.mode = Mode::InHead;
        Next::Again(token)
    }

    pub(super) fn in_head(&mut self, token: Token) -> Next {
        let token = match self.outside_content(token) {
            Ok(token) => token,
            Err(next) => return next,
        };
        match token {
            Token::Start(tag) => match tag.tag {
                Tag::BASE | Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META => {
                    self.insert_void(tag);
                    return Next::Done;
                }
                Tag::TITLE => {
                    self.insert_raw_text(tag, Content::Rcdata);
                    return Next::Done;
                }
                Tag::NOSCRIPT if !self.scripting => {
                    self.insert(tag);
                    self.mode = Mode::InHeadNoscript;
                    return Next::Done;
                }
                Tag::NOSCRIPT | Tag::NOFRAMES | Tag::STYLE => {
                    self.insert_raw_text(tag, Content::Rawtext);
                    return Next::Done;
                }
                Tag::SCRIPT => {
                    self.insert_raw_text(tag, Content::ScriptData);
                    return Next::Done;
                }
                Tag::TEMPLATE => {
                    self.start_template(tag);
                    return Next::Done;
                }
                Tag::HEAD => return Next::Done,
                _ => {}
            },
            Token::End(tag) => match tag.tag {
                Tag::HEAD => {
                    self.open.pop(&mut self.tree);
                    self.mode = Mode::AfterHead;
                    return Next::Done;
                }
                Tag::BODY | Tag::HTML | Tag::BR => {}
                Tag::TEMPLATE => {
                    self.end_template();
                    return Next::Done;
                }
                _ => return Next::Done,
            },
            _ => {}
        }
        self.open.pop(&mut self.tree);
        self.mode = Mode::AfterHead;
        Next::Again(token)
    }

    pub(super) fn in_head_noscript(&mut self, token: Token) -> Next {
        match token {
            Token::Doctype(_) => return Next::Done,
            Token::Start(tag) => match tag.tag {
                Tag::HTML => return self.in_body(token),
                Tag::BASEFONT
                | Tag::BGSOUND
                | Tag::LINK
                | Tag::META
                | Tag::NOFRAMES
                | Tag::STYLE => return self.in_head(token),
                Tag::HEAD | Tag::NOSCRIPT => return Next::Done,
                _ => {}
            },
            Token::End(tag) if tag.tag == Tag::NOSCRIPT => {
                self.open.pop(&mut self.tree);
                self.mode = Mode::InHead;
                return Next::Done;
            }
            Token::End(tag) if tag.tag != Tag::BR => return Next::Done,
            Token::Comment(_) => return self.in_head(token),
            Token::Text(text) => {
                let Some(rest) = self.insert_leading_blanks(text) else { return Next::Done };
                self.open.pop(&mut self.tree);
                self.mode = Mode::InHead;
                return Next::Again(Token::Text(rest));
            }
            _ => {}
        }
        self.open.pop(&mut self.tree);
        self.mode = Mode::InHead;
        Next::Again(token)
    }

    pub(super) fn after_head(&mut self, token: Token) -> Next {
        let token = match self.outside_content(token) {
            Ok(token) => token,
            Err(next) => return next,
        };
        match token {
            Token::Start(tag) => match tag.tag {
                Tag::BODY => {
                    self.insert(tag);
                    self.allows_frameset = false;
                    self.mode = Mode::InBody;
                    return Next::Done;
                }
                Tag::FRAMESET => {
                    self.insert(tag);
                    self.mode = Mode::InFrameset;
                    return Next::Done;
                }
                Tag::HEAD => return Next::Done,
                _ if is_head_content(tag.tag) => return self.in_head_again(token),
                _ => {}
            },
            Token::End(tag) if tag.tag == Tag::TEMPLATE => return self.in_head(token),
            Token::End(tag) if !matches!(tag.tag, Tag::BODY | Tag::HTML | Tag::BR) => {
                return Next::Done;
            }
            _ => {}
        }
        self.insert_implied(Tag::BODY);
        self.mode = Mode::InBody;
        Next::Again(token)
    }

    /// An element that belongs into the head but came after it.
    fn in_head_again(&mut self, token: Token) -> Next {
        let head = self.head;
        if head == NONE {
            return Next::Done;
        }
        self.tree.is_out_of_order = true;
        self.open.push(&mut self.tree, head);
        let next = self.in_head(token);
        if let Some(place) = self.open.position(&self.tree, head) {
            self.open.remove(&mut self.tree, place);
        }
        next
    }

    /// Section "The 'text' insertion mode".
    pub(super) fn in_raw_text(&mut self, token: Token) -> Next {
        match token {
            Token::Text(text) => self.insert_text(text),
            Token::EndOfFile => {
                self.open.pop(&mut self.tree);
                self.mode = self.original_mode;
                return Next::Again(token);
            }
            _ => {
                self.open.pop(&mut self.tree);
                self.mode = self.original_mode;
            }
        }
        Next::Done
    }

    /// The beginning of "in head", "after head" and "in column group": blanks and comments are
    /// inserted, doctypes ignored, `html` tags read as in the body. The token to go on with, or what
    /// became of it.
    pub(super) fn outside_content(&mut self, token: Token) -> Result<Token, Next> {
        match token {
            Token::Text(text) => {
                self.insert_leading_blanks(text).map(Token::Text).ok_or(Next::Done)
            }
            Token::Comment(text) => {
                self.insert_comment(text);
                Err(Next::Done)
            }
            Token::Doctype(_) => Err(Next::Done),
            Token::Start(tag) if tag.tag == Tag::HTML => Err(self.in_body(token)),
            _ => Ok(token),
        }
    }

    /// A text from its first character on that is no blank, if there is one.
    fn without_leading_blanks(&self, text: Span) -> Option<Span> {
        let (_, rest) = split_blanks(self.tokens.str(text), text);
        Some(rest).filter(|rest| rest.start < rest.end)
    }

    /// Inserts the blanks that a text begins with; the rest, if there is any.
    pub(super) fn insert_leading_blanks(&mut self, text: Span) -> Option<Span> {
        let (blanks, rest) = split_blanks(self.tokens.str(text), text);
        self.insert_text(blanks);
        Some(rest).filter(|rest| rest.start < rest.end)
    }
}

/// Start tags that are read "using the rules for the 'in head' insertion mode" elsewhere.
pub(super) fn is_head_content(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::BASE
            | Tag::BASEFONT
            | Tag::BGSOUND
            | Tag::LINK
            | Tag::META
            | Tag::NOFRAMES
            | Tag::SCRIPT
            | Tag::STYLE
            | Tag::TEMPLATE
            | Tag::TITLE
    )
}

/// End tags that open `html`, `head` or `body` if they are missing; other end tags are ignored before `body`.
fn is_end_before_body(tag: Tag) -> bool {
    matches!(tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR)
}
