//! The marks of a page: what the names of its elements and the words of its blocks mean, read once.
//!
//! Rooms ask [`Page::marks`]. Names are read when one is first asked for, in one pass over the page, the words and the day
//! of a block when that block is asked for them, so a run pays only for what it asks. The words are those of the lexicon; a
//! new meaning is a variant of [`Name`] or [`Word`] too.

mod labels;
mod names;
mod patterns;
mod words;

use std::sync::OnceLock;

use super::{Block, Page, TextNode};
use crate::dom::NodeId;
use crate::text::dates::{self, DateOrder, FoundDate, LONGEST_LINE};
use labels::Found;
pub use labels::{Label, Labelled, has_label};
use names::ElementNames;
pub use names::{Build, Name, Names};
pub use words::{Word, Words};

/// The families of marks that were asked for so far.
#[derive(Debug, Clone, Default)]
pub(super) struct PageMarks {
    names: OnceLock<ElementNames>,
    words: ByBlock<Words>,
    labels: ByBlock<Vec<Found>>,
    dates: ByBlock<Option<Box<FoundDate>>>,
}

/// Something of each block, found when that block is first asked for it.
#[derive(Debug, Clone)]
struct ByBlock<T>(OnceLock<Box<[OnceLock<T>]>>);

impl<T> Default for ByBlock<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> ByBlock<T> {
    fn of<'p>(&'p self, page: &Page, block: &Block, find: impl FnOnce() -> T) -> &'p T {
        let all = self.0.get_or_init(|| page.blocks().iter().map(|_| OnceLock::new()).collect());
        all[page.index_of(block)].get_or_init(find)
    }
}

/// The marks of a page.
#[derive(Debug, Clone, Copy)]
pub struct Marks<'p> {
    page: &'p Page,
}

impl Page {
    /// The marks of the page.
    pub fn marks(&self) -> Marks<'_> {
        Marks { page: self }
    }
}

impl<'p> Marks<'p> {
    fn names(self) -> &'p ElementNames {
        self.page.marks.names.get_or_init(|| ElementNames::of(&self.page.document))
    }

    /// The meanings of the class of an element.
    pub fn class(self, id: NodeId) -> Names {
        self.names().of_class(id)
    }

    /// The meanings of the id of an element.
    pub fn id(self, id: NodeId) -> Names {
        self.names().of_id(id)
    }

    /// True if the class or the id of an element has this meaning.
    pub fn is(self, id: NodeId, name: Name) -> bool {
        self.class(id).has(name) || self.id(id).has(name)
    }

    /// The elements whose class or id has this meaning, in document order. Costs next to nothing on a page without one.
    pub fn all(self, name: Name) -> impl Iterator<Item = NodeId> + use<'p> {
        let has_any = self.names().has_any(name);
        let elements = has_any.then(|| self.page.document.elements());
        elements.into_iter().flatten().filter(move |id| self.is(*id, name))
    }

    /// True if an element or one of those around it is named so; `levels` counts the element too.
    pub fn within(self, id: NodeId, levels: usize, name: Name) -> bool {
        self.page.document.around(id).take(levels).any(|id| self.is(id, name))
    }

    /// The way an element is built, by its classes.
    pub fn build(self, id: NodeId) -> Build {
        self.names().build(id)
    }

    /// A number for the class of an element: that of all elements with the same class, 0 without one.
    pub fn spelling(self, id: NodeId) -> u32 {
        self.names().spelling(id)
    }

    /// True if a block says a word of this meaning. Blocks of more than 200 characters say nothing: they
    /// are about such things.
    pub fn says(self, block: &Block, word: Word) -> bool {
        let (page, marks) = (self.page, &self.page.marks);
        block.characters <= words::LONGEST
            && marks.words.of(page, block, || Words::of(page.block_text(block))).has(word)
    }

    /// The labels of a block with their values, in order. The value of a label that is alone is the text of the next
    /// block, if that is short and has no label.
    pub fn labels(self, block: &Block) -> impl Iterator<Item = Labelled<'p>> + use<'p> {
        let (found, text) = (self.found_labels(block), self.page.block_text(block));
        let is_any_alone = found.iter().any(Found::is_alone);
        let after = if is_any_alone { self.value_after(block) } else { "" };
        found.iter().map(move |found| match found.of(text) {
            one if !one.is_alone => one,
            one if one.label.is_fact() => Labelled { value: labels::cut(after, one.label), ..one },
            one => Labelled { value: after, ..one },
        })
    }

    fn found_labels(self, block: &Block) -> &'p [Found] {
        let page = self.page;
        page.marks.labels.of(page, block, || {
            let text = page.block_text(block);
            let mut found = labels::find(text);
            let is_short = block.texts.len() > 1 && block.characters <= LONGEST_LINE;
            let is_label = |own: &TextNode| labels::is_label(page.document.text(own.node).trim());
            let has_source = || found.iter().any(|found| found.label == Label::Source);
            if is_short && (has_source() || page.texts_of(block).iter().any(is_label)) {
                labels::in_parts(text, &page.parts_of(block), &mut found);
            }
            found
        })
    }

    fn value_after(self, block: &Block) -> &'p str {
        let next = self.page.blocks().get(self.page.index_of(block) + 1);
        let next = next.filter(|next| next.characters <= 40 && next.is_hidden <= block.is_hidden);
        let is_value = |next: &&Block| {
            let has_other =
                self.found_labels(next).iter().any(|found| !found.label.is_contribution());
            !has_other && !labels::begins_section(self.page.block_text(next))
        };
        next.filter(is_value).map_or("", |next| self.page.block_text(next))
    }

    /// The day that a block names, if it is short enough for the line of a date: at most [`LONGEST_LINE`] characters.
    pub fn day(self, block: &Block) -> Option<&'p FoundDate> {
        self.date(block).filter(|found| found.date.day > 0)
    }

    /// The date that such a block names, perhaps without a day.
    pub fn date(self, block: &Block) -> Option<&'p FoundDate> {
        if block.characters > LONGEST_LINE {
            return None;
        }
        let (page, dates) = (self.page, &self.page.marks.dates);
        let find = || dates::find_written(page.block_text(block), DateOrder::YearFirst);
        dates.of(page, block, || find().map(Box::new)).as_deref()
    }
}
