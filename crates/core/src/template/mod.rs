//! What the pages of a site share.
//!
//! Seed 004 finds it by aligning two pages: [`tree`] makes a page's feature tree, [`align`] finds what
//! one has of its own. [`similar`] chooses the page to align with.

pub mod align;
pub mod similar;
pub mod tree;

use std::sync::Arc;

pub use align::Alignment;
pub use similar::{CandidateAddress, candidate_addresses};
pub use tree::{FeatureNode, FeatureTree};

use crate::page::Page;
use similar::Structure;

/// What is known of the site of a page beside the page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SiteKnowledge {
    /// Other pages of the site, of which `template-matching` chooses the most alike.
    pub similar: Vec<Arc<SimilarPage>>,
}

/// A page that another can be aligned with.
#[derive(Debug, Clone, PartialEq)]
pub struct SimilarPage {
    /// Its feature tree.
    pub tree: FeatureTree,
    /// How its upper levels are built.
    pub structure: Structure,
}

impl SimilarPage {
    /// What of a page is needed to align with it.
    pub fn of(page: &Page) -> Self {
        let tree = FeatureTree::of(page);
        Self { structure: Structure::of(&tree), tree }
    }
}
