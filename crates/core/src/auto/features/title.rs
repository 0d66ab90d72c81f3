//! Title overlap: how many pairs of letters a block shares with the page's title and with its description.

use crate::page::{Block, Page};
use crate::text::chars::{self, Classes};
use crate::text::runs::{Run, ideograph, runs};
use crate::text::{count, titles};

/// Number of hashes of pairs. A title fills about a hundredth of them.
const PAIRS: usize = 1 << 14;
/// Number of pairs that share one word of the bits of [`Topic`]; each takes two bits.
const IN_WORD: usize = 32;

/// The pairs of neighbouring letters and digits in a title and in a description, in lower case.
///
/// Pairs are hashed: about one pair in a hundred seems to be there although it is not. The models are fitted to that.
#[derive(Debug, Clone)]
pub(crate) struct Topic {
    /// Two bits for each pair: it is in the title, and it is in the description.
    bits: Box<[u64; PAIRS / IN_WORD]>,
}

/// The pairs of a block: all of them, those in the page's title, and those in its description.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PairCounts {
    pub(crate) all: u32,
    pub(crate) in_title: u32,
    pub(crate) in_description: u32,
}

impl Topic {
    /// The topic of a page with these titles and descriptions.
    pub(crate) fn of(title: &[Option<&str>], description: &[Option<&str>]) -> Self {
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
    #[inline]
    fn bits(&self, hash: usize) -> u32 {
        (self.bits[hash / IN_WORD % self.bits.len()] >> (2 * (hash % IN_WORD))) as u32 & 3
    }
}

/// Longest block, in characters, that the whole of may count for the title.
const LONGEST_TITLE: u32 = 200;

/// The amount of the title that a block must share to be the title's block: half of its characters.
pub(crate) fn least_of_title(page: &Page) -> Option<f32> {
    let title = titles::without_site_name(page.structured().title.as_deref()?);
    Some(count::characters(title) as f32 / 2.0)
}

/// The weight of a block that shares all of its pairs with the title.
pub(crate) fn weight_of_title(block: &Block) -> f32 {
    let bonus = if block.is_heading { 1.2 } else { 1.0 };
    block.characters.min(LONGEST_TITLE) as f32 * bonus
}

/// Counts the pairs of a text, and its letters by sort.
pub(crate) fn count_pairs(text: &str, topic: &Topic) -> (PairCounts, Letters) {
    // `sum` adds both bits of each pair, `in_title` the lower bit alone.
    let (mut all, mut sum, mut in_title) = (0, 0, 0);
    let letters = Letters::of(text, |hash, is_pair| {
        let bits = topic.bits(hash) & is_pair.wrapping_neg();
        all += is_pair;
        sum += bits;
        in_title += bits & 1;
    });
    (PairCounts { all, in_title, in_description: (sum - in_title) / 2 }, letters)
}

/// The letters of a text, counted while its pairs are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Letters {
    /// ASCII digits.
    pub(crate) digits: u32,
    pub(crate) capitals: u32,
    /// Marks between the items of menus.
    pub(crate) separators: u32,
    pub(crate) has_cjk: bool,
    /// True if the text has a numeral that Chinese years begin with.
    pub(crate) has_numeral: bool,
}

/// Latin, Greek, Cyrillic and Armenian letters are below this, nearly all that have capitals.
const LAST_CASED: char = '\u{590}';

/// Bits of each count in [`ASCII`], and the highest value that they hold.
const COUNT_BITS: u32 = 20;
const COUNT_MOST: u32 = (1 << COUNT_BITS) - 1;

/// For each ASCII character its lower case, 0 if it is no letter or digit; and a 1 each for a digit, a capital and a separator.
/// The ones are packed into one number, so that one addition counts all three.
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

/// The ideographs that Chinese years begin with (一, 二), and the one between the items of menus (丨), as UTF-8.
const NUMERALS: [[u8; 3]; 2] = [[0xe4, 0xb8, 0x80], [0xe4, 0xba, 0x8c]];
const SEPARATOR: [u8; 3] = [0xe4, 0xb8, 0xa8];

impl Letters {
    /// Counts a text and visits the hash of each pair with a 1. It also visits hashes that are no pairs, with a 0: to add
    /// nothing is faster than a branch that cannot be predicted.
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
        let counts = [&mut self.digits, &mut self.capitals, &mut self.separators];
        for (place, count) in counts.into_iter().enumerate() {
            *count += (sums >> (place as u32 * COUNT_BITS)) as u32 & COUNT_MOST;
        }
    }

    /// Counts a character that is not ASCII; returns it in lower case, 0 if it is no letter.
    fn other(&mut self, c: char, class: u8) -> u32 {
        if class & Classes::CJK != 0 {
            self.has_cjk = true;
            return u32::from(c);
        }
        self.count_other(c);
        folded(c, class)
    }

    /// Counts a character that is neither ASCII nor CJK.
    fn count_other(&mut self, c: char) {
        if c < LAST_CASED {
            self.capitals += u32::from(c.is_uppercase());
            self.separators += u32::from(matches!(c, '·' | '»'));
        } else {
            self.separators += u32::from(c == '›');
        }
    }
}

/// A letter in lower case; 0 for a character that is no letter.
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
