//! Sections of the walk: posts of a thread, each under a heading.

use std::borrow::Cow;

use super::{Open, Walker};
use crate::dom::{NodeId, NodeKind, Tag};
use crate::render::events::{Element, Event};

/// A part of the page under a heading of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its first node.
    pub start: NodeId,
    /// The node after its last.
    pub end: NodeId,
    /// The level of its heading, 1 to 6.
    pub level: u8,
    /// Its heading.
    pub heading: String,
}

impl Walker<'_, '_> {
    /// Begins the section that a node is the first of, if it has content: all blocks around it end.
    pub(super) fn begin_section(&mut self, id: NodeId) {
        let passed = self.sections[self.next_section..].partition_point(|one| one.start <= id);
        if passed == 0 {
            return;
        }
        self.next_section += passed;
        let section = &self.sections[self.next_section - 1];
        if id >= section.end || !self.is_content_before(section.end) {
            return;
        }
        self.end_line();
        while let Some((_, open)) = self.blocks.pop() {
            if open == Open::Table {
                self.tables.pop();
            }
            self.events.push(Event::End);
        }
        self.events.push(Event::Start(Element::Heading(section.level)));
        self.events.push(Event::Text(Cow::Owned(section.heading.clone())));
        self.events.push(Event::End);
    }

    /// True if an element of a post holds the words of another one.
    pub(super) fn is_quotation(&self, id: NodeId) -> bool {
        let is_element = |id: &NodeId| self.document.kind(*id) == NodeKind::Element;
        // Around a quotation there is none.
        let mut own = self.document.children(id).filter(is_element);
        !self.sections.is_empty()
            && self.page.node(id).is_named_quotation()
            && !own.any(|id| self.document.tag(id) == Tag::BLOCKQUOTE)
    }
}
