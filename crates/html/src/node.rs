//! A node that knows its document.

use std::cmp::Ordering;

use crate::{AttributeName, Document, NodeId, NodeKind, Tag};

/// A node with its document: what a function takes that looks at one element and at what is around or within it.
///
/// Two are equal if their ids are; compare only nodes of the same document.
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'d> {
    /// The document.
    pub document: &'d Document,
    /// The index of the node.
    pub id: NodeId,
}

impl Document {
    /// The node of this id.
    #[inline]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        NodeRef { document: self, id }
    }

    /// The document node, around all others.
    #[inline]
    pub fn root(&self) -> NodeRef<'_> {
        self.node(Self::ROOT)
    }
}

impl<'d> NodeRef<'d> {
    #[inline]
    fn at(self, id: NodeId) -> Self {
        Self { id, ..self }
    }

    /// The kind of the node.
    #[inline]
    pub fn kind(self) -> NodeKind {
        self.document.kind(self.id)
    }

    /// True for an element.
    #[inline]
    pub fn is_element(self) -> bool {
        self.kind() == NodeKind::Element
    }

    /// True for a run of text.
    #[inline]
    pub fn is_text(self) -> bool {
        self.kind() == NodeKind::Text
    }

    /// The tag of an element.
    #[inline]
    pub fn tag(self) -> Tag {
        self.document.tag(self.id)
    }

    /// True for an element of this tag.
    #[inline]
    pub fn is(self, tag: Tag) -> bool {
        self.tag() == tag
    }

    /// The name of an element; empty for other nodes.
    #[inline]
    pub fn name(self) -> &'d str {
        self.document.name(self.id)
    }

    /// The value of an attribute.
    #[inline]
    pub fn attribute(self, name: AttributeName) -> Option<&'d str> {
        self.document.attribute(self.id, name)
    }

    /// The value of an attribute; empty without it.
    #[inline]
    pub fn value(self, name: AttributeName) -> &'d str {
        self.attribute(name).unwrap_or("")
    }

    /// True if an attribute has this value.
    #[inline]
    pub fn has(self, name: AttributeName, value: &str) -> bool {
        self.attribute(name) == Some(value)
    }

    /// The names and values of the attributes in page order.
    pub fn attributes(self) -> impl Iterator<Item = (&'d str, &'d str)> {
        self.document.attributes(self.id)
    }

    /// The classes of an element.
    pub fn classes(self) -> impl Iterator<Item = &'d str> + Clone {
        self.value(AttributeName::CLASS).split_whitespace()
    }

    /// The characters of a text or comment; empty for other nodes.
    #[inline]
    pub fn text(self) -> &'d str {
        self.document.text(self.id)
    }

    /// The text of all descendants, concatenated.
    pub fn text_content(self) -> String {
        self.document.text_content(self.id)
    }

    /// The parent; `None` for the document node.
    #[inline]
    pub fn parent(self) -> Option<Self> {
        self.document.parent(self.id).map(|id| self.at(id))
    }

    /// The nodes from the parent up to the document node.
    #[inline]
    pub fn ancestors(self) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// The node and its ancestors, the innermost first.
    #[inline]
    pub fn around(self) -> impl Iterator<Item = Self> + Clone {
        std::iter::successors(Some(self), |node| node.parent())
    }

    /// The node and the nearest of its ancestors, `levels` nodes in all.
    #[inline]
    pub fn up(self, levels: usize) -> impl Iterator<Item = Self> + Clone {
        self.around().take(levels)
    }

    /// The children in document order.
    #[inline]
    pub fn children(self) -> impl Iterator<Item = Self> {
        self.document.children(self.id).map(move |id| self.at(id))
    }

    /// The descendants in document order, without the node itself.
    #[inline]
    pub fn descendants(self) -> impl Iterator<Item = Self> {
        self.document.descendants(self.id).map(move |id| self.at(id))
    }

    /// The elements among the descendants.
    #[inline]
    pub fn elements(self) -> impl Iterator<Item = Self> {
        self.descendants().filter(|node| node.is_element())
    }

    /// One past the last descendant.
    #[inline]
    pub fn end(self) -> NodeId {
        self.document.end(self.id)
    }

    /// True if a node is this one or a descendant of it.
    #[inline]
    pub fn contains(self, other: NodeId) -> bool {
        (self.id..self.end()).contains(&other)
    }

    /// The number of ancestors.
    #[inline]
    pub fn depth(self) -> u16 {
        self.document.depth(self.id)
    }

    /// The value of an attribute that has no constant, by its name in lower case.
    pub fn attribute_named(self, name: &str) -> Option<&'d str> {
        self.attributes().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// True if an element has this id.
    pub fn has_id(self, id: &str) -> bool {
        self.has(AttributeName::ID, id)
    }

    /// True if two elements have the same class and the same id.
    pub fn is_named_like(self, other: Self) -> bool {
        [AttributeName::CLASS, AttributeName::ID]
            .into_iter()
            .all(|name| self.attribute(name) == other.attribute(name))
    }

    /// The number of nodes within, this one included.
    #[inline]
    pub fn size(self) -> u32 {
        self.end().0 - self.id.0
    }

    /// The next child of the parent.
    #[inline]
    pub fn next_sibling(self) -> Option<Self> {
        let end = self.parent()?.end();
        Some(self.at(self.end())).filter(|next| next.id < end)
    }

    /// The first child that is an element.
    pub fn first_element(self) -> Option<Self> {
        self.children().find(|child| child.is_element())
    }
}

impl PartialEq for NodeRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for NodeRef<'_> {}

impl PartialOrd for NodeRef<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NodeRef<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}
