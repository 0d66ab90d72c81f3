//! The text in chunks, so that an answer made from one can cite its place.

use serde::{Deserialize, Serialize};

use crate::dom::path;
use crate::limits::Work;
use crate::options::Options;
use crate::page::Page;
use crate::render::events::Event;
use crate::render::{self, Form, Narrowed, Piece, PieceEvents, Pieces};
use crate::select::Content;
use crate::text::without_room;

/// A piece of the text with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Chunk {
    /// Its part of `text`; if it continues a table, below the table's header.
    pub text: String,
    /// The same as Markdown, if both are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// The title and the headings above it, the outermost first.
    pub headings: Vec<String>,
    /// The element of the page that it begins in: `html/body/div#main.wide/p`. None for an article joined from several pages,
    /// which are gone by then.
    pub path: Option<String>,
    /// Its start in `text`, in characters from 0.
    pub start: u32,
    /// Its end: the number of the character after its last.
    pub end: u32,
    /// Its rank for the query (BM25), if there is one: the higher, the better. Ranks compare within a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f32>,
}

/// The page that a text was written from, and what of it was.
pub(super) type Written<'a> = (&'a Page, &'a Content);

/// The text of an article, and its pieces as chunks, if they are wanted and the work is not over before.
pub(super) fn text(
    events: &[Event],
    written: Option<Written>,
    options: &Options,
    work: &Work,
) -> (String, Option<Vec<Chunk>>) {
    // A query has chunks of its own.
    let Some(most) = options.chunks.filter(|_| options.query.is_none()) else {
        return (render::text(events), None);
    };
    let found = render::pieces(events, most as usize);
    let mut chunks = chunks(&found.text, &found.pieces, written, work);
    if options.outputs.has(Form::Markdown) {
        let mut parts = PieceEvents::new(events, &found.places);
        let both = chunks.iter_mut().zip(&found.pieces);
        for (chunk, piece) in both.take_while(|_| work.goes_on(1)) {
            chunk.markdown = Some(without_room(render::markdown(&parts.next(piece))));
        }
    }
    (found.text, (!work.is_over()).then_some(chunks))
}

/// The pieces of `text` as chunks.
fn chunks(text: &str, pieces: &[Piece], written: Option<Written>, work: &Work) -> Vec<Chunk> {
    let mut places = written.map(Places::new);
    let mut count_to = counter(text);
    let chunks = pieces.iter().take_while(|_| work.goes_on(1)).map(|piece| {
        let part = &text[piece.start..piece.end];
        let header = piece.header.map(|(start, end)| format!("{}\n", &text[start..end]));
        Chunk {
            text: header.unwrap_or_default() + part,
            markdown: None,
            path: places.as_mut().and_then(|places| places.next(part)),
            headings: piece.headings.clone(),
            start: count_to(piece.start),
            end: count_to(piece.end),
            score: None,
        }
    });
    chunks.collect()
}

/// Counts the characters before places in bytes, which come in order.
fn counter(text: &str) -> impl FnMut(usize) -> u32 + '_ {
    let (mut bytes, mut characters) = (0, 0);
    move |at: usize| {
        characters += text[bytes..at].chars().count() as u32;
        bytes = at;
        characters
    }
}

/// Characters of the text that answers a query, where the caller gives no number.
const QUERY_CHARACTERS: u32 = 2000;
/// The longest piece of it, where the caller asks for no chunks.
const QUERY_PIECE: u32 = 300;

/// The article narrowed to what answers a query best, with its chunks, if they are wanted.
pub(super) fn answering<'a>(
    events: &[Event<'a>],
    written: Option<Written>,
    options: &Options,
    (query, work): (&str, &Work),
) -> (Narrowed<'a>, Option<Vec<Chunk>>) {
    let most = options.query_chars.unwrap_or(QUERY_CHARACTERS);
    let size = options.chunks.unwrap_or(QUERY_PIECE).min(most);
    let found = render::pieces(events, size as usize);
    let best = render::narrowed(events, &found, query, most as usize);
    let all = options.chunks.map(|_| chunks(&found.text, &found.pieces, written, work));
    let chunks = all.map(|all| kept(all, &best, events, &found, options));
    (best, chunks)
}

/// The chunks that are kept, with their places in what is left.
fn kept(
    all: Vec<Chunk>,
    best: &Narrowed,
    events: &[Event],
    found: &Pieces,
    options: &Options,
) -> Vec<Chunk> {
    let mut kept = best.kept.iter().peekable();
    let mut parts = PieceEvents::new(events, &found.places);
    let mut count_to = counter(&best.text);
    let chunks = all.into_iter().enumerate().filter_map(|(number, chunk)| {
        let kept = kept.next_if(|kept| kept.number == number)?;
        let has_markdown = options.outputs.has(Form::Markdown);
        let part = has_markdown.then(|| parts.next(&found.pieces[number]));
        Some(Chunk {
            markdown: part.map(|part| without_room(render::markdown(&part))),
            start: count_to(kept.start),
            end: count_to(kept.end),
            score: Some(kept.rank),
            ..chunk
        })
    });
    chunks.collect()
}

/// Pieces of the content that are compared with the start of a chunk, at most, and with the starts of all chunks for each
/// piece there is.
const MOST_COMPARED: usize = 400;
const MOST_OF_ALL: usize = 8;
/// Characters that are compared.
const COMPARED: usize = 12;
/// Characters that are enough where a piece has no more.
const LEAST: usize = 4;
/// Bytes of a text that are looked at: a long one may have no letters at all.
const LOOKED_AT: usize = 400;

/// Finds where chunks begin on the page, in order.
struct Places<'a> {
    page: &'a Page,
    content: &'a Content,
    next: usize,
    /// Comparisons that are left.
    left: usize,
}

impl<'a> Places<'a> {
    fn new((page, content): Written<'a>) -> Self {
        let left =
            content.spans.len().saturating_mul(MOST_OF_ALL).saturating_add(10 * MOST_COMPARED);
        Self { page, content, next: 0, left }
    }

    /// The path of the element whose text begins like the chunk.
    fn next(&mut self, chunk: &str) -> Option<String> {
        let document = self.page.document();
        let wanted: String = letters(chunk).take(COMPARED).collect();
        let most = self.left.min(MOST_COMPARED);
        let spans = self.content.spans.iter().enumerate().skip(self.next).take(most);
        let found = spans.filter_map(|(at, span)| {
            let text = crate::methods::part_of(document.text(span.node), *span);
            let start: String = letters(text).take(COMPARED).collect();
            let is_start =
                start == wanted || start.chars().count() >= LEAST && wanted.starts_with(&start);
            (is_start && !start.is_empty()).then_some((at, span.node))
        });
        let found = found.take(1).next();
        self.left -= found.map_or(most, |(at, _)| at + 1 - self.next);
        let (at, node) = found?;
        // A long paragraph may begin several chunks.
        self.next = at;
        Some(path::describe(document.node(node).parent()?))
    }
}

/// Letters and digits, which all forms of a text have alike; without the number of an item.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    let text = &text[..text.floor_char_boundary(LOOKED_AT)];
    let digits = text.trim_start().bytes().take_while(u8::is_ascii_digit).count();
    let is_numbered = digits > 0 && text.trim_start()[digits..].starts_with(". ");
    let text = if is_numbered { &text.trim_start()[digits..] } else { text };
    text.chars().filter(|c| c.is_alphanumeric())
}
