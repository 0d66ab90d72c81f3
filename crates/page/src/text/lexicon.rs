//! The lexicon: the words that the program knows, each in one row with its language and its meanings.
//!
//! The files of `data` tell how their rows are written. What is built of the words of a meaning is built when it is first used.

use std::ops::Deref;
use std::sync::OnceLock;

use super::phrases::Phrases;
pub use super::senses::{Sense, senses};

/// The words of a meaning by their ranks, read when they are first asked for.
#[derive(Debug)]
pub struct Group {
    meaning: &'static str,
    words: OnceLock<Vec<&'static str>>,
    /// The same, for search; one pass rules out most texts.
    search: OnceLock<Phrases>,
}

impl Group {
    /// The words of a meaning.
    pub const fn of(meaning: &'static str) -> Self {
        Self { meaning, words: OnceLock::new(), search: OnceLock::new() }
    }

    /// True if a text holds one of the words, written in the same case.
    pub fn are_in(&self, text: &str) -> bool {
        let search = self.search.get_or_init(|| Phrases::of(&[self.meaning]));
        search.are_in(text) && self.iter().any(|word| text.contains(word))
    }
}

impl Deref for Group {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        self.words.get_or_init(|| {
            let mut senses = senses(self.meaning).to_vec();
            senses.sort_by_key(|sense| sense.value().parse().unwrap_or(0u8));
            senses.iter().map(|sense| sense.word).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_order_the_words_of_a_meaning() {
        assert_eq!(Group::of("product.rating_label")[..2], ["评分", "評分"]);
        assert!(Group::of("address.share").are_in("/share?u=1"));
    }
}
