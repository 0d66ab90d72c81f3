//! End tags in the body (section "The 'in body' insertion mode").

use super::body_start::HEADINGS;
use super::{Builder, Mode, Next};
use crate::Tag;
use crate::parse::tokens::{TagToken, Token};
use crate::parse::tree::NONE;
use crate::parse::tree::open::Scope;
use crate::span::Span;

impl Builder<'_> {
    #[inline(never)]
    #[expect(clippy::too_many_lines, reason = "a straight table of the standard's cases")]
    pub(super) fn end_in_body(&mut self, tag: TagToken) -> Next {
        match tag.tag {
            Tag::SPAN | Tag::LABEL | Tag::CITE | Tag::ABBR | Tag::TIME => self.end_other(tag.tag),
            Tag::A
            | Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::NOBR
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => {
                self.end_formatting(tag.tag);
            }
            Tag::ADDRESS
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
            | Tag::BUTTON
            | Tag::CENTER
            | Tag::DETAILS
            | Tag::DIALOG
            | Tag::DIR
            | Tag::DIV
            | Tag::DL
            | Tag::FIELDSET
            | Tag::FIGCAPTION
            | Tag::FIGURE
            | Tag::FOOTER
            | Tag::HEADER
            | Tag::HGROUP
            | Tag::LISTING
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::OL
            | Tag::PRE
            | Tag::SEARCH
            | Tag::SECTION
            | Tag::SELECT
            | Tag::SUMMARY
            | Tag::UL
            | Tag::DD
            | Tag::DT => {
                if let Some(found) = self.open.find_in(Scope::Default, tag.tag) {
                    self.open.truncate(&mut self.tree, found);
                }
            }
            Tag::P => {
                if !self.open.has_in(Scope::Button, Tag::P) {
                    self.insert_implied(Tag::P);
                }
                self.close_p();
            }
            Tag::LI => {
                if let Some(found) = self.open.find_in(Scope::ListItem, Tag::LI) {
                    self.open.truncate(&mut self.tree, found);
                }
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.end_heading(),
            Tag::FORM => self.end_form(),
            Tag::BODY | Tag::HTML => {
                if self.open.has_in(Scope::Default, Tag::BODY) {
                    self.mode = Mode::AfterBody;
                    if tag.tag == Tag::HTML {
                        return Next::Again(Token::End(tag));
                    }
                }
            }
            Tag::TEMPLATE => return self.in_head(Token::End(tag)),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if let Some(found) = self.open.find_in(Scope::Default, tag.tag) {
                    self.open.truncate(&mut self.tree, found);
                    self.formatting.clear_to_marker(&mut self.tree);
                }
            }
            // "Act as if it was a start tag".
            Tag::BR => {
                let start = TagToken { attributes: Span::default(), is_self_closing: false, ..tag };
                return self.in_body(Token::Start(start));
            }
            _ => self.end_other(tag.tag),
        }
        Next::Done
    }

    fn end_heading(&mut self) {
        let open = HEADINGS.iter().filter_map(|tag| self.open.find_in(Scope::Default, *tag));
        if let Some(found) = open.max() {
            self.open.truncate(&mut self.tree, found);
        }
    }

    fn end_form(&mut self) {
        if self.open.has(Tag::TEMPLATE) {
            if let Some(found) = self.open.find_in(Scope::Default, Tag::FORM) {
                self.open.truncate(&mut self.tree, found);
            }
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        let in_scope = |index: &usize| self.open.is_in_scope(*index);
        if self.open.position(&self.tree, form).filter(in_scope).is_none() {
            return;
        }
        self.open.generate_implied_end_tags(&mut self.tree, Tag::NONE);
        if let Some(index) = self.open.position(&self.tree, form) {
            self.open.remove(&mut self.tree, index);
        }
    }

    /// The end tag of a formatting element.
    pub(super) fn end_formatting(&mut self, tag: Tag) {
        if !self.adopt(tag) {
            self.end_other(tag);
        }
    }

    /// "Any other end tag".
    fn end_other(&mut self, tag: Tag) {
        if let Some(found) = self.open.find_above_special(tag) {
            self.open.truncate(&mut self.tree, found);
        }
    }
}
