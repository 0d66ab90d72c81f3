//! The lexicon: the words that the program knows, each in one row with its language and its meanings.
//!
//! The files of `data` tell how their rows are written. A row is read with the first meaning that anybody asks for; what is
//! built of the words of a meaning is built when it is first used.

use std::ops::Deref;
use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::phrases::Phrases;

const ROWS: &str = concat!(
    include_str!("../../data/words.txt"),
    include_str!("../../data/names.txt"),
    include_str!("../../data/addresses.txt"),
    include_str!("../../data/keys.txt"),
    include_str!("../../data/html.txt"),
);

/// A word in one of its meanings.
#[derive(Debug, Clone, Copy)]
pub struct Sense {
    /// The word.
    pub word: &'static str,
    /// The meaning as its row has it, with the signs around it.
    pub(crate) written: &'static str,
}

impl Sense {
    /// What the row adds to the meaning: a rank, a score, a code. Empty without.
    pub fn value(self) -> &'static str {
        self.written.split_once('=').map_or("", |(_, value)| value)
    }
}

static SENSES: LazyLock<FxHashMap<&str, Vec<Sense>>> = LazyLock::new(|| {
    let mut senses = FxHashMap::<&str, Vec<Sense>>::default();
    let (mut word, mut column, mut start) = ("", 0, 0);
    // One pass over the bytes is quicker than to split: words are short. Below a blank are tabs and ends of lines.
    for (at, sign) in ROWS.bytes().enumerate() {
        if sign > b' ' || sign == b' ' && column == 0 {
            continue;
        }
        let part = &ROWS[start..at];
        match column {
            0 => word = part,
            2 => senses.entry(bare(part)).or_default().push(Sense { word, written: part }),
            _ => {}
        }
        start = at + 1;
        column = match sign {
            b'\n' => 0,
            b'\t' => column + 1,
            _ => column,
        };
    }
    senses
});

/// A meaning without the signs around it.
fn bare(written: &str) -> &str {
    let named = written.strip_prefix(['^', '*']).unwrap_or(written);
    let end = named.bytes().position(|byte| matches!(byte, b'$' | b'*' | b'='));
    &named[..end.unwrap_or(named.len())]
}

/// The words of a meaning, in the order of their rows.
pub fn senses(meaning: &str) -> &'static [Sense] {
    let found = SENSES.get(meaning);
    debug_assert!(found.is_some(), "no word means {meaning}");
    found.map_or(&[], Vec::as_slice)
}

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
