//! The method of the paper 基于LCS的特征树最大相似性匹配网页去噪算法 (宋鳌 et al., 2011).
//!
//! The parts of a page that a similar page of its site does not have are gathered into clusters. The clusters that
//! look most like main content are the answer.

mod clusters;

use serde::{Deserialize, Serialize};

use super::body;
use super::options::TemplateMatchingOptions;
use super::trace::{Curve, MethodTrace};
use super::verdict::{Verdict, runs, whole};
use zhengwen_page::dom::path;
use zhengwen_page::page::{Page, Rectangle};
use zhengwen_site::align::align;
use zhengwen_site::similar::most_alike;
use zhengwen_site::{FeatureTree, SimilarPage, SiteKnowledge};

pub use clusters::{Cluster, Indicators};

/// The matching of a page with one similar page.
#[derive(Debug, Clone, PartialEq)]
pub struct Matching {
    /// The similar page's place among those that were given.
    pub similar: usize,
    /// For each aligned node of the page's feature tree its partner in the tree of the similar page; `None` for the
    /// candidates.
    pub partners: Vec<Option<u32>>,
    /// The number of nodes in the similar page's feature tree.
    pub similar_nodes: usize,
    /// The clusters in level order of their first node, with their indicators.
    pub clusters: Vec<Cluster>,
    /// Nodes of both pages that were left out of the alignment because the table has no room for them.
    pub left_out: u32,
    /// True if both pages have boxes, so that the spatial features were compared. The two areas are indicators if the page
    /// itself has boxes.
    pub with_boxes: bool,
}

/// The facts that `template-matching` judged by: the matching with the most similar page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchingTrace {
    /// True if both pages have boxes, so that the spatial features were compared. The two areas are indicators if the page
    /// itself has boxes.
    pub with_boxes: bool,
    /// The main visual region (definition 8), in CSS pixels; `None` without boxes.
    pub main_visual_region: Option<Rectangle>,
    /// The clusters in level order of their first node.
    pub clusters: Vec<ClusterTrace>,
}

/// A cluster and how it was ranked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClusterTrace {
    /// The DOM path of its first node.
    pub path: String,
    /// The number of its nodes, without their descendants.
    pub nodes: usize,
    /// The indicators that it was judged by.
    #[serde(flatten)]
    pub indicators: Indicators,
    /// The sum of its points.
    pub points: i32,
    /// True if it is part of the answer.
    pub kept: bool,
}

impl MatchingTrace {
    /// The trace of a page; `None` without a similar page.
    pub fn of(
        page: &Page,
        options: &TemplateMatchingOptions,
        site: &SiteKnowledge,
    ) -> Option<Self> {
        let (tree, matchings) = matchings(page, options, site);
        matchings.first().map(|matching| Self::of_matching(page, &tree, matching))
    }

    fn of_matching(page: &Page, tree: &FeatureTree, matching: &Matching) -> Self {
        let clusters = matching.clusters.iter().map(|cluster| ClusterTrace {
            path: cluster.nodes.first().map_or_else(String::new, |place| {
                path::describe(page.document().node(tree.nodes[*place].node))
            }),
            nodes: cluster.nodes.len(),
            indicators: cluster.indicators,
            points: cluster.points,
            kept: cluster.is_chosen,
        });
        Self {
            with_boxes: matching.with_boxes,
            main_visual_region: clusters::main_visual_region(tree),
            clusters: clusters.collect(),
        }
    }
}

/// Matches a page with the most similar pages, as many as the options say.
pub fn matchings(
    page: &Page,
    options: &TemplateMatchingOptions,
    site: &SiteKnowledge,
) -> (FeatureTree, Vec<Matching>) {
    if site.similar.is_empty() {
        return (FeatureTree::default(), Vec::new());
    }
    let SimilarPage { tree, structure } = SimilarPage::of(page);
    let structures: Vec<_> = site.similar.iter().map(|similar| &similar.structure).collect();
    let chosen = most_alike(&structure, &structures).into_iter();
    // A copy of the page adds no knowledge of it.
    let chosen = chosen.filter(|similar| site.similar[*similar].tree != tree);
    let matchings = chosen.take(options.pages as usize).map(|similar| {
        let other = &site.similar[similar].tree;
        let alignment = align(&tree, other);
        let candidates: Vec<usize> = alignment.candidates().collect();
        Matching {
            similar,
            clusters: clusters::ranked(&tree, &candidates, options.long_clusters),
            partners: alignment.partners,
            similar_nodes: other.nodes.len(),
            left_out: alignment.left_out,
            with_boxes: tree.has_boxes && other.has_boxes,
        }
    });
    let matchings = matchings.collect();
    (tree, matchings)
}

/// Chooses the text of the best clusters. With several similar pages, text must be chosen by most of them; without one,
/// nothing is chosen.
pub(super) fn judge(
    page: &Page,
    options: &TemplateMatchingOptions,
    site: &SiteKnowledge,
    trace: Option<&mut MethodTrace>,
) -> Verdict {
    let (tree, matchings) = matchings(page, options, site);
    // By text of the page: how many matchings choose it, and the points of its clusters.
    let mut votes = vec![(0_usize, 0_f32); page.texts().len()];
    for cluster in matchings.iter().flat_map(|matching| &matching.clusters) {
        for place in &cluster.nodes {
            for vote in &mut votes[page.node(tree.nodes[*place].node).text_range()] {
                vote.0 += usize::from(cluster.is_chosen);
                vote.1 += cluster.points as f32 / matchings.len() as f32;
            }
        }
    }
    let mut chosen: Vec<bool> = votes.iter().map(|vote| vote.0 * 2 > matchings.len()).collect();
    body::settle(page, &mut chosen, options.body);
    let chosen = page.texts().iter().zip(chosen).filter(|(_, is_chosen)| *is_chosen);
    let spans = chosen.map(|(text, _)| whole(page.node(text.node))).collect();
    let mut verdict = Verdict::from_spans(page, spans, |index| votes[index].1);
    let left_out = matchings.iter().map(|matching| matching.left_out);
    verdict.about.left_out_nodes = left_out.max().unwrap_or(0);
    if let (Some(matching), Some(trace)) = (matchings.first(), trace) {
        trace.curves.push(Curve {
            name: "points of clusters",
            x: "cluster",
            unit: "points",
            values: matching.clusters.iter().map(|cluster| cluster.points as f32).collect(),
            thresholds: Vec::new(),
            chosen: runs(matching.clusters.iter().map(|cluster| cluster.is_chosen)),
        });
    }
    verdict
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    const MENU: &str = "<ul id=menu><li><a href=1>首页</a><li><a href=2>新闻</a></ul>";

    fn page(body: &str) -> Page {
        Page::new(&format!("<body>{MENU}{body}<div id=foot>版权所有</div>"), None)
    }

    fn check(html: &str, others: &[&str], options: &TemplateMatchingOptions, expected: &[&str]) {
        let similar = others.iter().map(|other| Arc::new(SimilarPage::of(&page(other)))).collect();
        let judged = page(html);
        let verdict =
            judge(&judged, options, &SiteKnowledge { similar, ..SiteKnowledge::default() }, None);
        let texts: Vec<&str> =
            verdict.spans.iter().map(|span| judged.document().text(span.node)).collect();
        assert_eq!(texts, expected);
    }

    const OWN: &str = "<div id=main><h1>题目</h1><p>会议今天召开。<p>代表们讨论了供水问题。</div>\
        <div id=side><ul><li><a href=9>广告一则</a></ul></div>";

    #[test]
    fn the_cluster_that_looks_like_content_is_kept() {
        let other = "<div id=main><h1>另一题</h1><p>明天有雨。</div>\
            <div id=side><ul><li><a href=8>别的广告</a></ul></div>";
        let expected = ["题目", "会议今天召开。", "代表们讨论了供水问题。"];
        check(OWN, &[other], &TemplateMatchingOptions::default(), &expected);
        let three = TemplateMatchingOptions { pages: 3, ..TemplateMatchingOptions::default() };
        check(OWN, &[other, OWN, other], &three, &expected);
        check(OWN, &[OWN, other], &TemplateMatchingOptions::default(), &expected);
    }

    #[test]
    fn the_best_options_keep_what_the_other_page_has_too() {
        let html =
            "<div id=main><h1>题目</h1><p>会议今天召开。<p>代表们讨论了供水问题。<p>完</div>";
        let other = "<div id=main><h1>另一题</h1><p>明天有雨。<p>完</div>";
        let faithful = ["题目", "会议今天召开。", "代表们讨论了供水问题。"];
        check(html, &[other], &TemplateMatchingOptions::default(), &faithful);
        let best = ["会议今天召开。", "代表们讨论了供水问题。", "完"];
        check(html, &[other], &TemplateMatchingOptions::best(), &best);
    }

    #[test]
    fn without_a_similar_page_or_a_difference_nothing_is_kept() {
        check(OWN, &[], &TemplateMatchingOptions::default(), &[]);
        check(OWN, &[OWN], &TemplateMatchingOptions::default(), &[]);
    }
}
