//! Gathers similar pages of a site from one of its addresses (template-matching's paper, step 2):
//! by the links of its pages, its sitemaps and its feeds.

mod lists;
mod site;

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::Url;
use zhengwen_page::page::Page;
use zhengwen_site::similar::{Structure, address_likeness};
use zhengwen_site::{FeatureTree, candidate_addresses, feed_addresses};

use crate::articles::info_of;
use crate::fetch::{Client, FetchError};

pub use site::addresses_of_site;

/// A gathered page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GatheredPage {
    /// The address that answered.
    pub url: String,
    /// The page as text; empty for most pages that are not wanted.
    pub html: String,
    /// The address that was requested.
    asked: String,
    /// True if it resembles the others and is not a front page.
    is_wanted: bool,
}

/// The reason pages could not be gathered.
#[derive(Debug, Error)]
pub enum GatherError {
    /// The first page could not be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The gathered pages could not be written.
    #[error("{0}")]
    Keep(#[from] io::Error),
}

/// The number of addresses to try for each page wanted.
const TRIES: usize = 4;
/// Pages with a lower likeness, 0 to 1, are not wanted.
const LEAST_LIKENESS: f32 = 0.5;
/// The maximum number of addresses to consider of a sitemap or feed.
const MOST_LISTED: usize = 5000;

/// Gathers up to `limit` pages that are built like the page at `address`, itself included; for a
/// front page, pages like those that it links to most. Each page is written to the file `kept` as
/// it arrives, and pages that an earlier run wrote there are not fetched again. `on_page` receives
/// the count so far.
///
/// # Errors
/// When the first page cannot be fetched, or `kept` cannot be written; later pages that fail are
/// skipped.
pub fn gather(
    client: &Client,
    address: &str,
    limit: usize,
    kept: &Path,
    mut on_page: impl FnMut(usize),
) -> Result<Vec<GatheredPage>, GatherError> {
    let mut gathering = Gathering::resume(client, kept)?;
    on_page(gathering.count());
    if !gathering.visited.contains(address) {
        gathering.visit(address)?;
        on_page(gathering.count());
    }
    for earlier in gathering.pages.clone() {
        gathering.add_links(&earlier);
    }
    gathering.add_lists(address);
    let mut tries = limit.saturating_mul(TRIES);
    while gathering.count() < limit && tries > 0 {
        let Some(next) = gathering.next() else { break };
        tries -= 1;
        match gathering.visit(&next) {
            Ok(()) => on_page(gathering.count()),
            Err(GatherError::Fetch(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(gathering.pages.into_iter().filter(|page| page.is_wanted).collect())
}

struct Gathering<'a> {
    client: &'a Client,
    kept: File,
    pages: Vec<GatheredPage>,
    visited: HashSet<String>,
    candidates: Vec<(f32, String)>,
    /// The structure of the first wanted page, once there is one.
    like: Option<Structure>,
    first: Option<Url>,
}

impl<'a> Gathering<'a> {
    fn resume(client: &'a Client, path: &Path) -> io::Result<Self> {
        let pages = read_kept(path)?;
        let kept = OpenOptions::new().create(true).append(true).open(path)?;
        let visited =
            pages.iter().flat_map(|page| [page.asked.clone(), page.url.clone()]).collect();
        let first = pages.first().and_then(|page| Url::parse(&page.url).ok());
        let (candidates, like) = (Vec::new(), None);
        let mut gathering = Self { client, kept, pages, visited, candidates, like, first };
        gathering.like = gathering.pages.iter().find(|page| page.is_wanted).map(structure);
        Ok(gathering)
    }

    fn count(&self) -> usize {
        self.pages.iter().filter(|page| page.is_wanted).count()
    }

    fn visit(&mut self, address: &str) -> Result<(), GatherError> {
        self.visited.insert(address.to_owned());
        let fetched = self.client.fetch(address)?;
        let (html, _) = info_of(&fetched).decode(&fetched.bytes);
        let is_new = fetched.url == address || self.visited.insert(fetched.url.clone());
        let first = Url::parse(&fetched.url).ok();
        let is_front = self.pages.is_empty() && first.as_ref().is_some_and(|url| url.path() == "/");
        let (html, asked) = (html.into_owned(), address.to_owned());
        let mut page = GatheredPage { html, url: fetched.url, asked, is_wanted: false };
        let structure = structure(&page);
        page.is_wanted = !is_front && is_new && self.is_like(&structure);
        if self.pages.is_empty() {
            self.first = first;
        }
        self.add_links(&page);
        if page.is_wanted {
            self.like.get_or_insert(structure);
        } else if !is_front {
            page.html.clear();
        }
        let line = serde_json::to_string(&page).map_err(io::Error::other)? + "\n";
        self.kept.write_all(line.as_bytes())?;
        self.pages.push(page);
        Ok(())
    }

    /// True if a page is built like the first wanted page.
    fn is_like(&self, structure: &Structure) -> bool {
        let first = self.like.as_ref();
        first.is_none_or(|first| first.likeness(structure) >= LEAST_LIKENESS)
    }

    fn add_links(&mut self, page: &GatheredPage) {
        let page = Page::new(&page.html, Some(&page.url));
        for candidate in candidate_addresses(&page) {
            self.candidates.push((candidate.score, candidate.url));
        }
    }

    /// Adds the addresses in the site's sitemaps and feeds, scored by their likeness.
    fn add_lists(&mut self, address: &str) {
        let Some(first) = self.first.clone() else { return };
        let mut lists = self.client.sitemaps(address).unwrap_or_default();
        if lists.is_empty() {
            lists.extend(first.join("/sitemap.xml").map(|url| url.to_string()));
        }
        let html = self.pages.first().map_or("", |page| &page.html);
        lists.extend(feed_addresses(&Page::new(html, Some(first.as_str()))));
        for listed in lists::addresses(self.client, lists, MOST_LISTED) {
            let Ok(url) = Url::parse(&listed) else { continue };
            if url.host_str() == first.host_str() && url != first {
                // A link on a page is a stronger hint than an entry in a list of everything.
                self.candidates.push((address_likeness(&first, &url) * 0.9, listed));
            }
        }
    }

    /// The likeliest address not yet visited.
    fn next(&mut self) -> Option<String> {
        self.candidates.retain(|(_, url)| !self.visited.contains(url));
        let best = |a: &(usize, f32), b: &(usize, f32)| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0));
        let scores = self.candidates.iter().enumerate().map(|(place, (score, _))| (place, *score));
        let (place, score) = scores.max_by(best)?;
        (score > 0.0).then(|| self.candidates.swap_remove(place).1)
    }
}

fn structure(page: &GatheredPage) -> Structure {
    Structure::of(&FeatureTree::of(&Page::new(&page.html, Some(&page.url))))
}

/// Reads the pages that an earlier run wrote; removes a last line that was cut off.
fn read_kept(path: &Path) -> io::Result<Vec<GatheredPage>> {
    let Ok(file) = File::open(path) else { return Ok(Vec::new()) };
    let (mut pages, mut bytes, mut line) = (Vec::new(), 0, Vec::new());
    let mut reader = BufReader::new(file);
    while reader.read_until(b'\n', &mut line)? > 0 {
        let Ok(page) = serde_json::from_slice::<GatheredPage>(&line) else { break };
        if !line.ends_with(b"\n") {
            break;
        }
        bytes += line.len() as u64;
        pages.push(page);
        line.clear();
    }
    OpenOptions::new().write(true).open(path)?.set_len(bytes)?;
    Ok(pages)
}
