//! The event that a page declares: when and where it takes place.

use serde::{Deserialize, Serialize};

use super::declared::{self, line};
use super::product::places;
use crate::page::{Page, Thing};

/// An event, as the page's data have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Event {
    /// Its name.
    pub name: Option<String>,
    /// When it begins, as the page's data write it: mostly ISO 8601.
    pub start: Option<String>,
    /// When it ends, likewise.
    pub end: Option<String>,
    /// Where it takes place: the name of the place and its address, parted by commas.
    pub place: Option<String>,
}

const KINDS: &str = "kinds.event";
/// The longest fact, in characters.
const LONGEST: usize = 300;

/// The event that the page is about: that of its name, since many pages have the dates of other events beside them. An event
/// without a date and a place is none.
pub(super) fn event(page: &Page) -> Option<Event> {
    let is_kind = |kind: &str| crate::page::facts::is_kind(KINDS, kind);
    let things = page.things();
    let mut found =
        things.objects_of(is_kind).into_iter().chain(things.items_of(is_kind)).peekable();
    found.peek()?;
    let (names, _) = places::names(page);
    let thing = found.find(|thing| declared::has_name(*thing, &names))?;
    let fact = |name: &str| line(thing, name, LONGEST);
    let event = Event {
        name: fact("event.name"),
        start: fact("event.start"),
        end: fact("event.end"),
        place: place(thing),
    };
    (event.start.is_some() || event.place.is_some()).then_some(event)
}

/// The first place of an event.
fn place(event: Thing) -> Option<String> {
    let said = declared::said(event, "event.place");
    let Some(place) = said.first()?.thing() else { return line(event, "event.place", LONGEST) };
    let parts = ["place.name", "place.address"].map(|part| line(place, part, LONGEST));
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let [name, address] = parts.as_slice() else { return parts.into_iter().next() };
    // Many templates write the name of the place once more.
    Some(if address.contains(name) { address.clone() } else { format!("{name}, {address}") })
}
