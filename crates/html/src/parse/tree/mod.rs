//! The tree under construction: linked nodes that can still be moved.

mod finish;
pub(super) mod formatting;
pub(super) mod kinds;
pub(super) mod open;

use crate::span::Span;
use crate::{NodeKind, Tag};

pub(super) use finish::Parts;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Properties of a node besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Marks(u8);

impl Marks {
    pub(super) const SVG: Self = Self(1);
    pub(super) const MATHML: Self = Self(2);
    /// On the stack of open elements.
    pub(super) const OPEN: Self = Self(4);
    /// In the list of active formatting elements.
    pub(super) const LISTED: Self = Self(8);
    /// An HTML integration point.
    pub(super) const HTML_INSIDE: Self = Self(16);
    /// A MathML text integration point.
    pub(super) const TEXT_INSIDE: Self = Self(32);
    /// MathML's `annotation-xml`.
    pub(super) const ANNOTATION: Self = Self(64);
    /// A text that continues the text before it.
    pub(super) const JOINED: Self = Self(128);

    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    /// True if the element is neither SVG nor MathML.
    pub(super) const fn is_html(self) -> bool {
        !self.has(Self(3))
    }

    /// True if a foreign element bounds scopes and is special, like the HTML ones in the lists of
    /// section "The stack of open elements".
    pub(super) const fn is_foreign_boundary(self) -> bool {
        self.has(Self(16 | 32 | 64))
    }
}

/// A node, linked to its parent, siblings and children.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeNode {
    pub(super) parent: u32,
    pub(super) previous: u32,
    pub(super) next: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    /// For elements, their attributes; for others, their text.
    pub(super) span: Span,
    pub(super) tag: Tag,
    pub(super) kind: NodeKind,
    pub(super) marks: Marks,
}

/// Nodes that may still be moved.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<TreeNode>,
    /// True if any node is out of document order.
    pub(super) is_out_of_order: bool,
    /// True if any text continues the text before it.
    pub(super) has_joined: bool,
}

impl Tree {
    /// Empties the tree down to the document node.
    pub(super) fn reset(&mut self) {
        self.nodes.clear();
        self.is_out_of_order = false;
        self.has_joined = false;
        self.create(NodeKind::Document, Tag::NONE, Span::default(), Marks::default());
    }

    /// Creates a node that is not in the tree yet.
    #[inline(always)]
    pub(super) fn create(&mut self, kind: NodeKind, tag: Tag, span: Span, marks: Marks) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(TreeNode {
            parent: NONE,
            previous: NONE,
            next: NONE,
            first: NONE,
            last: NONE,
            span,
            tag,
            kind,
            marks,
        });
        id
    }

    /// Creates a node as the last child.
    #[inline(always)]
    pub(super) fn append_new(
        &mut self,
        parent: u32,
        kind: NodeKind,
        tag: Tag,
        span: Span,
        marks: Marks,
    ) -> u32 {
        let id = self.nodes.len() as u32;
        let above = &mut self.nodes[parent as usize];
        let previous = std::mem::replace(&mut above.last, id);
        if previous == NONE {
            above.first = id;
        } else {
            self.nodes[previous as usize].next = id;
        }
        self.nodes.push(TreeNode {
            parent,
            previous,
            next: NONE,
            first: NONE,
            last: NONE,
            span,
            tag,
            kind,
            marks,
        });
        id
    }

    pub(super) fn node(&self, id: u32) -> &TreeNode {
        &self.nodes[id as usize]
    }

    pub(super) fn mark(&mut self, id: u32, marks: Marks) {
        let node = &mut self.nodes[id as usize];
        node.marks = node.marks.with(marks);
    }

    pub(super) fn unmark(&mut self, id: u32, marks: Marks) {
        self.nodes[id as usize].marks.0 &= !marks.0;
    }

    /// The node that a text inserted here would follow.
    pub(super) fn neighbour(&self, parent: u32, before: u32) -> u32 {
        match before {
            NONE => self.nodes[parent as usize].last,
            before => self.nodes[before as usize].previous,
        }
    }

    /// Moves a node under `parent`, before `before` or to the end, wherever it was.
    pub(super) fn attach(&mut self, parent: u32, before: u32, child: u32) {
        self.detach(child);
        if before != NONE || child as usize + 1 != self.nodes.len() {
            self.is_out_of_order = true;
        }
        let previous = self.neighbour(parent, before);
        let node = &mut self.nodes[child as usize];
        (node.parent, node.previous, node.next) = (parent, previous, before);
        self.link_after(parent, previous, child);
        self.link_before(parent, before, child);
    }

    /// Links `node` after `previous` under `parent`; without `previous` as the first child.
    fn link_after(&mut self, parent: u32, previous: u32, node: u32) {
        match previous {
            NONE => self.nodes[parent as usize].first = node,
            previous => self.nodes[previous as usize].next = node,
        }
    }

    /// Links `node` before `next` under `parent`; without `next` as the last child.
    fn link_before(&mut self, parent: u32, next: u32, node: u32) {
        match next {
            NONE => self.nodes[parent as usize].last = node,
            next => self.nodes[next as usize].previous = node,
        }
    }

    pub(super) fn detach(&mut self, child: u32) {
        let TreeNode { parent, previous, next, .. } = self.nodes[child as usize];
        if parent == NONE {
            return;
        }
        self.is_out_of_order = true;
        let node = &mut self.nodes[child as usize];
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
        self.link_after(parent, previous, next);
        self.link_before(parent, next, previous);
    }

    /// Moves all children of a node to the end of another, which has none of its own.
    pub(super) fn move_children(&mut self, from: u32, to: u32) {
        self.is_out_of_order = true;
        let (first, last) = (self.node(from).first, self.node(from).last);
        let mut child = first;
        while child != NONE {
            self.nodes[child as usize].parent = to;
            child = self.node(child).next;
        }
        let target = &mut self.nodes[to as usize];
        (target.first, target.last) = (first, last);
        let source = &mut self.nodes[from as usize];
        (source.first, source.last) = (NONE, NONE);
    }
}
