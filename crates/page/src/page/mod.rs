//! The page: a document, its text blocks, and the numbers that the methods use.
//!
//! Computed once, in one pass over the nodes. Every text node that is text of the page belongs to
//! exactly one block. The amounts of a subtree (text, link text, marks, tags) take two array reads.

mod addresses;
mod alike;
mod boxes;
pub mod code;
mod concealed;
pub mod facts;
pub mod footnotes;
mod furniture;
mod lenient_json;
pub mod lines;
mod marks;
pub mod media;
mod node;
mod outline;
mod parts;
mod pieces;
pub mod plain;
mod segment;
mod stats;
mod structured;
pub mod tables;
mod things;
mod visibility;

pub use addresses::Addresses;
pub use addresses::leads_home;
pub use alike::{Alike, Groups};
pub use boxes::{Boxes, Rectangle, RenderedPage};
pub use concealed::concealed;
pub use marks::{Build, Label, Labelled, Name, Names, Word, Words, has_label};
pub use node::{BlockRef, Node};
pub use pieces::{Before, Is, Line, Pair, Piece, Position, Tag, number_of_post};
pub use segment::{Block, Gap, TextNode};
pub use stats::{Amounts, NodeStats};
pub use structured::{StructuredData, is_opinion, kinds_of};
pub use things::{Thing, Things, Told};
pub use visibility::NodeFlags;

use std::ops::Range;

use crate::dom::{Document, NodeId, parse};
use crate::limits::{Limit, Limits};
use crate::text::chars::SentenceEnds;
use crate::text::count::TextAmounts;
use boxes::NodeBoxes;

/// A page ready to be judged.
#[derive(Debug, Clone)]
pub struct Page {
    document: Document,
    url: Option<String>,
    memory: PageMemory,
    sentence_ends: SentenceEnds,
    structured: StructuredData,
    addresses: Addresses,
    boxes: Option<NodeBoxes>,
    marks: marks::PageMarks,
    alike: alike::PageAlike,
    things: things::PageThings,
    /// Texts beyond the limit of blocks.
    beyond: u32,
}

/// The buffers of a page that grow with its document. A finished page leaves them for the next one,
/// which saves allocating them anew for every page.
#[derive(Debug, Clone, Default)]
pub struct PageMemory {
    flags: Vec<NodeFlags>,
    texts: Vec<TextNode>,
    /// The amounts of each of `texts`.
    text_amounts: Vec<TextAmounts>,
    blocks: Vec<Block>,
    /// The texts of all blocks as shown, concatenated.
    shown: String,
    stats: NodeStats,
}

/// The index of a block in its page.
pub type BlockIndex = usize;

impl Page {
    /// Parses `html` and computes everything. `url` is the page's address, if known.
    pub fn new(html: &str, url: Option<&str>) -> Self {
        Self::from_document(parse(html), url)
    }

    /// Computes everything about a document.
    pub fn from_document(document: Document, url: Option<&str>) -> Self {
        Self::from_document_in(document, url, PageMemory::default(), Limits::default())
    }

    /// Like [`Page::from_document`], in the memory of another page.
    pub fn from_document_in(
        document: Document,
        url: Option<&str>,
        mut memory: PageMemory,
        limits: Limits,
    ) -> Self {
        memory.flags = visibility::flags(&document, &[], memory.flags);
        Self::with_flags(document, url, memory, limits)
    }

    /// Like [`Page::from_document`], for a page that a browser has rendered; what it does not show
    /// is hidden.
    pub fn from_rendered(rendered: RenderedPage, url: Option<&str>) -> Self {
        Self::from_rendered_in(rendered, url, Limits::default())
    }

    /// Like [`Page::from_rendered`], within these limits.
    pub fn from_rendered_in(rendered: RenderedPage, url: Option<&str>, limits: Limits) -> Self {
        let flags = visibility::flags(&rendered.document, &rendered.hidden, Vec::new());
        let memory = PageMemory { flags, ..PageMemory::default() };
        let mut page = Self::with_flags(rendered.document, url, memory, limits);
        page.boxes = Some(NodeBoxes(rendered.rectangles)).filter(|boxes| !boxes.0.is_empty());
        page
    }

    /// Computes everything but the flags, which are in `memory`.
    fn with_flags(
        document: Document,
        url: Option<&str>,
        memory: PageMemory,
        limits: Limits,
    ) -> Self {
        let PageMemory { flags, texts, text_amounts, blocks, shown, stats } = memory;
        let (stats, script, text_amounts) = stats::measure(&document, &flags, stats, text_amounts);
        let most_blocks = limits.of(Limit::Blocks, document.bytes());
        let segment::Segmented { texts, mut blocks, beyond } =
            segment::segment(&document, &flags, &stats, (texts, blocks), most_blocks);
        let sentence_ends = SentenceEnds::for_page(script.ideographic, script.characters);
        segment::drop_noscript_twins(&mut blocks, &text_amounts);
        let amounts = &text_amounts;
        segment::measure(&mut blocks, &texts, amounts, &document, &stats, sentence_ends);
        let shown = segment::shown_texts(&mut blocks, &texts, amounts, &document, shown);
        let structured =
            StructuredData::read(&document, limits.of(Limit::DataObjects, document.bytes()));
        let addresses = Addresses::new(&document, url, limits.of(Limit::AddressBytes, 0));
        let memory = PageMemory { flags, texts, text_amounts, blocks, shown, stats };
        Self {
            document,
            url: url.map(str::to_owned),
            memory,
            sentence_ends,
            structured,
            addresses,
            boxes: None,
            marks: marks::PageMarks::default(),
            alike: alike::PageAlike::default(),
            things: things::PageThings::default(),
            beyond,
        }
    }

    /// Adds the bounding boxes of the page's elements.
    ///
    /// # Errors
    /// When the page has a different number of elements than there are boxes; the error holds both
    /// counts. The page then stays without boxes.
    pub fn set_boxes(&mut self, boxes: &Boxes) -> Result<(), (usize, usize)> {
        self.boxes = None;
        self.boxes = Some(NodeBoxes(boxes.by_node(&self.document)?));
        Ok(())
    }

    /// True if the page has bounding boxes.
    pub fn has_boxes(&self) -> bool {
        self.boxes.is_some()
    }

    /// The bounding box of an element; `None` without boxes and for elements that are not rendered.
    pub fn rectangle(&self, id: NodeId) -> Option<Rectangle> {
        self.boxes.as_ref()?.get(id)
    }

    /// The document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The document, whose memory a [`Parser`](crate::dom::Parser) can reuse, and the rest of the memory that grows with a page.
    pub fn into_memory(self) -> (Document, PageMemory) {
        (self.document, self.memory)
    }

    /// The texts that began no block of their own since the page has too many; hidden ones among them are in none.
    pub fn texts_beyond(&self) -> u32 {
        self.beyond
    }

    /// The page's address, if known.
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The text blocks in document order.
    pub fn blocks(&self) -> &[Block] {
        &self.memory.blocks
    }

    /// The non-blank text nodes that are text of the page, in document order.
    pub fn texts(&self) -> &[TextNode] {
        &self.memory.texts
    }

    /// The text nodes of one block.
    pub fn texts_of(&self, block: &Block) -> &[TextNode] {
        &self.memory.texts[block.texts.clone()]
    }

    /// The block that a text node belongs to; `None` if it is not text of the page.
    pub fn block_of(&self, text: NodeId) -> Option<BlockIndex> {
        let index = self.memory.texts.binary_search_by_key(&text, |text| text.node).ok()?;
        let block = self.memory.blocks.partition_point(|block| block.texts.end <= index);
        self.memory.blocks.get(block).filter(|found| found.texts.contains(&index)).map(|_| block)
    }

    /// The classes of an element, to parse values out of them, such as `level2`. For what a class means ask [`Page::marks`].
    pub fn classes(&self, id: NodeId) -> impl Iterator<Item = &str> + Clone + '_ {
        self.document.node(id).classes()
    }

    /// The flags of a node, including those inherited from its ancestors.
    pub fn flags(&self, id: NodeId) -> NodeFlags {
        self.memory.flags[id.index()]
    }

    /// Amounts of text, links, marks and tags in subtrees.
    pub fn stats(&self) -> &NodeStats {
        &self.memory.stats
    }

    /// The marks that end a sentence on this page.
    pub fn sentence_ends(&self) -> SentenceEnds {
        self.sentence_ends
    }

    /// The page's structured data for machines.
    pub fn structured(&self) -> &StructuredData {
        &self.structured
    }

    /// The resolver for the page's addresses.
    pub fn addresses(&self) -> &Addresses {
        &self.addresses
    }

    /// The text of a block as shown: blanks collapsed, a space between inline elements that are not
    /// mere formatting.
    pub fn block_text(&self, block: &Block) -> &str {
        &self.memory.shown[block.shown.0 as usize..block.shown.1 as usize]
    }

    /// The level of the heading around a block: 1 to 6.
    pub fn heading_level(&self, block: &Block) -> Option<u8> {
        let mut around = self.document.ancestors(self.texts()[block.texts.start].node);
        if block.is_heading {
            around.find_map(|id| self.document.tag(id).heading_level())
        } else {
            None
        }
    }

    /// The blocks that show `phrase`, in document order, each once however often it shows it.
    pub fn blocks_that_show(&self, phrase: &str) -> impl Iterator<Item = BlockIndex> {
        let finder = memchr::memmem::Finder::new(phrase).into_owned();
        let (shown, mut from) = (self.memory.shown.as_bytes(), 0);
        std::iter::from_fn(move || {
            let at = from + finder.find(shown.get(from..)?)?;
            let block = self.blocks().partition_point(|block| block.shown.1 as usize <= at);
            from = self.blocks().get(block)?.shown.1 as usize;
            Some(block)
        })
    }

    /// True if the texts of [`Page::texts`] contain an ideograph.
    pub fn has_ideographs(&self) -> bool {
        self.memory.text_amounts.iter().any(|amounts| amounts.ideographic > 0)
    }

    /// The amounts of the text node at this index of [`Page::texts`].
    pub fn text_amounts(&self, index: usize) -> &TextAmounts {
        &self.memory.text_amounts[index]
    }

    /// The text of an element as shown, with `between` at the start of each further block.
    pub fn text_of(&self, id: NodeId, between: &str) -> String {
        let (mut index, last) = (self.texts_before(id), self.texts_before(self.document.end(id)));
        let mut next = self.memory.blocks.partition_point(|block| block.texts.end <= index);
        let mut out = String::new();
        while index < last {
            if !out.is_empty() {
                out.truncate(out.trim_end().len());
                out.push_str(between);
            }
            let following = self.memory.blocks.get(next);
            let block = following.filter(|block| block.texts.start <= index);
            let end = match (block, following) {
                (Some(block), _) => block.texts.end,
                // Text that belongs to no block, up to the next block.
                (None, Some(following)) => following.texts.start,
                (None, None) => last,
            };
            if let Some(block) = block.filter(|block| block.texts.start == index && end <= last) {
                out.push_str(self.block_text(block));
            } else {
                for text in &self.memory.texts[index..end.min(last)] {
                    text.push_to(&mut out, self.document.text(text.node));
                }
            }
            next += usize::from(block.is_some());
            index = end;
        }
        out.truncate(out.trim_end().len());
        out
    }

    /// The range of blocks whose first text is within an element.
    pub fn blocks_within(&self, id: NodeId) -> Range<BlockIndex> {
        self.blocks_between(id, self.document.end(id))
    }

    /// The blocks whose first text is between two nodes.
    pub fn blocks_between(&self, from: NodeId, to: NodeId) -> Range<BlockIndex> {
        let [from, to] = [from, to]
            .map(|id| self.texts_before(id))
            .map(|text| self.blocks().partition_point(|block| block.texts.start < text));
        from..to
    }

    /// The number of texts before a node.
    fn texts_before(&self, id: NodeId) -> usize {
        self.texts().partition_point(|text| text.node < id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &[&str]) {
        let page = Page::new(html, None);
        let texts: Vec<&str> = page.blocks().iter().map(|b| page.block_text(b)).collect();
        assert_eq!(texts, expected, "{html}");
    }

    #[test]
    fn blocks_are_text_between_boundaries() {
        check(
            "<p>one <b>t</b>wo</p>three<br>four<div>five</div>six",
            &["one two", "three", "four", "five", "six"],
        );
        check("<ul><li>a<li>b</ul><table><tr><td>c<td>d</table>", &["a", "b", "c", "d"]);
        check("<title>t</title><script>s</script><p>x<style>y</style>z</p>", &["xz"]);
        check("<select><option>o</select><textarea>t</textarea><svg><text>s</text></svg>", &[]);
    }

    #[test]
    fn classed_inline_labels_stand_alone_outside_paragraphs() {
        check("<div><span class=time>2020</span><span class=from>报</span></div>", &["2020", "报"]);
        check("<p>on <span class=d>2020</span> it</p>", &["on 2020 it"]);
        check("<div>on <span>2020</span> it</div>", &["on 2020 it"]);
    }

    #[test]
    fn spaces_between_inline_elements() {
        check("<p><a>One</a><a>Two</a> <a>Three</a></p>", &["One Two Three"]);
        check("<p><b>un</b>do<i>ne</i></p>", &["undone"]);
        check("<p><a>中文</a><a>链接</a></p>", &["中文链接"]);
        check("<p>a\n\u{a0} b</p>", &["a b"]);
    }

    #[test]
    fn hidden_text_is_flagged() {
        for attribute in [
            "hidden",
            "style='display : none'",
            "aria-hidden=true",
            "style='position:absolute;left:-9999px'",
            "style=visibility:hidden",
        ] {
            let page = Page::new(&format!("<p>a<p {attribute}>b<p>c"), None);
            let hidden: Vec<bool> = page.blocks().iter().map(|b| b.is_hidden).collect();
            assert_eq!(hidden, [false, true, false], "{attribute}");
        }
    }

    #[test]
    fn noscript_counts_only_on_script_pages() {
        let short = "<div id=app></div><noscript><p>the posts</p></noscript>";
        check(short, &["the posts"]);
        let long = format!("<p>{}</p><noscript><p>twin</p></noscript>", "字".repeat(700));
        let page = Page::new(&long, None);
        assert_eq!(page.blocks().len(), 1);
    }

    #[test]
    fn texts_know_their_block() {
        let page = Page::new("<title>t</title><p>a<b>b</b><p>c", None);
        let document = page.document();
        let block =
            |text| page.block_of(document.ids().find(|id| document.text(*id) == text).unwrap());
        assert_eq!(["t", "a", "b", "c"].map(block), [None, Some(0), Some(0), Some(1)]);
    }

    #[test]
    fn amounts_of_subtrees() {
        let page = Page::new("<div><p>一句。<a href=x>链接</a></p></div><p>ab, c", None);
        let document = page.document();
        let div = document.ids().find(|id| document.name(*id) == "div").unwrap();
        let amounts = page.node(div).amounts();
        assert_eq!((amounts.characters, amounts.link_characters), (5, 2));
        assert_eq!((amounts.punctuation, amounts.tags), (1, 3));
        let block = &page.blocks()[0];
        assert_eq!((block.characters, block.link_characters, block.sentence_ends), (5, 2, 1));
    }
}
