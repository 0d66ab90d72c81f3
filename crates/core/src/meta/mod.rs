//! The fields of an article: title, author, dates and so on. Each field has a file, which collects candidates with
//! their origin and a score. The best candidate is chosen.

mod author;
mod candidate;
mod claims;
mod contributors;
mod date;
mod declared;
mod editor;
mod facts;
mod known;
mod language;
mod measures;
mod origin;
pub(crate) mod people;
mod place;
#[cfg(feature = "train")]
mod rows;
mod script_values;
mod site_name;
mod source;
mod title;
mod trust;

use serde::{Deserialize, Serialize};

use crate::forest::Forest;
use crate::page::Page;
use crate::text::dates::{self, Date};
use date::Calendar;
use place::Place;
use title::TitleWeights;
use trust::FieldWeights;

pub(crate) use candidate::Candidate;
pub(crate) use claims::columns as claim_columns;
pub(crate) use contributors::authors;
pub use contributors::{Author, AuthorRole};
pub(crate) use known::Known;
pub(crate) use language::script_language;
pub(crate) use origin::ORIGINS;
pub(crate) use origin::Origin;
#[cfg(feature = "train")]
pub use rows::{CandidateRow, CandidateRows};
pub(crate) use title::columns as title_columns;

macro_rules! candidates {
    ($(
        $(#[doc = $doc:literal])* $(#[serde($($serde:tt)*)])?
        $name:ident: $type:ty, $origin:ident $(from $candidate:ty)? $(, $english:literal, $chinese:literal)?;
    )*) => {
        /// All candidates of every field, the best first.
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct Fields {
            $($(
                #[doc = concat!("The candidates for `", stringify!($name), "`.")]
                pub $name: Vec<$candidate>,
            )?)*
            /// The candidates for the image that represents the page.
            pub image: Vec<Candidate>,
        }
    };
}
fields!(candidates);

/// A candidate with a lower score appears in the trace and is not chosen.
const LEAST_SCORE: f32 = 0.3;

/// What titles, authors, sources and dates are chosen by.
#[derive(Debug, Clone)]
pub struct FieldModel {
    pub(crate) title: TitleWeights,
    pub(crate) titles: Forest,
    pub(crate) authors: Forest,
    pub(crate) sources: Forest,
    pub(crate) trust: FieldWeights,
}

impl FieldModel {
    /// Chooses author and source among all names around the article, and lowers the scores of dates that are less likely right
    /// than the `least` probability; `least` is by author, source, date.
    pub(crate) fn choose(&self, page: &Page, known: &Known, least: [f32; 3], found: &mut Fields) {
        let [author, source, date] = least;
        claims::choose(page, known, [(&self.authors, author), (&self.sources, source)], found);
        self.trust.apply(page, known, date, found);
    }
}

/// Gathers the fields of a page, and who contributed without being an author. The title is chosen by the model.
pub(crate) fn gather(page: &Page, known: &Known, model: &FieldModel) -> (Fields, Vec<Author>) {
    let title = title::candidates(page, known, model);
    let shown = title.first().map(|one| one.value.clone());
    let place = Place::new(page, shown.as_deref(), known.main.clone());
    let calendar = Calendar::new(page, known.read_at);
    let (mut publish_date, modified_date) = date::candidates(&place, &calendar, known);
    let editor = editor::candidates(&place);
    let is_home = known.kind == Some(crate::kind::PageKind::Home);
    let site_name = site_name::candidates(page, shown.as_deref(), is_home);
    let mut author = author::candidates(&place, &editor, &site_name);
    if let Some((name, date)) = &known.first_post {
        let name = name.as_deref().and_then(people::names);
        // Data name who wrote an article; what is taken for its posts may be comments.
        let is_told =
            author.iter().any(|one| one.origin == Origin::JsonLdAuthor && one.score > 0.7);
        let name = name.filter(|name| Some(name) != title.first().map(|one| &one.value));
        add_first_post(&mut author, name, if is_told { 0.7 } else { 0.82 });
        add_first_post(&mut publish_date, date.clone(), 0.92);
    }
    if known.is_question {
        doubt_all_but(&mut author, &[Origin::MetaAuthor, Origin::JsonLdAuthor]);
        doubt_all_but(&mut publish_date, &[Origin::Meta, Origin::JsonLd, Origin::Address]);
    }
    let contributors = contributors::contributors(&place);
    let fields = Fields {
        author,
        publisher: facts::candidates(page, "publisher"),
        source: source::candidates(&place),
        editor,
        publish_date,
        modified_date,
        language: language::candidates(page),
        description: facts::candidates(page, "description"),
        site_name,
        canonical_url: facts::candidates(page, "canonical_url"),
        keywords: facts::candidates(page, "keywords"),
        image: facts::candidates(page, "image"),
        license: facts::candidates(page, "license"),
        title,
    };
    (fields, contributors)
}

/// Lowers candidates of other origins than these so far that they are not chosen.
fn doubt_all_but<T>(candidates: &mut [Candidate<T>], trusted: &[Origin]) {
    const DOUBT: f32 = 0.3;
    for one in candidates.iter_mut().filter(|one| !trusted.contains(&one.origin)) {
        one.score *= DOUBT;
    }
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
}

/// Inserts the value that the first post of a thread gives, in order of score.
fn add_first_post<T>(candidates: &mut Vec<Candidate<T>>, value: Option<T>, score: f32) {
    if let Some(value) = value {
        let one = Candidate { value, raw: None, origin: Origin::FirstPost, score };
        let at = candidates.partition_point(|other| other.score >= score);
        candidates.insert(at, one);
    }
}

/// The value of a field.
pub(crate) trait Chosen<C> {
    /// Chosen among the candidates for it, the best first.
    fn among(candidates: &[C]) -> Self;
}

impl<T: ToString> Chosen<Candidate<T>> for Option<String> {
    fn among(candidates: &[Candidate<T>]) -> Self {
        best(candidates).map(|best| best.value.to_string())
    }
}

/// All candidates.
impl Chosen<Candidate> for Vec<String> {
    fn among(candidates: &[Candidate]) -> Self {
        candidates.iter().map(|candidate| candidate.value.clone()).collect()
    }
}

/// The date chosen for a field, as the page writes it.
pub(crate) fn chosen_raw(candidates: &[Candidate<Date>]) -> Option<String> {
    best(candidates).map(|best| best.raw.clone().unwrap_or_else(|| best.value.to_string()))
}

/// The first candidate, if it is good enough to be chosen.
fn best<T>(candidates: &[Candidate<T>]) -> Option<&Candidate<T>> {
    candidates.first().filter(|best| best.score >= LEAST_SCORE)
}

impl Fields {
    /// The names of the fields.
    #[cfg(test)]
    pub(crate) fn names() -> Vec<String> {
        let fields = serde_json::to_value(Self::default()).unwrap();
        fields.as_object().unwrap().keys().cloned().collect()
    }

    /// Puts the title that a method found first.
    pub fn add_title_of_method(&mut self, title: &str) {
        let value = title.to_owned();
        self.title.insert(0, Candidate { value, raw: None, origin: Origin::Method, score: 1.0 });
    }

    /// Puts the publish date that a method found first, if `text` has a date in numbers.
    pub fn add_date_of_method(&mut self, text: &str) {
        if let Some(found) = dates::find(text) {
            let raw = Some(text[found.range].to_owned());
            let one = Candidate { value: found.date, raw, origin: Origin::Method, score: 1.0 };
            self.publish_date.insert(0, one);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    const TITLE: &str = include_str!("../../model/title.json");
    const FIELDS: &str = include_str!("../../model/fields.json");
    const OTHERS: [&str; 2] =
        [include_str!("../../model/constants.json"), include_str!("../../model/site.json")];

    /// By the keys of a model file.
    type Keyed = BTreeMap<String, serde_json::Value>;

    #[test]
    fn the_keys_of_model_files_are_known_and_none_is_missing() {
        let keyed: Keyed = serde_json::from_str(TITLE).unwrap();
        let columns: Vec<&str> = title::weighted_columns().collect();
        assert_eq!(keyed.len(), columns.len());
        assert!(columns.iter().all(|column| keyed.contains_key(*column)));
        let columns: Vec<&str> = trust::columns().collect();
        assert_eq!(columns.iter().collect::<BTreeSet<_>>().len(), columns.len());
        // An origin that gives no such field, and what only texts have, are left out.
        let origins: Vec<&str> = ORIGINS.iter().map(|origin| origin.key()).collect();
        let of_texts = ["shown", "person", "menu_word"];
        let keyed: BTreeMap<String, Keyed> = serde_json::from_str(FIELDS).unwrap();
        for (field, keyed) in keyed {
            assert!(keyed.keys().all(|key| columns.contains(&key.as_str())), "{field}");
            for column in columns.iter().filter(|column| !origins.contains(column)) {
                let may_lack = field == "publish_date" && of_texts.contains(column);
                assert!(may_lack || keyed.contains_key(*column), "{field}: {column}");
            }
        }
    }

    #[test]
    fn the_keys_of_model_files_are_identifiers() {
        for file in [&[TITLE, FIELDS][..], &OTHERS].concat() {
            for key in file.split('"').skip(1).step_by(2) {
                let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                assert!(key.chars().all(is_part), "{key}");
            }
        }
    }
}
