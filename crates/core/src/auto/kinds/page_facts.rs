//! Facts of the whole page for its kind: words in its titles and labels, counts of its elements, and its items.

use std::sync::LazyLock;

use super::of_page::OfPage;
use super::said::Said;
use crate::auto::features::layout::Layout;
use crate::dom::{NodeId, Tag};
use crate::page::{Groups, Page};
use crate::text::hash;
use crate::text::phrases::Phrases;

/// The groups of words, one a kind.
pub(super) const GROUPS: [&str; 8] =
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

pub(super) static WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(&GROUPS.map(|group| format!("kind.{group}"))));

/// The names of the numbers, in the order of [`page_facts`].
pub(crate) fn names() -> Vec<String> {
    let words = PLACES.iter().flat_map(|place| GROUPS.map(|group| format!("{place}.{group}")));
    let elements = ELEMENTS.iter().map(|(name, _)| format!("page.{name}"));
    words.chain(elements).chain(NUMBERS.map(|name| format!("page.{name}"))).collect()
}

/// The numbers of a page: counts as log2 of one more, shares from 0 to 1, NaN of nothing.
pub(super) fn page_facts(
    layout: &Layout,
    alike: &Groups,
    said: &Said,
    of_page: &OfPage,
) -> Vec<f32> {
    let page = layout.page;
    let mut facts =
        Vec::with_capacity(PLACES.len() * GROUPS.len() + ELEMENTS.len() + NUMBERS.len());
    facts.extend(words(page).as_flattened().iter().map(|count| log(*count)));
    facts.extend(ELEMENTS.map(|(_, tags)| log(of_page.amount(tags))));
    facts.extend(numbers(layout, alike, said));
    facts
}

/// By place and group, the number of texts with words of the group.
fn words(page: &Page) -> [[u32; GROUPS.len()]; PLACES.len()] {
    let data = page.structured();
    let titles = [data.title.as_deref(), data.meta("og:title"), data.meta("og:site_name")];
    let titles = titles.into_iter().flatten().map(|text| (0, text));
    let descriptions = [data.meta("description"), data.meta("keywords")];
    let descriptions = descriptions.into_iter().flatten().map(|text| (1, text));
    let blocks = page.block_refs().filter(|block| block.is_heading || block.characters <= LABEL);
    let blocks = blocks.map(|block| (if block.is_heading { 2 } else { 3 }, block.text()));
    let mut counts = [[0; GROUPS.len()]; PLACES.len()];
    for (place, text) in titles.chain(descriptions).chain(blocks) {
        hash::bits(WORDS.groups(text)).for_each(|group| counts[place][group] += 1);
    }
    counts
}

fn numbers(layout: &Layout, alike: &Groups, said: &Said) -> [f32; NUMBERS.len()] {
    let (blocks, total) = (layout.page.blocks(), &layout.total);
    let best = layout.containers.sum(layout.containers.blocks_in(layout.containers.best));
    let short = blocks.iter().filter(|block| block.characters <= LABEL);
    let short_links = short.filter(|block| block.is_mostly_linked()).count() as f32;
    let prices = said.prices.among(&(0..blocks.len()));
    let Items { items, tokens, characters, link_characters } = Items::of(layout, alike);
    let count = items.len() as f32;
    let [mut images, mut dated, mut priced] = [0.0; 3];
    for item in items.iter().map(|id| layout.page.node(*id)) {
        images += f32::from(item.descendants().any(|node| node.is(Tag::IMG)));
        dated += f32::from(said.dates.among(&item.block_range()) > 0);
        priced += f32::from(said.prices.among(&item.block_range()) > 0);
    }
    [
        log(blocks.len() as u32),
        (1.0 + total.tokens).log2(),
        total.link_characters / total.characters,
        total.sentence_text / total.characters,
        best.sentence_text / total.sentence_text,
        log(blocks.iter().map(|block| block.tokens).max().unwrap_or(0)),
        short_links / blocks.len() as f32,
        log(prices),
        log(items.len() as u32),
        tokens / total.tokens,
        (1.0 + tokens / count).log2(),
        link_characters / characters,
        images / count,
        dated / count,
        priced / count,
    ]
}

/// A count as log2 of one more.
pub(super) fn log(count: u32) -> f32 {
    (1.0 + count as f32).log2()
}

/// The siblings of one tag and class that together hold most text; large groups count more.
#[derive(Default)]
struct Items<'a> {
    items: &'a [NodeId],
    tokens: f32,
    characters: f32,
    link_characters: f32,
}

impl<'a> Items<'a> {
    fn of(layout: &Layout, alike: &'a Groups) -> Self {
        let many = alike.iter().filter(|items| items.len() >= LEAST_ITEMS);
        let summed = many.map(|items| Self::summed(layout, items));
        let best = summed.max_by(|a, b| {
            let order = a.weight().total_cmp(&b.weight());
            order.then_with(|| b.key(layout.page).cmp(&a.key(layout.page)))
        });
        best.unwrap_or_default()
    }

    fn summed(layout: &Layout, items: &'a [NodeId]) -> Self {
        let mut found = Self { items, ..Self::default() };
        for item in items {
            let sum = layout.containers.sum(layout.containers.blocks_in(layout.page.node(*item)));
            found.tokens += sum.tokens;
            found.characters += sum.characters;
            found.link_characters += sum.link_characters;
        }
        found
    }

    fn weight(&self) -> f32 {
        self.tokens * (self.items.len().min(10) as f32).sqrt()
    }

    /// What decides between groups of the same weight.
    fn key(&self, page: &Page) -> (Option<NodeId>, u32) {
        let first = page.node(self.items[0]);
        (first.parent().map(|parent| parent.id), first.spelling())
    }
}

#[cfg(test)]
mod tests {
    use super::super::pool::alike;
    use rustc_hash::FxHashMap;

    use super::*;

    fn facts(html: &str) -> FxHashMap<String, f32> {
        let page = Page::new(html, None);
        let layout = Layout::of(&page);
        names()
            .into_iter()
            .zip(page_facts(&layout, &alike(&layout), &Said::of(&page), &OfPage::of(&page)))
            .collect()
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
