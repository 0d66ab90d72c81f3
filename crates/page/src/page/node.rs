//! Handles that know their page: a node and a block, each a page and a number. They are copied freely.

use std::cmp::Ordering;
use std::ops::{Deref, Range};

use super::marks::{Build, Name, Names};
use super::{Amounts, Block, BlockIndex, NodeFlags, Page, Rectangle, TextNode};
use crate::dom::{AttributeName, NodeId, NodeKind, NodeRef, Tag};

/// A node of a page. Two are equal if their ids are; compare only nodes of the same page.
#[derive(Debug, Clone, Copy)]
pub struct Node<'p> {
    /// The page.
    pub page: &'p Page,
    /// The index of the node.
    pub id: NodeId,
}

impl Page {
    /// The node of this id.
    #[inline]
    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { page: self, id }
    }

    /// The document node, around all others.
    #[inline]
    pub fn root(&self) -> Node<'_> {
        self.node(NodeId(0))
    }

    /// All elements in document order.
    pub fn elements(&self) -> impl Iterator<Item = Node<'_>> {
        self.document.elements().map(|id| self.node(id))
    }

    /// The elements whose class or id has this meaning, in document order. Costs next to nothing on a page without one.
    pub fn named(&self, name: Name) -> impl Iterator<Item = Node<'_>> {
        self.marks().all(name).map(|id| self.node(id))
    }

    /// The block at this place.
    ///
    /// # Panics
    /// Beyond the last block.
    #[inline]
    pub fn block(&self, at: BlockIndex) -> BlockRef<'_> {
        BlockRef { page: self, at, block: &self.blocks()[at] }
    }

    /// The text blocks in document order, as handles.
    #[inline]
    pub fn block_refs(&self) -> impl DoubleEndedIterator<Item = BlockRef<'_>> + ExactSizeIterator {
        (0..self.blocks().len()).map(|at| self.block(at))
    }
}

/// Methods that ask the same of the node in its document.
macro_rules! of_document {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub fn $name(self, $($argument: $type),*) -> $result {
                self.in_document().$name($($argument),*)
            }
        )*
    };
}

/// What the document alone knows.
impl<'p> Node<'p> {
    of_document! {
        /// The kind of the node.
        kind() -> NodeKind;
        /// True for an element.
        is_element() -> bool;
        /// True for a run of text.
        is_text() -> bool;
        /// The tag of an element.
        tag() -> Tag;
        /// True for an element of this tag.
        is(tag: Tag) -> bool;
        /// The name of an element; empty for other nodes.
        name() -> &'p str;
        /// The value of an attribute.
        attribute(name: AttributeName) -> Option<&'p str>;
        /// The value of an attribute; empty without it.
        value(name: AttributeName) -> &'p str;
        /// True if an attribute has this value.
        has(name: AttributeName, value: &str) -> bool;
        /// True if an element has this id.
        has_id(id: &str) -> bool;
        /// The value of an attribute that has no constant, by its name in lower case.
        attribute_named(name: &str) -> Option<&'p str>;
        /// The names and values of the attributes in page order.
        attributes() -> impl Iterator<Item = (&'p str, &'p str)>;
        /// The classes of an element, to parse values out of them, such as `level2`. For what a class means ask [`Node::class`].
        classes() -> impl Iterator<Item = &'p str> + Clone;
        /// The characters of a text node as they are in the page; empty for other nodes. [`Node::shown`] has the text of an element.
        text() -> &'p str;
        /// The text of all descendants, concatenated.
        text_content() -> String;
        /// One past the last descendant.
        end() -> NodeId;
        /// The number of nodes within, this one included.
        size() -> u32;
        /// True if a node is this one or a descendant of it.
        contains(other: NodeId) -> bool;
        /// The number of ancestors.
        depth() -> u16;
    }

    #[inline]
    fn at(self, id: NodeId) -> Self {
        Self { id, ..self }
    }

    /// The node as one of its document.
    #[inline]
    pub fn in_document(self) -> NodeRef<'p> {
        self.page.document().node(self.id)
    }

    /// The parent; `None` for the document node.
    #[inline]
    pub fn parent(self) -> Option<Self> {
        self.page.document().parent(self.id).map(|id| self.at(id))
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
        self.page.document().children(self.id).map(move |id| self.at(id))
    }

    /// The descendants in document order, without the node itself.
    #[inline]
    pub fn descendants(self) -> impl Iterator<Item = Self> {
        self.page.document().descendants(self.id).map(move |id| self.at(id))
    }

    /// The elements among the descendants.
    #[inline]
    pub fn elements(self) -> impl Iterator<Item = Self> {
        self.descendants().filter(|node| node.is_element())
    }

    /// The next child of the parent.
    #[inline]
    pub fn next_sibling(self) -> Option<Self> {
        self.in_document().next_sibling().map(|next| self.at(next.id))
    }

    /// The first child that is an element.
    pub fn first_element(self) -> Option<Self> {
        self.in_document().first_element().map(|child| self.at(child.id))
    }
}

/// What the page knows besides.
impl<'p> Node<'p> {
    /// The meanings of the class.
    #[inline]
    pub fn class(self) -> Names {
        self.page.marks().class(self.id)
    }

    /// The meanings of the id.
    #[inline]
    pub fn id_names(self) -> Names {
        self.page.marks().id(self.id)
    }

    /// True if the class or the id has this meaning.
    #[inline]
    pub fn is_named(self, name: Name) -> bool {
        self.page.marks().is(self.id, name)
    }

    /// The way an element is built, by its classes.
    #[inline]
    pub fn build(self) -> Build {
        self.page.marks().build(self.id)
    }

    /// A number for the class: that of all elements with the same class, 0 without one.
    #[inline]
    pub fn spelling(self) -> u32 {
        self.page.marks().spelling(self.id)
    }

    /// The flags, including those inherited from ancestors.
    #[inline]
    pub fn flags(self) -> NodeFlags {
        self.page.flags(self.id)
    }

    /// The amounts of text, links, marks and tags within.
    #[inline]
    pub fn amounts(self) -> Amounts {
        self.page.stats().amounts(self.in_document())
    }

    /// The characters of text within, without blanks.
    #[inline]
    pub fn characters(self) -> u32 {
        self.page.stats().characters(self.in_document())
    }

    /// The text as shown, with `between` at the start of each further block.
    pub fn shown(self, between: &str) -> String {
        self.page.text_of(self.id, between)
    }

    /// The blocks whose first text is within.
    #[inline]
    pub fn block_range(self) -> Range<BlockIndex> {
        self.page.blocks_within(self.id)
    }

    /// The blocks whose first text is within, as handles.
    #[inline]
    pub fn blocks(self) -> impl DoubleEndedIterator<Item = BlockRef<'p>> + ExactSizeIterator {
        self.block_range().map(move |at| self.page.block(at))
    }

    /// The texts within, as places in [`Page::texts`].
    pub fn text_range(self) -> Range<usize> {
        let (texts, end) = (self.page.texts(), self.end());
        let start = texts.partition_point(|text| text.node < self.id);
        start..start + texts[start..].partition_point(|text| text.node < end)
    }

    /// The box on a rendered page.
    pub fn rectangle(self) -> Option<Rectangle> {
        self.page.rectangle(self.id)
    }

    /// True if an element is named for the words of somebody else.
    pub fn is_named_quotation(self) -> bool {
        let tag = self.tag();
        matches!(tag, Tag::DIV | Tag::TABLE | Tag::ASIDE | Tag::SECTION | Tag::FIELDSET)
            && self.class().has(Name::Quotation)
    }

    /// True for an element with such words: `blockquote`, or one named so.
    pub fn is_quotation(self) -> bool {
        self.is(Tag::BLOCKQUOTE) || self.is_named_quotation()
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl PartialOrd for Node<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

/// A block of a page. Its amounts are those of [`Block`].
#[derive(Debug, Clone, Copy)]
pub struct BlockRef<'p> {
    /// The page.
    pub page: &'p Page,
    /// The place of the block in the page.
    pub at: BlockIndex,
    block: &'p Block,
}

impl Deref for BlockRef<'_> {
    type Target = Block;

    #[inline]
    fn deref(&self) -> &Block {
        self.block
    }
}

impl<'p> BlockRef<'p> {
    /// The text as shown: blanks collapsed, a space between inline elements that are not mere formatting.
    #[inline]
    pub fn text(self) -> &'p str {
        self.page.block_text(self.block)
    }

    /// The text nodes.
    #[inline]
    pub fn texts(self) -> &'p [TextNode] {
        self.page.texts_of(self.block)
    }

    /// The first text node.
    #[inline]
    pub fn node(self) -> Node<'p> {
        self.page.node(self.page.texts()[self.block.texts.start].node)
    }

    /// The nearest block-level element around the block.
    #[inline]
    pub fn container(self) -> Node<'p> {
        self.page.node(self.block.container)
    }

    /// What the block has in elements of their own.
    pub fn parts(self) -> Vec<&'p str> {
        self.page.parts_of(self.block)
    }

    /// The level of the heading around the block: 1 to 6.
    pub fn heading_level(self) -> Option<u8> {
        self.page.heading_level(self.block)
    }

    /// The block before this one.
    pub fn previous(self) -> Option<Self> {
        self.at.checked_sub(1).map(|at| self.page.block(at))
    }

    /// The block after this one.
    pub fn next(self) -> Option<Self> {
        (self.at + 1 < self.page.blocks().len()).then(|| self.page.block(self.at + 1))
    }
}
