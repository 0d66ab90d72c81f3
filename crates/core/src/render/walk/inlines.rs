//! Inline elements of the walk: links, formatting, images and players.

use std::borrow::Cow;

use super::{Line, Open, Walker};
use crate::dom::{AttributeName, Tag};
use crate::page::{Node, media};
use crate::render::events::{Element, Event, LinkTarget};
use crate::render::formula::{self, Formula};

/// Nodes of a quotation that are looked at for its first words.
const MOST_IN_QUOTE: usize = 64;

/// Marks of quotations.
const MARKS: &str = "\"'“”„‟‘’‚«»‹›「」『』《";

/// The inline element for a tag that changes how words look.
fn formatting(node: Node) -> Option<Element> {
    match node.tag() {
        Tag::B | Tag::STRONG => Some(Element::Strong),
        Tag::I | Tag::EM | Tag::DFN | Tag::VAR => Some(Element::Emphasis),
        Tag::S | Tag::DEL | Tag::STRIKE => Some(Element::Strikethrough),
        Tag::CODE | Tag::KBD | Tag::SAMP | Tag::TT => Some(Element::InlineCode),
        Tag::SUB => Some(Element::Subscript),
        Tag::SUP => Some(Element::Superscript),
        Tag::SPAN | Tag::FONT => {
            let is_struck = node.value(AttributeName::STYLE).contains("line-through");
            is_struck.then_some(Element::Strikethrough)
        }
        _ => None,
    }
}

impl<'a> Walker<'a, '_> {
    pub(super) fn start_inline(&mut self, node: Node<'a>) -> bool {
        let is_image = media::is_image(node.in_document());
        if is_image || media::embedded_kind(node.in_document()).is_some() {
            self.medium(node, is_image);
            return !is_image && self.rest.has_before(node.end());
        }
        let element = match node.tag() {
            Tag::A if self.parts.links => self.link(node),
            Tag::RUBY => Some(Element::Ruby),
            Tag::RT | Tag::RTC => Some(Element::RubyText),
            Tag::RP => return false,
            Tag::Q => self.quotation_in_line(node),
            _ if self.parts.formatting => formatting(node),
            _ => None,
        };
        let Some(element) = element else { return true };
        if element == Element::RubyText && self.goes_on_ruby_text() {
            self.events.pop();
            self.inlines.push((node.id, element));
            self.begun = self.inlines.len();
            return true;
        }
        // Links in links and bold in bold say nothing more.
        let may_nest = matches!(element, Element::RubyText | Element::InlineQuote { .. });
        if may_nest || !self.has_inline(|open| open.name() == element.name()) {
            self.inlines.push((node.id, element));
        }
        true
    }

    /// True if such an inline element is around the current place.
    pub(super) fn has_inline(&self, is_wanted: impl Fn(&Element) -> bool) -> bool {
        self.inlines.iter().any(|(_, open)| is_wanted(open))
    }

    /// True if nothing was written since the last ruby text: readings of several bases are one.
    fn goes_on_ruby_text(&self) -> bool {
        let mut depth = 0usize;
        let start = self.events.iter().rev().find(|event| {
            match event {
                Event::End => depth += 1,
                Event::Start(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        self.begun == self.inlines.len() && start == Some(&Event::Start(Element::RubyText))
    }

    /// A quotation whose marks the browser adds; `None` if the page has them too.
    fn quotation_in_line(&self, node: Node) -> Option<Element> {
        let mut inside = node.descendants().take(MOST_IN_QUOTE);
        let first = inside.find(|inner| self.page.block_of(inner.id).is_some())?;
        let is_marked = first.text().trim_start().starts_with(|c| MARKS.contains(c))
            || self.last_text().ends_with(['"', '“', '„', '«', '『', '「']);
        let around = self.inlines.iter();
        let around = around.filter(|(_, open)| matches!(open, Element::InlineQuote { .. })).count();
        (!is_marked).then_some(Element::InlineQuote { is_inner: around % 2 == 1 })
    }

    /// A link; `None` if it leads nowhere safe or only within the page.
    fn link(&self, node: Node<'a>) -> Option<Element> {
        let href = node.attribute(AttributeName::HREF)?;
        if href.trim_start().starts_with('#') {
            return None;
        }
        let address = self.page.addresses().page(href)?;
        let title = node.value(AttributeName::TITLE).trim();
        let says_more = !title.is_empty() && title != node.text_content().trim();
        let title = says_more.then(|| title.to_owned());
        Some(Element::Link(Box::new(LinkTarget { address, title })))
    }

    pub(super) fn formula(&mut self, Formula { latex, is_display }: Formula) {
        // The drawn formula is next to its source.
        let is_known =
            matches!(self.last_event(), Some(Event::Formula { latex: last, .. }) if *last == latex);
        if latex.is_empty() || is_known {
            return;
        }
        self.begin_line();
        self.events.push(Event::Formula { latex, is_display });
        self.last_block = None;
    }

    fn medium(&mut self, node: Node<'a>, is_image: bool) {
        if !self.rest.take_medium(node) || !self.parts.images {
            return;
        }
        let event = if is_image {
            if let Some(formula) = formula::of_image(node.in_document()) {
                return self.formula(formula);
            }
            if let Some(emoji) = media::emoji(node.in_document()) {
                self.begin_line();
                return self.events.push(Event::Text(Cow::Owned(emoji)));
            }
            self.image(node).map(Box::new).map(Event::Image)
        } else {
            media::embedded(node).map(Box::new).map(Event::Embedded)
        };
        let Some(event) = event else { return };
        if self.is_twin(&event) {
            return;
        }
        let is_bare = self.line.is_none()
            && self.is_open(Open::Other)
            && matches!(self.last_event(), Some(Event::Start(Element::Figure)));
        let is_embedded = matches!(event, Event::Embedded(_));
        if !is_bare {
            if (self.breaks > 0 || is_embedded) && self.line == Some(Line::Paragraph) {
                self.end_line();
            }
            self.begin_line();
        }
        self.events.push(event);
        // A player is not part of a line of words.
        if is_embedded {
            self.end_paragraph();
        }
    }

    /// The image of an element, if it is no marker.
    fn image(&self, node: Node) -> Option<media::Image> {
        let source = node.value(AttributeName::SRC);
        let image = media::image(node)?;
        // Many images may share one placeholder.
        let is_mark = self.marks.contains(source)
            && self.page.addresses().media(source).as_ref() == Some(&image.address);
        (!is_mark).then_some(image)
    }

    /// True if an image repeats the one before it, as a `noscript` after a placeholder does; its alternative text is then taken
    /// over.
    fn is_twin(&mut self, event: &Event) -> bool {
        match (self.events.last_mut(), event) {
            (Some(Event::Image(last)), Event::Image(image)) if last.address == image.address => {
                if last.alt.is_none() {
                    last.alt.clone_from(&image.alt);
                }
                true
            }
            _ => false,
        }
    }
}
