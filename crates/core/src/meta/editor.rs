//! The site's editor of the article (责任编辑).

use super::candidate::{Candidate, Candidates};
use super::facts;
use super::origin::Origin;
use super::people::names;
use super::place::Place;
use crate::page::Label;

/// Editors in the page's data and in labelled lines.
pub(super) fn candidates(place: &Place) -> Vec<Candidate> {
    let mut found = Candidates::default();
    facts::add(place.page, "editor", &mut found);
    for line in place.lines(200).filter(|line| !line.block.is_hidden) {
        for label in line.labels().filter(|found| found.label == Label::Editor) {
            let score = if label.is_alone { 0.7 } else { 0.8 };
            // Most editors are named below the text.
            let score = if line.is_head { score - 0.01 } else { score };
            found.add(
                &names(first_name(label.value)).unwrap_or_default(),
                Origin::EditorLine,
                score,
            );
        }
    }
    found.sorted()
}

/// The value without a staff number after a blank: `某某 PN054`.
fn first_name(value: &str) -> &str {
    let cut = value.char_indices().find(|(at, c)| {
        let after = value[at + c.len_utf8()..].chars();
        let word: String = after.take_while(char::is_ascii_alphanumeric).collect();
        *c == ' ' && word.len() >= 3 && word.bytes().any(|b| b.is_ascii_digit())
    });
    value[..cut.map_or(value.len(), |(at, _)| at)].trim()
}
