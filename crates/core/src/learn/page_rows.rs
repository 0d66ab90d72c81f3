//! What the kind of a page is told by: the columns of its blocks, pooled.

use super::columns::COLUMNS;
use crate::numbers::probability;
use crate::page::Page;

/// How blocks are pooled: all alike; and by tokens times the sparse model's probability, so that the
/// main text counts most.
const POOLS: [&str; 2] = ["mean", "main"];

/// Names of the pooled columns: those of all blocks, then those of the main text.
pub fn page_columns() -> Vec<String> {
    let names = |pool| COLUMNS.iter().map(move |column| format!("{pool}.{}", column.name));
    POOLS.iter().flat_map(names).collect()
}

/// The means of the columns of `rows`, missing values left out; NaN where `needed` is false.
pub(super) fn page_row(page: &Page, rows: &[f32], needed: &[bool]) -> Vec<f32> {
    let score = COLUMNS.iter().position(|column| column.name == "sign_score").unwrap_or(0);
    let needed: Vec<usize> = (0..needed.len()).filter(|place| needed[*place]).collect();
    // Sums of values times weights, and of weights.
    let mut sums = vec![(0.0f32, 0.0f32); POOLS.len() * COLUMNS.len()];
    for (row, block) in rows.chunks(COLUMNS.len()).zip(page.blocks()) {
        let score = if row[score].is_nan() { 0.0 } else { row[score] };
        let main = block.tokens as f32 * probability(score) + f32::MIN_POSITIVE;
        for place in &needed {
            let value = row[place % COLUMNS.len()];
            let weight = if *place < COLUMNS.len() { 1.0 } else { main };
            if !value.is_nan() {
                sums[*place].0 += value * weight;
                sums[*place].1 += weight;
            }
        }
    }
    let mean = |(sum, weight): &(f32, f32)| if *weight > 0.0 { sum / weight } else { f32::NAN };
    sums.iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_pooled() {
        let page = Page::new("<p>一二三四。<p>五", None);
        let names = page_columns();
        let row = super::super::page_row(&page, None);
        let value = |name: &str| row[names.iter().position(|other| other == name).unwrap()];
        assert_eq!(value("mean.sentence_ends"), 0.5);
        assert!(value("main.sentence_ends") > 0.7);
        assert!(value("mean.length_2_before").is_nan());
        let none = page_row(&page, &[], &vec![true; names.len()]);
        assert!(none.iter().all(|value| value.is_nan()));
    }
}
