//! Groups of words in the names of elements: content, navigation, comments and the like.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::dom::Tag;
use crate::text::{hash, lexicon};

/// The groups of words of class and id, by their bit.
pub(crate) const GROUPS: [&str; 17] = [
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

/// By hashed word the groups that it is in, as bits.
static WORDS: LazyLock<FxHashMap<u64, u32>> = LazyLock::new(|| {
    let mut words = FxHashMap::default();
    for group in GROUPS {
        for sense in lexicon::senses(&format!("hint.{group}")) {
            *words.entry(hash::text(sense.word)).or_default() |= bit(group);
        }
    }
    words
});

/// The bit set of a group's name; 0 for none.
pub(crate) const fn bit(group: &str) -> u32 {
    hash::position(&GROUPS, group)
}

/// The groups that an element is in by its tag.
pub(crate) fn of_tag(tag: Tag) -> u32 {
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

/// The groups that a hashed word is in.
pub(crate) fn of_word(word: u64) -> u32 {
    WORDS.get(&word).copied().unwrap_or(0)
}

/// The groups whose distance is a column.
const NEAR: [&str; 5] = ["content", "byline", "comment", "related", "list"];

/// One of the groups of [`NEAR`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Near {
    pub(crate) bit: u32,
    /// Its place in [`NEAR`].
    place: usize,
}

/// The group of this name. In a constant an unknown name does not compile.
pub(crate) const fn near(group: &str) -> Near {
    let place = hash::position(&NEAR, group).trailing_zeros() as usize;
    assert!(place < NEAR.len());
    Near { bit: bit(group), place }
}

/// Every group of [`NEAR`], in that order.
const ALL_NEAR: [Near; NEAR.len()] =
    [near(NEAR[0]), near(NEAR[1]), near(NEAR[2]), near(NEAR[3]), near(NEAR[4])];

/// For each group of [`NEAR`], the levels from an element up to the nearest one named for it; 0 if the element is named
/// so itself.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Levels([u16; NEAR.len()]);

impl Levels {
    /// The levels of a child whose own names are in these groups.
    pub(crate) fn of_child(self, groups: u32) -> Self {
        let mut levels = self.0;
        for (level, near) in levels.iter_mut().zip(ALL_NEAR) {
            *level = if groups & near.bit != 0 { 0 } else { level.saturating_add(1) };
        }
        Self(levels)
    }

    /// The levels up to a group. Without meaning if no element around is named for it.
    pub(crate) fn to(self, group: Near) -> f32 {
        f32::from(self.0[group.place])
    }
}

#[cfg(test)]
mod tests {
    use super::super::words;
    use super::*;

    fn groups_of_name(name: &str) -> u32 {
        let mut groups = 0;
        words::words(name, |word| groups |= of_word(hash::bytes(word)));
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
        let down = [bit("content") | bit("title"), 0, bit("list"), bit("content"), 0, 0];
        let (content, list, comment) = (near("content"), near("list"), near("comment"));
        let mut levels = Levels::default();
        let mut found = Vec::new();
        for groups in down {
            levels = levels.of_child(groups);
            found.push([levels.to(content), levels.to(list)]);
        }
        assert_eq!(found[1..], [[1.0, 2.0], [2.0, 0.0], [0.0, 1.0], [1.0, 2.0], [2.0, 3.0]]);
        let deep = (0..600).fold(levels, |levels, _| levels.of_child(bit("comment")));
        assert_eq!((deep.to(content), deep.to(comment)), (602.0, 0.0));
    }
}
