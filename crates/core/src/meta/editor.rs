//! The site's editor of the article (责任编辑).

use super::bylines::{Label, value_after};
use super::candidate::{Candidate, Candidates};
use super::origin::Origin;
use super::people::names;
use super::place::Place;

/// Editors in the page's data and in labelled lines.
pub(super) fn candidates(place: &Place) -> Vec<Candidate> {
    let mut found = Candidates::default();
    let data = place.page.structured();
    for name in ["editor", "article:editor"] {
        if let Some(names) = data.meta(name).and_then(names) {
            found.add(&names, Origin::MetaEditor, 0.6);
        }
    }
    let editors = data.json_ld.iter().filter_map(|object| object.get("editor"));
    for name in editors.filter_map(|e| e.get("name").unwrap_or(e).as_str()).filter_map(names) {
        found.add(&name, Origin::JsonLdEditor, 0.65);
    }
    let blocks = place.tail().chain(place.head());
    for (index, _) in blocks.filter(|(_, block)| !block.is_hidden && block.characters <= 200) {
        for label in place.labelled(index).iter().filter(|found| found.label == Label::Editor) {
            let is_alone = label.value.is_empty();
            let value =
                if is_alone { value_after(place.page, index) } else { label.value.to_owned() };
            if let Some(names) = names(first_name(&value)) {
                found.add(&names, Origin::EditorLine, if is_alone { 0.7 } else { 0.8 });
            }
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
