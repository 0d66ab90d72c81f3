//! The stack of open elements (HTML standard, section "The stack of open elements").
//!
//! Every entry knows the nearest entry of each kind at or below it, so that "has an element in
//! scope" and the like need no walk. [`super::super::MAX_DEPTH`] bounds the stack.

use super::kinds::{
    BUTTON_SCOPE, IMPLIED, IMPLIED_THOROUGHLY, ITEM_SEARCH_END, LIST_SCOPE, SCOPE, SPECIAL,
    TABLE_SCOPE, kinds,
};
use super::{Marks, NONE, Tree};
use crate::Tag;

/// No entry.
const NOWHERE: u16 = u16::MAX;

/// The nearest entries, at or below one, that bound searches.
#[derive(Debug, Clone, Copy, Default)]
struct Bounds {
    special: u16,
    item_search: u16,
    scope: u16,
    list_scope: u16,
    button_scope: u16,
    table_scope: u16,
}

/// An open element.
#[derive(Debug, Clone, Copy)]
pub(in crate::parse) struct Entry {
    pub(in crate::parse) node: u32,
    pub(in crate::parse) tag: Tag,
    pub(in crate::parse) marks: Marks,
    /// The entry below with the same HTML name.
    same: u16,
    bounds: Bounds,
}

impl Entry {
    /// True if it is the HTML element of this name.
    pub(in crate::parse) fn is(&self, tag: Tag) -> bool {
        self.tag == tag && self.marks.is_html()
    }

    pub(in crate::parse) fn is_any(&self, tags: &[Tag]) -> bool {
        self.marks.is_html() && tags.contains(&self.tag)
    }

    pub(in crate::parse) fn kinds(&self) -> u8 {
        if self.marks.is_html() { kinds(self.tag) } else { foreign_kinds(self.marks) }
    }
}

fn foreign_kinds(marks: Marks) -> u8 {
    if marks.is_foreign_boundary() { SPECIAL | ITEM_SEARCH_END | SCOPE } else { 0 }
}

/// The boundary of a search for an open element.
#[derive(Debug, Clone, Copy)]
pub(in crate::parse) enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

/// The open elements, `html` first.
#[derive(Debug, Default)]
pub(in crate::parse) struct OpenElements {
    pub(in crate::parse) entries: Vec<Entry>,
    /// By tag: the topmost entry of an HTML element of that name.
    last: Vec<u16>,
}

impl OpenElements {
    pub(in crate::parse) fn reset(&mut self) {
        self.entries.clear();
        self.last.clear();
        self.last.resize(256, NOWHERE);
    }

    pub(in crate::parse) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(in crate::parse) fn push(&mut self, tree: &mut Tree, node: u32) {
        let index = self.entries.len() as u16;
        let below = self.entries.last().map_or(Bounds::default(), |entry| entry.bounds);
        let element = &mut tree.nodes[node as usize];
        element.marks = element.marks.with(Marks::OPEN);
        let (tag, marks) = (element.tag, element.marks);
        let mut same = NOWHERE;
        let mut kinds = 0;
        if marks.is_html() {
            kinds = super::kinds::kinds(tag);
            let number = usize::from(tag.number());
            if number >= self.last.len() {
                self.last.resize(number + 64, NOWHERE);
            }
            same = std::mem::replace(&mut self.last[number], index);
        } else if marks.is_foreign_boundary() {
            kinds = foreign_kinds(marks);
        }
        let nearest = |is_bound: u8, below: u16| if kinds & is_bound == 0 { below } else { index };
        let bounds = if kinds == 0 {
            below
        } else {
            Bounds {
                special: nearest(SPECIAL, below.special),
                item_search: nearest(ITEM_SEARCH_END, below.item_search),
                scope: nearest(SCOPE, below.scope),
                list_scope: nearest(SCOPE | LIST_SCOPE, below.list_scope),
                button_scope: nearest(SCOPE | BUTTON_SCOPE, below.button_scope),
                table_scope: nearest(TABLE_SCOPE, below.table_scope),
            }
        };
        self.entries.push(Entry { node, tag, marks, same, bounds });
    }

    pub(in crate::parse) fn pop(&mut self, tree: &mut Tree) -> Option<Entry> {
        let entry = self.entries.pop()?;
        tree.unmark(entry.node, Marks::OPEN);
        if entry.marks.is_html() {
            self.last[usize::from(entry.tag.number())] = entry.same;
        }
        Some(entry)
    }

    /// The current node.
    pub(in crate::parse) fn top(&self) -> Option<&Entry> {
        self.entries.last()
    }

    /// The current node; the document if none is open.
    pub(in crate::parse) fn top_node(&self) -> u32 {
        self.entries.last().map_or(0, |entry| entry.node)
    }

    pub(in crate::parse) fn top_is(&self, tag: Tag) -> bool {
        self.top().is_some_and(|top| top.is(tag))
    }

    /// The topmost entry of an HTML element.
    pub(in crate::parse) fn find(&self, tag: Tag) -> Option<usize> {
        let found = *self.last.get(usize::from(tag.number()))?;
        (found != NOWHERE).then_some(usize::from(found))
    }

    pub(in crate::parse) fn has(&self, tag: Tag) -> bool {
        self.find(tag).is_some()
    }

    /// The topmost element of this name, if it is in scope.
    pub(in crate::parse) fn find_in(&self, scope: Scope, tag: Tag) -> Option<usize> {
        let bounds = &self.top()?.bounds;
        let bound = match scope {
            Scope::Default => bounds.scope,
            Scope::ListItem => bounds.list_scope,
            Scope::Button => bounds.button_scope,
            Scope::Table => bounds.table_scope,
        };
        self.find(tag).filter(|found| *found >= usize::from(bound))
    }

    pub(in crate::parse) fn has_in(&self, scope: Scope, tag: Tag) -> bool {
        self.find_in(scope, tag).is_some()
    }

    pub(in crate::parse) fn has_any_in(&self, scope: Scope, tags: &[Tag]) -> bool {
        tags.iter().any(|tag| self.has_in(scope, *tag))
    }

    /// True if the entry at `index` is in scope.
    pub(in crate::parse) fn is_in_scope(&self, index: usize) -> bool {
        self.top().is_some_and(|top| index >= usize::from(top.bounds.scope))
    }

    /// The topmost element of this name, if no special element is above it.
    pub(in crate::parse) fn find_above_special(&self, tag: Tag) -> Option<usize> {
        let special = self.top()?.bounds.special;
        self.find(tag).filter(|found| *found >= usize::from(special))
    }

    /// The topmost special element that is neither `address`, `div` nor `p`.
    pub(in crate::parse) fn item_search_end(&self) -> Option<&Entry> {
        self.entries.get(usize::from(self.top()?.bounds.item_search))
    }

    /// The index of a node; it need not be open.
    pub(in crate::parse) fn position(&self, tree: &Tree, node: u32) -> Option<usize> {
        if node == NONE || !tree.node(node).marks.has(Marks::OPEN) {
            return None;
        }
        self.entries.iter().rposition(|entry| entry.node == node)
    }

    /// Pops entries until there are `length`.
    pub(in crate::parse) fn truncate(&mut self, tree: &mut Tree, length: usize) {
        while self.entries.len() > length {
            self.pop(tree);
        }
    }

    /// "Pop elements until an element of that name has been popped": the topmost one and those
    /// above it.
    pub(in crate::parse) fn pop_through(&mut self, tree: &mut Tree, tag: Tag) {
        if let Some(found) = self.find(tag) {
            self.truncate(tree, found);
        }
    }

    /// "Clear the stack back to a ... context": pops until the current node is one of these.
    pub(in crate::parse) fn pop_to_any(&mut self, tree: &mut Tree, tags: &[Tag]) {
        while self.entries.len() > 1 && !self.top().is_some_and(|top| top.is_any(tags)) {
            self.pop(tree);
        }
    }

    /// "Generate implied end tags", except for one.
    pub(in crate::parse) fn generate_implied_end_tags(&mut self, tree: &mut Tree, except: Tag) {
        while let Some(top) = self.top()
            && top.kinds() & IMPLIED != 0
            && top.tag != except
        {
            self.pop(tree);
        }
    }

    /// "Generate all implied end tags thoroughly".
    pub(in crate::parse) fn generate_all_implied_end_tags(&mut self, tree: &mut Tree) {
        while self.top().is_some_and(|top| top.kinds() & IMPLIED_THOROUGHLY != 0) {
            self.pop(tree);
        }
    }

    /// Removes the entry at `index`.
    pub(in crate::parse) fn remove(&mut self, tree: &mut Tree, index: usize) {
        let above: Vec<u32> = self.entries[index + 1..].iter().map(|entry| entry.node).collect();
        self.truncate(tree, index);
        for node in above {
            self.push(tree, node);
        }
    }
}
