//! Groups of words at the edges of a text: disclaimers, bylines, words about comments and the like.

use std::sync::LazyLock;

use crate::text::hash;
use crate::text::phrases::Phrases;

/// The groups of words, by their bit.
pub(crate) const GROUPS: [&str; 21] = [
    "disclaimer",
    "copyright",
    "editor",
    "author",
    "source",
    "original_title",
    "share",
    "related",
    "comment",
    "account",
    "consent",
    "dateline",
    "more",
    "price",
    "contents",
    "ago",
    "scan",
    "complaint",
    "vote",
    "advert",
    "follow",
];

/// Bytes looked at from the beginning of a text, and from its end.
const EDGE: usize = 72;

static WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(&GROUPS.map(|group| format!("edge.{group}"))));

/// The bit set of a group's name; 0 for none.
pub(crate) const fn bit_of(name: &str) -> u32 {
    hash::position(&GROUPS, name)
}

/// The groups in a bit set, each as a number over 0.
pub(crate) fn each(set: u32) -> impl Iterator<Item = u64> {
    hash::bits(u64::from(set)).map(|group| group as u64 + 1)
}

/// The groups of the words at the beginning and the end of a text.
pub(crate) fn of(text: &str) -> u32 {
    if text.len() <= 2 * EDGE {
        return WORDS.groups(text) as u32;
    }
    let start = text.floor_char_boundary(EDGE);
    let end = text.ceil_char_boundary(text.len() - EDGE);
    (WORDS.groups(&text[..start]) | WORDS.groups(&text[end..])) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_hint_at_groups() {
        let has = |text: &str, name: &str| of(text) & bit_of(name) != 0;
        assert!(has("（责任编辑：某人）", "editor") && has("Share this", "share"));
        assert!(has(&format!("Copyright {}", "字".repeat(99)), "copyright"));
        assert!(!has("会议今天开了。", "share"));
        assert_eq!(of(&format!("{}分享到{}", "字".repeat(50), "字".repeat(50))), 0);
    }
}
