//! The text in chunks, so that an answer made from one can cite its place.

use serde::{Deserialize, Serialize};

use crate::dom::path;
use crate::limits::Work;
use crate::options::Options;
use crate::page::Page;
use crate::records::Post;
use crate::render::events::Event;
use crate::render::{self, Around, Form, Narrowed, PieceEvents, Pieces};
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
    /// The title and the headings above all of it, the outermost first: at most half as many characters as a chunk may have.
    pub headings: Vec<String>,
    /// The post of a thread that it is of, by its place in `posts`, from 0. None for an article joined from several pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post: Option<u32>,
    /// The author of that post.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
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

/// What chunks need besides the events.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChunkSource<'a> {
    /// None for an article joined from several pages.
    pub(super) written: Option<Written<'a>>,
    pub(super) title: Option<&'a str>,
    /// The posts of a thread.
    pub(super) posts: &'a [Post],
    /// The post that each section of the events is of.
    pub(super) owners: &'a [Option<usize>],
    /// Bytes of all chunks at most; without the headings beyond.
    pub(super) most_bytes: usize,
}

impl<'a> ChunkSource<'a> {
    /// What is known of an article joined from several pages.
    pub(super) fn of_joined(title: Option<&'a str>) -> Self {
        Self { written: None, title, posts: &[], owners: &[], most_bytes: usize::MAX }
    }

    fn pieces(&self, events: &[Event], most: u32) -> Pieces {
        let around = Around { title: self.title, posts: self.owners };
        render::pieces(events, most as usize, around)
    }
}

/// The text of an article with its chunks, and the bytes of headings that were left out of them.
#[derive(Debug, Default)]
pub(super) struct Chunked {
    pub(super) text: String,
    pub(super) chunks: Option<Vec<Chunk>>,
    pub(super) beyond: u64,
}

/// The text of an article, and its pieces as chunks, if they are wanted and the work is not over before.
pub(super) fn text(
    events: &[Event],
    source: &ChunkSource,
    options: &Options,
    work: &Work,
) -> Chunked {
    // A query has chunks of its own.
    let Some(most) = options.chunks.filter(|_| options.query.is_none()) else {
        return Chunked { text: render::text(events), ..Chunked::default() };
    };
    let found = source.pieces(events, most);
    let (mut chunks, beyond) = chunks(&found, most, source, work);
    if options.outputs.has(Form::Markdown) {
        let mut parts = PieceEvents::new(events, &found.places);
        let both = chunks.iter_mut().zip(&found.pieces);
        for (chunk, piece) in both.take_while(|_| work.goes_on(1)) {
            chunk.markdown = Some(without_room(render::markdown(&parts.next(piece))));
        }
    }
    Chunked { text: found.text, chunks: (!work.is_over()).then_some(chunks), beyond }
}

/// The pieces of a text as chunks, and the bytes of headings that were left out.
fn chunks(found: &Pieces, most: u32, source: &ChunkSource, work: &Work) -> (Vec<Chunk>, u64) {
    let text = &found.text;
    let mut places = source.written.map(Places::new);
    let mut count_to = counter(text);
    let mut room = source.most_bytes.saturating_sub(text.len());
    let mut beyond = 0;
    let mut chunks = Vec::with_capacity(found.pieces.len());
    for piece in found.pieces.iter().take_while(|_| work.goes_on(1)) {
        let part = &text[piece.start..piece.end];
        let header = piece.header.map(|(start, end)| format!("{}\n", &text[start..end]));
        let mut headings = piece.headings.clone();
        if let Some(title) = source.title {
            // With its mark of a cut, and the line end behind it.
            render::under_title(&mut headings, title, (most as usize / 2).saturating_sub(2));
        }
        let bytes = headings.iter().map(String::len).sum();
        match room.checked_sub(bytes) {
            Some(left) => room = left,
            None => {
                headings.clear();
                beyond += bytes as u64;
            }
        }
        let post = piece.section.and_then(|section| source.owners.get(section).copied().flatten());
        chunks.push(Chunk {
            text: header.unwrap_or_default() + part,
            markdown: None,
            path: places.as_mut().and_then(|places| places.next(part)),
            headings,
            post: post.and_then(|post| u32::try_from(post).ok()),
            author: post.and_then(|post| source.posts.get(post)?.author.clone()),
            start: count_to(piece.start),
            end: count_to(piece.end),
            score: None,
        });
    }
    (chunks, beyond)
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
    source: &ChunkSource,
    options: &Options,
    (query, work): (&str, &Work),
) -> (Narrowed<'a>, Option<Vec<Chunk>>) {
    let most = options.query_chars.unwrap_or(QUERY_CHARACTERS);
    let size = options.chunks.unwrap_or(QUERY_PIECE).min(most);
    let found = source.pieces(events, size);
    let best = render::narrowed(events, &found, query, most as usize);
    let all = options.chunks.map(|_| chunks(&found, size, source, work).0);
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
