//! The publisher: the organisation behind the page.

use serde_json::Value;

use super::candidate::{Candidate, Candidates};
use super::origin::Origin;
use crate::page::Page;

/// The longest name, in characters.
const LONGEST: usize = 80;

/// Publishers in the page's data; else the name that the site gives itself there.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let data = page.structured();
    let mut found = Candidates::default();
    let is_name = |name: &&str| name.chars().count() <= LONGEST && !name.contains("://");
    let named = data.json_ld.iter().filter_map(|object| object.get("publisher"));
    let name = |publisher: &'_ Value| -> Option<String> {
        let one = match publisher {
            Value::Array(all) => all.first()?,
            one => one,
        };
        one.get("name").unwrap_or(one).as_str().filter(is_name).map(str::to_owned)
    };
    for name in named.filter_map(name) {
        found.add(&name, Origin::JsonLd, 0.9);
    }
    let metas = [
        ("citation_publisher", 0.8),
        ("dc.publisher", 0.75),
        ("dcterms.publisher", 0.75),
        ("article:publisher", 0.6),
        ("publisher", 0.6),
    ];
    for (meta, score) in metas {
        if let Some(name) = data.meta(meta).filter(is_name) {
            found.add(name, Origin::Meta, score);
        }
    }
    if let Some(name) = data.meta("og:site_name").filter(is_name) {
        found.add(name, Origin::OgSiteName, 0.5);
    }
    found.sorted()
}
