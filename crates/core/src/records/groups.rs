//! Groups of similar elements: children of one element with the same tag and classes.

use rustc_hash::FxHashMap;

use crate::dom::{Document, NodeId, NodeKind, Tag};
use crate::page::{Build, Page};

/// Similar elements, in document order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) members: Vec<NodeId>,
    /// Characters in them, and those of links.
    pub(super) characters: u32,
    pub(super) link_characters: u32,
}

/// A group with its score as posts.
#[derive(Debug)]
pub(super) struct Scored {
    pub(super) group: Group,
    pub(super) score: f32,
    /// The share of the two signs, a name and a time, that its members have.
    pub(super) share: f32,
    /// True if its members have no parent in common.
    pub(super) is_apart: bool,
}

/// The groups of at least `least` siblings with text among the nodes from `from` on.
pub(super) fn groups(page: &Page, from: NodeId, least: usize) -> Vec<Group> {
    let document = page.document();
    let mut members: FxHashMap<(NodeId, Tag, Build), Vec<NodeId>> = FxHashMap::default();
    for id in (from.0..document.len() as u32).map(NodeId) {
        if document.kind(id) != NodeKind::Element || !may_be_record(document, id) {
            continue;
        }
        let Some(parent) = document.parent(id) else { continue };
        if page.stats().characters(document, id) < 2 {
            continue;
        }
        members.entry((parent, document.tag(id), page.marks().build(id))).or_default().push(id);
    }
    let mut found: Vec<Group> = members
        .into_values()
        .filter(|members| members.len() >= least)
        .map(|members| {
            let amounts = members.iter().map(|id| page.stats().amounts(document, *id));
            let sum = |(a, b): (u32, u32), one: crate::page::Amounts| {
                (a.saturating_add(one.characters), b.saturating_add(one.link_characters))
            };
            let (characters, link_characters) = amounts.fold((0, 0), sum);
            Group { members, characters, link_characters }
        })
        .collect();
    found.sort_by_key(|group| group.members[0]);
    found
}

/// Elements of one tag and one class anywhere on the page, at least two, in document order.
pub(super) fn alike(page: &Page) -> Vec<Group> {
    let document = page.document();
    let mut members: FxHashMap<(Tag, Build), Vec<NodeId>> = FxHashMap::default();
    for id in document.elements().filter(|id| may_be_record(document, *id)) {
        let build = page.marks().build(id);
        let is_named = build != Build::PLAIN || is_custom(document, id);
        if is_named && page.stats().characters(document, id) >= 2 {
            members.entry((document.tag(id), build)).or_default().push(id);
        }
    }
    let is_apart = |members: &Vec<NodeId>| {
        let parent = document.parent(members[0]);
        members.len() >= 2 && members.iter().any(|id| document.parent(*id) != parent)
    };
    let mut found: Vec<Group> = members
        .into_values()
        .filter(is_apart)
        .map(|members| Group { members, characters: 0, link_characters: 0 })
        .collect();
    found.sort_by_key(|group| group.members[0]);
    found
}

/// True if an element may hold a post or an item: it is of a tag that holds blocks, or a custom element.
pub(crate) fn may_be_record(document: &Document, id: NodeId) -> bool {
    let is_plain = matches!(
        document.tag(id),
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
    is_plain || is_custom(document, id)
}

/// True for a custom element, whose tag says what it is as a class does.
pub(super) fn is_custom(document: &Document, id: NodeId) -> bool {
    document.name(id).contains('-')
}
