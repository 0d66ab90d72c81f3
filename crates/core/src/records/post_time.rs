//! When a post was written.

use super::known::Known;
use super::post::Place;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Block, Name, Page, Word, Words};
use crate::text::dates::{self, Date, Moment};

/// The time of a post: of a `time` element, or else of its first short block with a date, in neither case one about the
/// person.
pub(super) fn time(
    page: &Page,
    place: &Place,
    blocks: &[(usize, &Block)],
    known: &Known,
) -> Option<String> {
    let shown = |read_at: Option<Moment>| {
        let mut blocks = blocks.iter().map(|(_, block)| *block);
        blocks.find_map(|block| {
            let day = day_in(page, block, read_at)?;
            (!is_of_person(page, block, place.start)).then(|| day.to_string())
        })
    };
    // A time from now (`2 hours ago`) is the least exact.
    time_element(page, place)
        .or_else(|| shown(None))
        .or_else(|| given(page, place))
        .or_else(|| shown(known.read_at))
}

/// The day that a short block names, written out or relative to when the page was read.
pub(super) fn day_in(page: &Page, block: &Block, read_at: Option<Moment>) -> Option<Date> {
    if block.characters > dates::LONGEST_LINE {
        return None;
    }
    let relative =
        || dates::find_relative(page.block_text(block), read_at?).map(|found| found.date);
    page.marks().day(block).map(|found| found.date.clone()).or_else(relative)
}

fn time_element(page: &Page, place: &Place) -> Option<String> {
    let document = page.document();
    let times = (place.start.0..place.end.0).map(NodeId).filter(|node| {
        document.tag(*node) == Tag::TIME
            && place.has(*node)
            && !is_in_person(page, *node, place.start)
    });
    let given = times.filter_map(|node| document.attribute(node, AttributeName::DATETIME));
    given.filter_map(dates::find).map(|found| found.date.to_string()).next()
}

/// The maximum number of elements of a post whose attributes are read.
const MOST: usize = 200;

/// A time in the title of an element that shows a time from now (`2 hours ago`).
fn given(page: &Page, place: &Place) -> Option<String> {
    let nodes = (place.start.0..place.end.0).map(NodeId).filter(|node| place.has(*node)).take(MOST);
    let mut found = nodes.flat_map(|node| shown_over(page, node));
    found.find_map(|title| dates::find_day(title, None)).map(|found| found.date.to_string())
}

/// What an element shows under the pointer: its title, or that of a script.
fn shown_over(page: &Page, id: NodeId) -> impl Iterator<Item = &str> {
    let attributes = page.document().attributes(id);
    let titles = attributes.filter(|(name, _)| {
        *name == "title"
            || name.starts_with("data-") && (name.contains("tip") || name.ends_with("title"))
    });
    titles.map(|(_, value)| value).filter(|value| (8..=60).contains(&value.len()))
}

/// True if an element has a time, in a short block or in an attribute.
pub(super) fn has_time(page: &Page, id: NodeId, known: &Known) -> bool {
    let mut blocks = page.blocks()[page.blocks_within(id)].iter().take(40);
    blocks.any(|block| has_time_in(page, block, known)) || gives_time(page, id)
}

/// True if a block is short and has a time.
pub(super) fn has_time_in(page: &Page, block: &Block, known: &Known) -> bool {
    day_in(page, block, known.read_at).is_some()
}

/// True if an element holds a time in an attribute: of a `time` element, or a title.
fn gives_time(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let mut nodes = document.descendants(id).take(MOST);
    nodes.any(|node| {
        let is_date = |time: &str| (8..=60).contains(&time.len()) && dates::find(time).is_some();
        match document.tag(node) {
            Tag::TIME => document.attribute(node, AttributeName::DATETIME).is_some_and(is_date),
            Tag::SPAN | Tag::A | Tag::ABBR => shown_over(page, node).any(is_date),
            _ => false,
        }
    })
}

/// True if a date is about the person (when they joined), by the words of its block or of the one before, or by the
/// name of an element around it.
fn is_of_person(page: &Page, block: &Block, post: NodeId) -> bool {
    let before = block.texts.start.checked_sub(1);
    let before = before.map(|at| page.document().text(page.texts()[at].node).trim());
    let is_about = |text: &str| text.len() < 80 && Words::of(text).has(Word::AboutPerson);
    page.block_text(block).len() < 80 && page.marks().says(block, Word::AboutPerson)
        || before.is_some_and(|text| is_about(text) && text.chars().count() < 24)
        || page.texts_of(block).first().is_some_and(|text| is_in_person(page, text.node, post))
}

/// True if a node is inside an element of the post that is named for facts about the person.
fn is_in_person(page: &Page, node: NodeId, post: NodeId) -> bool {
    let mut around = page.document().ancestors(node).take(4).take_while(|id| *id > post);
    around.any(|id| page.marks().class(id).has(Name::Joined))
}
