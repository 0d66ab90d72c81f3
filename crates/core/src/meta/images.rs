//! The image that represents the page.

use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use crate::page::Page;

/// Images that the page gives for itself.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let mut found = Candidates::default();
    let mut add = |address: &str, origin, score| {
        if let Some(address) = page.addresses().media(address) {
            found.add(&address, origin, score);
        }
    };
    declared::values(page, "image").for_each(|(value, score)| add(value, Origin::Meta, score));
    let json_ld = page.structured().json_ld_all("image", "url");
    json_ld.for_each(|address| add(address, Origin::JsonLd, 0.7));
    found.sorted()
}
