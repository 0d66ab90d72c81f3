//! Counts of links and pictures in any element.

use crate::dom::{Document, NodeId, Tag};

/// Links and pictures of a page, so that those within an element are counted in one step.
#[derive(Debug)]
pub(crate) struct ElementSums {
    /// Entry `i`: the links and the pictures before node `i`.
    before: Vec<(u32, u32)>,
}

impl ElementSums {
    pub(crate) fn of(document: &Document) -> Self {
        let mut before = vec![(0, 0); document.len() + 1];
        for id in document.elements() {
            let after = &mut before[id.index() + 1];
            match document.tag(id) {
                Tag::A => after.0 = 1,
                Tag::IMG => after.1 = 1,
                _ => {}
            }
        }
        for at in 1..before.len() {
            let (links, pictures) = before[at - 1];
            before[at] = (before[at].0 + links, before[at].1 + pictures);
        }
        Self { before }
    }

    /// The links in an element.
    pub(crate) fn links(&self, document: &Document, id: NodeId) -> f32 {
        (self.before[document.end(id).index()].0 - self.before[id.index()].0) as f32
    }

    /// The pictures in an element.
    pub(crate) fn pictures(&self, document: &Document, id: NodeId) -> f32 {
        (self.before[document.end(id).index()].1 - self.before[id.index()].1) as f32
    }
}
