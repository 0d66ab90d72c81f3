//! The table of what gives a field or a fact: properties of things, names of `meta` elements, links.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::things::{Thing, Told};
use super::{Label, Page};

const ROWS: &str = include_str!("../../data/facts.txt");

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The form of the value, as its reader knows it.
    pub form: &'static str,
    /// The key of the origin of candidates; empty for a fact.
    pub origin: &'static str,
    /// The score of candidates that have none of their own.
    pub score: f32,
    sources: &'static str,
}

static TABLE: LazyLock<FxHashMap<&str, Vec<Row>>> = LazyLock::new(|| {
    let mut table = FxHashMap::<&str, Vec<Row>>::default();
    for line in ROWS.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let mut column = || columns.next().unwrap_or("");
        let (name, form, sources, origin) = (column(), column(), column(), column());
        let (origin, score) = origin.split_once('=').unwrap_or((origin, ""));
        let score = score.parse().unwrap_or(0.0);
        table.entry(name).or_default().push(Row { form, origin, score, sources });
    }
    table
});

/// The rows of a field or a fact, in order.
pub fn rows(name: &str) -> &'static [Row] {
    let found = TABLE.get(name);
    debug_assert!(found.is_some(), "no row gives {name}");
    found.map_or(&[], Vec::as_slice)
}

/// True if a kind of data, without its vocabulary, is one of those in the row `kinds.GROUP`.
pub fn is_kind(group: &str, kind: &str) -> bool {
    let mut kinds = rows(group).iter().flat_map(Row::sources);
    kinds.any(|known| known.eq_ignore_ascii_case(kind))
}

impl Row {
    /// Its sources, in order.
    pub fn sources(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.sources.split([' ', '+']).filter(|source| !source.is_empty())
    }

    /// What a thing says: of groups of paths (`+` joins a group) the values of the first that has any.
    pub fn of_thing<'p>(&self, thing: Thing<'p>) -> Vec<Told<'p>> {
        let groups = self.sources.split(' ').map(|group| {
            let paths = group.split('+').filter(|source| !source.contains(':'));
            paths.flat_map(|path| thing.said(path)).filter(|said| is_said(said)).collect::<Vec<_>>()
        });
        groups.into_iter().find(|said| !said.is_empty()).unwrap_or_default()
    }

    /// What the `meta` elements of a page say, in the order of the sources; `card:` is the label of a card.
    pub fn of_metas<'p>(&self, page: &'p Page) -> Vec<&'p str> {
        let data = page.structured();
        let said = self.sources().filter_map(|source| match source.split_once(':')? {
            ("meta", name) => data.meta(name),
            ("card", "price") => card(page, &[Label::SalePrice, Label::Price]),
            ("card", "brand") => card(page, &[Label::Brand]),
            _ => None,
        });
        said.collect()
    }
}

/// True for a thing, and for a text with words.
fn is_said(said: &Told) -> bool {
    !matches!(said, Told::Text(text) if text.is_empty())
}

/// The value of `twitter:data1` if `twitter:label1` is such a label.
fn card<'p>(page: &'p Page, labels: &[Label]) -> Option<&'p str> {
    let data = page.structured();
    let mut found = labels.iter().flat_map(|label| ["1", "2"].map(|number| (*label, number)));
    found.find_map(|(label, number)| {
        let word = data.meta(&format!("twitter:label{number}"))?;
        let value = data.meta(&format!("twitter:data{number}"));
        value.filter(|_| Label::of(word) == Some(label))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order() {
        for line in ROWS.lines().filter(|line| !line.starts_with('#')) {
            let columns = line.split('\t').count();
            assert!((3..=4).contains(&columns) && line.chars().count() <= 240, "{line}");
        }
        for row in TABLE.values().flatten() {
            assert!(row.sources().next().is_some());
            let has_none = row.origin.is_empty() || row.sources == "meta";
            assert_eq!(has_none, row.score == 0.0, "{row:?}");
        }
    }

    #[test]
    fn kinds_are_those_of_a_row() {
        assert!(is_kind("kinds.event", "MusicEvent") && !is_kind("kinds.event", "Recipe"));
    }
}
