//! Means over pages.

use std::fmt;

use serde::Serialize;

use crate::score::Scores;

/// The means of a group of pages, to four decimals; fields that no page has are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub(crate) struct Figures {
    pub(crate) n: usize,
    #[serde(flatten)]
    pub(crate) values: NamedValues,
}

/// Named figures in the order in which they are printed.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct NamedValues(Vec<(&'static str, f64)>);

impl Serialize for NamedValues {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// A figure's name, and a page's share in it.
type Column = (&'static str, fn(&Scores) -> Option<f64>);

const COLUMNS: &[Column] = &[
    ("P", |s| s.text.map(|text| text.precision)),
    ("R", |s| s.text.map(|text| text.recall)),
    ("F1", |s| s.text.map(|text| text.f1)),
    ("good", |s| s.text.map(|text| f64::from(text.is_good()))),
    ("fine", |s| s.text.map(|text| f64::from(text.is_fine()))),
    ("must", |s| s.must),
    ("not", |s| s.must_not),
    ("price", |s| s.price.map(f64::from)),
    ("sku", |s| s.sku.map(f64::from)),
    ("gtin", |s| s.gtin.map(f64::from)),
    ("brand", |s| s.brand.map(f64::from)),
    ("availability", |s| s.availability.map(f64::from)),
    ("kind", |s| s.kind.map(f64::from)),
    ("title", |s| s.title.found.map(f64::from)),
    ("author", |s| s.author.found.map(f64::from)),
    ("source", |s| s.source.found.map(f64::from)),
    ("editor", |s| s.editor.found.map(f64::from)),
    ("date", |s| s.date.found.map(f64::from)),
    ("title_told", |s| s.title.given_is_right.map(f64::from)),
    ("author_told", |s| s.author.given_is_right.map(f64::from)),
    ("source_told", |s| s.source.given_is_right.map(f64::from)),
    ("editor_told", |s| s.editor.given_is_right.map(f64::from)),
    ("date_told", |s| s.date.given_is_right.map(f64::from)),
];

/// A figure with four decimals. One right between two ends in an even digit, as in `score.py`.
fn rounded(figure: f64) -> f64 {
    format!("{figure:.4}").parse().unwrap_or(figure)
}

impl Figures {
    pub(crate) fn mean<'a>(pages: impl Iterator<Item = &'a Scores>) -> Self {
        let pages: Vec<&Scores> = pages.collect();
        let mean = |column: &Column| {
            let values: Vec<f64> = pages.iter().filter_map(|page| (column.1)(page)).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            (!values.is_empty()).then(|| (column.0, rounded(mean)))
        };
        Self { n: pages.len(), values: NamedValues(COLUMNS.iter().filter_map(mean).collect()) }
    }

    /// The figure of this name, as printed but for case (`f1`).
    pub(crate) fn get(&self, name: &str) -> Option<f64> {
        self.values.0.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
}

/// A line of the table.
pub(crate) struct Row<'a> {
    pub(crate) set: &'a str,
    pub(crate) method: &'a str,
    pub(crate) group: &'a str,
    pub(crate) figures: &'a Figures,
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, method, group, figures } = self;
        write!(f, "{set:14} {method:17} {group:12} n {:4}", figures.n)?;
        figures.values.0.iter().try_for_each(|(name, value)| write!(f, "  {name} {value:.4}"))
    }
}
