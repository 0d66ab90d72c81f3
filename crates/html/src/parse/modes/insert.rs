//! Putting nodes into the tree (section "Creating and inserting nodes").

use super::Builder;
use crate::parse::tokens::{Content, TagToken, Tokenizer};
use crate::parse::tree::formatting::Formatting;
use crate::parse::tree::{Marks, NONE};
use crate::span::Span;
use crate::{NodeKind, Tag};

/// Elements whose content is moved before its table.
const TABLE_PARTS: &[Tag] = &[Tag::TABLE, Tag::TBODY, Tag::TFOOT, Tag::THEAD, Tag::TR];

impl Builder<'_> {
    /// "The appropriate place for inserting a node": parent, and the child that follows.
    pub(super) fn place(&self, target: u32) -> (u32, u32) {
        if self.fosters {
            return self.foster_place(target);
        }
        (target, NONE)
    }

    fn foster_place(&self, target: u32) -> (u32, u32) {
        let node = self.tree.node(target);
        if !node.marks.is_html() || !TABLE_PARTS.contains(&node.tag) {
            return (target, NONE);
        }
        let template = self.open.find(Tag::TEMPLATE);
        let table = self.open.find(Tag::TABLE);
        let entry = |index: usize| self.open.entries[index].node;
        match (template, table) {
            (Some(template), None) => (entry(template), NONE),
            (Some(template), Some(table)) if template > table => (entry(template), NONE),
            (_, None) => (entry(0), NONE),
            (_, Some(table)) => {
                let parent = self.tree.node(entry(table)).parent;
                if parent == NONE {
                    (entry(table.saturating_sub(1)), NONE)
                } else {
                    (parent, entry(table))
                }
            }
        }
    }

    /// "Insert a character": a run of them.
    pub(super) fn insert_text(&mut self, text: Span) {
        let (parent, before) = self.place(self.open.top_node());
        if parent == 0 || text.start == text.end {
            return;
        }
        let neighbour = self.tree.neighbour(parent, before);
        let mut marks = Marks::default();
        if neighbour != NONE {
            let node = &mut self.tree.nodes[neighbour as usize];
            if node.kind == NodeKind::Text {
                if node.span.end == text.start {
                    node.span.end = text.end;
                    return;
                }
                let Tokenizer { page, store, .. } = &mut self.tokens;
                if store.joins_cheaply(node.span) {
                    node.span = store.join(page, node.span, text);
                    return;
                }
                marks = Marks::JOINED;
                self.tree.has_joined = true;
            }
        }
        self.insert_node(parent, before, NodeKind::Text, Tag::NONE, text, marks);
    }

    #[inline(always)]
    fn insert_node(
        &mut self,
        parent: u32,
        before: u32,
        kind: NodeKind,
        tag: Tag,
        span: Span,
        marks: Marks,
    ) -> u32 {
        if before == NONE {
            // A fostered node may come after an element that is still open.
            self.tree.is_out_of_order |= self.fosters;
            return self.tree.append_new(parent, kind, tag, span, marks);
        }
        let node = self.tree.create(kind, tag, span, marks);
        self.tree.attach(parent, before, node);
        node
    }

    /// "Insert an HTML element" for a token.
    #[inline(always)]
    pub(super) fn insert(&mut self, token: TagToken) -> u32 {
        self.insert_element(token.tag, token.attributes, Marks::default())
    }

    /// Inserts an element for no token.
    pub(super) fn insert_implied(&mut self, tag: Tag) -> u32 {
        self.insert_element(tag, Span::default(), Marks::default())
    }

    #[inline(always)]
    pub(super) fn insert_element(&mut self, tag: Tag, attributes: Span, marks: Marks) -> u32 {
        let (parent, before) = self.place(self.open.top_node());
        let node = self.insert_node(parent, before, NodeKind::Element, tag, attributes, marks);
        self.open.push(&mut self.tree, node);
        node
    }

    /// Inserts an element that is popped at once.
    pub(super) fn insert_void(&mut self, token: TagToken) {
        let (parent, before) = self.place(self.open.top_node());
        let marks = Marks::default();
        self.insert_node(parent, before, NodeKind::Element, token.tag, token.attributes, marks);
    }

    /// "Insert a comment".
    pub(super) fn insert_comment(&mut self, text: Span) {
        let (parent, before) = self.place(self.open.top_node());
        let (kind, marks) = (NodeKind::Comment, Marks::default());
        self.insert_node(parent, before, kind, Tag::NONE, text, marks);
    }

    /// Inserts a comment as the last child of a node that is not the current one.
    pub(super) fn append_comment(&mut self, parent: u32, text: Span) {
        self.tree.append_new(parent, NodeKind::Comment, Tag::NONE, text, Marks::default());
    }

    /// The "generic raw text" and "generic RCDATA element parsing algorithm".
    pub(super) fn insert_raw_text(&mut self, token: TagToken, content: Content) {
        self.insert(token);
        self.tokens.set_content(content, Some(super::raw_text_name(token.tag)));
        self.original_mode = self.mode;
        self.mode = super::Mode::Text;
    }

    /// "Close a p element" if there is one in button scope.
    pub(super) fn close_p(&mut self) {
        use crate::parse::tree::open::Scope;
        if let Some(found) = self.open.find_in(Scope::Button, Tag::P) {
            self.open.truncate(&mut self.tree, found);
        }
    }

    /// "Reconstruct the active formatting elements".
    pub(super) fn reconstruct(&mut self) {
        match self.formatting.entries.last() {
            Some(entry) if entry.node != NONE && !self.is_open(entry.node) => {
                self.reconstruct_entries();
            }
            _ => {}
        }
    }

    fn is_open(&self, node: u32) -> bool {
        self.tree.node(node).marks.has(Marks::OPEN)
    }

    #[inline(never)]
    fn reconstruct_entries(&mut self) {
        let is_settled = |entry: &Formatting| entry.node == NONE || self.is_open(entry.node);
        let settled = self.formatting.entries.iter().rposition(is_settled);
        for place in settled.map_or(0, |place| place + 1)..self.formatting.entries.len() {
            if self.tree.nodes.len() > self.bounds.nodes {
                return;
            }
            let Formatting { node, tag, attributes } = self.formatting.entries[place];
            let new = self.insert_element(tag, attributes, Marks::default());
            self.tree.unmark(node, Marks::LISTED);
            self.tree.mark(new, Marks::LISTED);
            self.formatting.entries[place].node = new;
        }
    }

    /// Inserts a formatting element and lists it.
    pub(super) fn insert_formatting(&mut self, token: TagToken) {
        let node = self.insert(token);
        let new = Formatting { node, tag: token.tag, attributes: token.attributes };
        let (store, page) = (&self.tokens.store, self.tokens.page);
        self.formatting.push(&mut self.tree, new, |a, b| store.are_equal(page, a, b));
    }

    /// Adds the attributes of a second `html` or `body` tag to the element; those that it has
    /// already stay as they are.
    pub(super) fn add_attributes(&mut self, node: u32, attributes: Span) {
        if attributes.start < attributes.end {
            self.late_attributes.push((node, attributes));
        }
    }

    /// Merges what [`Builder::add_attributes`] collected.
    pub(in crate::parse) fn merge_late_attributes(&mut self) {
        let late = std::mem::take(&mut self.late_attributes);
        let mut nodes: Vec<u32> = late.iter().map(|(node, _)| *node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        for node in nodes {
            let span = self.tree.node(node).span;
            let spans = late.iter().filter(|(other, _)| *other == node).map(|(_, span)| *span);
            let merged = self.tokens.store.merge_attributes(std::iter::once(span).chain(spans));
            self.tree.nodes[node as usize].span = merged;
        }
        self.late_attributes = late;
    }
}
