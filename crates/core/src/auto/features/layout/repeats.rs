//! Runs of siblings with the same tag and first class: the items of lists and feeds.

use crate::dom::{Document, NodeId, NodeRef};

/// The place of each element in its run.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    /// By node: the run's number; its place in the run.
    run: Vec<(u32, u32)>,
    /// By run: how many elements it has.
    lengths: Vec<u32>,
    /// By depth of a parent: the last element below it.
    last: Vec<Last>,
}

/// An element that may begin or go on a run.
#[derive(Debug, Clone, Copy)]
struct Last {
    parent: NodeId,
    id: NodeId,
    signature: u64,
}

impl Repeats {
    /// Forgets everything and makes room for a document of `nodes` nodes.
    pub(crate) fn begin(&mut self, nodes: usize) {
        let Self { run, lengths, last } = self;
        run.clear();
        run.resize(nodes, (0, 0));
        last.clear();
        lengths.clear();
        lengths.push(0);
    }

    /// Adds the next element of the page, by its signature.
    pub(crate) fn add(&mut self, node: NodeRef, signature: u64) {
        let id = node.id;
        let parent = node.parent().map_or(Document::ROOT, |parent| parent.id);
        let depth = usize::from(node.depth()).saturating_sub(1);
        let before = self.last.get(depth).filter(|last| last.parent == parent);
        self.run[id.index()] = match before.filter(|last| last.signature == signature) {
            Some(last) => {
                let (run, place) = self.run[last.id.index()];
                (run, place + 1)
            }
            None => {
                self.lengths.push(0);
                (u32::try_from(self.lengths.len() - 1).unwrap_or(0), 0)
            }
        };
        self.lengths[self.run[id.index()].0 as usize] += 1;
        // Deeper entries are below an element that has ended.
        self.last.resize(depth, Last { parent: Document::ROOT, id: Document::ROOT, signature: 0 });
        self.last.push(Last { parent, id, signature });
    }

    /// The number of elements in the run of `id`; 0 for a node that is no element.
    pub(crate) fn length(&self, id: NodeId) -> u32 {
        self.lengths[self.run[id.index()].0 as usize]
    }

    /// The number of them before `id`.
    pub(crate) fn place(&self, id: NodeId) -> u32 {
        self.run[id.index()].1
    }
}

#[cfg(test)]
mod tests {
    use super::super::signatures::Signatures;
    use crate::page::Page;

    #[test]
    fn siblings_alike_are_a_run() {
        let html = "<ul><li class='a x'>1<li class='a y'>2<li class=a>3<li class=b>4</ul>";
        let page = Page::new(html, None);
        let repeats = Signatures::of(page.document(), Signatures::default()).repeats;
        let items = page.elements().filter(|node| node.name() == "li").map(|node| node.id);
        let found: Vec<_> = items.map(|id| (repeats.length(id), repeats.place(id))).collect();
        assert_eq!(found, [(3, 0), (3, 1), (3, 2), (1, 0)]);
    }
}
