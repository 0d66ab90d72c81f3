//! Judges by the template of a site alone: main text is in the places where other pages have main text, and is not
//! repeated on them.

use super::trace::{Curve, MethodTrace};
use super::verdict::{Verdict, runs};
use zhengwen_page::page::{BlockRef, Page};
use zhengwen_site::{SiteFit, SiteKnowledge};

/// A text on this share of the pages is part of the template.
const REPEATED: f32 = 0.5;

/// Keeps the blocks whose path has mostly main text on the learned pages and whose text those pages do not repeat.
/// Without a template that fits, nothing is kept.
pub(super) fn judge(page: &Page, site: &SiteKnowledge, trace: Option<&mut MethodTrace>) -> Verdict {
    let fit = site.template.as_ref().and_then(|template| template.fit(page));
    let likeness = site.template.as_ref().map(|_| fit.as_ref().map_or(0.0, |fit| fit.likeness));
    let Some(fit) = fit.filter(SiteFit::fits) else {
        let mut verdict = Verdict::of_nothing(page);
        verdict.about.site_likeness = likeness;
        return verdict;
    };
    let score: Vec<f32> = page.block_refs().map(|block| score(&fit, block)).collect();
    let keep = score.iter().map(|score| *score >= 0.5).collect();
    let mut verdict = Verdict::from_blocks(page, score, keep);
    verdict.about.site_likeness = likeness;
    if let Some(trace) = trace {
        trace.curves.push(Curve {
            name: "share of main text at the path that does not repeat",
            x: "block",
            unit: "1",
            values: verdict.score.clone(),
            thresholds: vec![("kept", 0.5)],
            chosen: runs(verdict.keep.iter().copied()),
        });
    }
    verdict
}

/// The share of main text at the nearest path that the template knows, lowered by the share that repeats; 0 for a text
/// that the template repeats.
fn score(fit: &SiteFit, block: BlockRef) -> f32 {
    let text = fit.texts(block.at)[0];
    if text.is_some_and(|text| text.pages >= 2 && fit.share(text.pages) >= REPEATED) {
        return 0.0;
    }
    let known = block.container().around().find_map(|node| fit.path(node.id));
    known.map_or(0.0, |entry| {
        let main = entry.main_tokens / entry.tokens.max(f32::MIN_POSITIVE);
        let score = main * (1.0 - entry.repeated as f32 / entry.texts.max(1) as f32);
        if score.is_finite() { score } else { 0.0 }
    })
}
