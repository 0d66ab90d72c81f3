//! The text in pieces that end at paragraphs, each with the headings above it.

use super::events::Event;
use super::outline::{self, Heading, Outline, Places, Unit};
use super::text::text_with;

/// A piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The headings above all of it, the outermost first; the end of a very long one is left out, and the outermost ones
    /// where they would take more than half of the size.
    pub headings: Vec<String>,
    /// Their levels and their starts in the text.
    pub above: Vec<(u8, usize)>,
    /// The number of the section that it is in, if it is in one.
    pub section: Option<usize>,
    /// Its start in the text, in bytes.
    pub start: usize,
    /// Its end.
    pub end: usize,
    /// The place of the header of the table that it continues.
    pub header: Option<(usize, usize)>,
}

/// The text of an article in pieces.
#[derive(Debug)]
pub(crate) struct Pieces {
    /// The text.
    pub text: String,
    /// Its pieces.
    pub pieces: Vec<Piece>,
    /// The places of the events in the text.
    pub places: Places,
}

/// What is known of an article besides its events.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Around<'a> {
    /// The title that is written above the headings of each piece.
    pub title: Option<&'a str>,
    /// The post that each section is of.
    pub posts: &'a [Option<usize>],
}

/// The text of an article, with pieces of at most `most` characters that hold whole paragraphs, tables' rows and blocks of
/// code; longer ones are cut at the end of a line, a sentence or a word. A heading begins a piece, unless the piece before it
/// would be very short; a section always does. The headings above a piece count.
pub(crate) fn pieces(events: &[Event], most: usize, around: Around) -> Pieces {
    let most = most.max(1);
    let mut outline = Outline::with_room(events.len());
    let text = text_with(events, |event, before, out| outline.event(event, before, out));
    outline.leave_out_deck(&text);
    let units = outline.units(&text, around.posts);
    let title = around.title.map(|title| outline::one_line(title, outline::MOST_OF_HEADING));
    let title = title.filter(|title| !title.is_empty());
    title.iter().for_each(|title| outline.note_title(title));
    let mut packer = Packer {
        text: &text,
        outline: &outline,
        units: &units,
        most,
        least: LEAST.min(most / LEAST_PART),
        title: title.map_or(0, |title| characters(&title) + 1),
        spans: Vec::new(),
    };
    (0..units.len()).for_each(|at| packer.add(at));
    packer.join_back();
    let pieces = packer.spans.iter().map(|span| packer.piece(span)).collect();
    Pieces { text, pieces, places: outline.places }
}

/// A piece with fewer characters is joined to its neighbour; of small pieces, with less than this part (1 / 6) of the size.
const LEAST: usize = 50;
const LEAST_PART: usize = 6;

/// Puts units together while they fit.
struct Packer<'t> {
    text: &'t str,
    outline: &'t Outline,
    units: &'t [Unit],
    most: usize,
    least: usize,
    /// The characters of the title.
    title: usize,
    spans: Vec<Span>,
}

/// A piece in the making.
#[derive(Debug, Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
    /// The units that it begins and ends in.
    first: usize,
    last: usize,
    /// The innermost heading above all of it, without the headings that it begins with.
    inner: u32,
    /// True if it has nothing but headings so far.
    is_heading: bool,
    header: Option<(usize, usize)>,
    /// Its characters, with those of the header.
    characters: usize,
    /// True if it is a part of a long unit, so that nothing is added but to avoid a short piece.
    is_closed: bool,
}

impl Packer<'_> {
    fn add(&mut self, at: usize) {
        let Some(last) = self.spans.last().copied() else { return self.begin(at) };
        let unit = self.units[at];
        if self.units[last.last].section != unit.section {
            self.join_back();
            return self.begin(at);
        }
        let is_heading = |at: usize| self.outline.is_heading(self.units[at]);
        let begins = is_heading(at) && !is_heading(last.last);
        if begins && !is_heading(last.first) {
            self.join_back();
        }
        let Some(last) = self.spans.last().copied() else { return self.begin(at) };
        // A heading stays with what is below it.
        let is_short = self.is_short(&last) || is_heading(last.last);
        if is_short || !begins && !last.is_closed {
            let joined = self.joined(last, at);
            if self.fits(&joined) {
                self.spans.pop();
                return self.spans.push(joined);
            }
            if is_short {
                self.spans.pop();
                return self.cut(joined);
            }
        }
        self.begin(at);
    }

    /// Begins a piece with a unit.
    fn begin(&mut self, at: usize) {
        let unit = self.units[at];
        let (start, end) = (unit.start(), unit.end());
        let (header, length) = self.header(unit.inner, start);
        let span = Span {
            start,
            end,
            first: at,
            last: at,
            inner: unit.inner,
            is_heading: self.outline.is_heading(unit),
            header,
            characters: length + characters(&self.text[start..end]),
            is_closed: false,
        };
        if self.fits(&span) { self.spans.push(span) } else { self.cut(span) }
    }

    /// A piece with another unit behind it.
    fn joined(&self, span: Span, at: usize) -> Span {
        let unit = self.units[at];
        let inner = match span.is_heading {
            true => unit.inner,
            false => self.outline.common(span.inner, unit.inner),
        };
        Span {
            end: unit.end(),
            last: at,
            inner,
            is_heading: span.is_heading && self.outline.is_heading(unit),
            characters: span.characters + characters(&self.text[span.end..unit.end()]),
            ..span
        }
    }

    /// Joins the last piece, if it is very short, to the one before it in the same section; both are cut anew if that is too
    /// long.
    fn join_back(&mut self) {
        let [.., before, last] = self.spans.as_slice() else { return };
        let is_same = self.units[before.last].section == self.units[last.last].section;
        if !is_same || !self.is_short(last) {
            return;
        }
        let joined = Span {
            end: last.end,
            last: last.last,
            inner: self.inner(before.first, last.last),
            characters: before.characters + characters(&self.text[before.end..last.end]),
            is_closed: true,
            ..*before
        };
        self.spans.truncate(self.spans.len() - 2);
        if self.fits(&joined) { self.spans.push(joined) } else { self.cut(joined) }
    }

    /// Adds a long piece in parts that fit.
    fn cut(&mut self, span: Span) {
        let (mut start, mut first) = (span.start, span.first);
        while start < span.end {
            while first < span.last && self.units[first].end() <= start {
                first += 1;
            }
            let inner = self.inner(first, span.last);
            let (header, length) = self.header(inner, start);
            let room = self.most - self.above(inner, start) - length;
            let rest = &self.text[start..span.end];
            let end = start + part(rest, room, self.least).unwrap_or(rest.len());
            let piece = &self.text[start..end];
            let from = start + piece.len() - piece.trim_start().len();
            let to = start + piece.trim_end().len();
            let mut last = first;
            while last < span.last && self.units[last].end() < to {
                last += 1;
            }
            let characters = length + characters(piece.trim());
            let part = Span { first, last, inner, header, characters, is_closed: true, ..span };
            if from < to {
                self.spans.push(Span { start: from, end: to, ..part });
            }
            start = end;
        }
    }

    /// The innermost heading above these units, without the headings that they begin with.
    fn inner(&self, first: usize, last: usize) -> u32 {
        let mut units = &self.units[first..=last];
        while let [unit, rest @ ..] = units
            && !rest.is_empty()
            && self.outline.is_heading(*unit)
        {
            units = rest;
        }
        let inner = units.iter().map(|unit| unit.inner);
        inner.reduce(|a, b| self.outline.common(a, b)).unwrap_or(0)
    }

    /// The header of the table that goes on at a place, and its characters. One that takes half of each piece is not repeated.
    fn header(&self, inner: u32, start: usize) -> (Option<(usize, usize)>, usize) {
        let header = self.outline.header(start);
        let length = header.map_or(0, |(start, end)| characters(&self.text[start..end]) + 1);
        let has_room = length * 2 <= self.most - self.above(inner, start);
        if has_room { (header, length) } else { (None, 0) }
    }

    /// The characters of what is written above a piece: title and headings, at most half of the size.
    fn above(&self, inner: u32, start: usize) -> usize {
        let headings = self.shown(inner, start).map(|heading| length_above(heading, start));
        headings.sum::<usize>() + self.title_above(inner)
    }

    /// The headings that are written above a piece, the innermost first, as far as there is room.
    fn shown(&self, inner: u32, start: usize) -> impl Iterator<Item = &Heading> {
        let mut room = Some(self.most / 2 - self.title_above(inner));
        self.outline.path(inner).take_while(move |heading| {
            room = room.and_then(|room| room.checked_sub(length_above(heading, start)));
            room.is_some()
        })
    }

    /// The characters of the title above a piece, if it is not a heading there.
    fn title_above(&self, inner: u32) -> usize {
        let outermost = self.outline.path(inner).last();
        let is_there = outermost.is_some_and(|first| first.is_title);
        if is_there { 0 } else { self.title.min(self.most / 2) }
    }

    fn fits(&self, span: &Span) -> bool {
        span.characters + self.above(span.inner, span.start) <= self.most
    }

    fn is_short(&self, span: &Span) -> bool {
        self.text[span.start..span.end].chars().take(self.least).count() < self.least
    }

    fn piece(&self, span: &Span) -> Piece {
        let mut above: Vec<&Heading> = self.shown(span.inner, span.start).collect();
        above.reverse();
        Piece {
            headings: above.iter().map(|heading| heading.text.clone()).collect(),
            above: above.iter().map(|heading| (heading.level, heading.start)).collect(),
            section: self.outline.section(self.units[span.first]),
            start: span.start,
            end: span.end,
            header: span.header,
        }
    }
}

/// The characters of a heading above a piece that begins at `start`; one inside of it takes none.
fn length_above(heading: &Heading, start: usize) -> usize {
    if heading.start < start { heading.characters + 1 } else { 0 }
}

fn characters(text: &str) -> usize {
    text.chars().count()
}

/// The length in bytes of the first part of a text that has more than `most` characters; at least `least` are left for the
/// next.
fn part(text: &str, most: usize, least: usize) -> Option<usize> {
    let mut places = text.char_indices().map(|(at, _)| at);
    let limit = places.nth(most)?;
    let beyond = 1 + places.take(least).count();
    let missing = least.saturating_sub(beyond);
    let fewer = most.saturating_sub(missing).max(1);
    let limit = text.char_indices().nth(fewer).map_or(limit, |(at, _)| at);
    let head = &text[..limit];
    let length = after(head, &['\n'])
        .or_else(|| after(head, &['。', '！', '？', '!', '?', '；']))
        .or_else(|| head.rfind(". ").map(|at| at + 1).filter(|at| at * 2 >= limit))
        .or_else(|| after(head, &[' ', '，', '、', '\n']));
    Some(length.unwrap_or(limit))
}

/// The place behind the last of some signs; not before the middle, so that parts stay of a size.
fn after(text: &str, signs: &[char]) -> Option<usize> {
    let (at, sign) = text.rmatch_indices(signs).next()?;
    Some(at + sign.len()).filter(|at| at * 2 >= text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::events::{CodeBlock, Element};

    fn shown(events: &[Event], most: usize) -> Vec<String> {
        let Pieces { text, pieces, .. } = pieces(events, most, Around::default());
        assert_eq!(text, crate::render::text(events));
        assert!(pieces.windows(2).all(|pair| pair[0].end <= pair[1].start));
        let piece = |piece: &Piece| {
            let header = piece
                .header
                .map_or(String::new(), |(start, end)| format!("{}\n", &text[start..end]));
            let written = format!("{header}{}", &text[piece.start..piece.end]);
            let above = piece.headings.iter().zip(&piece.above);
            let above = above.filter(|(_, (_, start))| *start < piece.start);
            let above: usize = above.map(|(heading, _)| characters(heading) + 1).sum();
            assert!(characters(&written) + above <= most, "{written}");
            format!("{}: {}", piece.headings.join("/"), written.replace('\n', "|"))
        };
        pieces.iter().map(piece).collect()
    }

    #[test]
    fn paragraphs_stay_whole_under_their_headings() {
        let code = Event::Code(Box::new(CodeBlock { language: None, text: "a()\nb()".to_owned() }));
        let events: Vec<Event> = [
            Event::line(Element::Heading(1), "Tea").to_vec(),
            Event::line(Element::Paragraph, "One.").to_vec(),
            Event::line(Element::Paragraph, "Two.").to_vec(),
            Event::line(Element::Heading(2), "Green").to_vec(),
            vec![code],
            Event::line(Element::Paragraph, "Three.").to_vec(),
            Event::line(Element::Heading(2), "Black").to_vec(),
            Event::line(Element::Paragraph, "Four.").to_vec(),
        ]
        .concat();
        assert_eq!(
            shown(&events, 20),
            [
                "Tea: Tea|One.|Two.",
                "Tea/Green: Green|a()|b()",
                "Tea/Green: Three.",
                "Tea/Black: Black|Four."
            ]
        );
    }

    #[test]
    fn a_long_heading_stands_whole_only_once() {
        let long = "长".repeat(outline::MOST_OF_HEADING + 1);
        let heading = Event::line(Element::Heading(1), long.clone());
        let events = [heading, Event::line(Element::Paragraph, "一句话。")].concat();
        let above = |most| {
            let Pieces { text, pieces, .. } = pieces(&events, most, Around::default());
            assert!(text.contains(&long));
            pieces.iter().map(|piece| piece.headings.join("/").chars().count()).collect::<Vec<_>>()
        };
        // Only its start is repeated, where that takes no more than half of the piece.
        assert_eq!(above(404), [201]);
        assert_eq!(above(204), [201, 0]);
        assert_eq!(above(100), [201, 0, 0]);
    }

    #[test]
    fn a_very_short_piece_is_joined_to_its_neighbour() {
        let line = |level, text| Event::line(level, text);
        let (one, two) = (Element::Heading(1), Element::Heading(2));
        let text = "Green tea is dried, black tea is left to ferment.";
        let events = [
            line(one, "Tea"),
            line(two.clone(), "A"),
            line(Element::Paragraph, "b"),
            line(two.clone(), "Green"),
            line(Element::Paragraph, text),
            line(two, "C"),
            line(Element::Paragraph, "d"),
        ]
        .concat();
        // Nothing but the common heading is above both.
        assert_eq!(shown(&events, 90), [format!("Tea: Tea|A|b|Green|{text}|C|d")],);
        assert_eq!(
            shown(&events, 60),
            ["Tea: Tea|A|b|Green|Green tea is dried, black tea is left", "Tea: to ferment.|C|d"],
        );
    }

    #[test]
    fn headings_end_with_their_box_and_their_post() {
        let line = |element, text: &'static str| Event::line(element, text).to_vec();
        let words = "These are words enough for a piece.";
        let quote = vec![Event::Start(Element::Quote)];
        let events = [
            line(Element::Heading(1), "Tea"),
            vec![Event::Section(0)],
            quote,
            line(Element::Heading(3), "Quoted"),
            line(Element::Paragraph, words),
            vec![Event::End],
            line(Element::Paragraph, words),
            line(Element::Heading(2), "Said"),
            line(Element::Paragraph, words),
            vec![Event::Section(1)],
            line(Element::Paragraph, "+1"),
            vec![Event::Section(2)],
            line(Element::Paragraph, words),
        ]
        .concat();
        let around = Around { title: None, posts: &[Some(0), Some(1), None] };
        let found = pieces(&events, 50, around);
        let piece = |piece: &Piece| {
            let text = found.text[piece.start..piece.end].replace(words, "…");
            format!("{}: {} {:?}", piece.headings.join("/"), text.replace('\n', "|"), piece.section)
        };
        let shown: Vec<String> = found.pieces.iter().map(piece).collect();
        assert_eq!(
            shown,
            [
                "Tea: Tea None",
                "Tea/Quoted: Quoted|… Some(0)",
                "Tea: … Some(0)",
                "Tea/Said: Said|… Some(0)",
                "Tea: +1 Some(1)",
                "Tea: … Some(2)",
            ]
        );
    }

    #[test]
    fn a_table_that_is_split_repeats_its_header() {
        let row = |is_header: bool, cells: [&'static str; 2]| {
            let cell = move |text: &'static str| {
                let start = Element::Cell { is_header, columns: 1, rows: 1, alignment: None };
                let [first, words, end] = Event::line(Element::Paragraph, text);
                [Event::Start(start), first, words, end, Event::End]
            };
            let cells = cells.into_iter().flat_map(cell);
            [Event::Start(Element::Row)].into_iter().chain(cells).chain([Event::End])
        };
        let table = |headers: usize| {
            let rows = [
                ["Tea", "Price"],
                ["in", "yuan"],
                ["green", "12"],
                ["black", "14"],
                ["white", "90"],
            ];
            let rows =
                rows.into_iter().zip(0..).flat_map(move |(cells, at)| row(at < headers, cells));
            let after = Event::line(Element::Paragraph, "All are good.");
            [Event::Start(Element::Table)]
                .into_iter()
                .chain(rows)
                .chain([Event::End])
                .chain(after)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            shown(&table(2), 60),
            [
                ": | Tea | Price ||| in | yuan ||| green | 12 ||| black | 14 |",
                ": | Tea | Price ||| in | yuan ||| white | 90 ||All are good."
            ]
        );
        // A header that would take most of a piece is not repeated.
        assert!(!shown(&table(2), 50)[1].contains("Price"));
        assert_eq!(
            shown(&table(0), 34),
            [
                ": | Tea | Price ||| in | yuan |",
                ": | green | 12 ||| black | 14 |",
                ": | white | 90 ||All are good."
            ]
        );
    }

    #[test]
    fn a_deck_is_no_heading_and_the_title_is_the_first() {
        let deck = "Everything that a buyer should know of it.";
        let article = |title: bool| -> Vec<Event> {
            let title = title.then(|| Event::line(Element::Heading(1), "Tea"));
            let rest = [
                Event::line(Element::Heading(2), deck),
                Event::line(Element::Paragraph, "One."),
                Event::line(Element::Heading(2), "Green"),
                Event::line(Element::Heading(3), "It is the one that we like best of all."),
            ];
            title.into_iter().chain(rest).flatten().collect()
        };
        let expected = [format!("Tea: Tea|{deck}|One."), "Tea/Green/It is the one that we like best of all.: Green|It is the one that we like best of all.".to_owned()];
        assert_eq!(shown(&article(true), 80), expected);
        assert_eq!(shown(&article(false), 80)[0], format!(": {deck}|One."));
        let under = |headings: &[&str]| {
            let mut headings: Vec<String> = headings.iter().map(ToString::to_string).collect();
            outline::under_title(&mut headings, " Tea\nand cups ", 100);
            headings.join("/")
        };
        assert_eq!(under(&["Green"]), "Tea and cups/Green");
        assert_eq!(under(&["TEA and cups!", "Green"]), "TEA and cups!/Green");
    }

    #[test]
    fn long_paragraphs_are_cut_at_sentences_words_or_anywhere() {
        let events =
            Event::line(Element::Paragraph, "One two. Three four five six. 七八九十一二三四五六");
        assert_eq!(
            shown(&events, 12),
            [": One two.", ": Three four", ": five six.", ": 七八九十一二三四五六"]
        );
        let events = Event::line(Element::Paragraph, "abcdefghij");
        assert_eq!(shown(&events, 4), [": abcd", ": efgh", ": ij"]);
    }
}
