//! The tree while html5ever still moves nodes about.

use std::borrow::Cow;
use std::cell::{Ref, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// The content of a node of the tree.
#[derive(Debug)]
pub enum Data {
    /// The document.
    Root,
    /// An element.
    Element {
        /// Its name.
        name: QualName,
        /// Its attributes.
        attributes: Vec<Attribute>,
        /// True if it is an `annotation-xml` that holds HTML.
        is_annotation_point: bool,
    },
    /// A text.
    Text(StrTendril),
    /// A comment.
    Comment(StrTendril),
    /// A doctype's name.
    Doctype(StrTendril),
}

/// A node of the tree, linked to its parent, siblings and children.
#[derive(Debug)]
pub struct TreeNode {
    /// The node above.
    pub parent: u32,
    previous: u32,
    /// The next sibling.
    pub next: u32,
    /// The first child.
    pub first: u32,
    last: u32,
    /// Its content.
    pub data: Data,
}

/// The tree that html5ever builds.
#[derive(Debug)]
pub struct Tree {
    /// The document first, then in the order of making.
    pub nodes: RefCell<Vec<TreeNode>>,
}

impl Default for Tree {
    /// The document alone.
    fn default() -> Self {
        let tree = Self { nodes: RefCell::new(Vec::new()) };
        tree.create(Data::Root);
        tree
    }
}

impl Tree {
    fn create(&self, data: Data) -> u32 {
        let mut nodes = self.nodes.borrow_mut();
        let id = u32::try_from(nodes.len()).unwrap_or(NONE);
        nodes.push(TreeNode {
            parent: NONE,
            previous: NONE,
            next: NONE,
            first: NONE,
            last: NONE,
            data,
        });
        id
    }

    /// Puts `child` under `parent`, before `before` or last.
    fn attach(&self, parent: u32, before: u32, child: u32) {
        self.detach(child);
        let mut nodes = self.nodes.borrow_mut();
        let previous = match before {
            NONE => nodes[parent as usize].last,
            before => nodes[before as usize].previous,
        };
        let node = &mut nodes[child as usize];
        (node.parent, node.previous, node.next) = (parent, previous, before);
        match previous {
            NONE => nodes[parent as usize].first = child,
            previous => nodes[previous as usize].next = child,
        }
        match before {
            NONE => nodes[parent as usize].last = child,
            before => nodes[before as usize].previous = child,
        }
    }

    fn detach(&self, child: u32) {
        let mut nodes = self.nodes.borrow_mut();
        let node = &mut nodes[child as usize];
        let (parent, previous, next) = (node.parent, node.previous, node.next);
        if parent == NONE {
            return;
        }
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
        match previous {
            NONE => nodes[parent as usize].first = next,
            previous => nodes[previous as usize].next = next,
        }
        match next {
            NONE => nodes[parent as usize].last = previous,
            next => nodes[next as usize].previous = previous,
        }
    }

    fn insert(&self, parent: u32, before: u32, child: NodeOrText<u32>) {
        let text = match child {
            NodeOrText::AppendNode(node) => return self.attach(parent, before, node),
            NodeOrText::AppendText(text) => text,
        };
        let neighbour = {
            let nodes = self.nodes.borrow();
            if before == NONE {
                nodes[parent as usize].last
            } else {
                nodes[before as usize].previous
            }
        };
        if neighbour != NONE
            && let Data::Text(existing) = &mut self.nodes.borrow_mut()[neighbour as usize].data
        {
            return existing.push_tendril(&text);
        }
        let node = self.create(Data::Text(text));
        self.attach(parent, before, node);
    }
}

/// An element's name, borrowed from the tree.
#[derive(Debug)]
pub struct NameOf<'a>(Ref<'a, QualName>);

impl ElemName for NameOf<'_> {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for Tree {
    type Handle = u32;
    type Output = Self;
    type ElemName<'a> = NameOf<'a>;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> u32 {
        0
    }

    #[expect(clippy::panic, reason = "html5ever promises to ask only of elements")]
    fn elem_name<'a>(&'a self, target: &'a u32) -> NameOf<'a> {
        NameOf(Ref::map(self.nodes.borrow(), |nodes| match &nodes[*target as usize].data {
            Data::Element { name, .. } => name,
            _ => panic!("only elements have names"),
        }))
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> u32 {
        let is_annotation_point = flags.mathml_annotation_xml_integration_point;
        self.create(Data::Element { name, attributes, is_annotation_point })
    }

    fn create_comment(&self, text: StrTendril) -> u32 {
        self.create(Data::Comment(text))
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> u32 {
        self.create(Data::Comment(data))
    }

    fn append(&self, parent: &u32, child: NodeOrText<u32>) {
        self.insert(*parent, NONE, child);
    }

    fn append_based_on_parent_node(&self, element: &u32, previous: &u32, child: NodeOrText<u32>) {
        if self.nodes.borrow()[*element as usize].parent == NONE {
            self.append(previous, child);
        } else {
            self.append_before_sibling(element, child);
        }
    }

    fn append_doctype_to_document(&self, name: StrTendril, _: StrTendril, _: StrTendril) {
        let node = self.create(Data::Doctype(name));
        self.attach(0, NONE, node);
    }

    /// Template contents are kept as children of the template: one tree, one walk.
    fn get_template_contents(&self, target: &u32) -> u32 {
        *target
    }

    fn same_node(&self, x: &u32, y: &u32) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &u32, new_node: NodeOrText<u32>) {
        let parent = self.nodes.borrow()[*sibling as usize].parent;
        if parent != NONE {
            self.insert(parent, *sibling, new_node);
        }
    }

    fn add_attrs_if_missing(&self, target: &u32, new: Vec<Attribute>) {
        if let Data::Element { attributes, .. } =
            &mut self.nodes.borrow_mut()[*target as usize].data
        {
            for attribute in new {
                if attributes.iter().all(|a| a.name != attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &u32) {
        self.detach(*target);
    }

    fn reparent_children(&self, node: &u32, new_parent: &u32) {
        loop {
            let child = self.nodes.borrow()[*node as usize].first;
            if child == NONE {
                return;
            }
            self.attach(*new_parent, NONE, child);
        }
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &u32) -> bool {
        let nodes = self.nodes.borrow();
        matches!(nodes[*handle as usize].data, Data::Element { is_annotation_point: true, .. })
    }
}
