//! Turns the linked tree into the document's arena in document order.

use super::{Marks, NONE, Tree, TreeNode};
use crate::NodeKind;
use crate::document::Node;
use crate::parse::tokens::Store;
use crate::span::Span;

/// The inputs for turning a tree into a document.
pub(in crate::parse) struct Parts<'a> {
    pub(in crate::parse) page: &'a str,
    pub(in crate::parse) store: &'a mut Store,
    /// The buffer to fill with the nodes.
    pub(in crate::parse) nodes: Vec<Node>,
    /// Levels of elements at most.
    pub(in crate::parse) depth: u16,
}

/// Nodes in document order.
pub(in crate::parse) struct Finished {
    pub(in crate::parse) nodes: Vec<Node>,
    /// The number of elements that would have been deeper than allowed.
    pub(in crate::parse) flattened: u32,
}

impl Tree {
    /// The nodes below `root`, which becomes the document node.
    pub(in crate::parse) fn finish(&self, root: u32, parts: Parts) -> Finished {
        let Parts { page, store, mut nodes, depth } = parts;
        nodes.clear();
        nodes.reserve(self.count());
        if root == 0
            && !self.is_out_of_order
            && !self.has_joined
            && self.copy_in_order(&mut nodes, depth)
        {
            return Finished { nodes, flattened: 0 };
        }
        nodes.clear();
        let open = Vec::new();
        let mut copy = Copy { tree: self, page, store, nodes, depth, open, flattened: 0 };
        copy.copy(root);
        Finished { nodes: copy.nodes, flattened: copy.flattened }
    }

    /// The number of nodes when texts that continue others are joined with them.
    fn count(&self) -> usize {
        match self.has_joined {
            false => self.nodes.len(),
            true => self.nodes.iter().filter(|node| !node.marks.has(Marks::JOINED)).count(),
        }
    }

    /// Copies nodes that are in document order already; false if they are too deep.
    fn copy_in_order(&self, nodes: &mut Vec<Node>, most: u16) -> bool {
        let mut deepest = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let above = if index == 0 { None } else { nodes.get(node.parent as usize) };
            let depth = above.map_or(0, |above| above.depth + 1);
            deepest = deepest.max(depth);
            let parent = if index == 0 { 0 } else { node.parent };
            nodes.push(made(node, parent, index as u32 + 1, depth));
        }
        // A node ends no earlier than its last child.
        for index in (0..self.nodes.len()).rev() {
            let last = self.nodes[index].last;
            if last != NONE {
                nodes[index].end = nodes[last as usize].end;
            }
        }
        deepest <= most
    }
}

fn made(node: &TreeNode, parent: u32, end: u32, depth: u16) -> Node {
    let namespace = if node.marks.has(Marks::SVG) {
        crate::Namespace::Svg
    } else if node.marks.has(Marks::MATHML) {
        crate::Namespace::MathMl
    } else {
        crate::Namespace::Html
    };
    Node { parent, end, span: node.span, tag: node.tag, depth, kind: node.kind, namespace }
}

/// Copies by following links.
struct Copy<'a> {
    tree: &'a Tree,
    page: &'a str,
    store: &'a mut Store,
    nodes: Vec<Node>,
    depth: u16,
    /// The new indices of the open nodes.
    open: Vec<u32>,
    flattened: u32,
}

impl Copy<'_> {
    fn copy(&mut self, root: u32) {
        let tree = self.tree;
        self.nodes.push(made(tree.node(root), 0, 1, 0));
        let document = &mut self.nodes[0];
        (document.kind, document.tag) = (NodeKind::Document, crate::Tag::NONE);
        document.span = Span::default();
        self.open.push(0);
        let mut at = tree.node(root).first;
        // The number of ancestors without a node of their own.
        let mut too_deep = 0;
        while at != NONE {
            let node = tree.node(at);
            let is_new = self.write(node);
            if node.first != NONE {
                if self.open.len() > usize::from(self.depth) {
                    too_deep += 1;
                    self.flattened += 1;
                } else if is_new {
                    self.open.push(self.nodes.len() as u32 - 1);
                }
                at = node.first;
                continue;
            }
            while tree.node(at).next == NONE {
                at = tree.node(at).parent;
                if at == root || at == NONE {
                    break;
                }
                if too_deep > 0 {
                    too_deep -= 1;
                } else {
                    self.end();
                }
            }
            if at == root || at == NONE {
                break;
            }
            at = tree.node(at).next;
        }
        while !self.open.is_empty() {
            self.end();
        }
    }

    fn end(&mut self) {
        if let Some(place) = self.open.pop() {
            self.nodes[place as usize].end = self.nodes.len() as u32;
        }
    }

    /// Writes a node, or appends a text that continues the one before it. Returns whether it is a
    /// new node.
    fn write(&mut self, node: &TreeNode) -> bool {
        if node.marks.has(Marks::JOINED)
            && node.previous != NONE
            && let Some(before) = self.nodes.last().filter(|node| node.kind == NodeKind::Text)
        {
            let joined = self.store.join(self.page, before.span, node.span);
            if let Some(before) = self.nodes.last_mut() {
                before.span = joined;
            }
            return false;
        }
        let parent = self.open.last().copied().unwrap_or(0);
        let depth = self.open.len() as u16;
        self.nodes.push(made(node, parent, self.nodes.len() as u32 + 1, depth));
        true
    }
}
