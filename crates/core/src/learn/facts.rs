//! What is known of each block by itself, beside its amounts.

use super::signs::Edges;
use super::text_groups;
use super::topic::{self, PairCounts, Pairs};
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::Page;
use crate::text::hash;
use crate::text::{chars, dates};

/// What is known of one block.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// Blocks of the page with the same path of tags, and with the same path of tags and classes.
    pub(super) same_path: u32,
    pub(super) same_class_path: u32,
    /// Whether the block before has the same path of tags and classes.
    pub(super) continues_path: bool,
    /// Blocks of the page with the same text, and those of them before this one.
    pub(super) same_text: u32,
    pub(super) copies_before: u32,
    pub(super) has_date: bool,
    pub(super) digits: u32,
    pub(super) ends_sentence: bool,
    pub(super) ends_colon: bool,
    pub(super) separators: u32,
    pub(super) capitals: u32,
    /// Pairs of letters, and those that the title and the description have too.
    pub(super) pairs: PairCounts,
    /// What the words at the edges of the text hint at, a bit set of text_groups.
    pub(super) says: u32,
    /// The words at the edges of the text.
    pub(super) edges: Edges,
}

impl Facts {
    /// Whether it says when: a date, or how long ago.
    pub(super) fn is_dated(&self) -> bool {
        self.has_date || self.says & const { text_groups::bit_of("ago") } != 0
    }

    /// Share of the block's pairs of letters that are in the title.
    pub(super) fn title_share(&self) -> f32 {
        self.pairs.in_title as f32 / self.pairs.all.max(1) as f32
    }

    /// Share of the block's pairs of letters that are in the description.
    pub(super) fn description_share(&self) -> f32 {
        self.pairs.in_description as f32 / self.pairs.all.max(1) as f32
    }
}

/// Facts of every block.
pub(super) fn facts(page: &Page) -> Vec<Facts> {
    let (tag_paths, class_paths) = path_hashes(page);
    let of_block = |hashes: &[u64]| -> Vec<u64> {
        page.blocks().iter().map(|block| hashes[block.container.index()]).collect()
    };
    let (tag_paths, class_paths) = (of_block(&tag_paths), of_block(&class_paths));
    let data = page.structured();
    let title = [data.title.as_deref(), data.meta("og:title"), data.json_ld("headline")];
    let description = [data.meta("description"), data.meta("og:description")];
    let pairs =
        |texts: &[Option<&str>]| Pairs::of(&texts.iter().flatten().copied().collect::<Vec<_>>());
    let (title, description) = (pairs(&title), pairs(&description));
    let mut text_hashes = Vec::with_capacity(page.blocks().len());
    let mut facts: Vec<Facts> = Vec::with_capacity(page.blocks().len());
    for (index, block) in page.blocks().iter().enumerate() {
        let text = page.block_text(block);
        text_hashes.push(hash::text(text));
        facts.push(Facts {
            continues_path: index > 0 && class_paths[index] == class_paths[index - 1],
            pairs: topic::count(text, &title, &description),
            says: text_groups::of(text),
            edges: Edges::of(text),
            ..of_text(text)
        });
    }
    let counts = [counts(&tag_paths), counts(&class_paths), counts(&text_hashes)];
    for (index, fact) in facts.iter_mut().enumerate() {
        (fact.same_path, fact.same_class_path) = (counts[0][index].0, counts[1][index].0);
        (fact.same_text, fact.copies_before) = counts[2][index];
    }
    facts
}

/// For each hash, how many are equal to it, and how many of those come before it.
fn counts(hashes: &[u64]) -> Vec<(u32, u32)> {
    let mut sorted: Vec<(u64, usize)> = hashes.iter().copied().zip(0..).collect();
    sorted.sort_unstable();
    let mut counts = vec![(0, 0); hashes.len()];
    for equal in sorted.chunk_by(|a, b| a.0 == b.0) {
        let count = u32::try_from(equal.len()).unwrap_or(u32::MAX);
        for ((_, index), before) in equal.iter().zip(0..) {
            counts[*index] = (count, before);
        }
    }
    counts
}

/// Texts longer than this, in bytes, are no dates.
const SHORT_TEXT: usize = 200;

/// Latin, Greek, Cyrillic and Armenian letters are below this, nearly all that have capitals.
const LAST_CASED: char = '\u{590}';

fn of_text(text: &str) -> Facts {
    let mut facts = Facts {
        ends_sentence: text
            .ends_with(|c| chars::is_sentence_end(c) || matches!(c, '”' | '"' | '」' | '…')),
        ends_colon: text.ends_with([':', '：']),
        ..Facts::default()
    };
    for c in text.chars() {
        if c.is_ascii() {
            facts.digits += u32::from(c.is_ascii_digit());
            facts.capitals += u32::from(c.is_ascii_uppercase());
            facts.separators += u32::from(matches!(c, '|' | '>' | '/'));
        } else if c < LAST_CASED {
            facts.capitals += u32::from(c.is_uppercase());
            facts.separators += u32::from(matches!(c, '·' | '»'));
        } else {
            facts.separators += u32::from(matches!(c, '丨' | '›'));
        }
    }
    facts.has_date = text.len() <= SHORT_TEXT && dates::find(text).is_some();
    facts
}

/// Hashes of every node's path of tags, and of tags and first class words.
fn path_hashes(page: &Page) -> (Vec<u64>, Vec<u64>) {
    let document = page.document();
    let mut by_tag: Vec<u64> = Vec::with_capacity(document.len());
    let mut by_class: Vec<u64> = Vec::with_capacity(document.len());
    for id in document.ids() {
        let parent = document.parent(id).map(NodeId::index);
        let above = |hashes: &[u64]| parent.map_or(0, |parent| hashes[parent]);
        let tag = hash::text(document.name(id));
        let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
        let (tags, classes) = (hash::mix(above(&by_tag), tag), hash::mix(above(&by_class), tag));
        by_tag.push(tags);
        by_class.push(if document.tag(id) == Tag::NONE {
            classes
        } else {
            hash::mix(classes, hash::text(class))
        });
    }
    (by_tag, by_class)
}

/// The block that shares most pairs with the title, the first of equals; of headings the share
/// counts more.
pub(super) fn title_block(page: &Page, facts: &[Facts]) -> Option<usize> {
    let title = crate::text::titles::without_site_name(page.structured().title.as_deref()?);
    let least = crate::text::count::characters(title) as f32 / 2.0;
    let shared = |index: &usize| {
        let block = &page.blocks()[*index];
        let bonus = if block.is_heading { 1.2 } else { 1.0 };
        facts[*index].title_share() * block.characters.min(SHORT_TEXT as u32) as f32 * bonus
    };
    let best = (0..facts.len()).rev().max_by(|a, b| shared(a).total_cmp(&shared(b)))?;
    (facts[best].title_share() >= 0.5 && shared(&best) >= least).then_some(best)
}

/// The block outside links that shares most pairs with the description, where it shares half.
pub(super) fn description_block(page: &Page, facts: &[Facts]) -> Option<usize> {
    let shared = |index: &usize| {
        let (block, fact) = (&page.blocks()[*index], &facts[*index]);
        let is_linked = block.link_characters * 2 > block.characters;
        if is_linked || fact.description_share() < 0.5 { 0 } else { fact.pairs.in_description }
    };
    let best = (0..facts.len()).rev().max_by_key(shared)?;
    (shared(&best) >= 8).then_some(best)
}
