//! The tree as html5ever builds it, with a bound on depth that html5ever itself does not have.
//!
//! html5ever takes time quadratic in nesting depth, so depth must be bounded before its stack of
//! open elements grows: a start tag whose element lands too deep is ended at once, and its own end
//! tag is swallowed when it comes.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};
use std::collections::HashMap;

use html5ever::buffer_queue::BufferQueue;
use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    EndTag, StartTag, Tag as TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, Namespace, QualName, ns};

use super::builder::DocumentBuilder;
use super::{MAX_DEPTH, limits};
use crate::dom::{Document, NodeKind, ParseReport, Tag};

/// Parses with html5ever, then copies its tree into document order.
pub(super) fn parse(html: &str) -> Document {
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let tree = Tree::new();
    let limiter = Limiter {
        builder: TreeBuilder::new(tree, options),
        max_elements: limits::max_elements(html.len()),
        ended_early: RefCell::default(),
        flattened: Cell::new(0),
        ignored: Cell::new(0),
    };
    let tokenizer = Tokenizer::new(limiter, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // A finished `script` hands control back; there is nothing to run, so go on.
    while let html5ever::TokenizerResult::Script(_)
    | html5ever::TokenizerResult::EncodingIndicator(_) = tokenizer.feed(&input)
    {}
    tokenizer.end();
    let report = ParseReport {
        flattened_elements: tokenizer.sink.flattened.get(),
        ignored_tags: tokenizer.sink.ignored.get(),
        ..ParseReport::default()
    };
    copy(&tokenizer.sink.builder.sink.nodes.borrow(), html.len(), report)
}

const NONE: u32 = u32::MAX;

enum Data {
    Root,
    Element { name: QualName, attributes: Vec<Attribute>, is_annotation_point: bool },
    Text(StrTendril),
    Comment(StrTendril),
    Doctype(StrTendril),
}

struct TreeNode {
    parent: u32,
    previous: u32,
    next: u32,
    first: u32,
    last: u32,
    depth: u32,
    data: Data,
}

/// The tree while html5ever still moves nodes about.
struct Tree {
    nodes: RefCell<Vec<TreeNode>>,
    deepest_new: Cell<u32>,
    elements: Cell<usize>,
}

impl Tree {
    fn new() -> Self {
        let tree = Self {
            nodes: RefCell::new(Vec::new()),
            deepest_new: Cell::new(0),
            elements: Cell::new(0),
        };
        tree.create(Data::Root);
        tree
    }

    fn create(&self, data: Data) -> u32 {
        let mut nodes = self.nodes.borrow_mut();
        let id = u32::try_from(nodes.len()).unwrap_or(NONE);
        let links = (NONE, NONE, NONE);
        nodes.push(TreeNode {
            parent: links.0,
            previous: links.1,
            next: links.2,
            first: NONE,
            last: NONE,
            depth: 0,
            data,
        });
        id
    }

    /// Puts `child` under `parent`, before `before` or last.
    fn attach(&self, parent: u32, before: u32, child: u32) {
        self.detach(child);
        let mut nodes = self.nodes.borrow_mut();
        let depth = nodes[parent as usize].depth + 1;
        let is_element = matches!(nodes[child as usize].data, Data::Element { .. });
        if is_element {
            self.deepest_new.set(self.deepest_new.get().max(depth));
        }
        let previous = match before {
            NONE => nodes[parent as usize].last,
            before => nodes[before as usize].previous,
        };
        let node = &mut nodes[child as usize];
        (node.parent, node.depth, node.previous, node.next) = (parent, depth, previous, before);
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

#[derive(Debug)]
struct NameOf<'a>(Ref<'a, QualName>);

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
        self.elements.set(self.elements.get() + 1);
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

/// Stands between tokenizer and tree builder and keeps depth and size within bounds.
struct Limiter {
    builder: TreeBuilder<u32, Tree>,
    max_elements: usize,
    /// Elements ended as soon as they began, by name: so many of their end tags are to come.
    ended_early: RefCell<HashMap<LocalName, u32>>,
    flattened: Cell<u32>,
    ignored: Cell<u32>,
}

impl TokenSink for Limiter {
    type Handle = u32;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<u32> {
        let Token::TagToken(tag) = token else {
            return self.builder.process_token(token, line);
        };
        if self.builder.sink.elements.get() > self.max_elements && !holds_raw_text(&tag.name) {
            self.ignored.set(self.ignored.get() + 1);
            return TokenSinkResult::Continue;
        }
        match tag.kind {
            StartTag => self.start(tag, line),
            EndTag if self.is_end_of_ended(&tag.name) => TokenSinkResult::Continue,
            EndTag => self.builder.process_token(Token::TagToken(tag), line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Limiter {
    fn start(&self, tag: TagToken, line: u64) -> TokenSinkResult<u32> {
        let name = tag.name.clone();
        let depth = &self.builder.sink.deepest_new;
        depth.set(0);
        let is_self_closing = tag.self_closing;
        let result = self.builder.process_token(Token::TagToken(tag), line);
        let is_open = !holds_raw_text(&name)
            && !is_self_closing
            && !Tag::known(&name).is_some_and(Tag::is_void);
        if depth.get() > u32::from(MAX_DEPTH) && is_open {
            self.flattened.set(self.flattened.get() + 1);
            *self.ended_early.borrow_mut().entry(name.clone()).or_default() += 1;
            let end = TagToken {
                kind: EndTag,
                name,
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            };
            let _ = self.builder.process_token(Token::TagToken(end), line);
        }
        result
    }

    /// Whether an end tag belongs to an element that was ended early; it is then used up.
    fn is_end_of_ended(&self, name: &LocalName) -> bool {
        let mut ended = self.ended_early.borrow_mut();
        match ended.get_mut(name) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Whether a start tag switches the tokenizer to raw text, so that both of its tags must be seen.
fn holds_raw_text(name: &LocalName) -> bool {
    matches!(
        &**name,
        "script"
            | "style"
            | "textarea"
            | "title"
            | "xmp"
            | "iframe"
            | "noembed"
            | "noframes"
            | "plaintext"
    )
}

/// Copies the finished tree into document order, iteratively.
fn copy(nodes: &[TreeNode], text_bytes: usize, report: ParseReport) -> Document {
    let mut builder = DocumentBuilder::new(nodes.len(), text_bytes);
    let mut at = nodes[0].first;
    while at != NONE {
        let node = &nodes[at as usize];
        let is_element = matches!(node.data, Data::Element { .. });
        write(&mut builder, &node.data);
        if node.first != NONE {
            at = node.first;
            continue;
        }
        if is_element {
            builder.end_element();
        }
        at = next_after(nodes, at, &mut builder);
    }
    builder.finish(report)
}

/// The node that follows the subtree of `at`; ends the elements in between.
fn next_after(nodes: &[TreeNode], mut at: u32, builder: &mut DocumentBuilder) -> u32 {
    while nodes[at as usize].next == NONE {
        at = nodes[at as usize].parent;
        if at == 0 || at == NONE {
            return NONE;
        }
        builder.end_element();
    }
    nodes[at as usize].next
}

fn write(builder: &mut DocumentBuilder, data: &Data) {
    match data {
        Data::Root => {}
        Data::Element { name, attributes, .. } => {
            let pairs = attributes.iter().map(|a| (&*a.name.local, &*a.value));
            builder.start_element(&name.local, name.ns == ns!(html), pairs);
        }
        Data::Text(text) => builder.leaf(NodeKind::Text, text),
        Data::Comment(text) => builder.leaf(NodeKind::Comment, text),
        Data::Doctype(name) => builder.leaf(NodeKind::Doctype, name),
    }
}
