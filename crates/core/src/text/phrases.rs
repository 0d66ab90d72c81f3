//! Groups of phrases, read from a vocabulary and searched for in texts.
//!
//! A phrase begins at few positions: a bit for the two bytes there is tested first, then one for
//! four bytes, and phrases are compared only if both are set.

use std::ops::Range;

/// The phrases of a group of a vocabulary.
pub(crate) fn group<'v>(vocabulary: &'v str, name: &str) -> impl Iterator<Item = &'v str> {
    let rows = vocabulary.lines().filter_map(|line| line.split_once(": "));
    let row = rows.filter(|(group, _)| *group == name).map(|(_, phrases)| phrases).next();
    row.into_iter().flat_map(|phrases| phrases.split('|'))
}

/// A vocabulary prepared for search, in one pass whatever its size.
#[derive(Debug)]
pub(crate) struct Phrases {
    /// By two bytes, whether any phrase begins with them.
    pairs: Bits,
    /// By hash of four bytes, whether any phrase begins with them.
    fours: Bits,
    /// By two bytes, whether any shorter phrase begins with them.
    twos: Bits,
    /// By hash of two characters, whether any phrase begins with them.
    starts: Bits,
    /// Hash of the first two characters, phrase, group; sorted by hash, then longest first.
    phrases: Vec<(u32, String, usize)>,
}

/// A set of numbers; a vocabulary sets one in a hundred of its bits at most.
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

/// Hashes the two characters that a phrase begins with; the second is none for a lone one.
fn hash(first: char, second: Option<char>) -> u32 {
    let number = |c: char| u32::from(c.to_ascii_lowercase());
    let second = second.map_or(0, |c| number(c) + 1);
    (number(first).wrapping_mul(0x9E37_79B1) ^ second.wrapping_mul(0x85EB_CA6B)) >> 7
}

impl Phrases {
    /// Reads lines of `group: phrase|phrase`. `names` lists the groups to read; other groups are
    /// left out, as are lines that begin with `#`.
    pub(crate) fn read(vocabulary: &str, names: &[&str]) -> Self {
        Self::of(vocabulary, names, false)
    }

    /// Like [`Phrases::read`], but phrases of other scripts also match with a capital at their
    /// start.
    pub(crate) fn read_with_capitals(vocabulary: &str, names: &[&str]) -> Self {
        Self::of(vocabulary, names, true)
    }

    /// A vocabulary of one group.
    pub(crate) fn of_words<'w>(words: impl IntoIterator<Item = &'w &'w str>) -> Self {
        let mut found = Self::none();
        words.into_iter().for_each(|word| found.add((*word).to_owned(), 0));
        found.sort();
        found
    }

    /// A vocabulary in which each phrase is a group of its own.
    pub(crate) fn numbered(phrases: Vec<String>) -> Self {
        let mut found = Self::none();
        let each = phrases.into_iter().enumerate();
        each.for_each(|(number, phrase)| found.add(phrase, number));
        found.sort();
        found
    }

    fn none() -> Self {
        let [pairs, fours, twos, starts] = [(); 4].map(|()| Bits::new());
        Self { pairs, fours, twos, starts, phrases: Vec::new() }
    }

    fn of(vocabulary: &str, names: &[&str], with_capitals: bool) -> Self {
        let mut found = Self::none();
        for line in vocabulary.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, members)) = line.split_once(": ") else { continue };
            let Some(group) = names.iter().position(|other| *other == name) else { continue };
            for phrase in members.split('|') {
                found.add(phrase.to_owned(), group);
                let first = phrase.chars().next().filter(|c| with_capitals && !c.is_ascii());
                if let Some(first) = first.filter(|c| c.is_lowercase()) {
                    let capital: String = first.to_uppercase().collect();
                    found.add(capital + &phrase[first.len_utf8()..], group);
                }
            }
        }
        found.sort();
        found
    }

    fn sort(&mut self) {
        let order = |(hash, phrase, _): &(u32, String, usize)| (*hash, usize::MAX - phrase.len());
        self.phrases.sort_by_key(order);
    }

    fn add(&mut self, phrase: String, group: usize) {
        let mut chars = phrase.chars();
        let Some(first) = chars.next() else { return };
        let hash = hash(first, chars.next());
        self.starts.set(hash as u16);
        match *phrase.as_bytes() {
            [a, b, ..] => self.pairs.set(number_of_two([a, b])),
            [a] => (0..=u8::MAX).for_each(|b| self.pairs.set(number_of_two([a, b]))),
            [] => {}
        }
        match *phrase.as_bytes() {
            [a, b, c, d, ..] => self.fours.set(hash_of_four([a, b, c, d])),
            [a, b, ..] => self.twos.set(number_of_two([a, b])),
            [a] => (0..=u8::MAX).for_each(|b| self.twos.set(number_of_two([a, b]))),
            [] => {}
        }
        self.phrases.push((hash, phrase, group));
    }

    /// True if a text holds one of the phrases, ignoring ASCII case.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        self.find_ranges(text).next().is_some()
    }

    /// Finds the phrases in a text, ignoring ASCII case, the longest where several begin. Returns
    /// the index of each one's group, and its length in bytes.
    pub(crate) fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.find_ranges(text).map(|(group, range)| (group, range.len()))
    }

    /// The longest phrase that a text begins with: its group and length in bytes.
    #[inline]
    pub(crate) fn at_start(&self, text: &str) -> Option<(usize, usize)> {
        let mut chars = text.chars();
        let first = chars.next()?;
        let second = chars.next();
        let with_second = second.and_then(|second| self.among(hash(first, Some(second)), text));
        with_second.or_else(|| self.among(hash(first, None), text))
    }

    /// True if a phrase may begin with these bytes.
    #[inline]
    fn may_begin(&self, bytes: &[u8]) -> bool {
        match *bytes {
            [a, b, c, d, ..] => {
                let two = number_of_two([a, b]);
                self.pairs.has(two)
                    && (self.fours.has(hash_of_four([a, b, c, d])) || self.twos.has(two))
            }
            [a, b, ..] => self.twos.has(number_of_two([a, b])),
            // A phrase of a single byte is stored with every second byte.
            [a] => self.twos.has(number_of_two([a, 0])),
            [] => false,
        }
    }

    #[inline]
    fn among(&self, hash: u32, text: &str) -> Option<(usize, usize)> {
        self.all_among(hash, text).next()
    }

    /// The phrases with this hash that a text begins with, the longest first.
    fn all_among<'a>(
        &'a self,
        hash: u32,
        text: &'a str,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let start = match self.starts.has(hash as u16) {
            true => self.phrases.partition_point(|(other, ..)| *other < hash),
            false => self.phrases.len(),
        };
        let alike = self.phrases[start..].iter().take_while(move |(other, ..)| *other == hash);
        let begins = |phrase: &str| {
            let begin = text.as_bytes().get(..phrase.len());
            begin.is_some_and(|begin| begin.eq_ignore_ascii_case(phrase.as_bytes()))
        };
        alike.filter(move |(_, phrase, _)| begins(phrase)).map(|(_, p, group)| (*group, p.len()))
    }

    /// Visits every phrase at every place in a text, one inside another too: its group and range.
    pub(crate) fn each(&self, text: &str, mut visit: impl FnMut(usize, Range<usize>)) {
        for at in 0..text.len() {
            if !text.is_char_boundary(at) || !self.may_begin(&text.as_bytes()[at..]) {
                continue;
            }
            let mut chars = text[at..].chars();
            let (Some(first), second) = (chars.next(), chars.next()) else { continue };
            let hashes = [second.map(|second| hash(first, Some(second))), Some(hash(first, None))];
            for hash in hashes.into_iter().flatten() {
                let found = self.all_among(hash, &text[at..]);
                found.for_each(|(group, length)| visit(group, at..at + length));
            }
        }
    }

    /// Like [`Phrases::find`], with the position of each.
    pub(crate) fn find_ranges<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + 'a {
        let mut at = 0;
        std::iter::from_fn(move || {
            while let Some(byte) = text.as_bytes().get(at) {
                let begins_character = byte & 0xc0 != 0x80;
                if begins_character
                    && self.may_begin(&text.as_bytes()[at..])
                    && let Some((group, length)) = self.at_start(&text[at..])
                {
                    let range = at..at + length;
                    at = range.end;
                    return Some((group, range));
                }
                at += 1;
            }
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_with_their_groups() {
        let phrases = Phrases::read("# a: no\na: 分享|share\nb: share this\nc: x\n", &["a", "b"]);
        let find = |text| phrases.find(text).collect::<Vec<_>>();
        assert_eq!(find("Share, SHARE THIS 分享 x"), [(0, 5), (1, 10), (0, 6)]);
        assert_eq!(find(""), []);
    }

    #[test]
    fn short_phrases_are_found_at_the_end() {
        let phrases = Phrases::read("a: by|via|é|x|分\n", &["a"]);
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
