//! What the kind of a page is told by: the columns of its blocks, pooled.

use super::columns::COLUMNS;
use super::measures::Measures;
use super::page_facts;
use crate::numbers::probability;
use crate::page::Block;

/// How blocks are pooled: all alike; and by tokens times the sparse model's probability, so that the
/// main text counts most.
const POOLS: [&str; 2] = ["mean", "main"];

/// How many columns are pooled.
const POOLED: usize = POOLS.len() * COLUMNS.len();

/// Names of what the kind of a page is told by: the pooled columns of all blocks, those of the main text, then what is known of
/// the page as a whole.
pub fn page_columns() -> Vec<String> {
    let names = |pool| COLUMNS.iter().map(move |column| format!("{pool}.{}", column.name));
    POOLS.iter().flat_map(names).chain(page_facts::names()).collect()
}

/// Pools the rows of a page's blocks, one after the other.
#[derive(Debug)]
pub(super) struct Pool {
    /// What is pooled, each with its sum of values times weights, and of weights.
    sums: Vec<(Pooled, f32, f32)>,
    /// Where the sparse model's score stands in a row.
    score: usize,
}

/// One number of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pooled {
    /// Its place among the page columns.
    place: usize,
    /// Where the block's value stands in a row.
    slot: usize,
    /// Whether blocks weigh by their main text.
    by_main_text: bool,
}

impl Pooled {
    /// Those of some page columns, by their place, that are pooled; `slot` tells where the values of a block column stand in rows.
    pub(super) fn all(places: &[usize], slot: impl Fn(usize) -> usize) -> Vec<Self> {
        let one = |place: &usize| Self {
            place: *place,
            slot: slot(*place % COLUMNS.len()),
            by_main_text: *place >= COLUMNS.len(),
        };
        places.iter().filter(|place| **place < POOLED).map(one).collect()
    }
}

/// The block columns that a pool takes for some page columns, by their place.
pub(super) fn taken_by_pool(places: &[usize]) -> Vec<usize> {
    let pooled = places.iter().filter(|place| **place < POOLED);
    let places = pooled.map(|place| place % COLUMNS.len());
    let mut taken: Vec<usize> = places.chain([score_place()]).collect();
    taken.sort_unstable();
    taken.dedup();
    taken
}

/// The column of the sparse model's score, by its place.
pub(super) fn score_place() -> usize {
    COLUMNS.iter().position(|column| column.name == "sign_score").unwrap_or(0)
}

impl Pool {
    /// A pool of these, the score in this slot.
    pub(super) fn new(pooled: &[Pooled], score: usize) -> Self {
        Self { sums: pooled.iter().map(|one| (*one, 0.0, 0.0)).collect(), score }
    }

    /// Adds a block by the value in each slot of its row; missing ones are left out.
    pub(super) fn add(&mut self, block: &Block, value: impl Fn(usize) -> f32) {
        let score = value(self.score);
        let score = if score.is_nan() { 0.0 } else { score };
        let main = block.tokens as f32 * probability(score) + f32::MIN_POSITIVE;
        for (pooled, sum, weights) in &mut self.sums {
            let value = value(pooled.slot);
            let weight = if pooled.by_main_text { main } else { 1.0 };
            if !value.is_nan() {
                *sum += value * weight;
                *weights += weight;
            }
        }
    }

    /// The values of all page columns: means, NaN where there is nothing, and what is known of the page.
    pub(super) fn row(&self, measures: &Measures) -> Vec<f32> {
        let mut means = vec![f32::NAN; POOLED];
        for (pooled, sum, weights) in &self.sums {
            if *weights > 0.0 {
                means[pooled.place] = sum / weights;
            }
        }
        means.extend(page_facts::page_facts(measures));
        means
    }
}

#[cfg(test)]
mod tests {
    use super::super::training::{RowModels, page_row};
    use super::*;
    use crate::page::Page;

    #[test]
    fn columns_are_pooled() {
        let page = Page::new("<p>一二三四。<p>五", None);
        let names = page_columns();
        let row = page_row(&page, &RowModels::default());
        let value = |name: &str| row[names.iter().position(|other| other == name).unwrap()];
        assert_eq!(value("mean.sentence_ends"), 0.5);
        assert!(value("main.sentence_ends") > 0.7);
        assert!(value("mean.length_2_before").is_nan());
        let none = page_row(&Page::new("", None), &RowModels::default());
        assert!(none.len() == names.len() && none[..POOLED].iter().all(|value| value.is_nan()));
    }
}
