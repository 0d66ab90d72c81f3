//! The page's own address for itself.

use super::candidate::{Candidate, Candidates};
use super::origin::Origin;
use crate::page::Page;

/// Addresses that the page names as its own; absolute if the address of the page is known.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let data = page.structured();
    let mut found = Candidates::default();
    let link = data.canonical_url.as_deref();
    let given = [(link, Origin::LinkCanonical, 0.9), (data.meta("og:url"), Origin::OgUrl, 0.7)];
    for (value, origin, score) in given {
        if let Some(address) = value.and_then(|value| page.addresses().page(value)) {
            found.add(&address, origin, score);
        }
    }
    found.sorted()
}
