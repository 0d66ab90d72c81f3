//! The events of each piece of a text, so that a writer can write it alone: what is open where it begins is opened again.

use std::borrow::Cow;

use super::chunks::Piece;
use super::events::{Element, Event, ends};
use super::outline::Places;

/// Gives the events of pieces, in order.
#[derive(Debug)]
pub(crate) struct PieceEvents<'e, 'a> {
    events: &'e [Event<'a>],
    places: &'e Places,
    ends: Vec<usize>,
    at: usize,
    open: Vec<Open>,
}

/// An open element.
#[derive(Debug)]
struct Open {
    at: usize,
    /// The items that began in it.
    items: u32,
    /// True if its start is written in this piece.
    is_written: bool,
}

impl<'e, 'a> PieceEvents<'e, 'a> {
    /// The events of an article, with their places in its text.
    pub(crate) fn new(events: &'e [Event<'a>], places: &'e Places) -> Self {
        Self { events, places, ends: ends(events), at: 0, open: Vec::new() }
    }

    /// The events of the next piece.
    pub(crate) fn next(&mut self, piece: &Piece) -> Vec<Event<'a>> {
        while self.at < self.events.len() && !self.reaches(piece.start) {
            self.step();
        }
        let mut out = Vec::new();
        self.open.iter_mut().for_each(|open| open.is_written = false);
        self.write_open(&mut out, piece.header);
        while let Some(event) = self.events.get(self.at) {
            let (start, end) = self.places.of(self.at);
            let is_behind = if start < end { start >= piece.end } else { start > piece.end };
            match event {
                Event::End => {
                    let is_written = self.open.last().is_some_and(|open| open.is_written);
                    out.extend(is_written.then_some(Event::End));
                }
                _ if is_behind => break,
                Event::Section(_) => {}
                // The start is written with the first thing inside. A cell may be empty.
                Event::Start(element) => {
                    self.step();
                    if matches!(element, Element::Cell { .. }) {
                        self.write_open(&mut out, None);
                    }
                    continue;
                }
                Event::Text(text) => {
                    self.write_open(&mut out, None);
                    out.push(Event::Text(within(text, (start, end), piece)));
                    if end > piece.end {
                        break;
                    }
                }
                other => {
                    self.write_open(&mut out, None);
                    out.push(other.clone());
                }
            }
            self.step();
        }
        let written = self.open.iter().filter(|open| open.is_written);
        out.extend(written.map(|_| Event::End));
        out
    }

    /// True if an event shows something behind a place.
    fn reaches(&self, place: usize) -> bool {
        let (start, end) = self.places.of(self.at);
        match &self.events[self.at] {
            Event::End | Event::LineBreak | Event::Section(_) => false,
            Event::Start(_) => start < end && end > place,
            _ => end > place || place == 0,
        }
    }

    fn step(&mut self) {
        match &self.events[self.at] {
            Event::Start(element) => {
                if let (Element::Item, Some(list)) = (element, self.open.last_mut()) {
                    list.items += 1;
                }
                self.open.push(Open { at: self.at, items: 0, is_written: false });
            }
            Event::End => _ = self.open.pop(),
            _ => {}
        }
        self.at += 1;
    }

    /// Writes the starts of open elements that are not written yet; `header` is that of a table among them.
    fn write_open(&mut self, out: &mut Vec<Event<'a>>, header: Option<(usize, usize)>) {
        for depth in 0..self.open.len() {
            let has_item = self
                .open
                .get(depth + 1)
                .is_some_and(|next| matches!(self.events[next.at], Event::Start(Element::Item)));
            let open = &mut self.open[depth];
            if std::mem::replace(&mut open.is_written, true) {
                continue;
            }
            let begun = open.items - u32::from(has_item && open.items > 0);
            match &self.events[open.at] {
                Event::Start(Element::List { start: Some(number) }) => {
                    let start = Some(number.saturating_add(begun));
                    out.push(Event::Start(Element::List { start }));
                }
                other => out.push(other.clone()),
            }
            if let (Event::Start(Element::Table), Some((_, end))) = (&self.events[open.at], header)
            {
                let rows = header_rows(self.events, &self.ends, self.places, open.at, end);
                out.extend_from_slice(&self.events[rows]);
            }
        }
    }
}

/// The rows of a table that end at a place or before.
fn header_rows(
    events: &[Event],
    ends: &[usize],
    places: &Places,
    table: usize,
    end: usize,
) -> std::ops::Range<usize> {
    let mut first = table + 1;
    if matches!(events.get(first), Some(Event::Start(Element::Caption))) {
        first = ends[first] + 1;
    }
    let mut last = first;
    while matches!(events.get(last), Some(Event::Start(Element::Row)))
        && places.of(ends[last]).1 <= end
    {
        last = ends[last] + 1;
    }
    first..last
}

/// The part of a text that is in a piece; `place` is that of the text, without blanks that it lost at its start.
fn within<'a>(text: &Cow<'a, str>, place: (usize, usize), piece: &Piece) -> Cow<'a, str> {
    let length = text.len().min(place.1 - place.0);
    let (start, lost) = (place.1 - length, text.len() - length);
    if piece.start <= start && place.1 <= piece.end {
        return text.clone();
    }
    let from = lost + piece.start.max(start) - start;
    let to = lost + piece.end.clamp(start, place.1) - start;
    text.get(from..to).map_or_else(|| text.clone(), |part| Cow::Owned(part.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Around, Pieces, markdown, pieces};

    fn written(events: &[Event], most: usize) -> Vec<String> {
        let Pieces { pieces, places, .. } = pieces(events, most, Around::default());
        let mut parts = PieceEvents::new(events, &places);
        pieces.iter().map(|piece| markdown(&parts.next(piece))).collect()
    }

    #[test]
    fn each_piece_is_markdown_of_its_own() {
        let item = |text| {
            [
                &[Event::Start(Element::Item)],
                &Event::line(Element::Paragraph, text)[..],
                &[Event::End],
            ]
            .concat()
        };
        let events = [
            Event::line(Element::Heading(2), "Tea *").to_vec(),
            vec![Event::Start(Element::Paragraph)],
            Event::line(Element::Strong, "One two. Three four five.").to_vec(),
            vec![Event::Text(Cow::Borrowed(" Six.")), Event::End],
            vec![Event::Start(Element::List { start: Some(3) })],
            item("green leaves"),
            item("black leaves"),
            item("white leaves"),
            vec![Event::End],
            vec![Event::Rule],
        ]
        .concat();
        assert_eq!(
            written(&events, 26),
            [
                "## Tea \\*\n\n**One two.**",
                "**Three four five.**",
                "Six.",
                "3. green leaves",
                "4. black leaves",
                "5. white leaves\n\n---"
            ]
        );
        let whole = markdown(&events);
        assert_eq!(written(&events, 1000), [whole]);
    }

    #[test]
    fn a_piece_of_a_table_has_its_header() {
        let row = |is_header: bool, cells: [&'static str; 2]| {
            let cell = |text: &'static str| {
                let start = Element::Cell { is_header, columns: 1, rows: 1, alignment: None };
                let inner = if text.is_empty() {
                    vec![]
                } else {
                    Event::line(Element::Paragraph, text).to_vec()
                };
                [vec![Event::Start(start)], inner, vec![Event::End]].concat()
            };
            [vec![Event::Start(Element::Row)], cell(cells[0]), cell(cells[1]), vec![Event::End]]
                .concat()
        };
        let events = [
            vec![Event::Start(Element::Table)],
            row(true, ["Tea", "Price"]),
            row(false, ["green", "12"]),
            row(false, ["", "14"]),
            row(false, ["white", ""]),
            vec![Event::End],
        ]
        .concat();
        let head = "| Tea | Price |\n| --- | --- |\n";
        assert_eq!(
            written(&events, 33),
            [
                format!("{head}| green | 12 |"),
                format!("{head}|  | 14 |"),
                format!("{head}| white |  |")
            ]
        );
    }
}
