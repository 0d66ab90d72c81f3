//! The choice among titles: a softmax over the candidates of a page, with a weight for every origin that gives a title and
//! for its form. `train/titles.py` fits the weights across sites on labelled pages.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Deserialize;

use super::site::Site;
use super::words::ends_like_site;
use crate::kind::PageKind;
use crate::meta::candidate::{Candidate, normalised};
use crate::meta::origin::{ORIGINS, Origin};
use crate::numbers;
use crate::page::Page;
use crate::text::chars::{self, SentenceEnds};
use crate::text::count;

/// The origins of titles.
fn origins() -> impl Iterator<Item = &'static Origin> {
    let own = Origin::HeadingRepeated as usize..=Origin::HeadingFirstLine as usize;
    [Origin::JsonLd, Origin::Microdata].iter().chain(&ORIGINS[own])
}

/// A title among the candidates of its page.
struct Form<'a> {
    title: &'a str,
    /// The title in the form by which candidates are compared, and those of all candidates.
    value: &'a str,
    values: &'a [String],
    tokens: u32,
    site: &'a Site,
}

/// Titles of other lengths, in bytes, are not compared: short ones are within others by chance.
const COMPARED: RangeInclusive<usize> = 4..=600;

/// The key of a form in model files, and a test that is true if a title has it.
type FormRow = (&'static str, fn(&Form) -> bool);

/// The forms of titles.
const FORMS: &[FormRow] = &[
    ("single_letter", |form| form.value.chars().count() == 1),
    ("tokens_up_to_3", |form| form.tokens <= 3),
    ("tokens_4_to_7", |form| (4..=7).contains(&form.tokens)),
    ("tokens_15_to_40", |form| (15..=40).contains(&form.tokens)),
    ("tokens_over_40", |form| form.tokens > 40),
    ("ends_like_site", |form| ends_like_site(form.title.trim_end_matches(['】', '」']))),
    ("site_name", |form| form.site.is_own_name(form.title)),
    ("ends_sentence", |form| form.title.ends_with(chars::is_sentence_end)),
    ("has_separator", |form| form.title.contains([':', '：', '|', '–', '—', '-', '_'])),
    ("begins_with_digit", |form| form.title.starts_with(|c: char| c.is_ascii_digit())),
    ("begins_another", |form| form.others().any(|other| other.starts_with(form.value))),
    ("within_another", |form| form.others().any(|other| other.contains(form.value))),
    ("begins_with_another", |form| form.others().any(|other| form.value.starts_with(other))),
    ("holds_another", |form| form.others().any(|other| form.value.contains(other))),
];

impl Form<'_> {
    /// The titles of the other candidates.
    fn others(&self) -> impl Iterator<Item = &str> {
        let is_compared = |title: &str| COMPARED.contains(&title.len());
        let others = self.values.iter().map(String::as_str);
        let others = others.filter(move |_| is_compared(self.value));
        others.filter(move |other| *other != self.value && is_compared(other))
    }
}

/// The weights of a column: one for each group of page kinds, and what is added on pages written in ideographs.
const WEIGHTS: usize = 4;

/// The choice of weights for a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct WeightChoice {
    /// 0 for articles and the like, 1 for landing pages, whose headings are slogans, 2 for lists.
    pub(super) kind: usize,
    pub(super) is_ideographic: bool,
}

impl WeightChoice {
    pub(super) fn of(page: &Page, kind: Option<PageKind>) -> Self {
        let kind = match kind {
            Some(PageKind::Service | PageKind::Home) => 1,
            Some(PageKind::Collection | PageKind::Listing) => 2,
            _ => 0,
        };
        Self { kind, is_ideographic: page.sentence_ends() == SentenceEnds::Ideographic }
    }

    fn weight(self, column: &[f32; WEIGHTS]) -> f32 {
        column[self.kind] + if self.is_ideographic { column[WEIGHTS - 1] } else { 0.0 }
    }
}

/// The keys of what weighs: origins, then forms.
pub(crate) fn columns() -> impl Iterator<Item = &'static str> {
    let forms = FORMS.iter().map(|(key, _)| *key);
    origins().map(|origin| origin.key()).chain(forms)
}

/// The fitted weights.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "BTreeMap<String, [f32; WEIGHTS]>")]
pub(crate) struct TitleWeights {
    /// By column.
    columns: Vec<[f32; WEIGHTS]>,
}

impl TryFrom<BTreeMap<String, [f32; WEIGHTS]>> for TitleWeights {
    type Error = String;

    fn try_from(mut keyed: BTreeMap<String, [f32; WEIGHTS]>) -> Result<Self, String> {
        let columns = columns().map(|key| keyed.remove(key).unwrap_or_default()).collect();
        keyed.keys().next().map_or(Ok(Self { columns }), |key| Err(format!("no column {key}")))
    }
}

impl TitleWeights {
    /// The probability of every candidate to be the title.
    pub(super) fn probabilities(
        &self,
        all: &[Candidate],
        site: &Site,
        group: WeightChoice,
    ) -> Vec<f32> {
        let values = compared(all);
        let weigh = |at: usize| -> f32 {
            let facts = facts(at, all, &values, site);
            let held = self.columns.iter().zip(facts).filter(|(_, held)| *held);
            held.map(|(weights, _)| group.weight(weights)).sum()
        };
        let weights: Vec<f32> = (0..all.len()).map(weigh).collect();
        let most = weights.iter().copied().fold(f32::MIN, f32::max);
        let parts: Vec<f32> = weights.iter().map(|weight| numbers::exp(weight - most)).collect();
        // Candidates that give the same title count once.
        let is_first = |at: &usize| !values[..*at].contains(&values[*at]);
        let sum: f32 = (0..all.len()).filter(is_first).map(|at| parts[at]).sum();
        parts.iter().map(|part| part / sum.max(1.0)).collect()
    }
}

/// The titles of candidates in the form by which they are compared.
pub(super) fn compared(all: &[Candidate]) -> Vec<String> {
    all.iter().map(|one| normalised(&one.value)).collect()
}

/// By column, true if a candidate has it. An origin counts for all candidates of the same title.
pub(super) fn facts<'a>(
    at: usize,
    all: &'a [Candidate],
    values: &'a [String],
    site: &'a Site,
) -> impl Iterator<Item = bool> {
    // A bit for each origin.
    let same = all.iter().zip(values).filter(|(_, value)| **value == values[at]);
    let said = same.fold(0u128, |said, (one, _)| said | 1 << one.origin as u32);
    let says_so = move |origin: &Origin| said >> *origin as u32 & 1 == 1;
    let title = all[at].value.as_str();
    let form = Form { title, value: &values[at], values, tokens: count::tokens(title), site };
    origins().map(says_so).chain(FORMS.iter().map(move |(_, holds)| holds(&form)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(json: &str) -> Result<TitleWeights, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn weights_are_read_by_key() {
        assert!(weights("{}").is_ok() && weights(r#"{"heading_only": [1, 2, 3, 4]}"#).is_ok());
        assert!(weights(r#"{"only h1": [1, 2, 3, 4]}"#).is_err());
        assert!(weights(r#"{"heading_only": [1, 2, 3]}"#).is_err());
    }

    #[test]
    fn origins_of_one_title_add_up() {
        let page = Page::new("<p>一句。", None);
        let group = WeightChoice::of(&page, Some(PageKind::Listing));
        let candidate = |value: &str, origin| Candidate {
            value: value.to_owned(),
            raw: None,
            origin,
            score: 0.0,
        };
        let all = [
            candidate("渡口今天停航", Origin::OgTitle),
            candidate("渡口，今天停航", Origin::HeadingOnly),
            candidate("渡口的早班船", Origin::TitleElement),
        ];
        // The weights of lists, and those of pages written in ideographs.
        let found = weights(
            r#"{"og_title": [9, 9, 1, 0], "heading_only": [0, 0, 1, 1], "title_element": [0, 0, 2, 0]}"#,
        );
        let probabilities = found.unwrap().probabilities(&all, &Site::new(&page, &[], None), group);
        let expected = numbers::exp(3.0) / (numbers::exp(3.0) + numbers::exp(2.0));
        assert!((probabilities[0] - expected).abs() < 1e-5, "{probabilities:?}");
        assert_eq!(probabilities[0], probabilities[1]);
    }
}
