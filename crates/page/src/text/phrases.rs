//! Groups of phrases, searched for in texts.
//!
//! A phrase begins at few positions: a bit for the two bytes there is tested first, then one for
//! four bytes, and phrases are compared only if both are set.

use std::borrow::Cow;
use std::ops::Range;

use super::senses::{Sense, senses};

/// Phrases prepared for search, in one pass whatever their number.
#[derive(Debug)]
pub struct Phrases {
    /// By two bytes, true if any phrase begins with them.
    pairs: Bits,
    /// By hash of four bytes, true if any phrase begins with them.
    fours: Bits,
    /// By two bytes, true if any shorter phrase begins with them.
    twos: Bits,
    /// Key, phrase, group; sorted by key, then longest first.
    phrases: Vec<Row>,
    /// By the highest bits of a key, the first phrase with these bits or higher ones.
    buckets: Vec<usize>,
}

/// A key, a phrase, a group.
type Row = (u32, Cow<'static, str>, usize);

/// Keys of phrases of fewer than four bytes begin here; those of others are hashes of their first four.
const SHORT: u32 = 1 << 16;
/// The lower bits of a key, which its bucket leaves out.
const LOW_BITS: u32 = 7;

/// A set of numbers; a lexicon sets one in a hundred of its bits at most.
#[derive(Debug)]
struct Bits(Box<[u64; 1 << 10]>);

impl Bits {
    fn new() -> Self {
        Self(Box::new([0; 1 << 10]))
    }

    fn set(&mut self, number: u16) {
        self.0[usize::from(number >> 6)] |= 1 << (number % 64);
    }

    #[inline]
    fn has(&self, number: u16) -> bool {
        self.0[usize::from(number >> 6)] >> (number % 64) & 1 == 1
    }
}

/// Hashes four bytes, ignoring case.
#[inline]
fn hash_of_four(bytes: [u8; 4]) -> u16 {
    ((u32::from_le_bytes(bytes) | 0x2020_2020).wrapping_mul(0x9E37_79B1) >> 16) as u16
}

/// Two bytes as a number, ignoring case.
#[inline]
fn number_of_two(bytes: [u8; 2]) -> u16 {
    u16::from_le_bytes(bytes) | 0x2020
}

/// The key of phrases of fewer than four bytes that begin with this one.
fn short_key(first: u8) -> u32 {
    SHORT | u32::from(first | 0x20)
}

/// The words of some meanings, with the number of the meaning.
fn words_of(meanings: &[impl AsRef<str>]) -> impl Iterator<Item = (usize, &'static Sense)> {
    let numbered = meanings.iter().enumerate();
    numbered.flat_map(|(group, name)| senses(name.as_ref()).iter().map(move |s| (group, s)))
}

/// A word as it is, and one of another script with a capital at its start.
pub(crate) fn spellings(word: &'static str) -> impl Iterator<Item = Cow<'static, str>> {
    let first = word.chars().next().filter(|c| !c.is_ascii() && c.is_lowercase());
    let capital = first.map(|c| c.to_uppercase().collect::<String>() + &word[c.len_utf8()..]);
    std::iter::once(word.into()).chain(capital.map(Cow::Owned))
}

impl Phrases {
    /// The words of these meanings of the lexicon, each meaning a group.
    pub fn of(meanings: &[impl AsRef<str>]) -> Self {
        Self::numbered(words_of(meanings).map(|(group, sense)| (sense.word.into(), group)))
    }

    /// Like [`Phrases::of`], but phrases of other scripts also match with a capital at their start.
    pub fn with_capitals(meanings: &[impl AsRef<str>]) -> Self {
        Self::numbered(
            words_of(meanings).flat_map(|(group, sense)| {
                spellings(sense.word).map(move |phrase| (phrase, group))
            }),
        )
    }

    /// Phrases with the numbers of their groups.
    pub fn numbered(phrases: impl Iterator<Item = (Cow<'static, str>, usize)>) -> Self {
        let [pairs, fours, twos] = [(); 3].map(|()| Bits::new());
        let mut found = Self { pairs, fours, twos, phrases: Vec::new(), buckets: Vec::new() };
        phrases.for_each(|(phrase, group)| found.add(phrase, group));
        found.sort();
        found
    }

    fn sort(&mut self) {
        self.phrases.sort_by_key(|(key, phrase, _)| (*key, usize::MAX - phrase.len()));
        let first = |bits: u32| self.phrases.partition_point(|(key, ..)| key >> LOW_BITS < bits);
        self.buckets = (0..=(SHORT + 0xff) >> LOW_BITS).map(first).collect();
    }

    fn add(&mut self, phrase: Cow<'static, str>, group: usize) {
        let key = match *phrase.as_bytes() {
            [] => return,
            [a, b, c, d, ..] => {
                let four = hash_of_four([a, b, c, d]);
                self.pairs.set(number_of_two([a, b]));
                self.fours.set(four);
                u32::from(four)
            }
            [a, ref rest @ ..] => {
                let seconds = rest.first().map_or(0..=u8::MAX, |b| *b..=*b);
                for two in seconds.map(|b| number_of_two([a, b])) {
                    self.pairs.set(two);
                    self.twos.set(two);
                }
                short_key(a)
            }
        };
        self.phrases.push((key, phrase, group));
    }

    /// True if a text holds one of the phrases, ignoring ASCII case.
    pub fn are_in(&self, text: &str) -> bool {
        self.find_ranges(text).next().is_some()
    }

    /// Finds the phrases in a text, ignoring ASCII case, the longest where several begin. Returns
    /// the index of each one's group, and its length in bytes.
    pub fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.find_ranges(text).map(|(group, range)| (group, range.len()))
    }

    /// The longest phrase that a text begins with: its group and length in bytes.
    #[inline]
    pub fn at_start(&self, text: &str) -> Option<(usize, usize)> {
        self.all_at_start(text).next()
    }

    /// The phrases that a text begins with, the longest first.
    fn all_at_start<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        let bytes = text.as_bytes();
        let four = bytes.first_chunk().map(|four| hash_of_four(*four));
        let long = four.filter(|four| self.fours.has(*four)).map(u32::from);
        let short = match *bytes {
            [a, b, ..] => Some(a).filter(|_| self.twos.has(number_of_two([a, b]))),
            // A phrase of a single byte is stored with every second byte.
            [a] => Some(a).filter(|_| self.twos.has(number_of_two([a, 0]))),
            [] => None,
        };
        let keys = long.into_iter().chain(short.map(short_key));
        keys.flat_map(move |key| self.with_key(key, bytes))
    }

    /// The phrases with this key that some bytes begin with, the longest first.
    fn with_key<'a>(
        &'a self,
        key: u32,
        bytes: &'a [u8],
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let start = self.buckets.get((key >> LOW_BITS) as usize);
        let from = self.phrases[start.copied().unwrap_or(self.phrases.len())..].iter();
        let from = from.skip_while(move |(other, ..)| *other < key);
        let alike = from.take_while(move |(other, ..)| *other == key);
        let begins = alike.filter(move |(_, phrase, _)| {
            let begin = bytes.get(..phrase.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(phrase.as_bytes()))
        });
        begins.map(|(_, phrase, group)| (*group, phrase.len()))
    }

    /// True if a phrase may begin at a place in a text.
    #[inline]
    fn may_begin(&self, bytes: &[u8], at: usize) -> bool {
        // A phrase of a single byte is stored with every second byte.
        let second = bytes.get(at + 1).copied().unwrap_or(0);
        self.pairs.has(number_of_two([bytes[at], second]))
    }

    /// The first place from `from` on at which a phrase may begin, by its bytes alone. Not inlined: it is a loop of its own, and
    /// many places look for phrases.
    #[inline(never)]
    fn next_begin(&self, bytes: &[u8], from: usize) -> Option<usize> {
        let mut fours = bytes.get(from..)?.windows(4);
        let found = fours.position(|four| {
            let pair = number_of_two([four[0], four[1]]);
            self.pairs.has(pair)
                && (self.fours.has(hash_of_four([four[0], four[1], four[2], four[3]]))
                    || self.twos.has(pair))
        });
        let last = || from.max(bytes.len().saturating_sub(3))..bytes.len();
        found.map(|at| from + at).or_else(|| last().find(|at| self.may_begin(bytes, *at)))
    }

    /// Visits every phrase at every place in a text, one inside another too: its group and range.
    pub fn each(&self, text: &str, mut visit: impl FnMut(usize, Range<usize>)) {
        for at in 0..text.len() {
            if self.may_begin(text.as_bytes(), at) && text.is_char_boundary(at) {
                let found = self.all_at_start(&text[at..]);
                found.for_each(|(group, length)| visit(group, at..at + length));
            }
        }
    }

    /// Like [`Phrases::find`], with the position of each.
    pub fn find_ranges<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + 'a {
        let mut from = 0;
        std::iter::from_fn(move || {
            while let Some(at) = self.next_begin(text.as_bytes(), from) {
                if text.is_char_boundary(at)
                    && let Some((group, length)) = self.at_start(&text[at..])
                {
                    from = at + length;
                    return Some((group, at..from));
                }
                from = at + 1;
            }
            None
        })
    }

    /// The groups of the phrases in a text, a bit each.
    pub fn groups(&self, text: &str) -> u64 {
        self.find_ranges(text).fold(0, |set, (group, _)| set | 1 << group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(groups: &[&[&'static str]]) -> Phrases {
        let numbered = groups.iter().enumerate();
        Phrases::numbered(
            numbered.flat_map(|(n, words)| words.iter().map(move |w| ((*w).into(), n))),
        )
    }

    #[test]
    fn phrases_are_found_with_their_groups() {
        let phrases = phrases(&[&["分享", "share"], &["share this"]]);
        let find = |text| phrases.find(text).collect::<Vec<_>>();
        assert_eq!(find("Share, SHARE THIS 分享 x"), [(0, 5), (1, 10), (0, 6)]);
        assert_eq!(find(""), []);
    }

    #[test]
    fn short_phrases_are_found_at_the_end() {
        let phrases = phrases(&[&["by", "via", "é", "x", "分"]]);
        let lengths =
            |text: &str| -> Vec<usize> { phrases.find(text).map(|found| found.1).collect() };
        for (text, length) in [("by", 2), ("Via", 3), ("é", 2), ("X", 1), ("分", 3)] {
            for before in ["", "o", "oo", "ooooo"] {
                assert_eq!(lengths(&format!("{before}{text}")), vec![length], "{before}{text}");
            }
        }
        assert!(lengths("b v 会").is_empty());
    }
}
