//! The text of each block: its letters, its words at the edges, its copies on the page.

pub(crate) mod edges;
pub(crate) mod groups;

use rustc_hash::FxHashMap;

use super::layout::Signatures;
use super::title::{self, Letters, PairCounts, Topic};
use crate::auto::stage::Stage;
use crate::page::{BlockRef, Page};
use crate::text::hash;
use crate::text::{chars, dates};
use edges::Edges;

/// The text of one block. A block that is not read has only the fields that begin with `same`, `copies` and `continues`.
#[derive(Debug, Clone, Default)]
pub(crate) struct TextFacts {
    /// Blocks of the page with the same path of tags, and with the same path of tags and classes.
    pub(crate) same_path: u32,
    pub(crate) same_class_path: u32,
    /// True if the block before has the same path of tags and classes.
    pub(crate) continues_path: bool,
    /// Blocks of the page with the same text, and those of them before this one.
    pub(crate) same_text: u32,
    pub(crate) copies_before: u32,
    pub(crate) has_date: bool,
    pub(crate) digits: u32,
    pub(crate) ends_sentence: bool,
    pub(crate) ends_colon: bool,
    pub(crate) separators: u32,
    pub(crate) capitals: u32,
    /// Pairs of letters, and those that the title and the description have too; see [`title`].
    pub(crate) pairs: PairCounts,
    /// The groups of the words at the edges of the text, as bits of [`groups::GROUPS`].
    pub(crate) says: u32,
    /// The words at the edges of the text, hashed.
    pub(crate) edges: Edges,
}

impl TextFacts {
    /// True if the text has a date, or says how long ago something was.
    pub(crate) fn is_dated(&self) -> bool {
        self.has_date || self.says & const { groups::bit_of("ago") } != 0
    }

    /// Share of the block's pairs of letters that are in the title.
    pub(crate) fn title_share(&self) -> f32 {
        self.pairs.in_title as f32 / self.pairs.all.max(1) as f32
    }

    /// Share of the block's pairs of letters that are in the description.
    pub(crate) fn description_share(&self) -> f32 {
        self.pairs.in_description as f32 / self.pairs.all.max(1) as f32
    }
}

/// The text of every block. Words are read of open and read blocks, and of those that are `wanted`.
pub(crate) fn facts(
    page: &Page,
    signatures: &Signatures,
    stages: &[Stage],
    wanted: &[bool],
) -> Vec<TextFacts> {
    let paths = page.blocks().iter().map(|block| signatures.paths(block.container));
    let (tag_paths, class_paths): (Vec<u64>, Vec<u64>) = paths.unzip();
    let data = page.structured();
    let title = [data.title.as_deref(), data.meta("og:title"), data.json_ld("headline")];
    let description = [data.meta("description"), data.meta("og:description")];
    let topic = Topic::of(&title, &description);
    let mut text_hashes = Vec::with_capacity(page.blocks().len());
    let mut facts: Vec<TextFacts> = Vec::with_capacity(page.blocks().len());
    for (index, text) in page.block_refs().map(BlockRef::text).enumerate() {
        text_hashes.push(hash::text(text));
        let continues_path = index > 0 && class_paths[index] == class_paths[index - 1];
        if stages[index] == Stage::Closed && !wanted[index] {
            facts.push(TextFacts { continues_path, ..TextFacts::default() });
            continue;
        }
        let (pairs, letters) = title::count_pairs(text, &topic);
        facts.push(TextFacts {
            continues_path,
            pairs,
            says: groups::of(text),
            edges: Edges::of(text, letters.has_cjk),
            ..of_text(text, &letters)
        });
    }
    let counts = [counts(&tag_paths), counts(&class_paths), counts(&text_hashes)];
    for (index, fact) in facts.iter_mut().enumerate() {
        (fact.same_path, fact.same_class_path) = (counts[0][index].0, counts[1][index].0);
        (fact.same_text, fact.copies_before) = counts[2][index];
    }
    facts
}

/// Marks the closed blocks whose words are read: neighbours of open ones, and those that may be the title or the heading of a
/// section.
pub(crate) fn mark_read(page: &Page, stages: &mut [Stage]) {
    let least = title::least_of_title(page).unwrap_or(f32::INFINITY);
    let is_open: Vec<bool> = stages.iter().map(|stage| *stage == Stage::Open).collect();
    for (index, block) in page.blocks().iter().enumerate() {
        let is_near =
            is_open[index.saturating_sub(1)..(index + 2).min(is_open.len())].contains(&true);
        let is_label = block.characters <= SHORT_HEADING || title::weight_of_title(block) >= least;
        if is_near || is_label && (block.is_heading || !block.is_mostly_linked()) {
            stages[index].read();
        }
    }
}

/// For each hash, how many are equal to it, and how many of those come before it.
fn counts(hashes: &[u64]) -> Vec<(u32, u32)> {
    let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
    counts.reserve(hashes.len());
    let mut before = Vec::with_capacity(hashes.len());
    for hash in hashes {
        let count = counts.entry(*hash).or_default();
        before.push(*count);
        *count += 1;
    }
    hashes.iter().zip(before).map(|(hash, before)| (counts[hash], before)).collect()
}

/// A heading of a section is no longer than this, in characters.
pub(crate) const SHORT_HEADING: u32 = 20;
/// The longest text, in bytes, that may be a date.
const SHORT_TEXT: usize = 200;

fn of_text(text: &str, letters: &Letters) -> TextFacts {
    let may_be_dated = dates::may_hold(letters.digits, letters.has_numeral);
    TextFacts {
        ends_sentence: text
            .ends_with(|c| chars::is_sentence_end(c) || matches!(c, '”' | '"' | '」' | '…')),
        ends_colon: text.ends_with([':', '：']),
        digits: letters.digits,
        capitals: letters.capitals,
        separators: letters.separators,
        has_date: text.len() <= SHORT_TEXT && may_be_dated && dates::find(text).is_some(),
        ..TextFacts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_hashes_are_counted() {
        assert_eq!(counts(&[7, 1 << 40, 7, 0, 7]), [(3, 0), (1, 0), (3, 1), (1, 0), (3, 2)]);
        assert_eq!(counts(&[]), []);
    }
}
