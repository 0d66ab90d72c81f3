//! The verdicts of the named methods, as the columns of blocks use them.

use crate::methods::{PageVerdicts, Thresholds, Verdict};
use crate::numbers::log2_plus_1;
use crate::page::Page;

/// The scores of a page by each named method. `template-matching` and `site-template` need other pages and are not asked.
#[derive(Debug)]
pub(crate) struct Methods {
    pub(crate) punctuation_path: Scores,
    pub(crate) block_smoothing: Scores,
    smoothing_thresholds: Thresholds,
    pub(crate) block_weighting: Scores,
    pub(crate) line_density: Scores,
}

/// The verdict of one method over blocks.
#[derive(Debug)]
pub(crate) struct Scores {
    score: Vec<f32>,
    keep: Vec<bool>,
    /// The page's highest score; over 0.
    pub(crate) highest: f32,
}

impl Methods {
    pub(crate) fn of(page: &Page) -> Self {
        let verdicts = PageVerdicts::of(page);
        Self {
            punctuation_path: Scores::of(verdicts.punctuation_path),
            block_smoothing: Scores::of(verdicts.block_smoothing),
            smoothing_thresholds: verdicts.smoothing_thresholds,
            block_weighting: Scores::of(verdicts.block_weighting),
            line_density: Scores::of(verdicts.line_density),
        }
    }

    /// A block's smoothed length over the low threshold N'min of block-smoothing: the difference of their log2.
    pub(crate) fn over_least(&self, block: usize) -> f32 {
        self.over(self.smoothing_thresholds.least, block)
    }

    /// The same over the high threshold.
    pub(crate) fn over_mark(&self, block: usize) -> f32 {
        self.over(self.smoothing_thresholds.mark, block)
    }

    fn over(&self, threshold: f32, block: usize) -> f32 {
        log2_plus_1(self.block_smoothing.score(block)) - log2_plus_1(threshold)
    }
}

impl Scores {
    fn of(Verdict { score, keep, .. }: Verdict) -> Self {
        let highest = score.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        Self { score, keep, highest }
    }

    /// The score of a block, in the method's own unit.
    pub(crate) fn score(&self, block: usize) -> f32 {
        self.score[block]
    }

    /// The score of a block as a share of the page's highest.
    pub(crate) fn share(&self, block: usize) -> f32 {
        self.score[block] / self.highest
    }

    /// 1 if the method keeps the block, else 0.
    pub(crate) fn keeps(&self, block: usize) -> f32 {
        f32::from(self.keep[block])
    }
}
