//! Blocks of the walk: lists, tables, and other elements that hold lines.

use std::borrow::Cow;

use super::{Line, MOST_NESTED, Open, Walker};
use crate::dom::{AttributeName, NodeId, NodeRef, Tag};
use crate::page::footnotes::Note;
use crate::page::{Node, tables};
use crate::render::events::{Alignment, Element, Event};
use crate::render::icons;

/// The side of a cell's text, by its attribute, style or class, or those of its row.
fn alignment(cell: NodeRef) -> Option<Alignment> {
    side(cell).or_else(|| side(cell.parent().filter(|row| row.is(Tag::TR))?))
}

fn side(node: NodeRef) -> Option<Alignment> {
    let side = node
        .attribute_named("align")
        .or_else(|| side_of_style(node.value(AttributeName::STYLE)))
        .or_else(|| {
            node.classes()
                .find_map(|word| ALIGNING.iter().find_map(|start| word.strip_prefix(start)))
        })?;
    match side.trim().to_ascii_lowercase().as_str() {
        "left" | "start" => Some(Alignment::Left),
        "center" | "middle" => Some(Alignment::Center),
        "right" | "end" => Some(Alignment::Right),
        _ => None,
    }
}

fn side_of_style(style: &str) -> Option<&str> {
    let mut declarations = style.split(';').filter_map(|part| part.split_once(':'));
    let found = declarations.find(|(name, _)| name.trim().eq_ignore_ascii_case("text-align"));
    found.map(|(_, value)| value.trim_end_matches("!important"))
}

/// Prefixes of the side in classes that align text.
const ALIGNING: &[&str] = &["has-text-align-", "text-align-", "text-", "align-"];

/// Paragraphs of a lone item, and characters of sentences in it, that make its list one for layout.
const LAYOUT_PARAGRAPHS: usize = 3;
const LAYOUT_SENTENCES: u32 = 200;

impl<'a> Walker<'a, '_> {
    pub(super) fn start_block(&mut self, node: Node<'a>) -> bool {
        self.end_paragraph();
        let id = node.id;
        match node.tag() {
            Tag::UL | Tag::OL | Tag::MENU | Tag::DIR => self.start_list(node),
            Tag::LI => self.start_item(node),
            Tag::BLOCKQUOTE => self.begin(id, Element::Quote, Open::Other),
            Tag::DL => self.begin(id, Element::DefinitionList, Open::DefinitionList),
            Tag::DT if self.is_in_definitions() => {
                self.end_orphans(node);
                self.begin_fixed(id, Element::Term);
            }
            Tag::DD if self.is_in_definitions() => {
                self.end_orphans(node);
                self.begin(id, Element::Description, Open::Other);
            }
            Tag::TABLE => return self.start_table(node),
            Tag::TR if self.is_in_table() => self.begin(id, Element::Row, Open::Row),
            Tag::FIGURE => self.begin(id, Element::Figure, Open::Other),
            Tag::FIGCAPTION => self.begin_fixed(id, Element::Caption),
            Tag::CAPTION if self.is_in_table() => self.begin_fixed(id, Element::Caption),
            tag => {
                if let Some(level) = tag.heading_level() {
                    self.begin_fixed(id, Element::Heading(level));
                }
            }
        }
        true
    }

    pub(super) fn begin(&mut self, id: NodeId, element: Element, open: Open) {
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

    fn begin_fixed(&mut self, id: NodeId, element: Element) {
        let depth = self.blocks.len();
        self.begin(id, element, Open::Line);
        if self.blocks.len() == depth {
            return;
        }
        self.line = Some(Line::Fixed);
        (self.breaks, self.needs_blank) = (0, false);
    }

    /// Ends the line and all blocks.
    pub(super) fn end_blocks(&mut self) {
        self.end_line();
        self.events.extend(self.blocks.drain(..).map(|_| Event::End));
    }

    pub(super) fn is_open(&self, wanted: Open) -> bool {
        self.blocks.last().is_some_and(|(_, open)| *open == wanted)
    }

    pub(super) fn is_in_fixed_line(&self) -> bool {
        self.line == Some(Line::Fixed)
    }

    fn is_in_table(&self) -> bool {
        matches!(self.blocks.last(), Some((_, Open::Table(_))))
    }

    fn start_list(&mut self, node: Node) {
        let is_numbered = node.is(Tag::OL);
        let first_item = node.children().find(|child| child.is(Tag::LI));
        // Footnotes are written on their own.
        let holds_notes = first_item.is_some_and(|item| self.footnotes.note(item.id).is_some());
        if holds_notes || !is_numbered && self.is_for_layout(node) {
            return;
        }
        let first = node.attribute_named("start").and_then(|value| value.trim().parse().ok());
        let start = is_numbered.then(|| first.unwrap_or(1));
        self.begin(node.id, Element::List { start }, Open::List);
    }

    /// True if a list within no other has one item, which holds several paragraphs of an article: it only lays out the page.
    fn is_for_layout(&self, list: Node) -> bool {
        if self.blocks.iter().any(|(_, open)| *open == Open::List) {
            return false;
        }
        let mut items = list.children().filter(|child| child.is(Tag::LI));
        let (Some(item), None) = (items.next(), items.next()) else { return false };
        let sentences: u32 = item.blocks().map(|block| block.sentence_text()).sum();
        let paragraphs = item.blocks().filter(|block| block.container().is(Tag::P));
        paragraphs.take(LAYOUT_PARAGRAPHS).count() == LAYOUT_PARAGRAPHS
            && sentences >= LAYOUT_SENTENCES
    }

    fn start_item(&mut self, node: Node) {
        self.end_orphans(node);
        if self.is_open(Open::List) {
            self.begin(node.id, Element::Item, Open::Other);
        }
    }

    /// Ends blocks that were begun for text between items and belong to the parent's node.
    fn end_orphans(&mut self, node: Node) {
        let Some(parent) = node.parent().map(|parent| parent.id) else { return };
        while let [.., (list, Open::List | Open::DefinitionList), (orphan, Open::Other)] =
            self.blocks[..]
            && list == parent
            && orphan == parent
        {
            self.end_line();
            self.blocks.pop();
            self.events.push(Event::End);
        }
    }

    fn is_in_definitions(&self) -> bool {
        self.blocks.iter().rev().take(3).any(|(_, open)| *open == Open::DefinitionList)
    }

    fn start_table(&mut self, node: Node) -> bool {
        let Some(shape) = tables::data_table(node) else {
            return true;
        };
        if self.parts.tables {
            self.begin(node.id, Element::Table, Open::Table(shape));
        }
        self.parts.tables
    }

    pub(super) fn start_cell(&mut self, cell: Node) {
        self.end_line();
        let shape = self.blocks.iter().rev().find_map(|(_, open)| match open {
            Open::Table(shape) => Some(*shape),
            _ => None,
        });
        let (columns, rows) = shape.unwrap_or_default().spans(cell);
        let is_header = cell.is(Tag::TH);
        let alignment = alignment(cell.in_document());
        let element = Element::Cell { is_header, columns, rows, alignment };
        self.begin(cell.id, element, Open::Other);
        if !is_header && self.rest.is_gap_in_row(cell) {
            self.icons(cell);
        }
    }

    /// Writes what the icons of a cell say.
    fn icons(&mut self, cell: Node) {
        let Some(words) = icons::words(cell) else { return };
        self.begin_line();
        self.events.push(Event::Text(Cow::Owned(words)));
        self.end_line();
        self.rest.pass(cell.end());
    }

    /// Writes the label of a panel that readers switch to.
    pub(super) fn begin_panel(&mut self, node: Node) {
        let Some(label) = self.tabs.label(node.id).map(str::to_owned) else { return };
        self.end_line();
        self.begin_line();
        let strong = self.parts.formatting.then_some(Event::Start(Element::Strong));
        let end = strong.as_ref().map(|_| Event::End);
        self.events.extend(strong);
        self.events.push(Event::Text(Cow::Owned(label)));
        self.events.extend(end);
        self.end_line();
    }

    /// Begins a note that shares its block with others, where a node is its first.
    pub(super) fn begin_part_note(&mut self, node: Node) {
        let note = self.footnotes.note(node.id).filter(|note| note.block != node.id);
        let Some(Note { label, block, sign, .. }) = note.cloned() else { return };
        self.end_line();
        while self.blocks.pop_if(|open| *open == (block, Open::Note)).is_some() {
            self.events.push(Event::End);
        }
        self.begin(block, Element::Footnote(label), Open::Note);
        self.note_sign = sign;
    }

    /// Finds the box of a task: a check box at the start of an item that holds text.
    pub(super) fn find_task_box(&mut self, node: Node) {
        let kind = node.attribute(AttributeName::TYPE).unwrap_or("");
        let item = node.ancestors().take(3).find(|above| above.is(Tag::LI));
        let Some(item) = item.filter(|_| kind.eq_ignore_ascii_case("checkbox")) else { return };
        let is_first = matches!(self.last_event(), Some(Event::Start(Element::Item)));
        if is_first && self.rest.has_before(item.end()) {
            self.task_box = Some(node.attribute_named("checked").is_some());
        }
    }

    pub(super) fn rule(&mut self) {
        if self.is_in_fixed_line() {
            return;
        }
        self.end_paragraph();
        let is_behind_block =
            matches!(self.last_event(), Some(Event::End | Event::Code(_) | Event::Section(_)));
        let is_flow = self.blocks.last().is_none_or(|(_, open)| *open == Open::Other);
        if self.rest.is_amid_text() && is_behind_block && is_flow {
            self.events.push(Event::Rule);
        }
    }
}
