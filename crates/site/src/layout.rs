//! A layout: the paths and texts shared by pages with the same structure, with counts. A single
//! page is a layout of one page, so learning is merging.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::keys::{PageKeys, first_characters, last_characters};
use zhengwen_page::dom::{NodeId, NodeRef, path};
use zhengwen_page::page::Page;

/// The paths and texts shared by pages with the same structure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// The number of pages learned.
    pub pages: u32,
    /// The numbers of the first and the last of them, counted over the site from 1.
    pub seen: (u32, u32),
    /// The paths of elements that hold text, by their key.
    pub paths: HashMap<u64, PathEntry>,
    /// Texts and edges of texts, by their key.
    pub texts: HashMap<u64, TextEntry>,
}

/// A path, and counts of the text there.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct PathEntry {
    /// The last elements of the path, for display.
    pub path: String,
    /// The key of the path of its parent; 0 at the top.
    #[serde(with = "hexadecimal")]
    pub above: u64,
    /// Its position among the paths of the first page that had it, by where it begins there.
    pub order: u32,
    /// The number of pages that have it.
    pub pages: u32,
    /// The number of texts directly at it.
    pub texts: u32,
    /// The number of those texts that were there on two pages or more.
    pub repeated: u32,
    /// The tokens of all text in it.
    pub tokens: f32,
    /// The tokens weighted by the probability that they are main text.
    pub main_tokens: f32,
}

/// The part of a text that a key is the hash of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextPart {
    /// The whole text.
    #[default]
    Whole,
    /// Its first characters.
    Start,
    /// Its last characters.
    End,
}

/// A text at a path, or an edge of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct TextEntry {
    /// The part of a text.
    pub part: TextPart,
    /// Its beginning, for display; empty until it is seen on a second page.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The key of its path.
    #[serde(with = "hexadecimal")]
    pub path: u64,
    /// The number of pages that have it.
    pub pages: u32,
    /// The sum of the probabilities that it is main text, over those pages.
    pub score: f32,
    /// The number of the last page that had it.
    pub last: u32,
}

/// The maximum number of elements of a path to show.
const SHOWN_ELEMENTS: usize = 3;
/// The maximum number of characters of a text to show.
const SHOWN_CHARACTERS: usize = 40;
/// The maximum number of paths, and of texts seen once, that a layout keeps; the latest stay.
const MOST_ENTRIES: usize = 6000;
/// The share of a layout's pages that must have a path for it to belong to the layout.
const COMMON: f32 = 0.5;

impl Layout {
    /// The layout of one page. `scores` holds, for each block, the probability that it is main
    /// text, 0 to 1.
    pub fn of_page(page: &Page, scores: &[f32]) -> Self {
        let keys = PageKeys::of(page);
        let mut layout = Self { pages: 1, ..Self::default() };
        layout.add_paths(page, &keys, scores);
        for ((block, keys_of_block), score) in page.block_refs().zip(&keys.blocks).zip(scores) {
            let path = keys.paths[block.container.index()];
            let text = block.text().trim();
            let parts = [
                (TextPart::Whole, keys_of_block.text, text),
                (TextPart::Start, keys_of_block.start, first_characters(text)),
                (TextPart::End, keys_of_block.end, last_characters(text)),
            ];
            for (part, key, text) in parts {
                let is_new = !layout.texts.contains_key(&key);
                layout.texts.entry(key).or_insert_with(|| TextEntry {
                    part,
                    text: text.chars().take(SHOWN_CHARACTERS).collect(),
                    path,
                    pages: 1,
                    score: *score,
                    last: 0,
                });
                if is_new && part == TextPart::Whole {
                    layout.paths.entry(path).or_default().texts += 1;
                }
            }
        }
        layout
    }

    fn add_paths(&mut self, page: &Page, keys: &PageKeys, scores: &[f32]) {
        let document = page.document();
        let mut sums = vec![(0.0, 0.0); document.len()];
        for (block, score) in page.blocks().iter().zip(scores) {
            let (tokens, sum) = (block.tokens.max(1) as f32, &mut sums[block.container.index()]);
            *sum = (sum.0 + tokens, sum.1 + tokens * score);
        }
        for index in (1..sums.len()).rev() {
            let (tokens, main) = sums[index];
            if tokens == 0.0 {
                continue;
            }
            let node = document.node(NodeId::from_index(index));
            let above = node.parent().map_or(0, |parent| parent.id.index());
            sums[above] = (sums[above].0 + tokens, sums[above].1 + main);
            if !node.is_element() {
                continue;
            }
            let entry = self.paths.entry(keys.paths[index]).or_insert_with(|| PathEntry {
                path: shown_path(node),
                above: keys.paths[above],
                order: 0,
                pages: 1,
                ..PathEntry::default()
            });
            // Entries come in reverse here: the first in the page comes last.
            entry.order = node.id.0;
            entry.tokens += tokens;
            entry.main_tokens += main;
        }
    }

    /// The fit of a page with these paths, 0 to 1: the harmonic mean of the share of its paths that the layout knows and the
    /// share of the layout's common paths that it has.
    pub fn likeness(&self, paths: impl Iterator<Item = u64>) -> f32 {
        let (mut all, mut known, mut common) = (0_u32, 0_u32, 0_u32);
        for path in paths {
            all += 1;
            if let Some(entry) = self.paths.get(&path) {
                known += 1;
                common += u32::from(self.is_common(entry));
            }
        }
        let expected = self.paths.values().filter(|entry| self.is_common(entry)).count() as u32;
        let [precision, recall] =
            [(known, all), (common, expected)].map(|(part, all)| part as f32 / all.max(1) as f32);
        if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 }
    }

    /// True if a path is on enough pages to belong to the layout.
    pub(crate) fn is_common(&self, entry: &PathEntry) -> bool {
        entry.pages as f32 >= self.pages as f32 * COMMON
    }

    /// Adds the counts of another layout, of pages that come after its own.
    #[expect(clippy::iter_over_hash_type, reason = "entries are added each to its own")]
    pub fn merge(&mut self, other: &Self) {
        // A template may come from anywhere, so sums saturate.
        self.pages = self.pages.saturating_add(other.pages);
        self.seen = match (self.seen, other.seen) {
            ((0, 0), seen) | (seen, (0, 0)) => seen,
            (a, b) => (a.0.min(b.0), a.1.max(b.1)),
        };
        for (key, entry) in &other.paths {
            let sum = self.paths.entry(*key).or_insert_with(|| PathEntry {
                path: entry.path.clone(),
                above: entry.above,
                order: entry.order,
                ..PathEntry::default()
            });
            sum.pages = sum.pages.saturating_add(entry.pages);
            sum.texts = sum.texts.saturating_add(entry.texts);
            sum.repeated = sum.repeated.saturating_add(entry.repeated);
            sum.tokens += entry.tokens;
            sum.main_tokens += entry.main_tokens;
        }
        for (key, entry) in &other.texts {
            let sum = self.texts.entry(*key).or_insert_with(|| TextEntry {
                part: entry.part,
                path: entry.path,
                ..TextEntry::default()
            });
            let before = repeats(sum.pages).saturating_add(repeats(entry.pages));
            sum.pages = sum.pages.saturating_add(entry.pages);
            sum.score += entry.score;
            sum.last = sum.last.max(entry.last);
            if sum.pages >= 2 && sum.text.is_empty() {
                sum.text.clone_from(&entry.text);
            }
            if sum.part == TextPart::Whole
                && let Some(path) = self.paths.get_mut(&sum.path)
            {
                path.repeated =
                    path.repeated.saturating_add(repeats(sum.pages).saturating_sub(before));
            }
        }
        self.forget();
    }

    /// Numbers the page of a one-page layout.
    pub(super) fn number(&mut self, page: u32) {
        self.seen = (page, page);
        self.texts.values_mut().for_each(|entry| entry.last = page);
    }

    /// Drops the oldest entries that were seen once, if there are too many.
    fn forget(&mut self) {
        let mut once: Vec<(u32, u64)> = Vec::new();
        if self.texts.len() > MOST_ENTRIES {
            let texts = self.texts.iter().filter(|(_, entry)| entry.pages == 1);
            once.extend(texts.map(|(key, entry)| (entry.last, *key)));
            once.sort_unstable();
            let excess = once.len().saturating_sub(MOST_ENTRIES / 2);
            once[..excess].iter().for_each(|(_, key)| drop(self.texts.remove(key)));
        }
        if self.paths.len() > MOST_ENTRIES {
            let mut rare: Vec<(u32, u64)> =
                self.paths.iter().map(|(key, entry)| (entry.pages, *key)).collect();
            rare.sort_unstable();
            let excess = self.paths.len() - MOST_ENTRIES / 2;
            rare[..excess].iter().for_each(|(_, key)| drop(self.paths.remove(key)));
        }
    }
}

/// Keys in JSON, hexadecimal because not every program reads whole numbers of this size.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(key: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{key:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(D::Error::custom)
    }
}

/// The pages on which a text is one that repeats.
fn repeats(pages: u32) -> u32 {
    if pages >= 2 { pages } else { 0 }
}

/// The last elements of the path down to an element.
fn shown_path(element: NodeRef) -> String {
    let mut elements: Vec<String> = element
        .up(SHOWN_ELEMENTS)
        .take_while(|node| node.is_element())
        .map(|node| path::describe_element(node))
        .collect();
    elements.reverse();
    elements.join("/")
}
