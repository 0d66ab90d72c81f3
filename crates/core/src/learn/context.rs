//! What the columns look at: numbers of a page computed once, before any column is asked.

use std::ops::Range;

use super::containers::{Containers, Sums};
use super::name_groups;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::methods::{Method, MethodOptions, Verdict};
use crate::page::{Block, Page};
use crate::text::{chars, dates};

/// A page with all that columns share.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) page: &'a Page,
    pub(super) containers: Containers,
    /// Sums over the whole page.
    pub(super) total: Sums,
    /// Groups of names by node: the node's own, and those of it and its ancestors.
    pub(super) own_groups: Vec<u32>,
    pub(super) all_groups: Vec<u32>,
    /// By block.
    pub(super) facts: Vec<Facts>,
    /// The block that repeats most of the `title` element, where one repeats half of it.
    pub(super) title_block: Option<usize>,
    /// The verdicts of the named methods, as [`VERDICTS`] lists them, and their scores as a share
    /// of the page's highest.
    pub(super) verdicts: Vec<(Verdict, f32)>,
}

/// The methods whose verdicts are columns.
pub(super) const VERDICTS: [Method; 4] =
    [Method::PunctuationPath, Method::BlockSmoothing, Method::BlockWeighting, Method::LineDensity];

/// What is known of one block beside its amounts.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// Blocks of the page with the same path of tags, and with the same path of tags and classes.
    pub(super) same_path: u32,
    pub(super) same_class_path: u32,
    /// Whether the block before has the same path of tags and classes.
    pub(super) continues_path: bool,
    /// Blocks of the page with the same text.
    pub(super) same_text: u32,
    pub(super) has_date: bool,
    pub(super) digits: u32,
    pub(super) ends_sentence: bool,
    pub(super) ends_colon: bool,
    pub(super) separators: u32,
    /// Share of the block's words that are in the `title` element.
    pub(super) title_share: f32,
    pub(super) capitals: u32,
}

impl<'a> Context<'a> {
    /// Computes everything.
    pub(super) fn new(page: &'a Page) -> Self {
        let document = page.document();
        let containers = Containers::of(page);
        let own_groups = name_groups::own_groups(document);
        let mut all_groups = own_groups.clone();
        for id in document.ids().skip(1) {
            let parent = document.parent(id).map_or(0, NodeId::index);
            all_groups[id.index()] |= all_groups[parent];
        }
        let options = MethodOptions::default();
        let verdicts = VERDICTS.iter().map(|method| {
            let verdict = method.judge(page, &options);
            let highest = verdict.score.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
            (verdict, highest)
        });
        let facts = facts(page);
        let title_block = title_block(page, &facts);
        Self {
            total: containers.sum(0..page.blocks().len()),
            verdicts: verdicts.collect(),
            page,
            containers,
            own_groups,
            all_groups,
            facts,
            title_block,
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

    /// The ancestor of the block's container so many levels up; 0 is the container itself.
    pub(super) fn level(&self, index: usize, level: usize) -> NodeId {
        let document = self.page.document();
        let mut node = self.block(index).container;
        for _ in 0..level {
            node = document.parent(node).unwrap_or(node);
        }
        node
    }

    /// The blocks in the container so many levels up.
    pub(super) fn level_blocks(&self, index: usize, level: usize) -> Range<usize> {
        self.containers.blocks_in(self.page.document(), self.level(index, level))
    }

    /// How many levels above the best container the block joins it: 0 inside it.
    pub(super) fn levels_from_best(&self, index: usize) -> usize {
        let (document, container) = (self.page.document(), self.block(index).container);
        let holds = |node: &NodeId| *node <= container && container < document.end(*node);
        self.containers
            .best_chain
            .iter()
            .position(holds)
            .unwrap_or(self.containers.best_chain.len())
    }
}

fn facts(page: &Page) -> Vec<Facts> {
    let (tag_paths, class_paths) = path_hashes(page);
    let of_block = |hashes: &[u64]| -> Vec<u64> {
        page.blocks().iter().map(|block| hashes[block.container.index()]).collect()
    };
    let (tag_paths, class_paths) = (of_block(&tag_paths), of_block(&class_paths));
    let title = TitlePairs::of(page.structured().title.as_deref().unwrap_or(""));
    let mut text_hashes = Vec::with_capacity(page.blocks().len());
    let mut text = String::new();
    let mut facts: Vec<Facts> = Vec::with_capacity(page.blocks().len());
    for (index, block) in page.blocks().iter().enumerate() {
        text.clear();
        page.push_block_text(block, &mut text);
        text_hashes.push(hash_text(&text));
        facts.push(Facts {
            continues_path: index > 0 && class_paths[index] == class_paths[index - 1],
            ..of_text(&text, &title)
        });
    }
    let counts = [counts(&tag_paths), counts(&class_paths), counts(&text_hashes)];
    for (index, fact) in facts.iter_mut().enumerate() {
        (fact.same_path, fact.same_class_path, fact.same_text) =
            (counts[0][index], counts[1][index], counts[2][index]);
    }
    facts
}

/// For each hash, how many are equal to it.
fn counts(hashes: &[u64]) -> Vec<u32> {
    let mut sorted = hashes.to_vec();
    sorted.sort_unstable();
    let count = |hash: &u64| {
        let first = sorted.partition_point(|other| other < hash);
        let equal = sorted[first..].iter().take_while(|other| *other == hash).count();
        u32::try_from(equal).unwrap_or(u32::MAX)
    };
    hashes.iter().map(count).collect()
}

/// Texts longer than this, in bytes, are neither titles nor dates.
const SHORT_TEXT: usize = 200;

fn of_text(text: &str, title: &TitlePairs) -> Facts {
    let mut facts = Facts {
        ends_sentence: text
            .ends_with(|c| chars::is_sentence_end(c) || matches!(c, '”' | '"' | '」' | '…')),
        ends_colon: text.ends_with([':', '：']),
        ..Facts::default()
    };
    for c in text.chars() {
        if chars::is_cjk(c) {
            continue;
        }
        facts.digits += u32::from(c.is_ascii_digit());
        facts.capitals += u32::from(c.is_uppercase());
        facts.separators += u32::from(matches!(c, '|' | '丨' | '·' | '»' | '>' | '›' | '/'));
    }
    if text.len() <= SHORT_TEXT {
        facts.has_date = dates::find(text).is_some();
        facts.title_share = title.share_of(text);
    }
    facts
}

/// Hashes of every node's path of tags, and of tags and first class words.
fn path_hashes(page: &Page) -> (Vec<u64>, Vec<u64>) {
    let document = page.document();
    let mut by_tag: Vec<u64> = Vec::with_capacity(document.len());
    let mut by_class: Vec<u64> = Vec::with_capacity(document.len());
    for id in document.ids() {
        let parent = document.parent(id).map(NodeId::index);
        let above = |hashes: &[u64]| parent.map_or(0, |parent| hashes[parent]);
        let tag = hash_text(document.name(id));
        let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
        let (tags, classes) = (mix(above(&by_tag), tag), mix(above(&by_class), tag));
        by_tag.push(tags);
        by_class.push(if document.tag(id) == Tag::NONE {
            classes
        } else {
            mix(classes, hash_text(class))
        });
    }
    (by_tag, by_class)
}

fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95)
}

fn hash_text(text: &str) -> u64 {
    text.as_bytes().chunks(8).fold(text.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash, u64::from_le_bytes(word))
    })
}

/// The pairs of letters and digits that follow each other in a title, in lower case, sorted.
struct TitlePairs(Vec<(char, char)>);

impl TitlePairs {
    fn of(title: &str) -> Self {
        let mut pairs: Vec<(char, char)> = letter_pairs(title).collect();
        pairs.sort_unstable();
        Self(pairs)
    }

    /// Which share of a text's pairs is in the title.
    fn share_of(&self, text: &str) -> f32 {
        if self.0.is_empty() {
            return 0.0;
        }
        let (mut shared, mut all) = (0u16, 0u16);
        for pair in letter_pairs(text) {
            all += 1;
            shared += u16::from(self.0.binary_search(&pair).is_ok());
        }
        if all == 0 { 0.0 } else { f32::from(shared) / f32::from(all) }
    }
}

fn letter_pairs(text: &str) -> impl Iterator<Item = (char, char)> + '_ {
    let is_letter = |c: &char| chars::is_cjk(*c) || c.is_alphanumeric();
    let letters = text.chars().filter(is_letter).map(|c| c.to_lowercase().next().unwrap_or(c));
    let mut previous = None;
    letters.filter_map(move |c| previous.replace(c).map(|before| (before, c)))
}

/// The block that shares most characters with the title; the first of equals.
fn title_block(page: &Page, facts: &[Facts]) -> Option<usize> {
    let title = crate::text::titles::without_site_name(page.structured().title.as_deref()?);
    let least = crate::text::count::characters(title) as f32 / 2.0;
    let shared = |index: &usize| {
        let block = &page.blocks()[*index];
        let bonus = if block.is_heading { 1.2 } else { 1.0 };
        facts[*index].title_share * block.characters as f32 * bonus
    };
    let best = (0..facts.len()).rev().max_by(|a, b| shared(a).total_cmp(&shared(b)))?;
    (facts[best].title_share >= 0.5 && shared(&best) >= least).then_some(best)
}
