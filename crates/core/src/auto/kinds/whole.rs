//! Facts of the whole page that both its numbers and its outline are made from, each found once.

use rustc_hash::FxHashMap;

use crate::auto::features::layout::Layout;
use crate::dom::{Document, NodeId, Tag};
use crate::page::Page;
use crate::text::dates;
use crate::text::prices::has_price;

/// The elements that are counted, each group under a name.
const ELEMENTS: [(&str, &[Tag]); 19] = [
    ("page.images", &[Tag::IMG]),
    ("page.links", &[Tag::A]),
    ("page.inputs", &[Tag::INPUT, Tag::TEXTAREA, Tag::SELECT]),
    ("page.buttons", &[Tag::BUTTON]),
    ("page.list_items", &[Tag::LI]),
    ("page.table_rows", &[Tag::TR]),
    ("page.terms", &[Tag::DT, Tag::TH]),
    ("page.code", &[Tag::CODE, Tag::PRE]),
    ("page.videos", &[Tag::VIDEO, Tag::IFRAME]),
    ("page.headings_2", &[Tag::H2]),
    ("page.headings_3", &[Tag::H3, Tag::H4]),
    ("page.paragraphs", &[Tag::P]),
    ("outline.h1", &[Tag::H1]),
    ("outline.article", &[Tag::ARTICLE]),
    ("outline.section", &[Tag::SECTION]),
    ("outline.time", &[Tag::TIME]),
    ("outline.form", &[Tag::FORM]),
    ("outline.nav", &[Tag::NAV]),
    ("outline.figure", &[Tag::FIGURE]),
];

/// The names of the counted elements.
pub(super) fn names() -> impl Iterator<Item = String> {
    ELEMENTS.iter().map(|(name, _)| (*name).to_owned())
}

/// The longest text that may be dated, in characters.
pub(super) const LONGEST_DATED: u32 = 80;
/// The fewest siblings that make a group.
pub(super) const LEAST_ITEMS: usize = 3;

/// Siblings built alike that hold text: their parent, their tag and the spelling of their class.
pub(super) type Siblings = (NodeId, Tag, u32);

/// How many siblings are built alike, with their tokens; the same of those with links.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Alike {
    pub(super) count: usize,
    pub(super) tokens: f32,
    pub(super) linked: usize,
    pub(super) linked_tokens: f32,
}

/// Facts of the whole page.
pub(super) struct Whole<'l, 'p> {
    pub(super) layout: &'l Layout<'p>,
    pub(super) siblings: FxHashMap<Siblings, Alike>,
    /// By block, true if it has at most [`LONGEST_DATED`] characters and a date.
    pub(super) dated: Vec<bool>,
    /// By block, true if it has a price.
    pub(super) priced: Vec<bool>,
}

impl<'l, 'p> Whole<'l, 'p> {
    pub(super) fn of(layout: &'l Layout<'p>) -> Self {
        let page = layout.page;
        let texts = || page.blocks().iter().map(|block| (block, page.block_text(block)));
        Self {
            layout,
            siblings: siblings(layout),
            dated: texts()
                .map(|(block, text)| {
                    block.characters <= LONGEST_DATED && dates::find(text).is_some()
                })
                .collect(),
            priced: texts().map(|(_, text)| has_price(text)).collect(),
        }
    }
}

/// A count as log2 of one more.
pub(super) fn log(count: u32) -> f32 {
    (1.0 + count as f32).log2()
}

/// The numbers of the counted elements.
pub(super) fn elements(document: &Document) -> [u32; ELEMENTS.len()] {
    let mut counts = [0; ELEMENTS.len()];
    for id in document.elements() {
        let tag = document.tag(id);
        if let Some(place) = ELEMENTS.iter().position(|(_, tags)| tags.contains(&tag)) {
            counts[place] += 1;
        }
    }
    counts
}

/// What an element is a sibling of.
pub(super) fn key(page: &Page, id: NodeId) -> Option<Siblings> {
    let document = page.document();
    Some((document.parent(id)?, document.tag(id), page.marks().spelling(id)))
}

fn siblings(layout: &Layout) -> FxHashMap<Siblings, Alike> {
    let document = layout.page.document();
    let mut found: FxHashMap<Siblings, Alike> = FxHashMap::default();
    for id in document.elements() {
        let blocks = layout.containers.blocks_in(document, id);
        if blocks.is_empty() {
            continue;
        }
        let Some(key) = key(layout.page, id) else { continue };
        let sum = layout.containers.sum(blocks);
        let alike = found.entry(key).or_default();
        alike.count += 1;
        alike.tokens += sum.tokens;
        if sum.link_characters > 0.0 {
            alike.linked += 1;
            alike.linked_tokens += sum.tokens;
        }
    }
    found.retain(|_, alike| alike.count >= LEAST_ITEMS);
    found
}
