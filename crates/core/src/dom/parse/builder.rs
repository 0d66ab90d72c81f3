//! Writes nodes into a [`Document`] in document order; any parser ends here.

use super::MAX_DEPTH;
use crate::dom::names::Names;
use crate::dom::{Attribute, Document, Node, NodeId, NodeKind, ParseReport, Span, Tag};

/// Takes start, text and end events in document order. Elements deeper than [`MAX_DEPTH`] become
/// empty siblings of what they hold.
pub(super) struct DocumentBuilder {
    document: Document,
    /// The open elements that are in the tree, the document node first.
    open: Vec<NodeId>,
    /// Open elements beyond the depth that the tree may have.
    flattened_open: u32,
}

impl DocumentBuilder {
    pub(super) fn new(node_count: usize, text_bytes: usize) -> Self {
        let mut document = Document {
            nodes: Vec::with_capacity(node_count + 1),
            attributes: Vec::with_capacity(node_count),
            buffer: String::with_capacity(text_bytes),
            names: Names::default(),
            report: ParseReport::default(),
        };
        document.nodes.push(Node {
            parent: 0,
            end: 1,
            span: Span::default(),
            tag: Tag::NONE,
            depth: 0,
            kind: NodeKind::Document,
        });
        Self { document, open: vec![Document::ROOT], flattened_open: 0 }
    }

    pub(super) fn start_element<'a>(
        &mut self,
        name: &str,
        is_html: bool,
        attributes: impl Iterator<Item = (&'a str, &'a str)>,
    ) {
        let names = &mut self.document.names;
        let is_known = is_html || matches!(name, "svg" | "math");
        let tag = if is_known { names.number_tag(name) } else { names.number_foreign_tag(name) };
        let start = length(self.document.attributes.len());
        for (name, value) in attributes {
            let name = self.document.names.number_attribute(name);
            let value = self.push_bytes(value);
            self.document.attributes.push(Attribute { name, value });
        }
        let span = Span { start, end: length(self.document.attributes.len()) };
        let id = self.push_node(NodeKind::Element, tag, span);
        if self.open.len() > usize::from(MAX_DEPTH) {
            self.flattened_open += 1;
            self.document.report.flattened_elements += 1;
        } else {
            self.open.push(id);
        }
    }

    pub(super) fn end_element(&mut self) {
        if self.flattened_open > 0 {
            self.flattened_open -= 1;
        } else if self.open.len() > 1
            && let Some(id) = self.open.pop()
        {
            self.document.nodes[id.index()].end = length(self.document.nodes.len());
        }
    }

    /// Adds a text, comment or doctype.
    pub(super) fn leaf(&mut self, kind: NodeKind, text: &str) {
        let span = self.push_bytes(text);
        self.push_node(kind, Tag::NONE, span);
    }

    pub(super) fn finish(mut self, report: ParseReport) -> Document {
        while self.open.len() > 1 {
            self.end_element();
        }
        self.document.nodes[0].end = length(self.document.nodes.len());
        // Most elements that the parser flattened are flattened here too.
        let flattened = &mut self.document.report.flattened_elements;
        *flattened = report.flattened_elements.max(*flattened);
        self.document.report.ignored_tags = report.ignored_tags;
        self.document
    }

    fn push_node(&mut self, kind: NodeKind, tag: Tag, span: Span) -> NodeId {
        let id = NodeId::from_index(self.document.nodes.len());
        let parent = self.open.last().map_or(0, |id| id.0);
        let depth = u16::try_from(self.open.len()).unwrap_or(u16::MAX);
        self.document.nodes.push(Node { parent, end: id.0 + 1, span, tag, depth, kind });
        id
    }

    fn push_bytes(&mut self, text: &str) -> Span {
        let start = length(self.document.buffer.len());
        self.document.buffer.push_str(text);
        Span { start, end: length(self.document.buffer.len()) }
    }
}

/// Lengths fit: a page is at most [`super::MAX_BYTES`] long, and a tree holds less text than that
/// and one node per two bytes.
fn length(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
