//! The judgement of text blocks as main text (section 1.2.2).

use std::ops::Range;

use super::blocks::{TextBlock, blocks};
use crate::body;
use crate::options::{BlockSmoothingOptions, BodyOptions};
use crate::trace::Curve;
use crate::verdict::{Verdict, runs, whole};
use zhengwen_page::dom::NodeId;
use zhengwen_page::page::Page;

/// The paper's text blocks of a page, and which of them are main text.
pub(crate) struct Judged {
    pub(super) blocks: Vec<TextBlock>,
    /// Their text nodes, one block's behind another's.
    texts: Vec<NodeId>,
    smoothed: Vec<f32>,
    pub(crate) thresholds: Thresholds,
    /// Runs of blocks.
    pub(super) main: Vec<Range<usize>>,
}

impl Judged {
    pub(crate) fn of(page: &Page, options: &BlockSmoothingOptions) -> Self {
        let (blocks, texts) = blocks(page, options);
        let smoothed = smooth(&blocks);
        let thresholds = Thresholds::of(&smoothed);
        let main = main_blocks(&smoothed, thresholds);
        let mut judged = Self { blocks, texts, smoothed, thresholds, main };
        if options.body != BodyOptions::default() {
            judged.settle(page, options.body);
        }
        judged
    }

    /// Applies the options: main blocks are those with a chosen text.
    fn settle(&mut self, page: &Page, options: BodyOptions) {
        let mut chosen = vec![false; page.texts().len()];
        for block in self.main.iter().flat_map(|run| &self.blocks[run.clone()]) {
            let texts = self.texts_of(block).iter().map(|text| page.node(*text));
            texts.for_each(|text| chosen[text.text_range()].fill(true));
        }
        body::settle(page, &mut chosen, options);
        self.main = runs(self.blocks.iter().map(|block| {
            let mut texts = self.texts_of(block).iter().map(|text| page.node(*text));
            texts.any(|text| chosen[text.text_range()].contains(&true))
        }));
    }

    pub(super) fn texts_of(&self, block: &TextBlock) -> &[NodeId] {
        &self.texts[block.texts.clone()]
    }

    /// The verdict about blocks.
    pub(crate) fn verdict(&self, page: &Page) -> Verdict {
        let kept = self.main.iter().flat_map(|run| &self.blocks[run.clone()]);
        let kept = kept.flat_map(|block| self.texts_of(block));
        let spans = kept.map(|text| whole(page.node(*text))).collect();
        let mut score = vec![0.0; page.document().len()];
        for (block, value) in self.blocks.iter().zip(&self.smoothed) {
            self.texts_of(block).iter().for_each(|node| score[node.index()] = *value);
        }
        Verdict::from_spans(page, spans, |i| score[page.texts()[i].node.index()])
    }

    /// The lengths of blocks as counted and as smoothed.
    pub(super) fn curves(self) -> [Curve; 2] {
        let raw = Curve {
            name: "block lengths",
            x: "block",
            unit: "characters",
            values: self.blocks.iter().map(|block| block.characters as f32).collect(),
            thresholds: Vec::new(),
            chosen: self.main,
        };
        let smoothed = Curve {
            name: "smoothed block lengths",
            values: self.smoothed,
            thresholds: vec![("N'min", self.thresholds.least), ("mark", self.thresholds.mark)],
            ..raw.clone()
        };
        [raw, smoothed]
    }
}

/// Section 1.2.2, step 1: the operator 1/4 [1 2 1]; beyond the ends lengths are 0.
fn smooth(blocks: &[TextBlock]) -> Vec<f32> {
    let length = |at: usize| blocks.get(at).map_or(0.0, |block| block.characters as f32);
    let smoothed = (0..blocks.len()).map(|at| {
        let before = at.checked_sub(1).map_or(0.0, length);
        (before + 2.0 * length(at) + length(at + 1)) / 4.0
    });
    smoothed.collect()
}

/// Section 1.2.2, step 2; both of smoothed lengths.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// N'min = (2 Nmin + Navg) / 3.
    pub least: f32,
    /// N标定 = (sum of the nine largest + Navg) / 10.
    pub mark: f32,
}

/// The number of largest lengths that make the mark.
const LARGEST: usize = 9;

impl Thresholds {
    fn of(smoothed: &[f32]) -> Self {
        let least = smoothed.iter().copied().filter(|n| *n > 0.0).fold(f32::INFINITY, f32::min);
        let sum: f64 = smoothed.iter().map(|n| f64::from(*n)).sum();
        let average = (sum / smoothed.len().max(1) as f64) as f32;
        let mut largest = smoothed.to_vec();
        if largest.len() > LARGEST {
            largest.select_nth_unstable_by(LARGEST, |a, b| b.total_cmp(a));
            largest.truncate(LARGEST);
        }
        largest.sort_unstable_by(|a, b| b.total_cmp(a));
        let mark = (largest.iter().sum::<f32>() + average) / (largest.len() + 1) as f32;
        let least = if least.is_finite() { (2.0 * least + average) / 3.0 } else { f32::INFINITY };
        Self { least, mark }
    }
}

/// Rules 1 and 2: runs of blocks at or over N'min; sure are those with a block at or over the mark,
/// and those between two sure ones go with them.
fn main_blocks(smoothed: &[f32], thresholds: Thresholds) -> Vec<Range<usize>> {
    let mut runs = runs(smoothed.iter().map(|length| *length >= thresholds.least));
    let is_sure = |run: &Range<usize>| smoothed[run.clone()].iter().any(|n| *n >= thresholds.mark);
    let first = runs.iter().position(is_sure);
    let last = runs.iter().rposition(is_sure);
    match (first, last) {
        (Some(first), Some(last)) => runs.drain(first..=last).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_and_thresholds_as_printed() {
        let block = |characters| TextBlock { characters, ..TextBlock::default() };
        let smoothed = smooth(&[0, 8, 4, 0].map(block));
        assert_eq!(smoothed, [2.0, 5.0, 4.0, 1.0]);
        let thresholds = Thresholds::of(&smoothed);
        assert_eq!(thresholds, Thresholds { least: (2.0 + 3.0) / 3.0, mark: (12.0 + 3.0) / 5.0 });
        let many = vec![10.0; 20];
        assert_eq!(Thresholds::of(&many), Thresholds { least: 10.0, mark: 10.0 });
    }

    #[test]
    fn rule_two_keeps_runs_between_sure_ones() {
        let thresholds = Thresholds { least: 5.0, mark: 50.0 };
        let runs = main_blocks(&[9.0, 1.0, 60.0, 6.0, 1.0, 7.0, 1.0, 51.0, 1.0, 9.0], thresholds);
        assert_eq!(runs, [2..4, 5..6, 7..8]);
        assert!(main_blocks(&[9.0, 9.0], thresholds).is_empty());
        assert!(main_blocks(&[], Thresholds::of(&[])).is_empty());
    }
}
