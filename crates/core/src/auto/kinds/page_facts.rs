//! Facts of the whole page for its kind: words in its titles and labels, counts of its elements, and its items.

use std::sync::LazyLock;

use crate::auto::features::layout::{Layout, Sums};
use crate::dom::{Document, NodeId, Tag};
use crate::page::{Groups, Page};
use crate::text::phrases::Phrases;
use crate::text::prices::has_price;
use crate::text::{dates, hash};

/// The vocabulary of words.
const VOCABULARY: &str = include_str!("../../../data/kind_words.txt");

/// The groups of the vocabulary, one a kind.
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

static WORDS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(VOCABULARY, &GROUPS));

/// The names of the numbers, in the order of [`page_facts`].
pub(crate) fn names() -> Vec<String> {
    let words = PLACES.iter().flat_map(|place| GROUPS.map(|group| format!("{place}.{group}")));
    let elements = ELEMENTS.iter().map(|(name, _)| format!("page.{name}"));
    words.chain(elements).chain(NUMBERS.map(|name| format!("page.{name}"))).collect()
}

/// The numbers of a page: counts as log2 of one more, shares from 0 to 1, NaN of nothing.
pub(crate) fn page_facts(layout: &Layout, alike: &Groups) -> Vec<f32> {
    let page = layout.page;
    let mut facts =
        Vec::with_capacity(PLACES.len() * GROUPS.len() + ELEMENTS.len() + NUMBERS.len());
    facts.extend(words(page).as_flattened().iter().map(|count| log(*count)));
    facts.extend(elements(page.document()).map(log));
    facts.extend(numbers(layout, alike));
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

fn numbers(layout: &Layout, alike: &Groups) -> [f32; NUMBERS.len()] {
    let (page, total) = (layout.page, &layout.total);
    let (blocks, containers) = (page.blocks(), &layout.containers);
    let best = containers.sum_in(page.document(), containers.best);
    let is_short_link =
        |block: &&crate::page::Block| block.characters <= LABEL && block.is_mostly_linked();
    let short_links = blocks.iter().filter(is_short_link).count() as f32;
    let prices = blocks.iter().filter(|block| has_price(page.block_text(block))).count();
    let items = items(layout, alike);
    let tokens = sum(layout, items, |sums| sums.tokens);
    let held = |is_held: &dyn Fn(&NodeId) -> bool| {
        items.iter().filter(|item| is_held(item)).count() as f32 / items.len() as f32
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
        log(items.len() as u32),
        tokens / total.tokens,
        (1.0 + tokens / items.len() as f32).log2(),
        sum(layout, items, |sums| sums.link_characters)
            / sum(layout, items, |sums| sums.characters),
        held(&has_image),
        held(&|item| {
            any_text(item, |text| dates::may_hold_date(text) && dates::find(text).is_some())
        }),
        held(&|item| any_text(item, has_price)),
    ]
}

/// The siblings of one tag and class that together hold most text; large groups count more.
fn items<'a>(layout: &Layout, alike: &'a Groups) -> &'a [NodeId] {
    let (document, marks) = (layout.page.document(), layout.page.marks());
    let many = alike.iter().filter(|items| items.len() >= LEAST_ITEMS);
    let weighed = many.map(|items| {
        let most = items.len().min(10) as f32;
        (sum(layout, items, |sums| sums.tokens) * most.sqrt(), items)
    });
    let key = |items: &[NodeId]| (document.parent(items[0]), marks.spelling(items[0]));
    let best = weighed.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| key(b.1).cmp(&key(a.1))));
    best.map_or(&[], |(_, items)| items)
}

/// An amount in all of these elements.
fn sum(layout: &Layout, items: &[NodeId], of: fn(Sums) -> f32) -> f32 {
    let document = layout.page.document();
    items.iter().fold(0.0, |sum, id| sum + of(layout.containers.sum_in(document, *id)))
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::super::pool::alike;
    use super::*;

    fn facts(html: &str) -> FxHashMap<String, f32> {
        let page = Page::new(html, None);
        let layout = Layout::of(&page);
        names().into_iter().zip(page_facts(&layout, &alike(&layout))).collect()
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

    #[test]
    fn the_vocabulary_names_known_groups_only() {
        let lines = VOCABULARY.lines().filter(|line| !line.starts_with('#'));
        let groups: Vec<&str> = lines.filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        assert_eq!(groups, GROUPS);
    }
}
