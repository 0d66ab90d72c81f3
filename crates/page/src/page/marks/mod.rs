//! The marks of a page: what the names of its elements and the words of its blocks mean, read once.
//!
//! Rooms ask [`Page::marks`]. Names are read when one is first asked for, in one pass over the page, the words and the day
//! of a block when that block is asked for them, so a run pays only for what it asks. The words are those of the lexicon; a
//! new meaning is a variant of [`Name`] or [`Word`] too.

pub(super) mod labels;
mod names;
mod patterns;
mod words;

use std::sync::OnceLock;

use super::{Block, BlockRef, Page};
use crate::dom::NodeId;
use crate::text::dates::{self, DateOrder, FoundDate, LONGEST_LINE};
use labels::{Found, is_label};
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
    fn of(&self, block: BlockRef, find: impl FnOnce() -> T) -> &T {
        let blocks = block.page.blocks().iter();
        let all = self.0.get_or_init(|| blocks.map(|_| OnceLock::new()).collect());
        all[block.at].get_or_init(find)
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
        self.names().entry(id).class
    }

    /// The meanings of the id of an element.
    pub fn id(self, id: NodeId) -> Names {
        self.names().entry(id).id
    }

    /// True if the class or the id of an element has this meaning.
    pub fn is(self, id: NodeId, name: Name) -> bool {
        self.names().entry(id).is(name)
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
        self.names().entry(id).build
    }

    /// A number for the class of an element: that of all elements with the same class, 0 without one.
    pub fn spelling(self, id: NodeId) -> u32 {
        self.names().entry(id).spelling
    }

    fn block(self, block: &Block) -> BlockRef<'p> {
        let blocks = self.page.blocks();
        self.page.block(blocks.partition_point(|other| other.texts.start < block.texts.start))
    }

    /// [`BlockRef::says`], for callers that have only the block.
    pub fn says(self, block: &Block, word: Word) -> bool {
        block.characters <= words::LONGEST && self.block(block).says(word)
    }

    /// [`BlockRef::labels`], for callers that have only the block.
    pub fn labels(self, block: &Block) -> impl Iterator<Item = Labelled<'p>> + use<'p> {
        self.block(block).labels()
    }

    /// [`BlockRef::day`], for callers that have only the block.
    pub fn day(self, block: &Block) -> Option<&'p FoundDate> {
        if block.characters > LONGEST_LINE { None } else { self.block(block).day() }
    }

    /// [`BlockRef::date`], for callers that have only the block.
    pub fn date(self, block: &Block) -> Option<&'p FoundDate> {
        if block.characters > LONGEST_LINE { None } else { self.block(block).date() }
    }
}

/// What the words of a block mean.
impl<'p> BlockRef<'p> {
    /// True if the block says a word of this meaning. One of more than 200 characters says nothing: it is about such things.
    pub fn says(self, word: Word) -> bool {
        let words = &self.page.marks.words;
        self.characters <= words::LONGEST && words.of(self, || Words::of(self.text())).has(word)
    }

    /// The labels of the block with their values, in order. The value of a label that is alone is the text of the next
    /// block, if that is short and has no label.
    pub fn labels(self) -> impl Iterator<Item = Labelled<'p>> + use<'p> {
        let (labels, text) = (self.found_labels(), self.text());
        let is_any_alone = labels.iter().any(Found::is_alone);
        let after = if is_any_alone { self.value_after() } else { "" };
        labels.iter().map(move |found| match found.of(text) {
            found if !found.is_alone => found,
            found if found.label.is_fact() => {
                Labelled { value: labels::cut(after, found.label), ..found }
            }
            found => Labelled { value: after, ..found },
        })
    }

    fn found_labels(self) -> &'p [Found] {
        self.page.marks.labels.of(self, || {
            let mut found = labels::find(self.text());
            if self.has_label_in_parts(&found) {
                labels::in_parts(self.text(), &self.parts(), &mut found);
            }
            found
        })
    }

    /// True if a short block of several texts has a source, two labels, or a text that is a label.
    fn has_label_in_parts(self, found: &[Found]) -> bool {
        let document = self.page.document();
        let begins = |text: &str| Label::at_start(text).is_some();
        self.texts().len() > 1
            && self.characters <= LONGEST_LINE
            && (found.iter().any(|found| found.label == Label::Source)
                || !found.is_empty()
                    && self.texts()[1..].iter().any(|text| begins(document.text(text.node).trim()))
                || self.texts().iter().any(|text| is_label(document.text(text.node).trim())))
    }

    /// The text of the next block, if it may be the value of a label that is alone in this one.
    fn value_after(self) -> &'p str {
        let next = self.next().filter(|next| {
            next.characters <= 40
                && next.is_hidden <= self.is_hidden
                && next.found_labels().iter().all(|found| found.label.is_contribution())
                && !labels::begins_section(next.text())
        });
        next.map_or("", Self::text)
    }

    /// The day that the block names, if it is short enough for the line of a date: at most [`LONGEST_LINE`] characters.
    pub fn day(self) -> Option<&'p FoundDate> {
        self.date().filter(|found| found.date.day > 0)
    }

    /// The date that such a block names, perhaps without a day.
    pub fn date(self) -> Option<&'p FoundDate> {
        if self.characters > LONGEST_LINE {
            return None;
        }
        let date = self
            .page
            .marks
            .dates
            .of(self, || dates::find_written(self.text(), DateOrder::YearFirst).map(Box::new));
        date.as_deref()
    }
}
