//! The first look: a forest over measures alone that tells the blocks of which nothing more needs to be asked.
//!
//! On most pages half of the blocks and more are menus and lists of links that amounts tell well enough; their words,
//! the names around them and most columns are then never looked at.

use super::columns::{self, COLUMNS};
use super::measures::Measures;
use crate::forest::{Check, Forest, ROWS_AT_ONCE, Values};

/// Blocks of lower log odds are closed: one in twenty would be main text at this.
const OPEN: f32 = -2.94;

/// So much text of sentences, in characters, is left open whatever its amounts: on some manuals it is closed else, and is
/// main text.
const SENTENCES: u32 = 20;

/// The log odds of closed blocks are told so many times as low: by cross-validation the cut of highest expected F1 is
/// better for it, by .001 of F1 on portals, than with those of this look.
const FURTHER: f32 = 2.0;

/// Open blocks go on to the other forest, so here it is enough to know that they are: they are let go first.
const CHECKS: [Check; 3] = [
    Check { part: 6, hopeless: (f32::NEG_INFINITY, 1.0), sure: (-0.5, 0.0) },
    Check { part: 3, hopeless: (-2.2, 1.6), sure: (-1.0, 0.0) },
    Check { part: 2, hopeless: (-2.6, 1.3), sure: (-1.5, 0.0) },
];

/// What the first look says of each block.
#[derive(Debug)]
pub(super) struct FirstLook {
    /// Log odds of being main text; missing without a model, and of open blocks of no use.
    pub(super) log_odds: Vec<f32>,
    /// Whether more is to be asked.
    pub(super) is_open: Vec<bool>,
    /// By place in the table of columns: which of the columns here it is.
    columns: Vec<Option<usize>>,
    /// Their values, column after column for some blocks, then for the next ones.
    values: Vec<Values>,
    /// How many there are.
    width: usize,
}

impl FirstLook {
    /// Leaves all blocks open where there is no model. The model asks for early columns only.
    pub(super) fn of(measures: &Measures, model: Option<&Forest>) -> Self {
        let count = measures.count();
        let Some(model) = model else {
            let (log_odds, is_open) = (vec![f32::NAN; count], vec![true; count]);
            return Self { log_odds, is_open, columns: Vec::new(), values: Vec::new(), width: 0 };
        };
        let columns: Vec<(usize, usize)> = model.columns().iter().copied().zip(0..).collect();
        let mut table = vec![[f32::NAN; ROWS_AT_ONCE]; columns.len()];
        let mut log_odds = Vec::with_capacity(count);
        let mut values = Vec::with_capacity(columns.len() * count.div_ceil(ROWS_AT_ONCE));
        let all: Vec<usize> = (0..count).collect();
        for blocks in all.chunks(ROWS_AT_ONCE) {
            columns::fill_early(measures, blocks, &columns, &mut table);
            values.extend_from_slice(&table);
            log_odds.extend(model.log_odds(&mut table, blocks.len(), &CHECKS));
        }
        let reads = |block: usize| measures.block(block).sentence_text() >= SENTENCES;
        let is_open: Vec<bool> = log_odds
            .iter()
            .enumerate()
            .map(|(block, value)| *value >= OPEN || reads(block))
            .collect();
        let closed = log_odds.iter_mut().zip(&is_open).filter(|(_, is_open)| !**is_open);
        closed.for_each(|(value, _)| *value *= FURTHER);
        let width = columns.len();
        let mut places = vec![None; COLUMNS.len()];
        columns.into_iter().for_each(|(place, slot)| places[place] = Some(slot));
        Self { log_odds, is_open, columns: places, values, width }
    }

    /// The values of a column, by its place in the table, where this look asked for it: of any block.
    pub(super) fn values(&self, place: usize) -> Option<impl Fn(usize) -> f32> {
        let slot = self.columns.get(place).copied().flatten()?;
        let group = move |block: usize| block / ROWS_AT_ONCE * self.width + slot;
        Some(move |block: usize| self.values[group(block)][block % ROWS_AT_ONCE])
    }

    /// The blocks that are left open.
    pub(super) fn open(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.is_open.len()).filter(|block| self.is_open[*block])
    }
}
