//! Runs of siblings with the same tag and first class: the items of lists and feeds.

use crate::dom::{Document, NodeId};

/// Where each element stands in its run.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    /// By node: the run's number; its place in the run.
    run: Vec<(u32, u32)>,
    /// By run: how many elements it has.
    lengths: Vec<u32>,
    /// By parent: what its last element looks like.
    last: Vec<(u64, NodeId)>,
}

impl Repeats {
    /// Forgets everything, for a document of so many nodes.
    pub(super) fn begin(&mut self, nodes: usize) {
        let Self { run, lengths, last } = self;
        run.clear();
        run.resize(nodes, (0, 0));
        last.clear();
        last.resize(nodes, (0, Document::ROOT));
        lengths.clear();
        lengths.push(0);
    }

    /// Adds the next element of the page, by a hash of what it looks like.
    pub(super) fn add(&mut self, parent: NodeId, id: NodeId, look: u64) {
        // Parents without an element yet have 0.
        let look = look | 1;
        let (last_look, last_id) = self.last[parent.index()];
        self.run[id.index()] = if last_look == look {
            let (run, place) = self.run[last_id.index()];
            (run, place + 1)
        } else {
            self.lengths.push(0);
            (u32::try_from(self.lengths.len() - 1).unwrap_or(0), 0)
        };
        self.lengths[self.run[id.index()].0 as usize] += 1;
        self.last[parent.index()] = (look, id);
    }

    /// How many elements the run of `id` has; 0 for what is no element.
    pub(super) fn length(&self, id: NodeId) -> u32 {
        self.lengths[self.run[id.index()].0 as usize]
    }

    /// How many of them come before `id`.
    pub(super) fn place(&self, id: NodeId) -> u32 {
        self.run[id.index()].1
    }
}

#[cfg(test)]
mod tests {
    use super::super::looks::Looks;
    use crate::page::Page;

    #[test]
    fn siblings_alike_are_a_run() {
        let html = "<ul><li class='a x'>1<li class='a y'>2<li class=a>3<li class=b>4</ul>";
        let page = Page::new(html, None);
        let document = page.document();
        let repeats = Looks::of(document, Looks::default()).repeats;
        let items = document.ids().filter(|id| document.name(*id) == "li");
        let found: Vec<_> = items.map(|id| (repeats.length(id), repeats.place(id))).collect();
        assert_eq!(found, [(3, 0), (3, 1), (3, 2), (1, 0)]);
    }
}
