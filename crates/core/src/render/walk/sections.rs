//! Sections of the walk: posts of a thread.

use super::Walker;
use crate::dom::NodeId;
use crate::page::Node;
use crate::render::events::Event;

/// A part of the page that is written on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
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
    pub(super) fn begin_section(&mut self, node: Node) {
        let rest = &self.sections[self.next_section..];
        let passed = &rest[..rest.partition_point(|section| section.start <= node.id)];
        let Some(last) = passed.len().checked_sub(1) else { return };
        let at = passed.iter().rposition(|section| section.is_apart).unwrap_or(last);
        let number = self.next_section + at;
        self.next_section += passed.len();
        let Section { end, is_apart, .. } = self.sections[number];
        if node.id >= end || !self.rest.has_before(end) {
            return;
        }
        if is_apart {
            self.end_blocks();
        } else if node.tag().is_block_level() {
            self.end_paragraph();
        }
        self.events.push(Event::Section(number));
    }

    /// The last event; marks of sections that end no block are passed over.
    pub(super) fn last_event(&self) -> Option<&Event<'a>> {
        self.events.iter().rev().find(|event| match event {
            Event::Section(number) => self.sections[*number].is_apart,
            _ => true,
        })
    }
}
