//! The rule that completes a text by what the page declares: the ingredients and steps of a recipe, where they are shown.

use std::cmp::Reverse;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::Draft;
use crate::dom::Tag;
use crate::page::{BlockIndex, Page};
use crate::records::{recipe, squashed};

/// Texts are found by this many bytes of their beginning; shorter ones are not looked for.
const KEY: usize = 4;
/// Texts with one beginning (`1 cup`) that are compared at one place.
const MOST_ALIKE: usize = 40;
/// A shorter text, in bytes, must be all of its blocks, next to other text of the recipe or kept text, within this many blocks.
const SHORT: usize = 12;
const NEAR: usize = 3;
/// The share (3 / 5) of a block that a declared text must be.
const BULK: (usize, usize) = (3, 5);
/// A block of this many bytes is a part of a step if the step begins with it.
const PART: usize = 30;

/// The ingredients and steps of a page as they are compared, letters and digits alone, by their beginnings.
struct Declared {
    texts: Vec<String>,
    by_start: FxHashMap<String, Vec<usize>>,
}

/// The shown text of a page as it is compared, with the places where its blocks begin.
struct Shown {
    text: String,
    blocks: Vec<(BlockIndex, usize)>,
}

/// Where a declared text is shown: blocks by their places in `Shown`.
struct Match {
    text: usize,
    blocks: Range<usize>,
}

/// The blocks that show a declared ingredient or step, each text at its first place, if it is in no kept one.
pub(super) fn declared(draft: &Draft) -> Vec<BlockIndex> {
    let Some(declared) = Declared::of(draft.page) else { return Vec::new() };
    let shown = Shown::of(draft);
    let (long, short): (Vec<Match>, Vec<Match>) =
        shown.matches(&declared).into_iter().partition(|one| !declared.is_short(one.text));
    let mut found = shown.first_places(draft, &long);
    let near = |one: &Match| {
        let at = shown.blocks[one.blocks.start].0;
        let next = found.partition_point(|other| *other < at);
        let mut around = found[next.saturating_sub(1)..].iter().take(2);
        around.any(|other| other.abs_diff(at) <= NEAR)
            || (at.saturating_sub(NEAR)..at + NEAR).any(|other| draft.is_kept(other))
    };
    let short: Vec<Match> = short.into_iter().filter(near).collect();
    found.extend(shown.first_places(draft, &short));
    let lists = rest_of_lists(draft, &shown.all_of(long.iter().chain(&short)), &found);
    found.extend(lists);
    found.sort_unstable();
    found.dedup();
    found
}

/// The blocks of lists half of whose blocks show declared texts, at a place that is `found`: the page may write `1/2 cup` where
/// its data have `½ cup`.
fn rest_of_lists(draft: &Draft, declared: &[BlockIndex], found: &[BlockIndex]) -> Vec<BlockIndex> {
    let among = |blocks: &[BlockIndex], within: &Range<BlockIndex>| {
        blocks.partition_point(|at| *at < within.end)
            - blocks.partition_point(|at| *at < within.start)
    };
    let lists = draft.page.elements().filter(|node| matches!(node.tag(), Tag::UL | Tag::OL));
    let lists = lists.filter(|list| {
        let within = draft.page.blocks_within(list.id);
        let shown = among(declared, &within);
        shown >= 2 && shown * 2 >= within.len() && among(found, &within) > 0
    });
    let rest = draft.blocks_in(lists.map(|list| list.id)).into_iter();
    rest.filter(|at| !draft.blocks()[*at].is_mostly_linked()).collect()
}

impl Declared {
    fn of(page: &Page) -> Option<Self> {
        let recipe = recipe(page)?;
        let all = recipe.ingredients.iter().chain(&recipe.steps).map(|text| squashed(text));
        let mut texts: Vec<String> = all.filter(|text| text.len() >= KEY).collect();
        // The longest first: of "2 eggs" and "2 eggs, beaten" the page may show either.
        texts.sort_by_key(|text| Reverse(text.len()));
        let mut by_start = FxHashMap::<String, Vec<usize>>::default();
        for (at, text) in texts.iter().enumerate() {
            let alike = by_start.entry(start(text).to_owned()).or_default();
            if alike.len() < MOST_ALIKE && alike.iter().all(|other| texts[*other] != *text) {
                alike.push(at);
            }
        }
        Some(Self { texts, by_start })
    }

    fn is_short(&self, text: usize) -> bool {
        self.texts[text].len() < SHORT
    }

    /// The texts that begin as this one does.
    fn alike(&self, text: &str) -> &[usize] {
        self.by_start.get(start(text)).map_or(&[], Vec::as_slice)
    }
}

/// The beginning by which texts are found.
fn start(text: &str) -> &str {
    &text[..text.floor_char_boundary(KEY)]
}

impl Shown {
    fn of(draft: &Draft) -> Self {
        let mut shown = Self { text: String::new(), blocks: Vec::new() };
        for (at, block) in draft.blocks().iter().enumerate().filter(|(_, block)| !block.is_hidden) {
            shown.blocks.push((at, shown.text.len()));
            shown.text.push_str(&squashed(draft.page.block_text(block)));
        }
        shown
    }

    /// Where a block at this place begins; the end of the text behind the last one.
    fn start(&self, block: usize) -> usize {
        self.blocks.get(block).map_or(self.text.len(), |(_, start)| *start)
    }

    /// The declared texts that blocks begin with, perhaps behind a number, and that are the bulk of the blocks.
    fn matches(&self, declared: &Declared) -> Vec<Match> {
        let mut found = Vec::new();
        for block in 0..self.blocks.len() {
            let (from, end) = (self.start(block), self.start(block + 1));
            let own = &self.text[from..end];
            let number = own.len() - own.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let behind = [0, number].into_iter().take(1 + usize::from(number > 0));
            let starts = behind.map(|skipped| &self.text[from + skipped..]);
            let one =
                starts.flat_map(|rest| declared.alike(rest).iter().map(move |at| (rest, *at)));
            let one = one.filter_map(|(rest, at)| {
                let blocks = self.covered(block, rest, end, &declared.texts[at])?;
                Some(Match { text: at, blocks })
            });
            found.extend(one.take(MOST_ALIKE));
        }
        found
    }

    /// The blocks that a declared text covers which `rest` may begin with; `end` is where the first one ends.
    fn covered(
        &self,
        block: usize,
        rest: &str,
        end: usize,
        declared: &str,
    ) -> Option<Range<usize>> {
        let from = self.text.len() - rest.len();
        let own = &self.text[from..end];
        if !rest.starts_with(declared) {
            let is_part = own.len() >= PART && declared.starts_with(own);
            return is_part.then_some(block..block + 1);
        }
        let to = from + declared.len();
        let behind = self.blocks.partition_point(|(_, start)| *start < to);
        let all = self.start(behind) - self.start(block);
        let is_bulk = match declared.len() < SHORT {
            true => to == self.start(behind),
            false => declared.len() * BULK.1 >= all * BULK.0,
        };
        is_bulk.then_some(block..behind)
    }

    /// The blocks of the first match of each text, but for texts that a kept block shows.
    fn first_places(&self, draft: &Draft, matches: &[Match]) -> Vec<BlockIndex> {
        let is_kept = |found: &&Match| {
            let blocks = &self.blocks[found.blocks.clone()];
            blocks.iter().all(|(at, _)| draft.is_kept(*at))
        };
        let kept = matches.iter().filter(is_kept);
        let mut done: FxHashSet<usize> = kept.map(|found| found.text).collect();
        self.all_of(matches.iter().filter(|found| done.insert(found.text)))
    }

    /// The blocks of matches, in order.
    fn all_of<'m>(&self, matches: impl Iterator<Item = &'m Match>) -> Vec<BlockIndex> {
        let blocks = matches.flat_map(|found| &self.blocks[found.blocks.clone()]);
        let mut found: Vec<BlockIndex> = blocks.map(|(at, _)| *at).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}
