//! The page's own summary.

use super::candidate::{Candidate, Candidates};
use super::origin::Origin;
use super::plain::plain;
use crate::page::Page;

/// Descriptions in the page's data.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let data = page.structured();
    let mut found = Candidates::default();
    for (name, score) in [
        ("og:description", 0.9),
        ("description", 0.85),
        ("twitter:description", 0.8),
        ("dc.description", 0.6),
    ] {
        if let Some(value) = data.meta(name) {
            found.add(&plain(value), Origin::Meta, score);
        }
    }
    if let Some(value) = data.json_ld("description") {
        found.add(&plain(value), Origin::JsonLd, 0.7);
    }
    found.sorted()
}
