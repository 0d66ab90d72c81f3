//! The licence that the page is under.

use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use crate::dom::{AttributeName, NodeKind, Tag};
use crate::page::Page;

/// Licences that the page names: `rel=license`, JSON-LD, meta, or a link to a Creative Commons deed.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let document = page.document();
    let mut found = Candidates::default();
    let json_ld = page.structured().json_ld_all("license", "url");
    json_ld.for_each(|value| found.add(value, Origin::JsonLd, 0.8));
    let meta = declared::values(page, "license");
    meta.for_each(|(value, score)| found.add(value, Origin::Meta, score));
    let links = document.ids().filter(|id| {
        document.kind(*id) == NodeKind::Element && matches!(document.tag(*id), Tag::A | Tag::LINK)
    });
    let deeds = memchr::memmem::Finder::new("creativecommons.org/");
    for id in links {
        let Some(href) = document.attribute(id, AttributeName::HREF) else { continue };
        let rel = document.attribute(id, AttributeName::REL).unwrap_or("");
        let is_license = rel.split_whitespace().any(|word| word.eq_ignore_ascii_case("license"));
        let is_deed = deeds.find(href.as_bytes()).is_some_and(|at| {
            let path = &href[at + deeds.needle().len()..];
            path.starts_with("licenses/") || path.starts_with("publicdomain/")
        });
        if (is_license || is_deed)
            && let Some(address) = page.addresses().page(href)
        {
            found.add(
                &address,
                if is_license { Origin::RelLicense } else { Origin::DeedLink },
                if is_license { 0.9 } else { 0.5 },
            );
        }
    }
    found.sorted()
}
