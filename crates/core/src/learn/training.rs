//! The rows that models are trained with.

use super::alike;
use super::columns::{self, COLUMNS};
use super::context::{Context, ContextMemory};
use super::facts::facts;
use super::looks::Looks;
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
    /// The values of all columns, row by row. Those of closed blocks are there too, as if they were open: trees that
    /// learn from open ones alone judge worse.
    pub values: Vec<f32>,
    /// The log odds of each closed block by the first look; missing for open ones.
    pub closed: Vec<f32>,
    /// The number of the first open block that each open block is built like; missing for closed ones.
    pub alike: Vec<f32>,
}

/// The values of all columns for every block of a page.
pub fn rows(page: &Page, models: &RowModels) -> BlockRows {
    let mut rows = BlockRows::default();
    for_each_row(page, models, true, |row, context, block| {
        if block == 0 {
            let groups = alike::groups(context).into_iter();
            rows.alike = groups.map(|group| group.map_or(f32::NAN, |first| first as f32)).collect();
        }
        rows.values.extend_from_slice(row);
        let look = &context.first_look;
        rows.closed.push(if look.is_open[block] { f32::NAN } else { look.log_odds[block] });
    });
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
    let mut context = model.context(page, &mut memory.context);
    let probabilities = model.page_probabilities(&context, None, &mut memory.table);
    let site = SiteFacts::of(page, &fit, &probabilities);
    let is_hopeful = |block: &usize| site.is_hopeful(*block);
    let hopeful: Vec<usize> = context.first_look.open().filter(is_hopeful).collect();
    context.site = Some(site);
    let (mut rows, mut row) = (Vec::with_capacity(hopeful.len() * COLUMNS.len()), Vec::new());
    for block in &hopeful {
        columns::fill(&context, *block, &mut row);
        rows.extend_from_slice(&row);
    }
    Some((hopeful, rows))
}

/// The values of [`page_columns`] for a page; all missing for a page without text. Of closed blocks only early columns
/// are pooled, and as their sparse score their log odds by the first look.
pub fn page_row(page: &Page, models: &RowModels) -> Vec<f32> {
    let all: Vec<usize> = (0..page_columns().len()).collect();
    let mut pool = Pool::new(&Pooled::all(&all, |column| column), score_place());
    for_each_row(page, models, false, |row, context, block| {
        pool.add(context.block(block), |slot| row[slot]);
    });
    pool.means()
}

/// Visits the row of each block in turn, with its number: those of a large page would fill the memory.
fn for_each_row(
    page: &Page,
    models: &RowModels,
    asks_all: bool,
    mut visit: impl FnMut(&[f32], &Context, usize),
) {
    if page.blocks().is_empty() {
        return;
    }
    let context =
        Context::of(page, models.first, models.signs, asks_all, &mut ContextMemory::default());
    let mut row = Vec::with_capacity(COLUMNS.len());
    for block in 0..page.blocks().len() {
        columns::fill(&context, block, &mut row);
        visit(&row, &context, block);
    }
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
        for (column, (open, closed)) in COLUMNS.iter().cycle().zip(open.iter().zip(&closed)) {
            assert!(closed.is_nan() || column.is_early() && open == closed, "{}", column.name);
        }
    }
}
