//! What a page says it is about: the pairs of letters of its title and of its description.

use crate::text::chars::{self, Classes};

/// Bits of a set of pairs; those of a title fill a hundredth of it.
const BITS: usize = 1 << 14;

/// A set of the pairs of letters and digits that follow each other in a text, in lower case.
/// Hashed, so a pair may seem to be in it that is not, once in a hundred.
#[derive(Debug, Clone)]
pub(super) struct Pairs {
    bits: Vec<u64>,
}

/// Pairs of a block: all, and those in the page's title and in its description.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PairCounts {
    pub(super) all: u32,
    pub(super) in_title: u32,
    pub(super) in_description: u32,
}

impl Pairs {
    pub(super) fn of(texts: &[&str]) -> Self {
        let mut set = Self { bits: vec![0; BITS / 64] };
        for text in texts {
            for_each_pair(text, |hash| {
                set.bits[hash / 64 % (BITS / 64)] |= 1 << (hash % 64);
            });
        }
        set
    }

    fn holds(&self, hash: usize) -> bool {
        self.bits[hash / 64 % (BITS / 64)] >> (hash % 64) & 1 == 1
    }
}

/// Counts the pairs of a text.
pub(super) fn count(text: &str, title: &Pairs, description: &Pairs) -> PairCounts {
    let mut counts = PairCounts::default();
    for_each_pair(text, |hash| {
        counts.all += 1;
        counts.in_title += u32::from(title.holds(hash));
        counts.in_description += u32::from(description.holds(hash));
    });
    counts
}

fn for_each_pair(text: &str, mut visit: impl FnMut(usize)) {
    let classes = chars::classes();
    let mut previous = 0u32;
    for c in text.chars() {
        let letter = match c {
            'a'..='z' | '0'..='9' => u32::from(c),
            'A'..='Z' => u32::from(c) + 32,
            _ if c.is_ascii() => continue,
            _ if classes.of(c) & Classes::CJK != 0 => u32::from(c),
            '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}' => continue,
            _ if classes.of(c) & Classes::WORD != 0 => c.to_lowercase().next().map_or(0, u32::from),
            _ => continue,
        };
        if previous != 0 {
            let hash = (previous.wrapping_mul(31) ^ letter).wrapping_mul(0x9E37_79B1);
            visit((hash >> 18) as usize);
        }
        previous = letter;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_whatever_their_case_and_marks() {
        let (title, none) = (Pairs::of(&["供水会议", "New Plan"]), Pairs::of(&[]));
        let counts = |text: &str| {
            let counts = count(text, &title, &none);
            (counts.all, counts.in_title, counts.in_description)
        };
        assert_eq!(counts("会 议"), (1, 1, 0));
        assert_eq!(counts("NEW"), (2, 2, 0));
        assert_eq!(counts("水供"), (1, 0, 0));
        assert_eq!(counts("——"), (0, 0, 0));
    }
}
