//! The page's own summary.

use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use crate::page::Page;
use crate::page::plain::plain;

/// Descriptions in the page's data.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let mut found = Candidates::default();
    for (value, score) in declared::values(page, "description") {
        found.add(&plain(value), Origin::Meta, score);
    }
    if let Some(value) = page.structured().json_ld("description") {
        found.add(&plain(value), Origin::JsonLd, 0.7);
    }
    found.sorted()
}
