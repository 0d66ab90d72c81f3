//! Knowledge from the other labelled pages of a page's site: never their labels, and never the page
//! itself.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use zhengwen::train::Model;
use zhengwen::{Favor, Method};
use zhengwen_site::{Layout, SimilarPage, SiteKnowledge, SiteTemplate};

use crate::data::{Gold, Set};
use crate::folds::Folds;
use crate::methods::MeasuredMethod;

/// The pages that a measured method sees in addition to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// Nothing.
    Nothing,
    /// The other pages of the site, to align with.
    Pages,
    /// A template learned from this many other pages of the site.
    Template(usize),
}

impl Beside {
    /// The pages that a method sees.
    pub(crate) fn of(measured: MeasuredMethod, pages: usize) -> Self {
        match measured.method {
            Method::TemplateMatching => Self::Pages,
            Method::SiteTemplate => Self::Template(pages),
            Method::Auto if measured.with_site => Self::Template(pages),
            _ => Self::Nothing,
        }
    }
}

/// The pages of a set by site.
pub(crate) struct Sites<'a> {
    beside: Beside,
    /// By site: its pages in the order of the gold.
    pages: HashMap<String, Vec<&'a Gold>>,
    similar: HashMap<&'a str, Arc<SimilarPage>>,
    layouts: HashMap<&'a str, Layout>,
}

impl<'a> Sites<'a> {
    /// Reads what is needed of all pages that have other pages of their site in the set.
    pub(crate) fn of(set: &'a Set, beside: Beside, folds: Option<&Folds>) -> anyhow::Result<Self> {
        let (pages, similar, layouts) = Default::default();
        let mut sites = Self { beside, pages, similar, layouts };
        if beside == Beside::Nothing {
            return Ok(sites);
        }
        for gold in &set.gold {
            if let Some(site) = site_of(gold) {
                sites.pages.entry(site).or_default().push(gold);
            }
        }
        let measured: Vec<&Gold> = set.gold.iter().filter(|gold| sites.measures(gold)).collect();
        if beside == Beside::Pages {
            let similar = |gold: &&'a Gold| -> anyhow::Result<_> {
                Ok((gold.id.as_str(), Arc::new(SimilarPage::of(&set.segmented(gold)?))))
            };
            sites.similar = measured.par_iter().map(similar).collect::<anyhow::Result<_>>()?;
        } else {
            let layout = |gold: &&'a Gold| -> anyhow::Result<_> {
                let (page, model) = (set.segmented(gold)?, model_of(folds, set, gold)?);
                let verdict = model.judge(&page, Favor::Balance, None);
                Ok((gold.id.as_str(), Layout::of_page(&page, &verdict.score)))
            };
            sites.layouts = measured.par_iter().map(layout).collect::<anyhow::Result<_>>()?;
        }
        Ok(sites)
    }

    /// True if the other pages can change the method's answer for this page: its site has another page, and
    /// for a template two.
    pub(crate) fn measures(&self, gold: &Gold) -> bool {
        let others = self.others(gold).count();
        match self.beside {
            Beside::Nothing => true,
            Beside::Pages => others >= 1,
            Beside::Template(_) => others >= 2,
        }
    }

    /// The other pages of a page's site: those that follow it in the gold, then those before it.
    fn others(&self, gold: &Gold) -> impl Iterator<Item = &'a Gold> + '_ {
        let pages = site_of(gold).and_then(|site| self.pages.get(&site));
        let pages = pages.map_or(&[][..], Vec::as_slice);
        let place = pages.iter().position(|other| other.id == gold.id).unwrap_or(0);
        let (before, after) = pages.split_at(place);
        after.iter().skip(1).chain(before).copied()
    }

    /// The knowledge from the other pages of the site.
    pub(crate) fn knowledge(&self, gold: &Gold) -> SiteKnowledge {
        let mut knowledge = SiteKnowledge::default();
        match self.beside {
            Beside::Nothing => {}
            Beside::Pages => {
                let others = self.others(gold);
                knowledge.similar = others
                    .filter_map(|other| self.similar.get(other.id.as_str()).cloned())
                    .collect();
            }
            Beside::Template(pages) => {
                knowledge.template = Some(Arc::new(self.template(gold, pages)));
            }
        }
        knowledge
    }

    /// The template of this many other pages of the site.
    pub(crate) fn template(&self, gold: &Gold, pages: usize) -> SiteTemplate {
        let mut template = SiteTemplate::default();
        for other in self.others(gold).take(pages) {
            if let Some(layout) = self.layouts.get(other.id.as_str()) {
                template.learn_layout(layout);
            }
        }
        template
    }

    /// The number of other pages of the page's site.
    pub(crate) fn count(&self, gold: &Gold) -> usize {
        self.others(gold).count()
    }
}

/// The model that has seen no page of this one's site, where folds are given.
pub(crate) fn model_of<'a>(
    folds: Option<&'a Folds>,
    set: &Set,
    gold: &Gold,
) -> anyhow::Result<&'a Model> {
    match folds {
        Some(folds) => Ok(folds.model(&set.name, &gold.id)?),
        None => Ok(Model::embedded()),
    }
}

/// The page's site: as the gold says, or the host of its address.
fn site_of(gold: &Gold) -> Option<String> {
    let host = |url: &String| Some(url::Url::parse(url).ok()?.host_str()?.to_owned());
    gold.site.clone().or_else(|| gold.url.as_ref().and_then(host))
}
