//! What the names of an element and its ancestors hint at.

use std::sync::LazyLock;

use crate::dom::Tag;
use crate::text::hash;

/// The vocabulary of class and id words.
const VOCABULARY: &str = include_str!("../../data/name_words.txt");

/// The groups of the vocabulary, by their bit.
pub(super) const GROUPS: [&str; 17] = [
    "content",
    "title",
    "byline",
    "comment",
    "related",
    "navigation",
    "sidebar",
    "footer",
    "header",
    "advert",
    "social",
    "form",
    "list",
    "forum",
    "product",
    "media",
    "tags",
];

/// Slots of the table of words, a power of two several times their number.
const SLOTS: usize = 1 << 13;

/// An open hash table: a word's hash and the groups that it is in; groups 0 where a slot is empty.
static WORDS: LazyLock<Vec<(u64, u32)>> = LazyLock::new(|| {
    let mut slots = vec![(0, 0); SLOTS];
    for line in VOCABULARY.lines().filter(|line| !line.starts_with('#')) {
        let Some((group, members)) = line.split_once(':') else { continue };
        for word in members.split_whitespace() {
            let hash = hash::text(word);
            let slot = slot_of(&slots, hash);
            slots[slot] = (hash, slots[slot].1 | bit(group));
        }
    }
    slots
});

/// Where the search for a word begins.
fn place_of(word: u64) -> usize {
    (word >> 40) as usize % SLOTS
}

/// Where a word is, or would be.
fn slot_of(slots: &[(u64, u32)], word: u64) -> usize {
    let mut slot = place_of(word);
    while slots[slot].1 != 0 && slots[slot].0 != word {
        slot = (slot + 1) % SLOTS;
    }
    slot
}

/// The bit set of a group's name; 0 for none.
pub(super) const fn bit(group: &str) -> u32 {
    hash::position(&GROUPS, group)
}

/// The groups that an element is in by its tag.
pub(super) fn of_tag(tag: Tag) -> u32 {
    match tag {
        Tag::NAV | Tag::MENU => const { bit("navigation") },
        Tag::FOOTER => const { bit("footer") },
        Tag::HEADER => const { bit("header") },
        Tag::ASIDE => const { bit("sidebar") },
        Tag::ARTICLE | Tag::MAIN => const { bit("content") },
        Tag::FORM | Tag::BUTTON | Tag::LABEL => const { bit("form") },
        Tag::FIGURE | Tag::FIGCAPTION => const { bit("media") },
        Tag::TIME => const { bit("byline") },
        _ => 0,
    }
}

/// A bit for each place of the table at which some word's search begins: small enough to stay near.
static BEGINNINGS: LazyLock<[u64; SLOTS / 64]> = LazyLock::new(|| {
    let mut bits = [0; SLOTS / 64];
    for (word, _) in WORDS.iter().filter(|(_, groups)| *groups != 0) {
        bits[place_of(*word) / 64] |= 1 << (place_of(*word) % 64);
    }
    bits
});

/// The groups that a hashed word is in.
pub(super) fn of_word(word: u64) -> u32 {
    let place = place_of(word);
    if BEGINNINGS[place / 64] >> (place % 64) & 1 == 0 {
        return 0;
    }
    WORDS[slot_of(&WORDS, word)].1
}

/// The groups for which it is told how near an element so named is.
const NEAR: [&str; 5] = ["content", "byline", "comment", "related", "list"];
/// Bits of the levels to one of them; pages are at most 512 deep.
const LEVEL_BITS: u32 = 12;

/// One of the groups of [`NEAR`]: its bit, and where its levels stand in [`Levels`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    pub(super) bit: u32,
    shift: u32,
}

/// The group of this name; fails to compile, in a constant, where it is none of [`NEAR`].
pub(super) const fn near(group: &str) -> Near {
    let place = hash::position(&NEAR, group).trailing_zeros();
    assert!((place as usize) < NEAR.len());
    Near { bit: bit(group), shift: place * LEVEL_BITS }
}

/// Every group of [`NEAR`], in that order.
const ALL_NEAR: [Near; NEAR.len()] =
    [near(NEAR[0]), near(NEAR[1]), near(NEAR[2]), near(NEAR[3]), near(NEAR[4])];

/// A level for each of them.
const LEVEL: u64 = {
    let (mut ones, mut place) = (0, 0);
    while place < NEAR.len() {
        ones |= 1 << ALL_NEAR[place].shift;
        place += 1;
    }
    ones
};

/// From an element, the levels up to the nearest one named for each group of [`NEAR`], itself included; side by side in
/// one number, so that they are counted by one addition.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Levels(u64);

impl Levels {
    const MOST: u64 = (1 << LEVEL_BITS) - 1;

    /// Those of a child whose own names are in these groups.
    pub(super) fn of_child(self, own: u32) -> Self {
        let mut levels = self.0 + LEVEL;
        if own != 0 {
            for near in ALL_NEAR {
                let is_named = u64::from(own & near.bit != 0);
                levels &= !((Self::MOST * is_named) << near.shift);
            }
        }
        Self(levels)
    }

    /// The levels up to a group; without meaning where no element around is named for it.
    #[inline(always)]
    pub(super) fn to(self, group: Near) -> f32 {
        (self.0 >> group.shift & Self::MOST) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::super::name_words;
    use super::*;

    fn groups_of_name(name: &str) -> u32 {
        let mut groups = 0;
        name_words::words(name, |word| groups |= of_word(hash::bytes(word)));
        groups
    }

    #[test]
    fn names_are_words() {
        for name in ["post-body", "postBody", "post_body", "POST body9"] {
            assert_eq!(groups_of_name(name), bit("content"), "{name}");
        }
        assert_eq!(groups_of_name("canvas navy hyperlinks"), 0);
        assert_eq!(groups_of_name("nav ad1"), bit("navigation") | bit("advert"));
    }

    #[test]
    fn levels_are_counted_from_the_nearest() {
        let own = [bit("content") | bit("title"), 0, bit("list"), bit("content"), 0, 0];
        let (content, list, comment) = (near("content"), near("list"), near("comment"));
        let mut levels = Levels::default();
        let mut found = Vec::new();
        for own in own {
            levels = levels.of_child(own);
            found.push([levels.to(content), levels.to(list)]);
        }
        assert_eq!(found[1..], [[1.0, 2.0], [2.0, 0.0], [0.0, 1.0], [1.0, 2.0], [2.0, 3.0]]);
        let deep = (0..600).fold(levels, |levels, _| levels.of_child(bit("comment")));
        assert_eq!((deep.to(content), deep.to(comment)), (602.0, 0.0));
    }

    #[test]
    fn the_vocabulary_names_known_groups_only() {
        let lines = VOCABULARY.lines().filter(|line| !line.starts_with('#'));
        let groups: Vec<&str> = lines.filter_map(|line| Some(line.split_once(':')?.0)).collect();
        assert_eq!(groups, GROUPS);
    }
}
