//! The people of an article one by one: who wrote it, and who took its pictures or translated it.

use serde::{Deserialize, Serialize};

use super::Chosen;
use super::candidate::Candidate;
use super::people::names;
use super::place::Place;
use crate::page::Label;

/// A person or organisation that a page names as an author, or that took its pictures or translated it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Author {
    /// The name.
    pub name: String,
    /// The role that the page gives; missing for who wrote the text.
    pub role: Option<AuthorRole>,
}

/// What somebody did for an article, if not write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum AuthorRole {
    /// Took or drew the pictures (摄影).
    Photographer,
    /// Translated the text (翻译).
    Translator,
}

/// The longest block that is looked at, in characters, and the most people who are given.
const LONGEST: u32 = 200;
const MOST: usize = 20;

/// The photographers and translators of labelled lines around the text: `图/李四`, `Translated by: Ann Lee`.
pub(super) fn contributors(place: &Place) -> Vec<Author> {
    let shown = place.lines(LONGEST).filter(|line| !line.block.is_hidden);
    let labels = shown.flat_map(|line| line.labels());
    let mut found: Vec<Author> = Vec::new();
    for label in labels.filter(|found| found.label.is_contribution() && !found.is_alone) {
        let role = match label.label {
            Label::Pictures => AuthorRole::Photographer,
            _ => AuthorRole::Translator,
        };
        let people = names(label.value).unwrap_or_default();
        for name in people.split("; ").filter(|name| !name.is_empty()) {
            let author = Author { name: name.to_owned(), role: Some(role) };
            if !found.contains(&author) && found.len() < MOST {
                found.push(author);
            }
        }
    }
    found
}

/// The chosen authors one by one, and after them the others who contributed. Nobody without an author.
pub(crate) fn authors(candidates: &[Candidate], contributors: &[Author]) -> Vec<Author> {
    let Some(chosen) = Option::<String>::among(candidates) else { return Vec::new() };
    let author = |name: &str| Author { name: name.to_owned(), role: None };
    let mut all: Vec<Author> = chosen.split("; ").map(author).collect();
    all.extend(contributors.iter().cloned());
    all
}
