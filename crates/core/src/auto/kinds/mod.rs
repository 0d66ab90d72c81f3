//! The kind of a page: article, forum, listing and so on.

mod frame;
mod links;
mod menu;
mod name;
mod of_page;
mod outline;
mod page_facts;
pub(crate) mod pool;
mod said;

use super::features::hints::Calling;
use super::features::layout::Layout;
use super::model::{JudgingMemory, Model};
use super::stage::Outcome;
use crate::kind::{KINDS, KindProbability, PageKind};
use crate::page::Page;
use pool::Pool;

impl Model {
    /// The probability of each page kind, in the order of [`KINDS`]; empty for a page without text.
    pub fn kind_probabilities(&self, page: &Page) -> Vec<(PageKind, f32)> {
        if page.blocks().is_empty() {
            return Vec::new();
        }
        let mut pool = self.pool();
        let layout = Layout::of(page);
        let found = self.prefiltered(&layout);
        self.probabilities(&layout, &found, Some(&mut pool), &mut JudgingMemory::default());
        self.kinds_by(page, &pool.row(&layout))
    }

    /// The probabilities of all kinds, the likeliest first, of a page that was judged without them, in the memory of another's
    /// judgement.
    pub(crate) fn kinds_in(&self, page: &Page, memory: &mut JudgingMemory) -> Vec<KindProbability> {
        let (layout, mut pool) = (Layout::of(page), self.pool());
        let mut found = self.prefiltered_within(&layout, &memory.work);
        // Its blocks are judged already.
        found.outcome = Outcome::Settled;
        self.probabilities(&layout, &found, Some(&mut pool), memory);
        self.kinds(page, &pool.row(&layout))
    }

    /// An empty pool for the rows of a page's blocks.
    pub(crate) fn pool(&self) -> Pool {
        Pool::new(&self.rows.pooled, self.rows.score)
    }

    /// The probabilities of all kinds, the likeliest first; equals in the order of [`KINDS`].
    pub(crate) fn kinds(&self, page: &Page, page_row: &[f32]) -> Vec<KindProbability> {
        let mut kinds = self.kinds_by(page, page_row);
        kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
        kinds.into_iter().map(|(kind, p)| KindProbability::new(kind, p)).collect()
    }

    /// The probabilities by the model, 0 for kinds that the page's own words exclude.
    fn kinds_by(&self, page: &Page, page_row: &[f32]) -> Vec<(PageKind, f32)> {
        let calling = Calling::of(page.structured());
        let probabilities = self.kinds.class_probabilities(page_row).into_iter();
        let kinds = KINDS.iter().map(|info| info.kind).zip(probabilities);
        let mut kinds: Vec<(PageKind, f32)> = kinds
            .map(|(kind, p)| {
                let is_open = calling.is_none_or(|calling| calling.allows(kind));
                (kind, if is_open { p.max(f32::MIN_POSITIVE) } else { 0.0 })
            })
            .collect();
        let sum: f32 = kinds.iter().map(|(_, p)| p).sum();
        kinds.iter_mut().for_each(|(_, p)| *p /= sum);
        kinds
    }
}
