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

/// The best cut within a range of blocks: of the blocks sorted by probability p the prefix that maximises
/// (1 + b) Σ p n / (Σ n + b Σ of all p n), where n is a block's tokens and b the square of beta.
pub(crate) fn best_cut(
    blocks: &[Block],
    probabilities: &[f32],
    range: Range<usize>,
    beta_squared: f32,
    constants: &CutConstants,
) -> Cut {
    let ranked = ranked(probabilities);
    best_cut_of_ranked(&ranked, blocks, probabilities, range, beta_squared, constants)
}

/// All blocks by probability, the highest first.
pub(crate) fn ranked(probabilities: &[f32]) -> Vec<usize> {
    let mut ranked: Vec<usize> = (0..probabilities.len()).collect();
    ranked.sort_by(|a, b| probabilities[*b].total_cmp(&probabilities[*a]));
    ranked
}

/// Like [`best_cut`], for many cuts of one page, whose blocks are [`ranked`].
pub(crate) fn best_cut_of_ranked(
    ranked: &[usize],
    blocks: &[Block],
    probabilities: &[f32],
    range: Range<usize>,
    beta_squared: f32,
    constants: &CutConstants,
) -> Cut {
    let question = Question::new(blocks, probabilities, range.clone(), beta_squared);
    let is_possible = |index: &usize| range.contains(index) && question.is_possible(*index);
    question.answer(ranked.iter().copied().filter(is_possible).collect(), constants)
}

/// The blocks among which the best cut is looked for.
struct Question<'a> {
    blocks: &'a [Block],
    probabilities: &'a [f32],
    beta_squared: f32,
    /// The expected main text of the range, in tokens.
    all: f32,
    /// No block of a lower probability is in the best cut.
    least: f32,
}

impl<'a> Question<'a> {
    fn new(
        blocks: &'a [Block],
        probabilities: &'a [f32],
        range: Range<usize>,
        beta_squared: f32,
    ) -> Self {
        let mut own = Self { blocks, probabilities, beta_squared, all: 0.0, least: 0.0 };
        own.all = range.clone().map(|index| probabilities[index] * own.weight(index)).sum();
        // One more block raises the measure if its probability is over the measure's share. The best measure is at least that
        // of the likely blocks.
        let likely = range.filter(|index| probabilities[*index] >= 0.5);
        let (expected, taken) = likely.fold((0.0, 0.0), |(expected, taken), index| {
            (expected + probabilities[index] * own.weight(index), taken + own.weight(index))
        });
        own.least = 0.99 * own.measure(expected, taken) / (1.0 + beta_squared);
        own
    }

    fn weight(&self, index: usize) -> f32 {
        self.blocks[index].tokens.max(1) as f32
    }

    fn measure(&self, expected: f32, taken: f32) -> f32 {
        let all = taken + self.beta_squared * self.all;
        (1.0 + self.beta_squared) * expected / all.max(f32::MIN_POSITIVE)
    }

    fn is_possible(&self, index: usize) -> bool {
        self.probabilities[index] >= self.least
    }

    /// The best beginning of the possible blocks, which are in order of probability.
    fn answer(&self, mut order: Vec<usize>, constants: &CutConstants) -> Cut {
        let (mut expected, mut taken) = (0.0, 0.0);
        let (mut count, mut highest, mut f1) = (0, 0.0, 0.0);
        for (index, block) in order.iter().enumerate() {
            expected += self.probabilities[*block] * self.weight(*block);
            taken += self.weight(*block);
            let measure = self.measure(expected, taken);
            if measure > highest {
                (count, highest, f1) = (index + 1, measure, 2.0 * expected / (taken + self.all));
            }
        }
        let is_worth = |index: &usize| self.probabilities[*index] >= constants.least_probability;
        order.truncate(if order.first().is_some_and(is_worth) { count } else { 0 });
        order.sort_unstable();
        Cut { blocks: order, f1 }
    }
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
            best_cut(page.blocks(), probabilities, 0..4, beta_squared, constants).blocks
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
        let within = best_cut(page.blocks(), &[0.9; 4], 1..3, 1.0, constants);
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
