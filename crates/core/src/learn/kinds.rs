//! What a page is: article, forum, listing and so on.

use super::page_hints::Calling;
use super::{JudgingMemory, Model};
use crate::kind::{KINDS, PageKind};
use crate::page::Page;

impl Model {
    /// How likely each page kind is, in the order of [`KINDS`]; nothing for a page without text.
    pub fn kind_probabilities(&self, page: &Page) -> Vec<(PageKind, f32)> {
        if page.blocks().is_empty() {
            return Vec::new();
        }
        let mut pool = self.pool();
        let mut memory = JudgingMemory::default();
        let look = self.look(page);
        self.page_probabilities(&look, Some(&mut pool), &mut memory);
        self.kinds_by(page, &pool.row(&look.measures))
    }

    /// The likeliest kind, the first of equals.
    pub(super) fn kind(&self, page: &Page, page_row: &[f32]) -> Option<PageKind> {
        let kinds = self.kinds_by(page, page_row).into_iter().rev();
        kinds.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(kind, _)| kind)
    }

    /// By the model, among the kinds that what the page calls itself leaves open.
    fn kinds_by(&self, page: &Page, page_row: &[f32]) -> Vec<(PageKind, f32)> {
        let calling = Calling::of(page.structured());
        let is_open = |kind: PageKind| match calling {
            // Many as its comments may be.
            Some(Calling::Article) => kind != PageKind::Forum,
            Some(Calling::Recipe) => kind == PageKind::Article,
            None => true,
        };
        let probabilities = self.kinds.class_probabilities(page_row).into_iter();
        let kinds = KINDS.iter().map(|info| info.kind).zip(probabilities);
        let mut kinds: Vec<(PageKind, f32)> = kinds
            .map(|(kind, p)| (kind, if is_open(kind) { p.max(f32::MIN_POSITIVE) } else { 0.0 }))
            .collect();
        let sum: f32 = kinds.iter().map(|(_, p)| p).sum();
        kinds.iter_mut().for_each(|(_, p)| *p /= sum);
        kinds
    }
}
