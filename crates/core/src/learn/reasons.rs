//! Why a block was kept or dropped: the columns that spoke for and against it.

use serde::Serialize;

use super::columns::{self, COLUMNS, Known};
use super::site::SiteFacts;
use super::{JudgingMemory, Model, alike, drawn};
use crate::page::Page;
use crate::template::{SiteFit, SiteTemplate};

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

impl Model {
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
        let mut memory = JudgingMemory::default();
        let look = self.look(page);
        let mut context = (!look.settles).then(|| self.context(&look, &mut memory.context));
        let mut own = look.log_odds.clone();
        let mut pulls = vec![0.0; own.len()];
        if let Some(context) = &mut context {
            own = self.log_odds(context, None, &mut memory.table);
            pulls = alike::pulls(context, &own);
            context.pulls = pulls.clone();
        }
        let fit = template.and_then(|template| template.fit(page)).filter(SiteFit::fits);
        let site = fit.map(|fit| SiteFacts::of(page, &fit, &drawn(&own, &pulls)));
        let known = Known { look: &look, context: context.as_ref(), site: site.as_ref() };
        let pull = COLUMNS.iter().position(|column| column.name == "alike_pull");
        let mut row = Vec::with_capacity(COLUMNS.len());
        let of_block = |block: usize| {
            columns::fill(known, block, &mut row);
            let is_asked = look.asks(block);
            let judge = if is_asked { &self.blocks } else { &self.first };
            let mut added = judge.contributions(&row);
            if let Some(pull) = pull.filter(|_| is_asked) {
                added[pull] += row[pull];
            }
            if let Some(site) = site.as_ref().filter(|site| site.is_hopeful(block)) {
                let more = self.site_contributions(site, block);
                more.for_each(|(place, more)| added[place] += more);
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

    #[test]
    fn reasons_tell_what_blocks_built_alike_add() {
        let page = Page::new("<p>会议今天开了，讨论了供水问题。<p>水价不变，明年再议。<p>完", None);
        let pulls = |reasons: &Vec<Reason>| -> f32 {
            let pulls = reasons.iter().filter(|reason| reason.column == "alike_pull");
            pulls.map(|reason| reason.log_odds).sum()
        };
        let reasons = Model::embedded().reasons(&page, COLUMNS.len(), None);
        let pulls: Vec<f32> = reasons.iter().map(pulls).collect();
        // To each other: the surest down, the others up.
        let (down, up) = (pulls.iter().any(|p| *p < 0.0), pulls.iter().any(|p| *p > 0.0));
        assert!(down && up, "{pulls:?}");
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
