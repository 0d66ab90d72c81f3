//! What a page says it is about: the pairs of letters of its title and of its description.

use crate::text::chars::{self, Classes};
use crate::text::runs::{Run, ideograph, runs};

/// Pairs that are told apart by their hashes; those of a title are a hundredth of them.
const PAIRS: usize = 1 << 14;
/// Pairs in a word of [`Topic`].
const IN_WORD: usize = 32;

/// The pairs of letters and digits that follow each other in a title and in a description, in lower case.
/// Hashed, so a pair may seem to be there that is not, once in a hundred.
#[derive(Debug, Clone)]
pub(super) struct Topic {
    /// Two bits for each pair: whether it is in the title, and in the description.
    bits: Box<[u64; PAIRS / IN_WORD]>,
}

/// Pairs of a block: all, and those in the page's title and in its description.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PairCounts {
    pub(super) all: u32,
    pub(super) in_title: u32,
    pub(super) in_description: u32,
}

impl Topic {
    /// Of a page whose title and description say these texts.
    pub(super) fn of(title: &[Option<&str>], description: &[Option<&str>]) -> Self {
        let mut bits = Box::new([0; PAIRS / IN_WORD]);
        for (texts, bit) in [(title, 1), (description, 2)] {
            for text in texts.iter().flatten() {
                Letters::of(text, |hash, is_pair| {
                    let set = if is_pair == 1 { bit } else { 0u64 };
                    bits[hash / IN_WORD % bits.len()] |= set << (2 * (hash % IN_WORD));
                });
            }
        }
        Self { bits }
    }

    /// The two bits of a pair.
    #[inline(always)]
    fn bits(&self, hash: usize) -> u32 {
        (self.bits[hash / IN_WORD % self.bits.len()] >> (2 * (hash % IN_WORD))) as u32 & 3
    }
}

/// Counts the pairs of a text.
pub(super) fn count_pairs(text: &str, topic: &Topic) -> (PairCounts, Letters) {
    // What the bits of all pairs come to, and the lower of them alone.
    let (mut all, mut sum, mut in_title) = (0, 0, 0);
    let letters = Letters::of(text, |hash, is_pair| {
        let bits = topic.bits(hash) & is_pair.wrapping_neg();
        all += is_pair;
        sum += bits;
        in_title += bits & 1;
    });
    (PairCounts { all, in_title, in_description: (sum - in_title) / 2 }, letters)
}

/// What a text is written with, counted on the way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Letters {
    /// ASCII digits.
    pub(super) digits: u32,
    pub(super) capitals: u32,
    /// Marks that part the items of menus.
    pub(super) separators: u32,
    pub(super) has_cjk: bool,
    /// Whether it has a numeral that Chinese years begin with.
    pub(super) has_numeral: bool,
}

/// Latin, Greek, Cyrillic and Armenian letters are below this, nearly all that have capitals.
const LAST_CASED: char = '\u{590}';

/// Bits of each count in [`ASCII`], and how far it counts.
const COUNT_BITS: u32 = 20;
const COUNT_MOST: u32 = (1 << COUNT_BITS) - 1;

/// What an ASCII character is: its lower case where it is a letter or digit, else 0; and a 1 each for a
/// digit, a capital, a separator, side by side in one number, so that counting is one addition.
static ASCII: [(u32, u64); 128] = {
    let mut table = [(0, 0); 128];
    let mut code = 0u8;
    while code < 128 {
        let letter = if code.is_ascii_alphanumeric() { code.to_ascii_lowercase() } else { 0 };
        let is_separator = matches!(code, b'|' | b'>' | b'/');
        let counts = code.is_ascii_digit() as u64
            | (code.is_ascii_uppercase() as u64) << COUNT_BITS
            | (is_separator as u64) << (2 * COUNT_BITS);
        table[code as usize] = (letter as u32, counts);
        code += 1;
    }
    table
};

/// The ideographs that Chinese years begin with (一, 二), and the one that parts the items of menus (丨), as UTF-8.
const NUMERALS: [[u8; 3]; 2] = [[0xe4, 0xb8, 0x80], [0xe4, 0xba, 0x8c]];
const SEPARATOR: [u8; 3] = [0xe4, 0xb8, 0xa8];

impl Letters {
    /// Counts a text, and visits the hash of each pair with a 1; of what is none, whatever with a 0, since where words end
    /// cannot be foreseen.
    #[inline]
    fn of(text: &str, mut visit: impl FnMut(usize, u32)) -> Self {
        let classes = chars::classes();
        let mut letters = Self::default();
        let mut previous = 0u32;
        let mut pair = |letter: u32| {
            let is_pair = u32::from(previous != 0) & u32::from(letter != 0);
            let hash = (previous.wrapping_mul(31) ^ letter).wrapping_mul(0x9E37_79B1);
            visit((hash >> 18) as usize, is_pair);
            previous = if letter != 0 { letter } else { previous };
        };
        for run in runs(text) {
            match run {
                Run::Ascii(bytes) => {
                    for bytes in bytes.chunks(COUNT_MOST as usize) {
                        let mut sums = 0;
                        for byte in bytes {
                            let (letter, counts) = ASCII[usize::from(*byte % 128)];
                            sums += counts;
                            pair(letter);
                        }
                        letters.add(sums);
                    }
                }
                Run::Ideographs(all) => {
                    letters.has_cjk = true;
                    for three in all {
                        letters.has_numeral |= NUMERALS.contains(three);
                        letters.separators += u32::from(*three == SEPARATOR);
                        pair(ideograph(*three));
                    }
                }
                Run::Other(c) => {
                    pair(letters.other(c, classes.of(c)));
                }
            }
        }
        letters
    }

    /// Adds sums of the counts in [`ASCII`].
    fn add(&mut self, sums: u64) {
        let count = |place: u32| (sums >> (place * COUNT_BITS)) as u32 & COUNT_MOST;
        self.digits += count(0);
        self.capitals += count(1);
        self.separators += count(2);
    }

    /// Counts a character that is not ASCII; gives it as a letter in lower case, 0 for what is none.
    fn other(&mut self, c: char, class: u8) -> u32 {
        if class & Classes::CJK != 0 {
            self.has_cjk = true;
            return u32::from(c);
        }
        self.count_other(c);
        folded(c, class)
    }

    /// A character that is neither ASCII nor CJK.
    fn count_other(&mut self, c: char) {
        if c < LAST_CASED {
            self.capitals += u32::from(c.is_uppercase());
            self.separators += u32::from(matches!(c, '·' | '»'));
        } else {
            self.separators += u32::from(c == '›');
        }
    }
}

/// A letter in lower case, 0 for what is none.
fn folded(c: char, class: u8) -> u32 {
    let is_mark =
        matches!(c, '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}');
    let is_letter = !is_mark && class & Classes::WORD != 0;
    if is_letter { c.to_lowercase().next().map_or(0, u32::from) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_counted_by_what_they_are() {
        let none = Topic::of(&[], &[]);
        let letters = count_pairs("首页 | ÄB 二〇 12·a › 丨", &none).1;
        let (has_cjk, has_numeral) = (true, true);
        let expected = Letters { digits: 2, capitals: 2, separators: 4, has_cjk, has_numeral };
        assert_eq!(letters, expected);
    }

    #[test]
    fn long_texts_are_counted_too() {
        let none = Topic::of(&[], &[]);
        let (counts, letters) = count_pairs(&"1A/".repeat(1_100_000), &none);
        assert_eq!(
            (letters.digits, letters.capitals, letters.separators),
            (1_100_000, 1_100_000, 1_100_000)
        );
        assert_eq!(counts.all, 2_199_999);
    }

    #[test]
    fn pairs_are_found_whatever_their_case_and_marks() {
        let topic = Topic::of(&[Some("供水会议"), None, Some("New Plan")], &[Some("new 会议")]);
        let counts = |text: &str| {
            let (counts, _) = count_pairs(text, &topic);
            (counts.all, counts.in_title, counts.in_description)
        };
        assert_eq!(counts("会 议"), (1, 1, 1));
        assert_eq!(counts("NEW"), (2, 2, 2));
        assert_eq!(counts("plan"), (3, 3, 0));
        assert_eq!(counts("水供"), (1, 0, 0));
        assert_eq!(counts("——"), (0, 0, 0));
    }
}
