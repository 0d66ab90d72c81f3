//! The forest over all columns, for the blocks that the prefilter leaves open.

use super::features::layout::Layout;
use super::features::page::Features;
use super::features::table;
use super::kinds::pool::Pool;
use super::model::{JudgingMemory, Model};
use super::stage::{Outcome, Prefiltered};
use crate::forest::ROWS;

impl Model {
    /// By block, its log odds before smoothing: by the forest for open blocks, else by the prefilter.
    ///
    /// A pool is given the row of every block. The open blocks of a settled page go to the pool alone: the prefilter is sure
    /// of their text, not of the page's kind.
    pub(crate) fn log_odds(
        &self,
        features: &Features,
        found: &Prefiltered,
        mut pool: Option<&mut Pool>,
        memory: &mut JudgingMemory,
    ) -> Vec<f32> {
        let slots = if pool.is_some() { &self.rows.of_kinds } else { &self.rows.of_blocks };
        let JudgingMemory { table, work, .. } = memory;
        let mut log_odds = found.log_odds.clone();
        table.resize(slots.len(), [f32::NAN; ROWS]);
        for blocks in found.open().chunks(ROWS).take_while(|blocks| work.goes_on(blocks.len())) {
            table::fill_some(features, blocks, slots, table);
            if let Some(pool) = &mut pool {
                pool.add(blocks.iter().map(|block| features.layout.block(*block)), table);
            }
            if found.outcome == Outcome::Mixed {
                let judged =
                    self.blocks.log_odds(table, blocks.len(), &self.constants.blocks.checks);
                blocks.iter().zip(judged).for_each(|(block, judged)| log_odds[*block] = judged);
            }
        }
        if let Some(pool) = pool {
            self.pool_closed(features.layout, found, pool);
        }
        log_odds
    }

    /// Adds the closed blocks to a pool.
    fn pool_closed(&self, layout: &Layout, found: &Prefiltered, pool: &mut Pool) {
        let closed: Vec<usize> = (0..layout.count()).filter(|at| !found.is_open(*at)).collect();
        let mut table = vec![[f32::NAN; ROWS]; self.rows.of_kinds.len()];
        for blocks in closed.chunks(ROWS) {
            table::fill_early(layout, blocks, &self.rows.of_closed, &mut table);
            for (row, block) in blocks.iter().enumerate() {
                table[self.rows.score][row] = found.log_odds[*block];
            }
            pool.add(blocks.iter().map(|block| layout.block(*block)), &table);
        }
    }
}
