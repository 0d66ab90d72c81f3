//! The breadcrumb of a page and the marked entries of its menus.

use std::sync::LazyLock;

use crate::page::{BlockRef, Name, Node, Page};
use crate::text::phrases::Phrases;

/// The longest entry of a menu, in characters.
pub(super) const ENTRY: u32 = 16;
/// The longest breadcrumb, in characters, and its most blocks.
const CRUMBS: u32 = 160;
const MOST_STEPS: usize = 12;
/// Words that announce a breadcrumb, and those of its first step.
static CRUMB: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(&["title.crumb", "title.home"]));

/// True if a step or an entry is the first page of the site.
pub(super) fn is_home(text: &str) -> bool {
    let found = CRUMB.at_start(text);
    found.is_some_and(|(group, length)| group == 1 && length == text.len())
}

fn is_mark(c: char) -> bool {
    matches!(c, '>' | '»' | '›' | '→' | '＞' | '≫' | '》' | '/')
}

/// The steps of the breadcrumb after the first page of the site.
pub(super) fn steps(page: &Page) -> Vec<&str> {
    let named = page.named(Name::Breadcrumb).map(Node::blocks);
    let mut named = named.filter(|blocks| (1..=MOST_STEPS).contains(&blocks.len()));
    let of_named = named.find_map(|blocks| steps_in(blocks.map(BlockRef::text)));
    let paths = || {
        let short =
            page.block_refs().filter(|block| block.characters <= CRUMBS && !block.is_hidden);
        let texts = short.map(BlockRef::text);
        texts.filter(|text| text.contains(is_mark) && CRUMB.are_in(text))
    };
    of_named
        .or_else(|| paths().find_map(|text| steps_in(std::iter::once(text))))
        .unwrap_or_default()
}

/// The steps in the texts of a breadcrumb, if it has any.
fn steps_in<'p>(texts: impl Iterator<Item = &'p str>) -> Option<Vec<&'p str>> {
    let steps = texts.flat_map(|text| text.split(is_mark)).map(|step| {
        let step = step.trim();
        match CRUMB.at_start(step) {
            Some((0, length)) => step[length..].trim_matches(|c: char| !c.is_alphanumeric()),
            _ => step,
        }
    });
    let steps: Vec<&str> =
        steps.filter(|step| step.contains(char::is_alphanumeric) && !is_home(step)).collect();
    (1..=MOST_STEPS).contains(&steps.len()).then_some(steps)
}

/// The texts of the entries of menus that are marked as the page's own.
pub(super) fn marked(page: &Page) -> Vec<&str> {
    let entries = page.named(Name::Marked).filter(|node| (1..=ENTRY).contains(&node.characters()));
    let texts = entries.filter_map(|node| node.blocks().next());
    let short = texts.filter(|block| block.characters <= ENTRY);
    short.map(|block| block.text().trim()).take(50).collect()
}
