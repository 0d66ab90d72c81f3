//! The learned judgement: one table of columns about blocks, a forest of trees over them, and the
//! cut that keeps what is worth keeping.
//!
//! No model is part of the library yet: [`Model::read`] takes one that `train/fit.py` wrote, and
//! `extract_with` extracts by it.

pub mod columns;
mod containers;
mod context;
mod facts;
mod hash;
pub mod labels;
mod name_groups;
mod name_words;
mod page_hints;
mod repeats;
mod signs;
mod text_groups;
mod topic;
mod values;

pub use columns::{COLUMNS, Column, rows};

use crate::forest::{Forest, ModelError};
use crate::methods::{Curve, Verdict};
use crate::page::{Block, Page};

/// Every block's signs, for the training of the sparse model.
pub fn signs(page: &Page) -> Vec<Vec<u32>> {
    let facts = facts::facts(page);
    let signs = signs::Signs::of(page, &facts);
    (0..page.blocks().len()).map(|block| signs.all(block)).collect()
}

/// A trained model.
#[derive(Debug, Clone)]
pub struct Model {
    blocks: Forest,
}

impl Model {
    /// Reads a model file.
    ///
    /// # Errors
    /// When the file is damaged or needs a column that is not in [`COLUMNS`].
    pub fn read(bytes: &[u8]) -> Result<Self, ModelError> {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        Ok(Self { blocks: Forest::read(bytes, &names)? })
    }

    /// For every block, the probability that it is main text.
    pub fn probabilities(&self, page: &Page) -> Vec<f32> {
        rows(page, None).chunks(COLUMNS.len()).map(|row| self.blocks.probability(row)).collect()
    }

    /// Judges a page: the blocks that together have the highest expected F1 are kept.
    pub fn judge(&self, page: &Page) -> Verdict {
        let probabilities = self.probabilities(page);
        let (keep, confidence) = best_cut(page.blocks(), &probabilities);
        let mut verdict = Verdict::from_blocks(page, probabilities, keep);
        verdict.confidence = Some(confidence);
        verdict.curves = vec![Curve {
            name: "probability of main text",
            x: "block",
            unit: "1",
            values: verdict.score.clone(),
            thresholds: Vec::new(),
        }];
        verdict
    }
}

/// Below this a page has no block worth keeping.
const LEAST_PROBABILITY: f32 = 0.1;

/// The blocks to keep, and the F1 to expect: of the blocks sorted by probability p, the prefix that
/// maximises 2 Σ p n / (Σ n + Σ of all p n), n being a block's tokens.
fn best_cut(blocks: &[Block], probabilities: &[f32]) -> (Vec<bool>, f32) {
    let weight = |index: usize| blocks[index].tokens.max(1) as f32;
    let all: f32 = probabilities.iter().enumerate().map(|(i, p)| p * weight(i)).sum();
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by(|a, b| probabilities[*b].total_cmp(&probabilities[*a]));
    let (mut expected, mut taken) = (0.0, 0.0);
    let mut best = (0, 0.0);
    for (count, index) in order.iter().enumerate() {
        expected += probabilities[*index] * weight(*index);
        taken += weight(*index);
        let f1 = 2.0 * expected / (taken + all);
        if f1 > best.1 {
            best = (count + 1, f1);
        }
    }
    let mut keep = vec![false; blocks.len()];
    let is_worth = |index: &&usize| probabilities[**index] >= LEAST_PROBABILITY;
    if order.first().as_ref().is_some_and(is_worth) {
        order[..best.0].iter().for_each(|index| keep[*index] = true);
    }
    (keep, best.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model of one leaf: the same probability for every block.
    fn constant_model(logit: f32) -> Model {
        let header = format!(
            "{{\"format\":1,\"columns\":[],\"edges\":[],\"trees\":[0],\"leaf_scale\":{logit}}}\n"
        );
        Model::read(&[header.as_bytes(), &1i16.to_le_bytes()].concat()).unwrap()
    }

    #[test]
    fn a_model_judges_every_page_soundly() {
        for html in ["", "<p>一句。", "<div><p>a<p>b<p>c</div>"] {
            let page = Page::new(html, None);
            let (all, none) = (constant_model(3.0).judge(&page), constant_model(-5.0).judge(&page));
            assert_eq!(all.score.len(), page.blocks().len());
            assert!(all.keep.iter().all(|keep| *keep) && none.keep.iter().all(|keep| !keep));
            assert!(all.confidence.is_some_and(|c| page.blocks().is_empty() || c > 0.9));
        }
    }

    #[test]
    fn the_cut_maximises_expected_f1() {
        let page = Page::new("<p>a b c d e f<p>g h<p>i<p>j k l m n o p q r s t u v", None);
        let cut = |probabilities: &[f32]| best_cut(page.blocks(), probabilities).0;
        assert_eq!(cut(&[1.0, 1.0, 1.0, 0.0]), [true, true, true, false]);
        assert_eq!(cut(&[0.9, 0.5, 0.1, 0.05]), [true, true, false, false]);
        assert_eq!(cut(&[0.05, 0.05, 0.0, 0.01]), [false; 4]);
    }
}
