//! The cut: the blocks that together have the highest expected F-measure.

use std::ops::Range;

use serde::Serialize;

use super::constants::CutConstants;
use crate::page::Block;

/// The kind of error that an extraction should rather make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Favor {
    /// Neither: both errors count the same.
    #[default]
    Balance,
    /// Rather lose text of the article than keep noise.
    Precision,
    /// Rather keep noise than lose text of the article.
    Recall,
}

impl Favor {
    /// The square of beta in the F-beta measure: how much more recall weighs than precision.
    pub(crate) fn beta_squared(self, constants: &CutConstants) -> f32 {
        match self {
            Self::Balance => 1.0,
            Self::Precision => constants.favor_precision,
            Self::Recall => constants.favor_recall,
        }
    }
}

/// Blocks to keep, and the F1 to expect of them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cut {
    /// The numbers of the blocks, ascending.
    pub(crate) blocks: Vec<usize>,
    /// The expected F1 if all main text is in the range, 0 to 1.
    pub(crate) f1: f32,
}

/// A page's blocks with their probabilities.
pub(crate) struct Judged<'a> {
    pub(crate) blocks: &'a [Block],
    pub(crate) probabilities: &'a [f32],
    pub(crate) constants: &'a CutConstants,
    /// All blocks by probability, the highest first.
    ranked: Vec<usize>,
}

impl<'a> Judged<'a> {
    pub(crate) fn of(
        blocks: &'a [Block],
        probabilities: &'a [f32],
        constants: &'a CutConstants,
    ) -> Self {
        let mut ranked: Vec<usize> = (0..probabilities.len()).collect();
        ranked.sort_by(|a, b| probabilities[*b].total_cmp(&probabilities[*a]));
        Self { blocks, probabilities, constants, ranked }
    }

    /// The tokens of a block, at least 1.
    pub(crate) fn tokens(&self, block: usize) -> f32 {
        self.blocks[block].tokens.max(1) as f32
    }

    /// The expected main text of a block, in tokens.
    pub(crate) fn expected(&self, block: usize) -> f32 {
        self.probabilities[block] * self.tokens(block)
    }

    /// The best cut within a range of blocks: of the blocks sorted by probability p the prefix that maximises
    /// (1 + b) Σ p n / (Σ n + b Σ of all p n), where n is a block's tokens and b the square of beta.
    pub(crate) fn best_cut(&self, range: Range<usize>, beta_squared: f32) -> Cut {
        let all: f32 = range.clone().map(|block| self.expected(block)).sum();
        // One more block raises the measure if its probability is over the measure's share. The best measure is at least that
        // of the likely blocks.
        let likely = range.clone().filter(|block| self.probabilities[*block] >= 0.5);
        let (expected, taken) = likely.fold((0.0, 0.0), |(expected, taken), block| {
            (expected + self.expected(block), taken + self.tokens(block))
        });
        let least = 0.99 * measure(beta_squared, expected, taken, all) / (1.0 + beta_squared);
        let possible = self.ranked.iter().copied().filter(|block| range.contains(block));
        let mut kept: Vec<usize> =
            possible.filter(|block| self.probabilities[*block] >= least).collect();
        let (mut expected, mut taken) = (0.0, 0.0);
        let (mut count, mut highest, mut f1) = (0, 0.0, 0.0);
        for (index, block) in kept.iter().enumerate() {
            expected += self.expected(*block);
            taken += self.tokens(*block);
            let measure = measure(beta_squared, expected, taken, all);
            if measure > highest {
                (count, highest, f1) = (index + 1, measure, 2.0 * expected / (taken + all));
            }
        }
        let likeliest = kept.first().map(|block| self.probabilities[*block]);
        let is_worth = likeliest.is_some_and(|p| p >= self.constants.least_probability);
        kept.truncate(if is_worth { count } else { 0 });
        kept.sort_unstable();
        Cut { blocks: kept, f1 }
    }
}

/// The F-measure of `taken` tokens with `expected` of `all` tokens of main text.
fn measure(beta_squared: f32, expected: f32, taken: f32, all: f32) -> f32 {
    let sum = taken + beta_squared * all;
    (1.0 + beta_squared) * expected / sum.max(f32::MIN_POSITIVE)
}

/// The measured F1 of pages with this expected F1: on the lines between `points`, ascending pairs of expected and
/// measured F1. Below the first point the line begins at 0.
pub(crate) fn calibrated(points: &[(f32, f32)], expected: f32) -> f32 {
    let above = points.partition_point(|point| point.0 < expected);
    let Some(right) = points.get(above) else {
        return points.last().map_or(expected, |point| point.1);
    };
    let left = above.checked_sub(1).map_or((0.0, 0.0), |below| points[below]);
    let part = (expected - left.0) / (right.0 - left.0).max(f32::MIN_POSITIVE);
    left.1 + part * (right.1 - left.1)
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;
    use crate::page::Page;

    #[test]
    fn the_cut_maximises_expected_f1() {
        let page = Page::new("<p>a b c d e f<p>g h<p>i<p>j k l m n o p q r s t u v", None);
        let constants = &Model::embedded().constants.cut;
        let cut = |probabilities: &[f32], favor: Favor| {
            let beta_squared = favor.beta_squared(constants);
            Judged::of(page.blocks(), probabilities, constants).best_cut(0..4, beta_squared).blocks
        };
        let balance = |probabilities: &[f32]| cut(probabilities, Favor::Balance);
        assert_eq!(balance(&[1.0, 1.0, 1.0, 0.0]), [0, 1, 2]);
        assert_eq!(balance(&[0.9, 0.5, 0.1, 0.05]), [0, 1]);
        assert!(balance(&[0.05, 0.05, 0.0, 0.01]).is_empty());
        let unsure = [0.9, 0.4, 0.25, 0.25];
        assert_eq!(
            (cut(&unsure, Favor::Precision).len(), cut(&unsure, Favor::Recall).len()),
            (1, 4)
        );
        // Nothing outside the range is kept or missed.
        let within = Judged::of(page.blocks(), &[0.9; 4], constants).best_cut(1..3, 1.0);
        assert_eq!(within.blocks, [1, 2]);
        assert!((within.f1 - 2.0 * 0.9 / 1.9).abs() < 1e-6);
    }

    #[test]
    fn confidence_lies_between_the_points() {
        let points = [(0.2, 0.1), (0.6, 0.5), (1.0, 0.9)];
        for (expected, measured) in
            [(0.0, 0.0), (0.1, 0.05), (0.2, 0.1), (0.4, 0.3), (1.0, 0.9), (1.1, 0.9)]
        {
            assert!((calibrated(&points, expected) - measured).abs() < 1e-6, "{expected}");
        }
        assert!((calibrated(&[], 0.3) - 0.3).abs() < 1e-6);
    }
}
