//! The words of the names of elements: of tag, class, id and role.

use super::looks::Looks;
use super::{name_groups, name_words};
use crate::dom::{AttributeName, Document, NodeId};
use crate::page::Page;
use crate::text::hash::{self, mix};

/// A word, hashed.
pub(super) type Word = u64;

/// A word of a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Name {
    pub(super) word: Word,
    /// Whether no element further up has it: those count far above a block, once.
    pub(super) is_first: bool,
}

/// The names of the elements around the text of open blocks.
#[derive(Debug, Default)]
pub(super) struct Names {
    names: Vec<Name>,
    /// By node, where its own begin and end among them.
    ranges: Vec<(u32, u32)>,
    /// The nodes around text of open blocks, in document order; nothing is known of others.
    needed: Vec<NodeId>,
    /// By node, the groups of the vocabulary that the words are in, and those of all above it.
    pub(super) own_groups: Vec<u32>,
    all_groups: Vec<u32>,
    seen: Seen,
    /// All 0 between two pages.
    counters: Vec<u16>,
}

/// Classes looked at.
const MOST_CLASSES: usize = 8;

impl Names {
    /// The last gives its memory.
    pub(super) fn of(page: &Page, looks: &Looks, is_open: &[bool], memory: Self) -> Self {
        let document = page.document();
        let Self {
            mut names,
            mut ranges,
            mut needed,
            mut own_groups,
            mut all_groups,
            mut seen,
            counters,
        } = memory;
        find_needed(page, is_open, &mut needed);
        names.clear();
        ranges.clear();
        ranges.resize(document.len(), (0, 0));
        for groups in [&mut own_groups, &mut all_groups] {
            groups.clear();
            groups.resize(document.len(), 0);
        }
        seen.forget();
        let end = |names: &Vec<Name>| u32::try_from(names.len()).unwrap_or(u32::MAX);
        for id in needed.iter().copied() {
            let start = end(&names);
            let groups = seen.push_names(document, id, looks.own(id), &mut names);
            ranges[id.index()] = (start, end(&names));
            let above = document.parent(id).map_or(0, |parent| all_groups[parent.index()]);
            own_groups[id.index()] = groups;
            all_groups[id.index()] = groups | above;
        }
        let mut names = Self { names, ranges, needed, own_groups, all_groups, seen, counters };
        names.find_firsts(document);
        names
    }

    /// The groups of the names of all elements around the first text of an open block.
    pub(super) fn around_text(&self, page: &Page, block: usize) -> u32 {
        let text = page.texts_of(&page.blocks()[block])[0].node;
        page.document().parent(text).map_or(0, |above| self.all_groups[above.index()])
    }

    /// The elements around text of open blocks, in document order.
    pub(super) fn needed(&self) -> &[NodeId] {
        &self.needed
    }

    /// The names of a node.
    pub(super) fn of_node(&self, id: NodeId) -> &[Name] {
        &self.names[self.range(id)]
    }

    fn range(&self, id: NodeId) -> std::ops::Range<usize> {
        let (start, end) = self.ranges[id.index()];
        start as usize..end as usize
    }

    fn find_firsts(&mut self, document: &Document) {
        let mut counters = std::mem::take(&mut self.counters);
        counters.resize(COUNTERS, 0);
        let counter = |word: Word| (word >> 20) as usize % COUNTERS;
        let leave = |names: &Self, counters: &mut [u16], id: NodeId| {
            let firsts = names.of_node(id).iter().filter(|name| name.is_first);
            firsts.for_each(|name| counters[counter(name.word)] -= 1);
        };
        let mut path: Vec<NodeId> = Vec::new();
        for at in 0..self.needed.len() {
            let id = self.needed[at];
            let range = self.range(id);
            while let Some(last) = path.pop_if(|last| document.end(*last) <= id) {
                leave(self, &mut counters, last);
            }
            for name in &mut self.names[range] {
                name.is_first = counters[counter(name.word)] == 0;
                counters[counter(name.word)] += u16::from(name.is_first);
            }
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
    /// By hash of their names: that hash, where the words begin and end, and their groups.
    elements: Vec<(u64, std::ops::Range<usize>, u32)>,
}

/// Elements kept; another in the same place takes it over.
const SEEN: usize = 1 << 9;

impl Seen {
    fn forget(&mut self) {
        self.elements.clear();
        self.elements.resize(SEEN, (0, 0..0, 0));
    }

    /// Like [`push_names`], by what is known of an element named alike.
    fn push_names(
        &mut self,
        document: &Document,
        id: NodeId,
        look: u64,
        names: &mut Vec<Name>,
    ) -> u32 {
        let (mut own, mut role) = (0, 0);
        let is_name = |name| matches!(name, AttributeName::ID | AttributeName::ROLE);
        for (name, value) in document.attributes_where(id, is_name) {
            *(if name == AttributeName::ID { &mut own } else { &mut role }) = hash::text(value);
        }
        let key = mix(mix(look, own), role);
        let (seen, words, groups) = &mut self.elements[(key >> 32) as usize % SEEN];
        if *seen != key || words.start == words.end {
            let start = names.len();
            *groups = push_names(document, id, names);
            (*seen, *words) = (key, start..names.len());
        } else {
            names.extend_from_within(words.clone());
        }
        *groups
    }
}

/// The tag, the words of class, id and role, and each class as a whole; gives the groups.
fn push_names(document: &Document, id: NodeId, names: &mut Vec<Name>) -> u32 {
    let start = names.len();
    let mut groups = name_groups::of_tag(document.tag(id));
    let mut push = |word: Word| {
        if !names[start..].iter().any(|name| name.word == word) {
            names.push(Name { word, is_first: false });
        }
    };
    push(hash::text(document.name(id)));
    for name in [AttributeName::CLASS, AttributeName::ID, AttributeName::ROLE] {
        let Some(value) = document.attribute(id, name) else { continue };
        for class in value.split_ascii_whitespace().take(MOST_CLASSES) {
            let (mut count, mut first) = (0, 0);
            name_words::words(class, |word| {
                let word = hash::bytes(word);
                groups |= name_groups::of_word(word);
                count += 1;
                if count == 1 {
                    first = word;
                }
                push(word);
            });
            if count > 1 {
                let letters = class.bytes().filter(u8::is_ascii_alphabetic);
                push(letters.fold(first, |h, b| mix(h, u64::from(b.to_ascii_lowercase()))));
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::name_groups::bit;
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
        // The tag, post, body, postbody, x.
        assert_eq!(names.of_node(node("div")).len(), 5);
        assert_eq!(names.of_node(node("i")).len(), 0);
        assert!(names.needed().is_sorted() && !names.needed().contains(&node("i")));
        assert_eq!(names.own_groups[node("p").index()], bit("navigation"));
        assert_eq!(names.all_groups[node("b").index()], bit("content") | bit("navigation"));
        let firsts: Vec<bool> = names.of_node(node("b")).iter().map(|n| n.is_first).collect();
        assert_eq!(firsts, [true, false]);
    }
}
