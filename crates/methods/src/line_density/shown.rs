//! The lines that a page shows, and what they are in a run.

use std::ops::Range;

use crate::notices::is_notice;
use crate::options::LineDensityOptions;
use zhengwen_page::dom::{NodeId, NodeRef, Tag};
use zhengwen_page::page::{Block, Page};
use zhengwen_page::text::chars::is_blank;

/// Headings of a page that lines are compared with.
const HEADINGS: usize = 8;
/// Characters of a heading that names a page. Shorter ones occur in other lines by chance.
const HEADING: Range<u32> = 8..61;
/// A line that names the page once more has at most this many characters.
const NAMING_LINE: u32 = 100;

/// The role of a line in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One of its lines.
    Filled,
    /// A blank line.
    Blank,
    /// A blank line that ends every run.
    Wall,
}

/// A line that is shown.
pub(super) struct Line {
    /// Its texts, as a range of [`Page::texts`].
    pub(super) texts: Range<usize>,
    /// Blank lines of the page before it.
    pub(super) place: u32,
    /// Characters without blanks.
    pub(super) characters: u32,
    link_characters: u32,
    sentence_ends: u32,
    is_heading: bool,
    pub(super) kind: Kind,
}

impl Line {
    /// Its characters; if the options count links apart, those outside links.
    pub(super) fn counted_characters(&self, options: &LineDensityOptions) -> u32 {
        let links = if options.link_share > 0 { self.link_characters } else { 0 };
        self.characters.saturating_sub(links)
    }

    /// True if it reads like a line of running text.
    pub(super) fn is_text(&self, options: &LineDensityOptions) -> bool {
        self.sentence_ends > 0 && self.counted_characters(options) >= options.long_line
    }

    fn of(block: &Block, place: u32) -> Self {
        Self {
            texts: block.texts.clone(),
            place,
            characters: block.characters,
            link_characters: block.link_characters,
            sentence_ends: block.sentence_ends,
            is_heading: block.is_heading,
            kind: Kind::Filled,
        }
    }

    /// Adds a block on the same line.
    fn add(&mut self, block: &Block) {
        self.texts.end = block.texts.end;
        self.characters = self.characters.saturating_add(block.characters);
        self.link_characters = self.link_characters.saturating_add(block.link_characters);
        self.sentence_ends = self.sentence_ends.saturating_add(block.sentence_ends);
    }
}

/// The lines that a page shows, in document order.
pub(super) fn lines(page: &Page, options: &LineDensityOptions) -> Vec<Line> {
    let mut boundaries = Boundaries::default();
    let mut lines: Vec<Line> = Vec::new();
    let (mut last, mut place) = (0, 0);
    for block in page.block_refs().filter(|block| !block.is_hidden) {
        let texts = block.texts();
        let (Some(start), Some(end)) = (texts.first(), texts.last()) else { continue };
        let between = boundaries.before(page.document().node(start.node)) - last;
        last = boundaries.before(page.document().node(end.node));
        match lines.last_mut() {
            Some(line) if between == 0 => line.add(&block),
            _ => {
                place += between.saturating_sub(1);
                lines.push(Line::of(&block, place));
            }
        }
    }
    mark_blank(page, &mut lines, options);
    lines
}

/// Counts the ends of lines from the start of a document on.
#[derive(Default)]
struct Boundaries {
    next: u32,
    count: u32,
    /// The ends of the open block-level elements.
    open: Vec<NodeId>,
}

impl Boundaries {
    /// Boundaries before a node, which is no earlier than the one asked for last.
    fn before(&mut self, node: NodeRef) -> u32 {
        while self.next < node.id.0 {
            let passed = node.document.node(NodeId(self.next));
            self.next += 1;
            self.end_before(passed.id);
            if !passed.is_element() {
                continue;
            }
            if passed.tag().is_block_level() {
                self.open.push(passed.end());
            }
            self.count += u32::from(passed.tag().is_block_level() || passed.is(Tag::BR));
        }
        self.end_before(node.id);
        self.count
    }

    fn end_before(&mut self, id: NodeId) {
        while self.open.pop_if(|end| *end <= id).is_some() {
            self.count += 1;
        }
    }
}

/// Marks the lines that count as blank, and moves what follows them by a line each.
fn mark_blank(page: &Page, lines: &mut [Line], options: &LineDensityOptions) {
    let headings = if options.title_lines { headings(page, lines) } else { Vec::new() };
    let mut marked = 0;
    for line in lines {
        line.kind = kind(page, line, &headings, options);
        marked += u32::from(line.kind != Kind::Filled);
        line.place = line.place.saturating_add(marked);
    }
}

fn kind(page: &Page, line: &Line, headings: &[String], options: &LineDensityOptions) -> Kind {
    let links = u64::from(line.link_characters) * 100;
    let most = u64::from(line.characters) * u64::from(options.link_share);
    if options.notices && is_notice(&squeezed(page, line), line.characters) {
        Kind::Wall
    } else if options.link_share > 0 && links > most || names_page(page, line, headings) {
        Kind::Blank
    } else {
        Kind::Filled
    }
}

/// The first headings of a page that are long enough to name it.
fn headings(page: &Page, lines: &[Line]) -> Vec<String> {
    let names = lines.iter().filter(|line| line.is_heading && HEADING.contains(&line.characters));
    names.take(HEADINGS).map(|line| squeezed(page, line)).collect()
}

/// True if a line repeats a heading of the page, with other words.
fn names_page(page: &Page, line: &Line, headings: &[String]) -> bool {
    if headings.is_empty() || line.is_heading || line.characters > NAMING_LINE {
        return false;
    }
    let text = squeezed(page, line);
    headings.iter().any(|heading| text.len() > heading.len() && text.contains(heading.as_str()))
}

/// The text of a line without blanks.
fn squeezed(page: &Page, line: &Line) -> String {
    let texts = &page.texts()[line.texts.clone()];
    let text = texts.iter().flat_map(|text| page.document().text(text.node).chars());
    text.filter(|c| !is_blank(*c)).collect()
}
