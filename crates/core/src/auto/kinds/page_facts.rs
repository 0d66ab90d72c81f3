//! Facts of the whole page for its kind: words in its titles and labels, counts of its elements, and its items.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::auto::features::layout::Layout;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockRef, Node, Page};
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
pub(crate) fn page_facts(layout: &Layout) -> Vec<f32> {
    let page = layout.page;
    let mut facts =
        Vec::with_capacity(PLACES.len() * GROUPS.len() + ELEMENTS.len() + NUMBERS.len());
    facts.extend(words(page).as_flattened().iter().map(|count| log(*count)));
    facts.extend(elements(page).map(log));
    facts.extend(numbers(layout));
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

fn elements(page: &Page) -> [u32; ELEMENTS.len()] {
    let mut counts = [0; ELEMENTS.len()];
    for tag in page.elements().map(Node::tag) {
        if let Some(place) = ELEMENTS.iter().position(|(_, tags)| tags.contains(&tag)) {
            counts[place] += 1;
        }
    }
    counts
}

fn numbers(layout: &Layout) -> [f32; NUMBERS.len()] {
    let (blocks, total) = (layout.page.blocks(), &layout.total);
    let best = layout.containers.sum(layout.containers.blocks_in(layout.containers.best));
    let short = blocks.iter().filter(|block| block.characters <= LABEL);
    let short_links = short.filter(|block| block.is_mostly_linked()).count() as f32;
    let prices = layout.page.block_refs().filter(|block| has_price(block.text())).count();
    let Items { items, tokens, characters, link_characters } = Items::of(layout);
    let count = items.len() as f32;
    let [mut images, mut dated, mut priced] = [0.0; 3];
    for item in &items {
        images += f32::from(item.descendants().any(|node| node.is(Tag::IMG)));
        let blocks = layout.containers.blocks_in(*item).map(|at| layout.block(at));
        let mut texts = blocks.filter(|block| block.characters <= 3 * LABEL).map(BlockRef::text);
        let mut may_be_dated = texts.clone().filter(|text| dates::may_hold_date(text));
        dated += f32::from(may_be_dated.any(|text| dates::find(text).is_some()));
        priced += f32::from(texts.any(has_price));
    }
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
        (1.0 + tokens / count).log2(),
        link_characters / characters,
        images / count,
        dated / count,
        priced / count,
    ]
}

/// The parent, the tag and the number of the class of elements built alike.
pub(super) type Group = (NodeId, Tag, u32);

/// The group of an element.
pub(super) fn group_of(node: Node) -> Option<Group> {
    Some((node.parent()?.id, node.tag(), node.spelling()))
}

/// A count as log2 of one more.
pub(super) fn log(count: u32) -> f32 {
    (1.0 + count as f32).log2()
}

/// The siblings of the same tag and class that together hold most text; large groups count more.
#[derive(Default)]
struct Items<'p> {
    items: Vec<Node<'p>>,
    tokens: f32,
    characters: f32,
    link_characters: f32,
}

impl<'p> Items<'p> {
    fn of(layout: &Layout<'p>) -> Self {
        let (page, containers) = (layout.page, &layout.containers);
        let mut groups: FxHashMap<Group, (usize, f32)> = FxHashMap::default();
        for node in page.elements() {
            let blocks = containers.blocks_in(node);
            if !blocks.is_empty()
                && let Some(group) = group_of(node)
            {
                let (count, tokens) = groups.entry(group).or_default();
                *count += 1;
                *tokens += containers.sum(blocks).tokens;
            }
        }
        let many = groups.into_iter().filter(|(_, (count, _))| *count >= LEAST_ITEMS);
        let weighted =
            many.map(|(group, (count, tokens))| (group, tokens * (count.min(10) as f32).sqrt()));
        let best = weighted.max_by(|((parent, _, class), weight), (other, other_weight)| {
            weight.total_cmp(other_weight).then(other.0.cmp(parent)).then(other.2.cmp(class))
        });
        let mut found = Self::default();
        let Some((best, _)) = best else { return found };
        for item in page.node(best.0).children() {
            let blocks = containers.blocks_in(item);
            if !blocks.is_empty() && group_of(item) == Some(best) {
                let sum = containers.sum(blocks);
                found.items.push(item);
                found.tokens += sum.tokens;
                found.characters += sum.characters;
                found.link_characters += sum.link_characters;
            }
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

    #[test]
    fn the_vocabulary_names_known_groups_only() {
        let lines = VOCABULARY.lines().filter(|line| !line.starts_with('#'));
        let groups: Vec<&str> = lines.filter_map(|line| Some(line.split_once(": ")?.0)).collect();
        assert_eq!(groups, GROUPS);
    }
}
