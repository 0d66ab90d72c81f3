//! The evidence of the site's other pages for each block, if the page fits a site template.

use super::values::share;
use crate::auto::constants::SiteConstants;
use crate::numbers;
use crate::page::Page;
use crate::template::SiteFit;

/// A page compared with the template of its site.
#[derive(Debug)]
pub(crate) struct SiteFeatures {
    /// Pages from which the template was learned, as log2 of one more.
    #[cfg(any(feature = "train", test))]
    pub(crate) pages: f32,
    /// By block.
    pub(crate) blocks: Vec<SiteBlock>,
}

/// A block compared with the template.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SiteBlock {
    /// The log odds of the judgement without a template.
    pub(crate) alone: f32,
    /// The change of the log odds by the share of main text at its path on the other pages, 0 or less.
    pub(crate) path_pull: f32,
    /// True if the block may be main text; else it is not corrected.
    pub(crate) is_hopeful: bool,
}

impl SiteFeatures {
    /// Compares a page with its template; `probabilities` are those of the judgement without one.
    pub(crate) fn of(
        page: &Page,
        fit: &SiteFit,
        probabilities: &[f32],
        constants: &SiteConstants,
    ) -> Self {
        let blocks = page.blocks().iter().zip(probabilities).map(|(block, probability)| {
            let alone = numbers::log_odds(*probability);
            let path = fit.path(block.container);
            let path_pull = path.map_or(0.0, |entry| {
                pull(alone, share(entry.main_tokens, entry.tokens), entry.pages, constants)
            });
            SiteBlock { alone, path_pull, is_hopeful: alone > constants.hopeless }
        });
        Self {
            #[cfg(any(feature = "train", test))]
            pages: numbers::log2_plus_1(fit.layout.pages as f32),
            blocks: blocks.collect(),
        }
    }

    /// The log odds that the template adds to a block; 0 for hopeless blocks.
    pub(crate) fn correction(&self, block: usize, weight: f32) -> f32 {
        let SiteBlock { path_pull, is_hopeful, .. } = self.blocks[block];
        if is_hopeful { path_pull * weight } else { 0.0 }
    }

    /// Corrects probabilities; `weight` is the fitted weight of the pull.
    pub(crate) fn correct(&self, weight: f32, probabilities: &mut [f32]) {
        for (block, site) in self.blocks.iter().enumerate().filter(|(_, site)| site.is_hopeful) {
            let log_odds = site.alone + self.correction(block, weight);
            probabilities[block] = numbers::probability(log_odds);
        }
    }
}

/// The fall of the log odds towards those of the other pages; the more pages, the further.
fn pull(alone: f32, main: f32, pages: u32, constants: &SiteConstants) -> f32 {
    let others = numbers::log_odds(main.clamp(constants.least_share, 1.0 - constants.least_share));
    let weight = pages as f32 / (pages as f32 + constants.pages_of_weight);
    weight * (others - alone).min(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto::Model;
    use crate::numbers::log_odds;
    use crate::template::SiteTemplate;

    #[test]
    fn other_pages_pull_down_only() {
        let page = |text: &str| {
            let html = format!("<div id=main><p>{text}</div><div id=foot>编辑：{text}</div>");
            Page::new(&html, None)
        };
        let mut template = SiteTemplate::default();
        for text in ["甲乙丙丁", "戊己庚辛", "子丑寅卯"] {
            template.learn(&page(text), &[0.9, 0.1]);
        }
        let page = page("辰巳午未");
        let fit = template.fit(&page).unwrap();
        let constants = &Model::embedded().constants.site;
        let site = SiteFeatures::of(&page, &fit, &[0.6, 0.6], constants);
        let [main, foot] = [site.blocks[0], site.blocks[1]];
        assert_eq!(main.path_pull, 0.0);
        assert!((foot.path_pull - 0.5 * (log_odds(0.1) - log_odds(0.6))).abs() < 1e-3);
    }
}
