//! The parts that the pages of a site share.
//!
//! Template-matching finds it by aligning two pages: [`tree`] makes a page's feature tree, [`align`](mod@align) finds what
//! one has of its own, [`similar`] chooses the page to align with. A [`SiteTemplate`] is learned from many
//! pages: [`keys`] turns paths and texts into hashes, a [`Layout`] counts them, [`site`] keeps layouts apart.

pub mod align;
mod json;
pub mod keys;
pub mod layout;
pub mod outline;
pub mod similar;
pub mod site;
pub mod tree;

use std::sync::Arc;

pub use align::Alignment;
pub use json::TemplateError;
pub use layout::Layout;
pub use similar::{CandidateAddress, candidate_addresses, feed_addresses};
pub use site::{Learned, SiteFit, SiteTemplate};
pub use tree::{FeatureNode, FeatureTree};

use crate::page::Page;
use similar::Structure;

/// What is known of a page's site: other pages and a template.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SiteKnowledge {
    /// Other pages of the site, of which `template-matching` chooses the most alike.
    pub similar: Vec<Arc<SimilarPage>>,
    /// The template of the site, for `auto` and `site-template`.
    pub template: Option<Arc<SiteTemplate>>,
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
    /// The similar page of a page.
    pub fn of(page: &Page) -> Self {
        let tree = FeatureTree::of(page);
        Self { structure: Structure::of(&tree), tree }
    }
}
