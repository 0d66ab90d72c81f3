//! The stages in the judgement of a block and of a page.

/// The stage of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The prefilter rejects the block; its words are not read.
    Closed,
    /// The prefilter rejects the block, but its words are read: an open block is judged by them.
    Read,
    /// The forest over all columns judges the block.
    Open,
}

/// The outcome of the prefilter for a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The page is judged by the log odds of the prefilter alone.
    Settled,
    /// Open blocks are judged by the forest over all columns.
    Mixed,
}

impl Stage {
    /// Marks a closed block so that its words are read.
    pub(crate) fn read(&mut self) {
        if *self == Self::Closed {
            *self = Self::Read;
        }
    }
}

/// The result of the prefilter.
#[derive(Debug, Clone)]
pub(crate) struct Prefiltered {
    pub(crate) outcome: Outcome,
    /// By block, [`Stage::Closed`] or [`Stage::Open`].
    pub(crate) stages: Vec<Stage>,
    /// By block, the log odds that it is main text; NaN without a prefilter.
    pub(crate) log_odds: Vec<f32>,
}

impl Prefiltered {
    /// The result without a prefilter: every one of `count` blocks is open.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn all_open(count: usize) -> Self {
        Self {
            outcome: Outcome::Mixed,
            stages: vec![Stage::Open; count],
            log_odds: vec![f32::NAN; count],
        }
    }

    /// True if the prefilter leaves a block open, even on a settled page.
    pub(crate) fn is_open(&self, block: usize) -> bool {
        self.stages[block] == Stage::Open
    }

    /// True if the forest over all columns judges a block.
    pub(crate) fn is_asked(&self, block: usize) -> bool {
        self.outcome == Outcome::Mixed && self.is_open(block)
    }

    /// The numbers of the open blocks.
    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.stages.len()).filter(|block| self.is_open(*block)).collect()
    }
}
