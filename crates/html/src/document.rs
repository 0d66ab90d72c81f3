//! The document: an immutable arena of nodes in document order.

#[cfg(feature = "selectors")]
use std::ptr::NonNull;

use crate::names::{AttributeName, Names, Tag};
use crate::span::Span;

/// The index of a node in its document, in document order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The id as an index into arrays with one entry per node.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The id of the node at this index.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

/// The type of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// The document itself; always and only node 0.
    Document,
    /// An element.
    Element,
    /// A run of text.
    Text,
    /// A comment.
    Comment,
    /// The document type declaration.
    Doctype,
}

/// The namespace of an element's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Namespace {
    /// HTML, and nodes that are not elements.
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// The document type declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doctype<'a> {
    /// The name in lower case, usually `html`.
    pub name: &'a str,
    /// The public identifier.
    pub public_id: Option<&'a str>,
    /// The system identifier.
    pub system_id: Option<&'a str>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) parent: u32,
    /// One past the last descendant.
    pub(crate) end: u32,
    /// Text and comments: bytes of the buffer. Elements: indices into the attributes.
    pub(crate) span: Span,
    pub(crate) tag: Tag,
    pub(crate) depth: u16,
    pub(crate) kind: NodeKind,
    pub(crate) namespace: Namespace,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Attribute {
    pub(crate) name: AttributeName,
    pub(crate) value: Span,
}

/// The measures that kept a page within bounds during parsing. All zero for an ordinary page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ParseReport {
    /// Elements nested deeper than allowed, [`crate::MAX_DEPTH`] at most; their content was kept, one level up.
    pub flattened_elements: u32,
    /// Tags ignored because the page made more nodes than its size allows; their text was kept.
    pub ignored_tags: u32,
    /// Bytes of attributes left out because the page has too many, or more than ten thousand different attribute names.
    pub ignored_attribute_bytes: u64,
    /// Bytes of the page beyond the limit, [`crate::MAX_BYTES`] at most; not parsed.
    pub unparsed_bytes: u64,
}

/// A parsed page: an immutable arena of nodes in document order.
///
/// Ids number nodes in the order in which they start in the page, so the subtree of a node is the
/// id range from it to [`Document::end`], and every walk is a loop. Text, comments and attribute
/// values are spans of one buffer. Ids and names are those of one document: methods panic on an id
/// that is not below [`Document::len`].
#[derive(Debug, Clone)]
pub struct Document {
    pub(crate) nodes: Vec<Node>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) buffer: String,
    pub(crate) names: Names,
    /// The identifiers of the doctype, public and system.
    pub(crate) doctype_ids: [Option<Span>; 2],
    pub(crate) report: ParseReport,
}

impl Document {
    /// The document node, ancestor of all.
    pub const ROOT: NodeId = NodeId(0);

    /// An empty document, without even the document node, to be filled.
    pub(crate) fn unfilled() -> Self {
        Self {
            nodes: Vec::new(),
            attributes: Vec::new(),
            buffer: String::new(),
            names: Names::default(),
            doctype_ids: [None; 2],
            report: ParseReport::default(),
        }
    }

    /// The number of nodes, including the document node.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes of its texts and markup, about those of the page.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.buffer.len()
    }

    /// True if there is nothing but the document node.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() <= 1
    }

    /// Every node in document order.
    #[inline]
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len()).map(NodeId::from_index)
    }

    /// Every element in document order.
    #[inline]
    pub fn elements(&self) -> impl Iterator<Item = NodeId> + '_ {
        let all = self.nodes.iter().enumerate();
        let elements = all.filter(|(_, node)| node.kind == NodeKind::Element);
        elements.map(|(index, _)| NodeId::from_index(index))
    }

    /// The type of `id`.
    #[inline]
    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.nodes[id.index()].kind
    }

    /// The element's tag; [`Tag::NONE`] for other nodes.
    #[inline]
    pub fn tag(&self, id: NodeId) -> Tag {
        self.nodes[id.index()].tag
    }

    /// The element's name in lower case (SVG names in their own case); empty for other nodes.
    #[inline]
    pub fn name(&self, id: NodeId) -> &str {
        self.names.tag(self.tag(id), &self.buffer)
    }

    /// The name of a tag of this document.
    #[inline]
    pub fn tag_name(&self, tag: Tag) -> &str {
        self.names.tag(tag, &self.buffer)
    }

    /// The parent; `None` for the document node.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != Self::ROOT).then(|| NodeId(self.nodes[id.index()].parent))
    }

    /// The nodes from the parent of `id` up to the document node.
    #[inline]
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(id), |&node| self.parent(node))
    }

    /// A node and its ancestors, the innermost first.
    pub fn around(&self, id: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        std::iter::successors(Some(id), |&node| self.parent(node))
    }

    /// One past the last descendant of `id`: its subtree is `id..end(id)`.
    #[inline]
    pub fn end(&self, id: NodeId) -> NodeId {
        NodeId(self.nodes[id.index()].end)
    }

    /// The descendants of `id` in document order, without `id` itself.
    #[inline]
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0 + 1..self.end(id).0).map(NodeId)
    }

    /// The children of `id` in document order.
    #[inline]
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.end(id);
        let first = Some(NodeId(id.0 + 1)).filter(|child| *child < end);
        std::iter::successors(first, move |&child| Some(self.end(child)).filter(|n| *n < end))
    }

    /// The number of ancestors of `id`; 0 for the document node, 1 for `html`.
    #[inline]
    pub fn depth(&self, id: NodeId) -> u16 {
        self.nodes[id.index()].depth
    }

    /// The characters of a text or comment; empty for other nodes.
    #[inline]
    pub fn text(&self, id: NodeId) -> &str {
        let node = &self.nodes[id.index()];
        match node.kind {
            NodeKind::Text | NodeKind::Comment | NodeKind::Doctype => self.slice(node.span),
            NodeKind::Document | NodeKind::Element => "",
        }
    }

    /// The length of [`Document::text`] in bytes, without reading it.
    #[inline]
    pub fn text_length(&self, id: NodeId) -> usize {
        let node = &self.nodes[id.index()];
        match node.kind {
            NodeKind::Text | NodeKind::Comment | NodeKind::Doctype => {
                (node.span.end - node.span.start) as usize
            }
            NodeKind::Document | NodeKind::Element => 0,
        }
    }

    /// The value of an attribute; the first if it is written twice.
    #[inline(always)]
    pub fn attribute(&self, id: NodeId, name: AttributeName) -> Option<&str> {
        let found = self.attribute_slice(id).iter().find(|a| a.name == name)?;
        Some(self.slice(found.value))
    }

    /// True if any element has an attribute of this name.
    pub fn has_attribute_anywhere(&self, name: AttributeName) -> bool {
        self.attributes.iter().any(|attribute| attribute.name == name)
    }

    /// The element's attributes in page order.
    #[inline]
    pub fn attributes(&self, id: NodeId) -> impl Iterator<Item = (&str, &str)> + '_ {
        self.attribute_slice(id)
            .iter()
            .map(|a| (self.names.attribute(a.name, &self.buffer), self.slice(a.value)))
    }

    /// The element's attributes whose names `is_wanted` accepts, in page order.
    #[inline]
    pub fn attributes_where<'a>(
        &'a self,
        id: NodeId,
        is_wanted: impl Fn(AttributeName) -> bool + 'a,
    ) -> impl Iterator<Item = (AttributeName, &'a str)> + 'a {
        let wanted = self.attribute_slice(id).iter().filter(move |a| is_wanted(a.name));
        wanted.map(|a| (a.name, self.slice(a.value)))
    }

    /// The element's attributes, with values as bytes.
    #[inline]
    pub fn attribute_bytes(&self, id: NodeId) -> impl Iterator<Item = (AttributeName, &[u8])> + '_ {
        self.attribute_slice(id).iter().map(|a| {
            (a.name, &self.buffer.as_bytes()[a.value.start as usize..a.value.end as usize])
        })
    }

    /// The name of an attribute of this document.
    #[inline]
    pub fn attribute_name(&self, name: AttributeName) -> &str {
        self.names.attribute(name, &self.buffer)
    }

    /// The text of all descendants, concatenated.
    pub fn text_content(&self, id: NodeId) -> String {
        let texts = self.descendants(id).filter(|n| self.kind(*n) == NodeKind::Text);
        texts.map(|n| self.text(n)).collect()
    }

    /// The namespace of the element's names.
    #[inline]
    pub fn namespace(&self, id: NodeId) -> Namespace {
        self.nodes[id.index()].namespace
    }

    /// The document type declaration, if there is one.
    pub fn doctype(&self) -> Option<Doctype<'_>> {
        let id = self.children(Self::ROOT).find(|id| self.kind(*id) == NodeKind::Doctype)?;
        let [public_id, system_id] = self.doctype_ids.map(|id| id.map(|span| self.slice(span)));
        Some(Doctype { name: self.text(id), public_id, system_id })
    }

    /// The memory that its content takes, in bytes.
    pub fn memory(&self) -> usize {
        self.buffer.len()
            + size_of_val(self.nodes.as_slice())
            + size_of_val(self.attributes.as_slice())
            + size_of_val(self.names.tags.as_slice())
            + size_of_val(self.names.attributes.as_slice())
    }

    /// The measures that kept the page within bounds during parsing.
    #[inline]
    pub fn report(&self) -> ParseReport {
        self.report
    }

    /// An address that identifies the node while the document lives.
    #[cfg(feature = "selectors")]
    pub(crate) fn identity(&self, id: NodeId) -> NonNull<()> {
        NonNull::from(&self.nodes[id.index()]).cast()
    }

    #[inline]
    fn attribute_slice(&self, id: NodeId) -> &[Attribute] {
        let node = &self.nodes[id.index()];
        match node.kind {
            NodeKind::Element => &self.attributes[node.span.start as usize..node.span.end as usize],
            _ => &[],
        }
    }

    #[inline]
    fn slice(&self, span: Span) -> &str {
        span.of(&self.buffer)
    }
}
