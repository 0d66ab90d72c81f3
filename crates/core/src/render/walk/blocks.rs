//! Blocks of the walk: lists, tables, code, and other elements that hold lines.

use std::borrow::Cow;

use super::{Line, MOST_NESTED, Open, Walker};
use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::classes;
use crate::page::footnotes::Note;
use crate::page::tables;
use crate::render::events::{Alignment, CodeBlock, Element, Event};
use crate::render::{code, icons, side_notes};

/// The side of a cell's text, by its attribute, style or class, or those of its row.
fn alignment(document: &Document, cell: NodeId) -> Option<Alignment> {
    let row = document.parent(cell).filter(|row| document.tag(*row) == Tag::TR);
    own_alignment(document, cell).or_else(|| own_alignment(document, row?))
}

fn own_alignment(document: &Document, id: NodeId) -> Option<Alignment> {
    let given = document.attributes(id).find(|(name, _)| *name == "align").map(|(_, value)| value);
    let style = document.attribute(id, AttributeName::STYLE).unwrap_or("");
    let of_style = || {
        let mut declarations = style.split(';').filter_map(|part| part.split_once(':'));
        let found = declarations.find(|(name, _)| name.trim().eq_ignore_ascii_case("text-align"));
        found.map(|(_, value)| value.trim_end_matches("!important"))
    };
    let of_class = || {
        classes(document, id)
            .find_map(|word| ALIGNING.iter().find_map(|prefix| word.strip_prefix(prefix)))
    };
    match given.or_else(of_style).or_else(of_class)?.trim().to_ascii_lowercase().as_str() {
        "left" | "start" => Some(Alignment::Left),
        "center" | "middle" => Some(Alignment::Center),
        "right" | "end" => Some(Alignment::Right),
        _ => None,
    }
}

/// Prefixes of the side in classes that align text.
const ALIGNING: &[&str] = &["has-text-align-", "text-align-", "text-", "align-"];

/// Paragraphs of a lone item, and characters of sentences in it, that make its list one for layout.
const LAYOUT_PARAGRAPHS: usize = 3;
const LAYOUT_SENTENCES: u32 = 200;

impl<'a> Walker<'a, '_> {
    pub(super) fn begin(&mut self, id: NodeId, element: Element<'a>, open: Open) {
        self.end_line();
        if self.blocks.len() >= MOST_NESTED {
            return;
        }
        let is_item = matches!(element, Element::Item);
        let is_list = matches!(element, Element::List { .. });
        if self.is_open(Open::List) && is_list && self.events.last() == Some(&Event::End) {
            // A list directly in a list belongs to the item before it.
            self.events.pop();
            self.blocks.push((id, Open::Other));
        }
        if self.is_open(Open::List) && !is_item {
            // Content between items becomes an item of its own.
            self.events.push(Event::Start(Element::Item));
            self.blocks.push((id, Open::Other));
        }
        self.events.push(Event::Start(element));
        self.blocks.push((id, open));
    }

    pub(super) fn begin_fixed(&mut self, id: NodeId, element: Element<'a>) {
        let depth = self.blocks.len();
        self.begin(id, element, Open::Line);
        if self.blocks.len() == depth {
            return;
        }
        self.line = Some(Line::Fixed);
        (self.breaks, self.needs_blank) = (0, false);
    }

    pub(super) fn is_open(&self, wanted: Open) -> bool {
        self.blocks.last().is_some_and(|(_, open)| *open == wanted)
    }

    pub(super) fn is_in_fixed_line(&self) -> bool {
        self.line == Some(Line::Fixed)
    }

    pub(super) fn start_list(&mut self, id: NodeId, tag: Tag) {
        let is_numbered = tag == Tag::OL;
        let first = || {
            let start = self.document.attributes(id).find(|(name, _)| *name == "start");
            start.and_then(|(_, value)| value.trim().parse().ok()).unwrap_or(1)
        };
        let is_item = |child: &NodeId| self.document.tag(*child) == Tag::LI;
        let first_item = self.document.children(id).find(is_item);
        if first_item.is_some_and(|item| self.footnotes.note(item).is_some()) {
            // Footnotes are written on their own.
            return;
        }
        if !is_numbered && self.is_for_layout(id) {
            return;
        }
        let start = is_numbered.then(first);
        self.begin(id, Element::List { start }, Open::List);
    }

    /// True if a list within no other has one item, which holds several paragraphs of an article: it only lays out the page.
    fn is_for_layout(&self, id: NodeId) -> bool {
        if self.blocks.iter().any(|(_, open)| *open == Open::List) {
            return false;
        }
        let mut items = self.document.children(id).filter(|id| self.document.tag(*id) == Tag::LI);
        let (Some(item), None) = (items.next(), items.next()) else { return false };
        let blocks = self.page.blocks_within(item);
        let sentences =
            blocks.clone().map(|at| self.page.blocks()[at].sentence_text()).sum::<u32>();
        let is_paragraph =
            |at: &usize| self.document.tag(self.page.blocks()[*at].container) == Tag::P;
        let paragraphs = blocks.filter(is_paragraph).take(LAYOUT_PARAGRAPHS).count();
        paragraphs == LAYOUT_PARAGRAPHS && sentences >= LAYOUT_SENTENCES
    }

    pub(super) fn start_item(&mut self, id: NodeId) {
        self.end_orphans(id);
        if self.is_open(Open::List) {
            self.begin(id, Element::Item, Open::Other);
        }
    }

    /// Ends blocks that were begun for text between items and belong to the parent's node.
    pub(super) fn end_orphans(&mut self, id: NodeId) {
        let parent = self.document.parent(id);
        while self.blocks.len() >= 2
            && self
                .blocks
                .last()
                .is_some_and(|(open, kind)| Some(*open) == parent && *kind == Open::Other)
            && matches!(self.blocks[self.blocks.len() - 2], (list, Open::List | Open::DefinitionList) if Some(list) == parent)
        {
            self.end_line();
            self.blocks.pop();
            self.events.push(Event::End);
        }
    }

    pub(super) fn is_in_definitions(&self) -> bool {
        self.blocks.iter().rev().take(3).any(|(_, open)| *open == Open::DefinitionList)
    }

    pub(super) fn start_table(&mut self, id: NodeId) -> bool {
        let Some(shape) = tables::data_table(self.page, id) else {
            return true;
        };
        if !self.parts.tables {
            return false;
        }
        let depth = self.blocks.len();
        self.begin(id, Element::Table, Open::Table);
        if self.blocks.len() > depth {
            self.tables.push(shape);
        }
        true
    }

    pub(super) fn start_cell(&mut self, id: NodeId) {
        self.end_line();
        let shape = self.tables.last().copied().unwrap_or_default();
        let (columns, rows) = shape.spans(self.document, id);
        let is_header = self.document.tag(id) == Tag::TH;
        let alignment = alignment(self.document, id);
        self.begin(id, Element::Cell { is_header, columns, rows, alignment }, Open::Other);
        if !is_header && self.is_gap_in_row(id) {
            self.icons(id);
        }
    }

    /// True if a cell has no text, but its row has some.
    fn is_gap_in_row(&self, cell: NodeId) -> bool {
        let Some(row) = self.document.parent(cell) else { return false };
        let (before, rest) = self.content.spans.split_at(self.next_span);
        let next = rest.first().map(|span| span.node);
        let is_empty = next.is_none_or(|next| next >= self.document.end(cell));
        let is_after = next.is_some_and(|next| next < self.document.end(row));
        is_empty && (is_after || before.last().is_some_and(|span| span.node > row))
    }

    /// Writes what the icons of a cell say.
    fn icons(&mut self, cell: NodeId) {
        let Some(words) = icons::words(self.page, cell) else { return };
        self.begin_line();
        self.events.push(Event::Text(Cow::Owned(words)));
        self.end_line();
        self.pass(self.document.end(cell));
    }

    pub(super) fn preformatted(&mut self, id: NodeId, tag: Tag) -> bool {
        let is_chosen = |node: NodeId| {
            let spans = &self.content.spans[self.next_span..];
            spans.binary_search_by_key(&node, |span| span.node).is_ok()
        };
        match code::block(self.page, id, is_chosen) {
            code::Preformatted::Code { language, text } => {
                self.end_line();
                self.events.push(Event::Code(Box::new(CodeBlock { language, text })));
                false
            }
            code::Preformatted::Numbers => false,
            code::Preformatted::Text if tag.is_block_level() => self.start_block(id, tag),
            code::Preformatted::Text => self.start_inline(id, tag),
        }
    }

    /// Writes the label of a panel that readers switch to.
    pub(super) fn panel(&mut self, label: String) {
        self.end_line();
        self.begin_line();
        let strong = self.parts.formatting.then_some(Event::Start(Element::Strong));
        let end = strong.as_ref().map(|_| Event::End);
        self.events.extend(strong);
        self.events.push(Event::Text(Cow::Owned(label)));
        self.events.extend(end);
        self.end_line();
    }

    /// Begins a note that shares its block with others.
    pub(super) fn part_note(&mut self, note: Note) {
        let Note { label, block, sign, .. } = note;
        self.end_line();
        while self.blocks.last().is_some_and(|(open, kind)| *open == block && *kind == Open::Note) {
            self.blocks.pop();
            self.events.push(Event::End);
        }
        self.begin(block, Element::Footnote(label), Open::Note);
        self.note_sign = sign;
    }

    /// Begins a side note, unless it is below the text too; true if the walk should enter it.
    pub(super) fn side_note(&mut self, id: NodeId) -> bool {
        let is_known = match self.last_event() {
            Some(Event::FootnoteMark(label)) => self.footnotes.has_label(label),
            _ => false,
        };
        if is_known || self.inlines.iter().any(|(_, open)| matches!(open, Element::Footnote(_))) {
            return !is_known;
        }
        let mut inside = self.document.descendants(id).take(4);
        let number = inside.find_map(|id| side_notes::number(self.document, id));
        self.side_notes += 1;
        let is_free = |label: &String| !self.footnotes.has_label(label);
        let label = number.filter(is_free).unwrap_or_else(|| format!("n{}", self.side_notes));
        self.needs_blank = false;
        self.begin_line();
        self.events.push(Event::FootnoteMark(label.clone()));
        self.inlines.push((id, Element::Footnote(label)));
        true
    }

    /// True if an element is the number of a side note, before it or at its start.
    pub(super) fn is_number_of_side_note(&self, id: NodeId) -> bool {
        let is_at_start = self.begun < self.inlines.len()
            && matches!(self.inlines.last(), Some((_, Element::Footnote(_))));
        match self.document.tag(id) {
            Tag::SUP | Tag::SPAN | Tag::LABEL | Tag::A => {
                is_at_start && side_notes::is_number(self.document, id)
                    || side_notes::is_number_before(self.document, id)
            }
            _ => false,
        }
    }

    /// The box of a task: a check box at the start of an item that holds text.
    pub(super) fn task_box(&mut self, id: NodeId) {
        let attribute = |name: &str| self.document.attributes(id).find(|(own, _)| *own == name);
        let is_box =
            attribute("type").is_some_and(|(_, kind)| kind.eq_ignore_ascii_case("checkbox"));
        let item = self.document.ancestors(id).take(3).find(|id| self.document.tag(*id) == Tag::LI);
        let Some(item) = item.filter(|_| is_box) else { return };
        let is_first = matches!(self.last_event(), Some(Event::Start(Element::Item)));
        if is_first && self.is_content_before(self.document.end(item)) {
            self.task_box = Some(attribute("checked").is_some());
        }
    }

    pub(super) fn rule(&mut self) {
        if self.is_in_fixed_line() {
            return;
        }
        self.end_paragraph();
        let is_between = self.content.spans.get(self.next_span).is_some() && self.next_span > 0;
        let is_first =
            !matches!(self.last_event(), Some(Event::End | Event::Code(_) | Event::Section(_)));
        let is_flow = self.blocks.last().is_none_or(|(_, open)| *open == Open::Other);
        if is_between && !is_first && is_flow {
            self.events.push(Event::Rule);
        }
    }
}
