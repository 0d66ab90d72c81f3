//! The paper's text blocks (section 1.2.1).

use std::ops::Range;

use crate::options::BlockSmoothingOptions;
use zhengwen_page::dom::{NodeId, Tag};
use zhengwen_page::page::{Node, NodeFlags, Page};
use zhengwen_page::text::count;

/// A text block of the paper: the text between two opening tags of type II.
#[derive(Debug, Default)]
pub(super) struct TextBlock {
    /// Its text nodes, as a range of those of all blocks.
    pub(super) texts: Range<usize>,
    /// Without blanks.
    pub(super) characters: u32,
}

/// Table 1, type I: elements that are dropped with their contents. The paper takes link text for noise. `svg` and
/// `template` are newer than the table.
fn is_noise(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::A
            | Tag::SCRIPT
            | Tag::NOSCRIPT
            | Tag::STYLE
            | Tag::META
            | Tag::PARAM
            | Tag::BUTTON
            | Tag::SELECT
            | Tag::OPTGROUP
            | Tag::OPTION
            | Tag::LABEL
            | Tag::TEXTAREA
            | Tag::FIELDSET
            | Tag::LEGEND
            | Tag::INPUT
            | Tag::IMAGE
            | Tag::MAP
            | Tag::AREA
            | Tag::FORM
            | Tag::IFRAME
            | Tag::EMBED
            | Tag::OBJECT
            | Tag::SVG
            | Tag::TEMPLATE
    )
}

/// Table 1, type II, with the names that are missing in print: `ul ol li` before `dl`, and `br`.
fn separates(tag: Tag, options: &BlockSmoothingOptions) -> bool {
    match tag {
        Tag::SPAN => options.split_at_span,
        Tag::UL
        | Tag::OL
        | Tag::LI
        | Tag::DL
        | Tag::DT
        | Tag::DD
        | Tag::P
        | Tag::HR
        | Tag::BR
        | Tag::DIV
        | Tag::TABLE
        | Tag::TR
        | Tag::TD
        | Tag::TH
        | Tag::HEAD
        | Tag::BODY
        | Tag::TBODY => true,
        _ => false,
    }
}

/// Section 1.2.1: the blocks, and the text nodes of all of them.
pub(super) fn blocks(
    page: &Page,
    options: &BlockSmoothingOptions,
) -> (Vec<TextBlock>, Vec<NodeId>) {
    let mut reader = Reader::new(page, options);
    let mut next = NodeId(0);
    while next.index() < page.document().len() {
        let node = page.node(next);
        if is_noise(node.tag()) && !reader.keeps(node) {
            next = node.end();
            continue;
        }
        if separates(node.tag(), options) {
            reader.close();
        } else if node.is_text() {
            reader.read(node);
        }
        next = NodeId(next.0 + 1);
    }
    reader.close();
    (reader.blocks, reader.texts)
}

/// Cuts the page's texts into blocks.
struct Reader {
    keeps_links: bool,
    /// With `keep_forms`, half the characters of the page's text: forms that are longer stay.
    half: Option<u32>,
    blocks: Vec<TextBlock>,
    texts: Vec<NodeId>,
    /// The block that is read.
    open: TextBlock,
    /// Characters of the open block that are linked.
    linked: u32,
}

impl Reader {
    fn new(page: &Page, options: &BlockSmoothingOptions) -> Self {
        Self {
            keeps_links: options.keep_links,
            half: options.keep_forms.then(|| page.root().characters() / 2),
            blocks: Vec::with_capacity(page.blocks().len()),
            texts: Vec::with_capacity(page.texts().len()),
            open: TextBlock::default(),
            linked: 0,
        }
    }

    /// True if an option keeps an element of type I.
    fn keeps(&self, element: Node) -> bool {
        match element.tag() {
            Tag::A => self.keeps_links,
            Tag::FORM | Tag::FIELDSET => self.half.is_some_and(|half| element.characters() > half),
            _ => false,
        }
    }

    fn read(&mut self, text: Node) {
        let flags = text.flags();
        // The paper counts the `title` element too.
        let characters = if flags.has(NodeFlags::NEVER_TEXT) {
            count::characters(text.text())
        } else {
            text.characters()
        };
        if characters > 0 {
            self.texts.push(text.id);
            self.open.characters += characters;
            self.linked += if flags.has(NodeFlags::LINK) { characters } else { 0 };
        }
    }

    /// Ends the open block. With the option its links stay if more of its text is outside links; otherwise the block is
    /// a list of links and is left empty.
    fn close(&mut self) {
        let mut block = std::mem::take(&mut self.open);
        if self.keeps_links && self.linked * 2 > block.characters {
            self.texts.truncate(block.texts.start);
            block.characters = 0;
        }
        self.linked = 0;
        block.texts.end = self.texts.len();
        self.open.texts = self.texts.len()..self.texts.len();
        self.blocks.push(block);
    }
}
