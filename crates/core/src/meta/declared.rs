//! The `meta` elements that declare a field, by the names of them in the lexicon.

use crate::page::Page;
use crate::text::lexicon::{self, Sense};

/// The names of the elements that declare a field, and the scores of its candidates.
pub(super) fn names(field: &str) -> impl Iterator<Item = (&'static str, f32)> {
    senses(field).iter().map(|sense| (sense.word, score(sense)))
}

/// The values that a page declares for a field, and the scores of the candidates.
pub(super) fn values<'p>(page: &'p Page, field: &str) -> impl Iterator<Item = (&'p str, f32)> {
    senses(field)
        .iter()
        .filter_map(|sense| Some((page.structured().meta(sense.word)?, score(sense))))
}

fn senses(field: &str) -> &'static [Sense] {
    lexicon::senses(&format!("meta.{field}"))
}

fn score(sense: &Sense) -> f32 {
    sense.value().parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_scores_the_first_name_counts() {
        let page = Page::new("<meta name=source content=A><meta name=mediaid content=B>", None);
        assert_eq!(values(&page, "source").collect::<Vec<_>>(), [("B", 0.7), ("A", 0.7)]);
    }
}
