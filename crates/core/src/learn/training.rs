//! The rows that models are trained with.

use super::alike;
use super::candidates;
use super::columns::{self, COLUMNS, Known};
use super::context::{Context, ContextMemory};
use super::facts::facts;
use super::first_look::FirstLook;
use super::looks::Looks;
use super::measures::Measures;
use super::names::Names;
use super::page_rows::{Pool, Pooled, page_columns, score_place};
use super::signs::Signs;
use super::site::SiteFacts;
use super::{JudgingMemory, Model};
use crate::forest::Forest;
use crate::linear::Linear;
use crate::page::Page;
use crate::template::{SiteFit, SiteTemplate};

/// The models that training rows are made with; without one, its columns are missing, and all blocks open.
#[derive(Debug, Clone, Copy, Default)]
pub struct RowModels<'a> {
    /// The forest of the first look.
    pub first: Option<&'a Forest>,
    /// The sparse linear model.
    pub signs: Option<&'a Linear>,
}

/// Every block's signs, for the training of the sparse model.
pub fn signs(page: &Page) -> Vec<Vec<u32>> {
    let looks = Looks::of(page.document(), Looks::default());
    let all = vec![true; page.blocks().len()];
    let facts = facts(page, &looks, &all, false);
    let names = Names::of(page, &looks, &all, Names::default());
    let signs = Signs::of(page, &facts, &names);
    (0..page.blocks().len()).map(|block| signs.all(block)).collect()
}

/// The rows of a page's blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BlockRows {
    /// The values of all columns, row by row. Those of closed blocks and of settled pages are there too, as if they were
    /// open: trees that learn from open ones alone judge worse.
    pub values: Vec<f32>,
    /// The log odds by the first look of each block that it closes, and of all of a page that it settles; missing for
    /// open ones.
    pub closed: Vec<f32>,
    /// The number of the first open block that each open block is built like; missing for the others.
    pub alike: Vec<f32>,
}

/// The values of all columns for every block of a page.
pub fn rows(page: &Page, models: &RowModels) -> BlockRows {
    let look = FirstLook::of(Measures::of(page), models.first);
    let context = Context::of(&look, models.signs, true, &mut ContextMemory::default());
    let blocks = 0..page.blocks().len();
    let closed = |block| if look.asks(block) { f32::NAN } else { look.log_odds[block] };
    let groups = alike::groups(&context).into_iter().filter(|_| !look.settles);
    let mut rows = BlockRows {
        values: Vec::with_capacity(blocks.len() * COLUMNS.len()),
        closed: blocks.clone().map(closed).collect(),
        alike: groups.map(|group| group.map_or(f32::NAN, |first| first as f32)).collect(),
    };
    rows.alike.resize(blocks.len(), f32::NAN);
    let (known, mut row) = (Known { look: &look, context: Some(&context), site: None }, Vec::new());
    for block in blocks {
        columns::fill(known, block, &mut row);
        rows.values.extend_from_slice(&row);
    }
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
    let mut memory = JudgingMemory::default();
    let look = model.look(page);
    let probabilities = model.page_probabilities(&look, None, &mut memory);
    let site = SiteFacts::of(page, &fit, &probabilities);
    let is_hopeful = |block: &usize| site.is_hopeful(*block);
    let hopeful: Vec<usize> = (0..page.blocks().len()).filter(is_hopeful).collect();
    let context = (!look.settles).then(|| model.context(&look, &mut memory.context));
    let known = Known { look: &look, context: context.as_ref(), site: Some(&site) };
    let (mut rows, mut row) = (Vec::with_capacity(hopeful.len() * COLUMNS.len()), Vec::new());
    for block in &hopeful {
        columns::fill(known, *block, &mut row);
        rows.extend_from_slice(&row);
    }
    Some((hopeful, rows))
}

/// The rows for training the choice of the cut: for each set of blocks that may be kept, its blocks by number, and the values of
/// [`CUT_COLUMNS`](super::CUT_COLUMNS).
pub fn cut_rows(page: &Page, model: &Model) -> Vec<(Vec<usize>, Vec<f32>)> {
    let look = model.look(page);
    let probabilities = model.page_probabilities(&look, None, &mut JudgingMemory::default());
    let found = candidates::candidates(page, &look.measures.containers, &probabilities);
    found.into_iter().map(|one| (one.cut.blocks, one.row.to_vec())).collect()
}

/// The values of [`page_columns`] for a page; for one without text none of those of blocks. Of closed blocks only
/// early columns are pooled, and as their sparse score their log odds by the first look.
pub fn page_row(page: &Page, models: &RowModels) -> Vec<f32> {
    let all: Vec<usize> = (0..page_columns().len()).collect();
    let mut pool = Pool::new(&Pooled::all(&all, |column| column), score_place());
    let look = FirstLook::of(Measures::of(page), models.first);
    let context = Context::of(&look, models.signs, false, &mut ContextMemory::default());
    let known = Known { look: &look, context: Some(&context), site: None };
    let mut row = Vec::with_capacity(COLUMNS.len());
    for block in 0..page.blocks().len() {
        columns::fill(known, block, &mut row);
        pool.add(&page.blocks()[block], |slot| row[slot]);
    }
    pool.row(&look.measures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_closed_blocks_only_measures_are_known() {
        let page = Page::new("<p>会议今天开了，讨论了供水问题。<p><a href=/>首页</a>", None);
        let model = br#"{"format":2,"classes":1,"columns":[],"edges":[],"trees":[0],"scale":-5}"#;
        let first = Forest::read(&[model.as_slice(), b"\n\x01\0"].concat(), &[]).unwrap();
        let (open, closed) = (RowModels::default(), RowModels { first: Some(&first), signs: None });
        assert_eq!(rows(&page, &closed).closed, [-10.0; 2]);
        assert!(rows(&page, &open).closed.iter().all(|log_odds| log_odds.is_nan()));
        let (open, closed) = (page_row(&page, &open), page_row(&page, &closed));
        let pooled = COLUMNS.iter().chain(COLUMNS);
        for (column, (open, closed)) in pooled.zip(open.iter().zip(&closed)) {
            assert!(closed.is_nan() || column.is_early() && open == closed, "{}", column.name);
        }
    }
}
