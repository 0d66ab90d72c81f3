//! The text in pieces that end at paragraphs, each with the headings above it.

use super::events::{Element, Event};
use super::text::text_with;

/// Characters of a heading above a piece; it is repeated for every piece below it.
const MOST_OF_HEADING: usize = 200;

/// A piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The headings above it, the outermost first; the end of a very long one is left out.
    pub headings: Vec<String>,
    /// Its start in the text, in bytes.
    pub start: usize,
    /// Its end.
    pub end: usize,
}

/// A heading of the text.
struct Heading {
    level: u8,
    start: usize,
    text: String,
}

/// The text of an article, with pieces of at most `most` characters that hold whole paragraphs, tables' rows and blocks of
/// code; longer ones are cut at the end of a line, a sentence or a word. A heading begins a piece.
pub fn pieces(events: &[Event], most: usize) -> (String, Vec<Piece>) {
    let (mut headings, mut wholes) = (Vec::new(), Vec::new());
    let mut open: Vec<Option<(u8, usize)>> = Vec::new();
    let text = text_with(events, |event, before, out| match event {
        Event::Start(Element::Heading(level)) => open.push(Some((*level, before))),
        Event::Start(_) => open.push(None),
        Event::End => {
            if let Some((level, start)) = open.pop().flatten() {
                let text = out.get(start..).unwrap_or("");
                let start = start + text.len() - text.trim_start().len();
                headings.push(Heading { level, start, text: one_line(text) });
            }
        }
        Event::Code(_) => {
            let own = out.get(before..).unwrap_or("");
            wholes.push((before + own.len() - own.trim_start_matches('\n').len(), out.len()));
        }
        _ => {}
    });
    let pieces = packed(&text, &headings, &units(&text, &wholes), most.max(1));
    (text, pieces)
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
fn packed(text: &str, headings: &[Heading], units: &[(usize, usize)], most: usize) -> Vec<Piece> {
    let mut headings = headings.iter().peekable();
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
        let path = || above.iter().map(|heading| heading.text.clone()).collect::<Vec<_>>();
        if let (Some(own), Some(last)) = (growing, pieces.last_mut())
            && own + 1 + characters <= most
        {
            (last.end, growing) = (*end, Some(own + 1 + characters));
            last.headings = path();
            continue;
        }
        growing = (characters <= most).then_some(characters);
        for (start, end) in cut(text, *start, *end, most) {
            pieces.push(Piece { headings: path(), start, end });
        }
    }
    pieces
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
        let after = |sets: &[char]| head.rfind(sets).map(|at| at + width(head, at));
        // Not before the middle, so that parts stay of a size.
        let is_far = |at: &usize| *at * 2 >= limit;
        let length = after(&['\n'])
            .filter(is_far)
            .or_else(|| after(&['。', '！', '？', '!', '?', '；']).filter(is_far))
            .or_else(|| head.rfind(". ").map(|at| at + 1).filter(is_far))
            .or_else(|| after(&[' ', '，', '、', '\n']).filter(is_far))
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

fn width(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(1, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::render::events::CodeBlock;

    fn line(element: Element<'static>, text: &'static str) -> [Event<'static>; 3] {
        [Event::Start(element), Event::Text(Cow::Borrowed(text)), Event::End]
    }

    fn shown(events: &[Event], most: usize) -> Vec<String> {
        let (text, pieces) = pieces(events, most);
        assert_eq!(text, crate::render::text(events));
        assert!(pieces.windows(2).all(|pair| pair[0].end <= pair[1].start));
        let piece = |piece: &Piece| {
            let own = &text[piece.start..piece.end];
            assert!(own.chars().count() <= most, "{own}");
            format!("{}: {}", piece.headings.join("/"), own.replace('\n', "|"))
        };
        pieces.iter().map(piece).collect()
    }

    #[test]
    fn paragraphs_stay_whole_under_their_headings() {
        let code = Event::Code(Box::new(CodeBlock { language: None, text: "a()\nb()".to_owned() }));
        let events: Vec<Event> = [
            line(Element::Heading(1), "Tea").to_vec(),
            line(Element::Paragraph, "One.").to_vec(),
            line(Element::Paragraph, "Two.").to_vec(),
            line(Element::Heading(2), "Green").to_vec(),
            vec![code],
            line(Element::Paragraph, "Three.").to_vec(),
            line(Element::Heading(2), "Black").to_vec(),
            line(Element::Paragraph, "Four.").to_vec(),
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
        let heading: Vec<Event> = vec![
            Event::Start(Element::Heading(1)),
            Event::Text(Cow::Owned(long.clone())),
            Event::End,
        ];
        let events = [heading, line(Element::Paragraph, "一句话。").to_vec()].concat();
        let (text, pieces) = pieces(&events, 100);
        assert!(text.contains(&long) && pieces.len() == 4);
        let cut = format!("{}…", "长".repeat(MOST_OF_HEADING));
        assert!(pieces.iter().all(|piece| piece.headings == [cut.as_str()]));
    }

    #[test]
    fn long_paragraphs_are_cut_at_sentences_words_or_anywhere() {
        let events = line(Element::Paragraph, "One two. Three four five six. 七八九十一二三四五六");
        assert_eq!(
            shown(&events, 12),
            [": One two.", ": Three four", ": five six.", ": 七八九十一二三四五六"]
        );
        let events = line(Element::Paragraph, "abcdefghij");
        assert_eq!(shown(&events, 4), [": abcd", ": efgh", ": ij"]);
    }
}
