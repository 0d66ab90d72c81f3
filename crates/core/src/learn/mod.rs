//! The learned judgement: one table of columns about blocks, a sparse linear model over the words
//! around them, a forest of trees over the columns, another that tells the page's kind, and the cut
//! that keeps what is worth keeping.
//!
//! [`Model::embedded`] is the model that `train/fit.py` fitted to labelled pages and that `auto`
//! judges by; [`Model::read`] takes another.

pub mod columns;
mod containers;
mod context;
mod cut;
mod facts;
pub mod labels;
mod looks;
mod name_groups;
mod name_words;
mod names;
mod page_hints;
mod page_rows;
mod repeats;
mod signs;
mod site;
mod text_groups;
mod topic;
mod values;

pub use columns::{COLUMNS, Column};
pub use cut::Favor;
pub use page_rows::page_columns;

use std::sync::LazyLock;

use serde::Serialize;

use crate::forest::{Forest, ModelError, ROW, Row};
use crate::kind::{KINDS, PageKind};
use crate::linear::Linear;
use crate::methods::{Curve, Verdict, runs};
use crate::numbers;
use crate::page::{Block, Page};
use crate::template::{SiteFit, SiteTemplate};
use context::Context;
use looks::Looks;
use page_rows::{Pool, Pooled, score_place, taken_by_pool};
use site::SiteFacts;

/// The bytes of a model's files.
#[derive(Debug, Clone, Copy)]
pub struct ModelFiles<'a> {
    /// The sparse linear model over hashed signs.
    pub signs: &'a [u8],
    /// The forest over [`COLUMNS`] for blocks.
    pub blocks: &'a [u8],
    /// The forest over [`page_columns`] for page kinds, a class for each of [`KINDS`].
    pub kinds: &'a [u8],
    /// Weights of columns that are added to the log odds where a site template fits, as a JSON object.
    pub site: &'a [u8],
    /// Pairs of expected and measured F1, ascending, as a JSON list.
    pub confidence: &'a [u8],
}

/// A trained model.
#[derive(Debug, Clone, Default)]
pub struct Model {
    signs: Linear,
    blocks: Forest,
    /// The columns of the correction by the site, and their weights.
    site: Vec<(usize, f32)>,
    kinds: Forest,
    confidence: Vec<(f32, f32)>,
    /// What is pooled for the kinds, and where rows have the sparse model's score.
    pooled: Vec<Pooled>,
    score: usize,
    /// What rows are filled with for blocks alone, and for the kind of the page too.
    of_blocks: Filling,
    of_kinds: Filling,
}

/// The columns that every block needs, and those that only one needs that the first trees leave open: by their
/// place in the table, and their slot in rows.
#[derive(Debug, Clone, Default)]
struct Filling {
    first: Vec<(usize, usize)>,
    later: Vec<(usize, usize)>,
}

impl Filling {
    /// Of rows with these columns, by whether every block needs the one in a slot.
    fn of(slots: &[usize], is_first: impl Fn(usize) -> bool) -> Self {
        let places = slots.iter().zip(0..).map(|(place, slot)| (*place, slot));
        let (first, later) = places.partition(|(_, slot)| is_first(*slot));
        Self { first, later }
    }
}

/// A column that spoke for a block (over 0) or against it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Reason {
    /// The column's name in [`COLUMNS`].
    pub column: &'static str,
    /// The block's value in it, in the column's unit; none where it is missing.
    pub value: Option<f32>,
    /// What it added to the log odds.
    pub log_odds: f32,
}

static EMBEDDED: LazyLock<Model> = LazyLock::new(|| {
    let files = ModelFiles {
        signs: include_bytes!("../../model/signs.model"),
        blocks: include_bytes!("../../model/blocks.model"),
        kinds: include_bytes!("../../model/kinds.model"),
        site: include_bytes!("../../model/site.json"),
        confidence: include_bytes!("../../model/confidence.json"),
    };
    // A test reads it, so the default, which knows nothing, is never taken.
    Model::read(&files).unwrap_or_default()
});

/// Every block's signs, for the training of the sparse model.
pub fn signs(page: &Page) -> Vec<Vec<u32>> {
    let looks = Looks::of(page.document());
    let facts = facts::facts(page, &looks);
    let names = names::Names::of(page, &looks);
    let signs = signs::Signs::of(page, &facts, &names);
    (0..page.blocks().len()).map(|block| signs.all(block)).collect()
}

/// The values of all columns for every block of a page, row by row. Without a sparse model the
/// columns of its score are missing.
pub fn rows(page: &Page, signs: Option<&Linear>) -> Vec<f32> {
    let mut rows = Vec::with_capacity(page.blocks().len() * COLUMNS.len());
    for_each_row(page, signs, |row, _| rows.extend_from_slice(row));
    rows
}

/// The rows for training the correction by the site: the values of all columns for every hopeful block of
/// a page that fits the template, row by row, and which blocks those are. None where it does not fit.
pub fn site_rows(
    page: &Page,
    model: &Model,
    template: &SiteTemplate,
) -> Option<(Vec<usize>, Vec<f32>)> {
    let fit = template.fit(page).filter(SiteFit::fits)?;
    if page.blocks().is_empty() {
        return None;
    }
    let mut context = Context::new(page, Some(&model.signs));
    let probabilities = model.page_probabilities(&context, None);
    let site = SiteFacts::of(page, &fit, &probabilities);
    let hopeful: Vec<usize> = (0..page.blocks().len()).filter(|b| site.is_hopeful(*b)).collect();
    context.site = Some(site);
    let (mut rows, mut row) = (Vec::with_capacity(hopeful.len() * COLUMNS.len()), Vec::new());
    for block in &hopeful {
        columns::fill(&context, *block, &mut row);
        rows.extend_from_slice(&row);
    }
    Some((hopeful, rows))
}

/// The values of [`page_columns`] for a page; all missing for a page without text.
pub fn page_row(page: &Page, signs: Option<&Linear>) -> Vec<f32> {
    let all: Vec<usize> = (0..page_columns().len()).collect();
    let mut pool = Pool::new(&Pooled::all(&all, |column| column), score_place());
    for_each_row(page, signs, |row, block| pool.add(row, block));
    pool.means()
}

// The whole table fits a row, for those that have a slot for each of its columns.
const _: () = assert!(COLUMNS.len() <= ROW);

/// Rows that go through the forest together: as many as stay near.
const ROWS_AT_ONCE: usize = 32;

/// Visits the row of each block in turn: those of a large page would fill the memory.
fn for_each_row(page: &Page, signs: Option<&Linear>, mut visit: impl FnMut(&[f32], &Block)) {
    if page.blocks().is_empty() {
        return;
    }
    let context = Context::new(page, signs);
    let mut row = Vec::with_capacity(COLUMNS.len());
    for (index, block) in page.blocks().iter().enumerate() {
        columns::fill(&context, index, &mut row);
        visit(&row, block);
    }
}

impl Model {
    /// Reads the files of a model.
    ///
    /// # Errors
    /// When a file is damaged or needs a column that does not exist.
    pub fn read(files: &ModelFiles) -> Result<Self, ModelError> {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        let page_names = page_columns();
        let page_names: Vec<&str> = page_names.iter().map(String::as_str).collect();
        let kinds = Forest::read(files.kinds, &page_names)?;
        let confidence = serde_json::from_slice(files.confidence);
        let blocks = Forest::read(files.blocks, &names)?;
        // Rows hold what the forest asks for, then what the pool takes beside it.
        let (taken, asked_first) = (taken_by_pool(kinds.columns()), blocks.asks_first());
        let mut slots = blocks.columns().to_vec();
        slots.extend(taken.iter().filter(|column| !blocks.columns().contains(column)));
        if slots.len() > ROW {
            return Err(ModelError::Damaged("more columns than a row has places"));
        }
        let is_asked_first = |slot: usize| asked_first.get(slot).copied().unwrap_or(true);
        let is_pooled = |slot: usize| taken.contains(&slots[slot]);
        let slot = |column| slots.iter().position(|other| *other == column).unwrap_or(0);
        Ok(Self {
            signs: Linear::read(files.signs)?,
            of_blocks: Filling::of(blocks.columns(), is_asked_first),
            of_kinds: Filling::of(&slots, |slot| is_asked_first(slot) || is_pooled(slot)),
            pooled: Pooled::all(kinds.columns(), slot),
            score: slot(score_place()),
            site: site::read_weights(files.site, &names)?,
            blocks,
            kinds,
            confidence: confidence.map_err(|_| ModelError::Damaged("confidence"))?,
        })
    }

    fn pool(&self) -> Pool {
        Pool::new(&self.pooled, self.score)
    }

    /// The model of `auto`.
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// Judges a page: the blocks that together have the highest expected F1 are kept. Where the page fits
    /// the template of its site, what that knows counts too.
    pub fn judge(&self, page: &Page, favor: Favor, template: Option<&SiteTemplate>) -> Verdict {
        let mut pool = self.pool();
        let mut verdict = self.judge_blocks(page, favor, template, Some(&mut pool));
        verdict.kind = if page.blocks().is_empty() { None } else { self.kind(&pool.means()) };
        verdict.page_group = verdict.kind.map(|kind| kind.info().group);
        verdict
    }

    /// Like [`Model::judge`] without the kind of the page, in less time.
    pub fn judge_text(
        &self,
        page: &Page,
        favor: Favor,
        template: Option<&SiteTemplate>,
    ) -> Verdict {
        self.judge_blocks(page, favor, template, None)
    }

    /// A pool is given every row.
    fn judge_blocks(
        &self,
        page: &Page,
        favor: Favor,
        template: Option<&SiteTemplate>,
        pool: Option<&mut Pool>,
    ) -> Verdict {
        let (probabilities, site_likeness) = self.probabilities(page, pool, template);
        let (keep, expected) = cut::best_cut(page.blocks(), &probabilities, favor);
        let mut verdict = Verdict::from_blocks(page, probabilities, keep);
        verdict.site_likeness = site_likeness;
        verdict.confidence = Some(cut::calibrated(&self.confidence, expected));
        verdict.curves = vec![Curve {
            name: "probability of main text",
            x: "block",
            unit: "1",
            values: verdict.score.clone(),
            thresholds: Vec::new(),
            chosen: runs(verdict.keep.iter().copied()),
        }];
        verdict
    }

    /// The probability of each block, and how well the page fits the template; the pool is given every
    /// row.
    fn probabilities(
        &self,
        page: &Page,
        pool: Option<&mut Pool>,
        template: Option<&SiteTemplate>,
    ) -> (Vec<f32>, Option<f32>) {
        if page.blocks().is_empty() {
            return (Vec::new(), None);
        }
        let mut context = Context::new(page, Some(&self.signs));
        let mut probabilities = self.page_probabilities(&context, pool);
        let fit = template.and_then(|template| template.fit(page));
        let likeness = template.map(|_| fit.as_ref().map_or(0.0, |fit| fit.likeness));
        if let Some(fit) = fit.filter(SiteFit::fits) {
            context.site = Some(SiteFacts::of(page, &fit, &probabilities));
            self.correct(&context, &mut probabilities);
        }
        (probabilities, likeness)
    }

    /// The probability of each block by the page alone.
    fn page_probabilities(&self, context: &Context, mut pool: Option<&mut Pool>) -> Vec<f32> {
        let filling = if pool.is_some() { &self.of_kinds } else { &self.of_blocks };
        let blocks = context.page.blocks();
        let mut probabilities = Vec::with_capacity(blocks.len());
        let mut rows = vec![[0.0; ROW]; blocks.len().min(ROWS_AT_ONCE)];
        let all: Vec<usize> = (0..rows.len()).collect();
        for (start, blocks) in (0..).step_by(ROWS_AT_ONCE).zip(blocks.chunks(ROWS_AT_ONCE)) {
            let rows = &mut rows[..blocks.len()];
            columns::fill_some(context, start, &all[..blocks.len()], &filling.first, rows);
            if let Some(pool) = &mut pool {
                blocks.iter().zip(&*rows).for_each(|(block, row)| pool.add(row, block));
            }
            let fill = |open: &[usize], rows: &mut [Row]| {
                columns::fill_some(context, start, open, &filling.later, rows);
            };
            probabilities.extend(self.blocks.probabilities(rows, fill));
        }
        probabilities
    }

    /// Corrects the probabilities of blocks that are not hopeless by what is known from the site.
    fn correct(&self, context: &Context, probabilities: &mut [f32]) {
        let Some(site) = &context.site else { return };
        let places: Vec<(usize, usize)> =
            self.site.iter().map(|(place, _)| (*place, *place)).collect();
        let mut rows = [[f32::NAN; ROW]];
        for (block, probability) in probabilities.iter_mut().enumerate() {
            if site.is_hopeful(block) {
                columns::fill_some(context, block, &[0], &places, &mut rows);
                let added: f32 = self.site_contributions(&rows[0]).map(|(_, added)| added).sum();
                let log_odds = site.blocks[block].alone + added;
                *probability = numbers::probability(log_odds);
            }
        }
    }

    /// What each column of the site adds to the log odds of a row, with its place; missing values add
    /// nothing.
    fn site_contributions(&self, row: &[f32]) -> impl Iterator<Item = (usize, f32)> {
        let added = |(place, weight): &(usize, f32)| (*place, row[*place] * weight);
        self.site.iter().map(added).filter(|(_, added)| !added.is_nan())
    }

    /// How likely each page kind is, in the order of [`KINDS`]; nothing for a page without text.
    pub fn kind_probabilities(&self, page: &Page) -> Vec<(PageKind, f32)> {
        if page.blocks().is_empty() {
            return Vec::new();
        }
        let mut pool = self.pool();
        self.page_probabilities(&Context::new(page, Some(&self.signs)), Some(&mut pool));
        let probabilities = self.kinds.class_probabilities(&pool.means());
        KINDS.iter().map(|info| info.kind).zip(probabilities).collect()
    }

    /// The likeliest kind, the first of equals.
    fn kind(&self, page_row: &[f32]) -> Option<PageKind> {
        let probabilities = self.kinds.class_probabilities(page_row);
        let best = (0..probabilities.len())
            .rev()
            .max_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]))?;
        KINDS.get(best).map(|info| info.kind)
    }

    /// For every block, the columns that spoke for and against it, the strongest first, at most
    /// `most`; with a template that fits, those of the site too.
    pub fn reasons(
        &self,
        page: &Page,
        most: usize,
        template: Option<&SiteTemplate>,
    ) -> Vec<Vec<Reason>> {
        if page.blocks().is_empty() {
            return Vec::new();
        }
        let mut context = Context::new(page, Some(&self.signs));
        if let Some(fit) = template.and_then(|template| template.fit(page)).filter(SiteFit::fits) {
            let probabilities = self.page_probabilities(&context, None);
            context.site = Some(SiteFacts::of(page, &fit, &probabilities));
        }
        let mut row = Vec::with_capacity(COLUMNS.len());
        let of_block = |block: usize| {
            columns::fill(&context, block, &mut row);
            let mut added = self.blocks.contributions(&row);
            if context.site.as_ref().is_some_and(|site| site.is_hopeful(block)) {
                self.site_contributions(&row).for_each(|(place, more)| added[place] += more);
            }
            strongest(&row, &added, most)
        };
        (0..page.blocks().len()).map(of_block).collect()
    }
}

/// The columns that added most to the log odds.
fn strongest(row: &[f32], added: &[f32], most: usize) -> Vec<Reason> {
    let all = COLUMNS.iter().zip(row).zip(added).map(|((column, value), log_odds)| Reason {
        column: column.name,
        value: Some(*value).filter(|value| !value.is_nan()),
        log_odds: *log_odds,
    });
    let mut reasons: Vec<Reason> = all.filter(|reason| reason.log_odds != 0.0).collect();
    reasons.sort_by(|a, b| b.log_odds.abs().total_cmp(&a.log_odds.abs()));
    reasons.truncate(most);
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forest(classes: usize, logits: &[i16]) -> Vec<u8> {
        let trees = vec!["0"; logits.len()].join(",");
        let header = format!(
            "{{\"format\":2,\"classes\":{classes},\"columns\":[],\"edges\":[],\"trees\":[{trees}],\"scale\":1}}\n"
        );
        let leaves: Vec<u8> = logits.iter().flat_map(|leaf| leaf.to_le_bytes()).collect();
        [header.into_bytes(), leaves].concat()
    }

    /// A model of one leaf: the same probability for every block.
    fn constant_model(logit: i16) -> Model {
        Model::read(&ModelFiles {
            signs: b"{\"format\":1,\"bits\":24,\"count\":0,\"bias\":0,\"scale\":1}\n",
            blocks: &forest(1, &[logit]),
            kinds: &forest(8, &[0, 0, 3, 0, 0, 0, 0, 0]),
            site: b"{}",
            confidence: b"[[0,0],[1,1]]",
        })
        .unwrap()
    }

    #[test]
    fn a_model_judges_every_page_soundly() {
        for html in ["", "<p>一句。", "<div><p>a<p>b<p>c</div>"] {
            let page = Page::new(html, None);
            let judge = |logit| constant_model(logit).judge(&page, Favor::Balance, None);
            let (all, none) = (judge(3), judge(-5));
            assert_eq!(all.score.len(), page.blocks().len());
            assert!(all.keep.iter().all(|keep| *keep) && none.keep.iter().all(|keep| !keep));
            assert!(all.confidence.is_some_and(|c| page.blocks().is_empty() || c > 0.9));
            assert_eq!(all.kind, (!page.blocks().is_empty()).then_some(PageKind::Forum));
        }
    }

    #[test]
    fn the_embedded_model_is_whole_and_small() {
        let files = [
            include_bytes!("../../model/signs.model").as_slice(),
            include_bytes!("../../model/blocks.model"),
            include_bytes!("../../model/kinds.model"),
            include_bytes!("../../model/site.json"),
            include_bytes!("../../model/confidence.json"),
        ];
        let [signs, blocks, kinds, site, confidence] = files;
        let read = Model::read(&ModelFiles { signs, blocks, kinds, site, confidence });
        assert!(read.is_ok(), "{read:?}");
        assert!(files.iter().map(|file| file.len()).sum::<usize>() <= 400_000);
    }

    #[test]
    fn reasons_are_given_strongest_first() {
        let page = Page::new("<p>会议今天开了，讨论了供水问题。<p><a href=/>首页</a>", None);
        let reasons = Model::embedded().reasons(&page, 5, None);
        assert_eq!(reasons.len(), 2);
        for block in reasons {
            assert_eq!(block.len(), 5);
            assert!(block.is_sorted_by(|a, b| a.log_odds.abs() >= b.log_odds.abs()));
        }
    }
}
