//! Sections of the walk: posts of a thread.

use super::Walker;
use crate::dom::{NodeId, NodeKind, Tag};
use crate::records::is_quotation;
use crate::render::events::Event;

/// A part of the page that is written on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its first node.
    pub start: NodeId,
    /// The node after its last.
    pub end: NodeId,
    /// The post that it is of.
    pub post: Option<usize>,
    /// The level of its heading, 1 to 6, and the words. The walk only marks where it belongs.
    pub heading: Option<(u8, String)>,
    /// True if all blocks around it end where it begins.
    pub is_apart: bool,
}

impl<'a> Walker<'a, '_> {
    /// Begins the section that a node is the first of, if it has content.
    pub(super) fn begin_section(&mut self, id: NodeId) {
        let rest = &self.sections[self.next_section..];
        let passed = &rest[..rest.partition_point(|section| section.start <= id)];
        let Some(last) = passed.len().checked_sub(1) else { return };
        let at = self.next_section + passed.iter().rposition(|it| it.is_apart).unwrap_or(last);
        self.next_section += passed.len();
        let Section { end, is_apart, .. } = self.sections[at];
        if id >= end || !self.is_content_before(end) {
            return;
        }
        if is_apart {
            self.end_line();
            self.tables.clear();
            self.events.extend(self.blocks.drain(..).map(|_| Event::End));
        } else if self.document.tag(id).is_block_level() {
            self.end_paragraph();
        }
        self.events.push(Event::Section(at));
    }

    /// The last event; marks of sections that end no block are passed over.
    pub(super) fn last_event(&self) -> Option<&Event<'a>> {
        let is_passed =
            |event: &&Event| matches!(event, Event::Section(at) if !self.sections[*at].is_apart);
        self.events.iter().rev().find(|event| !is_passed(event))
    }

    /// True if an element of a post holds the words of another one.
    pub(super) fn is_quotation(&self, id: NodeId) -> bool {
        let is_element = |id: &NodeId| self.document.kind(*id) == NodeKind::Element;
        // Around a quotation there is none.
        let mut own = self.document.children(id).filter(is_element);
        !self.sections.is_empty()
            && is_quotation(self.document, id)
            && !own.any(|id| self.document.tag(id) == Tag::BLOCKQUOTE)
    }
}
