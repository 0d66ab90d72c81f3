//! What speaks for a title: where the page shows it, and how much of the `title` element it is. The columns of the forest that
//! ranks titles.

use std::ops::Range;

use super::headings::{Heading, Word, heading_text, shared_words, words};
use super::site::Site;
use super::words::{ends_like_site, is_home};
use crate::dom::Tag;
use crate::kind::KINDS;
use crate::meta::candidate::{Candidate, normalised};
use crate::meta::known::Known;
use crate::meta::measures::{flag, share, siblings};
use crate::numbers::log2_plus_1;
use crate::page::{BlockIndex, BlockRef, Page};
use crate::text::{count, titles};

/// What every title of a page is compared with.
pub(super) struct Evidence<'p> {
    page: &'p Page,
    main: Range<BlockIndex>,
    /// The title element and its parts, normalised.
    element: String,
    parts: Vec<String>,
    /// The words of the first part, of the page's own part, and of `og:title`.
    first_part: Vec<Word>,
    own_part: Vec<Word>,
    open_graph: Vec<Word>,
    is_own_part_shown: bool,
    site: &'p Site,
    /// The texts of short blocks that may be titles, normalised and sorted, each with its block.
    shown: Vec<(String, BlockIndex)>,
    /// The levels of the headings of the page.
    levels: Vec<u8>,
    /// By level, the first block that is a heading.
    firsts: [Option<BlockIndex>; 7],
    /// The value of each of [`KINDS`].
    kinds: Vec<f32>,
}

/// A title, and the block that shows it.
struct Titled<'a, 'p> {
    of: &'a Evidence<'p>,
    title: &'a str,
    value: &'a str,
    words: Vec<Word>,
    block: Option<BlockRef<'p>>,
    /// Blocks that show it, and those among them that are links.
    times: usize,
    linked: usize,
    /// Candidates that give the same title.
    said: usize,
}

/// The key of a column, and its value; NaN where there is none.
type Row = (&'static str, fn(&Titled) -> f32);

/// The columns of one title.
const COLUMNS: &[Row] = &[
    ("level", |one| one.shown(|block| block.heading_level().map_or(7.0, f32::from))),
    ("times", |one| one.times.min(20) as f32),
    ("linked_times", |one| one.linked.min(20) as f32),
    ("is_linked", |one| {
        one.shown(|block| share(block.link_characters as usize, block.characters as usize))
    }),
    ("distance", |one| one.shown(|block| one.distance(block.at))),
    ("text_before", |one| one.shown(|block| one.text_before(block.at))),
    ("place", |one| one.shown(|block| share(block.at, one.of.page.blocks().len()))),
    ("title_class_beside", |one| one.shown(|block| flag(one.has_title_class(block)))),
    ("first_of_level", |one| one.shown(|block| flag(one.is_first_of_level(block)))),
    ("of_level", |one| one.shown(|block| one.of_level(block))),
    ("siblings", |one| one.shown(siblings)),
    ("bold", |one| one.shown(|block| flag(is_bold(block)))),
    ("region", |one| one.shown(region)),
    ("date_below", |one| one.shown(date_below)),
    ("next_tokens", |one| one.shown(|block| tokens(block.next()))),
    ("tokens_before", |one| one.shown(|block| tokens(block.previous()))),
    ("next_linked", |one| one.shown(|block| linked(block.next()))),
    ("linked_before", |one| one.shown(|block| linked(block.previous()))),
    ("in_element", |one| flag(!one.value.is_empty() && one.of.element.contains(one.value))),
    ("element_place", |one| one.element_place()),
    ("element_share", |one| share(one.value.len(), one.of.element.len())),
    ("is_part", |one| flag(one.of.parts.iter().any(|part| part == one.value))),
    ("like_first", |one| shared_words(&one.words, &one.of.first_part)),
    ("like_own", |one| shared_words(&one.words, &one.of.own_part)),
    ("like_open_graph", |one| shared_words(&one.words, &one.of.open_graph)),
    ("parts", |one| one.of.parts.len().min(9) as f32),
    ("own_tokens", |one| count::tokens(one.title).min(60) as f32),
    ("characters", |one| one.value.chars().count().min(200) as f32),
    ("said", |one| one.said as f32),
    ("is_site", |one| flag(one.of.site.is_own_name(one.title))),
    ("holds_site_end", |one| flag(ends_like_site(one.title))),
    ("is_home", |one| flag(is_home(one.title))),
    ("digits", |one| digits(one.value)),
    ("parts_of_it", |one| titles::parts(one.title).len().min(9) as f32),
    ("headings", |one| log2_plus_1(one.of.levels.len() as f32)),
    ("first_level", |one| one.of.levels.iter().filter(|level| **level == 1).count() as f32),
    ("element_shown", |one| flag(one.of.is_own_part_shown)),
];

/// The names of the columns: those of a title, and the probabilities of the page kinds.
pub(crate) fn columns() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().map(|(key, _)| *key).chain(KINDS.iter().map(|info| info.name))
}

/// Characters of the longest block that may be a title.
const LONGEST: u32 = 200;
/// Blocks above the text and behind its start that are looked at.
const ABOVE: usize = 300;
const INTO_TEXT: usize = 30;

impl<'p> Evidence<'p> {
    pub(super) fn new(
        page: &'p Page,
        known: &Known,
        (site, own_part): (&'p Site, &str),
        headings: &[Heading],
        values: &[String],
    ) -> Self {
        let main = known.main.clone().unwrap_or(0..0);
        let element = page.structured().title.as_deref().unwrap_or("");
        let parts = titles::parts(element);
        let first = main.start.saturating_sub(ABOVE);
        let last = (main.start + INTO_TEXT).min(page.blocks().len());
        let blocks = (first..last.max(first)).map(|at| page.block(at));
        let short = blocks.filter(|block| !block.is_hidden && block.characters <= LONGEST);
        let own_title = normalised(own_part);
        let begin = values.iter().chain([&own_title]).map(|title| first_letter(title));
        let begin: Vec<_> = begin.collect();
        let texts = short.map(|block| (heading_text(page, &block, element), block.at));
        let may_be = texts.filter(|(text, _)| begin.contains(&first_letter(text)));
        let mut shown: Vec<_> = may_be.map(|(text, at)| (normalised(&text), at)).collect();
        shown.sort_unstable();
        let mut firsts = [None; 7];
        for block in page.block_refs().filter(|block| block.is_heading && !block.is_hidden) {
            let level = block.heading_level().map_or(0, usize::from);
            firsts[level.min(6)].get_or_insert(block.at);
        }
        Self {
            element: normalised(element),
            first_part: words(parts.first().copied().unwrap_or("")),
            parts: parts.iter().map(|part| normalised(part)).collect(),
            own_part: words(own_part),
            is_own_part_shown: !blocks_of(&shown, &own_title).is_empty(),
            open_graph: words(page.structured().meta("og:title").unwrap_or("")),
            levels: headings.iter().map(|heading| heading.level).collect(),
            kinds: known.kind_probabilities().collect(),
            firsts,
            page,
            main,
            site,
            shown,
        }
    }

    /// The value of each of [`columns`] for a candidate; `values` are those of all candidates, normalised.
    pub(super) fn row(&self, at: usize, all: &[Candidate], values: &[String]) -> Vec<f32> {
        let value = values[at].as_str();
        let blocks = blocks_of(&self.shown, value).iter().map(|(_, at)| self.page.block(*at));
        let is_linked = |block: &BlockRef| block.is_mostly_linked();
        // A heading, or else what is nearest above the text.
        let rank = |block: &BlockRef| {
            let is_below = block.at > self.main.start;
            (
                !block.is_heading,
                block.is_mostly_linked(),
                is_below,
                block.at.abs_diff(self.main.start),
            )
        };
        let one = Titled {
            of: self,
            title: &all[at].value,
            words: words(&all[at].value),
            value,
            times: blocks.clone().count(),
            linked: blocks.clone().filter(is_linked).count(),
            block: blocks.min_by_key(rank),
            said: values.iter().filter(|other| *other == value).count(),
        };
        let own = COLUMNS.iter().map(|(_, read)| read(&one));
        own.chain(self.kinds.iter().copied()).collect()
    }
}

/// The first letter or digit, in the form by which titles are compared.
fn first_letter(text: &str) -> Option<char> {
    text.chars().find(|c| c.is_alphanumeric()).and_then(|c| c.to_lowercase().next())
}

/// The blocks among sorted ones that show a title.
fn blocks_of<'a>(shown: &'a [(String, BlockIndex)], value: &str) -> &'a [(String, BlockIndex)] {
    let first = shown.partition_point(|(text, _)| text.as_str() < value);
    let count = shown[first..].iter().take_while(|(text, _)| text == value).count();
    &shown[first..first + count]
}

impl<'p> Titled<'_, 'p> {
    fn shown(&self, read: impl Fn(BlockRef<'p>) -> f32) -> f32 {
        self.block.map_or(f32::NAN, read)
    }

    /// The blocks between it and the start of the text, as a logarithm; negative within the text.
    fn distance(&self, at: BlockIndex) -> f32 {
        let start = self.of.main.start;
        let distance = log2_plus_1(at.abs_diff(start) as f32);
        if at >= start { -distance } else { distance }
    }

    /// The share of the blocks of the text that are above it.
    fn text_before(&self, at: BlockIndex) -> f32 {
        let main = &self.of.main;
        share(at.clamp(main.start, main.end).abs_diff(main.start), main.len())
    }

    fn has_title_class(&self, block: BlockRef) -> bool {
        let around = block.container().around().take(2);
        around
            .filter(|node| node.blocks().len() <= 3)
            .any(|node| node.class().is_title() || node.id_names().is_title())
    }

    fn is_first_of_level(&self, block: BlockRef<'p>) -> bool {
        let level = block.heading_level().map_or(0, usize::from);
        self.of.firsts.get(level) == Some(&Some(block.at))
    }

    fn of_level(&self, block: BlockRef) -> f32 {
        let Some(level) = block.heading_level() else { return 0.0 };
        let count = self.of.levels.iter().filter(|other| **other == level).count();
        count.min(20) as f32
    }

    /// Where the title begins in the title element, as a share of its length.
    fn element_place(&self) -> f32 {
        let at = self.of.element.find(self.value).filter(|_| !self.value.is_empty());
        at.map_or(f32::NAN, |at| share(at, self.of.element.len()))
    }
}

fn tokens(block: Option<BlockRef>) -> f32 {
    block.map_or(f32::NAN, |block| block.tokens.min(100) as f32)
}

fn linked(block: Option<BlockRef>) -> f32 {
    block.map_or(f32::NAN, |block| share(block.link_characters as usize, block.characters as usize))
}

/// True if all of the block is in an element for bold text.
fn is_bold(block: BlockRef) -> bool {
    let is_bold = |text: &crate::page::TextNode| {
        block
            .page
            .node(text.node)
            .ancestors()
            .take(3)
            .any(|node| matches!(node.tag(), Tag::B | Tag::STRONG | Tag::FONT | Tag::BIG))
    };
    block.texts().iter().all(is_bold)
}

/// The innermost element that says which part of the page the block is in.
fn region(block: BlockRef) -> f32 {
    let regions =
        [Tag::NAV, Tag::HEADER, Tag::ASIDE, Tag::FOOTER, Tag::ARTICLE, Tag::MAIN, Tag::LI, Tag::TD];
    let mut around = block.container().around().take(12);
    let found = around.find_map(|node| regions.iter().position(|tag| *tag == node.tag()));
    found.map_or(0.0, |at| (at + 1) as f32)
}

/// In how many blocks below it a date stands; 9 without one near it.
fn date_below(block: BlockRef) -> f32 {
    let below = (1..=6).filter_map(|step| {
        block.page.blocks().get(block.at + step).map(|_| block.page.block(block.at + step))
    });
    let mut dates = below.map(|block| block.day().is_some());
    dates.position(|is_date| is_date).map_or(9.0, |at| at as f32)
}

fn digits(value: &str) -> f32 {
    let count = value.bytes().filter(u8::is_ascii_digit).count();
    share(count, value.len())
}
