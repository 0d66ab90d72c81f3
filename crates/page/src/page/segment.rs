//! Text blocks: the text between block-level boundaries and line breaks.
//!
//! Blocks of their own are also `span`, `time`, `label` and `cite` elements with a class outside
//! running text (bylines, dates and buttons of a `div`), hidden text, and `noscript`.

use std::ops::Range;

use super::stats::NodeStats;
use super::visibility::NodeFlags;
use crate::dom::{AttributeName, Document, NodeId, NodeKind, NodeRef, Tag};
use crate::numbers::saturated;
use crate::text::chars::{SentenceEnds, is_cjk};
use crate::text::clean;
use crate::text::count::TextAmounts;

/// A text node of the page, and the gap that separates it from the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextNode {
    /// The node.
    pub node: NodeId,
    /// The gap before it. White space and the gap between two inline elements call for a space,
    /// unless a CJK character is on either side of the gap.
    pub gap_before: Gap,
}

/// The gap between a text node and the one before it in the same block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// Nothing.
    None,
    /// White space in the page.
    Blank,
    /// Two adjacent inline elements that are not mere formatting.
    Elements,
}

impl TextNode {
    /// Appends `text` (this node's, or a part of it) to the text of its block.
    pub fn push_to(&self, out: &mut String, text: &str) {
        self.push_gap(out, text);
        clean::push_collapsed(out, text);
    }

    /// Appends the gap between this node and the one before it.
    fn push_gap(&self, out: &mut String, text: &str) {
        match self.gap_before {
            Gap::None => {}
            Gap::Blank => clean::push_space(out),
            Gap::Elements => {
                let before = out.chars().next_back();
                if !before.is_some_and(is_cjk) && !text.chars().next().is_some_and(is_cjk) {
                    clean::push_space(out);
                }
            }
        }
    }
}

/// A text block. Amounts leave out blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its text nodes, as a range of [`super::Page::texts`]; never empty.
    pub texts: Range<usize>,
    /// The nearest block-level ancestor.
    pub container: NodeId,
    /// Hidden from view.
    pub is_hidden: bool,
    /// Inside `noscript`.
    pub is_noscript: bool,
    /// Inside a heading.
    pub is_heading: bool,
    /// Characters.
    pub characters: u32,
    /// Characters inside links.
    pub link_characters: u32,
    /// Tokens: CJK characters and words ([`crate::text::count::tokens`]).
    pub tokens: u32,
    /// Punctuation marks of running text.
    pub punctuation: u32,
    /// Sentence ends of the page's script.
    pub sentence_ends: u32,
    /// The range of its text in the texts of all blocks.
    pub(super) shown: (u32, u32),
}

impl Block {
    /// Characters outside links if the block reads like sentences, else 0.
    pub fn sentence_text(&self) -> u32 {
        let is_sentence = self.sentence_ends > 0 || self.punctuation >= 3;
        if is_sentence { self.plain_characters() } else { 0 }
    }

    /// Characters outside links.
    pub fn plain_characters(&self) -> u32 {
        self.characters.saturating_sub(self.link_characters)
    }

    /// True if more than half of its characters are in links.
    pub fn is_mostly_linked(&self) -> bool {
        self.link_characters * 2 > self.characters
    }
}

/// Splits a page into text nodes and at most `most` blocks; [`measure`] fills in their amounts. The texts and blocks are
/// memory to reuse.
pub(super) fn segment(
    document: &Document,
    flags: &[NodeFlags],
    stats: &NodeStats,
    (mut texts, mut blocks): (Vec<TextNode>, Vec<Block>),
    most: usize,
) -> Segmented {
    texts.clear();
    blocks.clear();
    let mut segmenter = Segmenter {
        document,
        flags,
        stats,
        texts,
        blocks,
        containers: vec![Document::ROOT],
        open: Vec::new(),
        is_broken: true,
        gap: Gap::None,
        after_inline: false,
        most,
        beyond: 0,
        is_full: false,
    };
    let mut id = NodeId(1);
    while id.index() < document.len() {
        segmenter.end_before(id);
        match document.kind(id) {
            NodeKind::Element if flags[id.index()].has(NodeFlags::NEVER_TEXT) => {
                segmenter.is_broken |= document.tag(id).is_block_level();
                id = document.end(id);
                continue;
            }
            NodeKind::Element => segmenter.start(id),
            NodeKind::Text => segmenter.text(id),
            _ => {}
        }
        id = NodeId(id.0 + 1);
    }
    Segmented { texts: segmenter.texts, blocks: segmenter.blocks, beyond: segmenter.beyond }
}

/// The texts and blocks of a page.
pub(super) struct Segmented {
    pub(super) texts: Vec<TextNode>,
    pub(super) blocks: Vec<Block>,
    /// Texts that began no block of their own, since there were too many.
    pub(super) beyond: u32,
}

struct Segmenter<'a> {
    document: &'a Document,
    flags: &'a [NodeFlags],
    stats: &'a NodeStats,
    texts: Vec<TextNode>,
    blocks: Vec<Block>,
    /// The open block-level elements.
    containers: Vec<NodeId>,
    /// The open elements whose end has an effect: where they end, and the effect.
    open: Vec<(NodeId, Ends)>,
    /// True if there is a boundary between the last text and the next.
    is_broken: bool,
    gap: Gap,
    /// True if an inline element that is not mere formatting has just ended.
    after_inline: bool,
    most: usize,
    beyond: u32,
    /// True if further texts get no block.
    is_full: bool,
}

/// The effect of an element's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// A boundary, and the end of a container.
    Container,
    /// A boundary.
    Block,
    /// The end of a word.
    Word,
}

impl Segmenter<'_> {
    fn start(&mut self, id: NodeId) {
        let tag = self.document.tag(id);
        let ends = if tag.is_block_level() {
            self.is_broken = true;
            self.containers.push(id);
            Some(Ends::Container)
        } else if self.stands_alone(id) {
            self.is_broken = true;
            Some(Ends::Block)
        } else {
            let is_word = separates_words(self.document.node(id));
            if tag == Tag::BR {
                self.is_broken = true;
            } else if is_word && self.after_inline && self.gap == Gap::None {
                self.gap = Gap::Elements;
            }
            is_word.then_some(Ends::Word)
        };
        self.open.extend(ends.map(|ends| (self.document.end(id), ends)));
        self.after_inline = false;
    }

    /// Ends the elements that end before a node.
    fn end_before(&mut self, id: NodeId) {
        while let Some((_, ends)) = self.open.pop_if(|(end, _)| *end <= id) {
            match ends {
                Ends::Container => {
                    self.is_broken = true;
                    self.containers.pop();
                }
                Ends::Block => self.is_broken = true,
                Ends::Word => self.after_inline = true,
            }
        }
    }

    fn text(&mut self, id: NodeId) {
        if self.stats.characters(self.document.node(id)) == 0 {
            self.gap = Gap::Blank;
            return;
        }
        let flags = self.flags[id.index()];
        let previous = self.texts.last().map(|text| self.flags[text.node.index()].of_block());
        let mut is_new = self.is_broken || previous.is_some_and(|p| p != flags.of_block());
        if is_new && self.blocks.len() >= self.most {
            self.beyond = self.beyond.saturating_add(1);
            // Shown and hidden texts never share a block.
            let is_other = previous.is_some_and(|p| p != flags.of_block());
            self.is_full |= is_other && self.blocks.len() >= self.most + self.most / 4;
            is_new = is_other;
            self.gap = Gap::Blank;
        }
        let gap_before = if is_new { Gap::None } else { self.gap };
        let index = self.texts.len();
        self.texts.push(TextNode { node: id, gap_before });
        if self.is_full {
            return;
        }
        match self.blocks.last_mut() {
            Some(block) if !is_new => block.texts.end = index + 1,
            _ => self.blocks.push(Block {
                texts: index..index + 1,
                container: self.containers.last().copied().unwrap_or(Document::ROOT),
                is_hidden: flags.has(NodeFlags::HIDDEN),
                is_noscript: flags.has(NodeFlags::NOSCRIPT),
                is_heading: flags.has(NodeFlags::HEADING),
                characters: 0,
                link_characters: 0,
                tokens: 0,
                punctuation: 0,
                sentence_ends: 0,
                shown: (0, 0),
            }),
        }
        (self.is_broken, self.gap, self.after_inline) = (false, Gap::None, false);
    }

    fn stands_alone(&self, id: NodeId) -> bool {
        matches!(self.document.tag(id), Tag::SPAN | Tag::TIME | Tag::LABEL | Tag::CITE)
            && !self.flags[id.index()].has(NodeFlags::RUNNING_TEXT)
            && !self.document.node(id).value(AttributeName::CLASS).trim().is_empty()
    }
}

/// True if the texts of adjacent elements of this kind are separate words. A `span` without a class is formatting.
fn separates_words(node: NodeRef) -> bool {
    match node.tag() {
        Tag::SPAN => node.attribute(AttributeName::CLASS).is_some(),
        tag => !tag.is_formatting(),
    }
}

/// With more characters of other text than this, `noscript` duplicates what scripts show.
const SCRIPTLESS_TEXT: u32 = 600;

/// Drops `noscript` blocks unless the page is nearly empty without them: forums keep their posts
/// there, other pages trackers and duplicates of lazily loaded images. The dropped text is in no
/// block.
pub(super) fn drop_noscript_twins(blocks: &mut Vec<Block>, amounts: &[TextAmounts]) {
    if blocks.iter().all(|block| !block.is_noscript) {
        return;
    }
    let mut characters = 0u32;
    for block in blocks.iter().filter(|block| !block.is_noscript) {
        for text in &amounts[block.texts.clone()] {
            characters = characters.saturating_add(text.characters);
        }
        if characters >= SCRIPTLESS_TEXT {
            return blocks.retain(|block| !block.is_noscript);
        }
    }
}

/// Fills in the blocks' amounts.
pub(super) fn measure(
    blocks: &mut [Block],
    texts: &[TextNode],
    text_amounts: &[TextAmounts],
    document: &Document,
    stats: &NodeStats,
    sentence_ends: SentenceEnds,
) {
    for block in blocks {
        for index in block.texts.clone() {
            let amounts = stats.amounts(document.node(texts[index].node));
            block.characters += amounts.characters;
            block.link_characters += amounts.link_characters;
            block.punctuation += amounts.punctuation;
            block.tokens += text_amounts[index].tokens;
            block.sentence_ends += text_amounts[index].sentence_ends(sentence_ends);
        }
    }
}

/// Concatenates the texts of all blocks as shown; each block records the range of its own. `shown`
/// provides memory to reuse.
pub(super) fn shown_texts(
    blocks: &mut [Block],
    texts: &[TextNode],
    text_amounts: &[TextAmounts],
    document: &Document,
    mut shown: String,
) -> String {
    shown.clear();
    // The gap before a text depends on how the preceding text ends, so each block starts with an
    // empty buffer.
    let mut line = String::new();
    for block in blocks {
        let start = saturated(shown.len());
        line.clear();
        for (text, amounts) in
            texts[block.texts.clone()].iter().zip(&text_amounts[block.texts.clone()])
        {
            let (node, text) = (text, document.text(text.node));
            node.push_gap(&mut line, text);
            clean::push_counted(&mut line, text, amounts.blanks());
        }
        shown.push_str(line.trim_end());
        block.shown = (start, saturated(shown.len()));
    }
    shown
}
