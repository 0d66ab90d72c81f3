//! What the columns look at: numbers of a page computed once, before any column is asked.

use std::ops::{Deref, Range};

use super::facts::{self, Facts};
use super::first_look::FirstLook;
use super::looks::Looks;
use super::measures::{LEVELS, Measures, levels_to};
use super::name_groups::Levels;
use super::names::Names;
use super::page_hints::PageHints;
use super::signs::{SignScores, Signs};
use super::text_groups;
use crate::dom::{Document, NodeId, Tag};
use crate::linear::Linear;
use crate::page::{Block, Page};

/// A page with all that columns share.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) first_look: &'a FirstLook<'a>,
    /// Whether closed blocks are looked at as open ones are, for training; open ones know no more by it.
    pub(super) asks_all: bool,
    pub(super) hints: PageHints,
    pub(super) looks: Looks,
    pub(super) names: Names,
    /// By block; of blocks that are not read, only what comes of hashes.
    pub(super) facts: Vec<Facts>,
    /// Entry `i` sums what was read of blocks `0..i`.
    words: Vec<WordSums>,
    /// Those of the whole page.
    pub(super) total_words: WordSums,
    /// Blocks after the last short one that speaks of related pages, and of comments; missing
    /// before the first.
    pub(super) since: Vec<(f32, f32)>,
    /// The sparse model's score; none without a model.
    pub(super) signs: Option<SignScores>,
    /// The block that repeats most of the `title` element, where one repeats half of it.
    pub(super) title: Option<Anchor>,
    /// The block that repeats most of the description.
    pub(super) description: Option<Anchor>,
    /// By block, how far those built alike draw its log odds, once the judgement without that is made; else empty.
    pub(super) pulls: Vec<f32>,
    /// By block, of those that are asked: see [`Surroundings`].
    surroundings: Vec<Surroundings>,
}

/// What many columns ask of the elements around a block.
#[derive(Debug, Clone, Copy, Default)]
struct Surroundings {
    /// The groups of the names of all of them, and how far up some of them are.
    groups: u32,
    levels: Levels,
    from_title: (f32, f32),
    from_description: (f32, f32),
    /// See [`Context::is_inside`].
    tags: u32,
    /// See [`Context::item`].
    item: Option<usize>,
}

/// What grows most with a page, to be used for the next one.
#[derive(Debug, Default)]
pub(super) struct ContextMemory {
    looks: Looks,
    names: Names,
}

/// Sums over the words of blocks.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct WordSums {
    pub(super) pairs: f32,
    pub(super) title_pairs: f32,
    pub(super) description_pairs: f32,
    /// Short blocks that say when.
    pub(super) dated: f32,
}

/// A block that others are measured from, with the elements around it.
#[derive(Debug)]
pub(super) struct Anchor {
    pub(super) block: usize,
    chain: Vec<NodeId>,
}

impl Anchor {
    fn of(page: &Page, block: usize) -> Self {
        let (document, container) = (page.document(), page.blocks()[block].container);
        let chain = std::iter::once(container).chain(document.ancestors(container)).collect();
        Self { block, chain }
    }

    /// Levels from an anchor up to an element that holds `node` too, and from there down to `node`; missing without one.
    fn levels(anchor: Option<&Self>, page: &Page, node: NodeId) -> (f32, f32) {
        let Some(anchor) = anchor else { return (f32::NAN, f32::NAN) };
        let document = page.document();
        let up = levels_to(&anchor.chain, document, node);
        let joint = anchor.chain.get(up).copied().unwrap_or(Document::ROOT);
        let down = document.depth(node).saturating_sub(document.depth(joint));
        (up as f32, f32::from(down))
    }
}

impl<'a> Deref for Context<'a> {
    type Target = Measures<'a>;

    fn deref(&self) -> &Measures<'a> {
        &self.first_look.measures
    }
}

impl<'a> Context<'a> {
    /// Computes everything: what words are needed for, of the blocks that the first look leaves open, all without one;
    /// the sparse model's scores where there is one.
    pub(super) fn of(
        first_look: &'a FirstLook,
        signs: Option<&Linear>,
        asks_all: bool,
        memory: &mut ContextMemory,
    ) -> Self {
        let measures = &first_look.measures;
        let page = measures.page;
        let looks = Looks::of(page.document(), std::mem::take(&mut memory.looks));
        let asked: Vec<bool> =
            first_look.is_open.iter().map(|is_open| *is_open || asks_all).collect();
        let facts = facts::facts(page, &looks, &first_look.is_open, asks_all);
        let names = Names::of(page, &looks, &asked, std::mem::take(&mut memory.names));
        let words = word_sums(page, &facts);
        let anchor = |block: usize| Anchor::of(page, block);
        let scores =
            |model| SignScores::of(&Signs::of(page, &facts, &names), first_look, &asked, model);
        let signs = signs.map(scores);
        let title = facts::title_block(page, &facts).map(anchor);
        let description = facts::description_block(page, &facts).map(anchor);
        let anchors = [title.as_ref(), description.as_ref()];
        let surroundings = surroundings(measures, &looks, &names, &asked, anchors);
        Self {
            surroundings,
            hints: PageHints::of(page),
            looks,
            since: since(page, &facts),
            title,
            description,
            signs,
            pulls: Vec::new(),
            total_words: words.last().copied().unwrap_or_default(),
            words,
            first_look,
            asks_all,
            names,
            facts,
        }
    }

    /// Gives its memory back.
    pub(super) fn give_back(self, memory: &mut ContextMemory) {
        (memory.looks, memory.names) = (self.looks, self.names);
    }

    /// The sums of words over a range of blocks.
    pub(super) fn words(&self, blocks: Range<usize>) -> WordSums {
        let (a, b) = (self.words[blocks.start], self.words[blocks.end]);
        WordSums {
            pairs: b.pairs - a.pairs,
            title_pairs: b.title_pairs - a.title_pairs,
            description_pairs: b.description_pairs - a.description_pairs,
            dated: b.dated - a.dated,
        }
    }

    /// The innermost element around a block that is one of at least three alike in a row and holds
    /// more than this block: an item of a list, a card, a post. The level of it, of a block that is asked.
    pub(super) fn item(&self, index: usize) -> Option<usize> {
        self.surroundings[index].item
    }

    /// Whether a block that is asked stands in such an element.
    pub(super) fn is_inside(&self, index: usize, element: Around) -> bool {
        self.surroundings[index].tags >> element as u32 & 1 == 1
    }

    /// The groups of the names of all elements around the first text of a block that is asked.
    pub(super) fn groups(&self, index: usize) -> u32 {
        self.surroundings[index].groups
    }

    /// The levels from there up to elements of some groups.
    pub(super) fn levels(&self, index: usize) -> Levels {
        self.surroundings[index].levels
    }

    /// Levels from the title's block up to where a block that is asked joins it, and from there down to the block.
    pub(super) fn title_levels(&self, index: usize) -> (f32, f32) {
        self.surroundings[index].from_title
    }

    /// The same from the description's block.
    pub(super) fn description_levels(&self, index: usize) -> (f32, f32) {
        self.surroundings[index].from_description
    }
}

/// Elements that blocks stand in, the containers included.
#[derive(Debug, Clone, Copy)]
pub(super) enum Around {
    ListItem,
    Cell,
    Article,
    Main,
    Quote,
    Preformatted,
}

impl Around {
    /// As a bit; 0 for other tags.
    fn bit(tag: Tag) -> u32 {
        let element = match tag {
            Tag::LI => Self::ListItem,
            Tag::TD | Tag::TH => Self::Cell,
            Tag::ARTICLE => Self::Article,
            Tag::MAIN => Self::Main,
            Tag::BLOCKQUOTE => Self::Quote,
            Tag::PRE => Self::Preformatted,
            _ => return 0,
        };
        1 << element as u32
    }
}

/// How far up tags are looked for; elements of interest are near.
const TAG_REACH: usize = 24;

/// What stands around each block that is asked; nothing around the others.
fn surroundings(
    measures: &Measures,
    looks: &Looks,
    names: &Names,
    is_asked: &[bool],
    [title, description]: [Option<&Anchor>; 2],
) -> Vec<Surroundings> {
    let page = measures.page;
    let is_item = |level: usize, block: usize| {
        looks.repeats.length(measures.level(block, level)) >= 3
            && measures.level_blocks(block, level).len() >= 2
    };
    let mut of_container = by_container(page, |node| {
        let levels = |anchor| Anchor::levels(anchor, page, node);
        (tags_around(page, node), levels(title), levels(description))
    });
    let of_block = |(block, is_asked): (usize, &bool)| {
        if !is_asked {
            return Surroundings::default();
        }
        let (groups, levels) = names.around_text(page, block);
        let (tags, from_title, from_description) = of_container(block);
        let item = (0..LEVELS).find(|level| is_item(*level, block));
        Surroundings { groups, levels, from_title, from_description, tags, item }
    };
    is_asked.iter().enumerate().map(of_block).collect()
}

/// Of blocks one after the other, a value of the container of each: worked out once where the same comes again.
fn by_container<T: Copy>(page: &Page, value: impl Fn(NodeId) -> T) -> impl FnMut(usize) -> T {
    let mut last = (Document::ROOT, value(Document::ROOT));
    move |block| {
        let container = page.blocks()[block].container;
        if last.0 != container {
            last = (container, value(container));
        }
        last.1
    }
}

/// The bits of [`Around`] of a container and of the elements around it.
fn tags_around(page: &Page, container: NodeId) -> u32 {
    let document = page.document();
    let above = std::iter::once(container).chain(document.ancestors(container));
    let near = above.take(TAG_REACH).take_while(|id| *id != Document::ROOT);
    near.fold(0, |bits, id| bits | Around::bit(document.tag(id)))
}

fn since(page: &Page, facts: &[Facts]) -> Vec<(f32, f32)> {
    let mut last = (f32::NAN, f32::NAN);
    let groups = ["related", "comment"].map(text_groups::bit_of);
    let after = |last: f32, starts: bool| if starts { 0.0 } else { (last + 1.0).min(99.0) };
    let of_block = |(block, fact): (&Block, &Facts)| {
        let is_short = fact.is_read && block.characters <= facts::SHORT_HEADING;
        let starts = |bit: u32| is_short && fact.says & bit != 0;
        last = (after(last.0, starts(groups[0])), after(last.1, starts(groups[1])));
        last
    };
    page.blocks().iter().zip(facts).map(of_block).collect()
}

/// Dates in longer texts, in characters, do not say when the text was written.
const SHORT: u32 = 60;

fn word_sums(page: &Page, facts: &[Facts]) -> Vec<WordSums> {
    let mut sum = WordSums::default();
    let after = |(block, fact): (&Block, &Facts)| {
        if !fact.is_read {
            return sum;
        }
        sum.pairs += fact.pairs.all as f32;
        sum.title_pairs += fact.pairs.in_title as f32;
        sum.description_pairs += fact.pairs.in_description as f32;
        sum.dated += f32::from(fact.is_dated() && block.characters < SHORT);
        sum
    };
    std::iter::once(WordSums::default()).chain(page.blocks().iter().zip(facts).map(after)).collect()
}
