//! Facts of the whole page for its kind: words in its titles and labels, counts of its elements, and its items.

use std::sync::LazyLock;

use super::whole::{Alike, Siblings, Whole, key, log};
use crate::dom::{NodeId, Tag};
use crate::page::Page;
use crate::text::hash;
use crate::text::phrases::Phrases;

/// The vocabulary of words.
const VOCABULARY: &str = include_str!("../../../data/kind_words.txt");

/// The groups of the vocabulary, one a kind.
const GROUPS: [&str; 8] =
    ["home", "article", "forum", "product", "listing", "collection", "documentation", "service"];

/// The places in which words are looked for: titles, descriptions and keywords, headings, and other short texts.
const PLACES: [&str; 4] = ["title", "description", "headings", "labels"];

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

static WORDS: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(VOCABULARY, &GROUPS));

/// The names of the numbers, in the order of [`page_facts`].
pub(crate) fn names() -> Vec<String> {
    let words = PLACES.iter().flat_map(|place| GROUPS.map(|group| format!("{place}.{group}")));
    words.chain(NUMBERS.map(|name| format!("page.{name}"))).collect()
}

/// The numbers of a page: counts as log2 of one more, shares from 0 to 1, NaN of nothing.
pub(super) fn page_facts(whole: &Whole) -> Vec<f32> {
    let words = words(whole.layout.page);
    words.as_flattened().iter().map(|count| log(*count)).chain(numbers(whole)).collect()
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

fn numbers(whole: &Whole) -> [f32; NUMBERS.len()] {
    let layout = whole.layout;
    let (page, total) = (layout.page, &layout.total);
    let (blocks, containers) = (page.blocks(), &layout.containers);
    let best = containers.sum(containers.blocks_in(page.document(), containers.best));
    let is_short_link =
        |block: &&crate::page::Block| block.characters <= LABEL && block.is_mostly_linked();
    let short_links = blocks.iter().filter(is_short_link).count() as f32;
    let prices = whole.priced.iter().filter(|priced| **priced).count();
    let items = Items::of(whole);
    let of_items = |count: usize| count as f32 / items.items.len() as f32;
    let held = |is_held: &dyn Fn(&NodeId) -> bool| {
        of_items(items.items.iter().filter(|item| is_held(item)).count())
    };
    let any_text = |item: &NodeId, says: &[bool]| {
        let mut own = containers.blocks_in(page.document(), *item);
        own.any(|at| says[at] && blocks[at].characters <= 3 * LABEL)
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
        held(&|item| any_text(item, &whole.dated)),
        held(&|item| any_text(item, &whole.priced)),
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
    fn of(whole: &Whole) -> Self {
        let layout = whole.layout;
        let document = layout.page.document();
        let blocks = |id: NodeId| layout.containers.blocks_in(document, id);
        let weight = |one: &Alike| one.tokens * (one.count.min(10) as f32).sqrt();
        let most = |a: &(&Siblings, &Alike), b: &(&Siblings, &Alike)| {
            weight(a.1).total_cmp(&weight(b.1)).then(b.0.0.cmp(&a.0.0)).then(b.0.2.cmp(&a.0.2))
        };
        let Some((best, _)) = whole.siblings.iter().max_by(most) else {
            return Self::default();
        };
        let own = |id: &NodeId| !blocks(*id).is_empty() && key(layout.page, *id) == Some(*best);
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
    use crate::auto::features::layout::Layout;
    use rustc_hash::FxHashMap;

    fn facts(html: &str) -> FxHashMap<String, f32> {
        let page = Page::new(html, None);
        names().into_iter().zip(page_facts(&Whole::of(&Layout::of(&page)))).collect()
    }

    #[test]
    fn a_page_of_cards_has_items_with_pictures_and_prices() {
        let card = "<li class=card><img src=a.jpg><a href=/1>青瓷杯</a><b>￥35.00</b></li>";
        let facts = facts(&format!("<title>商城</title><ul>{}</ul><p>页脚", card.repeat(6)));
        assert_eq!((facts["page.items"], facts["page.item_images"]), (7f32.log2(), 1.0));
        assert_eq!((facts["page.item_prices"], facts["page.item_dates"]), (1.0, 0.0));
        assert_eq!((facts["title.collection"], facts["title.forum"]), (1.0, 0.0));
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
