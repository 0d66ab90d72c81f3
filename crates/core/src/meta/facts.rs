//! The fields that a page declares: their candidates by the rows of the table of facts.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::ops::Deref;

use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::{ORIGINS, Origin};
use super::people::names;
use crate::dom::AttributeName;
use crate::page::facts::{Row, rows};
use crate::page::plain::plain;
use crate::page::{Node, Page};

/// The longest name of a publisher and the longest keyword, in characters, and the most keywords.
const LONGEST: usize = 80;
const MOST_KEYWORDS: usize = 50;
/// The values of all objects that are read for one row.
const MOST: usize = 200;

/// The candidates for a field that the page declares, the best first.
pub(super) fn candidates(page: &Page, field: &str) -> Vec<Candidate> {
    let mut found = Candidates::default();
    add(page, field, &mut found);
    found.sorted()
}

/// Adds the candidates for a field that the page declares.
pub(super) fn add(page: &Page, field: &str, found: &mut Candidates) {
    // All elements are read for them, and most fields have no row that asks for any.
    let links = LazyCell::new(|| links(page).collect());
    for row in rows(field) {
        let origin = ORIGINS.iter().find(|origin| origin.key() == row.origin);
        let Some(origin) = origin else { continue };
        for (value, score) in values(page, &links, row, field) {
            add_in_form(page, row.form, (&value, *origin, score), found);
        }
    }
}

/// The values that a page has for a row, with their scores.
fn values<'p>(
    page: &'p Page,
    links: &impl Deref<Target = Vec<Node<'p>>>,
    row: &Row,
    field: &str,
) -> Vec<(Cow<'p, str>, f32)> {
    let data = page.structured();
    let mut found = Vec::new();
    for source in row.sources() {
        let (kind, name) = source.split_once(':').unwrap_or((source, ""));
        let mut own: Vec<Cow<str>> = Vec::new();
        match kind {
            "meta" if name.is_empty() => {
                let said = declared::values(page, field);
                found.extend(said.map(|(value, score)| (Cow::Borrowed(value), score)));
            }
            "meta" => own.extend(data.metas(name).map(Cow::from)),
            "canonical" => own.extend(data.canonical_url.as_deref().map(Cow::Borrowed)),
            "work" => own.extend(data.json_ld(name).map(Cow::Borrowed)),
            "any" => {
                let said = page.things().objects().flat_map(|object| object.said(name));
                let said = said.filter(|said| said.thing().is_none());
                own.extend(said.filter_map(|said| said.text()).take(MOST));
            }
            _ => {
                let meant = links.iter().filter(|link| is_meant(**link, kind, name));
                own.extend(meant.map(|link| address(*link)));
            }
        }
        found.extend(own.into_iter().map(|value| (value, row.score)));
    }
    found
}

fn links(page: &Page) -> impl Iterator<Item = Node<'_>> {
    page.elements().filter(|node| node.attribute(AttributeName::HREF).is_some())
}

fn address(link: Node<'_>) -> Cow<'_, str> {
    Cow::Borrowed(link.value(AttributeName::HREF))
}

/// True for a link of this relation (`rel`), or to an address with this part (`href`).
fn is_meant(link: Node, kind: &str, name: &str) -> bool {
    let mut relations = link.value(AttributeName::REL).split_whitespace();
    match kind {
        "rel" => relations.any(|word| word.eq_ignore_ascii_case(name)),
        _ => link.value(AttributeName::HREF).contains(name),
    }
}

/// Converts a value to the form of its row and adds it, if it has that form.
fn add_in_form(
    page: &Page,
    form: &str,
    (value, origin, score): (&str, Origin, f32),
    found: &mut Candidates,
) {
    let value = match form {
        "absolute" => page.addresses().absolute(value),
        "address" => page.addresses().page(value),
        "media" => page.addresses().media(value),
        "plain" => Some(plain(value).into_owned()),
        "people" => names(value),
        "name" => Some(plain(value).into_owned())
            .filter(|name| name.chars().count() <= LONGEST && !name.contains("://")),
        "list" => return add_words(value, (origin, score), found),
        _ => Some(value.to_owned()),
    };
    found.add(&value.unwrap_or_default(), origin, score);
}

/// Adds each word of a list, once.
fn add_words(list: &str, (origin, score): (Origin, f32), found: &mut Candidates) {
    for word in list.split([',', '，', '、', ';', '；', '|']).map(str::trim) {
        let known = found.all();
        let is_new = known.len() < MOST_KEYWORDS && known.iter().all(|known| known.value != word);
        if is_new && word.chars().count() <= LONGEST {
            found.add(word, origin, score);
        }
    }
}
