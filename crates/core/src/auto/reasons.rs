//! The reasons for keeping or dropping a block: the columns that spoke for and against it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::features::layout::Layout;
use super::features::page::Features;
use super::features::site::SiteFeatures;
use super::features::table::{self, COLUMNS, Column, SITE_PULL, SMOOTHING_PULL};
use super::model::{JudgingMemory, Model};
use super::smoothing;
use super::stage::Outcome;
use crate::limits::Work;
use crate::page::Page;
use crate::template::{SiteFit, SiteTemplate};

/// A column that spoke for a block (over 0) or against it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reason {
    /// The column's name in [`COLUMNS`] or `CORRECTIONS`.
    pub column: Cow<'static, str>,
    /// The block's value, in the column's unit, if it has one.
    pub value: Option<f32>,
    /// The column's addition to the log odds.
    pub log_odds: f32,
}

impl Model {
    /// For the first `count` blocks, the columns that spoke for and against it, the strongest first, at most `most`. A template that
    /// fits the page is one of them. Fewer blocks have any when the work is over before.
    pub(crate) fn reasons(
        &self,
        page: &Page,
        (most, count): (usize, usize),
        template: Option<&SiteTemplate>,
        work: &Work,
    ) -> Vec<Vec<Reason>> {
        if page.blocks().is_empty() {
            return Vec::new();
        }
        let mut memory = JudgingMemory { work: work.clone(), ..JudgingMemory::default() };
        let layout = Layout::of(page);
        let found = self.prefiltered_within(&layout, work);
        if !work.goes_on(layout.count()) {
            return Vec::new();
        }
        let features = (found.outcome == Outcome::Mixed)
            .then(|| Features::of(&layout, &found, Some(&self.hashed), &mut memory.features));
        let (log_odds, pulls) = match &features {
            Some(features) => {
                let log_odds = self.log_odds(features, &found, None, &mut memory);
                let pulls = self.pulls(features, &found, &log_odds);
                (log_odds, pulls)
            }
            None => (found.log_odds.clone(), vec![0.0; found.log_odds.len()]),
        };
        let fit = template.and_then(|template| template.fit(page)).filter(SiteFit::fits);
        let site = fit.map(|fit| {
            self.site_features(page, &fit, &smoothing::probabilities(&log_odds, &pulls))
        });
        let mut row = Vec::with_capacity(COLUMNS.len());
        let mut all = Vec::new();
        for block in (0..layout.count().min(count)).take_while(|_| work.goes_on(1)) {
            table::fill(&layout, &found, features.as_ref(), block, &mut row);
            let is_asked = found.is_asked(block);
            let forest = if is_asked { &self.blocks } else { &self.prefilter };
            let mut reasons = of_columns(&row, &forest.contributions(&row));
            if is_asked {
                reasons.push(of_correction(&SMOOTHING_PULL, pulls[block], pulls[block]));
            }
            if let Some(site) = &site {
                reasons.push(self.of_site(site, block));
            }
            all.push(strongest(reasons, most));
        }
        all
    }

    fn of_site(&self, site: &SiteFeatures, block: usize) -> Reason {
        let added = site.correction(block, self.site);
        of_correction(&SITE_PULL, site.blocks[block].path_pull, added)
    }
}

fn of_columns(row: &[f32], added: &[f32]) -> Vec<Reason> {
    let all = COLUMNS.iter().zip(row).zip(added).map(|((column, value), log_odds)| Reason {
        column: column.name.into(),
        value: Some(*value).filter(|value| !value.is_nan()),
        log_odds: *log_odds,
    });
    all.collect()
}

fn of_correction(column: &Column, value: f32, log_odds: f32) -> Reason {
    Reason { column: column.name.into(), value: Some(value), log_odds }
}

/// The reasons that added most to the log odds, the strongest first.
fn strongest(mut reasons: Vec<Reason>, most: usize) -> Vec<Reason> {
    reasons.retain(|reason| reason.log_odds != 0.0);
    reasons.sort_by(|a, b| b.log_odds.abs().total_cmp(&a.log_odds.abs()));
    reasons.truncate(most);
    // A row has many columns, and a page many blocks.
    reasons.shrink_to_fit();
    reasons
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_smoothing() {
        let page = Page::new("<p>会议今天开了，讨论了供水问题。<p>水价不变，明年再议。<p>完", None);
        let pulls = |reasons: &Vec<Reason>| -> f32 {
            let pulls = reasons.iter().filter(|reason| reason.column == "alike_pull");
            pulls.map(|reason| reason.log_odds).sum()
        };
        let reasons =
            Model::embedded().reasons(&page, (COLUMNS.len(), usize::MAX), None, &Work::default());
        let pulls: Vec<f32> = reasons.iter().map(pulls).collect();
        // Towards each other: the surest down, the others up.
        let (down, up) = (pulls.iter().any(|p| *p < 0.0), pulls.iter().any(|p| *p > 0.0));
        assert!(down && up, "{pulls:?}");
    }

    #[test]
    fn reasons_are_given_strongest_first() {
        let page = Page::new("<p>会议今天开了，讨论了供水问题。<p><a href=/>首页</a>", None);
        let reasons = Model::embedded().reasons(&page, (5, usize::MAX), None, &Work::default());
        assert_eq!(reasons.len(), 2);
        for block in reasons {
            assert_eq!(block.len(), 5);
            assert!(block.is_sorted_by(|a, b| a.log_odds.abs() >= b.log_odds.abs()));
        }
    }
}
