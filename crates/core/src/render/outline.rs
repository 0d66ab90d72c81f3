//! What is above a place of a text: the headings, the table, the post.

use super::events::{Element, Event};
use super::titled::letters;

/// Characters of a heading above a piece; it is repeated for every piece below it.
pub(super) const MOST_OF_HEADING: usize = 200;
/// Rows of a header at most.
const MOST_HEADER_ROWS: usize = 2;

/// The places of events in a text.
#[derive(Debug, Default)]
pub(crate) struct Places(Vec<(u32, u32)>);

impl Places {
    /// The bytes before an event, and up to its end.
    pub(crate) fn of(&self, event: usize) -> (usize, usize) {
        let (start, end) = self.0[event];
        (start as usize, end as usize)
    }

    fn add(&mut self, start: usize, end: usize) {
        self.0.push((place(start), place(end)));
    }
}

fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A heading of the text.
#[derive(Debug)]
pub(super) struct Heading {
    pub(super) level: u8,
    pub(super) start: usize,
    end: usize,
    pub(super) text: String,
    /// The characters of `text`.
    pub(super) characters: usize,
    /// The heading above it, as [`Unit::inner`] counts.
    pub(super) parent: u32,
    /// The number of marks of sections before it.
    section: usize,
    /// True if it has the words of the title.
    pub(super) is_title: bool,
    /// The end of the box that it begins, if it stands in one: an item, a quotation, a cell.
    until: usize,
}

/// A table of the text.
#[derive(Debug, Default)]
struct Table {
    end: usize,
    /// Its first rows, as far as all their cells are headers.
    header: Option<(usize, usize)>,
    rows: usize,
}

/// A line of the text or a block of code, with what is above it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    start: u32,
    end: u32,
    /// The innermost heading above it or in it, counted from 1; 0 if there is none.
    pub(super) inner: u32,
    /// The number of marks of sections before it.
    pub(super) section: u32,
}

impl Unit {
    pub(super) fn start(self) -> usize {
        self.start as usize
    }

    pub(super) fn end(self) -> usize {
        self.end as usize
    }
}

/// Finds what pieces need while the text is written.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) headings: Vec<Heading>,
    /// Blocks of code.
    wholes: Vec<(usize, usize)>,
    tables: Vec<Table>,
    /// The marks of sections: place and number.
    sections: Vec<(usize, usize)>,
    pub(super) places: Places,
    open: Vec<Open>,
}

/// An open element.
#[derive(Debug)]
enum Open {
    Heading(u8, usize),
    /// The outermost table.
    Table,
    /// A row of it, with its start; true while all its cells are headers.
    Row(usize, bool),
    /// A box whose headings are not above what follows it; the number of headings before it.
    Box(usize),
    Other,
}

impl Outline {
    pub(super) fn with_room(events: usize) -> Self {
        Self { places: Places(Vec::with_capacity(events)), ..Self::default() }
    }

    pub(super) fn event(&mut self, event: &Event, before: usize, out: &str) {
        self.places.add(before, out.len());
        match event {
            Event::Start(element) => {
                let open = self.opened(element, before);
                self.open.push(open);
            }
            Event::End => self.end(out),
            Event::Code(_) => {
                let code = out.get(before..).unwrap_or("");
                let start = before + code.len() - code.trim_start_matches('\n').len();
                self.wholes.push((start, out.len()));
            }
            Event::Section(number) => self.sections.push((before, *number)),
            _ => {}
        }
    }

    fn opened(&mut self, element: &Element, before: usize) -> Open {
        let is_in_table = self.open.iter().any(|open| matches!(open, Open::Table));
        if let (Some(Open::Row(_, is_head)), Element::Cell { is_header, .. }) =
            (self.open.last_mut(), element)
        {
            *is_head &= is_header;
        }
        match element {
            Element::Heading(level) => Open::Heading(*level, before),
            Element::Table if !is_in_table => {
                self.tables.push(Table::default());
                Open::Table
            }
            Element::Row if matches!(self.open.last(), Some(Open::Table)) => {
                Open::Row(before, true)
            }
            Element::Item
            | Element::Quote
            | Element::Cell { .. }
            | Element::Description
            | Element::Footnote(_) => Open::Box(self.headings.len()),
            _ => Open::Other,
        }
    }

    fn end(&mut self, out: &str) {
        match (self.open.pop(), self.tables.last_mut()) {
            (Some(Open::Heading(level, start)), _) => {
                let start = behind_blanks(out, start);
                let text = one_line(out.get(start..).unwrap_or(""), MOST_OF_HEADING);
                self.headings.push(Heading {
                    level,
                    start,
                    end: out.len(),
                    characters: text.chars().count(),
                    text,
                    parent: 0,
                    section: self.sections.len(),
                    is_title: false,
                    until: usize::MAX,
                });
            }
            // A box around a heading alone is the heading's; what follows it is below the heading.
            (Some(Open::Box(first)), _) => {
                let end = out.trim_end().len();
                let inside = self.headings[first..].iter_mut();
                for heading in inside.filter(|heading| heading.end < end) {
                    heading.until = heading.until.min(end);
                }
            }
            (Some(Open::Table), Some(table)) => table.end = out.len(),
            (Some(Open::Row(start, is_head)), Some(table)) => table.end_row(out, start, is_head),
            _ => {}
        }
    }

    /// Leaves out a heading that is a deck: a sentence below the first heading, or above all where the title is not part of the
    /// text.
    pub(super) fn leave_out_deck(&mut self, text: &str) {
        let place = match self.headings.as_slice() {
            [first, ..] if !is_blank(text, 0, first.start) => return,
            [first, ..] if first.level > 1 && reads_as_sentence(&first.text) => 0,
            [first, second, ..] if is_blank(text, first.end, second.start) => 1,
            _ => return,
        };
        if reads_as_sentence(&self.headings[place].text) {
            self.headings.remove(place);
        }
    }

    /// Notes which headings have the words of the title.
    pub(super) fn note_title(&mut self, title: &str) {
        for heading in &mut self.headings {
            heading.is_title = is_same(&heading.text, title);
        }
    }

    /// The lines of the text, those of one block of code as one, with the headings above them. `posts` has the post of each
    /// section: a heading that stands in a post is not above others.
    pub(super) fn units(&mut self, text: &str, posts: &[Option<usize>]) -> Vec<Unit> {
        let mut units = units(text, &self.wholes);
        let post_at = |sections: &[(usize, usize)], count: usize| {
            let last = count.checked_sub(1).and_then(|last| sections.get(last));
            last.and_then(|(_, number)| posts.get(*number).copied().flatten())
        };
        let (mut above, mut heading, mut section) = (Vec::<usize>::new(), 0, 0);
        for unit in &mut units {
            let start = unit.start();
            while self.sections.get(section).is_some_and(|(at, _)| *at <= start) {
                section += 1;
                let post = post_at(&self.sections, section);
                above.retain(|number| {
                    let inside = post_at(&self.sections, self.headings[*number].section);
                    inside.is_none() || inside == post
                });
            }
            above.retain(|number| self.headings[*number].until > start);
            while let Some(next) = self.headings.get(heading).filter(|next| next.start <= start) {
                let (level, at) = (next.level, next.start);
                above.retain(|number| self.headings[*number].until > at);
                while above.pop_if(|open| self.headings[*open].level >= level).is_some() {}
                self.headings[heading].parent = above.last().map_or(0, |last| place(last + 1));
                above.push(heading);
                heading += 1;
            }
            unit.inner = above.last().map_or(0, |last| place(last + 1));
            unit.section = place(section);
        }
        units
    }

    /// The heading of this number.
    pub(super) fn heading(&self, inner: u32) -> Option<&Heading> {
        self.headings.get(inner.checked_sub(1)? as usize)
    }

    /// A heading and those above it, the innermost first.
    pub(super) fn path(&self, inner: u32) -> impl Iterator<Item = &Heading> {
        std::iter::successors(self.heading(inner), |heading| self.heading(heading.parent))
    }

    /// The innermost heading that is above what two others are above.
    pub(super) fn common(&self, a: u32, b: u32) -> u32 {
        let (mut a, mut b) = (a, b);
        // A heading has a higher number than those above it.
        while a != b {
            let higher = if a > b { &mut a } else { &mut b };
            *higher = self.heading(*higher).map_or(0, |heading| heading.parent);
        }
        a
    }

    /// True if a unit is a line of a heading.
    pub(super) fn is_heading(&self, unit: Unit) -> bool {
        self.heading(unit.inner).is_some_and(|heading| unit.start() < heading.end)
    }

    /// The header of the table that goes on at a place.
    pub(super) fn header(&self, start: usize) -> Option<(usize, usize)> {
        let table = self.tables.get(self.tables.partition_point(|table| table.end <= start))?;
        table.header.filter(|(_, end)| *end <= start)
    }

    /// The number of the section that a unit is in.
    pub(super) fn section(&self, unit: Unit) -> Option<usize> {
        let last = (unit.section as usize).checked_sub(1)?;
        self.sections.get(last).map(|(_, number)| *number)
    }
}

impl Table {
    fn end_row(&mut self, out: &str, start: usize, is_head: bool) {
        let is_next = self.rows == 0 || self.header.is_some();
        if is_head && is_next && self.rows < MOST_HEADER_ROWS {
            let first = self.header.map_or(behind_blanks(out, start), |(first, _)| first);
            self.header = Some((first, out.len()));
            self.rows += 1;
        } else {
            // The header is over.
            self.rows = MOST_HEADER_ROWS;
        }
    }
}

/// The first place from `start` on where text is.
fn behind_blanks(out: &str, start: usize) -> usize {
    let text = out.get(start..).unwrap_or("");
    start + text.len() - text.trim_start().len()
}

fn is_blank(text: &str, start: usize, end: usize) -> bool {
    text.get(start..end).is_some_and(|between| between.trim().is_empty())
}

/// True if a heading reads as a sentence or is as long as one.
fn reads_as_sentence(heading: &str) -> bool {
    // An ideograph says as much as two letters.
    let length: usize = heading.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    length > 90 || length > 24 && heading.ends_with(['.', '。', '…'])
}

/// Puts the title above the headings of a piece, if it is not there already; of a longer one the first `most` characters.
pub(crate) fn under_title(headings: &mut Vec<String>, title: &str, most: usize) {
    let whole = one_line(title, MOST_OF_HEADING);
    let is_there = headings.first().is_some_and(|first| is_same(first, &whole));
    if !whole.is_empty() && !is_there {
        headings.insert(0, one_line(title, most.min(MOST_OF_HEADING)));
    }
}

/// True if two headings have the same letters.
fn is_same(heading: &str, title: &str) -> bool {
    letters(heading).eq(letters(title))
}

/// The start of a heading, on one line.
pub(super) fn one_line(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(most * 2).map_or(text.len(), |(at, _)| at);
    let words = text[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words,
    }
}

/// The lines of a text; lines of one block of code are one.
fn units(text: &str, wholes: &[(usize, usize)]) -> Vec<Unit> {
    let mut wholes = wholes.iter().peekable();
    let mut units: Vec<Unit> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.trim_end_matches('\n').len());
        at += line.len();
        while wholes.next_if(|whole| whole.1 <= start).is_some() {}
        let is_inside = wholes.peek().is_some_and(|whole| whole.0 < start);
        match units.last_mut().filter(|_| is_inside) {
            Some(last) => last.end = place(end),
            None => {
                units.push(Unit { start: place(start), end: place(end), inner: 0, section: 0 });
            }
        }
    }
    units.retain(|unit| !text[unit.start()..unit.end()].trim().is_empty());
    units
}
