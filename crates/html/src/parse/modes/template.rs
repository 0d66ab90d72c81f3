//! Templates (section "The 'in template' insertion mode" and the template tags of "in head").
//! The contents of a template are its children here.

use super::head::is_head_content;
use super::{Builder, Mode, Next};
use crate::Tag;
use crate::parse::tokens::{TagToken, Token};

impl Builder<'_> {
    pub(super) fn start_template(&mut self, tag: TagToken) {
        self.insert(tag);
        self.formatting.push_marker();
        self.allows_frameset = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
    }

    pub(super) fn end_template(&mut self) {
        if !self.open.has(Tag::TEMPLATE) {
            return;
        }
        self.open.generate_all_implied_end_tags(&mut self.tree);
        self.close_template();
    }

    fn close_template(&mut self) {
        self.open.pop_through(&mut self.tree, Tag::TEMPLATE);
        self.formatting.clear_to_marker(&mut self.tree);
        self.template_modes.pop();
        self.reset_mode();
    }

    pub(super) fn in_template(&mut self, token: Token) -> Next {
        let mode = match token {
            Token::Text(_) | Token::Nul | Token::Comment(_) | Token::Doctype(_) => {
                return self.in_body(token);
            }
            Token::Start(tag) => match tag.tag {
                tag if is_head_content(tag) => return self.in_head(token),
                Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                    Mode::InTable
                }
                Tag::COL => Mode::InColumnGroup,
                Tag::TR => Mode::InTableBody,
                Tag::TD | Tag::TH => Mode::InRow,
                _ => Mode::InBody,
            },
            Token::End(tag) if tag.tag == Tag::TEMPLATE => return self.in_head(token),
            Token::End(_) => return Next::Done,
            Token::EndOfFile => {
                if !self.open.has(Tag::TEMPLATE) {
                    return Next::Done;
                }
                self.close_template();
                return Next::Again(token);
            }
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Next::Again(token)
    }
}
