//! The candidates for fields as rows to train with.

use super::{FieldModel, Known, claims, gather, title, trust};
use crate::page::Page;

/// The candidates of some fields, as rows to train with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CandidateRows {
    /// Every candidate for the title.
    Titles,
    /// Every name that may be author or source.
    Names,
    /// The best date of publication.
    Dates,
}

/// A candidate: the name of its field, its value, and the values of [`CandidateRows::columns`].
pub type CandidateRow = (&'static str, String, Vec<f32>);

impl CandidateRows {
    /// The names of the columns.
    pub fn columns(self) -> Vec<&'static str> {
        match self {
            Self::Titles => title::columns().collect(),
            Self::Names => claims::columns().collect(),
            Self::Dates => trust::columns().chain(["declared"]).collect(),
        }
    }

    /// The rows of a page, by the models of the fields that were fitted before.
    pub(crate) fn of(self, page: &Page, known: &Known, model: &FieldModel) -> Vec<CandidateRow> {
        let of_field = |field| move |(value, row)| (field, value, row);
        if self == Self::Titles {
            return title::rows(page, known).into_iter().map(of_field("title")).collect();
        }
        let (fields, _) = gather(page, known, model);
        if self == Self::Dates {
            let found = &fields.publish_date;
            let best = found.first().zip(trust::facts(page, known, found));
            let row = best.map(|(first, facts)| ("date", first.value.to_string(), facts.row()));
            return row.into_iter().collect();
        }
        let [authors, sources] = claims::rows(page, known, &fields);
        let authors = authors.into_iter().map(of_field("author"));
        authors.chain(sources.into_iter().map(of_field("source"))).collect()
    }
}
