//! What is known of each block by itself, beside its amounts.

use super::edges::Edges;
use super::looks::Looks;
use super::text_groups;
use super::topic::{self, Letters, PairCounts, Topic};
use crate::page::{Block, Page};
use crate::text::hash;
use crate::text::{chars, dates};

/// What is known of one block.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// Whether the block is read where the first look closes blocks; else it says nothing to others.
    pub(super) is_read: bool,
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

/// Facts of every block; of those that are not read only what comes of hashes, unless all are asked for. Read are the
/// open ones and what these are judged by: see [`is_read`].
pub(super) fn facts(page: &Page, looks: &Looks, is_open: &[bool], asks_all: bool) -> Vec<Facts> {
    let paths = page.blocks().iter().map(|block| looks.paths(block.container));
    let (tag_paths, class_paths): (Vec<u64>, Vec<u64>) = paths.unzip();
    let data = page.structured();
    let title = [data.title.as_deref(), data.meta("og:title"), data.json_ld("headline")];
    let description = [data.meta("description"), data.meta("og:description")];
    let topic = Topic::of(&title, &description);
    let is_read = is_read(page, is_open);
    let mut text_hashes = Vec::with_capacity(page.blocks().len());
    let mut facts: Vec<Facts> = Vec::with_capacity(page.blocks().len());
    for (index, block) in page.blocks().iter().enumerate() {
        let text = page.block_text(block);
        text_hashes.push(hash::text(text));
        let continues_path = index > 0 && class_paths[index] == class_paths[index - 1];
        let is_read = is_read[index];
        if !is_read && !asks_all {
            facts.push(Facts { continues_path, ..Facts::default() });
            continue;
        }
        let (pairs, letters) = topic::count_pairs(text, &topic);
        facts.push(Facts {
            is_read,
            continues_path,
            pairs,
            says: text_groups::of(text),
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

/// Which blocks are read: the open ones, those beside them, and the last heading before each; and closed ones that may
/// be the title, or the heading of a section.
fn is_read(page: &Page, is_open: &[bool]) -> Vec<bool> {
    let least = least_of_title(page).unwrap_or(f32::INFINITY);
    let mut is_read = Vec::with_capacity(is_open.len());
    let mut heading = None;
    for (index, block) in page.blocks().iter().enumerate() {
        if block.is_heading {
            heading = Some(index);
        }
        let is_near =
            is_open[index.saturating_sub(1)..(index + 2).min(is_open.len())].contains(&true);
        let is_label = block.characters <= SHORT_HEADING || weight_of_title(block) >= least;
        is_read.push(is_near || is_label && (block.is_heading || !block.is_mostly_linked()));
        if let (true, Some(heading)) = (is_open[index], heading.take()) {
            is_read[heading] = true;
        }
    }
    is_read
}

/// For each hash, how many are equal to it, and how many of those come before it.
fn counts(hashes: &[u64]) -> Vec<(u32, u32)> {
    counts_by_table(hashes).unwrap_or_else(|| counts_by_sorting(hashes))
}

/// Steps from place to place in the table of hashes, for one of them, beyond which it is given up: only a page
/// made for it needs so many.
const MOST_STEPS: usize = 64;

/// [`counts`], quick.
fn counts_by_table(hashes: &[u64]) -> Option<Vec<(u32, u32)>> {
    // Places with a hash and how often it came, 0 for none.
    let mut table = vec![(0u64, 0u32); (2 * hashes.len()).next_power_of_two()];
    let last = table.len() - 1;
    let mut counted = Vec::with_capacity(hashes.len());
    for hash in hashes {
        let mut place = (hash >> 20) as usize & last;
        let mut steps = 0;
        while table[place].1 != 0 && table[place].0 != *hash {
            place = (place + 1) & last;
            steps += 1;
            if steps == MOST_STEPS {
                return None;
            }
        }
        let before = table[place].1;
        table[place] = (*hash, before + 1);
        counted.push((place, before));
    }
    Some(counted.into_iter().map(|(place, before)| (table[place].1, before)).collect())
}

/// [`counts`], whatever the hashes are.
fn counts_by_sorting(hashes: &[u64]) -> Vec<(u32, u32)> {
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

/// A heading of a section is no longer than this, in characters.
pub(super) const SHORT_HEADING: u32 = 20;
/// Texts longer than this, in bytes, are no dates.
const SHORT_TEXT: usize = 200;

fn of_text(text: &str, letters: &Letters) -> Facts {
    let may_be_dated = dates::may_hold(letters.digits, letters.has_numeral);
    Facts {
        ends_sentence: text
            .ends_with(|c| chars::is_sentence_end(c) || matches!(c, '”' | '"' | '」' | '…')),
        ends_colon: text.ends_with([':', '：']),
        digits: letters.digits,
        capitals: letters.capitals,
        separators: letters.separators,
        has_date: text.len() <= SHORT_TEXT && may_be_dated && dates::find(text).is_some(),
        ..Facts::default()
    }
}

/// How much of the title a block must share to be its block: half of its characters.
fn least_of_title(page: &Page) -> Option<f32> {
    let title = crate::text::titles::without_site_name(page.structured().title.as_deref()?);
    Some(crate::text::count::characters(title) as f32 / 2.0)
}

/// What it counts for when a block shares all of its pairs with the title.
fn weight_of_title(block: &Block) -> f32 {
    let bonus = if block.is_heading { 1.2 } else { 1.0 };
    block.characters.min(SHORT_TEXT as u32) as f32 * bonus
}

/// The block that shares most pairs with the title, the first of equals; of headings the share
/// counts more.
pub(super) fn title_block(page: &Page, facts: &[Facts]) -> Option<usize> {
    let least = least_of_title(page)?;
    let share = |index: usize| if facts[index].is_read { facts[index].title_share() } else { 0.0 };
    let shared = |index: &usize| share(*index) * weight_of_title(&page.blocks()[*index]);
    let best = (0..facts.len()).rev().max_by(|a, b| shared(a).total_cmp(&shared(b)))?;
    (share(best) >= 0.5 && shared(&best) >= least).then_some(best)
}

/// The block outside links that shares most pairs with the description, where it shares half.
pub(super) fn description_block(page: &Page, facts: &[Facts]) -> Option<usize> {
    let shared = |index: &usize| {
        let (block, fact) = (&page.blocks()[*index], &facts[*index]);
        if !fact.is_read || block.is_mostly_linked() || fact.description_share() < 0.5 {
            0
        } else {
            fact.pairs.in_description
        }
    };
    let best = (0..facts.len()).rev().max_by_key(shared)?;
    (shared(&best) >= 8).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_hashes_are_counted_however_they_fall() {
        let mixed: Vec<u64> = [7, 1 << 40, 7, 0, 7].into();
        assert_eq!(counts_by_table(&mixed).unwrap(), counts_by_sorting(&mixed));
        assert_eq!(counts(&mixed), [(3, 0), (1, 0), (3, 1), (1, 0), (3, 2)]);
        // All in one place of the table.
        let crowded: Vec<u64> = (0..1000).collect();
        assert!(counts_by_table(&crowded).is_none());
        assert_eq!(counts(&crowded), vec![(1, 0); 1000]);
        assert_eq!(counts(&[]), []);
    }
}
