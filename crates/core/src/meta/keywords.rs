//! The page's keywords.

use super::candidate::{Candidate, Candidates};
use super::declared;
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
    declared::values(page, "keywords").for_each(|(list, _)| add(list, Origin::Meta));
    let tags = data.metas("article:tag").chain(data.metas("og:article:tag"));
    tags.for_each(|tag| add(tag, Origin::ArticleTag));
    data.json_ld_all("keywords", "name").for_each(|list| add(list, Origin::JsonLd));
    found.sorted()
}
