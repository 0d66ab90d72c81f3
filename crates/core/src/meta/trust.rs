//! The trust in the best date of publication.
//!
//! Pages that list items, sell something or represent a site show names and dates that are not their own. A logistic
//! regression weighs where a value was found, and how, against the probabilities of the page kinds. `train/fields.py` fits
//! the weights across sites, on labelled pages that say which fields they do not show.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::candidate::Candidate;
use super::known::Known;
use super::measures::flag;
use super::origin::Origin;
use crate::numbers;
use crate::page::Page;
use crate::text::chars::SentenceEnds;
use crate::text::dates::Date;

/// The factor for the scores of all candidates for a field whose best one is not chosen.
const DOUBT: f32 = 0.3;
/// A lead over the second candidate, and the score of the best one without a second, count at most this much.
const MOST_LEAD: f32 = 0.5;

/// The facts about the best candidate besides its origin and the page kinds.
const FACTS: [&str; 7] =
    ["any", "score", "same_value", "other_values", "lead", "ideographic", "posts"];

/// The fitted weights; without them every value is trusted.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct FieldWeights {
    publish_date: Weights,
}

/// By the key of a fact, its weight, and what is added where data of the page declares the value. Small weights are left out.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "BTreeMap<String, [f32; 2]>")]
struct Weights(BTreeMap<String, [f32; 2]>);

impl TryFrom<BTreeMap<String, [f32; 2]>> for Weights {
    type Error = String;

    fn try_from(keyed: BTreeMap<String, [f32; 2]>) -> Result<Self, String> {
        let known: BTreeSet<&str> = columns().collect();
        match keyed.keys().find(|key| !known.contains(key.as_str())) {
            Some(key) => Err(format!("no column {key}")),
            None => Ok(Self(keyed)),
        }
    }
}

/// The keys of the facts of a row: origins, page kinds, and the others.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    let kinds = crate::kind::KINDS.iter().map(|info| info.name);
    super::origin::ORIGINS.iter().map(|origin| origin.key()).chain(kinds).chain(FACTS)
}

/// The facts about the best candidate for a field; those that are left out are 0.
pub(super) struct Facts {
    is_declared: bool,
    values: Vec<(&'static str, f32)>,
}

impl Facts {
    /// The value of each of [`columns`], and 1 for a declared value.
    #[cfg(feature = "train")]
    pub(super) fn row(&self) -> Vec<f32> {
        let value =
            |key| self.values.iter().filter(|(fact, _)| *fact == key).map(|(_, value)| value).sum();
        columns().map(value).chain([f32::from(u8::from(self.is_declared))]).collect()
    }

    fn probability(&self, weights: &Weights) -> f32 {
        let added = f32::from(u8::from(self.is_declared));
        let weight = |key| weights.0.get(key).map_or(0.0, |[all, declared]| all + added * declared);
        numbers::probability(self.values.iter().map(|(key, value)| weight(*key) * value).sum())
    }
}

/// The form in which two dates are compared.
fn compared(date: &Date) -> String {
    format!("{:?}", (date.year, date.month, date.day))
}

/// The facts about the first candidate; `None` without one, or if the method does not estimate kinds.
pub(super) fn facts(page: &Page, known: &Known, candidates: &[Candidate<Date>]) -> Option<Facts> {
    let [best, others @ ..] = candidates else { return None };
    if known.kinds.is_empty() {
        return None;
    }
    let value = compared(&best.value);
    let others_compared = others.iter().map(|one| compared(&one.value));
    let (same, mut differing): (Vec<_>, Vec<_>) = others_compared.partition(|one| *one == value);
    differing.sort_unstable();
    differing.dedup();
    let lead =
        others.first().map_or(MOST_LEAD, |second| (best.score - second.score).min(MOST_LEAD));
    let mut values = vec![
        (best.origin.key(), 1.0),
        ("any", 1.0),
        ("score", best.score),
        ("same_value", same.len().min(2) as f32 / 2.0),
        ("other_values", numbers::log2_plus_1(differing.len() as f32)),
        ("lead", lead),
        ("ideographic", flag(page.sentence_ends() == SentenceEnds::Ideographic)),
        ("posts", flag(known.has_posts)),
    ];
    values.extend(known.kinds.iter().map(|one| (one.kind.name(), one.probability)));
    let is_declared = matches!(best.origin, Origin::Meta | Origin::JsonLd | Origin::Microdata);
    Some(Facts { is_declared, values })
}

impl FieldWeights {
    /// Lowers the scores of the dates of publication, if the best is less likely right than the `least` probability.
    pub(super) fn apply(&self, page: &Page, known: &Known, least: f32, found: &mut super::Fields) {
        let found = &mut found.publish_date;
        let facts = facts(page, known, found).filter(|_| !self.publish_date.0.is_empty());
        if facts.is_some_and(|facts| facts.probability(&self.publish_date) < least) {
            found.iter_mut().for_each(|one| one.score *= DOUBT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{KindProbability, PageKind};

    fn scores(kind: PageKind, weights: &str) -> f32 {
        let weights: FieldWeights = serde_json::from_str(weights).unwrap();
        let page = Page::new("<p>文字。", None);
        let kinds = vec![KindProbability::new(kind, 0.9)];
        let known = Known { kinds, ..Known::default() };
        let value = Date { year: 2024, month: 5, day: 18, time: None, offset: None };
        let line = Candidate { value, raw: None, origin: Origin::DateLine, score: 0.8 };
        let mut found = super::super::Fields { publish_date: vec![line], ..Default::default() };
        weights.apply(&page, &known, 0.25, &mut found);
        found.publish_date[0].score
    }

    #[test]
    fn a_value_that_is_probably_wrong_loses_its_score() {
        let weights =
            r#"{"publish_date": {"any": [1, 0], "home": [-4, 0], "date_line": [0.5, 9]}}"#;
        assert_eq!(scores(PageKind::Article, weights), 0.8);
        assert!(scores(PageKind::Home, weights) < 0.3);
        assert_eq!(scores(PageKind::Home, "{}"), 0.8);
        let read = serde_json::from_str::<FieldWeights>;
        assert!(read(r#"{"title": {}}"#).is_err());
        assert!(read(r#"{"publish_date": {"menu word": [1, 0]}}"#).is_err());
    }
}
