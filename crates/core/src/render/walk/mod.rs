//! Turns content into events: the one walk over the page's tree that all writers share.

mod blocks;
mod lines;
mod sections;

use std::collections::{HashMap, HashSet};

use super::admonition;
use super::code::without_labels;
use super::cut;
use super::events::{Element, Event, joined, plain_headings, without_empty};
use super::formula;
use super::notices::without_notices;
use super::parts::Parts;
use super::section_links::is_section_link;
use super::side_notes::{self, is_side_note};
use super::tabs::Tabs;
use crate::dom::{AttributeName, Document, Event as Step, NodeId, NodeKind, Tag, walk};
use crate::page::footnotes::Footnotes;
use crate::page::tables::TableShape;
use crate::page::{BlockIndex, Page, code, media};
use crate::select::Content;

pub(crate) use sections::Section;

/// The events of the content of a page.
pub fn events<'a>(page: &'a Page, content: &Content, parts: Parts) -> Vec<Event<'a>> {
    events_in_sections(page, content, parts, &[], usize::MAX).0
}

/// The events of a thread: every post with content begins with its heading, and what it quotes is a quotation. Events
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
    walker.run();
    let events = without_empty(side_notes::behind_their_blocks(walker.events));
    (without_notices(without_labels(plain_headings(joined(events)))), walker.beyond)
}

struct Walker<'a, 'c> {
    page: &'a Page,
    document: &'a Document,
    parts: Parts,
    /// The rest of the content: nodes with their pieces.
    content: &'c Content,
    next_span: usize,
    next_media: usize,
    /// Addresses of images that recur throughout the content: list markers, stars, icons.
    marks: HashSet<&'a str>,
    events: Vec<Event<'a>>,
    footnotes: Footnotes,
    /// The open blocks, with the node at whose end each ends.
    blocks: Vec<(NodeId, Open)>,
    /// The inline elements around the current place; the first `begun` of them have begun.
    inlines: Vec<(NodeId, Element<'a>)>,
    begun: usize,
    /// The number of events after the last ruby text; 0 before there is one.
    ruby_text_end: usize,
    /// True if a link has ended and no text follows it so far.
    is_after_link: bool,
    /// The open line, if any.
    line: Option<Line>,
    /// Line ends since the last text.
    breaks: usize,
    needs_blank: bool,
    last_block: Option<BlockIndex>,
    tables: Vec<TableShape>,
    /// Posts of a thread, in document order, and how many have been passed.
    sections: &'c [Section],
    next_section: usize,
    /// The box of a task whose text is still to come.
    task_box: Option<bool>,
    /// The number of side notes so far.
    side_notes: usize,
    /// Panels that readers switch between.
    tabs: Tabs,
    /// The mark that may be at the start of the note that has begun.
    note_sign: Option<String>,
    /// Bytes that the rest of the events may have.
    room: usize,
    /// The number of events within the room.
    counted: usize,
    /// The bytes of events that were left out.
    beyond: u64,
}

/// Events that a piece of the content makes: an item with a paragraph and its text.
const EVENTS_A_PIECE: usize = 5;
/// Events around them: a list, a table, a row. One too many would double the memory.
const EVENTS_AROUND: usize = 64;
/// Events that are made before they are counted.
const EVENTS_UNCOUNTED: usize = 1 << 10;

/// An image that occurs this many times in the content is a marker.
const MARK: usize = 3;

fn marks<'a>(page: &'a Page, content: &Content) -> HashSet<&'a str> {
    let document = page.document();
    let images = content.media.iter().filter(|id| document.tag(**id) == Tag::IMG);
    let mut times: HashMap<&str, usize> = HashMap::new();
    for source in images.filter_map(|id| document.attribute(*id, AttributeName::SRC)) {
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
    Table,
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
            document: page.document(),
            parts,
            content,
            next_span: 0,
            next_media: 0,
            marks: if parts.images { marks(page, content) } else { HashSet::new() },
            events: Vec::with_capacity(events.min(most / cut::LEAST + 2 * EVENTS_UNCOUNTED)),
            footnotes: Footnotes::find(page, |nodes| content.is_within(nodes)),
            blocks: Vec::new(),
            inlines: Vec::new(),
            begun: 0,
            ruby_text_end: 0,
            is_after_link: false,
            line: None,
            breaks: 0,
            needs_blank: false,
            last_block: None,
            tables: Vec::new(),
            sections: &[],
            next_section: 0,
            task_box: None,
            side_notes: 0,
            note_sign: None,
            room: most,
            counted: 0,
            beyond: 0,
            tabs: Tabs::find(page.document(), |id| {
                content.is_within(&(id..page.document().end(id)))
            }),
        }
    }

    fn run(&mut self) {
        let mut steps = walk(self.document, Document::ROOT);
        while let Some(step) = steps.next() {
            match step {
                Step::Start(id) => {
                    self.begin_section(id);
                    if !self.start(id) {
                        self.pass(self.document.end(id));
                        steps.skip_subtree();
                    }
                }
                Step::End(id) => self.end(id),
                Step::Leaf(id) if self.document.kind(id) == NodeKind::Text => self.text(id),
                Step::Leaf(_) => {}
            }
            self.bound();
        }
        self.end_line();
        while self.blocks.pop().is_some() {
            self.events.push(Event::End);
        }
        self.bound();
        if self.beyond > 0 {
            cut::end_open(&mut self.events);
        }
    }

    /// Leaves out the events beyond the room, from time to time.
    fn bound(&mut self) {
        if self.events.len() < self.counted + EVENTS_UNCOUNTED {
            return;
        }
        for at in self.counted..self.events.len() {
            match self.room.checked_sub(cut::size(&self.events[at])) {
                Some(room) => self.room = room,
                None => {
                    self.room = 0;
                    self.beyond +=
                        self.events.drain(at..).map(|event| cut::size(&event) as u64).sum::<u64>();
                    break;
                }
            }
        }
        self.counted = self.events.len();
    }

    /// True if content is left before `end`.
    fn is_content_before(&self, end: NodeId) -> bool {
        self.content.spans.get(self.next_span).is_some_and(|span| span.node < end)
            || self.content.media.get(self.next_media).is_some_and(|media| *media < end)
    }

    /// Skips the rest of the content before `end`.
    fn pass(&mut self, end: NodeId) {
        while self.content.spans.get(self.next_span).is_some_and(|span| span.node < end) {
            self.next_span += 1;
        }
        while self.content.media.get(self.next_media).is_some_and(|media| *media < end) {
            self.next_media += 1;
        }
    }

    /// Begins an element. Returns whether to walk its descendants.
    fn start(&mut self, id: NodeId) -> bool {
        let tag = self.document.tag(id);
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
                self.task_box(id);
                return false;
            }
            Tag::TD | Tag::TH if self.is_open(Open::Row) => {
                self.start_cell(id);
                return true;
            }
            _ => {}
        }
        if let Some(note) = self.footnotes.note(id).filter(|note| note.block != id).cloned() {
            self.part_note(note);
        }
        if !self.is_content_before(self.document.end(id)) {
            if tag.is_block_level() {
                self.end_paragraph();
            }
            return false;
        }
        if let Some(formula) = formula::of_element(self.page, id) {
            self.formula(formula.latex, formula.is_display);
            return false;
        }
        if let Some(label) = self.footnotes.mark(id) {
            self.begin_line();
            self.events.push(Event::FootnoteMark(label));
            return false;
        }
        if is_side_note(self.document, id) && self.line == Some(Line::Paragraph) {
            return self.side_note(id);
        }
        if self.is_number_of_side_note(id)
            || self.footnotes.is_left_out(id)
            || is_section_link(self.page, id)
            || self.tabs.is_label(id)
        {
            return false;
        }
        if let Some(label) = self.tabs.label(id).map(str::to_owned) {
            self.panel(label);
        }
        if code::is_block(self.page, id) && !self.is_in_fixed_line() {
            self.end_paragraph();
            return self.preformatted(id, tag);
        }
        if tag.is_block_level() { self.start_block(id, tag) } else { self.start_inline(id, tag) }
    }

    fn start_block(&mut self, id: NodeId, tag: Tag) -> bool {
        if self.is_line_of_poem(id) {
            self.breaks = self.breaks.max(1);
            return true;
        }
        self.end_paragraph();
        if self.is_in_fixed_line() {
            // A block inside a heading or caption is one more line of it.
            self.breaks = self.breaks.max(1);
            return true;
        }
        if let Some(note) = self.footnotes.note(id).cloned() {
            self.note_sign = note.sign;
            self.begin(id, Element::Footnote(note.label), Open::Other);
            return true;
        }
        let level = tag.heading_level();
        match tag {
            _ if level.is_some() => self.begin_fixed(id, Element::Heading(level.unwrap_or(1))),
            Tag::UL | Tag::OL | Tag::MENU | Tag::DIR => self.start_list(id, tag),
            Tag::LI => self.start_item(id),
            Tag::BLOCKQUOTE => self.begin(id, Element::Quote, Open::Other),
            Tag::DL => self.begin(id, Element::DefinitionList, Open::DefinitionList),
            Tag::DT if self.is_in_definitions() => {
                self.end_orphans(id);
                self.begin_fixed(id, Element::Term);
            }
            Tag::DD if self.is_in_definitions() => {
                self.end_orphans(id);
                self.begin(id, Element::Description, Open::Other);
            }
            Tag::TABLE if !self.is_quotation(id) => return self.start_table(id),
            Tag::TR if self.is_open(Open::Table) => self.begin(id, Element::Row, Open::Row),
            _ if self.is_quotation(id) || admonition::is_box(self.page, id) => {
                self.begin(id, Element::Quote, Open::Other);
            }
            _ if self.parts.formatting && admonition::is_label(self.page, id) => {
                let is_open = self.inlines.iter().any(|(_, open)| *open == Element::Strong);
                self.inlines.extend((!is_open).then_some((id, Element::Strong)));
            }
            Tag::FIGURE => self.begin(id, Element::Figure, Open::Other),
            Tag::FIGCAPTION => self.begin_fixed(id, Element::Caption),
            Tag::CAPTION if self.is_open(Open::Table) => self.begin_fixed(id, Element::Caption),
            _ => {}
        }
        true
    }

    fn start_inline(&mut self, id: NodeId, tag: Tag) -> bool {
        let is_image = media::is_image(self.document, id);
        if is_image || media::embedded_kind(self.document, id).is_some() {
            self.medium(id, is_image);
            return !is_image && self.is_content_before(self.document.end(id));
        }
        if tag == Tag::A && self.is_button_of_caption(id) {
            return false;
        }
        let element = match tag {
            Tag::A if self.parts.links => self.link(id),
            Tag::RUBY => Some(Element::Ruby),
            Tag::RT | Tag::RTC => Some(Element::RubyText),
            Tag::RP => return false,
            Tag::Q => self.quotation(id),
            Tag::SPAN | Tag::FONT if self.parts.formatting => {
                is_struck(self.document, id).then_some(Element::Strikethrough)
            }
            _ if self.parts.formatting => formatting(tag),
            _ => None,
        };
        if element == Some(Element::RubyText) && self.goes_on_ruby_text() {
            self.events.pop();
            self.inlines.push((id, Element::RubyText));
            self.begun = self.inlines.len();
            return true;
        }
        if let Some(element) = element {
            let is_open = self.inlines.iter().any(|(_, open)| open.name() == element.name());
            // Links in links and bold in bold say nothing more.
            let may_nest = matches!(element, Element::RubyText | Element::InlineQuote { .. });
            if !is_open || may_nest {
                self.inlines.push((id, element));
            }
        }
        true
    }

    /// True if nothing was written since the last ruby text: readings of several bases are one.
    fn goes_on_ruby_text(&self) -> bool {
        self.ruby_text_end == self.events.len() && self.begun == self.inlines.len()
    }

    fn end(&mut self, id: NodeId) {
        self.is_after_link |= self.document.tag(id) == Tag::A;
        if self.inlines.last().is_some_and(|(open, _)| *open == id) {
            let ended = self.inlines.pop();
            if self.begun > self.inlines.len() {
                self.begun = self.inlines.len();
                self.events.push(Event::End);
                if ended.is_some_and(|(_, element)| element == Element::RubyText) {
                    self.ruby_text_end = self.events.len();
                }
            }
            if !self.document.tag(id).is_block_level() {
                return;
            }
        }
        if self.is_line_of_poem(id) {
            self.breaks = self.breaks.max(1);
            return;
        }
        if self.document.tag(id).is_block_level() {
            self.end_paragraph();
            if self.is_in_fixed_line() {
                self.breaks = self.breaks.max(1);
            }
        }
        while self.blocks.last().is_some_and(|(open, _)| *open == id) {
            self.end_line();
            if self.blocks.pop().is_some_and(|(_, open)| open == Open::Table) {
                self.tables.pop();
            }
            self.events.push(Event::End);
        }
    }
}

/// True if a style strikes the words of an element out.
fn is_struck(document: &Document, id: NodeId) -> bool {
    let style = document.attribute(id, AttributeName::STYLE).unwrap_or("");
    style.contains("line-through")
}

/// The inline element for a tag that changes how words look.
fn formatting<'a>(tag: Tag) -> Option<Element<'a>> {
    match tag {
        Tag::B | Tag::STRONG => Some(Element::Strong),
        Tag::I | Tag::EM | Tag::DFN | Tag::VAR => Some(Element::Emphasis),
        Tag::S | Tag::DEL | Tag::STRIKE => Some(Element::Strikethrough),
        Tag::CODE | Tag::KBD | Tag::SAMP | Tag::TT => Some(Element::InlineCode),
        Tag::SUB => Some(Element::Subscript),
        Tag::SUP => Some(Element::Superscript),
        _ => None,
    }
}
