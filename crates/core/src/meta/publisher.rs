//! The publisher: the organisation behind the page.

use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use crate::page::Page;

/// The longest name, in characters.
const LONGEST: usize = 80;

/// Publishers in the page's data; else the name that the site gives itself there.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let data = page.structured();
    let json_ld = data.json_ld_all("publisher", "name").map(|name| (name, Origin::JsonLd, 0.9));
    let meta = declared::values(page, "publisher").map(|(name, score)| (name, Origin::Meta, score));
    let site = data.meta("og:site_name").map(|name| (name, Origin::OgSiteName, 0.5));
    let mut found = Candidates::default();
    for (name, origin, score) in json_ld.chain(meta).chain(site) {
        if name.chars().count() <= LONGEST && !name.contains("://") {
            found.add(name, origin, score);
        }
    }
    found.sorted()
}
