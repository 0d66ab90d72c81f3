//! Blocks of the walk: lists, tables, code, and other elements that hold lines.

use super::{Line, MOST_NESTED, Open, Walker};
use crate::dom::{NodeId, Tag};
use crate::page::tables;
use crate::render::code;
use crate::render::events::{Element, Event};

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
        if first_item.is_some_and(|item| self.footnotes.definition(item).is_some()) {
            // Footnotes stand on their own.
            return;
        }
        let start = is_numbered.then(first);
        self.begin(id, Element::List { start }, Open::List);
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
        self.begin(id, Element::Cell { is_header, columns, rows }, Open::Other);
    }

    pub(super) fn preformatted(&mut self, id: NodeId) -> bool {
        let is_chosen = |node: NodeId| {
            let spans = &self.content.spans[self.next_span..];
            spans.binary_search_by_key(&node, |span| span.node).is_ok()
        };
        match code::block(self.page, id, is_chosen) {
            code::Preformatted::Code { language, text } => {
                self.end_line();
                self.events.push(Event::Code { language, text });
                false
            }
            code::Preformatted::Numbers => false,
            code::Preformatted::Text => true,
        }
    }

    pub(super) fn rule(&mut self) {
        if self.is_in_fixed_line() {
            return;
        }
        self.end_paragraph();
        let is_between = self.content.spans.get(self.next_span).is_some() && self.next_span > 0;
        let is_first = !matches!(self.events.last(), Some(Event::End | Event::Code { .. }));
        let is_flow = self.blocks.last().is_none_or(|(_, open)| *open == Open::Other);
        if is_between && !is_first && is_flow {
            self.events.push(Event::Rule);
        }
    }
}
