//! What the other labelled pages of a page's site tell about it: never their labels, and never the page
//! itself.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use zhengwen::Method;
use zhengwen::page::Page;
use zhengwen::template::{SimilarPage, SiteKnowledge};

use super::data::{Gold, Set};

/// The pages of a set by site, for the methods that look at other pages of the site.
pub(super) struct Sites {
    /// By site: the ids of its pages, in the order of the gold.
    pages: HashMap<String, Vec<String>>,
    /// By id; empty for methods that do not align pages.
    similar: HashMap<String, Arc<SimilarPage>>,
    is_needed: bool,
}

impl Sites {
    pub(super) fn of(set: &Set, method: Method) -> anyhow::Result<Self> {
        let mut sites = Self {
            pages: HashMap::new(),
            similar: HashMap::new(),
            is_needed: method == Method::TemplateMatching,
        };
        if !sites.is_needed {
            return Ok(sites);
        }
        for gold in &set.gold {
            if let Some(site) = site_of(gold) {
                sites.pages.entry(site).or_default().push(gold.id.clone());
            }
        }
        let similar = |gold: &Gold| -> anyhow::Result<_> {
            let page = Page::new(&gold.decode(&set.page(gold)?), gold.url.as_deref());
            Ok((gold.id.clone(), Arc::new(SimilarPage::of(&page))))
        };
        let measured = set.gold.par_iter().filter(|gold| sites.measures(gold));
        sites.similar = measured.map(similar).collect::<anyhow::Result<_>>()?;
        Ok(sites)
    }

    /// Whether the method can say anything of this page: there is another page of its site.
    pub(super) fn measures(&self, gold: &Gold) -> bool {
        let of_site = || site_of(gold).and_then(|site| self.pages.get(&site));
        !self.is_needed || of_site().is_some_and(|pages| pages.len() > 1)
    }

    /// What the other pages of the site tell.
    pub(super) fn knowledge(&self, gold: &Gold) -> SiteKnowledge {
        let of_site = site_of(gold).and_then(|site| self.pages.get(&site));
        let others = of_site.into_iter().flatten().filter(|id| **id != gold.id);
        let mut knowledge = SiteKnowledge::default();
        knowledge.similar = others.filter_map(|id| self.similar.get(id).cloned()).collect();
        knowledge
    }
}

/// The page's site: as the gold says, or the host of its address.
fn site_of(gold: &Gold) -> Option<String> {
    let host = |url: &String| Some(url::Url::parse(url).ok()?.host_str()?.to_owned());
    gold.site.clone().or_else(|| gold.url.as_ref().and_then(host))
}
