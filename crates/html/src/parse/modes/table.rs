//! The modes of tables (sections "The 'in table' insertion mode" to "The 'in cell' insertion
//! mode").

use super::{Builder, Mode, Next, is_blank};
use crate::Tag;
use crate::parse::tokens::{TagToken, Token};
use crate::parse::tree::NONE;
use crate::parse::tree::open::Scope;

const TABLE_CONTEXT: &[Tag] = &[Tag::TABLE, Tag::TEMPLATE, Tag::HTML];
const TABLE_BODY_CONTEXT: &[Tag] = &[Tag::TBODY, Tag::TFOOT, Tag::THEAD, Tag::TEMPLATE, Tag::HTML];
const ROW_CONTEXT: &[Tag] = &[Tag::TR, Tag::TEMPLATE, Tag::HTML];
const SECTIONS: &[Tag] = &[Tag::TBODY, Tag::TFOOT, Tag::THEAD];
const TAKES_TABLE_TEXT: &[Tag] =
    &[Tag::TABLE, Tag::TBODY, Tag::TEMPLATE, Tag::TFOOT, Tag::THEAD, Tag::TR];

impl Builder<'_> {
    pub(super) fn in_table(&mut self, token: Token) -> Next {
        match token {
            Token::Text(_) | Token::Nul
                if self.open.top().is_some_and(|top| top.is_any(TAKES_TABLE_TEXT)) =>
            {
                self.table_text.clear();
                self.is_table_text_blank = true;
                self.original_mode = self.mode;
                self.mode = Mode::InTableText;
                return Next::Again(token);
            }
            Token::Comment(text) => {
                self.insert_comment(text);
                return Next::Done;
            }
            Token::Doctype(_) => return Next::Done,
            Token::Start(tag) => {
                if let Some(next) = self.start_in_table(tag) {
                    return next;
                }
            }
            Token::End(tag) => match tag.tag {
                Tag::TABLE => {
                    self.end_table();
                    return Next::Done;
                }
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TBODY
                | Tag::TD
                | Tag::TFOOT
                | Tag::TH
                | Tag::THEAD
                | Tag::TR => return Next::Done,
                Tag::TEMPLATE => return self.in_head(token),
                _ => {}
            },
            Token::EndOfFile => return self.in_body(token),
            _ => {}
        }
        self.in_body_fostered(token)
    }

    fn in_body_fostered(&mut self, token: Token) -> Next {
        self.fosters = true;
        let next = self.in_body(token);
        self.fosters = false;
        next
    }

    /// A start tag in a table; `None` for those that "anything else" is for.
    fn start_in_table(&mut self, tag: TagToken) -> Option<Next> {
        let mode = match tag.tag {
            Tag::CAPTION => Mode::InCaption,
            Tag::COLGROUP | Tag::COL => Mode::InColumnGroup,
            Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TD | Tag::TH | Tag::TR => Mode::InTableBody,
            Tag::TABLE => {
                let is_open = self.open.has_in(Scope::Table, Tag::TABLE);
                self.end_table();
                return Some(if is_open { Next::Again(Token::Start(tag)) } else { Next::Done });
            }
            Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE => {
                return Some(self.in_head(Token::Start(tag)));
            }
            Tag::INPUT if self.is_hidden_input(tag) => {
                self.insert_void(tag);
                return Some(Next::Done);
            }
            Tag::FORM => {
                if self.form == NONE && !self.open.has(Tag::TEMPLATE) {
                    self.form = self.insert(tag);
                    self.open.pop(&mut self.tree);
                }
                return Some(Next::Done);
            }
            _ => return None,
        };
        self.open.pop_to_any(&mut self.tree, TABLE_CONTEXT);
        self.mode = mode;
        let implied = match tag.tag {
            Tag::COL => Tag::COLGROUP,
            Tag::TD | Tag::TH | Tag::TR => Tag::TBODY,
            _ => {
                if tag.tag == Tag::CAPTION {
                    self.formatting.push_marker();
                }
                self.insert(tag);
                return Some(Next::Done);
            }
        };
        self.insert_implied(implied);
        Some(Next::Again(Token::Start(tag)))
    }

    fn end_table(&mut self) {
        if let Some(found) = self.open.find_in(Scope::Table, Tag::TABLE) {
            self.open.truncate(&mut self.tree, found);
            self.reset_mode();
        }
    }

    pub(super) fn is_hidden_input(&self, tag: TagToken) -> bool {
        let store = &self.tokens.store;
        let value = store.value(self.tokens.page, tag.attributes, crate::AttributeName::TYPE);
        value.is_some_and(|value| value.eq_ignore_ascii_case("hidden"))
    }

    pub(super) fn in_table_text(&mut self, token: Token) -> Next {
        match token {
            Token::Nul => return Next::Done,
            Token::Text(text) => {
                self.is_table_text_blank &= is_blank(self.tokens.str(text));
                self.table_text.push(text);
                return Next::Done;
            }
            _ => {}
        }
        let texts = std::mem::take(&mut self.table_text);
        for text in &texts {
            if self.is_table_text_blank {
                self.insert_text(*text);
            } else {
                let _ = self.in_body_fostered(Token::Text(*text));
            }
        }
        self.table_text = texts;
        self.mode = self.original_mode;
        Next::Again(token)
    }

    pub(super) fn in_caption(&mut self, token: Token) -> Next {
        match token {
            Token::End(tag) if tag.tag == Tag::CAPTION => {
                self.end_caption();
                return Next::Done;
            }
            Token::Start(tag) if is_table_part(tag.tag) => {}
            Token::End(tag) if tag.tag == Tag::TABLE => {}
            Token::End(tag) if tag.tag == Tag::BODY || tag.tag == Tag::HTML => return Next::Done,
            Token::End(tag) if is_table_part(tag.tag) => return Next::Done,
            _ => return self.in_body(token),
        }
        if self.end_caption() { Next::Again(token) } else { Next::Done }
    }

    /// Ends the caption, if there is one.
    fn end_caption(&mut self) -> bool {
        let Some(found) = self.open.find_in(Scope::Table, Tag::CAPTION) else { return false };
        self.open.truncate(&mut self.tree, found);
        self.formatting.clear_to_marker(&mut self.tree);
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn in_column_group(&mut self, token: Token) -> Next {
        let token = match self.outside_content(token) {
            Ok(token) => token,
            Err(next) => return next,
        };
        match token {
            Token::Start(tag) if tag.tag == Tag::COL => {
                self.insert_void(tag);
                return Next::Done;
            }
            Token::Start(tag) | Token::End(tag) if tag.tag == Tag::TEMPLATE => {
                return self.in_head(token);
            }
            Token::End(tag) if tag.tag == Tag::COLGROUP => {
                if self.open.top_is(Tag::COLGROUP) {
                    self.open.pop(&mut self.tree);
                    self.mode = Mode::InTable;
                }
                return Next::Done;
            }
            Token::End(tag) if tag.tag == Tag::COL => return Next::Done,
            Token::EndOfFile => return self.in_body(token),
            _ => {}
        }
        if !self.open.top_is(Tag::COLGROUP) {
            if let Token::Text(text) = token {
                self.insert_only_blanks(text);
            }
            return Next::Done;
        }
        self.open.pop(&mut self.tree);
        self.mode = Mode::InTable;
        Next::Again(token)
    }

    pub(super) fn in_table_body(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.tag {
                Tag::TR | Tag::TH | Tag::TD => {
                    self.open.pop_to_any(&mut self.tree, TABLE_BODY_CONTEXT);
                    self.mode = Mode::InRow;
                    if tag.tag == Tag::TR {
                        self.insert(tag);
                        return Next::Done;
                    }
                    self.insert_implied(Tag::TR);
                    return Next::Again(token);
                }
                Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => {}
                _ => return self.in_table(token),
            },
            Token::End(tag) => match tag.tag {
                Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                    if self.open.has_in(Scope::Table, tag.tag) {
                        self.end_table_body();
                    }
                    return Next::Done;
                }
                Tag::TABLE => {}
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TD
                | Tag::TH
                | Tag::TR => return Next::Done,
                _ => return self.in_table(token),
            },
            _ => return self.in_table(token),
        }
        if !self.open.has_any_in(Scope::Table, SECTIONS) {
            return Next::Done;
        }
        self.end_table_body();
        Next::Again(token)
    }

    fn end_table_body(&mut self) {
        self.open.pop_to_any(&mut self.tree, TABLE_BODY_CONTEXT);
        self.open.pop(&mut self.tree);
        self.mode = Mode::InTable;
    }

    pub(super) fn in_row(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) => match tag.tag {
                Tag::TH | Tag::TD => {
                    self.open.pop_to_any(&mut self.tree, ROW_CONTEXT);
                    self.insert(tag);
                    self.mode = Mode::InCell;
                    self.formatting.push_marker();
                    return Next::Done;
                }
                Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::TBODY
                | Tag::TFOOT
                | Tag::THEAD
                | Tag::TR => {}
                _ => return self.in_table(token),
            },
            Token::End(tag) => match tag.tag {
                Tag::TR => {
                    self.end_row();
                    return Next::Done;
                }
                Tag::TABLE => {}
                Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                    if !self.open.has_in(Scope::Table, tag.tag) {
                        return Next::Done;
                    }
                }
                Tag::BODY
                | Tag::CAPTION
                | Tag::COL
                | Tag::COLGROUP
                | Tag::HTML
                | Tag::TD
                | Tag::TH => return Next::Done,
                _ => return self.in_table(token),
            },
            _ => return self.in_table(token),
        }
        if self.end_row() { Next::Again(token) } else { Next::Done }
    }

    /// Ends the row, if there is one.
    fn end_row(&mut self) -> bool {
        if !self.open.has_in(Scope::Table, Tag::TR) {
            return false;
        }
        self.open.pop_to_any(&mut self.tree, ROW_CONTEXT);
        self.open.pop(&mut self.tree);
        self.mode = Mode::InTableBody;
        true
    }

    pub(super) fn in_cell(&mut self, token: Token) -> Next {
        match token {
            Token::End(tag) => match tag.tag {
                Tag::TD | Tag::TH => {
                    if let Some(found) = self.open.find_in(Scope::Table, tag.tag) {
                        self.end_cell(found);
                    }
                    return Next::Done;
                }
                Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML => {
                    return Next::Done;
                }
                Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR => {
                    if !self.open.has_in(Scope::Table, tag.tag) {
                        return Next::Done;
                    }
                }
                _ => return self.in_body(token),
            },
            Token::Start(tag) if is_table_part(tag.tag) => {}
            _ => return self.in_body(token),
        }
        let cells = [Tag::TD, Tag::TH].map(|tag| self.open.find_in(Scope::Table, tag));
        match cells.into_iter().flatten().max() {
            Some(found) => {
                self.end_cell(found);
                Next::Again(token)
            }
            None => Next::Done,
        }
    }

    /// "Close the cell" at a place of the stack.
    fn end_cell(&mut self, found: usize) {
        self.open.truncate(&mut self.tree, found);
        self.formatting.clear_to_marker(&mut self.tree);
        self.mode = Mode::InRow;
    }
}

fn is_table_part(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR
    )
}
