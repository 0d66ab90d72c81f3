//! Text and start tags in the body (section "The 'in body' insertion mode").

use super::head::is_head_content;
use super::{Builder, Mode, Next, is_blank};
use crate::parse::tokens::{Content, TagToken, Token};
use crate::parse::tree::NONE;
use crate::parse::tree::open::Scope;
use crate::{Namespace, Tag};

impl Builder<'_> {
    #[inline(always)]
    pub(super) fn in_body(&mut self, token: Token) -> Next {
        match token {
            Token::Text(text) => {
                self.reconstruct();
                self.insert_text(text);
                if self.allows_frameset && !is_blank(self.tokens.str(text)) {
                    self.allows_frameset = false;
                }
                Next::Done
            }
            Token::Start(tag) => self.start_in_body(tag),
            Token::End(tag) => self.end_in_body(tag),
            Token::Comment(text) => {
                self.insert_comment(text);
                Next::Done
            }
            Token::EndOfFile if !self.template_modes.is_empty() => self.in_template(token),
            Token::Nul | Token::Doctype(_) | Token::EndOfFile => Next::Done,
        }
    }

    #[inline(never)]
    #[expect(clippy::too_many_lines, reason = "a straight table of the standard's cases")]
    fn start_in_body(&mut self, tag: TagToken) -> Next {
        match tag.tag {
            Tag::SPAN | Tag::LABEL | Tag::CITE | Tag::ABBR | Tag::TIME => {
                self.reconstruct();
                self.insert(tag);
            }
            Tag::A => self.start_a(tag),
            Tag::B
            | Tag::BIG
            | Tag::CODE
            | Tag::EM
            | Tag::FONT
            | Tag::I
            | Tag::S
            | Tag::SMALL
            | Tag::STRIKE
            | Tag::STRONG
            | Tag::TT
            | Tag::U => {
                self.reconstruct();
                self.insert_formatting(tag);
            }
            Tag::ADDRESS
            | Tag::ARTICLE
            | Tag::ASIDE
            | Tag::BLOCKQUOTE
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
            | Tag::MAIN
            | Tag::MENU
            | Tag::NAV
            | Tag::OL
            | Tag::P
            | Tag::SEARCH
            | Tag::SECTION
            | Tag::SUMMARY
            | Tag::UL => {
                self.close_p();
                self.insert(tag);
            }
            Tag::LI => self.start_item(tag, &[Tag::LI]),
            Tag::DD | Tag::DT => self.start_item(tag, &[Tag::DD, Tag::DT]),
            Tag::AREA | Tag::BR | Tag::EMBED | Tag::IMG | Tag::KEYGEN | Tag::WBR => {
                self.reconstruct();
                self.insert_void(tag);
                self.allows_frameset = false;
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                self.close_p();
                if self.open.top().is_some_and(|top| top.is_any(HEADINGS)) {
                    self.open.pop(&mut self.tree);
                }
                self.insert(tag);
            }
            Tag::TABLE => {
                if !self.is_quirky {
                    self.close_p();
                }
                self.insert(tag);
                self.allows_frameset = false;
                self.mode = Mode::InTable;
            }
            tag_name if is_head_content(tag_name) => return self.in_head(Token::Start(tag)),
            _ => return self.start_rarer(tag),
        }
        Next::Done
    }

    #[expect(clippy::too_many_lines, reason = "a straight table of the standard's cases")]
    fn start_rarer(&mut self, tag: TagToken) -> Next {
        match tag.tag {
            Tag::HTML | Tag::BODY | Tag::FRAMESET => self.start_root(tag),
            Tag::PRE | Tag::LISTING => {
                self.close_p();
                self.insert(tag);
                self.skips_newline = true;
                self.allows_frameset = false;
            }
            Tag::FORM => self.start_form(tag),
            Tag::PLAINTEXT => {
                self.close_p();
                self.insert(tag);
                self.tokens.set_content(Content::Plaintext, None);
            }
            Tag::BUTTON => {
                if let Some(found) = self.open.find_in(Scope::Default, Tag::BUTTON) {
                    self.open.truncate(&mut self.tree, found);
                }
                self.reconstruct();
                self.insert(tag);
                self.allows_frameset = false;
            }
            Tag::NOBR => {
                self.reconstruct();
                if self.open.has_in(Scope::Default, Tag::NOBR) {
                    self.end_formatting(Tag::NOBR);
                    self.reconstruct();
                }
                self.insert_formatting(tag);
            }
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.reconstruct();
                self.insert(tag);
                self.formatting.push_marker();
                self.allows_frameset = false;
            }
            Tag::PARAM | Tag::SOURCE | Tag::TRACK => self.insert_void(tag),
            Tag::IMAGE => return Next::Again(Token::Start(TagToken { tag: Tag::IMG, ..tag })),
            Tag::TEXTAREA | Tag::XMP | Tag::IFRAME | Tag::NOEMBED => self.start_raw_text(tag),
            Tag::NOSCRIPT if self.scripting => self.start_raw_text(tag),
            Tag::INPUT | Tag::HR | Tag::SELECT | Tag::OPTION | Tag::OPTGROUP => {
                self.start_control(tag);
            }
            Tag::RB | Tag::RTC | Tag::RP | Tag::RT => {
                if self.open.has_in(Scope::Default, Tag::RUBY) {
                    let is_part = matches!(tag.tag, Tag::RP | Tag::RT);
                    let except = if is_part { Tag::RTC } else { Tag::NONE };
                    self.open.generate_implied_end_tags(&mut self.tree, except);
                }
                self.insert(tag);
            }
            Tag::MATH => {
                self.reconstruct();
                self.insert_foreign(Namespace::MathMl, tag);
            }
            Tag::SVG => {
                self.reconstruct();
                self.insert_foreign(Namespace::Svg, tag);
            }
            Tag::CAPTION
            | Tag::COL
            | Tag::COLGROUP
            | Tag::FRAME
            | Tag::HEAD
            | Tag::TBODY
            | Tag::TD
            | Tag::TFOOT
            | Tag::TH
            | Tag::THEAD
            | Tag::TR => {}
            _ => {
                self.reconstruct();
                self.insert(tag);
            }
        }
        Next::Done
    }

    /// A further `html` or `body` tag, or a frameset instead of a body.
    fn start_root(&mut self, tag: TagToken) {
        let second = self.open.entries.get(1).filter(|entry| entry.is(Tag::BODY)).copied();
        match (tag.tag, second) {
            (Tag::HTML, _) => {
                if let Some(html) = self.open.entries.first().copied()
                    && !self.open.has(Tag::TEMPLATE)
                {
                    self.add_attributes(html.node, tag.attributes);
                }
            }
            (Tag::BODY, Some(body)) if !self.open.has(Tag::TEMPLATE) => {
                self.allows_frameset = false;
                self.add_attributes(body.node, tag.attributes);
            }
            (Tag::FRAMESET, Some(body)) if self.allows_frameset => {
                self.tree.detach(body.node);
                self.open.truncate(&mut self.tree, 1);
                self.insert(tag);
                self.mode = Mode::InFrameset;
            }
            _ => {}
        }
    }

    fn start_a(&mut self, tag: TagToken) {
        if let Some(place) = self.formatting.find(Tag::A) {
            let node = self.formatting.entries[place].node;
            self.end_formatting(Tag::A);
            if let Some(place) = self.formatting.position(&self.tree, node) {
                self.formatting.remove(&mut self.tree, place);
            }
            if let Some(index) = self.open.position(&self.tree, node) {
                self.open.remove(&mut self.tree, index);
            }
        }
        self.reconstruct();
        self.insert_formatting(tag);
    }

    fn start_item(&mut self, tag: TagToken, ends: &[Tag]) {
        self.allows_frameset = false;
        if let Some(entry) = self.open.item_search_end().filter(|entry| entry.is_any(ends)) {
            let open = entry.tag;
            self.open.pop_through(&mut self.tree, open);
        }
        self.close_p();
        self.insert(tag);
    }

    fn start_form(&mut self, tag: TagToken) {
        let in_template = self.open.has(Tag::TEMPLATE);
        if self.form != NONE && !in_template {
            return;
        }
        self.close_p();
        let form = self.insert(tag);
        if !in_template {
            self.form = form;
        }
    }

    fn start_raw_text(&mut self, tag: TagToken) {
        let content = match tag.tag {
            Tag::TEXTAREA => {
                self.skips_newline = true;
                Content::Rcdata
            }
            Tag::XMP => {
                self.close_p();
                self.reconstruct();
                Content::Rawtext
            }
            _ => Content::Rawtext,
        };
        if matches!(tag.tag, Tag::TEXTAREA | Tag::XMP | Tag::IFRAME) {
            self.allows_frameset = false;
        }
        self.insert_raw_text(tag, content);
    }

    /// Controls that know of an open `select`.
    fn start_control(&mut self, tag: TagToken) {
        let select = self.open.find_in(Scope::Default, Tag::SELECT);
        let is_in_select_context = self.context != NONE && {
            let context = self.tree.node(self.context);
            context.marks.is_html() && context.tag == Tag::SELECT
        };
        match tag.tag {
            Tag::INPUT | Tag::SELECT if is_in_select_context => return,
            Tag::INPUT => {
                if let Some(found) = select {
                    self.open.truncate(&mut self.tree, found);
                }
                self.reconstruct();
                self.insert_void(tag);
                if !self.is_hidden_input(tag) {
                    self.allows_frameset = false;
                }
                return;
            }
            Tag::SELECT => {
                if let Some(found) = select {
                    return self.open.truncate(&mut self.tree, found);
                }
                self.reconstruct();
                self.insert(tag);
                self.allows_frameset = false;
                return;
            }
            Tag::HR => {
                self.close_p();
                if select.is_some() {
                    self.open.generate_implied_end_tags(&mut self.tree, Tag::NONE);
                }
                self.insert_void(tag);
                self.allows_frameset = false;
                return;
            }
            _ => {}
        }
        if select.is_some() {
            let except = if tag.tag == Tag::OPTION { Tag::OPTGROUP } else { Tag::NONE };
            self.open.generate_implied_end_tags(&mut self.tree, except);
        } else if self.open.top_is(Tag::OPTION) {
            self.open.pop(&mut self.tree);
        }
        self.reconstruct();
        self.insert(tag);
    }
}

pub(super) const HEADINGS: &[Tag] = &[Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
