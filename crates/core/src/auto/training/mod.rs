//! The rows that models are trained with. With the feature `train` only.

pub mod labels;

use super::candidates::{self, Candidate};
use super::cut::Judged;
use super::features::layout::{Layout, Signatures};
use super::features::names::Names;
use super::features::page::{Features, FeaturesMemory};
use super::features::table::{self, COLUMNS, score_place};
use super::features::text;
use super::hashed::HashedWords;
use super::kinds::pool::{Pool, Pooled, page_columns};
use super::linear::Linear;
use super::model::{JudgingMemory, Model};
use super::prefilter;
use super::smoothing;
use super::stage::{Outcome, Prefiltered};
use crate::forest::{Forest, ROWS, Values};
use crate::limits::Work;
use crate::page::Page;
use crate::template::{SiteFit, SiteTemplate};

/// The models by which training rows are made. Without the prefilter all blocks are open; without the other its columns are
/// NaN. Constants are those of the embedded model.
#[derive(Debug, Clone, Copy, Default)]
pub struct RowModels<'a> {
    /// The forest of the prefilter.
    pub prefilter: Option<&'a Forest>,
    /// The sparse linear model over hashed features.
    pub hashed: Option<&'a Linear>,
}

impl RowModels<'_> {
    fn prefiltered(&self, layout: &Layout) -> Prefiltered {
        let constants = &Model::embedded().constants;
        self.prefilter.map_or_else(
            || Prefiltered::all_open(layout.count()),
            |forest| {
                let work = Work::default();
                prefilter::prefilter(layout, forest, &constants.prefilter, &constants.cut, &work)
            },
        )
    }
}

/// The hashed features of every block, for training the sparse model.
pub fn hashed(page: &Page) -> Vec<Vec<u32>> {
    let signatures = Signatures::of(page.document(), Signatures::default());
    let stages = Prefiltered::all_open(page.blocks().len()).stages;
    let all = vec![true; stages.len()];
    let text = text::facts(page, &signatures, &stages, &all);
    let names = Names::of(page, &signatures, &all, Names::default());
    let words = HashedWords::of(page, &text, &names);
    page.block_refs().map(|block| words.all(block)).collect()
}

/// The rows of a page's blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockRows {
    /// The values of [`COLUMNS`], row by row. Closed blocks and settled pages have all columns too, as if they were open:
    /// trees that learn from open blocks alone judge worse.
    pub values: Vec<f32>,
    /// By block, the log odds by the prefilter if it closes the block or settles the page, else NaN.
    pub closed: Vec<f32>,
    /// By block, the number of the first open block that it is built like; NaN for blocks that are not asked.
    pub alike: Vec<f32>,
}

/// The values of all columns for every block of a page.
pub fn rows(page: &Page, models: &RowModels) -> BlockRows {
    let layout = Layout::of(page);
    let found = models.prefiltered(&layout);
    let all = vec![true; layout.count()];
    let features =
        Features::for_blocks(&layout, &found, all, models.hashed, &mut FeaturesMemory::default());
    let mut alike = vec![f32::NAN; layout.count()];
    if found.outcome == Outcome::Mixed {
        let groups = smoothing::groups(&features).into_iter();
        alike = groups.map(|group| group.map_or(f32::NAN, |first| first as f32)).collect();
    }
    let mut values = Vec::with_capacity(layout.count() * COLUMNS.len());
    let mut closed = Vec::with_capacity(layout.count());
    let mut row = Vec::new();
    for block in 0..layout.count() {
        table::fill(&layout, &found, Some(&features), block, &mut row);
        values.extend_from_slice(&row);
        closed.push(if found.is_asked(block) { f32::NAN } else { found.log_odds[block] });
    }
    BlockRows { values, closed, alike }
}

/// The columns for training the correction by a site template.
pub const SITE_COLUMNS: [&str; 3] = ["site_pages", "site_alone", "site_path_pull"];

/// The rows for training the correction by a site template: the hopeful blocks of a page, by number, each with its values of
/// [`SITE_COLUMNS`]. `None` if the page does not fit the template.
pub fn site_rows(
    page: &Page,
    model: &Model,
    template: &SiteTemplate,
) -> Option<Vec<(usize, [f32; SITE_COLUMNS.len()])>> {
    let fit = template.fit(page).filter(SiteFit::fits)?;
    if page.blocks().is_empty() {
        return None;
    }
    let layout = Layout::of(page);
    let found = model.prefiltered(&layout);
    let probabilities = model.probabilities(&layout, &found, None, &mut JudgingMemory::default());
    let site = model.site_features(page, &fit, &probabilities);
    let hopeful = site.blocks.iter().enumerate().filter(|(_, block)| block.is_hopeful);
    Some(hopeful.map(|(at, block)| (at, [site.pages, block.alone, block.path_pull])).collect())
}

/// The rows for training the choice of the cut: for each candidate its blocks, by number, and the values of
/// [`CUT_COLUMNS`](super::CUT_COLUMNS).
pub fn cut_rows(page: &Page, model: &Model) -> Vec<(Vec<usize>, Vec<f32>)> {
    let layout = Layout::of(page);
    let found = model.prefiltered(&layout);
    let probabilities = model.probabilities(&layout, &found, None, &mut JudgingMemory::default());
    let judged = Judged::of(page.blocks(), &probabilities, &model.constants.cut);
    let found = candidates::candidates(&layout, &judged);
    found.into_iter().map(|Candidate { cut, row }| (cut.blocks, row.to_vec())).collect()
}

/// The values of [`page_columns`] for a page. Of closed blocks only early columns are pooled, and the log odds of the
/// prefilter as their score of hashed words.
pub fn page_row(page: &Page, models: &RowModels) -> Vec<f32> {
    let all: Vec<usize> = (0..page_columns().len()).collect();
    let mut pool = Pool::new(&Pooled::all(&all, |column| column), score_place());
    let layout = Layout::of(page);
    let found = models.prefiltered(&layout);
    let features = Features::of(&layout, &found, models.hashed, &mut FeaturesMemory::default());
    let mut row = Vec::with_capacity(COLUMNS.len());
    for block in 0..layout.count() {
        table::fill(&layout, &found, Some(&features), block, &mut row);
        let table: Vec<Values> = row.iter().map(|value| [*value; ROWS]).collect();
        pool.add(std::iter::once(layout.block(block)), &table);
    }
    pool.row(&layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_blocks_have_early_columns_only() {
        let page = Page::new("<p>会议今天开了，讨论了供水问题。<p><a href=/>首页</a>", None);
        let model = br#"{"format":2,"classes":1,"columns":[],"edges":[],"trees":[0],"scale":-5}"#;
        let first = Forest::read(&[model.as_slice(), b"\n\x01\0"].concat(), &[]).unwrap();
        let (open, closed) =
            (RowModels::default(), RowModels { prefilter: Some(&first), hashed: None });
        assert_eq!(rows(&page, &closed).closed, [-10.0; 2]);
        assert!(rows(&page, &open).closed.iter().all(|log_odds| log_odds.is_nan()));
        let (open, closed) = (page_row(&page, &open), page_row(&page, &closed));
        for (column, (open, closed)) in COLUMNS.iter().zip(open.iter().zip(&closed)) {
            assert!(closed.is_nan() || column.is_early() && open == closed, "{}", column.name);
        }
    }
}
