//! The names of elements: the words of tag, class, id and role.

pub(crate) mod groups;
mod words;

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::layout::Signatures;
use super::text::edges::Word;
use crate::dom::{AttributeName, Document, NodeId, NodeRef};
use crate::page::{BlockRef, Page};
use crate::text::hash::{self, mix};
use groups::Levels;

/// The names of the elements around the text of wanted blocks. Elements named alike share one list of words.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The words of all lists, list after list.
    words: Vec<Word>,
    /// Never empty; the first list is empty.
    lists: Vec<List>,
    /// By hash of tag, class, id and role: the number of the list.
    list_of: FxHashMap<u64, u32>,
    /// By node, its place in `named`; 0 for nodes around no wanted block.
    places: Vec<u32>,
    /// An entry without names, then one for each node of `needed`.
    named: Vec<Named>,
    /// The nodes around text of wanted blocks, in document order.
    needed: Vec<NodeId>,
    /// The words on the way down to a node, counted by hash; empty between two pages.
    counters: Vec<u16>,
}

/// The place of a list's words in `words`, and the groups that they are in.
#[derive(Debug, Clone, Copy, Default)]
struct List {
    start: u32,
    end: u32,
    groups: u32,
}

/// The names of an element.
#[derive(Debug, Clone, Copy, Default)]
struct Named {
    list: u32,
    /// The groups of its words and of those of all elements above it, and the levels up to some of them.
    groups: u32,
    levels: Levels,
    /// A bit for each word of the list, the first the lowest: 1 if no element further up has the word.
    firsts: u64,
}

/// The most classes of an element that are looked at.
const MOST_CLASSES: usize = 8;
/// The most words of an element: a bit each.
const MOST_WORDS: usize = u64::BITS as usize;

impl Names {
    /// The names around the wanted blocks; `memory` is that of another page.
    pub(crate) fn of(page: &Page, signatures: &Signatures, wanted: &[bool], memory: Self) -> Self {
        let document = page.document();
        let mut names = memory;
        find_needed(page, wanted, &mut names.needed);
        names.words.clear();
        names.lists.clear();
        names.lists.push(List::default());
        names.places.clear();
        names.places.resize(document.len(), 0);
        names.named.clear();
        names.named.push(Named::default());
        names.list_of.clear();
        for at in 0..names.needed.len() {
            let node = document.node(names.needed[at]);
            let list = names.list_of(node, signatures.built(node.id));
            let added = names.lists[list as usize].groups;
            let Named { groups, levels, .. } = *names.above(node);
            names.places[node.id.index()] = u32::try_from(names.named.len()).unwrap_or(0);
            let (groups, levels) = (groups | added, levels.of_child(added));
            names.named.push(Named { list, groups, levels, firsts: 0 });
        }
        names.find_firsts(document);
        names
    }

    /// The groups of the names of all elements around the first text of a wanted block, and the levels up to some of
    /// them.
    pub(crate) fn around_text(&self, block: BlockRef) -> (u32, Levels) {
        let above = self.above(block.node().in_document());
        (above.groups, above.levels)
    }

    /// The names of the parent.
    fn above(&self, node: NodeRef) -> &Named {
        self.named(node.parent().map_or(Document::ROOT, |parent| parent.id))
    }

    fn named(&self, id: NodeId) -> &Named {
        &self.named[self.place(id)]
    }

    /// The place of an element among those around text of wanted blocks, from 1 on; 0 for all others.
    pub(crate) fn place(&self, id: NodeId) -> usize {
        self.places[id.index()] as usize
    }

    /// The elements around text of wanted blocks, in document order.
    pub(crate) fn needed(&self) -> &[NodeId] {
        &self.needed
    }

    /// The words of all lists, list after list.
    pub(crate) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The number of lists.
    pub(crate) fn lists(&self) -> usize {
        self.lists.len()
    }

    /// The number of the list with the words of a node.
    pub(crate) fn list(&self, id: NodeId) -> usize {
        self.named(id).list as usize
    }

    /// The place of a node's words among those of all lists.
    pub(crate) fn range(&self, id: NodeId) -> Range<usize> {
        let List { start, end, .. } = self.lists[self.list(id)];
        start as usize..end as usize
    }

    /// A bit for each word of a node, the first the lowest: 1 if no element further up has the word. Far above a block
    /// only those count, so that a word counts once.
    pub(crate) fn firsts(&self, id: NodeId) -> u64 {
        self.named(id).firsts
    }

    /// The number of an element's list of words; a new list if no element before is named alike.
    fn list_of(&mut self, node: NodeRef, signature: u64) -> u32 {
        let [mut id, mut role] = [0; 2];
        let attributes = node.document.attributes_where(node.id, |name| {
            matches!(name, AttributeName::ID | AttributeName::ROLE)
        });
        for (name, value) in attributes {
            *(if name == AttributeName::ID { &mut id } else { &mut role }) = hash::text(value);
        }
        let Self { words, lists, list_of, .. } = self;
        *list_of.entry(mix(mix(signature, id), role)).or_insert_with(|| {
            let before = words.len();
            let groups = push_words(node, words);
            let [start, end, list] =
                [before, words.len(), lists.len()].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
            lists.push(List { start, end, groups });
            list
        })
    }

    /// Finds the words that no element further up has, on a walk down and up the needed elements.
    fn find_firsts(&mut self, document: &Document) {
        let mut counters = std::mem::take(&mut self.counters);
        counters.resize(COUNTERS, 0);
        let mut path: Vec<NodeId> = Vec::new();
        for at in 0..self.needed.len() {
            let id = self.needed[at];
            while let Some(last) = path.pop_if(|last| document.end(*last) <= id) {
                let words = &self.words[self.range(last)];
                let firsts = hash::bits(self.firsts(last));
                firsts.for_each(|place| counters[counter_of(words[place])] -= 1);
            }
            let mut firsts = 0;
            for (place, word) in self.words[self.range(id)].iter().enumerate() {
                let above = &mut counters[counter_of(*word)];
                let is_first = *above == 0;
                *above += u16::from(is_first);
                firsts |= u64::from(is_first) << place;
            }
            self.named[at + 1].firsts = firsts;
            path.push(id);
        }
        counters.clear();
        self.counters = counters;
    }
}

/// The number of counters of words on the way down to a node. Two words may share one, so that the lower one seems to be
/// further up as well: an exact set changes 18 texts of the 1,332 pages of wcxb, so it needs a new fit.
const COUNTERS: usize = 1 << 14;

fn counter_of(word: Word) -> usize {
    (word >> 20) as usize % COUNTERS
}

/// Finds the elements with text of a wanted block in them, in document order.
fn find_needed(page: &Page, wanted: &[bool], needed: &mut Vec<NodeId>) {
    let document = page.document();
    needed.clear();
    let mut is_needed = vec![false; document.len()];
    is_needed[Document::ROOT.index()] = true;
    let blocks = page.blocks().iter().zip(wanted).filter(|(_, wanted)| **wanted);
    for text in blocks.flat_map(|(block, _)| page.texts_of(block)) {
        let start = needed.len();
        let above = document.ancestors(text.node);
        needed.extend(above.take_while(|id| !std::mem::replace(&mut is_needed[id.index()], true)));
        // From the outermost in, and all of them after those of the text before.
        needed[start..].reverse();
    }
}

/// Adds the tag, the words of class, id and role, and each class of several words as a whole. Returns the groups.
fn push_words(node: NodeRef, list: &mut Vec<Word>) -> u32 {
    let start = list.len();
    let mut groups = groups::of_tag(node.tag());
    let mut push = |word: Word| {
        let pushed = &list[start..];
        if pushed.len() < MOST_WORDS && !pushed.contains(&word) {
            list.push(word);
        }
    };
    push(hash::text(node.name()));
    for name in [AttributeName::CLASS, AttributeName::ID, AttributeName::ROLE] {
        for class in node.value(name).split_ascii_whitespace().take(MOST_CLASSES) {
            let (mut count, mut whole) = (0, 0);
            words::words(class, |word| {
                let word = hash::bytes(word);
                groups |= groups::of_word(word);
                count += 1;
                whole = mix(whole, word);
                push(word);
            });
            if count > 1 {
                push(whole);
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::groups::{bit, near};
    use super::*;

    fn names_of(page: &Page, wanted: &[bool]) -> Names {
        let signatures = Signatures::of(page.document(), Signatures::default());
        Names::of(page, &signatures, wanted, Names::default())
    }

    #[test]
    fn names_and_groups_are_those_of_elements_around_text() {
        let html = "<div class='postBody x'><p id=nav><b class=x>字</b></p><i class=ad></i></div>";
        let page = Page::new(html, None);
        let names = names_of(&page, &[true]);
        let node = |tag: &str| page.elements().find(|node| node.name() == tag).unwrap().id;
        // The tag, post, body, both, x.
        assert_eq!(names.range(node("div")).len(), 5);
        assert_eq!(names.range(node("i")).len(), 0);
        assert!(names.needed().is_sorted() && !names.needed().contains(&node("i")));
        let (groups, levels) = names.around_text(page.block(0));
        assert_eq!((groups, levels.to(near("content"))), (bit("content") | bit("navigation"), 2.0));
        assert_eq!(names.range(node("b")).len(), 2);
        assert_eq!(hash::bits(names.firsts(node("b"))).collect::<Vec<_>>(), [0]);
    }
}
