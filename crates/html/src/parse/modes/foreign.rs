//! SVG and MathML (section "The rules for parsing tokens in foreign content").

use super::foreign_names::{adjusted_attribute, adjusted_svg_tag};
use super::{Builder, Next, is_blank};
use crate::parse::tokens::{TagToken, Token};
use crate::parse::tree::{Marks, NONE};
use crate::span::Span;
use crate::{Namespace, Tag};

impl Builder<'_> {
    #[inline(never)]
    pub(super) fn in_foreign_content(&mut self, token: Token) -> Next {
        match token {
            Token::Nul => {
                let replaced = self.tokens.store.push("\u{FFFD}");
                self.insert_text(replaced);
            }
            Token::Text(text) => {
                self.insert_text(text);
                if !is_blank(self.tokens.str(text)) {
                    self.allows_frameset = false;
                }
            }
            Token::Comment(text) => self.insert_comment(text),
            Token::Start(tag) if self.breaks_out(tag) => return self.break_out(token),
            Token::Start(tag) => {
                let top = self.adjusted_current_node();
                self.insert_foreign(namespace(self.tree.node(top).marks), tag);
            }
            Token::End(tag) if matches!(tag.tag, Tag::BR | Tag::P) => return self.break_out(token),
            Token::End(tag) => return self.end_in_foreign(tag),
            Token::Doctype(_) | Token::EndOfFile => {}
        }
        Next::Done
    }

    /// "Insert a foreign element" for a token, popped at once when it closes itself.
    pub(super) fn insert_foreign(&mut self, namespace: Namespace, tag: TagToken) {
        self.adjust_attributes(namespace, tag.attributes);
        let (foreign, marks) = self.seen_svg(namespace, tag.tag).unwrap_or_else(|| {
            let name = self.tag_name(tag.tag).to_owned();
            let name = if namespace == Namespace::Svg { adjusted_svg_tag(&name) } else { &name };
            self.foreign_kind(namespace, name, tag.attributes)
        });
        if tag.is_self_closing {
            let node = self.insert_element(foreign, tag.attributes, marks);
            if self.open.top_node() == node {
                self.open.pop(&mut self.tree);
            }
        } else {
            self.insert_element(foreign, tag.attributes, marks);
        }
    }

    /// [`Builder::foreign_kind`] of an SVG element named as one before it.
    fn seen_svg(&self, namespace: Namespace, tag: Tag) -> Option<(Tag, Marks)> {
        if namespace != Namespace::Svg {
            return None;
        }
        let name = adjusted_svg_tag(self.tag_name(tag));
        let seen = self.tokens.store.seen_foreign_tag(self.tokens.page, name)?;
        Some((seen, svg_marks(name)))
    }

    /// The tag and the marks of a foreign element (section "Tree construction": integration points).
    pub(super) fn foreign_kind(
        &mut self,
        namespace: Namespace,
        name: &str,
        attributes: Span,
    ) -> (Tag, Marks) {
        let (store, page) = (&mut self.tokens.store, self.tokens.page);
        let tag = store.foreign_tag(page, name);
        let marks = match (namespace, name) {
            (Namespace::Svg, _) => svg_marks(name),
            (_, "mi" | "mo" | "mn" | "ms" | "mtext") => Marks::MATHML.with(Marks::TEXT_INSIDE),
            (_, "annotation-xml") => {
                let encoding = store.exact_attribute(page, "encoding");
                let holds_html = store.value(page, attributes, encoding).is_some_and(|value| {
                    value.eq_ignore_ascii_case("text/html")
                        || value.eq_ignore_ascii_case("application/xhtml+xml")
                });
                let inside = if holds_html { Marks::HTML_INSIDE } else { Marks::default() };
                Marks::MATHML.with(Marks::ANNOTATION).with(inside)
            }
            _ => Marks::MATHML,
        };
        (tag, marks)
    }

    /// "Adjust SVG attributes" and "adjust MathML attributes".
    fn adjust_attributes(&mut self, namespace: Namespace, attributes: Span) {
        let (store, page) = (&mut self.tokens.store, self.tokens.page);
        for index in attributes.start as usize..attributes.end as usize {
            let name = store.attributes[index].name;
            let adjusted = adjusted_attribute(namespace, store.attribute_name(page, name));
            if let Some(adjusted) = adjusted {
                store.attributes[index].name = store.exact_attribute(page, adjusted);
            }
        }
    }

    /// True if a start tag cannot be in foreign content.
    fn breaks_out(&self, tag: TagToken) -> bool {
        if tag.tag == Tag::FONT {
            let names = self.tokens.store.names_of(self.tokens.page, tag.attributes);
            return names.into_iter().any(|name| matches!(name, "color" | "face" | "size"));
        }
        BREAKS_OUT.contains(&tag.tag)
    }

    /// Leaves foreign content, and reads the token by the rules for HTML.
    fn break_out(&mut self, token: Token) -> Next {
        let inside = Marks::TEXT_INSIDE.with(Marks::HTML_INSIDE);
        while let Some(top) = self.open.top()
            && !top.marks.is_html()
            && !top.marks.has(inside)
        {
            self.open.pop(&mut self.tree);
        }
        self.by_mode(self.mode, token)
    }

    fn end_in_foreign(&mut self, tag: TagToken) -> Next {
        for index in (1..self.open.len()).rev() {
            let entry = self.open.entries[index];
            if entry.marks.is_html() {
                return self.by_mode(self.mode, Token::End(tag));
            }
            if self.tag_name(entry.tag).eq_ignore_ascii_case(self.tag_name(tag.tag)) {
                self.open.truncate(&mut self.tree, index);
                return Next::Done;
            }
        }
        if self.context == NONE { self.by_mode(self.mode, Token::End(tag)) } else { Next::Done }
    }
}

/// The marks of an SVG element.
fn svg_marks(name: &str) -> Marks {
    let holds_html = matches!(name, "foreignObject" | "desc" | "title");
    if holds_html { Marks::SVG.with(Marks::HTML_INSIDE) } else { Marks::SVG }
}

fn namespace(marks: Marks) -> Namespace {
    if marks.has(Marks::SVG) { Namespace::Svg } else { Namespace::MathMl }
}

/// Start tags that end foreign content; `font` is one only with some attributes.
#[rustfmt::skip]
const BREAKS_OUT: &[Tag] = &[
    Tag::B, Tag::BIG, Tag::BLOCKQUOTE, Tag::BODY, Tag::BR, Tag::CENTER, Tag::CODE, Tag::DD,
    Tag::DIV, Tag::DL, Tag::DT, Tag::EM, Tag::EMBED, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5,
    Tag::H6, Tag::HEAD, Tag::HR, Tag::I, Tag::IMG, Tag::LI, Tag::LISTING, Tag::MENU, Tag::META,
    Tag::NOBR, Tag::OL, Tag::P, Tag::PRE, Tag::RUBY, Tag::S, Tag::SMALL, Tag::SPAN, Tag::STRONG,
    Tag::STRIKE, Tag::SUB, Tag::SUP, Tag::TABLE, Tag::TT, Tag::U, Tag::UL, Tag::VAR,
];
