//! When the page was published, and when it was last changed.

mod address;
mod choice;
mod elsewhere;
mod split;

use serde_json::Value;

use super::author::is_in_comment;
use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use super::place::{Line, Place};
use super::{language, script_values};
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{
    Label, Labelled, Name, Names, Page, Word, Words, has_label, is_opinion, kinds_of,
};
use crate::text::chars::is_cjk;
use crate::text::dates::{self, Date, DateOrder, FoundDate, Moment};
use crate::text::titles;
use address::in_address;

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

/// Characters of a link next to the date of the text itself, a name, at most.
const MOST_LINKED: u32 = 6;

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
) -> (Vec<Candidate<Date>>, Vec<Candidate<Date>>) {
    let mut found = Dates {
        calendar,
        is_list: false,
        published: Candidates::default(),
        modified: Candidates::default(),
    };
    found.is_list = is_list_of_results(place, calendar);
    found.of_data(place.page);
    found.of_time_elements(place);
    place.lines(LONGEST_LINE).for_each(|line| found.of_line(place, &line));
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
    if found.published.best() < SHOWN {
        let language = || {
            let first = language::candidates(place.page).into_iter().next();
            first.map_or(String::new(), |one| one.value)
        };
        if let Some(date) = script_values::date(place.page.document(), &language, calendar.now) {
            found.published(date, Origin::Script, 0.6);
        }
    }
    choice::chosen_first(found.published, found.modified)
}

struct Dates<'a> {
    calendar: &'a Calendar,
    /// True if the head of the article is a list of results, each with its date.
    is_list: bool,
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
            if is_in_comment(place.page, id) {
                continue;
            }
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

    /// Dates of a short line at the head of the article, or at its end: those with a label, or else the first.
    fn of_line(&mut self, place: &Place, line: &Line) {
        let (index, block, text, is_head) = (line.index, line.block, line.text, line.is_head);
        let far = (line.distance as f32 * 0.015).min(0.35) + line.hidden();
        let score = if is_head { 0.85 - far / 2.0 } else { 0.62 };
        if self.of_labels(line, score) || is_value_of_other(line) {
            return;
        }
        let is_next = index <= place.main.end + 1 && block.characters <= 80;
        if !is_head && block.characters > 30 && !is_next {
            return;
        }
        let whole = |part: &str| self.read(part).filter(|(_, raw)| raw == part);
        let of_parts = || line.dated_parts().find_map(whole);
        let whole_line = self.calendar.read_line(line).map(|found| with_raw(found, text));
        let Some(date) = whole_line.or_else(of_parts) else { return };
        let (before, after) = text.split_once(date.1.as_str()).unwrap_or((text, ""));
        let is_snippet = self.is_list && before.is_empty() && has_snippet(after);
        let is_behind = !is_head || index >= place.main.end;
        let is_of_reader = is_behind && is_in_comment(place.page, block.container);
        let is_of_site = is_behind && place.page.marks().says(block, Word::Notice);
        // The date of another article is next to its title, a link.
        let rest = text.chars().count().saturating_sub(date.1.chars().count());
        let is_of_link = is_behind
            && block.link_characters > MOST_LINKED
            && block.link_characters + MOST_LINKED > rest as u32;
        // "2024年5月3日，水库开始蓄水。": the text tells of that day.
        let is_told = matches!(before, "" | "On " | "In " | "By " | "Since ")
            && after.starts_with(['，', ','])
            && block.sentence_text() > 0;
        let others =
            [is_of_another(before), is_snippet, is_of_reader, is_of_site, is_of_link, is_told];
        if others.contains(&true) {
            return;
        }
        // "于 2023-03-12 13:08 发布".
        match word_after(after) {
            Some(true) => return self.published(date, Origin::DateLine, score),
            Some(false) => return self.modified(date, Origin::DateLine, score),
            None => {}
        }
        // "——原载某刊1998年3月号".
        let is_attribution = text.starts_with(['—', '（', '(', '─']);
        let score = match (is_head, is_attribution) {
            (true, _) => 0.78 - far,
            (false, true) => 0.75,
            (false, false) if is_next && date.0.time.is_some() => 0.5,
            (false, false)
                if date.0.time.is_some()
                    && block.characters <= 30
                    && index <= place.main.end + 8 =>
            {
                0.4
            }
            (false, false) => 0.3,
        };
        let is_partial = date.0.day == 0;
        let score = score - (rest as f32 * 0.003).min(0.2) - if is_partial { 0.25 } else { 0.0 };
        let origin = if is_head { Origin::NearTitle } else { Origin::AfterText };
        self.published(date, origin, score);
    }

    /// Dates with a label: `发表于2010-12-15`, `Updated 3 May`. True if there are any.
    fn of_labels(&mut self, line: &Line, score: f32) -> bool {
        let mut is_labelled = false;
        for label in line.labels() {
            let of_republic = || Some(with_raw(dates::find_of_republic(label.value)?, label.value));
            let Some(date) = self.read(label.value).or_else(of_republic) else { continue };
            // "3 May 2024, at 14:02": a word that ends values precedes the time.
            let is_fuller = |whole: &(Date, String)| whole.1.starts_with(&date.1);
            let date = self.read(label.rest).filter(is_fuller).unwrap_or(date);
            // "on December 27, updated December 28".
            let before = &line.text[..line.text.len() - label.rest.len()];
            if label.label == Label::Modified
                && !is_labelled
                && let Some(date) = self.read(before)
            {
                self.published(date, Origin::DateLine, score);
            }
            match label.label {
                Label::Published => self.published(date, Origin::DateLine, score),
                Label::Document => self.published(date, Origin::DateLine, score - DOCUMENT),
                Label::Modified => self.modified(date, Origin::DateLine, score),
                _ => continue,
            }
            is_labelled = true;
        }
        is_labelled
    }
}

/// A date, and how a text writes it.
fn with_raw(found: FoundDate, text: &str) -> (Date, String) {
    let raw = text.get(found.range).unwrap_or(text);
    (found.date, raw.to_owned())
}

/// By this much the date of a document is weaker: the page was published later.
const DOCUMENT: f32 = 0.2;

/// True if a line is the value of a label in the block before it that is not the page's publication: `上市时间`, or
/// the date of a document, which is found with the label.
fn is_value_of_other(line: &Line) -> bool {
    let before = line.index.checked_sub(1).map(|before| &line.page.blocks()[before]);
    let Some(block) = before.filter(|block| block.characters <= 10) else { return false };
    let text = line.page.block_text(block);
    let is_of_document = |found: Labelled| found.label == Label::Document;
    if has_label(text) {
        return Labelled::all(text).any(is_of_document);
    }
    ends_with_time_word(text)
}

/// True if a text ends with a compound of the words for a date or a time: `引用日期`, `上市时间：`.
fn ends_with_time_word(text: &str) -> bool {
    let text = text.trim_end_matches([':', '：', ' ']);
    let before = text.strip_suffix("日期").or_else(|| text.strip_suffix("时间"));
    before.is_some_and(|before| before.ends_with(is_cjk))
}

/// Results of a search begin with their dates: the minimum number of different days.
const LEAST_RESULTS: usize = 3;

/// True if several blocks at the head of the article begin with dates of different days and a mark behind each:
/// `2026年1月3日 - 古桥是`.
fn is_list_of_results(place: &Place, calendar: &Calendar) -> bool {
    let mut days = Vec::new();
    let head = place.lines(u32::MAX).take_while(|line| line.is_head);
    for text in head.filter(|line| line.block.characters > 30).map(|line| line.text) {
        let start = &text[..text.floor_char_boundary(48)];
        let has_digit = start.bytes().any(|byte| byte.is_ascii_digit());
        let Some(date) = has_digit.then(|| calendar.read(start)).flatten() else { continue };
        let day = date.date.whole_day();
        if date.range.start == 0 && has_snippet(&text[date.range.end..]) && !days.contains(&day) {
            days.push(day);
        }
    }
    days.len() >= LEAST_RESULTS
}

/// True if a text goes on behind a mark, as the text of a result does behind its date.
fn has_snippet(after: &str) -> bool {
    after.trim_start().starts_with(['-', '–', '—', '·', '…'])
}

/// True if the text before a date says that it is another article's: `最新推荐文章于`.
fn is_of_another(before: &str) -> bool {
    ends_with_time_word(before) || Words::of(before).has(Word::AnotherArticle)
}

/// True if the words right after a date say that something was published then, false if changed.
fn word_after(after: &str) -> Option<bool> {
    let after = after.trim_start();
    let begins = |words: &[&str]| words.iter().any(|word| after.starts_with(word));
    match () {
        () if begins(&["发布", "发表", "刊发", "首发", "發佈", "發表"]) => Some(true),
        () if begins(&["更新", "修改", "编辑于"]) => Some(false),
        () => None,
    }
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
    let before = (0..id.0).rev().take(6).map(NodeId);
    let text = before
        .filter(|id| document.kind(*id) == NodeKind::Text)
        .map(|id| document.text(id))
        .find(|text| !text.trim().is_empty());
    text.filter(|text| text.len() < 60).and_then(Label::at_end) == Some(Label::Modified)
}
