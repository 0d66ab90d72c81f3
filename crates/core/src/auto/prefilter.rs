//! The prefilter: a small forest over the layout alone closes blocks before their words are read.
//!
//! On most pages half of the blocks and more are menus and lists of links, which amounts of text separate well enough. On
//! many pages the amounts separate the main text so surely that no word needs to be read: the prefilter settles those.

use super::constants::{CutConstants, PrefilterConstants};
use super::cut::Judged;
use super::features::layout::Layout;
use super::features::table::{self, Slot};
use super::stage::{Outcome, Prefiltered, Stage};
use crate::forest::{Forest, ROWS};
use crate::limits::Work;
use crate::numbers;

/// Judges the blocks of a page by its layout. The forest asks for early columns only.
pub(crate) fn prefilter(
    layout: &Layout,
    forest: &Forest,
    constants: &PrefilterConstants,
    cut: &CutConstants,
    work: &Work,
) -> Prefiltered {
    let mut log_odds = forest_log_odds(layout, forest, constants, work);
    let blocks = layout.page.blocks();
    let stages = blocks.iter().zip(&log_odds).map(|(block, log_odds)| {
        let is_text = block.sentence_text() >= constants.sentences;
        if *log_odds >= constants.open || is_text { Stage::Open } else { Stage::Closed }
    });
    let stages = stages.collect();
    let low = log_odds.iter_mut().filter(|log_odds| **log_odds < constants.open);
    low.for_each(|log_odds| *log_odds *= constants.times_low);
    let probabilities: Vec<f32> = log_odds.iter().copied().map(numbers::probability).collect();
    let expected = Judged::of(blocks, &probabilities, cut).best_cut(0..blocks.len(), 1.0).f1;
    let outcome = if expected >= constants.settled { Outcome::Settled } else { Outcome::Mixed };
    Prefiltered { outcome, stages, log_odds }
}

/// The log odds of blocks that nobody asked for: the work was over before.
const UNASKED: f32 = -20.0;

/// By block, the log odds of the forest.
fn forest_log_odds(
    layout: &Layout,
    forest: &Forest,
    constants: &PrefilterConstants,
    work: &Work,
) -> Vec<f32> {
    let slots: Vec<Slot> = forest.columns().iter().copied().zip(0..).collect();
    let mut table = vec![[f32::NAN; ROWS]; slots.len()];
    let all: Vec<usize> = (0..layout.count()).collect();
    let mut log_odds = Vec::with_capacity(all.len());
    for blocks in all.chunks(ROWS).take_while(|blocks| work.goes_on(blocks.len())) {
        table::fill_early(layout, blocks, &slots, &mut table);
        log_odds.extend(forest.log_odds(&table, blocks.len(), &constants.checks));
    }
    log_odds.resize(all.len(), UNASKED);
    log_odds
}
