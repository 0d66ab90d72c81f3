//! What elements look like to each other: hashes of their tags and classes, in one pass over the page.

use super::repeats::Repeats;
use crate::dom::{AttributeName, Document, NodeId};
use crate::text::eight_bytes;
use crate::text::hash::{self, mix};

/// By node; of nodes that are no elements, nothing.
#[derive(Debug, Default)]
pub(super) struct Looks {
    /// Hashes of tag and class attribute.
    own: Vec<u64>,
    /// Hashes of the path of tags from the root, and of the path of tags and class attributes.
    paths: Vec<(u64, u64)>,
    pub(super) repeats: Repeats,
}

impl Looks {
    /// The last gives its memory.
    pub(super) fn of(document: &Document, memory: Self) -> Self {
        let Self { mut own, mut paths, mut repeats } = memory;
        own.clear();
        own.resize(document.len(), 0);
        paths.clear();
        paths.resize(document.len(), (0, 0));
        repeats.begin(document.len());
        for id in document.elements() {
            let look = Look::of(document, id);
            let parent = document.parent(id).unwrap_or(Document::ROOT);
            let (tags, classes) = paths[parent.index()];
            own[id.index()] = mix(look.tag, look.class);
            paths[id.index()] = (mix(tags, look.tag), mix(mix(classes, look.tag), look.class));
            repeats.add(parent, id, mix(look.tag, look.first_class));
        }
        Self { own, paths, repeats }
    }

    /// The hash of an element's tag and class attribute.
    pub(super) fn own(&self, id: NodeId) -> u64 {
        self.own[id.index()]
    }

    /// The hashes of the paths from the root to an element: of tags, and of tags and class attributes.
    pub(super) fn paths(&self, id: NodeId) -> (u64, u64) {
        self.paths[id.index()]
    }
}

/// Hashes of an element.
struct Look {
    tag: u64,
    /// Of its class attribute.
    class: u64,
    /// Of the first of its classes.
    first_class: u64,
}

impl Look {
    fn of(document: &Document, id: NodeId) -> Self {
        let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
        let of_class = hash::text(class);
        let is_blank = |byte: u8| byte.is_ascii_whitespace();
        let is_only =
            !eight_bytes::may_hold_blank(class.as_bytes()) || !class.bytes().any(is_blank);
        let first = || hash::text(class.split_ascii_whitespace().next().unwrap_or(""));
        Self {
            tag: u64::from(document.tag(id).number()) + 1,
            class: of_class,
            first_class: if is_only { of_class } else { first() },
        }
    }
}
