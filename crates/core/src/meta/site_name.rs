//! The site's name.

use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Page, kinds_of, leads_home};
use crate::text::titles;

/// Characters of a program's name at least, and the share of its score that a name keeps which begins with it.
const LEAST_PROGRAM: usize = 4;
const OF_PROGRAM: f32 = 0.3;

/// Names that the page gives to its site. The title of a site's first page is one.
pub(super) fn candidates(page: &Page, title: Option<&str>, is_home: bool) -> Vec<Candidate> {
    let data = page.structured();
    let mut found = Candidates::default();
    // Forums that nobody named are called after their program, which calls itself the generator.
    let program = data.meta("generator").and_then(|program| program.split_whitespace().next());
    let program = program.filter(|program| program.chars().count() >= LEAST_PROGRAM);
    let is_program = |name: &str| program.is_some_and(|program| name.starts_with(program));
    let trusted =
        |name: &str, score: f32| if is_program(name) { score * OF_PROGRAM } else { score };
    let meta = declared::values(page, "site_name");
    for (value, score) in meta.filter(|(value, _)| value.chars().count() <= 60) {
        found.add(value, Origin::Meta, trusted(value, score));
    }
    for object in &data.json_ld {
        let is_site = kinds_of(object).any(|kind| kind == "WebSite");
        let own = object.get("name").filter(|_| is_site);
        let publisher = object.get("publisher").and_then(|publisher| publisher.get("name"));
        if let Some(name) = own.or(publisher).and_then(|name| name.as_str()) {
            found.add(name, Origin::JsonLd, trusted(name, 0.8));
        }
    }
    let parts = data.title.as_deref().map(titles::parts).unwrap_or_default();
    // A part of the title element that is the text of a link to the site's first page. The first part may be "Home".
    if let [_, rest @ ..] = parts.as_slice()
        && let Some(name) = home_links(page).find(|name| rest.contains(&name.as_str()))
        && (is_home || title != Some(&name))
    {
        found.add(&name, Origin::TitleElement, 0.45);
    }
    // The last part, when another part is the title.
    if let Some(title) = title.filter(|_| is_home) {
        found.add(title, Origin::TitleElement, 0.4);
    } else if let ([_, .., last], Some(title)) = (parts.as_slice(), title)
        && !title.contains(last)
        && last.chars().count() <= 30
        // A date has none.
        && last.contains(char::is_alphabetic)
        // It is the author there.
        && !last.to_ascii_lowercase().starts_with("by ")
    {
        found.add(last, Origin::TitleElement, 0.4);
    }
    found.sorted()
}

/// Links that are looked at.
const MOST_LINKS: usize = 40;

/// The texts of the first links that lead to the site's first page.
pub(super) fn home_links(page: &Page) -> impl Iterator<Item = String> {
    let document = page.document();
    let links = document.elements().filter(|id| document.tag(*id) == Tag::A).take(MOST_LINKS);
    let is_home =
        |id: &NodeId| document.attribute(*id, AttributeName::HREF).is_some_and(leads_home);
    links.filter(is_home).map(|id| page.text_of(id, " "))
}
