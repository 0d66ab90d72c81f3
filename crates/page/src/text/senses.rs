//! The rows of the lexicon by meaning. A row is read with the first meaning that anybody asks for.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

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
