//! What the kind of a page is told by: the columns of its blocks, pooled.

use super::columns::COLUMNS;
use crate::numbers::probability;
use crate::page::Block;

/// How blocks are pooled: all alike; and by tokens times the sparse model's probability, so that the
/// main text counts most.
const POOLS: [&str; 2] = ["mean", "main"];

/// Names of the pooled columns: those of all blocks, then those of the main text.
pub fn page_columns() -> Vec<String> {
    let names = |pool| COLUMNS.iter().map(move |column| format!("{pool}.{}", column.name));
    POOLS.iter().flat_map(names).collect()
}

/// Pools the rows of a page's blocks, one after the other.
#[derive(Debug)]
pub(super) struct Pool {
    /// The places of the page columns that are asked for.
    needed: Vec<usize>,
    /// By page column, the sum of values times weights, and of weights.
    sums: Vec<(f32, f32)>,
    score: usize,
}

impl Pool {
    /// A pool for the page columns where `needed` is true.
    pub(super) fn new(needed: &[bool]) -> Self {
        Self {
            needed: (0..needed.len()).filter(|place| needed[*place]).collect(),
            sums: vec![(0.0, 0.0); POOLS.len() * COLUMNS.len()],
            score: COLUMNS.iter().position(|c| c.name == "sign_score").unwrap_or(0),
        }
    }

    /// The block columns that the pool takes from rows, true by their place.
    pub(super) fn takes(needed: &[bool]) -> Vec<bool> {
        let is_score = |column: usize| COLUMNS[column].name == "sign_score";
        let is_needed = |place: usize| needed.get(place).is_some_and(|needed| *needed);
        let takes =
            |column| is_score(column) || is_needed(column) || is_needed(column + COLUMNS.len());
        (0..COLUMNS.len()).map(takes).collect()
    }

    /// Adds a block's row; missing values are left out.
    pub(super) fn add(&mut self, row: &[f32], block: &Block) {
        let score = if row[self.score].is_nan() { 0.0 } else { row[self.score] };
        let main = block.tokens as f32 * probability(score) + f32::MIN_POSITIVE;
        for place in &self.needed {
            let value = row[place % COLUMNS.len()];
            let weight = if *place < COLUMNS.len() { 1.0 } else { main };
            if !value.is_nan() {
                self.sums[*place].0 += value * weight;
                self.sums[*place].1 += weight;
            }
        }
    }

    /// The means; NaN where there is nothing.
    pub(super) fn means(&self) -> Vec<f32> {
        let mean = |(sum, weight): &(f32, f32)| if *weight > 0.0 { sum / weight } else { f32::NAN };
        self.sums.iter().map(mean).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn columns_are_pooled() {
        let page = Page::new("<p>一二三四。<p>五", None);
        let names = page_columns();
        let row = super::super::page_row(&page, None);
        let value = |name: &str| row[names.iter().position(|other| other == name).unwrap()];
        assert_eq!(value("mean.sentence_ends"), 0.5);
        assert!(value("main.sentence_ends") > 0.7);
        assert!(value("mean.length_2_before").is_nan());
        let none = super::super::page_row(&Page::new("", None), None);
        assert!(none.len() == names.len() && none.iter().all(|value| value.is_nan()));
    }
}
