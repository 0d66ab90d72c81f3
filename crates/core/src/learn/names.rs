//! The words of the names of elements: of tag, class, id and role.

use std::ops::Range;

use super::looks::Looks;
use super::name_groups::{self, Levels};
use super::name_words;
use crate::dom::{AttributeName, Document, NodeId};
use crate::page::Page;
use crate::text::hash::{self, mix};

/// A word, hashed.
pub(super) type Word = u64;

/// The names of the elements around the text of open blocks. Elements named alike share one list of words.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The words of all lists, list after list.
    words: Vec<Word>,
    /// Never empty; the first is of the elements of which nothing is known.
    lists: Vec<List>,
    /// By node, its place among those named; 0 for those of which nothing is known.
    places: Vec<u32>,
    /// The names of the elements of `needed`, after that of all of which nothing is known.
    named: Vec<Named>,
    /// The nodes around text of open blocks, in document order; nothing is known of others.
    needed: Vec<NodeId>,
    seen: Seen,
    /// All 0 between two pages.
    counters: Vec<u16>,
}

/// Where the words of a list begin and end, and the groups of the vocabulary that they are in.
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
    /// The groups of its words and of those of all elements above it, and how far up some of them are.
    groups: u32,
    levels: Levels,
    /// A bit for each word of the list, the first the lowest: whether no element further up has it.
    firsts: u64,
}

/// Classes looked at.
const MOST_CLASSES: usize = 8;
/// Words looked at: a bit each.
const MOST_WORDS: usize = u64::BITS as usize;

impl Names {
    /// The last gives its memory.
    pub(super) fn of(page: &Page, looks: &Looks, is_open: &[bool], memory: Self) -> Self {
        let document = page.document();
        let mut names = memory;
        find_needed(page, is_open, &mut names.needed);
        names.words.clear();
        names.lists.clear();
        names.lists.push(List::default());
        names.places.clear();
        names.places.resize(document.len(), 0);
        names.named.clear();
        names.named.push(Named::default());
        names.seen.forget();
        for at in 0..names.needed.len() {
            let id = names.needed[at];
            let list = names.list_of(document, id, looks.own(id));
            let own = names.lists[list as usize].groups;
            let Named { groups, levels, .. } =
                *names.named(document.parent(id).unwrap_or(Document::ROOT));
            names.places[id.index()] = u32::try_from(names.named.len()).unwrap_or(0);
            let (groups, levels) = (groups | own, levels.of_child(own));
            names.named.push(Named { list, groups, levels, firsts: 0 });
        }
        names.find_firsts(document);
        names
    }

    /// The groups of the names of all elements around the first text of an open block, and how many levels up some of
    /// them are.
    pub(super) fn around_text(&self, page: &Page, block: usize) -> (u32, Levels) {
        let text = page.texts_of(&page.blocks()[block])[0].node;
        let above = self.named(page.document().parent(text).unwrap_or(Document::ROOT));
        (above.groups, above.levels)
    }

    fn named(&self, id: NodeId) -> &Named {
        &self.named[self.place(id)]
    }

    /// The place of an element among those around text of open blocks, from 1 on; 0 for all others.
    pub(super) fn place(&self, id: NodeId) -> usize {
        self.places[id.index()] as usize
    }

    /// The elements around text of open blocks, in document order.
    pub(super) fn needed(&self) -> &[NodeId] {
        &self.needed
    }

    /// The words of all lists, list after list.
    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// How many lists there are.
    pub(super) fn lists(&self) -> usize {
        self.lists.len()
    }

    /// The list that has the words of a node.
    pub(super) fn list(&self, id: NodeId) -> usize {
        self.named(id).list as usize
    }

    /// Where the words of a node stand among those of all lists.
    pub(super) fn range(&self, id: NodeId) -> Range<usize> {
        let List { start, end, .. } = self.lists[self.list(id)];
        start as usize..end as usize
    }

    /// A bit for each word of a node, the first the lowest: whether no element further up has it. Those count far above
    /// a block, once.
    pub(super) fn firsts(&self, id: NodeId) -> u64 {
        self.named(id).firsts
    }

    /// The number of the list of an element, a new one where none is named alike.
    fn list_of(&mut self, document: &Document, id: NodeId, look: u64) -> u32 {
        let (mut own, mut role) = (0, 0);
        let is_name = |name| matches!(name, AttributeName::ID | AttributeName::ROLE);
        for (name, value) in document.attributes_where(id, is_name) {
            *(if name == AttributeName::ID { &mut own } else { &mut role }) = hash::text(value);
        }
        let (seen, list) = self.seen.place(mix(mix(look, own), role));
        if !seen {
            let end = |words: &Vec<Word>| u32::try_from(words.len()).unwrap_or(u32::MAX);
            let start = end(&self.words);
            let groups = push_words(document, id, &mut self.words);
            *list = u32::try_from(self.lists.len()).unwrap_or(0);
            self.lists.push(List { start, end: end(&self.words), groups });
        }
        *list
    }

    fn find_firsts(&mut self, document: &Document) {
        let mut counters = std::mem::take(&mut self.counters);
        counters.resize(COUNTERS, 0);
        let counter = |word: Word| (word >> 20) as usize % COUNTERS;
        let leave = |names: &Self, counters: &mut [u16], id: NodeId| {
            let words = &names.words[names.range(id)];
            hash::bits(names.firsts(id)).for_each(|place| counters[counter(words[place])] -= 1);
        };
        let mut path: Vec<NodeId> = Vec::new();
        for at in 0..self.needed.len() {
            let id = self.needed[at];
            while let Some(last) = path.pop_if(|last| document.end(*last) <= id) {
                leave(self, &mut counters, last);
            }
            let mut firsts = 0;
            for (place, word) in self.words[self.range(id)].iter().enumerate() {
                let above = &mut counters[counter(*word)];
                let is_first = *above == 0;
                *above += u16::from(is_first);
                firsts |= u64::from(is_first) << place;
            }
            self.named[at + 1].firsts = firsts;
            path.push(id);
        }
        path.into_iter().for_each(|id| leave(self, &mut counters, id));
        self.counters = counters;
    }
}

/// Counters of the words on the way down to a node; two words share one once in a hundred pages.
const COUNTERS: usize = 1 << 14;

/// The elements that have text of an open block in them, in document order.
fn find_needed(page: &Page, is_open: &[bool], needed: &mut Vec<NodeId>) {
    let document = page.document();
    needed.clear();
    let mut is_needed = vec![false; document.len()];
    is_needed[Document::ROOT.index()] = true;
    let open = page.blocks().iter().zip(is_open).filter(|(_, is_open)| **is_open);
    for text in open.flat_map(|(block, _)| page.texts_of(block)) {
        let start = needed.len();
        let above = document.ancestors(text.node);
        needed.extend(above.take_while(|id| !std::mem::replace(&mut is_needed[id.index()], true)));
        // From the outermost in, and all of them after those of the text before.
        needed[start..].reverse();
    }
}

/// Elements that were named before: most elements of a page are named like others.
#[derive(Debug, Default)]
struct Seen {
    /// By hash of their names: that hash, and their list.
    elements: Vec<(u64, u32)>,
}

/// Elements kept; another in the same place takes it over.
const SEEN: usize = 1 << 10;

impl Seen {
    fn forget(&mut self) {
        self.elements.clear();
        self.elements.resize(SEEN, (0, 0));
    }

    /// Whether an element of these names was seen, and the place of its list; of one that was not, to be written.
    fn place(&mut self, key: u64) -> (bool, &mut u32) {
        let (seen, list) = &mut self.elements[(key >> 32) as usize % SEEN];
        let is_seen = *seen == key && *list != 0;
        *seen = key;
        (is_seen, list)
    }
}

/// The tag, the words of class, id and role, and each class of several words as a whole; gives the groups.
fn push_words(document: &Document, id: NodeId, words: &mut Vec<Word>) -> u32 {
    let start = words.len();
    let mut groups = name_groups::of_tag(document.tag(id));
    let mut push = |word: Word| {
        let own = &words[start..];
        if own.len() < MOST_WORDS && !own.contains(&word) {
            words.push(word);
        }
    };
    push(hash::text(document.name(id)));
    for name in [AttributeName::CLASS, AttributeName::ID, AttributeName::ROLE] {
        let Some(value) = document.attribute(id, name) else { continue };
        for class in value.split_ascii_whitespace().take(MOST_CLASSES) {
            let (mut count, mut whole) = (0, 0);
            name_words::words(class, |word| {
                let word = hash::bytes(word);
                groups |= name_groups::of_word(word);
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
    use super::super::name_groups::{bit, near};
    use super::*;

    fn names_of(page: &Page, is_open: &[bool]) -> Names {
        let looks = Looks::of(page.document(), Looks::default());
        Names::of(page, &looks, is_open, Names::default())
    }

    #[test]
    fn names_and_groups_are_those_of_elements_around_text() {
        let html = "<div class='postBody x'><p id=nav><b class=x>字</b></p><i class=ad></i></div>";
        let page = Page::new(html, None);
        let (names, document) = (names_of(&page, &[true]), page.document());
        let node = |tag: &str| document.ids().find(|id| document.name(*id) == tag).unwrap();
        // The tag, post, body, both, x.
        assert_eq!(names.range(node("div")).len(), 5);
        assert_eq!(names.range(node("i")).len(), 0);
        assert!(names.needed().is_sorted() && !names.needed().contains(&node("i")));
        let (groups, levels) = names.around_text(&page, 0);
        assert_eq!((groups, levels.to(near("content"))), (bit("content") | bit("navigation"), 2.0));
        assert_eq!(names.range(node("b")).len(), 2);
        assert_eq!(hash::bits(names.firsts(node("b"))).collect::<Vec<_>>(), [0]);
    }
}
