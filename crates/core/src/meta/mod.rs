//! The fields of an article beside its text. One field a file: each gathers candidates with where
//! they were found and how much that says; the best is chosen.

mod author;
mod bylines;
mod candidate;
mod canonical_url;
mod date;
mod description;
mod editor;
mod images;
mod keywords;
mod language;
mod license;
mod people;
mod place;
mod script_dates;
mod site_name;
mod source;
mod title;

use std::ops::Range;

use serde::Serialize;

use crate::kind::PageKind;
use crate::page::{BlockIndex, Page};
use crate::text::dates::Moment;
use date::Calendar;
use place::Place;

pub use candidate::Candidate;

/// A date: ISO 8601, and as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenDate {
    /// `2010-12`, `2010-12-15`, `2010-12-15T09:30:00`, with the offset where it is known.
    pub iso: String,
    /// What the page says.
    pub raw: String,
}

/// All candidates of every field, the best first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Fields {
    /// The title without the site's name.
    pub title: Vec<Candidate>,
    /// Who wrote it; several names are joined by `; `.
    pub author: Vec<Candidate>,
    /// Where the text first stood (来源).
    pub source: Vec<Candidate>,
    /// Who edited it for this site (责任编辑).
    pub editor: Vec<Candidate>,
    /// When the page was published.
    pub publish_date: Vec<Candidate>,
    /// When the page was last changed.
    pub modified_date: Vec<Candidate>,
    /// The language.
    pub language: Vec<Candidate>,
    /// What the page says it is about.
    pub description: Vec<Candidate>,
    /// The site's name as it gives it.
    pub site_name: Vec<Candidate>,
    /// The page's own address for itself.
    pub canonical_url: Vec<Candidate>,
    /// Keywords; all of them count.
    pub keywords: Vec<Candidate>,
    /// The image that stands for the page.
    pub image: Vec<Candidate>,
    /// The licence, by name or address.
    pub license: Vec<Candidate>,
}

/// What is known of a page when its fields are gathered.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The blocks of its main text, first to last.
    pub main: Option<Range<BlockIndex>>,
    /// What it is.
    pub kind: Option<PageKind>,
    /// When it was read.
    pub read_at: Option<Moment>,
    /// Author and time of the first post of a thread.
    pub first_post: Option<(Option<String>, Option<String>)>,
}

/// Candidates below this are told in the trace, and not chosen.
const LEAST_SCORE: f32 = 0.3;

/// Gathers the fields of a page.
pub fn gather(page: &Page, known: &Known) -> Fields {
    let title = title::candidates(page, known);
    let shown = title.first().map(|one| one.value.clone());
    let place = Place::new(page, shown.as_deref(), known.main.clone());
    let calendar = Calendar::new(page, known.read_at);
    let (mut publish_date, modified_date) = date::candidates(&place, &calendar);
    let mut author = author::candidates(&place);
    if let Some((name, time)) = &known.first_post {
        let name = name.as_deref().and_then(people::names);
        // Data name who wrote an article; what is taken for its posts may be comments.
        let is_told = author.iter().any(|one| one.source == "JSON-LD author" && one.score > 0.7);
        let name = name.filter(|name| Some(name) != title.first().map(|one| &one.value));
        add_first_post(&mut author, name.as_deref(), if is_told { 0.7 } else { 0.82 });
        add_first_post(&mut publish_date, time.as_deref(), 0.92);
    }
    Fields {
        author,
        source: source::candidates(&place),
        editor: editor::candidates(&place),
        publish_date,
        modified_date,
        language: language::candidates(page),
        description: description::candidates(page),
        site_name: site_name::candidates(page, shown.as_deref()),
        canonical_url: canonical_url::candidates(page),
        keywords: keywords::candidates(page),
        image: images::candidates(page),
        license: license::candidates(page),
        title,
    }
}

/// Notes what the first post of a thread says, in its place.
fn add_first_post(candidates: &mut Vec<Candidate>, value: Option<&str>, score: f32) {
    if let Some(value) = value {
        let one = Candidate { value: value.to_owned(), raw: None, source: "first post", score };
        let at = candidates.partition_point(|other| other.score >= score);
        candidates.insert(at, one);
    }
}

/// The value chosen for a field.
pub fn chosen(candidates: &[Candidate]) -> Option<String> {
    candidates.first().filter(|one| one.score >= LEAST_SCORE).map(|one| one.value.clone())
}

/// The date chosen for a field.
pub fn chosen_date(candidates: &[Candidate]) -> Option<WrittenDate> {
    let best = candidates.first().filter(|one| one.score >= LEAST_SCORE)?;
    let raw = best.raw.clone().unwrap_or_else(|| best.value.clone());
    Some(WrittenDate { iso: best.value.clone(), raw })
}

/// The day in `text`, as a candidate; none when there is no date of numbers in it.
pub fn date_of_method(text: &str) -> Option<Candidate> {
    let date = crate::text::dates::find(text)?;
    let raw = Some(text[date.range.clone()].to_owned());
    Some(Candidate { value: date.to_iso(), raw, source: "the method", score: 1.0 })
}
