//! When a post was written.

use super::known::Known;
use super::place::Place;
use crate::dom::{AttributeName, Tag};
use crate::page::{BlockRef, Name, Node, Word, Words};
use crate::text::dates::{self, Date, Moment};

/// Elements of a post whose attributes are read.
const MOST: usize = 200;
/// Blocks of an element that are looked at.
const MOST_BLOCKS: usize = 40;
/// Bytes of a block about the person.
const LONGEST_ABOUT: usize = 80;

/// The time of a post: of a `time` element, or else of its first short block with a date, in neither case one about the
/// person. A time from now (`2 hours ago`) is the least exact.
pub(super) fn time(place: &Place, known: &Known) -> Option<String> {
    time_element(place)
        .or_else(|| shown(place, None))
        .or_else(|| given(place))
        .or_else(|| shown(place, known.read_at))
}

fn shown(place: &Place, read_at: Option<Moment>) -> Option<String> {
    let days = place.blocks().filter_map(|block| Some((block, day_in(block, read_at)?)));
    let mut days = days.filter(|(block, _)| !is_of_person(*block, place.node()));
    days.next().map(|(_, day)| day.to_string())
}

/// The day that a short block names, written out or relative to when the page was read.
pub(super) fn day_in(block: BlockRef, read_at: Option<Moment>) -> Option<Date> {
    if block.characters > dates::LONGEST_LINE {
        return None;
    }
    let relative = || dates::find_relative(block.text(), read_at?).map(|found| found.date);
    block.day().map(|found| found.date.clone()).or_else(relative)
}

fn time_element(place: &Place) -> Option<String> {
    let times = place.nodes().filter(|node| node.is(Tag::TIME) && place.has(node.id));
    let times = times.filter(|node| !is_in_person(*node, place.node()));
    let given = times.filter_map(|node| node.attribute(AttributeName::DATETIME));
    given.filter_map(dates::find).map(|found| found.date.to_string()).next()
}

/// A time in the title of an element that shows a time from now (`2 hours ago`).
fn given(place: &Place) -> Option<String> {
    let nodes = place.nodes().filter(|node| place.has(node.id)).take(MOST);
    let mut found = nodes.flat_map(shown_over);
    found.find_map(|title| dates::find_day(title, None)).map(|found| found.date.to_string())
}

/// What an element shows under the pointer: its title, or that of a script.
fn shown_over(node: Node<'_>) -> impl Iterator<Item = &str> {
    let titles = node.in_document().attributes().filter(|(name, _)| {
        *name == "title"
            || name.starts_with("data-") && (name.contains("tip") || name.ends_with("title"))
    });
    titles.map(|(_, value)| value).filter(|value| (8..=60).contains(&value.len()))
}

/// True if an element has a time, in a short block or in an attribute.
pub(super) fn has_time(node: Node, known: &Known) -> bool {
    node.blocks().take(MOST_BLOCKS).any(|block| has_time_in(block, known)) || gives_time(node)
}

/// True if a block is short and has a time.
pub(super) fn has_time_in(block: BlockRef, known: &Known) -> bool {
    day_in(block, known.read_at).is_some()
}

/// True if an element holds a time in an attribute: of a `time` element, or a title.
fn gives_time(node: Node) -> bool {
    node.descendants().take(MOST).any(|node| match node.tag() {
        Tag::TIME => node.attribute(AttributeName::DATETIME).is_some_and(is_date),
        Tag::SPAN | Tag::A | Tag::ABBR => shown_over(node).any(is_date),
        _ => false,
    })
}

fn is_date(text: &str) -> bool {
    (8..=60).contains(&text.len()) && dates::find(text).is_some()
}

/// True if a date is about the person (when they joined), by the words of its block or of the one before, or by the
/// name of an element around it.
fn is_of_person(block: BlockRef, post: Node) -> bool {
    let before = block.texts.start.checked_sub(1);
    let before = before.map(|at| block.page.node(block.page.texts()[at].node).text().trim());
    block.text().len() < LONGEST_ABOUT && block.says(Word::AboutPerson)
        || before.is_some_and(|text| is_about_person(text) && text.chars().count() < 24)
        || !block.texts().is_empty() && is_in_person(block.node(), post)
}

fn is_about_person(text: &str) -> bool {
    text.len() < LONGEST_ABOUT && Words::of(text).has(Word::AboutPerson)
}

/// True if a node is inside an element of the post that is named for facts about the person.
fn is_in_person(node: Node, post: Node) -> bool {
    let mut around = node.ancestors().take(4).take_while(|node| *node > post);
    around.any(|node| node.class().has(Name::Joined))
}
