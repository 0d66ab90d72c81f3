//! Side notes: the page has them in the middle of a sentence and shows them next to the text. They become footnotes.

use super::events::{Element, Event};
use crate::dom::{Document, NodeId, NodeKind, Tag};
use crate::page::{Name, Names};

/// Nodes of a note's number.
const MOST_NODES: u32 = 6;

/// True if an element is a side note.
pub(super) fn is_side_note(document: &Document, id: NodeId) -> bool {
    let is_note = |names: Names| names.has(Name::SideNote) && !names.has(Name::PartOfNote);
    matches!(document.tag(id), Tag::SPAN | Tag::SMALL)
        && is_note(Names::of_class(document.node(id)))
}

/// True if an element is the number of the note that follows it.
pub(super) fn is_number_before(document: &Document, id: NodeId) -> bool {
    let Some(parent) = document.parent(id).filter(|_| is_number(document, id)) else {
        return false;
    };
    let mut next = document.end(id);
    while next < document.end(parent) && document.kind(next) != NodeKind::Element {
        if document.kind(next) == NodeKind::Text && !document.text(next).trim().is_empty() {
            return false;
        }
        next = NodeId(next.0 + 1);
    }
    next < document.end(parent) && is_side_note(document, next)
}

/// True if an element holds nothing but a note's number.
pub(super) fn is_number(document: &Document, id: NodeId) -> bool {
    number(document, id).is_some()
}

/// The number that an element holds alone.
pub(super) fn number(document: &Document, id: NodeId) -> Option<String> {
    if document.end(id).0 - id.0 > MOST_NODES {
        return None;
    }
    let text = document.text_content(id);
    let text = text.trim_matches(|c: char| c.is_whitespace() || "[]().:".contains(c));
    let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.to_owned())
}

/// The events with the notes in a line moved behind the block around it.
pub(super) fn behind_their_blocks(events: Vec<Event>) -> Vec<Event> {
    let is_note = |event: &Event| matches!(event, Event::Start(Element::Footnote(_)));
    if !events.iter().any(is_note) {
        return events;
    }
    let mut kept: Vec<Event> = Vec::with_capacity(events.len());
    let mut notes: Vec<Event> = Vec::new();
    // Whether each open element is a line; and how many are open within a note that is moved.
    let mut open: Vec<bool> = Vec::new();
    let mut in_note = 0usize;
    for event in events {
        if in_note > 0 || is_note(&event) && open.contains(&true) {
            match event {
                Event::Start(_) => in_note += 1,
                Event::End => in_note -= 1,
                _ => {}
            }
            let is_edge = in_note == 0 || in_note == 1 && is_note(&event);
            if in_note == 0 {
                notes.push(Event::End);
            }
            notes.push(event);
            if is_edge && in_note == 1 {
                notes.push(Event::Start(Element::Paragraph));
            }
            continue;
        }
        match &event {
            Event::Start(element) => open.push(element.is_line()),
            Event::End => {
                open.pop();
            }
            _ => {}
        }
        push_text_once(&mut kept, event);
        if open.is_empty() {
            kept.append(&mut notes);
        }
    }
    kept.append(&mut notes);
    kept
}

/// Adds an event; of two blanks around a note that was moved, one.
fn push_text_once<'a>(kept: &mut Vec<Event<'a>>, event: Event<'a>) {
    let is_blank = |event: &Event| matches!(event, Event::Text(text) if text == " ");
    let is_twice = is_blank(&event) && kept.last().is_some_and(is_blank);
    if !is_twice {
        kept.push(event);
    }
}
