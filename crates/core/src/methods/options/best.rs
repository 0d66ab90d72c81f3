//! For each method the options that serve Chinese pages best, chosen with `quality/best_options.py`: those with the best
//! mean over the sets. Where one page of a small set decides it, those with most good pages of all sets.

use super::types::{
    BlockSmoothingOptions, BlockWeightingOptions, BodyOptions, LineDensityOptions,
    PunctuationPathOptions, TemplateMatchingOptions,
};

impl PunctuationPathOptions {
    /// What serves Chinese pages best.
    pub fn best() -> Self {
        Self { match_class: true, keep_forms: true, plain_sample: true, body: BodyOptions::best() }
    }
}

impl BlockSmoothingOptions {
    /// What serves Chinese pages best.
    pub fn best() -> Self {
        Self { split_at_span: true, keep_links: true, keep_forms: true, body: BodyOptions::best() }
    }
}

impl BlockWeightingOptions {
    /// The options that extract Chinese pages best, on portals and five further Chinese sets, by the mean of F1 and of
    /// the share of good pages, each site of portals and each set weighing alike. Not the post's own form.
    pub fn best() -> Self {
        Self {
            modern_containers: true,
            direct_paragraphs: true,
            lead: true,
            notices: true,
            drop_linked: true,
            fitted_weights: true,
        }
    }
}

impl LineDensityOptions {
    /// The options that extract Chinese pages best, of a few values of each on portals and five further Chinese sets.
    /// The post's own gap, threshold and density hold. The other options depart from the post.
    pub fn best() -> Self {
        Self {
            rendered: true,
            long_line: 30,
            link_share: 50,
            title_lines: true,
            notices: true,
            reach: 30,
            ..Self::default()
        }
    }
}

impl TemplateMatchingOptions {
    /// What serves Chinese pages best.
    pub fn best() -> Self {
        Self { pages: 3, long_clusters: true, body: BodyOptions::best() }
    }
}

impl BodyOptions {
    /// What serves Chinese pages best, of all methods that have it.
    fn best() -> Self {
        Self { container: 60, fill: true, lead: true, without_title: true }
    }
}
