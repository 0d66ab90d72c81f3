//! The page's keywords.

use serde_json::Value;

use super::candidate::{Candidate, Candidates};
use super::origin::Origin;
use crate::page::Page;

/// Keywords of a page are few; longer lists are cut.
const MOST: usize = 50;

/// Every keyword as a candidate of its own, in the order of the page.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let data = page.structured();
    let mut found = Candidates::default();
    let mut seen: Vec<String> = Vec::new();
    let mut add = |list: &str, origin| {
        for word in list.split([',', '，', '、', ';', '；', '|']).map(str::trim) {
            let is_new =
                !word.is_empty() && word.chars().count() <= 80 && !seen.iter().any(|s| s == word);
            if is_new && seen.len() < MOST {
                seen.push(word.to_owned());
                found.add(word, origin, 0.8);
            }
        }
    };
    for name in ["keywords", "news_keywords", "parsely-tags", "sailthru.tags"] {
        if let Some(list) = data.meta(name) {
            add(list, Origin::Meta);
        }
    }
    for (_, tag) in
        data.meta.iter().filter(|(name, _)| name == "article:tag" || name == "og:article:tag")
    {
        add(tag, Origin::ArticleTag);
    }
    for keywords in data.json_ld.iter().filter_map(|object| object.get("keywords")) {
        match keywords {
            Value::String(list) => add(list, Origin::JsonLd),
            Value::Array(list) => {
                list.iter().filter_map(Value::as_str).for_each(|word| add(word, Origin::JsonLd));
            }
            _ => {}
        }
    }
    found.sorted()
}
