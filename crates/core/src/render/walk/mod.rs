//! Turns content into events: the one walk over the page's tree that all writers share. What an element is besides its tag is
//! a row of `constructs`; the walk only nests.

mod blocks;
mod cards;
mod constructs;
mod inlines;
mod lines;
mod poems;
mod rest;
mod sections;

use std::collections::{HashMap, HashSet};

use super::cut::{self, Room};
use super::events::{Element, Event};
use super::parts::Parts;
use super::tabs::Tabs;
use super::tidy::tidied;
use crate::dom::{AttributeName, Event as Step, NodeId, Tag, walk};
use crate::page::footnotes::Footnotes;
use crate::page::tables::TableShape;
use crate::page::{BlockIndex, Node, Page};
use crate::select::Content;
use cards::{is_card, is_part_of_card};
use poems::is_line_of_poem;
use rest::Rest;

pub(crate) use sections::Section;

/// The events of the content of a page.
#[cfg(feature = "train")]
pub fn events<'a>(page: &'a Page, content: &Content, parts: Parts) -> Vec<Event<'a>> {
    events_in_sections(page, content, parts, &[], usize::MAX).0
}

/// The events of a thread: each of its sections with content begins with its mark, and what it quotes is a quotation. Events
/// beyond `most` bytes are left out; returns their bytes too, as `render::cut` counts them.
pub(crate) fn events_in_sections<'a>(
    page: &'a Page,
    content: &Content,
    parts: Parts,
    sections: &[Section],
    most: usize,
) -> (Vec<Event<'a>>, u64) {
    let mut walker = Walker::new(page, content, parts, most);
    walker.sections = sections;
    walker.is_thread = sections.iter().any(|section| section.is_apart);
    walker.run();
    let has_notes = walker.side_notes > 0 || walker.footnotes.notes().next().is_some();
    (tidied(walker.events, has_notes), walker.room.beyond)
}

struct Walker<'a, 'c> {
    page: &'a Page,
    parts: Parts,
    rest: Rest<'c>,
    /// Addresses of images that recur throughout the content: list markers, stars, icons.
    marks: HashSet<&'a str>,
    events: Vec<Event<'a>>,
    room: Room,
    /// The open blocks, with the node at whose end each ends.
    blocks: Vec<(NodeId, Open)>,
    /// The inline elements around the current place; the first `begun` of them have begun.
    inlines: Vec<(NodeId, Element)>,
    begun: usize,
    /// The open line, if any.
    line: Option<Line>,
    /// Line ends since the last text.
    breaks: usize,
    needs_blank: bool,
    last_block: Option<BlockIndex>,
    /// True if a link has ended and no text follows it so far.
    is_after_link: bool,
    /// Parts of a thread, in document order, and how many have been passed.
    sections: &'c [Section],
    next_section: usize,
    /// True if its posts are written apart, with what they quote as quotations.
    is_thread: bool,
    /// Panels that readers switch between.
    tabs: Tabs,
    /// The box of a task whose text is still to come.
    task_box: Option<bool>,
    footnotes: Footnotes,
    /// The number of side notes so far.
    side_notes: usize,
    /// The mark that may be at the start of the note that has begun.
    note_sign: Option<String>,
}

/// Events that a piece of the content makes: an item with a paragraph and its text.
const EVENTS_A_PIECE: usize = 5;
/// Events around them: a list, a table, a row. One too many would double the memory.
const EVENTS_AROUND: usize = 64;

/// An image that occurs this many times in the content is a marker.
const MARK: usize = 3;

fn marks<'a>(page: &'a Page, content: &Content) -> HashSet<&'a str> {
    let images = content.media.iter().map(|id| page.node(*id)).filter(|node| node.is(Tag::IMG));
    let mut times: HashMap<&str, usize> = HashMap::new();
    for source in images.filter_map(|image| image.attribute(AttributeName::SRC)) {
        *times.entry(source).or_default() += 1;
    }
    times.into_iter().filter(|(_, times)| *times >= MARK).map(|(source, _)| source).collect()
}

/// The maximum depth of nested blocks: the text of deeper ones stays in the block around them.
const MOST_NESTED: usize = 40;

/// An open block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A heading, caption or term: its whole content is one line.
    Line,
    List,
    DefinitionList,
    Table(TableShape),
    Row,
    /// A note that shares its block with others.
    Note,
    Other,
}

/// The kind of the open line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// A paragraph that began with its text and ends with any block.
    Paragraph,
    /// A heading, caption or term, which ends with its element.
    Fixed,
}

impl<'a, 'c> Walker<'a, 'c> {
    fn new(page: &'a Page, content: &'c Content, parts: Parts, most: usize) -> Self {
        let events = content.spans.len() * EVENTS_A_PIECE + EVENTS_AROUND;
        Self {
            page,
            parts,
            rest: Rest::new(content),
            marks: if parts.images { marks(page, content) } else { HashSet::new() },
            events: Vec::with_capacity(events.min(most / cut::LEAST + 2 * cut::UNCOUNTED)),
            room: Room::new(most),
            blocks: Vec::new(),
            inlines: Vec::new(),
            begun: 0,
            line: None,
            breaks: 0,
            needs_blank: false,
            last_block: None,
            is_after_link: false,
            sections: &[],
            next_section: 0,
            is_thread: false,
            tabs: Tabs::find(page.document(), |panel| content.is_within(&(panel.id..panel.end()))),
            task_box: None,
            footnotes: Footnotes::find(page, |nodes| content.is_within(nodes)),
            side_notes: 0,
            note_sign: None,
        }
    }

    fn run(&mut self) {
        let page = self.page;
        let mut steps = walk(page.document().root());
        while let Some(step) = steps.next() {
            match step {
                Step::Start(id) => {
                    let node = page.node(id);
                    self.begin_section(node);
                    if !self.start(node) {
                        self.rest.pass(node.end());
                        steps.skip_subtree();
                    }
                }
                Step::End(id) => self.end(page.node(id)),
                Step::Leaf(id) if page.node(id).is_text() => self.text(page.node(id)),
                Step::Leaf(_) => {}
            }
            self.room.bound(&mut self.events);
        }
        self.end_blocks();
        self.room.bound(&mut self.events);
        if self.room.beyond > 0 {
            cut::end_open(&mut self.events);
        }
    }

    /// Begins an element. Returns whether to walk its descendants.
    fn start(&mut self, node: Node<'a>) -> bool {
        let tag = node.tag();
        match tag {
            Tag::BR => {
                self.breaks += 1;
                return true;
            }
            Tag::HR => {
                self.rule();
                return true;
            }
            Tag::INPUT => {
                self.find_task_box(node);
                return false;
            }
            Tag::TD | Tag::TH if self.is_open(Open::Row) => {
                self.start_cell(node);
                return true;
            }
            _ => {}
        }
        self.begin_part_note(node);
        if !self.rest.has_before(node.end()) {
            if tag.is_block_level() {
                self.end_paragraph();
            }
            return false;
        }
        self.begin_panel(node);
        if let Some(keeps) = self.construct(node) {
            return keeps;
        }
        if tag.is_block_level() { self.start_block(node) } else { self.start_inline(node) }
    }

    fn end(&mut self, node: Node) {
        let is_block = node.tag().is_block_level();
        self.is_after_link |= node.is(Tag::A);
        if is_card(node) || is_part_of_card(node) {
            self.breaks = self.breaks.max(1);
        }
        if self.inlines.pop_if(|(open, _)| *open == node.id).is_some() {
            if self.begun > self.inlines.len() {
                self.begun = self.inlines.len();
                self.events.push(Event::End);
            }
            if !is_block {
                return;
            }
        }
        if is_line_of_poem(node) {
            self.breaks = self.breaks.max(1);
            return;
        }
        if is_block {
            self.end_paragraph();
            if self.is_in_fixed_line() {
                self.breaks = self.breaks.max(1);
            }
        }
        while self.blocks.last().is_some_and(|(open, _)| *open == node.id) {
            self.end_line();
            self.blocks.pop();
            self.events.push(Event::End);
        }
    }
}
