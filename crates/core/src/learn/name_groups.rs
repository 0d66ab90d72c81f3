//! What the names of an element and its ancestors hint at.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{hash, name_words};
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};

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

static WORDS: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for line in VOCABULARY.lines().filter(|line| !line.starts_with('#')) {
        let Some((group, members)) = line.split_once(':') else { continue };
        let Some(bit) = GROUPS.iter().position(|name| *name == group) else { continue };
        for word in members.split_whitespace() {
            *words.entry(word).or_insert(0) |= 1 << bit;
        }
    }
    words
});

/// The bit set of a group's name; 0 for none.
pub(super) const fn bit(group: &str) -> u32 {
    hash::position(&GROUPS, group)
}

/// For every node, the groups that the words of its own class and id are in.
pub(super) fn own_groups(document: &Document) -> Vec<u32> {
    document.ids().map(|id| of_node(document, id)).collect()
}

fn of_node(document: &Document, id: NodeId) -> u32 {
    if document.kind(id) != NodeKind::Element {
        return 0;
    }
    let tag = match document.tag(id) {
        Tag::NAV | Tag::MENU => bit("navigation"),
        Tag::FOOTER => bit("footer"),
        Tag::HEADER => bit("header"),
        Tag::ASIDE => bit("sidebar"),
        Tag::ARTICLE | Tag::MAIN => bit("content"),
        Tag::FORM | Tag::BUTTON | Tag::LABEL => bit("form"),
        Tag::FIGURE | Tag::FIGCAPTION => bit("media"),
        Tag::TIME => bit("byline"),
        _ => 0,
    };
    let names = [AttributeName::CLASS, AttributeName::ID];
    let names = names.iter().filter_map(|name| document.attribute(id, *name));
    names.fold(tag, |groups, name| groups | groups_of_name(name))
}

/// The groups of the words of a name.
fn groups_of_name(name: &str) -> u32 {
    let mut groups = 0;
    name_words::words(name, |word| {
        let found = std::str::from_utf8(word).ok().and_then(|word| WORDS.get(word));
        groups |= found.copied().unwrap_or(0);
    });
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words() {
        for name in ["post-body", "postBody", "post_body", "POST body9"] {
            assert_eq!(groups_of_name(name), bit("content"), "{name}");
        }
        assert_eq!(groups_of_name("canvas navy hyperlinks"), 0);
        assert_eq!(groups_of_name("nav ad1"), bit("navigation") | bit("advert"));
    }

    #[test]
    fn the_vocabulary_names_known_groups_only() {
        let lines = VOCABULARY.lines().filter(|line| !line.starts_with('#'));
        let groups: Vec<&str> = lines.filter_map(|line| Some(line.split_once(':')?.0)).collect();
        assert_eq!(groups, GROUPS);
    }
}
