//! Fragments (section "Parsing HTML fragments"), and which mode the open elements ask for.

use super::{Builder, Mode};
use crate::parse::Context;
use crate::parse::tokens::Content;
use crate::parse::tree::{Marks, NONE};
use crate::span::Span;
use crate::{Namespace, NodeKind, Tag};

impl<'a> Builder<'a> {
    /// Ready to read the content of an element (section "Parsing HTML fragments").
    pub(in crate::parse) fn for_fragment(mut self, context: &Context<'a>) -> Self {
        let (tag, marks) = match context.namespace {
            Namespace::Html => {
                (self.tokens.store.exact_tag(self.tokens.page, context.name), Marks::default())
            }
            namespace => self.foreign_kind(namespace, context.name, Span::default()),
        };
        self.context = self.tree.create(NodeKind::Element, tag, Span::default(), marks);
        self.is_quirky = context.is_quirky;
        if marks.is_html() {
            self.set_content_of(tag);
        }
        let html =
            self.tree.create(NodeKind::Element, Tag::HTML, Span::default(), Marks::default());
        self.tree.attach(0, NONE, html);
        self.open.push(&mut self.tree, html);
        if marks.is_html() && tag == Tag::TEMPLATE {
            self.template_modes.push(Mode::InTemplate);
        }
        self.reset_mode();
        if marks.is_html() && tag == Tag::FORM {
            self.form = self.context;
        }
        self
    }

    /// The tokenizer's state within a context element.
    fn set_content_of(&mut self, tag: Tag) {
        let content = match tag {
            Tag::TITLE | Tag::TEXTAREA => Content::Rcdata,
            Tag::STYLE | Tag::XMP | Tag::IFRAME | Tag::NOEMBED | Tag::NOFRAMES => Content::Rawtext,
            Tag::SCRIPT => Content::ScriptData,
            Tag::NOSCRIPT if self.scripting => Content::Rawtext,
            Tag::PLAINTEXT => Content::Plaintext,
            _ => return,
        };
        self.tokens.set_content(content, None);
    }

    /// Section "Resetting the insertion mode appropriately".
    pub(super) fn reset_mode(&mut self) {
        for (index, entry) in self.open.entries.iter().enumerate().rev() {
            let is_last = index == 0;
            let (tag, is_html) = if is_last && self.context != NONE {
                let context = self.tree.node(self.context);
                (context.tag, context.marks.is_html())
            } else {
                (entry.tag, entry.marks.is_html())
            };
            let mode = match tag {
                _ if !is_html => None,
                Tag::TD | Tag::TH if !is_last => Some(Mode::InCell),
                Tag::TR => Some(Mode::InRow),
                Tag::TBODY | Tag::THEAD | Tag::TFOOT => Some(Mode::InTableBody),
                Tag::CAPTION => Some(Mode::InCaption),
                Tag::COLGROUP => Some(Mode::InColumnGroup),
                Tag::TABLE => Some(Mode::InTable),
                Tag::TEMPLATE => self.template_modes.last().copied(),
                Tag::HEAD if !is_last => Some(Mode::InHead),
                Tag::BODY => Some(Mode::InBody),
                Tag::FRAMESET => Some(Mode::InFrameset),
                Tag::HTML if self.head == NONE => Some(Mode::BeforeHead),
                Tag::HTML => Some(Mode::AfterHead),
                _ => None,
            };
            if let Some(mode) = mode {
                self.mode = mode;
                return;
            }
        }
        self.mode = Mode::InBody;
    }
}
