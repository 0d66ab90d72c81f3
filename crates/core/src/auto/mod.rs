//! `auto`, the default method: a learned judgement of every text block.
//!
//! 1. The **prefilter** (`prefilter`), a small forest over amounts of text, closes most blocks of boilerplate and settles
//!    plain pages.
//! 2. The **features** (`features`) of the open blocks are computed: text, names, title overlap, hashed words.
//! 3. The **forest** (`blocks`) over all columns gives the log odds of each open block.
//! 4. **Smoothing** (`smoothing`) pulls blocks that are built alike towards each other; the date below a signature goes
//!    with it (`signature`).
//! 5. The **cut** (`cut`, `candidates`) keeps the set of blocks with the highest predicted F1.
//!
//! A second forest (`kinds`) predicts the kind of the page from the same columns, pooled. [`Model::embedded`] is the model
//! that `train/fit.py` fitted to labelled pages; [`Model::read`] reads another.

mod blocks;
mod boilerplate;
mod candidates;
mod constants;
mod cut;
mod features;
mod hashed;
mod kinds;
pub(crate) mod linear;
mod model;
mod prefilter;
mod reasons;
mod signature;
mod smoothing;
mod stage;
#[cfg(any(test, feature = "train"))]
pub mod training;

#[cfg(feature = "train")]
pub use candidates::CUT_COLUMNS;
pub use cut::Favor;
pub(crate) use features::table::CORRECTIONS;
pub use features::table::{COLUMNS, Column};
#[cfg(feature = "train")]
pub use kinds::pool::page_columns;
pub(crate) use model::JudgingMemory;
pub use model::Model;
#[cfg(feature = "train")]
pub use model::ModelFiles;
pub use reasons::Reason;

use crate::limits::Work;
use crate::methods::Verdict;
use crate::numbers;
use crate::page::Page;
use crate::template::{SiteFit, SiteTemplate};
use cut::Cut;
use features::layout::Layout;
use features::page::Features;
use features::site::SiteFeatures;
use kinds::pool::Pool;
use stage::{Outcome, Prefiltered};

impl Model {
    /// Judges a page. If the page fits the template of its site, the template corrects the judgement.
    pub fn judge(&self, page: &Page, favor: Favor, template: Option<&SiteTemplate>) -> Verdict {
        self.judge_in(page, favor, template, true, &mut JudgingMemory::default())
    }

    /// Like [`Model::judge`], in the memory of another page's judgement; the kind of the page only if it is wanted, because
    /// that takes time.
    pub(crate) fn judge_in(
        &self,
        page: &Page,
        favor: Favor,
        template: Option<&SiteTemplate>,
        wants_kind: bool,
        memory: &mut JudgingMemory,
    ) -> Verdict {
        if page.blocks().is_empty() {
            let mut verdict = Verdict::from_blocks(page, Vec::new(), Vec::new());
            verdict.about.confidence = Some(cut::calibrated(&self.confidence, 0.0));
            return verdict;
        }
        let layout = Layout::of(page);
        let found = self.prefiltered_within(&layout, &memory.work);
        let mut pool = wants_kind.then(|| self.pool());
        let mut probabilities = self.probabilities(&layout, &found, pool.as_mut(), memory);
        if memory.work.is_over() {
            return Verdict::of_nothing(page);
        }
        signature::join(page, &mut probabilities);
        let site_likeness = self.correct_by_site(page, template, &mut probabilities);
        let (cut, expected_f1) = self.best_cut(&layout, &probabilities, favor);
        let mut verdict = verdict(page, probabilities, &cut.blocks);
        verdict.about.confidence = Some(cut::calibrated(&self.confidence, expected_f1));
        verdict.about.site_likeness = site_likeness;
        let kinds = pool.map(|pool| self.kinds(page, &pool.row(&layout)));
        verdict.about.kinds = kinds.unwrap_or_default();
        verdict.about.kind = verdict.about.kinds.first().map(|likeliest| likeliest.kind);
        verdict.about.group = verdict.about.kind.map(|kind| kind.info().group);
        verdict
    }

    fn prefiltered(&self, layout: &Layout) -> Prefiltered {
        self.prefiltered_within(layout, &Work::default())
    }

    fn prefiltered_within(&self, layout: &Layout, work: &Work) -> Prefiltered {
        let Self { prefilter, constants, .. } = self;
        let mut found =
            prefilter::prefilter(layout, prefilter, &constants.prefilter, &constants.cut, work);
        if found.outcome == Outcome::Settled && boilerplate::is_among(layout, &found) {
            found.outcome = Outcome::Mixed;
        }
        found
    }

    /// The probability of each block that it is main text, without knowledge of the site. Fills `pool` with the row of every block.
    fn probabilities(
        &self,
        layout: &Layout,
        found: &Prefiltered,
        pool: Option<&mut Pool>,
        memory: &mut JudgingMemory,
    ) -> Vec<f32> {
        if found.outcome == Outcome::Settled && pool.is_none() {
            return found.log_odds.iter().copied().map(numbers::probability).collect();
        }
        if !memory.work.goes_on(layout.count()) {
            return vec![0.0; layout.count()];
        }
        let features = Features::of(layout, found, Some(&self.hashed), &mut memory.features);
        let log_odds = self.log_odds(&features, found, pool, memory);
        let pulls = self.pulls(&features, found, &log_odds);
        features.give_back(&mut memory.features);
        smoothing::probabilities(&log_odds, &pulls)
    }

    /// By block, what smoothing adds to the log odds; a settled page is not smoothed.
    fn pulls(&self, features: &Features, found: &Prefiltered, log_odds: &[f32]) -> Vec<f32> {
        match found.outcome {
            Outcome::Settled => vec![0.0; log_odds.len()],
            Outcome::Mixed => smoothing::pulls(features, log_odds, &self.constants.smoothing),
        }
    }

    fn best_cut(&self, layout: &Layout, probabilities: &[f32], favor: Favor) -> (Cut, f32) {
        let Self { cut, constants, .. } = self;
        candidates::best_candidate(layout, probabilities, favor, cut, &constants.cut)
    }

    /// Corrects the probabilities if the page fits the template. Returns how well it fits, 0 to 1.
    fn correct_by_site(
        &self,
        page: &Page,
        template: Option<&SiteTemplate>,
        probabilities: &mut [f32],
    ) -> Option<f32> {
        let template = template?;
        let Some(fit) = template.fit(page) else { return Some(0.0) };
        if fit.fits() {
            let site = self.site_features(page, &fit, probabilities);
            site.correct(self.site, probabilities);
        }
        Some(fit.likeness)
    }

    fn site_features(&self, page: &Page, fit: &SiteFit, probabilities: &[f32]) -> SiteFeatures {
        SiteFeatures::of(page, fit, probabilities, &self.constants.site)
    }
}

/// The verdict that keeps some blocks.
fn verdict(page: &Page, probabilities: Vec<f32>, kept: &[usize]) -> Verdict {
    let mut keep = vec![false; probabilities.len()];
    kept.iter().for_each(|block| keep[*block] = true);
    Verdict::from_blocks(page, probabilities, keep)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forest::ModelError;

    fn forest(classes: usize, logits: &[i16]) -> Vec<u8> {
        let trees = vec!["0"; logits.len()].join(",");
        let header = format!(
            "{{\"format\":2,\"classes\":{classes},\"columns\":[],\"edges\":[],\"trees\":[{trees}],\"scale\":1}}\n"
        );
        let leaves: Vec<u8> = logits.iter().flat_map(|leaf| leaf.to_le_bytes()).collect();
        [header.into_bytes(), leaves].concat()
    }

    const CONSTANTS: &[u8] = include_bytes!("../../model/constants.json");
    const NO_TREES: &[u8] =
        b"{\"format\":2,\"classes\":1,\"columns\":[],\"edges\":[],\"trees\":[],\"scale\":1}\n";

    /// A model of one leaf, and of another for the prefilter: the same probability for every block.
    fn constant_model(first: i16, logit: i16) -> Model {
        Model::read(&ModelFiles {
            prefilter: &forest(1, &[first]),
            hashed: b"{\"format\":1,\"bits\":24,\"count\":0,\"bias\":0,\"scale\":1}\n",
            blocks: &forest(1, &[logit]),
            kinds: &forest(8, &[0, 0, 3, 0, 0, 0, 0, 0]),
            site: b"{}",
            cut: NO_TREES,
            confidence: b"[[0,0],[1,1]]",
            title: b"{}",
            titles: NO_TREES,
            authors: NO_TREES,
            sources: NO_TREES,
            fields: b"{}",
            constants: CONSTANTS,
        })
        .unwrap()
    }

    #[test]
    fn a_model_judges_every_page_soundly() {
        for html in ["", "<p>一句。", "<div><p>a<p>b<p>c</div>"] {
            let page = Page::new(html, None);
            let judge =
                |first, logit| constant_model(first, logit).judge(&page, Favor::Balance, None);
            let (all, none) = (judge(0, 3), judge(0, -5));
            // What the prefilter closes is not asked further, nor is a page that it settles.
            assert!(judge(-5, 3).keep.iter().all(|keep| !keep));
            assert!(judge(5, -5).keep.iter().all(|keep| *keep));
            assert_eq!(all.score.len(), page.blocks().len());
            assert!(all.keep.iter().all(|keep| *keep) && none.keep.iter().all(|keep| !keep));
            assert!(all.about.confidence.is_some_and(|c| page.blocks().is_empty() || c > 0.9));
            assert_eq!(
                all.about.kind,
                (!page.blocks().is_empty()).then_some(crate::kind::PageKind::Forum)
            );
        }
    }

    #[test]
    fn a_settled_page_has_the_same_text_with_and_without_its_kind() {
        let page = Page::new("<div><p>会议今天开了。<p>水价不变。</div><a href=/>首页</a>", None);
        for (first, settles) in [(5, true), (0, false)] {
            let model = constant_model(first, -5);
            let found = model.prefiltered(&Layout::of(&page));
            assert_eq!((found.outcome == Outcome::Settled, found.is_asked(0)), (settles, !settles));
            let judge = |wants_kind| {
                let mut memory = JudgingMemory::default();
                model.judge_in(&page, Favor::Balance, None, wants_kind, &mut memory)
            };
            let (text, all) = (judge(false), judge(true));
            assert_eq!((text.about.kind.is_some(), all.about.kind.is_some()), (false, true));
            assert!(text.score == all.score && text.keep == all.keep);
            assert!(text.keep.iter().all(|keep| *keep == settles));
        }
    }

    #[test]
    fn the_embedded_model_is_whole_and_small() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("model");
        let size =
            |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().metadata().unwrap().len();
        assert!(std::fs::read_dir(folder).unwrap().map(size).sum::<u64>() <= 400_000);
        assert!(!Model::embedded().blocks.columns().is_empty());
    }

    #[test]
    fn a_prefilter_that_needs_words_is_refused() {
        let model = br#"{"format":2,"classes":1,"columns":["says_share"],"edges":[0],"trees":[0],"scale":1}"#;
        let first = [model.as_slice(), b"\n\x01\0"].concat();
        let files = ModelFiles {
            prefilter: &first,
            hashed: include_bytes!("../../model/hashed.model"),
            blocks: include_bytes!("../../model/blocks.model"),
            kinds: include_bytes!("../../model/kinds.model"),
            site: b"{}",
            cut: NO_TREES,
            confidence: b"[]",
            title: b"{}",
            titles: NO_TREES,
            authors: NO_TREES,
            sources: NO_TREES,
            fields: b"{}",
            constants: CONSTANTS,
        };
        assert!(matches!(Model::read(&files), Err(ModelError::Damaged(_))));
    }

    #[test]
    fn a_settled_page_is_corrected_too() {
        let page = |text: &str| {
            let html = format!("<div id=main><p>{text}</div><div id=foot>编辑：{text}</div>");
            Page::new(&html, None)
        };
        let mut template = SiteTemplate::default();
        for text in ["甲乙丙丁", "戊己庚辛", "子丑寅卯"] {
            template.learn(&page(text), &[0.99, 0.01]);
        }
        // One leaf of high log odds: every page is settled, all of it main text.
        let model = b"{\"format\":2,\"classes\":1,\"columns\":[],\"edges\":[],\"trees\":[0],\"scale\":5}\n\x01\0";
        let files = ModelFiles {
            prefilter: model,
            hashed: include_bytes!("../../model/hashed.model"),
            blocks: include_bytes!("../../model/blocks.model"),
            kinds: include_bytes!("../../model/kinds.model"),
            site: b"{\"site_path_pull\":1}",
            cut: include_bytes!("../../model/cut.model"),
            confidence: b"[[0,0],[1,1]]",
            title: b"{}",
            titles: NO_TREES,
            authors: NO_TREES,
            sources: NO_TREES,
            fields: b"{}",
            constants: CONSTANTS,
        };
        let model = Model::read(&files).unwrap();
        let fourth = page("辰巳午未");
        assert!(model.prefiltered(&Layout::of(&fourth)).outcome == Outcome::Settled);
        let alone = model.judge(&fourth, Favor::Balance, None).score;
        let beside = model.judge(&fourth, Favor::Balance, Some(&template)).score;
        assert!(beside[0] > 0.9 && beside[1] < alone[1] - 0.1, "{alone:?} {beside:?}");
    }
}
