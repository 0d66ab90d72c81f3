//! Signatures of elements: hashes of their tags and classes. Elements built alike have the same signature.

use super::repeats::Repeats;
use crate::dom::{AttributeName, Document, NodeId};
use crate::text::eight_bytes;
use crate::text::hash::{self, mix};

/// The signatures of a page's elements, by node; 0 for nodes that are no elements.
#[derive(Debug, Default)]
pub(crate) struct Signatures {
    /// Hashes of tag and class attribute.
    own: Vec<u64>,
    /// Hashes of the path of tags from the root, and of the path of tags and class attributes.
    paths: Vec<(u64, u64)>,
    pub(crate) repeats: Repeats,
}

impl Signatures {
    /// Computes all signatures in one pass; `memory` is that of another page.
    pub(crate) fn of(document: &Document, memory: Self) -> Self {
        let Self { mut own, mut paths, mut repeats } = memory;
        own.clear();
        own.resize(document.len(), 0);
        paths.clear();
        paths.resize(document.len(), (0, 0));
        repeats.begin(document.len());
        for id in document.elements() {
            let signature = Signature::of(document, id);
            let parent = document.parent(id).unwrap_or(Document::ROOT);
            let (tags, classes) = paths[parent.index()];
            own[id.index()] = mix(signature.tag, signature.class);
            paths[id.index()] =
                (mix(tags, signature.tag), mix(mix(classes, signature.tag), signature.class));
            repeats.add(document, id, mix(signature.tag, signature.first_class));
        }
        Self { own, paths, repeats }
    }

    /// The hash of an element's tag and class attribute.
    pub(crate) fn own(&self, id: NodeId) -> u64 {
        self.own[id.index()]
    }

    /// The hashes of the paths from the root to an element: of tags, and of tags and class attributes.
    pub(crate) fn paths(&self, id: NodeId) -> (u64, u64) {
        self.paths[id.index()]
    }
}

/// Hashes of an element.
struct Signature {
    tag: u64,
    /// Of its class attribute.
    class: u64,
    /// Of the first of its classes.
    first_class: u64,
}

impl Signature {
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
