//! When the page was published, and when it was last changed.

use serde_json::Value;

use super::bylines::{Label, begins_with_change, labelled};
use super::candidate::{Candidate, Candidates};
use super::origin::Origin;
use super::place::Place;
use super::{language, script_dates};
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{Block, BlockIndex, Page};
use crate::text::dates::{self, Date, DateOrder, FoundDate, Moment};

/// How this page writes dates, and when it was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Calendar {
    order: DateOrder,
    now: Option<Moment>,
}

impl Calendar {
    /// `now` is the moment that times told from now refer to; dates after it are no page's.
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
        let told = self.now.and_then(|now| dates::find_relative(text, now));
        let found = dates::find_written(text, self.order).or(told)?;
        let is_future = self.now.is_some_and(|now| now.is_well_before(&found.date));
        (!is_future).then_some(found)
    }
}

/// `meta` elements with the publish date, and how sure it is.
const PUBLISHED: &[(&str, f32)] = &[
    ("article:published_time", 0.9),
    ("og:published_time", 0.88),
    ("og:article:published_time", 0.88),
    ("datepublished", 0.88),
    ("publishdate", 0.86),
    ("publish-date", 0.86),
    ("publish_date", 0.86),
    ("pubdate", 0.86),
    ("publication_date", 0.86),
    ("citation_publication_date", 0.8),
    ("article.published", 0.86),
    ("dc.date.issued", 0.84),
    ("dcterms.issued", 0.84),
    ("dcterms.created", 0.8),
    ("article:published", 0.86),
    ("article.created", 0.84),
    ("article:created", 0.84),
    ("originalpublicationdate", 0.86),
    ("published_time", 0.86),
    ("published_date", 0.86),
    ("date_published", 0.86),
    ("dateposted", 0.84),
    ("publish_time", 0.86),
    ("rnews:datepublished", 0.86),
    ("bt:pubdate", 0.84),
    ("pdate", 0.8),
    ("dc.issued", 0.8),
    ("dc.date.created", 0.8),
    ("dc.created", 0.8),
    ("dc:created", 0.8),
    ("dc:date", 0.7),
    ("dcterms.date", 0.7),
    ("citation_date", 0.76),
    ("datecreated", 0.78),
    ("date_created", 0.78),
    ("creation_date", 0.76),
    ("created", 0.72),
    ("sailthru.date", 0.84),
    ("parsely-pub-date", 0.86),
    ("weibo:article:create_at", 0.84),
    ("og:release_date", 0.8),
    ("dc.date", 0.7),
    ("date", 0.7),
    ("og:time", 0.7),
];

const MODIFIED: &[(&str, f32)] = &[
    ("article:modified_time", 0.9),
    ("og:modified_time", 0.88),
    ("og:updated_time", 0.86),
    ("datemodified", 0.88),
    ("dcterms.modified", 0.84),
    ("dc.date.modified", 0.84),
    ("lastmod", 0.84),
    ("last-modified", 0.8),
    ("lastmodified", 0.8),
    ("last_modified", 0.8),
    ("article:updated", 0.84),
    ("article.updated", 0.84),
    ("modified_time", 0.84),
    ("dateupdated", 0.8),
    ("dateupdate", 0.8),
    ("updated_at", 0.8),
    ("revised", 0.7),
    ("weibo:article:update_at", 0.84),
];

/// Where the page shows or says a date so surely, its scripts are not asked.
const SHOWN: f32 = 0.55;

/// Publish dates and dates of change that the page gives.
pub(super) fn candidates(
    place: &Place,
    calendar: &Calendar,
) -> (Vec<Candidate<Date>>, Vec<Candidate<Date>>) {
    let mut found =
        Dates { calendar, published: Candidates::default(), modified: Candidates::default() };
    found.of_data(place.page);
    found.of_time_elements(place);
    for (index, block) in place.head() {
        found.of_block(place, index, block, true);
    }
    for (index, block) in place.tail() {
        found.of_block(place, index, block, false);
    }
    found.of_footer(place);
    if let Some(date) = place.page.url().and_then(in_address) {
        found.published(date, Origin::Address, 0.45);
    }
    if found.published.best() < SHOWN {
        let language = || {
            let first = language::candidates(place.page).into_iter().next();
            first.map_or(String::new(), |one| one.value)
        };
        if let Some(date) = script_dates::find(place.page.document(), &language, calendar.now) {
            found.published(date, Origin::Script, 0.6);
        }
    }
    let modified = found.modified.sorted();
    let last = modified.first().map(|change| change.value.clone());
    let mut published = found.published;
    published.weigh(|date, all| {
        let day = date.value.whole_day();
        let agrees = |other: &&Candidate<Date>| {
            other.value.whole_day() == day && other.origin != date.origin
        };
        let agreeing = all.iter().filter(agrees).count();
        // What is shown without a label may be the date of the last change.
        let is_last =
            last.as_ref().and_then(Date::whole_day) == day && date.origin == Origin::NearTitle;
        date.score + (agreeing.min(2) as f32) * 0.05 - if is_last { 0.1 } else { 0.0 }
    });
    let published = republished(published.sorted(), last.as_ref());
    (with_last_change(published, &modified), modified)
}

/// Systems that write articles anew give the day of that for the publish date: where it is the day
/// of the last change too, an earlier day shown near the title is the publish date.
fn republished(mut published: Vec<Candidate<Date>>, last: Option<&Date>) -> Vec<Candidate<Date>> {
    let Some(first) = published.first() else { return published };
    let is_data = matches!(first.origin, Origin::Meta | Origin::JsonLd);
    let first_day = first.value.whole_day();
    let is_earlier = |one: &Candidate<Date>| {
        let is_shown =
            matches!(one.origin, Origin::NearTitle | Origin::DateLine | Origin::TimeElement);
        let day = one.value.whole_day();
        is_shown && one.score >= 0.6 && day.is_some() && day < first_day
    };
    if is_data
        && last.and_then(Date::whole_day) == first_day
        && let Some(at) = published.iter().position(is_earlier)
    {
        let mut shown = published.remove(at);
        shown.score = published[0].score + 0.01;
        published.insert(0, shown);
    }
    published
}

/// A page that tells no other date is dated by its last change.
fn with_last_change(
    mut published: Vec<Candidate<Date>>,
    modified: &[Candidate<Date>],
) -> Vec<Candidate<Date>> {
    let best = published.first().map_or(0.0, |one| one.score);
    if let Some(change) = modified.first().filter(|_| best < 0.5) {
        let score = change.score.min(0.55);
        published.insert(0, Candidate { origin: Origin::LastChange, score, ..change.clone() });
    }
    published
}

struct Dates<'a> {
    calendar: &'a Calendar,
    published: Candidates<Date>,
    modified: Candidates<Date>,
}

impl Dates<'_> {
    fn published(&mut self, (date, raw): (Date, String), origin: Origin, score: f32) {
        self.published.push(Candidate { value: date, raw: Some(raw), origin, score });
    }

    fn modified(&mut self, (date, raw): (Date, String), origin: Origin, score: f32) {
        self.modified.push(Candidate { value: date, raw: Some(raw), origin, score });
    }

    /// The date in a text, and what of the text it is.
    fn read(&self, text: &str) -> Option<(Date, String)> {
        let found = self.calendar.read(text)?;
        let raw = text.get(found.range).unwrap_or(text);
        Some((found.date, raw.to_owned()))
    }

    /// What the page says for machines.
    fn of_data(&mut self, page: &Page) {
        let data = page.structured();
        for (name, score) in PUBLISHED {
            if let Some(date) = data.meta(name).and_then(|text| self.read(text)) {
                self.published(date, Origin::Meta, *score);
            }
        }
        for (name, score) in MODIFIED {
            if let Some(date) = data.meta(name).and_then(|text| self.read(text)) {
                self.modified(date, Origin::Meta, *score);
            }
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

    /// `time` elements, by their place and by what is written before them.
    fn of_time_elements(&mut self, place: &Place) {
        let document = place.page.document();
        let property = |id: NodeId| document.attribute(id, AttributeName::ITEMPROP).unwrap_or("");
        // "3 years ago" with the date in its title: hAtom's `published`, the plug-in `timeago`.
        let is_named = |id: NodeId| {
            let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
            let mut names = class.split_ascii_whitespace();
            names.any(|name| matches!(name, "published" | "dt-published" | "updated" | "timeago"))
        };
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
            let far = (distance_of(place, id) as f32 * 0.015).min(0.4);
            let (origin, score) = if property(id).is_empty() {
                (Origin::TimeElement, 0.8)
            } else {
                (Origin::Microdata, 0.84)
            };
            if is_of_change(document, id) {
                self.modified(date, origin, score - far);
            } else {
                self.published(date, origin, score - far);
            }
        }
    }

    /// Manuals tell the date of their last change at the foot of the page.
    fn of_footer(&mut self, place: &Place) {
        let page = place.page;
        let after = page.blocks().iter().skip(place.main.end);
        for block in after.filter(|block| block.characters <= 60 && !block.is_hidden) {
            let first =
                page.texts_of(block).first().map_or("", |text| page.document().text(text.node));
            if !begins_with_change(first.trim_start()) {
                continue;
            }
            if let Some(date) = self.read(page.block_text(block)) {
                self.modified(date, Origin::PageFoot, 0.5);
            }
        }
    }

    fn of_block(&mut self, place: &Place, index: BlockIndex, block: &Block, is_head: bool) {
        if block.characters > 160 {
            return;
        }
        let text = place.page.block_text(block);
        let far = (place.distance(index) as f32 * 0.015).min(0.35);
        let far = far + if block.is_hidden { 0.1 } else { 0.0 };
        let mut is_labelled = false;
        for label in labelled(text) {
            let origin = Origin::DateLine;
            let value = if label.value.is_empty() {
                super::author::value_after(place.page, index)
            } else {
                label.value.to_owned()
            };
            let Some(date) = self.read(&value) else { continue };
            let score = if is_head { 0.85 - far / 2.0 } else { 0.62 };
            // "on December 27, updated December 28".
            let before = &text[..text.len() - label.rest.len()];
            if label.label == Label::Modified
                && !is_labelled
                && let Some(date) = self.read(before)
            {
                self.published(date, origin, score);
            }
            match label.label {
                Label::Published => self.published(date, origin, score),
                Label::Modified => self.modified(date, origin, score),
                _ => continue,
            }
            is_labelled = true;
        }
        let is_next = index <= place.main.end + 1 && block.characters <= 80;
        if is_labelled || !is_head && block.characters > 30 && !is_next {
            return;
        }
        if let Some(date) = self.read(text) {
            let others = text.chars().count().saturating_sub(date.1.chars().count());
            let is_partial = date.0.day == 0;
            // "——原载某刊1998年3月号".
            let is_attribution = text.starts_with(['—', '（', '(', '─']);
            let score = match (is_head, is_attribution) {
                (true, _) => 0.78 - far,
                (false, true) => 0.75,
                (false, false) if is_next && date.0.time.is_some() => 0.5,
                (false, false) => 0.3,
            };
            let score =
                score - (others as f32 * 0.003).min(0.2) - if is_partial { 0.25 } else { 0.0 };
            let origin = if is_head { Origin::NearTitle } else { Origin::AfterText };
            self.published(date, origin, score);
        }
    }
}

/// Whether an object of the page's data is about a part of it: a reader's words, a video.
fn is_part(object: &Value) -> bool {
    let kind = object.get("@type").and_then(Value::as_str).unwrap_or("");
    matches!(
        kind,
        "Review"
            | "Comment"
            | "Answer"
            | "UserReview"
            | "ImageObject"
            | "Event"
            | "JobPosting"
            | "Offer"
    )
}

/// How far the text around an element stands from the title, in blocks; far where it has none.
fn distance_of(place: &Place, id: NodeId) -> usize {
    let texts = place.page.texts();
    let next = texts.partition_point(|text| text.node < id);
    let index = texts.get(next).and_then(|text| place.page.block_of(text.node));
    index.map_or(30, |index| place.distance(index))
}

/// Whether an element, its parents or the text before it say that it is the date of a change.
fn is_of_change(document: &Document, id: NodeId) -> bool {
    let is_named = |id: NodeId| {
        [AttributeName::CLASS, AttributeName::ITEMPROP, AttributeName::ID]
            .iter()
            .filter_map(|name| document.attribute(id, *name))
            .any(|value| {
                let value = value.to_ascii_lowercase();
                value.contains("updat") || value.contains("modif")
            })
    };
    if is_named(id) || document.ancestors(id).take(2).any(is_named) {
        return true;
    }
    let before = (0..id.0).rev().take(6).map(NodeId);
    let text = before
        .filter(|id| document.kind(*id) == NodeKind::Text)
        .map(|id| document.text(id))
        .find(|text| !text.trim().is_empty());
    text.filter(|text| text.len() < 60).is_some_and(|text| {
        let text = text.trim_end().trim_end_matches([':', '：']).to_lowercase();
        ["updated", "modified", "updated on", "更新", "更新时间", "aktualisiert", "reviewed"]
            .iter()
            .any(|word| text.ends_with(word))
    })
}

/// The date in an address: `/2010/12/15/`, `/2010-12/15/`, `/20101215/`, `t20101215_`.
fn in_address(url: &str) -> Option<(Date, String)> {
    let path = url.split_once("://").map_or(url, |(_, rest)| rest);
    let path = &path[path.find('/')?..];
    if let Some(found) = dates::find(path) {
        return Some((found.date, path[found.range].to_owned()));
    }
    let bytes = path.as_bytes();
    for (start, _) in path.match_indices("20").chain(path.match_indices("19")) {
        let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_whole = start == 0 || !bytes[start - 1].is_ascii_digit();
        if is_whole && (digits == 8 || digits == 14 || digits == 12) {
            let (year, month, day) =
                (&path[start..start + 4], &path[start + 4..start + 6], &path[start + 6..start + 8]);
            let iso = format!("{year}-{month}-{day}");
            if let Some(found) = dates::find(&iso) {
                return Some((found.date, path[start..start + 8].to_owned()));
            }
        }
    }
    None
}
