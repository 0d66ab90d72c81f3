//! All features of a page, brought together for the columns.

use std::ops::Range;

use super::anchors;
use super::around::{self, Surroundings};
use super::hints::PageHints;
use super::layout::{Layout, Signatures};
use super::names::Names;
use super::text::{self, TextFacts, groups};
use crate::auto::hashed::{HashedScores, HashedWords};
use crate::auto::linear::Linear;
use crate::auto::stage::{Prefiltered, Stage};
use crate::page::{BlockRef, Page};

/// The features of a page.
#[derive(Debug)]
pub(crate) struct Features<'a> {
    pub(crate) layout: &'a Layout<'a>,
    /// By block, how far its judgement has come.
    stages: Vec<Stage>,
    /// By block, true if its columns are wanted. Extraction wants those of open blocks, training those of all.
    pub(crate) wanted: Vec<bool>,
    pub(crate) hints: PageHints,
    pub(crate) signatures: Signatures,
    pub(crate) names: Names,
    /// By block.
    pub(crate) text: Vec<TextFacts>,
    /// Entry `i`: the sums over blocks `0..i`.
    words: Vec<WordSums>,
    /// By block, the blocks after the last short one with words about related pages, and after the last with words about
    /// comments, at most 99; NaN before the first.
    pub(crate) since: Vec<[f32; 2]>,
    /// The scores of hashed words; `None` without a model.
    pub(crate) hashed: Option<HashedScores>,
    /// The blocks that repeat the title and the description.
    pub(crate) title: Option<BlockRef<'a>>,
    pub(crate) description: Option<BlockRef<'a>>,
    /// By block.
    pub(crate) around: Vec<Surroundings>,
}

/// Buffers that one page leaves to the next.
#[derive(Debug, Default)]
pub(crate) struct FeaturesMemory {
    signatures: Signatures,
    names: Names,
}

/// The buffers of a page with more blocks are not left to the next.
const KEPT_BLOCKS: usize = 5_000;

/// Sums over the words of blocks that are read.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WordSums {
    pub(crate) pairs: f32,
    pub(crate) title_pairs: f32,
    pub(crate) description_pairs: f32,
    /// Short blocks with a date.
    pub(crate) dated: f32,
}

impl<'a> Features<'a> {
    /// The features for the open blocks of a page, with scores of hashed words if there is a model for them.
    pub(crate) fn of(
        layout: &'a Layout<'a>,
        found: &Prefiltered,
        hashed: Option<&Linear>,
        memory: &mut FeaturesMemory,
    ) -> Self {
        let wanted = found.stages.iter().map(|stage| *stage == Stage::Open).collect();
        Self::for_blocks(layout, found, wanted, hashed, memory)
    }

    /// The features for the `wanted` blocks. Closed blocks among them are looked at like open ones, but the others know
    /// no more by it.
    pub(crate) fn for_blocks(
        layout: &'a Layout<'a>,
        found: &Prefiltered,
        wanted: Vec<bool>,
        hashed: Option<&Linear>,
        memory: &mut FeaturesMemory,
    ) -> Self {
        let page = layout.page;
        let mut stages = found.stages.clone();
        text::mark_read(page, &mut stages);
        let signatures = Signatures::of(page.document(), std::mem::take(&mut memory.signatures));
        let text = text::facts(page, &signatures, &stages, &wanted);
        let names = Names::of(page, &signatures, &wanted, std::mem::take(&mut memory.names));
        let hashed = hashed.map(|model| {
            HashedScores::of(&HashedWords::of(page, &text, &names), found, &wanted, model)
        });
        let title = anchors::title_block(page, &stages, &text);
        let description = anchors::description_block(page, &stages, &text);
        let anchors = [title, description];
        let around = around::surroundings(layout, &signatures, &names, &wanted, anchors);
        Self {
            hints: PageHints::of(page),
            since: since(page, &stages, &text),
            words: word_sums(page, &stages, &text),
            layout,
            stages,
            wanted,
            signatures,
            names,
            text,
            hashed,
            title,
            description,
            around,
        }
    }

    /// Leaves the buffers to the next page.
    pub(crate) fn give_back(self, memory: &mut FeaturesMemory) {
        // What few pages need is not kept for the rest of this one.
        if self.layout.count() <= KEPT_BLOCKS {
            (memory.signatures, memory.names) = (self.signatures, self.names);
        }
    }

    /// The numbers of the open blocks.
    pub(crate) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.stages.len()).filter(|block| self.stages[*block] == Stage::Open)
    }

    /// The sums of words over a range of blocks.
    pub(crate) fn words(&self, blocks: Range<usize>) -> WordSums {
        let (a, b) = (self.words[blocks.start], self.words[blocks.end]);
        WordSums {
            pairs: b.pairs - a.pairs,
            title_pairs: b.title_pairs - a.title_pairs,
            description_pairs: b.description_pairs - a.description_pairs,
            dated: b.dated - a.dated,
        }
    }

    /// The sums of words over the whole page.
    pub(crate) fn all_words(&self) -> WordSums {
        self.words(0..self.layout.count())
    }
}

/// The groups of words that begin a part of the page.
const BEGIN: [u32; 2] = [groups::bit_of("related"), groups::bit_of("comment")];

fn since(page: &Page, stages: &[Stage], text: &[TextFacts]) -> Vec<[f32; 2]> {
    let mut last = [f32::NAN; 2];
    let after = page.blocks().iter().zip(text).zip(stages).map(|((block, fact), stage)| {
        let is_short = *stage != Stage::Closed && block.characters <= text::SHORT_HEADING;
        for (last, group) in last.iter_mut().zip(BEGIN) {
            let begins = is_short && fact.says & group != 0;
            *last = if begins { 0.0 } else { (*last + 1.0).min(99.0) };
        }
        last
    });
    after.collect()
}

/// The longest text, in characters, whose date says when the text was written.
const SHORT: u32 = 60;

fn word_sums(page: &Page, stages: &[Stage], text: &[TextFacts]) -> Vec<WordSums> {
    let mut sum = WordSums::default();
    let sums = page.blocks().iter().zip(text).zip(stages).map(|((block, fact), stage)| {
        if *stage != Stage::Closed {
            sum.pairs += fact.pairs.all as f32;
            sum.title_pairs += fact.pairs.in_title as f32;
            sum.description_pairs += fact.pairs.in_description as f32;
            sum.dated += f32::from(fact.is_dated() && block.characters < SHORT);
        }
        sum
    });
    std::iter::once(WordSums::default()).chain(sums).collect()
}
