//! The list of active formatting elements (HTML standard, section "The list of active formatting
//! elements").

use super::{Marks, NONE, Tree};
use crate::Tag;
use crate::span::Span;

/// An element to re-open if it was not ended, or a marker.
#[derive(Debug, Clone, Copy)]
pub(in crate::parse) struct Formatting {
    /// [`NONE`]: a marker.
    pub(in crate::parse) node: u32,
    pub(in crate::parse) tag: Tag,
    pub(in crate::parse) attributes: Span,
}

/// The active formatting elements, oldest first.
#[derive(Debug, Default)]
pub(in crate::parse) struct FormattingList {
    pub(in crate::parse) entries: Vec<Formatting>,
}

impl FormattingList {
    pub(in crate::parse) fn push_marker(&mut self) {
        let attributes = Span::default();
        self.entries.push(Formatting { node: NONE, tag: Tag::NONE, attributes });
    }

    /// "Clear the list of active formatting elements up to the last marker".
    pub(in crate::parse) fn clear_to_marker(&mut self, tree: &mut Tree) {
        while let Some(entry) = self.entries.pop()
            && entry.node != NONE
        {
            tree.unmark(entry.node, Marks::LISTED);
        }
    }

    /// The entries since the last marker, newest first, with their indices.
    pub(in crate::parse) fn since_marker(&self) -> impl Iterator<Item = (usize, &Formatting)> {
        self.entries.iter().enumerate().rev().take_while(|(_, entry)| entry.node != NONE)
    }

    /// "Push onto the list of active formatting elements": of equal ones at most three stay (the
    /// "Noah's Ark clause").
    pub(in crate::parse) fn push(
        &mut self,
        tree: &mut Tree,
        new: Formatting,
        are_equal: impl Fn(Span, Span) -> bool,
    ) {
        let alike = self.since_marker().filter(|(_, entry)| {
            entry.tag == new.tag && are_equal(entry.attributes, new.attributes)
        });
        let mut alike = alike.map(|(place, _)| place);
        if let Some(third) = alike.nth(2) {
            drop(alike);
            self.remove(tree, third);
        } else {
            drop(alike);
        }
        tree.mark(new.node, Marks::LISTED);
        self.entries.push(new);
    }

    /// The newest entry of this name since the last marker.
    pub(in crate::parse) fn find(&self, tag: Tag) -> Option<usize> {
        self.since_marker().find(|(_, entry)| entry.tag == tag).map(|(place, _)| place)
    }

    /// The index of a node; it need not be in the list.
    pub(in crate::parse) fn position(&self, tree: &Tree, node: u32) -> Option<usize> {
        if !tree.node(node).marks.has(Marks::LISTED) {
            return None;
        }
        self.entries.iter().rposition(|entry| entry.node == node)
    }

    pub(in crate::parse) fn remove(&mut self, tree: &mut Tree, place: usize) {
        // Usually it is the last.
        let is_last = place + 1 == self.entries.len();
        let last = if is_last { self.entries.pop() } else { None };
        let entry = last.unwrap_or_else(|| self.entries.remove(place));
        if entry.node != NONE {
            tree.unmark(entry.node, Marks::LISTED);
        }
    }
}
