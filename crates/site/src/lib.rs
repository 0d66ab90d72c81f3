//! The parts that the pages of a site share.
//!
//! Template-matching finds them by aligning two pages: [`tree`] builds a page's feature tree,
//! [`align`](mod@align) finds what only one of them has, [`similar`] chooses the page to align
//! with. A [`SiteTemplate`] is learned from many pages: paths and texts are turned into hashes,
//! a [`Layout`] counts them, [`site`] keeps layouts apart.

pub mod align;
mod json;
mod keys;
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

use similar::Structure;
use zhengwen_page::page::Page;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The knowledge of a page's site: other pages and a template.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SiteKnowledge {
    /// Other pages of the site, from which `template-matching` chooses the most similar.
    pub similar: Vec<Arc<SimilarPage>>,
    /// The template of the site, for `auto` and `site-template`.
    pub template: Option<Arc<SiteTemplate>>,
}

/// A page to align others with.
#[derive(Debug, Clone, PartialEq)]
pub struct SimilarPage {
    /// Its feature tree.
    pub tree: FeatureTree,
    /// The structure of its upper levels.
    pub structure: Structure,
}

impl SimilarPage {
    /// Turns a page into a similar page for others.
    pub fn of(page: &Page) -> Self {
        let tree = FeatureTree::of(page);
        Self { structure: Structure::of(&tree), tree }
    }
}
