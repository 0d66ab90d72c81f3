//! Hashed features: the words around a block, each hashed together with its role. The words come from the names of its
//! elements, its path of tags, the edges of its text and of its neighbours' texts.
//!
//! A sparse linear model ([`Linear`]) gives one score a block for them.

use std::ops::Range;

use super::features::names::Names;
use super::features::text::edges::Word;
use super::features::text::{TextFacts, groups};
use super::linear::{HASH_BITS, Linear};
use super::stage::Prefiltered;
use crate::dom::NodeId;
use crate::page::{BlockRef, Node, Page};
use crate::text::hash::{self, mix};

/// The role of a word. The same word in another role is another feature.
#[derive(Debug, Clone, Copy)]
enum Role {
    /// A name of the container.
    Container = 1,
    /// A name of its parent.
    Parent = 2,
    /// A name of its parent's parent.
    Grandparent = 3,
    /// A name of any element further up.
    Above = 4,
    /// A name of an element around the block's first text, inside the container.
    Inside = 5,
    /// The tags of the container, its parent and its parent's parent.
    Path = 6,
    /// The first or last words of the block, or the whole of a short block.
    Text = 7,
    /// The whole of the block before, if it is short.
    Before = 8,
    /// The whole of the block after, if it is short.
    After = 9,
    /// The whole of the last heading if it is short, or its beginning.
    Heading = 10,
    /// A group of words at the edges of the text.
    Says = 11,
    /// A group of words at the edges of a short text.
    SaysShort = 12,
    /// A group of words at the edges of the last heading.
    HeadingSays = 13,
}

/// Shorter texts, in characters, have roles of their own for groups of words.
const SHORT_SAYING: u32 = 40;

/// The hashed words around the blocks of a page.
#[derive(Debug)]
pub(crate) struct HashedWords<'a> {
    page: &'a Page,
    text: &'a [TextFacts],
    names: &'a Names,
    /// For each block, the last block before it that is a heading.
    headings: Vec<Option<usize>>,
}

impl<'a> HashedWords<'a> {
    pub(crate) fn of(page: &'a Page, text: &'a [TextFacts], names: &'a Names) -> Self {
        let mut last = None;
        let headings = page.block_refs();
        let headings =
            headings.map(|block| if block.is_heading { last.replace(block.at) } else { last });
        Self { page, text, names, headings: headings.collect() }
    }

    /// The features of an element's names in a role.
    fn names(&self, id: NodeId, role: Role) -> impl Iterator<Item = u32> + '_ {
        let words = &self.names.words()[self.names.range(id)];
        let counted = if matches!(role, Role::Above) { self.names.firsts(id) } else { u64::MAX };
        let counted = words.iter().enumerate().filter(move |(place, _)| counted >> place & 1 == 1);
        counted.map(move |(_, word)| feature(*word, role))
    }

    /// The features of a block's text and of the texts around it.
    fn texts(&self, block: BlockRef, mut visit: impl FnMut(u32)) {
        let mut visit_word = |word: Word, role| {
            if word != 0 {
                visit(feature(word, role));
            }
        };
        let TextFacts { edges, says, .. } = &self.text[block.at];
        visit_word(edges.whole, Role::Text);
        edges.parts.iter().for_each(|word| visit_word(*word, Role::Text));
        for (at, role) in [(block.at.wrapping_sub(1), Role::Before), (block.at + 1, Role::After)] {
            visit_word(self.text.get(at).map_or(0, |fact| fact.edges.whole), role);
        }
        let is_short = block.characters < SHORT_SAYING;
        for group in groups::each(*says) {
            visit_word(group, if is_short { Role::SaysShort } else { Role::Says });
        }
        if let Some(heading) = self.headings[block.at] {
            let TextFacts { edges, says, .. } = &self.text[heading];
            for group in groups::each(*says) {
                visit_word(group, Role::HeadingSays);
            }
            visit_word(edges.whole, Role::Heading);
            visit_word(edges.parts[0], Role::Heading);
        }
    }

    /// Every feature of a block, with repetitions. Training asks for it.
    #[cfg(any(test, feature = "train"))]
    pub(crate) fn all(&self, block: BlockRef) -> Vec<u32> {
        let mut found = vec![path(block.container())];
        self.texts(block, |feature| found.push(feature));
        inside(block).for_each(|node| found.extend(self.names(node.id, Role::Inside)));
        for (node, role) in block.container().around().zip(roles()) {
            found.extend(self.names(node.id, role));
        }
        found
    }
}

/// The elements around a block's first text, inside its container, the innermost first.
fn inside(block: BlockRef) -> impl Iterator<Item = Node> {
    block.node().ancestors().take_while(move |node| *node != block.container()).take(3)
}

/// The feature of the tags of an element, its parent and its parent's parent.
fn path(container: Node) -> u32 {
    let hash = container.up(3).fold(0, |hash, node| mix(hash, hash::text(node.name())));
    feature(hash, Role::Path)
}

/// The roles of a container and of the elements above it.
#[cfg(any(test, feature = "train"))]
fn roles() -> impl Iterator<Item = Role> {
    let nearest = [Role::Container, Role::Parent, Role::Grandparent];
    nearest.into_iter().chain(std::iter::repeat(Role::Above))
}

/// The sparse model's scores of a page's blocks.
#[derive(Debug)]
pub(crate) struct HashedScores {
    /// By block, its log odds; those of the prefilter for blocks that are not wanted.
    pub(crate) log_odds: Vec<f32>,
    /// The log odds that other blocks see: those of the prefilter for all closed blocks.
    pub(crate) seen: Vec<f32>,
    /// Entry `i`: the sum of `seen` times tokens over blocks `0..i`.
    sums: Vec<f32>,
    /// The highest of `seen`.
    pub(crate) highest: f32,
}

impl HashedScores {
    /// The scores of the wanted blocks.
    pub(crate) fn of(
        words: &HashedWords,
        found: &Prefiltered,
        wanted: &[bool],
        model: &Linear,
    ) -> Self {
        let page = words.page;
        let mut names = NameWeights::of(words, model);
        let mut last = (page.root(), 0);
        let mut log_odds = Vec::with_capacity(wanted.len());
        for block in page.block_refs() {
            if !wanted[block.at] {
                log_odds.push(found.log_odds[block.at]);
                continue;
            }
            let container = block.container();
            if last.0 != container {
                last = (container, names.around(container));
            }
            let mut sum = last.1;
            inside(block).for_each(|node| sum += names.all(node.id, Role::Inside));
            words.texts(block, |feature| sum += model.weight(feature));
            log_odds.push(model.log_odds(sum));
        }
        let (mut seen, mut highest) = (Vec::with_capacity(wanted.len()), f32::MIN);
        let (mut sums, mut sum) = (Vec::with_capacity(wanted.len() + 1), 0.0);
        sums.push(sum);
        for (at, block) in page.blocks().iter().enumerate() {
            let score = if found.is_open(at) { log_odds[at] } else { found.log_odds[at] };
            seen.push(score);
            highest = highest.max(score);
            sum += score * block.tokens.max(1) as f32;
            sums.push(sum);
        }
        Self { log_odds, seen, sums, highest }
    }

    /// The sum over blocks of score times tokens.
    pub(crate) fn sum(&self, blocks: Range<usize>) -> f32 {
        self.sums[blocks.end] - self.sums[blocks.start]
    }
}

/// The weights of the names of elements, summed once for elements named alike.
struct NameWeights<'a> {
    words: &'a HashedWords<'a>,
    model: &'a Linear,
    /// By list of words and role, the sum of the weights once it was asked for.
    sums: Vec<[Option<i32>; Role::Inside as usize + 1]>,
    /// By the place of an element, the weights of its names and of those above it, far above a block.
    above: Vec<i32>,
}

impl<'a> NameWeights<'a> {
    fn of(words: &'a HashedWords, model: &'a Linear) -> Self {
        let names = words.names;
        let by_word = names.words().iter().map(|word| model.weight(feature(*word, Role::Above)));
        let by_word: Vec<i32> = by_word.collect();
        let mut above = Vec::with_capacity(names.needed().len() + 1);
        above.push(0);
        for id in names.needed().iter().copied() {
            let weights = &by_word[names.range(id)];
            let weight: i32 = hash::bits(names.firsts(id)).map(|place| weights[place]).sum();
            let parent = words.page.node(id).parent();
            above.push(weight + parent.map_or(0, |up| above[names.place(up.id)]));
        }
        Self { words, model, sums: vec![Default::default(); names.lists()], above }
    }

    /// The sum over all names of an element, in a role up to [`Role::Inside`]. In [`Role::Above`] not all names count.
    fn all(&mut self, id: NodeId, role: Role) -> i32 {
        let sum = &mut self.sums[self.words.names.list(id)][role as usize];
        *sum.get_or_insert_with(|| {
            self.words.names(id, role).map(|feature| self.model.weight(feature)).sum()
        })
    }

    /// The sum over the surroundings of a container's blocks: its path, its names and those above it.
    fn around(&mut self, container: Node) -> i32 {
        let mut sum = self.model.weight(path(container));
        let mut levels = container.around();
        for role in [Role::Container, Role::Parent, Role::Grandparent] {
            let Some(node) = levels.next() else { break };
            sum += self.all(node.id, role);
        }
        sum + levels.next().map_or(0, |node| self.above[self.words.names.place(node.id)])
    }
}

fn feature(word: Word, role: Role) -> u32 {
    (mix(word, role as u64) >> (64 - HASH_BITS)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::features::layout::Signatures;
    use super::super::features::text;
    use super::*;

    fn text_and_names(page: &Page) -> (Vec<TextFacts>, Names) {
        let signatures = Signatures::of(page.document(), Signatures::default());
        let stages = Prefiltered::all_open(page.blocks().len()).stages;
        let all = vec![true; stages.len()];
        let text = text::facts(page, &signatures, &stages, &all);
        (text, Names::of(page, &signatures, &all, Names::default()))
    }

    const HTML: &str = "<title>t</title><div class='site-nav nav'><ul><li class=nav><a>首页</a></ul></div>\
        <div id=postBody><h2>标题</h2><div><div><div><p class=a>会议今天开了。<b class=x>粗</b></div></div></div>\
        <p>责任编辑：某</div>";

    #[test]
    fn the_score_is_the_sum_over_all_features() {
        let page = Page::new(HTML, None);
        let (text, names) = text_and_names(&page);
        let words = HashedWords::of(&page, &text, &names);
        let mut all: Vec<u32> = page.block_refs().flat_map(|block| words.all(block)).collect();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() > 40);
        let weight = |feature: u32| i8::try_from(feature % 201).unwrap_or(50) - 100;
        let weights: Vec<(u32, i8)> = all.into_iter().map(|word| (word, weight(word))).collect();
        let model = Linear::from_weights(&weights, 0.5, 1.0 / 16.0);
        let found = Prefiltered::all_open(text.len());
        let scores = HashedScores::of(&words, &found, &vec![true; text.len()], &model);
        for block in page.block_refs() {
            let sum: i32 = words.all(block).iter().map(|word| model.weight(*word)).sum();
            assert_eq!(scores.log_odds[block.at], model.log_odds(sum), "block {}", block.at);
        }
    }

    #[test]
    fn a_word_far_above_counts_once() {
        let page = Page::new("<div class=nav><div class=nav><div class=nav><p><b><i><u>字", None);
        let (text, names) = text_and_names(&page);
        let words = HashedWords::of(&page, &text, &names);
        let all = words.all(page.block(0));
        let far = feature(hash::bytes(b"nav"), Role::Above);
        assert!(all.iter().filter(|word| **word == far).count() <= 1);
    }
}
