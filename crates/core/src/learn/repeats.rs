//! Runs of siblings with the same tag and first class: the items of lists and feeds.

use super::looks::Looks;
use crate::dom::{Document, NodeId, NodeKind};
use crate::text::hash::mix;

/// Where each element stands in its run.
#[derive(Debug)]
pub(super) struct Repeats {
    /// By node: the run's number; its place in the run.
    run: Vec<(u32, u32)>,
    /// By run: how many elements it has.
    lengths: Vec<u32>,
}

impl Repeats {
    pub(super) fn of(document: &Document, looks: &Looks) -> Self {
        let mut repeats = Self { run: vec![(0, 0); document.len()], lengths: vec![0] };
        // By parent: what its last element looks like.
        let mut last: Vec<(u64, NodeId)> = vec![(0, Document::ROOT); document.len()];
        for id in document.ids() {
            let Some(parent) = document.parent(id) else { continue };
            if document.kind(id) != NodeKind::Element {
                continue;
            }
            let look = looks.get(id);
            let looks = mix(look.tag, look.first_class) | 1;
            let (last_looks, last_id) = last[parent.index()];
            repeats.run[id.index()] = if last_looks == looks {
                let (run, place) = repeats.run[last_id.index()];
                (run, place + 1)
            } else {
                repeats.lengths.push(0);
                (u32::try_from(repeats.lengths.len() - 1).unwrap_or(0), 0)
            };
            repeats.lengths[repeats.run[id.index()].0 as usize] += 1;
            last[parent.index()] = (looks, id);
        }
        repeats
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
    use super::*;
    use crate::page::Page;

    #[test]
    fn siblings_alike_are_a_run() {
        let html = "<ul><li class='a x'>1<li class='a y'>2<li class=a>3<li class=b>4</ul>";
        let page = Page::new(html, None);
        let document = page.document();
        let repeats = Repeats::of(document, &Looks::of(document));
        let items = document.ids().filter(|id| document.name(*id) == "li");
        let found: Vec<_> = items.map(|id| (repeats.length(id), repeats.place(id))).collect();
        assert_eq!(found, [(3, 0), (3, 1), (3, 2), (1, 0)]);
    }
}
