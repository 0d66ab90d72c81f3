//! What the columns look at: numbers of a page computed once, before any column is asked.

use std::ops::Range;

use super::containers::{Containers, Sums};
use super::facts::{self, Facts};
use super::looks::Looks;
use super::names::Names;
use super::page_hints::PageHints;
use super::repeats::Repeats;
use super::signs::SignScores;
use super::site::SiteFacts;
use super::text_groups;
use crate::dom::{Document, NodeId};
use crate::methods::{Method, Verdict};
use crate::page::{Block, Page};

/// A page with all that columns share.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) page: &'a Page,
    pub(super) containers: Containers,
    /// Sums over the whole page.
    pub(super) total: Sums,
    pub(super) hints: PageHints,
    pub(super) repeats: Repeats,
    pub(super) names: Names,
    /// By block.
    pub(super) facts: Vec<Facts>,
    pub(super) places: Vec<Place>,
    /// Blocks after the last short one that speaks of related pages, and of comments; missing
    /// before the first.
    pub(super) since: Vec<(f32, f32)>,
    /// The sparse model's score; none without a model.
    pub(super) signs: Option<SignScores>,
    /// The block that repeats most of the `title` element, where one repeats half of it.
    pub(super) title: Option<Anchor>,
    /// The block that repeats most of the description.
    pub(super) description: Option<Anchor>,
    /// The verdicts of the named methods, as [`VERDICTS`] lists them, and their scores as a share
    /// of the page's highest.
    pub(super) verdicts: Vec<(Verdict, f32)>,
    /// What is known from the page's site, once the judgement without it is made.
    pub(super) site: Option<SiteFacts>,
}

/// The methods whose verdicts are columns.
pub(super) const VERDICTS: [Method; 4] =
    [Method::PunctuationPath, Method::BlockSmoothing, Method::BlockWeighting, Method::LineDensity];

/// How many levels above its container a block's place knows, the container included.
pub(super) const LEVELS: usize = 6;

/// Where a block stands: its container and the elements above it.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The container and its ancestors; the document stands in where there are no more.
    pub(super) nodes: [NodeId; LEVELS],
    /// The blocks in each, the first and the one after the last.
    blocks: [(u32, u32); LEVELS],
    /// Levels from the best container up to where the block joins.
    pub(super) from_best: u32,
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

    /// Levels from the anchor up to an element that holds `node` too, and from there down to `node`.
    pub(super) fn levels(&self, document: &Document, node: NodeId) -> (usize, usize) {
        let up = levels_to(&self.chain, document, node);
        let joint = self.chain.get(up).copied().unwrap_or(Document::ROOT);
        let down = document.depth(node).saturating_sub(document.depth(joint));
        (up, usize::from(down))
    }
}

/// How many levels up a chain of ancestors until one of them holds `node`.
fn levels_to(chain: &[NodeId], document: &Document, node: NodeId) -> usize {
    let holds = |above: &NodeId| *above <= node && node < document.end(*above);
    chain.iter().position(holds).unwrap_or(chain.len())
}

impl<'a> Context<'a> {
    /// Computes everything; the sparse model's scores where there is a model.
    pub(super) fn new(page: &'a Page, signs: Option<&crate::linear::Linear>) -> Self {
        let document = page.document();
        let looks = Looks::of(document);
        let facts = facts::facts(page, &looks);
        let containers = Containers::of(page, &facts);
        let names = Names::of(page, &looks);
        let verdicts = VERDICTS.iter().filter_map(|method| {
            let verdict = method.judge_blocks(page)?;
            let highest = verdict.score.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
            Some((verdict, highest))
        });
        let anchor = |block: usize| Anchor::of(page, block);
        Self {
            total: containers.sum(0..page.blocks().len()),
            hints: PageHints::of(page),
            repeats: Repeats::of(document, &looks),
            verdicts: verdicts.collect(),
            places: places(page, &containers),
            since: since(page, &facts),
            title: facts::title_block(page, &facts).map(anchor),
            description: facts::description_block(page, &facts).map(anchor),
            signs: signs.map(|model| SignScores::of(page, &facts, &names, model)),
            site: None,
            page,
            containers,
            names,
            facts,
        }
    }

    pub(super) fn block(&self, index: usize) -> &Block {
        &self.page.blocks()[index]
    }

    pub(super) fn count(&self) -> usize {
        self.page.blocks().len()
    }

    /// The blocks up to `reach` before and after a block, and the block.
    pub(super) fn around(&self, index: usize, reach: usize) -> Range<usize> {
        index.saturating_sub(reach)..(index + reach + 1).min(self.count())
    }

    /// The element so many levels above the block's container; 0 is the container itself.
    pub(super) fn level(&self, index: usize, level: usize) -> NodeId {
        self.places[index].nodes[level]
    }

    /// The blocks in the container so many levels up.
    pub(super) fn level_blocks(&self, index: usize, level: usize) -> Range<usize> {
        let (start, end) = self.places[index].blocks[level];
        start as usize..end as usize
    }

    /// The innermost element around a block that is one of at least three alike in a row and holds
    /// more than this block: an item of a list, a card, a post.
    pub(super) fn item(&self, index: usize) -> Option<usize> {
        let is_item = |level: &usize| {
            self.repeats.length(self.level(index, *level)) >= 3
                && self.level_blocks(index, *level).len() >= 2
        };
        (0..LEVELS).find(is_item)
    }
}

/// A heading of a section is no longer than this, in characters.
const SHORT_HEADING: u32 = 20;

fn since(page: &Page, facts: &[Facts]) -> Vec<(f32, f32)> {
    let mut last = (f32::NAN, f32::NAN);
    let groups = ["related", "comment"].map(text_groups::bit_of);
    let after = |last: f32, starts: bool| if starts { 0.0 } else { (last + 1.0).min(99.0) };
    let of_block = |(block, fact): (&Block, &Facts)| {
        let starts = |bit: u32| block.characters <= SHORT_HEADING && fact.says & bit != 0;
        last = (after(last.0, starts(groups[0])), after(last.1, starts(groups[1])));
        last
    };
    page.blocks().iter().zip(facts).map(of_block).collect()
}

fn places(page: &Page, containers: &Containers) -> Vec<Place> {
    let document = page.document();
    let mut places: Vec<Place> = Vec::with_capacity(page.blocks().len());
    let mut last = None;
    for block in page.blocks() {
        if last == Some(block.container) {
            let place = places[places.len() - 1].clone();
            places.push(place);
            continue;
        }
        last = Some(block.container);
        let mut nodes = [block.container; LEVELS];
        for level in 1..LEVELS {
            nodes[level] = document.parent(nodes[level - 1]).unwrap_or(nodes[level - 1]);
        }
        places.push(Place {
            blocks: nodes.map(|node| {
                let blocks = containers.blocks_in(document, node);
                let number = |index| u32::try_from(index).unwrap_or(u32::MAX);
                (number(blocks.start), number(blocks.end))
            }),
            nodes,
            from_best: u32::try_from(levels_to(&containers.best_chain, document, block.container))
                .unwrap_or(u32::MAX),
        });
    }
    places
}
