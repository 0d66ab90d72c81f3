//! What is known of each block from the other pages of its site: the values of the `site_` columns. They
//! are there only where the page fits a site template.

use std::collections::BTreeMap;

use super::values::share;
use crate::forest::ModelError;
use crate::numbers::{log_odds, log2_plus_1 as log};
use crate::page::Page;
use crate::template::SiteFit;
use crate::template::layout::{PathEntry, TextEntry};

/// So many pages make what they say weigh as much as the page's own judgement.
const PAGES_OF_WEIGHT: f32 = 3.0;
/// On so many pages what repeats at a path can be told from chance.
const ENOUGH_PAGES: u32 = 8;
/// Shares of main text are taken for at least this probability, and at most its complement.
const LEAST_SHARE: f32 = 0.001;
/// Blocks of lower log odds are given up.
const HOPELESS: f32 = -4.0;

/// Reads the weights of columns: a JSON object of their names.
pub(super) fn read_weights(json: &[u8], columns: &[&str]) -> Result<Vec<(usize, f32)>, ModelError> {
    let weights: BTreeMap<String, f32> =
        serde_json::from_slice(json).map_err(|_| ModelError::Damaged("site"))?;
    let place = |(name, weight): (String, f32)| match columns.iter().position(|c| *c == name) {
        Some(place) => Ok((place, weight)),
        None => Err(ModelError::MissingColumns(vec![name])),
    };
    weights.into_iter().map(place).collect()
}

/// What is known of a page from its site.
#[derive(Debug)]
pub(super) struct SiteFacts {
    /// How well the page fits, 0 to 1.
    pub(super) likeness: f32,
    /// How many pages were learned, as a logarithm.
    pub(super) pages: f32,
    /// By block.
    pub(super) blocks: Vec<BlockFacts>,
}

/// What is known of a block; missing values are NaN.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockFacts {
    /// The log odds of the judgement without a template.
    pub(super) alone: f32,
    /// The share of the layout's pages that have its path.
    pub(super) path_share: f32,
    /// The share of main text at its path.
    pub(super) path_main: f32,
    /// How far that draws the log odds down, 0 or less.
    pub(super) path_pull: f32,
    /// The share of texts at its path that repeat; missing where too few pages have it.
    pub(super) path_repeats: f32,
    /// The shares of pages that have its text, its start and its end there.
    pub(super) text_share: [f32; 3],
    /// How far texts there that begin so draw the log odds down, 0 or less.
    pub(super) start_pull: f32,
}

impl SiteFacts {
    /// `probabilities`: those of the judgement without a template.
    pub(super) fn of(page: &Page, fit: &SiteFit, probabilities: &[f32]) -> Self {
        let facts =
            |(index, probability): (usize, &f32)| block_facts(page, fit, index, *probability);
        Self {
            likeness: fit.likeness,
            pages: log(fit.layout.pages as f32),
            blocks: probabilities.iter().enumerate().map(facts).collect(),
        }
    }

    /// Whether a block may be main text.
    pub(super) fn is_hopeful(&self, block: usize) -> bool {
        self.blocks[block].alone > HOPELESS
    }
}

fn block_facts(page: &Page, fit: &SiteFit, index: usize, probability: f32) -> BlockFacts {
    let path = fit.path(page.blocks()[index].container);
    let texts = fit.texts(index);
    let alone = log_odds(probability);
    let of_path = |value: fn(&PathEntry) -> f32| path.map_or(f32::NAN, value);
    let told = path.filter(|entry| entry.pages >= ENOUGH_PAGES);
    let path_repeats =
        told.map_or(f32::NAN, |entry| share(entry.repeated as f32, entry.texts as f32));
    let path_main = of_path(|entry| share(entry.main_tokens, entry.tokens));
    let start_main = |entry: &TextEntry| share(entry.score, entry.pages as f32);
    BlockFacts {
        alone,
        path_share: path.map_or(0.0, |entry| fit.share(entry.pages)),
        path_main,
        path_pull: path.map_or(0.0, |entry| pull(alone, path_main, entry.pages)),
        path_repeats,
        text_share: texts.map(|entry| entry.map_or(0.0, |entry| fit.share(entry.pages))),
        start_pull: texts[1].map_or(0.0, |entry| pull(alone, start_main(entry), entry.pages)),
    }
}

/// How far the log odds would fall to those of the other pages, by how many those are.
fn pull(alone: f32, main: f32, pages: u32) -> f32 {
    let others = log_odds(main.clamp(LEAST_SHARE, 1.0 - LEAST_SHARE));
    let weight = pages as f32 / (pages as f32 + PAGES_OF_WEIGHT);
    weight * (others - alone).min(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::{Favor, Model, ModelFiles};
    use super::*;
    use crate::template::SiteTemplate;

    #[test]
    fn other_pages_draw_down_only() {
        let page = |text: &str| {
            let html = format!("<div id=main><p>{text}</div><div id=foot>编辑：{text}</div>");
            Page::new(&html, None)
        };
        let mut template = SiteTemplate::default();
        for text in ["甲乙丙丁", "戊己庚辛", "子丑寅卯"] {
            template.learn(&page(text), &[0.9, 0.1]);
        }
        let own = page("辰巳午未");
        let fit = template.fit(&own).unwrap();
        let facts = SiteFacts::of(&own, &fit, &[0.6, 0.6]);
        let [main, foot] = [facts.blocks[0], facts.blocks[1]];
        assert!((main.path_pull, main.start_pull) == (0.0, 0.0) && main.path_main > 0.8);
        assert!((foot.path_pull - 0.5 * (log_odds(0.1) - log_odds(0.6))).abs() < 1e-3);
        assert!(foot.start_pull < -0.4 && foot.text_share == [0.0, 1.0, 0.0]);
    }

    #[test]
    fn a_page_that_the_first_look_settles_is_corrected_too() {
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
            first: model,
            signs: include_bytes!("../../model/signs.model"),
            blocks: include_bytes!("../../model/blocks.model"),
            kinds: include_bytes!("../../model/kinds.model"),
            site: b"{\"site_path_pull\":1}",
            cut: include_bytes!("../../model/cut.model"),
            confidence: b"[[0,0],[1,1]]",
        };
        let model = Model::read(&files).unwrap();
        let own = page("辰巳午未");
        assert!(model.look(&own).settles);
        let alone = model.judge(&own, Favor::Balance, None).score;
        let beside = model.judge(&own, Favor::Balance, Some(&template)).score;
        assert!(beside[0] > 0.9 && beside[1] < alone[1] - 0.1, "{alone:?} {beside:?}");
    }
}
