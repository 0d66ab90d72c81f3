//! The "adoption agency algorithm" (section "The 'in body' insertion mode"): end tags of formatting
//! elements that were not ended in the order in which they began.

use super::Builder;
use crate::parse::tree::formatting::Formatting;
use crate::parse::tree::kinds::SPECIAL;
use crate::parse::tree::{Marks, NONE};
use crate::{NodeKind, Tag};

impl Builder<'_> {
    /// Runs the algorithm for the tags of a name; false when "any other end tag" is for it.
    pub(super) fn adopt(&mut self, subject: Tag) -> bool {
        if let Some(top) = self.open.top()
            && top.is(subject)
            && !self.tree.node(top.node).marks.has(Marks::LISTED)
        {
            self.open.pop(&mut self.tree);
            return true;
        }
        for _ in 0..8 {
            let Some(place) = self.formatting.find(subject) else { return false };
            let formatting = self.formatting.entries[place];
            let Some(index) = self.open.position(&self.tree, formatting.node) else {
                self.formatting.remove(&mut self.tree, place);
                return true;
            };
            if !self.open.is_in_scope(index) {
                return true;
            }
            let above = &self.open.entries[index + 1..];
            let Some(furthest) = above.iter().position(|entry| entry.kinds() & SPECIAL != 0) else {
                self.open.truncate(&mut self.tree, index);
                self.formatting.remove(&mut self.tree, place);
                return true;
            };
            self.adopt_once(place, index, furthest);
        }
        true
    }

    /// One round: `index` is the formatting element's place on the stack, `furthest` that of the
    /// furthest block counted from there.
    fn adopt_once(&mut self, place: usize, index: usize, furthest: usize) {
        let formatting = self.formatting.entries[place];
        let common_ancestor = self.open.entries[index - 1].node;
        let mut above: Vec<u32> =
            self.open.entries[index + 1..].iter().map(|entry| entry.node).collect();
        self.open.truncate(&mut self.tree, index);
        let block = above[furthest];
        let mut bookmark = place;
        let mut last = block;
        let mut between: Vec<u32> = Vec::new();
        for (count, node) in above[..furthest].iter().rev().enumerate() {
            let mut listed = self.formatting.position(&self.tree, *node);
            if count >= 3
                && let Some(found) = listed.take()
            {
                self.formatting.remove(&mut self.tree, found);
                bookmark -= usize::from(found < bookmark);
            }
            let Some(listed) = listed else { continue };
            let new = self.clone_for(listed);
            if last == block {
                bookmark = listed + 1;
            }
            self.tree.attach(new, NONE, last);
            last = new;
            between.push(new);
        }
        let (parent, before) = self.place(common_ancestor);
        self.tree.attach(parent, before, last);
        let new = self.tree.create(
            NodeKind::Element,
            formatting.tag,
            formatting.attributes,
            Marks::default(),
        );
        self.tree.move_children(block, new);
        self.tree.attach(block, NONE, new);
        self.move_listed(formatting, new, bookmark);
        for node in between.into_iter().rev() {
            self.open.push(&mut self.tree, node);
        }
        self.open.push(&mut self.tree, block);
        self.open.push(&mut self.tree, new);
        for node in above.drain(furthest + 1..) {
            self.open.push(&mut self.tree, node);
        }
    }

    /// A new element like the one at a place of the list, which it replaces there.
    fn clone_for(&mut self, place: usize) -> u32 {
        let Formatting { node, tag, attributes } = self.formatting.entries[place];
        let new = self.tree.create(NodeKind::Element, tag, attributes, Marks::default());
        self.tree.unmark(node, Marks::LISTED);
        self.tree.mark(new, Marks::LISTED);
        self.formatting.entries[place].node = new;
        new
    }

    /// Takes the formatting element out of the list and puts the new one in at the bookmark.
    fn move_listed(&mut self, formatting: Formatting, new: u32, mut bookmark: usize) {
        if let Some(old) = self.formatting.position(&self.tree, formatting.node) {
            self.formatting.remove(&mut self.tree, old);
            bookmark -= usize::from(old < bookmark);
        }
        self.tree.mark(new, Marks::LISTED);
        self.formatting.entries.insert(bookmark, Formatting { node: new, ..formatting });
    }
}
