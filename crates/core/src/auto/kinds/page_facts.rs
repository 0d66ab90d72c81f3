//! Facts of the whole page for its kind: words in its titles and labels, counts of its elements, and its items.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::auto::features::layout::Layout;
use crate::dom::{Document, NodeId, Tag};
use crate::page::Page;
use crate::text::phrases::Phrases;
use crate::text::prices::has_price;
use crate::text::{dates, hash};

/// The groups of words, one a kind.
const GROUPS: [&str; 8] =
    ["home", "article", "forum", "product", "listing", "collection", "documentation", "service"];

/// The places in which words are looked for: titles, descriptions and keywords, headings, and other short texts.
const PLACES: [&str; 4] = ["title", "description", "headings", "labels"];

/// The elements that are counted, each group under a name.
const ELEMENTS: [(&str, &[Tag]); 12] = [
    ("images", &[Tag::IMG]),
    ("links", &[Tag::A]),
    ("inputs", &[Tag::INPUT, Tag::TEXTAREA, Tag::SELECT]),
    ("buttons", &[Tag::BUTTON]),
    ("list_items", &[Tag::LI]),
    ("table_rows", &[Tag::TR]),
    ("terms", &[Tag::DT, Tag::TH]),
    ("code", &[Tag::CODE, Tag::PRE]),
    ("videos", &[Tag::VIDEO, Tag::IFRAME]),
    ("headings_2", &[Tag::H2]),
    ("headings_3", &[Tag::H3, Tag::H4]),
    ("paragraphs", &[Tag::P]),
];

/// Other numbers of the page. Items are the siblings built alike that hold most of its text.
const NUMBERS: [&str; 15] = [
    "blocks",
    "tokens",
    "link_share",
    "sentence_share",
    "best_share",
    "longest",
    "short_links",
    "prices",
    "items",
    "item_share",
    "item_length",
    "item_links",
    "item_images",
    "item_dates",
    "item_prices",
];

/// The longest label, in characters.
const LABEL: u32 = 20;
/// The fewest siblings that are items.
const LEAST_ITEMS: usize = 3;

static WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(&GROUPS.map(|group| format!("kind.{group}"))));

/// The names of the numbers, in the order of [`page_facts`].
pub(crate) fn names() -> Vec<String> {
    let words = PLACES.iter().flat_map(|place| GROUPS.map(|group| format!("{place}.{group}")));
    let elements = ELEMENTS.iter().map(|(name, _)| format!("page.{name}"));
    words.chain(elements).chain(NUMBERS.map(|name| format!("page.{name}"))).collect()
}

/// The numbers of a page: counts as log2 of one more, shares from 0 to 1, NaN of nothing.
pub(crate) fn page_facts(layout: &Layout) -> Vec<f32> {
    let page = layout.page;
    let mut facts =
        Vec::with_capacity(PLACES.len() * GROUPS.len() + ELEMENTS.len() + NUMBERS.len());
    facts.extend(words(page).as_flattened().iter().map(|count| log(*count)));
    facts.extend(elements(page.document()).map(log));
    facts.extend(numbers(layout));
    facts
}

fn log(count: u32) -> f32 {
    (1.0 + count as f32).log2()
}

/// By place and group, the number of texts with words of the group.
fn words(page: &Page) -> [[u32; GROUPS.len()]; PLACES.len()] {
    let mut counts = [[0; GROUPS.len()]; PLACES.len()];
    let mut count = |place: usize, text: &str| {
        let found = WORDS.find(text).fold(0u64, |set, (group, _)| set | 1 << group);
        hash::bits(found).for_each(|group| counts[place][group] += 1);
    };
    let data = page.structured();
    let titles = [data.title.as_deref(), data.meta("og:title"), data.meta("og:site_name")];
    let descriptions = [data.meta("description"), data.meta("keywords")];
    titles.into_iter().flatten().for_each(|text| count(0, text));
    descriptions.into_iter().flatten().for_each(|text| count(1, text));
    for block in page.blocks() {
        if block.is_heading || block.characters <= LABEL {
            count(if block.is_heading { 2 } else { 3 }, page.block_text(block));
        }
    }
    counts
}

fn elements(document: &Document) -> [u32; ELEMENTS.len()] {
    let mut counts = [0; ELEMENTS.len()];
    for id in document.elements() {
        let tag = document.tag(id);
        if let Some(place) = ELEMENTS.iter().position(|(_, tags)| tags.contains(&tag)) {
            counts[place] += 1;
        }
    }
    counts
}

fn numbers(layout: &Layout) -> [f32; NUMBERS.len()] {
    let (page, total) = (layout.page, &layout.total);
    let (blocks, containers) = (page.blocks(), &layout.containers);
    let best = containers.sum(containers.blocks_in(page.document(), containers.best));
    let is_short_link =
        |block: &&crate::page::Block| block.characters <= LABEL && block.is_mostly_linked();
    let short_links = blocks.iter().filter(is_short_link).count() as f32;
    let prices = blocks.iter().filter(|block| has_price(page.block_text(block))).count();
    let items = Items::of(layout);
    let of_items = |count: usize| count as f32 / items.items.len() as f32;
    let held = |is_held: &dyn Fn(&NodeId) -> bool| {
        of_items(items.items.iter().filter(|item| is_held(item)).count())
    };
    let any_text = |item: &NodeId, says: fn(&str) -> bool| {
        let own = &blocks[containers.blocks_in(page.document(), *item)];
        own.iter().any(|block| block.characters <= 3 * LABEL && says(page.block_text(block)))
    };
    let has_image = |item: &NodeId| {
        let document = page.document();
        document.descendants(*item).any(|id| document.tag(id) == Tag::IMG)
    };
    [
        log(blocks.len() as u32),
        (1.0 + total.tokens).log2(),
        total.link_characters / total.characters,
        total.sentence_text / total.characters,
        best.sentence_text / total.sentence_text,
        log(blocks.iter().map(|block| block.tokens).max().unwrap_or(0)),
        short_links / blocks.len() as f32,
        log(prices as u32),
        log(items.items.len() as u32),
        items.tokens / total.tokens,
        (1.0 + items.tokens / items.items.len() as f32).log2(),
        items.link_characters / items.characters,
        held(&has_image),
        held(&|item| {
            any_text(item, |text| dates::may_hold_date(text) && dates::find(text).is_some())
        }),
        held(&|item| any_text(item, has_price)),
    ]
}

/// The siblings of the same tag and class that together hold most text; large groups count more.
#[derive(Default)]
struct Items {
    items: Vec<NodeId>,
    tokens: f32,
    characters: f32,
    link_characters: f32,
}

impl Items {
    fn of(layout: &Layout) -> Self {
        let document = layout.page.document();
        let blocks = |id: NodeId| layout.containers.blocks_in(document, id);
        let mut groups: FxHashMap<(NodeId, Tag, u32), (usize, f32)> = FxHashMap::default();
        let key = |id: NodeId| {
            Some((document.parent(id)?, document.tag(id), layout.page.marks().spelling(id)))
        };
        let is_held = |range: &Range<usize>| !range.is_empty();
        for id in document.elements().filter(|id| is_held(&blocks(*id))) {
            if let Some(key) = key(id) {
                let group = groups.entry(key).or_default();
                group.0 += 1;
                group.1 += layout.containers.sum(blocks(id)).tokens;
            }
        }
        let weight = |(count, tokens): (usize, f32)| tokens * (count.min(10) as f32).sqrt();
        let is_many = |group: &(_, (usize, f32))| group.1.0 >= LEAST_ITEMS;
        let most = |a: &((NodeId, Tag, u32), (usize, f32)),
                    b: &((NodeId, Tag, u32), (usize, f32))| {
            weight(a.1).total_cmp(&weight(b.1)).then(b.0.0.cmp(&a.0.0)).then(b.0.2.cmp(&a.0.2))
        };
        let Some((best, _)) = groups.into_iter().filter(is_many).max_by(most) else {
            return Self::default();
        };
        let own = |id: &NodeId| is_held(&blocks(*id)) && key(*id) == Some(best);
        let mut found =
            Self { items: document.children(best.0).filter(own).collect(), ..Self::default() };
        for item in &found.items {
            let sum = layout.containers.sum(blocks(*item));
            found.tokens += sum.tokens;
            found.characters += sum.characters;
            found.link_characters += sum.link_characters;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(html: &str) -> FxHashMap<String, f32> {
        let page = Page::new(html, None);
        names().into_iter().zip(page_facts(&Layout::of(&page))).collect()
    }

    #[test]
    fn a_page_of_cards_has_items_with_pictures_and_prices() {
        let card = "<li class=card><img src=a.jpg><a href=/1>青瓷杯</a><b>￥35.00</b></li>";
        let facts = facts(&format!("<title>商城</title><ul>{}</ul><p>页脚", card.repeat(6)));
        assert_eq!((facts["page.items"], facts["page.item_images"]), (7f32.log2(), 1.0));
        assert_eq!((facts["page.item_prices"], facts["page.item_dates"]), (1.0, 0.0));
        assert_eq!((facts["title.collection"], facts["title.forum"]), (1.0, 0.0));
        assert_eq!(facts["page.images"], 7f32.log2());
    }

    #[test]
    fn a_page_without_text_has_none() {
        let facts = facts("");
        assert_eq!(facts["page.blocks"], 0.0);
        assert!(facts["page.link_share"].is_nan() && facts["page.item_length"].is_nan());
    }
}
