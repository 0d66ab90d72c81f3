//! The text in pieces that end at paragraphs, each with the headings above it.

use super::events::{Element, Event};
use super::text::text_with;
use super::titled::letters;

/// Characters of a heading above a piece; it is repeated for every piece below it.
const MOST_OF_HEADING: usize = 200;

/// A piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The headings above it, the outermost first; the end of a very long one is left out.
    pub headings: Vec<String>,
    /// Their levels and their starts in the text.
    pub above: Vec<(u8, usize)>,
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
        let [start, end] = [start, end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        self.0.push((start, end));
    }
}

/// A heading of the text.
struct Heading {
    level: u8,
    start: usize,
    end: usize,
    text: String,
}

/// A table of the text.
#[derive(Default)]
struct Table {
    end: usize,
    /// Its first rows, as far as all their cells are headers.
    header: Option<(usize, usize)>,
    rows: usize,
}

/// Rows of a header at most.
const MOST_HEADER_ROWS: usize = 2;

/// Finds what pieces need while the text is written.
#[derive(Default)]
struct Outline {
    headings: Vec<Heading>,
    /// Blocks of code.
    wholes: Vec<(usize, usize)>,
    tables: Vec<Table>,
    places: Places,
    open: Vec<Open>,
}

/// An open element.
enum Open {
    Heading(u8, usize),
    /// The outermost table.
    Table,
    /// A row of it, with its start; true while all its cells are headers.
    Row(usize, bool),
    Other,
}

impl Outline {
    fn event(&mut self, event: &Event, before: usize, out: &str) {
        self.places.add(before, out.len());
        let is_in_table = self.open.iter().any(|open| matches!(open, Open::Table));
        let is_row = matches!(self.open.last(), Some(Open::Table));
        match event {
            Event::Start(Element::Heading(level)) => self.open.push(Open::Heading(*level, before)),
            Event::Start(Element::Table) if !is_in_table => {
                self.tables.push(Table::default());
                self.open.push(Open::Table);
            }
            Event::Start(Element::Row) if is_row => self.open.push(Open::Row(before, true)),
            Event::Start(element) => {
                if let (Some(Open::Row(_, is_head)), Element::Cell { is_header, .. }) =
                    (self.open.last_mut(), element)
                {
                    *is_head &= is_header;
                }
                self.open.push(Open::Other);
            }
            Event::End => self.end(out),
            Event::Code(_) => {
                let code = out.get(before..).unwrap_or("");
                let start = before + code.len() - code.trim_start_matches('\n').len();
                self.wholes.push((start, out.len()));
            }
            _ => {}
        }
    }

    fn end(&mut self, out: &str) {
        match (self.open.pop(), self.tables.last_mut()) {
            (Some(Open::Heading(level, start)), _) => {
                let start = behind_blanks(out, start);
                let text = one_line(out.get(start..).unwrap_or(""));
                self.headings.push(Heading { level, start, end: out.len(), text });
            }
            (Some(Open::Table), Some(table)) => table.end = out.len(),
            (Some(Open::Row(start, is_head)), Some(table)) => {
                let is_next = table.rows == 0 || table.header.is_some();
                if is_head && is_next && table.rows < MOST_HEADER_ROWS {
                    let first = table.header.map_or(behind_blanks(out, start), |(first, _)| first);
                    table.header = Some((first, out.len()));
                    table.rows += 1;
                } else {
                    // The header is over.
                    table.rows = MOST_HEADER_ROWS;
                }
            }
            _ => {}
        }
    }
}

/// The text of an article, with pieces of at most `most` characters that hold whole paragraphs, tables' rows and blocks of
/// code; longer ones are cut at the end of a line, a sentence or a word. A heading begins a piece.
pub(crate) fn pieces(events: &[Event], most: usize) -> Pieces {
    let places = Places(Vec::with_capacity(events.len()));
    let mut outline = Outline { places, ..Outline::default() };
    let text = text_with(events, |event, before, out| outline.event(event, before, out));
    let units = units(&text, &outline.wholes);
    leave_out_deck(&text, &mut outline.headings);
    let pieces = packed(&text, &outline, &units, most.max(1));
    Pieces { text, pieces, places: outline.places }
}

/// The first place from `start` on where text is.
fn behind_blanks(out: &str, start: usize) -> usize {
    let text = out.get(start..).unwrap_or("");
    start + text.len() - text.trim_start().len()
}

fn is_blank(text: &str, start: usize, end: usize) -> bool {
    text.get(start..end).is_some_and(|between| between.trim().is_empty())
}

/// Leaves out a heading that is a deck: a sentence below the first heading, or above all where the title is not part of the text.
fn leave_out_deck(text: &str, headings: &mut Vec<Heading>) {
    let place = match headings.as_slice() {
        [first, ..] if !is_blank(text, 0, first.start) => return,
        [first, ..] if first.level > 1 && reads_as_sentence(&first.text) => 0,
        [first, second, ..] if is_blank(text, first.end, second.start) => 1,
        _ => return,
    };
    if reads_as_sentence(&headings[place].text) {
        headings.remove(place);
    }
}

/// True if a heading reads as a sentence or is as long as one.
fn reads_as_sentence(heading: &str) -> bool {
    // An ideograph says as much as two letters.
    let length: usize = heading.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    length > 90 || length > 24 && heading.ends_with(['.', '。', '…'])
}

/// Puts the title above the headings of a piece, if it is not there already.
pub(crate) fn under_title(headings: &mut Vec<String>, title: &str) {
    let title = one_line(title);
    let is_there = headings.first().is_some_and(|first| letters(first).eq(letters(&title)));
    if !title.is_empty() && !is_there {
        headings.insert(0, title);
    }
}

/// The start of a heading, on one line.
fn one_line(text: &str) -> String {
    let end = text.char_indices().nth(MOST_OF_HEADING * 2).map_or(text.len(), |(at, _)| at);
    let words = text[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MOST_OF_HEADING) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words,
    }
}

/// The lines of a text as spans of bytes; lines of one block of code are one.
fn units(text: &str, wholes: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut wholes = wholes.iter().peekable();
    let mut units: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let (start, end) = (at, at + line.trim_end_matches('\n').len());
        at += line.len();
        while wholes.next_if(|whole| whole.1 <= start).is_some() {}
        let is_inside = wholes.peek().is_some_and(|whole| whole.0 < start);
        match units.last_mut().filter(|_| is_inside) {
            Some(last) => last.1 = end,
            None => units.push((start, end)),
        }
    }
    units.retain(|(start, end)| !text[*start..*end].trim().is_empty());
    units
}

/// Puts units together while they fit.
fn packed(text: &str, outline: &Outline, units: &[(usize, usize)], most: usize) -> Vec<Piece> {
    let mut headings = outline.headings.iter().peekable();
    let mut tables = outline.tables.iter().filter(|table| table.end > 0).peekable();
    let mut above: Vec<&Heading> = Vec::new();
    let mut pieces: Vec<Piece> = Vec::new();
    // Whether the last piece may grow, with its characters so far.
    let mut growing: Option<usize> = None;
    let mut is_heading = false;
    for (start, end) in units {
        let before = std::mem::replace(&mut is_heading, false);
        while let Some(heading) = headings.next_if(|heading| heading.start <= *start) {
            while above.pop_if(|open| open.level >= heading.level).is_some() {}
            above.push(heading);
            is_heading = true;
        }
        if is_heading && !before {
            growing = None;
        }
        let characters = text[*start..*end].chars().count();
        if let (Some(before), Some(last)) = (growing, pieces.last_mut())
            && before + 1 + characters <= most
        {
            growing = Some(before + 1 + characters);
            *last = Piece::below(&above, (last.start, *end), last.header);
            continue;
        }
        while tables.next_if(|table| table.end <= *start).is_some() {}
        let header = tables.peek().and_then(|table| table.header);
        let header = header.filter(|(_, end)| end <= start);
        let length = header.map_or(0, |(start, end)| text[start..end].chars().count() + 1);
        // A header that takes half of each piece is not repeated.
        let (header, length) = if length * 2 <= most { (header, length) } else { (None, 0) };
        let most = most - length;
        growing = (characters <= most).then_some(characters + length);
        for part in cut(text, *start, *end, most) {
            pieces.push(Piece::below(&above, part, header));
        }
    }
    pieces
}

impl Piece {
    fn below(
        above: &[&Heading],
        (start, end): (usize, usize),
        header: Option<(usize, usize)>,
    ) -> Self {
        Self {
            headings: above.iter().map(|heading| heading.text.clone()).collect(),
            above: above.iter().map(|heading| (heading.level, heading.start)).collect(),
            start,
            end,
            header,
        }
    }
}

/// A unit in parts of at most `most` characters.
fn cut(text: &str, start: usize, end: usize, most: usize) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = start;
    while start < end {
        let rest = &text[start..end];
        let Some((limit, _)) = rest.char_indices().nth(most) else {
            parts.push((start + rest.len() - rest.trim_start().len(), end));
            break;
        };
        let head = &rest[..limit];
        let length = after(head, &['\n'])
            .or_else(|| after(head, &['。', '！', '？', '!', '?', '；']))
            .or_else(|| head.rfind(". ").map(|at| at + 1).filter(|at| at * 2 >= limit))
            .or_else(|| after(head, &[' ', '，', '、', '\n']))
            .unwrap_or(limit);
        let part = &head[..length];
        let first = part.len() - part.trim_start().len();
        if !part.trim().is_empty() {
            parts.push((start + first, start + part.trim_end().len()));
        }
        start += length;
    }
    parts
}

/// The place behind the last of some signs; not before the middle, so that parts stay of a size.
fn after(text: &str, signs: &[char]) -> Option<usize> {
    let (at, sign) = text.rmatch_indices(signs).next()?;
    Some(at + sign.len()).filter(|at| at * 2 >= text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::events::CodeBlock;

    fn shown(events: &[Event], most: usize) -> Vec<String> {
        let Pieces { text, pieces, .. } = pieces(events, most);
        assert_eq!(text, crate::render::text(events));
        assert!(pieces.windows(2).all(|pair| pair[0].end <= pair[1].start));
        let piece = |piece: &Piece| {
            let header = piece
                .header
                .map_or(String::new(), |(start, end)| format!("{}\n", &text[start..end]));
            let written = format!("{header}{}", &text[piece.start..piece.end]);
            assert!(written.chars().count() <= most, "{written}");
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
            shown(&events, 14),
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
        let long = "长".repeat(MOST_OF_HEADING + 1);
        let heading = Event::line(Element::Heading(1), long.clone());
        let events = [heading, Event::line(Element::Paragraph, "一句话。")].concat();
        let Pieces { text, pieces, .. } = pieces(&events, 100);
        assert!(text.contains(&long) && pieces.len() == 4);
        let cut = format!("{}…", "长".repeat(MOST_OF_HEADING));
        assert!(pieces.iter().all(|piece| piece.headings == [cut.as_str()]));
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
            under_title(&mut headings, " Tea\nand cups ");
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
