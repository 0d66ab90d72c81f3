//! Tidies the events of the walk: leaves out empty elements, and joins and undoes marks that say nothing.

use super::code::without_labels;
use super::events::{Element, Event, ends};
use super::notices::cut_notice;
use super::side_notes::behind_their_blocks;

/// The events as writers get them: in one pass, and others only where it has seen what they are for.
pub(super) fn tidied(events: Vec<Event>, has_notes: bool) -> Vec<Event> {
    let events = if has_notes { behind_their_blocks(events) } else { events };
    let (mut events, seen) = without_empty(events);
    if seen.marks_side_by_side {
        events = joined(events);
    }
    if seen.strong_heading {
        events = with_plain_headings(events);
    }
    if seen.code { without_labels(events) } else { events }
}

/// What events may have.
#[derive(Default)]
struct Seen {
    /// Marks right behind another element.
    marks_side_by_side: bool,
    /// Headings that begin with strong words.
    strong_heading: bool,
    code: bool,
}

impl Seen {
    fn look(&mut self, before: Option<&Event>, event: &Event) {
        match (before, event) {
            (_, Event::Code(_)) => self.code = true,
            (Some(Event::End), Event::Start(element)) if is_mark(element) => {
                self.marks_side_by_side = true;
            }
            (Some(Event::Start(Element::Heading(_))), Event::Start(Element::Strong)) => {
                self.strong_heading = true;
            }
            _ => {}
        }
    }
}

/// Leaves out elements that hold nothing, except cells, and notices; in place, since an article may have many events.
fn without_empty(mut events: Vec<Event>) -> (Vec<Event>, Seen) {
    let mut seen = Seen::default();
    // The events before this place are kept.
    let mut kept = 0;
    // For every open element, where it begins and whether it holds anything.
    let mut open: Vec<(usize, bool)> = Vec::new();
    for at in 0..events.len() {
        let mut event = std::mem::replace(&mut events[at], Event::End);
        seen.look(events[..kept].last(), &event);
        match &mut event {
            Event::Start(element) => open.push((kept, matches!(element, Element::Cell { .. }))),
            Event::End => {
                let Some((start, holds)) = open.pop() else { continue };
                if !holds {
                    kept = start;
                    continue;
                }
                kept = without_line_breaks(&events[..kept], start);
                let is_only_empty_cells = is_empty_cell(&events, start, kept);
                if let Some(parent) = open.last_mut() {
                    parent.1 |= !is_only_empty_cells;
                }
            }
            event => {
                // Inline elements may hold a single blank.
                let is_blank = matches!(event, Event::Text(text) if text.trim().is_empty());
                let is_content =
                    !is_blank && !matches!(event, Event::LineBreak | Event::Section(_));
                if let Some(parent) = open.last_mut() {
                    parent.1 |= is_content || is_blank && parent.1;
                }
                if let Event::Text(text) = event {
                    cut_notice(text);
                }
            }
        }
        events[kept] = event;
        kept += 1;
    }
    events.truncate(kept);
    (events, seen)
}

/// True if the element that began at `start` and ends before `kept` is an empty cell, which does not count as content of
/// its row.
fn is_empty_cell(events: &[Event], start: usize, kept: usize) -> bool {
    matches!(events[start], Event::Start(Element::Cell { .. })) && kept == start + 1
}

/// The number of events without line breaks at the end of the line that began at `start`.
fn without_line_breaks(events: &[Event], start: usize) -> usize {
    let is_line = matches!(&events[start], Event::Start(element) if element.is_line());
    let breaks = events.iter().rev().take_while(|event| **event == Event::LineBreak).count();
    events.len() - if is_line { breaks } else { 0 }
}

fn is_mark(element: &Element) -> bool {
    matches!(element, Element::Strong | Element::Emphasis | Element::Strikethrough)
}

/// The events, with adjacent strong, emphasised or struck-out words joined.
fn joined(events: Vec<Event>) -> Vec<Event> {
    let mut kept: Vec<Event> = Vec::with_capacity(events.len());
    // The open elements, and the one that ended last: where they begin.
    let mut open: Vec<usize> = Vec::new();
    let mut ended = None;
    for event in events {
        match &event {
            Event::Start(element) => {
                let before = ended.filter(|_| is_mark(element) && kept.last() == Some(&Event::End));
                let again = before.filter(|start| kept.get(*start) == Some(&event));
                if let Some(start) = again {
                    kept.pop();
                    open.push(start);
                    ended = None;
                    continue;
                }
                open.push(kept.len());
            }
            Event::End => ended = open.pop(),
            _ => {}
        }
        kept.push(event);
    }
    kept
}

/// The events without strong words that are the whole of a heading, which is strong by itself.
fn with_plain_headings(mut events: Vec<Event>) -> Vec<Event> {
    let ends = ends(&events);
    let starts = (0..events.len().saturating_sub(1)).filter(|at| {
        let pair = &events[*at..*at + 2];
        matches!(pair, [Event::Start(Element::Heading(_)), Event::Start(Element::Strong)])
            && ends[at + 1] + 1 == ends[*at]
    });
    let left_out: std::collections::HashSet<usize> =
        starts.flat_map(|start| [start + 1, ends[start + 1]]).collect();
    let mut at = 0;
    events.retain(|_| {
        at += 1;
        !left_out.contains(&(at - 1))
    });
    events
}
