//! What a page's data declare: the thing that the page is about, and its facts by the rows of the table.

use std::borrow::Cow;

use crate::page::facts::{is_kind, rows};
use crate::page::plain::plain;
use crate::page::{Node, Page, Thing, Told};
use crate::text::clean::collapsed;
use crate::text::templates::is_unfilled;

/// The shortest and the longest name, in bytes, that are compared with those of the page.
const SHORTEST: usize = 4;
const LONGEST_NAME: usize = 1_000;
/// The longest text of which a fact is made, in bytes.
const LONGEST: usize = 20_000;

/// A fact without the marks of HTML; `None` if it says nothing.
pub(super) fn readable(fact: &str) -> Option<String> {
    let text = plain(fact);
    let text =
        text.trim_matches(|c: char| c.is_whitespace() || ('\u{200b}'..='\u{200f}').contains(&c));
    (!text.is_empty() && !is_unfilled(text)).then(|| text.to_owned())
}

/// The object of JSON-LD of these kinds whose name is among those of the page, before others one with offers. If there are
/// several and the page has the name of none of them, it is a list.
pub(super) fn object<'p>(page: &'p Page, group: &str, names: &[String]) -> Option<Thing<'p>> {
    let found = page.things().objects_of(|kind| is_kind(group, kind));
    // Of several the first.
    let best = found
        .iter()
        .rev()
        .max_by_key(|thing| (has_name(**thing, names), !thing.values("offers").is_empty()))?;
    let first = name(*found.first()?);
    let is_one = found.len() < 3 || found.iter().all(|thing| name(*thing) == first);
    (has_name(*best, names) || is_one).then_some(*best)
}

/// The item of microdata of these kinds, and whether there are several side by side and no sign which is the page's.
pub(super) fn item<'p>(page: &'p Page, group: &str) -> (Option<Thing<'p>>, bool) {
    // Shops name the whole list of a page `SomeProducts`.
    let mut found = page.things().items_of(|kind| is_kind(group, kind) && kind != "SomeProducts");
    let first = found.next();
    let end = first.and_then(Thing::node).map(Node::end);
    let beside = found.filter_map(Thing::node).filter(|node| Some(node.id) >= end);
    (first, beside.take(2).count() == 2)
}

fn name(thing: Thing) -> Option<String> {
    thing.values("name").first().and_then(Told::text).map(Cow::into_owned)
}

/// True if one of the names of a page begins or holds that of a thing, or the other way round.
pub(super) fn has_name(thing: Thing, names: &[String]) -> bool {
    let Some(called) = name(thing) else { return false };
    let mut names = names.iter().filter(|name| name.len() <= LONGEST_NAME);
    called.len() <= LONGEST_NAME && names.any(|name| is_alike(&called, name))
}

fn is_alike(name: &str, other: &str) -> bool {
    let (name, other) = (squashed(name), squashed(other));
    name.len().min(other.len()) >= SHORTEST && (name.contains(&other) || other.contains(&name))
}

/// Letters and digits alone, in lower case.
pub(crate) fn squashed(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What a thing says of a fact.
pub(super) fn said<'p>(thing: Thing<'p>, fact: &str) -> Vec<Told<'p>> {
    rows(fact).first().map(|row| row.of_thing(thing)).unwrap_or_default()
}

/// A fact in one line, as its row says: the first of several, the longest, or all of them.
pub(super) fn line(thing: Thing, fact: &str, longest: usize) -> Option<String> {
    let form = rows(fact).first()?.form;
    let texts = said(thing, fact).into_iter().filter_map(|said| said.text().map(Cow::into_owned));
    let short = texts.filter(|text| text.len() <= LONGEST).filter_map(|text| readable(&text));
    let mut lines = short.map(|text| collapsed(&text)).take(MOST_PARTS);
    let line = match form {
        "all" => Some(lines.collect::<Vec<_>>().join(", ")).filter(|line| !line.is_empty()),
        "longest" => lines.max_by_key(String::len),
        _ => lines.next(),
    };
    line.filter(|line| line.chars().count() <= longest)
}

/// The parts of one fact at most.
const MOST_PARTS: usize = 12;

/// The lines of a text that may be HTML, each without marks: a paragraph, an item of a list or what a line break ends.
pub(super) fn lines(text: &str, longest: usize) -> Vec<String> {
    if text.len() > LONGEST * 5 {
        return Vec::new();
    }
    let mut marked = text.replace("&lt;", "<").replace("&gt;", ">");
    for end in ["<br", "</p>", "</li>", "</div>", "</h2>", "</h3>", "</h4>"] {
        let broken = if end.ends_with('>') { [end, "\n"].concat() } else { ["\n", end].concat() };
        marked = marked.replace(end, &broken);
    }
    let read = marked.lines().filter(|line| !line.trim().is_empty()).filter_map(readable);
    read.map(|line| collapsed(&line)).filter(|line| line.chars().count() <= longest).collect()
}
