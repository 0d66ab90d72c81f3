//! Side notes: the page has them in the middle of a sentence and shows them next to the text. They become footnotes.

use super::events::{Element, Event};
use crate::dom::{NodeId, Tag};
use crate::page::{Name, Node};

/// Nodes of a note's number.
const MOST_NODES: u32 = 6;

/// True if an element is a side note.
pub(super) fn is_side_note(node: Node) -> bool {
    matches!(node.tag(), Tag::SPAN | Tag::SMALL)
        && node.class().has(Name::SideNote)
        && !node.class().has(Name::PartOfNote)
}

/// True if an element is the number of the note that follows it.
pub(super) fn is_number_before(node: Node) -> bool {
    let Some(parent) = node.parent().filter(|_| number(node).is_some()) else { return false };
    let behind = (node.end().0..parent.end().0).map(|id| node.page.node(NodeId(id)));
    let mut others =
        behind.filter(|next| next.is_element() || next.is_text() && !next.text().trim().is_empty());
    others.next().is_some_and(is_side_note)
}

/// The number that an element holds alone.
pub(super) fn number(node: Node) -> Option<String> {
    if node.size() > MOST_NODES {
        return None;
    }
    let text = node.text_content();
    let text = text.trim_matches(|c: char| c.is_whitespace() || "[]().:".contains(c));
    let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.to_owned())
}

fn is_note(event: &Event) -> bool {
    matches!(event, Event::Start(Element::Footnote(_)))
}

/// The events with the notes in a line moved behind the block around it.
pub(super) fn behind_their_blocks(events: Vec<Event>) -> Vec<Event> {
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
    let is_blank = matches!(&event, Event::Text(text) if text == " ");
    if !is_blank || kept.last() != Some(&event) {
        kept.push(event);
    }
}
