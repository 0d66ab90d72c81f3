//! The paper's text blocks (section 1.2.1).

use std::ops::Range;

use crate::options::BlockSmoothingOptions;
use zhengwen_page::dom::{NodeId, NodeKind, Tag};
use zhengwen_page::page::{NodeFlags, Page};
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
    let document = page.document();
    let mut reader = Reader::new(page, options);
    let mut id = NodeId(0);
    while id.index() < document.len() {
        let tag = document.tag(id);
        if is_noise(tag) && !reader.keeps(id, tag) {
            id = document.end(id);
            continue;
        }
        if separates(tag, options) {
            reader.close();
        } else if document.kind(id) == NodeKind::Text {
            reader.read(id);
        }
        id = NodeId(id.0 + 1);
    }
    reader.close();
    (reader.blocks, reader.texts)
}

/// Cuts the page's texts into blocks.
struct Reader<'a> {
    page: &'a Page,
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

impl<'a> Reader<'a> {
    fn new(page: &'a Page, options: &BlockSmoothingOptions) -> Self {
        let half = || page.stats().characters(page.document(), NodeId(0)) / 2;
        Self {
            page,
            keeps_links: options.keep_links,
            half: options.keep_forms.then(half),
            blocks: Vec::with_capacity(page.blocks().len()),
            texts: Vec::with_capacity(page.texts().len()),
            open: TextBlock::default(),
            linked: 0,
        }
    }

    /// True if an option keeps an element of type I.
    fn keeps(&self, id: NodeId, tag: Tag) -> bool {
        match tag {
            Tag::A => self.keeps_links,
            Tag::FORM | Tag::FIELDSET => {
                let characters = self.page.stats().characters(self.page.document(), id);
                self.half.is_some_and(|half| characters > half)
            }
            _ => false,
        }
    }

    fn read(&mut self, id: NodeId) {
        let (document, flags) = (self.page.document(), self.page.flags(id));
        // The paper counts the `title` element too.
        let characters = if flags.has(NodeFlags::NEVER_TEXT) {
            count::characters(document.text(id))
        } else {
            self.page.stats().characters(document, id)
        };
        if characters > 0 {
            self.texts.push(id);
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
