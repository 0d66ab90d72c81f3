//! The best options of each method for Chinese pages, chosen with `quality/best_options.py`: those with the best mean over
//! the sets, or, if a single page of a small set decides, those with most good pages of all sets.

use super::types::{
    BlockSmoothingOptions, BlockWeightingOptions, BodyOptions, LineDensityOptions,
    PunctuationPathOptions, TemplateMatchingOptions,
};

impl PunctuationPathOptions {
    /// The best options for Chinese pages.
    pub fn best() -> Self {
        Self { match_class: true, keep_forms: true, plain_sample: true, body: BodyOptions::best() }
    }
}

impl BlockSmoothingOptions {
    /// The best options for Chinese pages.
    pub fn best() -> Self {
        Self { split_at_span: true, keep_links: true, keep_forms: true, body: BodyOptions::best() }
    }
}

impl BlockWeightingOptions {
    /// The best options for Chinese pages: on portals and five other Chinese sets they have the best mean of F1 and of
    /// the share of good pages. Each site of portals and each set has the same weight. They depart from the post.
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
    /// The best options for Chinese pages, of a few values of each, on portals and five other Chinese sets. Gap,
    /// threshold and density are those of the post; the other options depart from it.
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
    /// The best options for Chinese pages.
    pub fn best() -> Self {
        Self { pages: 3, long_clusters: true, body: BodyOptions::best() }
    }
}

impl BodyOptions {
    /// The best of these options for Chinese pages, the same for all methods.
    fn best() -> Self {
        Self { container: 60, fill: true, lead: true, without_title: true }
    }
}
