//! The constants of a fit: thresholds that are tuned with the trees. They are read from `constants.json` in the folder of a
//! model; training reads the same file.

use serde::Deserialize;

use crate::forest::Check;

/// All constants of a fit. The section `training` of the file is for `train/` alone.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Constants {
    pub(crate) prefilter: PrefilterConstants,
    pub(crate) blocks: BlockConstants,
    pub(crate) smoothing: SmoothingConstants,
    pub(crate) cut: CutConstants,
    pub(crate) fields: FieldConstants,
    pub(crate) site: SiteConstants,
}

/// Constants of the prefilter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrefilterConstants {
    /// Blocks of lower log odds are closed. At -2.94 one block in twenty is main text.
    pub(crate) open: f32,
    /// A block with at least this much text of sentences, in characters, stays open even with low log odds. Without this rule
    /// main text of some manuals is closed.
    pub(crate) sentences: u32,
    /// Log odds below `open` are multiplied by this. By cross-validation the cut is better for it, by .001 of F1 on portals.
    pub(crate) times_low: f32,
    /// A page is settled if the best cut by the prefilter has at least this expected F1. By cross-validation asking further
    /// would improve the F1 of no set by more than .001.
    pub(crate) settled: f32,
    /// Only hopeless blocks leave the forest early: the others decide whether the page is settled.
    pub(crate) checks: Vec<Check>,
}

/// Constants of the forest over all columns.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockConstants {
    /// The checks spare open blocks half of the trees. By cross-validation no set loses .001 of F1.
    pub(crate) checks: Vec<Check>,
}

/// Constants of smoothing.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SmoothingConstants {
    /// The move of an unsure block towards the mean of many others, as a share of the way.
    pub(crate) pull: f32,
    /// This many others pull half as far as many do.
    pub(crate) half: f32,
    /// A block with log odds this far from 0 moves half as far: a line about the editor among paragraphs stays one.
    pub(crate) sure: f32,
    /// Log odds further from 0 count as this.
    pub(crate) most: f32,
    /// No block is raised further, in log odds: a block that is plainly noise stays noise.
    pub(crate) raised: f32,
    /// A line of a few words that are plainly boilerplate is lowered by this, in log odds.
    pub(crate) boilerplate: f32,
}

/// Constants of the cut.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CutConstants {
    /// A page without a block of at least this probability has no main text.
    pub(crate) least_probability: f32,
    /// The square of beta (the weight of recall against precision) that favours precision.
    pub(crate) favor_precision: f32,
    /// The square of beta that favours recall.
    pub(crate) favor_recall: f32,
    /// The squares of beta of further candidates of the whole page, besides the cut of highest expected F1.
    pub(crate) betas_squared: Vec<f32>,
    /// Containers that hold at least such a share of the expected main text have a candidate of their own; descending.
    pub(crate) container_shares: Vec<f32>,
}

/// Constants of the trust in fields: a value that is less likely right is not chosen, as a wrong one costs more than a
/// missing one.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FieldConstants {
    /// For authors on pages written in ideographs, where most sites have a make of their own.
    pub(crate) author: f32,
    /// For authors on other pages, which declare most of them.
    pub(crate) author_elsewhere: f32,
    /// For sources.
    pub(crate) source: f32,
    /// For dates of publication.
    pub(crate) publish_date: f32,
}

/// Constants of the correction by a site template.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SiteConstants {
    /// With this many pages the template weighs as much as the page's own judgement.
    pub(crate) pages_of_weight: f32,
    /// A share of main text counts as at least this, and as at most its complement.
    pub(crate) least_share: f32,
    /// Blocks of lower log odds are not corrected.
    pub(crate) hopeless: f32,
}
