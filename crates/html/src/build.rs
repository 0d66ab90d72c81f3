//! Builds documents node by node, for trees that no parser made: pages as a browser shows them
//! after scripts ran.

use std::collections::HashMap;

use crate::document::{Attribute, Node};
use crate::span::Span;
use crate::{AttributeName, Document, MAX_BYTES, MAX_DEPTH, Namespace, NodeId, NodeKind, Tag};

/// Builds a document in document order. Elements nested deeper than [`MAX_DEPTH`] are left out and
/// their content is kept, as in parsing.
///
/// ```
/// use zhengwen_html::{Document, DocumentBuilder, Namespace};
///
/// let mut builder = DocumentBuilder::default();
/// builder.start("p", Namespace::Html, [("class", "lead")]);
/// builder.text("words");
/// builder.end();
/// assert_eq!(builder.finish().text_content(Document::ROOT), "words");
/// ```
#[derive(Debug)]
pub struct DocumentBuilder {
    document: Document,
    /// For each open element, true if it has a node.
    open: Vec<bool>,
    /// The nodes of those that have one.
    places: Vec<u32>,
    tags: HashMap<(bool, String), Tag>,
    attribute_names: HashMap<String, AttributeName>,
}

impl Default for DocumentBuilder {
    fn default() -> Self {
        let mut document = Document::unfilled();
        let (span, tag) = (Span::default(), Tag::NONE);
        let (kind, namespace) = (NodeKind::Document, Namespace::Html);
        document.nodes.push(Node { parent: 0, end: 1, span, tag, depth: 0, kind, namespace });
        let (tags, attribute_names) = (HashMap::new(), HashMap::new());
        Self { document, open: Vec::new(), places: Vec::new(), tags, attribute_names }
    }
}

impl DocumentBuilder {
    /// Begins an element, its names in lower case as in HTML. Returns its node, unless it is left
    /// out.
    pub fn start<'a>(
        &mut self,
        name: &str,
        namespace: Namespace,
        attributes: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<NodeId> {
        if self.places.len() >= usize::from(MAX_DEPTH) {
            self.document.report.flattened_elements += 1;
            self.open.push(false);
            return None;
        }
        let start = self.document.attributes.len() as u32;
        for (name, value) in attributes {
            let name = self.attribute_name(name);
            let value = self.write(value);
            self.document.attributes.push(Attribute { name, value });
        }
        let span = Span { start, end: self.document.attributes.len() as u32 };
        let tag = self.tag(name, namespace);
        let node = self.push(NodeKind::Element, span, tag, namespace);
        self.open.push(true);
        self.places.push(node.0);
        Some(node)
    }

    /// Adds text, joined to any text right before it. Returns whether it became a node of its own.
    pub fn text(&mut self, text: &str) -> bool {
        if text.is_empty() {
            return false;
        }
        let span = self.write(text);
        let parent = self.parent();
        if let Some(last) = self.document.nodes.last_mut()
            && last.kind == NodeKind::Text
            && last.parent == parent
            && last.span.end == span.start
        {
            last.span.end = span.end;
            return false;
        }
        self.push(NodeKind::Text, span, Tag::NONE, Namespace::Html);
        true
    }

    /// Ends the innermost open element.
    pub fn end(&mut self) {
        if self.open.pop() == Some(true) {
            self.places.pop();
        }
    }

    /// Finishes the document, ending all open elements.
    pub fn finish(mut self) -> Document {
        // A node ends no earlier than its last child, and children come after their parents.
        for index in (1..self.document.nodes.len()).rev() {
            let Node { parent, end, .. } = self.document.nodes[index];
            let above = &mut self.document.nodes[parent as usize];
            above.end = above.end.max(end);
        }
        self.document
    }

    fn parent(&self) -> u32 {
        self.places.last().copied().unwrap_or(0)
    }

    fn push(&mut self, kind: NodeKind, span: Span, tag: Tag, namespace: Namespace) -> NodeId {
        let index = self.document.nodes.len() as u32;
        let (parent, depth) = (self.parent(), self.places.len() as u16 + 1);
        self.document.nodes.push(Node {
            parent,
            end: index + 1,
            span,
            tag,
            depth,
            kind,
            namespace,
        });
        NodeId(index)
    }

    /// Copies text into the buffer as far as there is room.
    fn write(&mut self, text: &str) -> Span {
        let buffer = &mut self.document.buffer;
        let start = buffer.len();
        let mut cut = text.len().min(MAX_BYTES.saturating_sub(start));
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        buffer.push_str(&text[..cut]);
        self.document.report.unparsed_bytes += (text.len() - cut) as u64;
        Span { start: start as u32, end: buffer.len() as u32 }
    }

    fn tag(&mut self, name: &str, namespace: Namespace) -> Tag {
        // Inside SVG or MathML, a name differs from the HTML name with the same letters.
        let is_foreign = namespace != Namespace::Html && !matches!(name, "svg" | "math");
        if let Some(known) = Tag::known(name).filter(|_| !is_foreign) {
            return known;
        }
        if let Some(tag) = self.tags.get(&(is_foreign, name.to_owned())) {
            return *tag;
        }
        let Some(tag) = Tag::other(self.document.names.tags.len()) else { return Tag::DIV };
        let span = self.write(name);
        self.document.names.tags.push(span);
        self.tags.insert((is_foreign, name.to_owned()), tag);
        tag
    }

    fn attribute_name(&mut self, name: &str) -> AttributeName {
        if let Some(known) = AttributeName::known(name) {
            return known;
        }
        if let Some(known) = self.attribute_names.get(name) {
            return *known;
        }
        let number = self.document.names.attributes.len();
        let Some(attribute) = AttributeName::other(number) else { return AttributeName::TITLE };
        let span = self.write(name);
        self.document.names.attributes.push(span);
        self.attribute_names.insert(name.to_owned(), attribute);
        attribute
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shown::shown;
    use crate::{Event, parse, walk};

    /// Rebuilds a document node by node.
    fn copy(document: &Document) -> Document {
        let mut builder = DocumentBuilder::default();
        for event in walk(document.root()) {
            match event {
                Event::Start(id) => {
                    let name = document.name(id);
                    builder.start(name, document.namespace(id), document.attributes(id));
                }
                Event::End(_) => builder.end(),
                Event::Leaf(id) if document.kind(id) == NodeKind::Text => {
                    builder.text(document.text(id));
                }
                Event::Leaf(_) => {}
            }
        }
        builder.finish()
    }

    #[test]
    fn a_copy_is_like_its_model() {
        let model = parse(
            "<title>t</title><p class=a x-own=1>one<b>two</b>three<x-own>four</x-own><br>five<svg><title>no</title></svg>",
        );
        let copy = copy(&model);
        assert_eq!(shown(&copy), shown(&model));
        for id in model.ids() {
            assert_eq!((copy.end(id), copy.depth(id)), (model.end(id), model.depth(id)));
        }
        let title = copy.ids().filter(|id| copy.tag(*id) == Tag::TITLE).count();
        assert_eq!(title, 1, "that of the drawing is another name");
    }

    #[test]
    fn deep_trees_are_flattened_and_text_is_kept() {
        let mut builder = DocumentBuilder::default();
        for _ in 0..2000 {
            builder.start("div", Namespace::Html, []);
        }
        builder.text("deep");
        (0..2000).for_each(|_| builder.end());
        builder.text("after");
        let document = builder.finish();
        assert_eq!(document.report().flattened_elements, 2000 - u32::from(MAX_DEPTH));
        assert_eq!(document.text_content(Document::ROOT), "deepafter");
    }
}
