//! The `meta` elements that declare a field, by the table of their names.

use std::sync::LazyLock;

use crate::page::Page;

/// A row of the table: a field, the score of its candidates, the names of elements.
type Row = (&'static str, f32, Vec<&'static str>);

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("../../data/meta_names.txt").lines();
    let row = |line: &'static str| -> Option<Row> {
        let (field, names) = line.split_once(": ")?;
        let (field, score) = field.split_once(' ')?;
        Some((field, score.parse().ok()?, names.split('|').collect()))
    };
    lines.filter_map(row).collect()
});

/// The names of the elements that declare a field, and the scores of its candidates.
pub(super) fn names(field: &str) -> impl Iterator<Item = (&'static str, f32)> {
    let rows = ROWS.iter().filter(move |(own, ..)| *own == field);
    rows.flat_map(|(_, score, names)| names.iter().map(|name| (*name, *score)))
}

/// The values that a page declares for a field, and the scores of the candidates.
pub(super) fn values<'p>(page: &'p Page, field: &str) -> impl Iterator<Item = (&'p str, f32)> {
    names(field).filter_map(|(name, score)| Some((page.structured().meta(name)?, score)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let lines = include_str!("../../data/meta_names.txt").lines();
        assert_eq!(ROWS.len(), lines.filter(|line| !line.starts_with('#')).count());
        let page = Page::new("<meta name=source content=A><meta name=mediaid content=B>", None);
        assert_eq!(values(&page, "source").collect::<Vec<_>>(), [("B", 0.7), ("A", 0.7)]);
    }
}
