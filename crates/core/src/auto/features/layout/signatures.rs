//! Signatures of elements: hashes of their tags and classes. Elements built alike have the same signature.

use super::repeats::Repeats;
use crate::dom::{AttributeName, Document, NodeId, NodeRef};
use crate::text::eight_bytes;
use crate::text::hash::{self, mix};

/// The signatures of a page's elements, by node; 0 for nodes that are no elements.
#[derive(Debug, Default)]
pub(crate) struct Signatures {
    /// Hashes of tag and class attribute.
    built: Vec<u64>,
    /// Hashes of the path of tags from the root, and of the path of tags and class attributes.
    paths: Vec<(u64, u64)>,
    pub(crate) repeats: Repeats,
}

impl Signatures {
    /// Computes all signatures in one pass; `memory` is that of another page.
    pub(crate) fn of(document: &Document, memory: Self) -> Self {
        let Self { mut built, mut paths, mut repeats } = memory;
        built.clear();
        built.resize(document.len(), 0);
        paths.clear();
        paths.resize(document.len(), (0, 0));
        repeats.begin(document.len());
        for node in document.elements().map(|id| document.node(id)) {
            let Signature { tag, class, first_class } = Signature::of(node);
            let parent = node.parent().map_or(Document::ROOT, |parent| parent.id);
            let (tags, classes) = paths[parent.index()];
            built[node.id.index()] = mix(tag, class);
            paths[node.id.index()] = (mix(tags, tag), mix(mix(classes, tag), class));
            repeats.add(node, mix(tag, first_class));
        }
        Self { built, paths, repeats }
    }

    /// The hash of an element's tag and class attribute.
    pub(crate) fn built(&self, id: NodeId) -> u64 {
        self.built[id.index()]
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
    fn of(node: NodeRef) -> Self {
        let value = node.value(AttributeName::CLASS);
        let class = hash::text(value);
        let is_only = !eight_bytes::may_hold_blank(value.as_bytes())
            || !value.bytes().any(|byte| byte.is_ascii_whitespace());
        let first_class = if is_only {
            class
        } else {
            hash::text(value.split_ascii_whitespace().next().unwrap_or(""))
        };
        Self { tag: u64::from(node.tag().number()) + 1, class, first_class }
    }
}
