//! What is built alike on a page: elements of one tag and build, found once.

use std::sync::OnceLock;

use super::{Build, Node, Page};
use crate::dom::{NodeId, Tag};

/// Elements in groups, each of several in document order.
#[derive(Debug, Clone)]
pub struct Groups {
    members: Vec<NodeId>,
    /// Where each group ends in `members`.
    ends: Vec<usize>,
}

impl Groups {
    /// Puts together the elements of one key. The groups are in the order of their first elements.
    pub fn of<K: Ord>(mut keyed: Vec<(K, NodeId)>) -> Self {
        keyed.sort_unstable();
        let mut groups: Vec<&[(K, NodeId)]> = keyed.chunk_by(|a, b| a.0 == b.0).collect();
        groups.sort_unstable_by_key(|group| group[0].1);
        let mut members = Vec::with_capacity(keyed.len());
        let mut ends = Vec::with_capacity(groups.len());
        for group in groups {
            members.extend(group.iter().map(|(_, id)| *id));
            ends.push(members.len());
        }
        Self { members, ends }
    }

    /// The groups in the order of their first elements.
    pub fn iter(&self) -> impl Iterator<Item = &[NodeId]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.members[start..*end])
    }
}

/// The groups that were asked for so far.
#[derive(Debug, Clone, Default)]
pub(super) struct PageAlike {
    siblings: OnceLock<Groups>,
    anywhere: OnceLock<Groups>,
}

/// The elements of a page that may hold a record and have text, by how they are built.
#[derive(Debug, Clone, Copy)]
pub struct Alike<'p> {
    page: &'p Page,
}

impl Page {
    /// What is built alike.
    pub fn alike(&self) -> Alike<'_> {
        Alike { page: self }
    }
}

impl<'p> Alike<'p> {
    fn records(self) -> impl Iterator<Item = Node<'p>> {
        self.page.elements().filter(|node| node.may_be_record() && node.characters() >= 2)
    }

    /// The groups of at least `least` children of one parent.
    pub fn siblings(self, least: usize) -> impl Iterator<Item = &'p [NodeId]> {
        let groups = self.page.alike.siblings.get_or_init(|| {
            let key = |node: Node| Some(((node.parent()?.id, node.look()), node.id));
            Groups::of(self.records().filter_map(key).collect())
        });
        groups.iter().filter(move |members| members.len() >= least)
    }

    /// The groups of elements anywhere that say by a class or a tag of their own what they are, and have no parent in common.
    pub fn apart(self) -> impl Iterator<Item = &'p [NodeId]> {
        let groups = self.page.alike.anywhere.get_or_init(|| {
            let named = self.records().filter(|node| node.says_what_it_is());
            Groups::of(named.map(|node| (node.look(), node.id)).collect())
        });
        let parent = |id: &NodeId| self.page.document().parent(*id);
        groups
            .iter()
            .filter(move |members| members.iter().any(|id| parent(id) != parent(&members[0])))
    }
}

/// How an element is built.
impl<'p> Node<'p> {
    fn look(self) -> (Tag, Build) {
        (self.tag(), self.build())
    }

    /// True if an element has the tag of another and is built as that is.
    pub fn is_like(self, other: Self) -> bool {
        self.tag() == other.tag() && self.build() == other.build()
    }

    /// The others like it among the first `most` children of its parent.
    pub fn siblings_alike(self, most: usize) -> impl Iterator<Item = Self> {
        let children =
            self.parent().into_iter().flat_map(move |parent| parent.children().take(most));
        children.filter(move |other| *other != self && other.is_like(self))
    }

    /// True for a custom element, whose tag says what it is as a class does.
    fn is_custom(self) -> bool {
        self.name().contains('-')
    }

    /// True if a class or a tag of its own says what an element is.
    pub fn says_what_it_is(self) -> bool {
        self.build() != Build::PLAIN || self.is_custom()
    }

    /// True if an element may hold a post or an item: it is of a tag that holds blocks, or a custom element.
    pub fn may_be_record(self) -> bool {
        let is_plain = matches!(
            self.tag(),
            Tag::DIV
                | Tag::LI
                | Tag::ARTICLE
                | Tag::TABLE
                | Tag::TR
                | Tag::SECTION
                | Tag::DL
                | Tag::UL
                | Tag::A
                | Tag::P
                | Tag::TBODY
                | Tag::DD
                | Tag::BLOCKQUOTE
        );
        is_plain || self.is_custom()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings_and_elements_apart() {
        let html = "<div><p class='a odd'>一二<p class=b>三四<p class=a>五六</div><div><p class=a>七八</div>";
        let page = Page::new(html, None);
        let texts = |members: &[NodeId]| members.iter().map(|id| page.text_of(*id, " ")).collect();
        let siblings: Vec<Vec<String>> = page.alike().siblings(2).map(texts).collect();
        assert_eq!(siblings, [["一二 三四 五六", "七八"], ["一二", "五六"]]);
        let apart: Vec<Vec<String>> = page.alike().apart().map(texts).collect();
        assert_eq!(apart, [["一二", "五六", "七八"]]);
    }
}
