//! The image that represents the page.

use serde_json::Value;

use super::candidate::{Candidate, Candidates};
use super::origin::Origin;
use crate::page::Page;

/// Images that the page gives for itself.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let data = page.structured();
    let mut found = Candidates::default();
    let mut add = |address: &str, origin, score| {
        if let Some(address) = page.addresses().media(address) {
            found.add(&address, origin, score);
        }
    };
    let names = [
        ("og:image", 0.9),
        ("og:image:url", 0.9),
        ("og:image:secure_url", 0.85),
        ("twitter:image", 0.8),
        ("twitter:image:src", 0.8),
    ];
    for (name, score) in names {
        if let Some(value) = data.meta(name) {
            add(value, Origin::Meta, score);
        }
    }
    for image in data.json_ld.iter().filter_map(|object| object.get("image")) {
        for one in
            image.as_array().map_or(std::slice::from_ref(image), Vec::as_slice).iter().take(5)
        {
            let url = |one: &Value| one.get("url").and_then(Value::as_str).map(str::to_owned);
            if let Some(address) = one.as_str().map(str::to_owned).or_else(|| url(one)) {
                add(&address, Origin::JsonLd, 0.7);
            }
        }
    }
    found.sorted()
}
