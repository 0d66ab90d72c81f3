//! The first look: a forest over measures alone that tells the blocks of which nothing more needs to be asked.
//!
//! On most pages half of the blocks and more are menus and lists of links that amounts tell well enough; their words,
//! the names around them and most columns are then never looked at. Of many pages amounts tell the main text so surely
//! that nothing more is asked at all: those it settles.

use super::columns::{self, COLUMNS};
use super::cut;
use super::measures::Measures;
use crate::forest::{Check, Forest, ROWS_AT_ONCE, Values};
use crate::numbers;

/// Blocks of lower log odds are closed: one in twenty would be main text at this.
const OPEN: f32 = -2.94;

/// So much text of sentences, in characters, is left open whatever its amounts: on some manuals it is closed else, and is
/// main text.
const SENTENCES: u32 = 20;

/// The log odds of closed blocks are told so many times as low: by cross-validation the cut of highest expected F1 is
/// better for it, by .001 of F1 on portals, than with those of this look.
const FURTHER: f32 = 2.0;

/// A page is settled where this F1 is to be expected of the blocks that would be kept: by cross-validation asking further
/// would better the F1 of no set by more than .001.
const SETTLED: f32 = 0.96;

/// Only what is hopeless is let go early: a page is settled by what the others come to.
const CHECKS: [Check; 2] = [
    Check { part: 3, hopeless: (-2.2, 1.6), sure: (f32::INFINITY, 1.0) },
    Check { part: 2, hopeless: (-2.6, 1.3), sure: (f32::INFINITY, 1.0) },
];

/// A page with its measures, and what the first look says of each block.
#[derive(Debug)]
pub(super) struct FirstLook<'a> {
    pub(super) measures: Measures<'a>,
    /// Log odds of being main text; missing without a model.
    pub(super) log_odds: Vec<f32>,
    /// Whether more is to be asked of a block, unless the page is settled.
    pub(super) is_open: Vec<bool>,
    /// Whether the page is judged by these log odds alone.
    pub(super) settles: bool,
    /// By place in the table of columns: which of the columns here it is.
    columns: Vec<Option<usize>>,
    /// Their values, column after column for some blocks, then for the next ones.
    values: Vec<Values>,
    /// How many there are.
    width: usize,
}

impl<'a> FirstLook<'a> {
    /// Leaves all blocks open where there is no model. The model asks for early columns only.
    pub(super) fn of(measures: Measures<'a>, model: Option<&Forest>) -> Self {
        let count = measures.count();
        let Some(model) = model else {
            return Self {
                measures,
                log_odds: vec![f32::NAN; count],
                is_open: vec![true; count],
                settles: false,
                columns: Vec::new(),
                values: Vec::new(),
                width: 0,
            };
        };
        let columns: Vec<(usize, usize)> = model.columns().iter().copied().zip(0..).collect();
        let mut table = vec![[f32::NAN; ROWS_AT_ONCE]; columns.len()];
        let mut log_odds = Vec::with_capacity(count);
        let mut values = Vec::with_capacity(columns.len() * count.div_ceil(ROWS_AT_ONCE));
        let all: Vec<usize> = (0..count).collect();
        for blocks in all.chunks(ROWS_AT_ONCE) {
            columns::fill_early(&measures, blocks, &columns, &mut table);
            values.extend_from_slice(&table);
            log_odds.extend(model.log_odds(&mut table, blocks.len(), &CHECKS));
        }
        let reads = |block: usize| measures.block(block).sentence_text() >= SENTENCES;
        let is_open: Vec<bool> = log_odds
            .iter()
            .enumerate()
            .map(|(block, value)| *value >= OPEN || reads(block))
            .collect();
        log_odds.iter_mut().filter(|value| **value < OPEN).for_each(|value| *value *= FURTHER);
        let settles = expected_f1(&measures, &log_odds) >= SETTLED;
        let width = columns.len();
        let mut places = vec![None; COLUMNS.len()];
        columns.into_iter().for_each(|(place, slot)| places[place] = Some(slot));
        Self { measures, log_odds, is_open, settles, columns: places, values, width }
    }

    /// Where a column stands among those that this look asked for, by its place in the table.
    pub(super) fn slot(&self, place: usize) -> Option<usize> {
        self.columns.get(place).copied().flatten()
    }

    /// Where the values of a block begin: that of each slot stands [`ROWS_AT_ONCE`] behind that of the one before.
    pub(super) fn start(&self, block: usize) -> usize {
        block / ROWS_AT_ONCE * self.width * ROWS_AT_ONCE + block % ROWS_AT_ONCE
    }

    /// All values.
    pub(super) fn values(&self) -> &[f32] {
        self.values.as_flattened()
    }

    /// Whether more is asked of a block.
    pub(super) fn asks(&self, block: usize) -> bool {
        self.is_open[block] && !self.settles
    }

    /// The blocks that are left open.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.is_open.len()).filter(|block| self.is_open[*block])
    }
}

/// The F1 to expect of a page by these log odds.
fn expected_f1(measures: &Measures, log_odds: &[f32]) -> f32 {
    let probabilities: Vec<f32> =
        log_odds.iter().map(|value| numbers::probability(*value)).collect();
    cut::best_cut(measures.page.blocks(), &probabilities, 0..log_odds.len(), 1.0).f1
}
