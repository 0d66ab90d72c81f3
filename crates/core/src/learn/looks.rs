//! What elements look like to each other: hashes of their tags and classes.

use crate::dom::{AttributeName, Document, NodeKind};
use crate::text::hash;

/// By node, hashes of what is compared of it; of nodes that are no elements, those of nothing.
#[derive(Debug)]
pub(super) struct Looks(Vec<Look>);

/// Hashes of an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// Of its tag.
    pub(super) tag: u64,
    /// Of its class attribute.
    pub(super) class: u64,
    /// Of the first of its classes.
    pub(super) first_class: u64,
}

impl Looks {
    pub(super) fn of(document: &Document) -> Self {
        let nothing = hash::text("");
        let none = Look { tag: nothing, class: nothing, first_class: nothing };
        let look = |id| {
            if document.kind(id) != NodeKind::Element {
                return Look { tag: hash::text(document.name(id)), ..none };
            }
            let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
            let of_class = if class.is_empty() { nothing } else { hash::text(class) };
            let first = class.split_ascii_whitespace().next().unwrap_or("");
            let is_only = first.len() == class.len();
            Look {
                tag: hash::text(document.name(id)),
                class: of_class,
                first_class: if is_only { of_class } else { hash::text(first) },
            }
        };
        Self(document.ids().map(look).collect())
    }

    /// The look of a node.
    pub(super) fn get(&self, id: crate::dom::NodeId) -> Look {
        self.0[id.index()]
    }
}
