//! Texts by themselves: character classes, amounts, dates, languages, phrases of vocabularies, and the meaning of white space.

pub mod address;
pub mod chars;
pub mod clean;
pub mod count;
pub mod dates;
pub mod eight_bytes;
pub mod escape;
pub mod hash;
pub mod language;
pub mod language_tags;
pub mod lexicon;
pub mod machine;
pub mod page_marks;
pub mod people;
pub mod phrases;
pub mod prices;
pub mod reading;
pub mod runs;
mod senses;
pub mod separators;
pub mod templates;
pub mod titles;

/// A text without room to grow: it is kept while other texts are written.
pub fn without_room(mut text: String) -> String {
    text.shrink_to_fit();
    text
}
