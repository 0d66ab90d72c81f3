//! The name of a page for its kind, and what stands around it: facts, buttons, dates, prices, pictures.

use std::sync::LazyLock;

use super::of_page::OfPage;
use super::outline::is_parameter;
use super::page_facts::log;
use super::said::Said;
use crate::auto::features::layout::Layout;
use crate::dom::{AttributeName, NodeId};
use crate::page::{Node, Page};
use crate::text::hash;
use crate::text::phrases::Phrases;

/// The groups of words around the name.
const GROUPS: [&str; 8] = [
    "outline.trade",
    "outline.facts",
    "outline.byline",
    "outline.contact",
    "outline.replies",
    "outline.card",
    "act.get",
    "act.ask",
];

/// Groups whose words are counted on the whole page too.
const WHOLE: [&str; 3] = ["outline.card", "act.get", "act.ask"];

/// Other numbers.
const NUMBERS: [&str; 13] = [
    "found",
    "linked",
    "named_pictures",
    "place",
    "length",
    "before_text",
    "parameters",
    "dates",
    "prices",
    "pictures",
    "link_share",
    "characters",
    "floors",
];

/// The blocks before and after the name that are looked at.
const BEFORE: usize = 2;
const AFTER: usize = 20;
/// The longest text that words are looked for in.
const SHORT: u32 = 40;
/// The pictures that are looked at, at most.
const MOST_PICTURES: usize = 200;
/// The fewest characters of a text of sentences.
const TEXT: u32 = 80;

static WORDS: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(&GROUPS));

/// The names of the numbers, in the order of [`around_name`].
pub(super) fn names() -> Vec<String> {
    let near = GROUPS.map(|group| format!("near.{group}"));
    let whole = WHOLE.map(|group| format!("all.{group}"));
    near.into_iter().chain(whole).chain(NUMBERS.map(|name| format!("near.{name}"))).collect()
}

/// The numbers of a page: counts as log2 of one more, shares from 0 to 1, NaN without a name.
pub(super) fn around_name(layout: &Layout, said: &Said, of_page: &OfPage) -> Vec<f32> {
    let page = layout.page;
    let near = of_page.name.map_or(0..0, |name| {
        name.at.saturating_sub(BEFORE)..(name.at + AFTER + 1).min(layout.count())
    });
    let (mut counts, mut whole) = ([0u32; GROUPS.len()], [0u32; GROUPS.len()]);
    let (mut parameters, mut floors) = (0, 0);
    for block in page.block_refs().filter(|block| block.characters <= SHORT) {
        let is_near = near.contains(&block.at);
        hash::bits(WORDS.groups(block.text())).for_each(|group| {
            whole[group] += 1;
            counts[group] += u32::from(is_near);
        });
        parameters += u32::from(is_near && is_parameter(block.text().trim()));
        floors += u32::from(is_floor(block.text().trim()));
    }
    let sums = layout.containers.sum(near.clone());
    let text = near.clone().skip(BEFORE).find(|at| {
        let block = layout.block(*at);
        block.characters >= TEXT && !block.is_mostly_linked()
    });
    let mut numbers: Vec<f32> = counts.map(log).to_vec();
    numbers
        .extend(GROUPS.iter().zip(whole).filter(|(g, _)| WHOLE.contains(g)).map(|(_, n)| log(n)));
    numbers.extend([
        f32::from(of_page.name.is_some()),
        of_page.name.map_or(f32::NAN, |name| f32::from(name.is_mostly_linked())),
        of_page.name.map_or(f32::NAN, |name| log(named_pictures(of_page, name.text().trim()))),
        of_page.name.map_or(f32::NAN, |name| name.at as f32 / layout.count() as f32),
        of_page.name.map_or(f32::NAN, |name| log(name.characters)),
        text.map_or(f32::NAN, |at| log((at - near.start) as u32)),
        log(parameters),
        log(said.dates.among(&near)),
        log(said.prices.among(&near)),
        log(pictures(page, &of_page.images, &near)),
        sums.link_characters / sums.characters,
        (1.0 + sums.characters).log2(),
        log(floors),
    ]);
    numbers
}

/// The pictures between the first of these blocks and the last.
fn pictures(page: &Page, images: &[Node], blocks: &std::ops::Range<usize>) -> u32 {
    if blocks.is_empty() {
        return 0;
    }
    let node = |at: usize| -> NodeId { page.block(at).node().id };
    let (first, last) = (node(blocks.start), node(blocks.end - 1));
    images.iter().filter(|image| image.id > first && image.id < last).count() as u32
}

/// The pictures whose own text has the name of the page: a cover, a poster, the thing itself.
fn named_pictures(of_page: &OfPage, name: &str) -> u32 {
    let images = of_page.images.iter().take(MOST_PICTURES);
    images.filter(|image| image.value(AttributeName::ALT).contains(name)).count() as u32
}

/// True if a text is the number of a post: `#12`, `12#`, `12楼`, `第12楼`.
fn is_floor(text: &str) -> bool {
    let text = text.trim_start_matches('第');
    let inner = text.strip_prefix('#').or_else(|| text.strip_suffix(['#', '楼', '樓', 'F']));
    inner.is_some_and(|number| {
        (1..=5).contains(&number.trim().len()) && number.trim().bytes().all(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;

    fn numbers(html: &str) -> FxHashMap<String, f32> {
        let page = Page::new(html, None);
        let layout = Layout::of(&page);
        let found = around_name(&layout, &Said::of(&page), &OfPage::of(&page));
        names().into_iter().zip(found).collect()
    }

    #[test]
    fn a_work_has_its_picture_facts_and_buttons_by_its_name() {
        let found = numbers(
            "<title>长夜灯_某某书库</title><p>书库<p><img alt=长夜灯封面 src=a.jpg><h1>长夜灯</h1><p>类别：历史<p>字数：三十万\
             <p><a href=/1>开始阅读</a>",
        );
        assert_eq!((found["near.found"], found["near.named_pictures"]), (1.0, 1.0));
        assert_eq!((found["near.act.get"], found["near.parameters"]), (1.0, 3f32.log2()));
        assert_eq!((found["near.pictures"], found["near.linked"]), (1.0, 0.0));
    }

    #[test]
    fn posts_have_numbers() {
        let found = numbers("<title>t</title><p>#2<p>3楼<p>第4楼<p>5#<p>#tag<p>楼");
        assert_eq!(found["near.floors"], 5f32.log2());
        assert!(found["near.place"].is_nan());
    }
}
