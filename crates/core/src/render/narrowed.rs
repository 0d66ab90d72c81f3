//! An article narrowed to the pieces that answer a query best.

use std::collections::HashSet;

use super::chunks::{Piece, Pieces};
use super::events::{Element, Event};
use super::pieces::PieceEvents;
use super::ranking::ranks;

/// Pieces of a lower rank than this part of the best one's are left out: they share only common words with the query.
const LEAST_OF_BEST: f32 = 0.1;

/// What is left of an article.
#[derive(Debug)]
pub(crate) struct Narrowed<'a> {
    /// The events of the pieces kept, and of the headings above them.
    pub events: Vec<Event<'a>>,
    /// Their text.
    pub text: String,
    /// The pieces kept, in document order.
    pub kept: Vec<Kept>,
}

/// A piece that is kept.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept {
    /// Its number among all pieces.
    pub number: usize,
    /// Its start in the new text, in bytes.
    pub start: usize,
    /// Its end.
    pub end: usize,
    /// Its rank.
    pub rank: f32,
    /// True if the headings above it fit too.
    has_headings: bool,
}

/// The pieces of an article that answer a query best, of at most `most` characters together with the headings above them.
pub(crate) fn narrowed<'a>(
    events: &[Event<'a>],
    found: &Pieces,
    query: &str,
    most: usize,
) -> Narrowed<'a> {
    let mut kept = best(found, query, most);
    let mut parts = PieceEvents::new(events, &found.places);
    let mut written = Written::default();
    let mut shown = Shown::of(&found.pieces);
    kept.iter().for_each(|kept| shown.is_kept[kept.number] = true);
    let mut at = 0;
    while at < kept.len() {
        let first = &found.pieces[kept[at].number];
        let mut whole = Piece { end: first.start, ..first.clone() };
        for (level, start, heading) in above(first) {
            if kept[at].has_headings && !shown.has(start) {
                shown.headings.insert(start);
                written.heading(level, heading);
            }
        }
        let from = at;
        while let Some(next) =
            kept.get(at).filter(|next| next.number - kept[from].number == at - from)
        {
            let piece = &found.pieces[next.number];
            let has_new = above(piece).any(|(_, start, _)| !shown.has(start));
            if at > from && next.has_headings && has_new {
                break;
            }
            whole.end = piece.end;
            at += 1;
        }
        let start = written.piece(&found.text, &whole, parts.next(&whole));
        for kept in &mut kept[from..at] {
            let piece = &found.pieces[kept.number];
            kept.start = start + piece.start - whole.start;
            kept.end = start + piece.end - whole.start;
        }
    }
    Narrowed { events: written.events, text: written.text, kept }
}

/// What of an article is shown: pieces, and headings above them.
struct Shown<'p> {
    pieces: &'p [Piece],
    is_kept: Vec<bool>,
    /// The starts of headings that are written apart.
    headings: HashSet<usize>,
}

impl<'p> Shown<'p> {
    fn of(pieces: &'p [Piece]) -> Self {
        Self { pieces, is_kept: vec![false; pieces.len()], headings: HashSet::new() }
    }

    /// True for a heading that is written or stands in a piece that is kept.
    fn has(&self, heading: usize) -> bool {
        let before = self.pieces.partition_point(|piece| piece.start <= heading);
        let is_kept = before.checked_sub(1).is_some_and(|number| self.is_kept[number]);
        is_kept || self.headings.contains(&heading)
    }
}

/// The headings above a piece: level, place in the text, words.
fn above(piece: &Piece) -> impl Iterator<Item = (u8, usize, &str)> {
    let headings = piece.above.iter().zip(&piece.headings);
    headings.map(|((level, start), heading)| (*level, *start, heading.as_str()))
}

/// Chooses pieces by their rank while there is room; they come in document order, without places.
fn best(found: &Pieces, query: &str, most: usize) -> Vec<Kept> {
    let texts = found.pieces.iter().map(|piece| {
        let headings = piece.headings.iter().map(String::as_str);
        headings.chain([&found.text[piece.start..piece.end]])
    });
    let ranks = ranks(query, texts);
    let least = ranks.iter().copied().fold(0.0, f32::max) * LEAST_OF_BEST;
    let mut order: Vec<usize> = (0..ranks.len()).filter(|at| ranks[*at] > 0.0).collect();
    order.retain(|at| ranks[*at] >= least);
    order.sort_by(|a, b| ranks[*b].total_cmp(&ranks[*a]));
    // No line end behind the last.
    let mut room = most + 1;
    let mut shown = Shown::of(&found.pieces);
    let mut kept = Vec::new();
    for number in order {
        let piece = &found.pieces[number];
        let header = piece.header.map_or(0, |(start, end)| length(&found.text[start..end]));
        let alone = length(&found.text[piece.start..piece.end]) + header;
        let missing = above(piece)
            .filter(|(_, start, _)| *start < piece.start && !shown.has(*start))
            .map(|(_, _, heading)| length(heading));
        let with_headings = alone + missing.sum::<usize>();
        let has_headings = with_headings <= room;
        let needed = if has_headings { with_headings } else { alone };
        if needed > room {
            continue;
        }
        room -= needed;
        shown.is_kept[number] = true;
        let headings = above(piece).map(|(_, start, _)| start);
        shown.headings.extend(headings.filter(|_| has_headings));
        kept.push(Kept { number, start: 0, end: 0, rank: ranks[number], has_headings });
    }
    kept.sort_by_key(|piece| piece.number);
    kept
}

/// The characters of a line.
fn length(text: &str) -> usize {
    text.chars().count() + 1
}

/// The article as far as it is written.
#[derive(Default)]
struct Written<'a> {
    events: Vec<Event<'a>>,
    text: String,
}

impl<'a> Written<'a> {
    fn heading(&mut self, level: u8, words: &str) {
        self.events.extend(Event::line(Element::Heading(level), words.to_owned()));
        self.line(words);
    }

    /// Adds a piece, below the header of the table that it continues. Returns its start in the text.
    fn piece(&mut self, text: &str, piece: &Piece, events: Vec<Event<'a>>) -> usize {
        self.events.extend(events);
        if let Some((start, end)) = piece.header {
            self.line(&text[start..end]);
        }
        let words = &text[piece.start..piece.end];
        self.line(words);
        self.text.len() - words.len()
    }

    fn line(&mut self, text: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(text);
    }
}
