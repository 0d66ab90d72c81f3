//! When the page was published, and when it was last changed.

mod address;
mod choice;
mod elsewhere;
mod line;
mod others;
mod sentence;
mod split;

use serde_json::Value;

use super::author::is_in_comment;
use super::candidate::{Candidate, Candidates};
use super::declared;
use super::known::Known;
use super::origin::Origin;
use super::place::{Line, Place};
use super::{language, script_values};
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{Label, Name, Names, Page, Word, Words, is_opinion, kinds_of};
use crate::text::dates::{self, Date, DateOrder, FoundDate, Moment};
use crate::text::titles;
use address::in_address;
use others::{Others, days_of_others, is_in_opinion, is_named_so};

/// The order of day, month and year in this page's dates, and the time at which the page was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Calendar {
    order: DateOrder,
    now: Option<Moment>,
}

impl Calendar {
    /// `now` is what relative times ("3 hours ago") refer to. Later dates are not taken.
    pub(super) fn new(page: &Page, now: Option<Moment>) -> Self {
        let is_ideographic = page.sentence_ends() == crate::text::chars::SentenceEnds::Ideographic;
        let language = page.structured().language.as_deref().unwrap_or("");
        let order = match DateOrder::of_language(language) {
            _ if is_ideographic => DateOrder::YearFirst,
            order => order,
        };
        Self { order, now }
    }

    /// The first date in `text` that is not in the future.
    pub(super) fn read(&self, text: &str) -> Option<FoundDate> {
        self.accepted(dates::find_written(text, self.order), text)
    }

    /// The same of a line. The date of a short one is a mark of the page.
    fn read_line(&self, line: &Line) -> Option<FoundDate> {
        let is_marked = line.block.characters <= dates::LONGEST_LINE;
        if !is_marked || self.order != DateOrder::YearFirst {
            return self.read(line.text);
        }
        self.accepted(line.page.marks().date(line.block).cloned(), line.text)
    }

    /// The date that is written, or else told relative to now, if it is not in the future.
    fn accepted(&self, written: Option<FoundDate>, text: &str) -> Option<FoundDate> {
        let told = || self.now.and_then(|now| dates::find_relative(text, now));
        let found = written.or_else(told)?;
        let is_future = self.now.is_some_and(|now| now.is_well_before(&found.date));
        (!is_future).then_some(found)
    }
}

/// Characters of a line with a date at most.
const LONGEST_LINE: u32 = 160;

/// With a date of this score, the scripts of the page are not read.
const SHOWN: f32 = 0.55;

/// By this much a month is weaker than a day.
const PARTIAL: f32 = 0.1;

/// By this much the date of a teaser of another article is weaker.
const TEASER: f32 = 0.3;

/// True if an element is in a link, an aside or a menu.
fn is_of_teaser(document: &Document, id: NodeId) -> bool {
    document.ancestors(id).any(|id| matches!(document.tag(id), Tag::A | Tag::ASIDE | Tag::NAV))
}

/// Publish dates and dates of change that the page gives.
pub(super) fn candidates(
    place: &Place,
    calendar: &Calendar,
    known: &Known,
) -> (Vec<Candidate<Date>>, Vec<Candidate<Date>>) {
    let mut found = Dates {
        calendar,
        place,
        others: Others::new(place, known),
        published: Candidates::default(),
        modified: Candidates::default(),
        seen: Vec::new(),
        has_others: false,
    };
    found.of_data(place.page);
    found.of_time_elements(place);
    place.lines(LONGEST_LINE).for_each(|line| found.of_line(&line));
    found.leave_out_days_of_others();
    found.of_footer(place);
    found.of_title(place.page);
    let data = place.page.structured();
    let declared = [data.canonical_url.as_deref(), data.meta("og:url")];
    // Where the address is not given or has no date, that which the page declares may have one.
    let addresses = place.page.url().into_iter().chain(declared.into_iter().flatten());
    if let Some(date) = addresses.filter_map(in_address).next() {
        found.published(date, Origin::Address, 0.45);
    }
    if found.published.best() < SHOWN {
        found.of_parts(place);
        found.of_dateline(place);
        found.of_labels_elsewhere(place);
    }
    // Where the page shows dates of others alone, those in its scripts are most likely theirs.
    if found.published.best() < SHOWN && !found.has_others {
        let language = || {
            let first = language::candidates(place.page).into_iter().next();
            first.map_or(String::new(), |one| one.value)
        };
        if let Some(date) = script_values::date(place.page.document(), &language, calendar.now) {
            found.published(date, Origin::Script, 0.6);
        }
    }
    choice::chosen_first(found.published, found.modified, &found.seen)
}

struct Dates<'a> {
    calendar: &'a Calendar,
    place: &'a Place<'a>,
    others: Others<'a>,
    published: Candidates<Date>,
    modified: Candidates<Date>,
    /// Days of items and comments, which tell in which order the page writes day and month.
    seen: Vec<Day>,
    /// True if dates near the title are those of others.
    has_others: bool,
}

/// Year, month and day.
type Day = (u16, u8, u8);

impl Dates<'_> {
    /// Leaves out what is shown without a label where the page gives that day to something else: the birth of a person, the
    /// release of a film.
    fn leave_out_days_of_others(&mut self) {
        let is_shown = |one: &Candidate<Date>| {
            matches!(one.origin, Origin::NearTitle | Origin::AfterText | Origin::TimeElement)
        };
        if !self.published.all().iter().any(is_shown) {
            return;
        }
        let days = days_of_others(self.place.page);
        let is_others = |one: &Candidate<Date>| {
            is_shown(one) && one.value.whole_day().is_some_and(|day| days.contains(&day))
        };
        let before = self.published.all().len();
        self.published.retain(|one| !is_others(one));
        self.has_others |= self.published.all().len() < before;
    }

    fn published(&mut self, (date, raw): (Date, String), origin: Origin, score: f32) {
        let score = score - if date.day == 0 { PARTIAL } else { 0.0 };
        self.published.push(Candidate { value: date, raw: Some(raw), origin, score });
    }

    fn modified(&mut self, (date, raw): (Date, String), origin: Origin, score: f32) {
        self.modified.push(Candidate { value: date, raw: Some(raw), origin, score });
    }

    /// The date in a text, and how it is written.
    fn read(&self, text: &str) -> Option<(Date, String)> {
        self.calendar.read(text).map(|found| with_raw(found, text))
    }

    /// Dates in the page's data.
    fn of_data(&mut self, page: &Page) {
        let data = page.structured();
        for (text, score) in declared::values(page, "published") {
            self.read(text).into_iter().for_each(|date| self.published(date, Origin::Meta, score));
        }
        for (text, score) in declared::values(page, "modified") {
            self.read(text).into_iter().for_each(|date| self.modified(date, Origin::Meta, score));
        }
        for object in data.json_ld.iter().filter(|object| !is_part(object)) {
            let text = |key: &str| object.get(key).and_then(Value::as_str);
            let published =
                ["datePublished", "dateCreated", "uploadDate"].iter().zip([0.89, 0.75, 0.6]);
            for (key, score) in published {
                if let Some(date) = text(key).and_then(|text| self.read(text)) {
                    self.published(date, Origin::JsonLd, score);
                }
            }
            if let Some(date) = text("dateModified").and_then(|text| self.read(text)) {
                self.modified(date, Origin::JsonLd, 0.89);
            }
        }
    }

    /// A date that is a part of the `title` element: `Title | Site | 03.06.2020`.
    fn of_title(&mut self, page: &Page) {
        let parts = page.structured().title.as_deref().map(titles::parts).unwrap_or_default();
        let mut parts = parts.into_iter().skip(1);
        if let Some(date) = parts.find_map(|part| self.read(part).filter(|(_, raw)| raw == part)) {
            self.published(date, Origin::TitleElement, 0.5);
        }
    }

    /// Dates of `time` elements and the like, by their place and the text before them.
    fn of_time_elements(&mut self, place: &Place) {
        let document = place.page.document();
        let property = |id: NodeId| document.attribute(id, AttributeName::ITEMPROP).unwrap_or("");
        // "3 years ago" with the date in its title: hAtom's `published`, the plug-in `timeago`.
        let is_named = |id: NodeId| place.page.marks().class(id).has(Name::Dated);
        let is_dated = |id: &NodeId| {
            document.tag(*id) == Tag::TIME
                || matches!(property(*id), "datePublished" | "dateCreated" | "dateModified")
                || matches!(document.tag(*id), Tag::ABBR | Tag::SPAN) && is_named(*id)
        };
        for id in document.ids().filter(is_dated).take(40) {
            let text = document.text_content(id);
            let given = [AttributeName::DATETIME, AttributeName::CONTENT, AttributeName::TITLE]
                .into_iter()
                .filter_map(|name| document.attribute(id, name))
                .next();
            let Some(date) = given.and_then(|text| self.read(text)).or_else(|| self.read(&text))
            else {
                continue;
            };
            let node = place.page.node(id);
            if is_in_comment(place.page, id)
                || is_named_so(node)
                || is_in_opinion(node)
                || self.others.hold(id)
                || !self.others.is_thread
                    && follows(place.page, id, |text| Words::of(text).has(Word::OtherDay))
            {
                self.seen.extend(date.0.whole_day());
                continue;
            }
            let far = (distance_of(place, id) as f32 * 0.015).min(0.4);
            let far = far + if is_of_teaser(document, id) { TEASER } else { 0.0 };
            let (origin, score) = if property(id).is_empty() {
                (Origin::TimeElement, 0.8)
            } else {
                (Origin::Microdata, 0.84)
            };
            if is_of_change(place.page, id) {
                self.modified(date, origin, score - far);
            } else {
                self.published(date, origin, score - far);
            }
        }
    }
}

/// A date, and how a text writes it.
fn with_raw(found: FoundDate, text: &str) -> (Date, String) {
    let raw = text.get(found.range).unwrap_or(text);
    (found.date, raw.to_owned())
}

/// True if an object of the page's data describes a part of the page: a comment, an image.
fn is_part(object: &Value) -> bool {
    let is_other = |kind| matches!(kind, "ImageObject" | "Event" | "JobPosting" | "Offer");
    is_opinion(object) || kinds_of(object).any(is_other)
}

/// The distance of an element's text from the title, in blocks; a large number for an element without text.
fn distance_of(place: &Place, id: NodeId) -> usize {
    let texts = place.page.texts();
    let next = texts.partition_point(|text| text.node < id);
    let index = texts.get(next).and_then(|text| place.page.block_of(text.node));
    index.map_or(30, |index| place.distance(index))
}

/// True if an element holds the date of a change, by its names, its parents' names or the text before it.
fn is_of_change(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let is_named = |id: NodeId| {
        let property = document.attribute(id, AttributeName::ITEMPROP).unwrap_or("");
        page.marks().is(id, Name::Changed) || Names::of(property).has(Name::Changed)
    };
    if is_named(id) || document.ancestors(id).take(2).any(is_named) {
        return true;
    }
    follows(page, id, |text| Label::at_end(text) == Some(Label::Modified))
}

/// True if the short text before an element says so.
fn follows(page: &Page, id: NodeId, says: impl Fn(&str) -> bool) -> bool {
    let document = page.document();
    let before = (0..id.0).rev().take(6).map(NodeId);
    let text = before
        .filter(|id| document.kind(*id) == NodeKind::Text)
        .map(|id| document.text(id))
        .find(|text| !text.trim().is_empty());
    text.is_some_and(|text| text.len() < 60 && says(text))
}
