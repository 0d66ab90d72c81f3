//! Signs: the words around a block, hashed: of the names of its elements, of its tag
//! path, and of the edges of its text and of its neighbours'.
//!
//! A sparse linear model over them ([`crate::linear`]) gives one number a block.

use std::ops::Range;

use super::facts::Facts;
use super::first_look::FirstLook;
use super::names::{Names, Word};
use super::text_groups;
use crate::dom::{Document, NodeId};
use crate::linear::{Linear, SIGN_BITS};
use crate::page::{Block, Page};
use crate::text::hash::{self, mix};

/// What a word has to do with the block; the same word is another sign in another role.
#[derive(Debug, Clone, Copy)]
enum Role {
    /// A name of the container.
    Own = 1,
    /// Of its parent.
    Parent = 2,
    /// Of its parent's parent.
    Grandparent = 3,
    /// Of any element further up.
    Above = 4,
    /// Of the elements around the block's first text, inside the container.
    Inside = 5,
    /// The tags of the container, its parent and its parent's parent.
    Path = 6,
    /// The block's first or last words, or all of a short one.
    Text = 7,
    /// All of the block before or after, if short.
    Before = 8,
    After = 9,
    /// All, or the beginning, of the last heading.
    Heading = 10,
    /// Groups of the words at the edges of the text, of a short text, and of the last heading.
    Says = 11,
    SaysShort = 12,
    HeadingSays = 13,
}

/// Texts of fewer characters say one thing only.
const SHORT_SAYING: u32 = 40;

/// The words of a page.
#[derive(Debug)]
pub(super) struct Signs<'a> {
    page: &'a Page,
    facts: &'a [Facts],
    names: &'a Names,
    /// For each block, the last block before it that is a heading.
    headings: Vec<Option<usize>>,
}

impl<'a> Signs<'a> {
    pub(super) fn of(page: &'a Page, facts: &'a [Facts], names: &'a Names) -> Self {
        let mut last = None;
        let heading_before = |(index, block): (usize, &Block)| {
            if block.is_heading { last.replace(index) } else { last }
        };
        let headings = page.blocks().iter().enumerate().map(heading_before).collect();
        Self { page, facts, names, headings }
    }

    /// The signs of the names of an element in a role.
    fn names(&self, id: NodeId, role: Role) -> impl Iterator<Item = u32> + '_ {
        let words = &self.names.words()[self.names.range(id)];
        let counted = if matches!(role, Role::Above) { self.names.firsts(id) } else { u64::MAX };
        let counts = move |(place, _): &(usize, &Word)| counted >> place & 1 == 1;
        words.iter().enumerate().filter(counts).map(move |(_, word)| sign(*word, role))
    }

    /// The elements around a block's first text, inside its container, the innermost first.
    fn inside(&self, block: usize) -> impl Iterator<Item = NodeId> + '_ {
        let container = self.page.blocks()[block].container;
        let text = self.page.texts_of(&self.page.blocks()[block])[0].node;
        self.page.document().ancestors(text).take_while(move |id| *id != container).take(3)
    }

    /// The signs of a block's text and of those around it.
    #[inline(always)]
    fn texts(&self, block: usize, mut visit: impl FnMut(u32)) {
        let mut visit_word = |word: Word, role| {
            if word != 0 {
                visit(sign(word, role));
            }
        };
        let own = self.facts[block].edges;
        visit_word(own.whole, Role::Text);
        own.parts.iter().for_each(|word| visit_word(*word, Role::Text));
        let whole = |index: Option<usize>| {
            index.and_then(|index| self.facts.get(index)).map_or(0, |fact| fact.edges.whole)
        };
        visit_word(whole(block.checked_sub(1)), Role::Before);
        visit_word(whole(Some(block + 1)), Role::After);
        let short = self.page.blocks()[block].characters < SHORT_SAYING;
        for group in text_groups::each(self.facts[block].says) {
            visit_word(group, if short { Role::SaysShort } else { Role::Says });
        }
        if let Some(heading) = self.headings[block] {
            for group in text_groups::each(self.facts[heading].says) {
                visit_word(group, Role::HeadingSays);
            }
            visit_word(whole(Some(heading)), Role::Heading);
            visit_word(self.facts[heading].edges.parts[0], Role::Heading);
        }
    }

    /// The sign of the tags of an element, its parent and its parent's parent.
    fn path(&self, container: NodeId) -> u32 {
        let document = self.page.document();
        let levels = std::iter::once(container).chain(document.ancestors(container)).take(3);
        sign(levels.fold(0, |hash, id| mix(hash, hash::text(document.name(id)))), Role::Path)
    }

    /// Every sign of a block; those that come more than once more than once.
    pub(super) fn all(&self, block: usize) -> Vec<u32> {
        let container = self.page.blocks()[block].container;
        let mut signs = vec![self.path(container)];
        self.texts(block, |sign| signs.push(sign));
        self.inside(block).for_each(|id| signs.extend(self.names(id, Role::Inside)));
        let levels = std::iter::once(container).chain(self.page.document().ancestors(container));
        for (id, role) in levels.zip(roles()) {
            signs.extend(self.names(id, role));
        }
        signs
    }
}

/// The roles of a container and of the elements above it.
fn roles() -> impl Iterator<Item = Role> {
    [Role::Own, Role::Parent, Role::Grandparent].into_iter().chain(std::iter::repeat(Role::Above))
}

/// The sparse model's scores of a page's blocks.
#[derive(Debug)]
pub(super) struct SignScores {
    /// By block, log odds; of those that were not asked those of the first look.
    pub(super) own: Vec<f32>,
    /// The same as others see it: of all closed blocks those of the first look.
    pub(super) seen: Vec<f32>,
    /// Entry `i` sums those times tokens of blocks `0..i`.
    sums: Vec<f32>,
    /// The highest of them.
    pub(super) highest: f32,
}

impl SignScores {
    pub(super) fn of(
        signs: &Signs,
        first_look: &FirstLook,
        is_asked: &[bool],
        model: &Linear,
    ) -> Self {
        let page = signs.page;
        let mut names = NameWeights::of(signs, model);
        let mut last = (Document::ROOT, 0);
        let mut own = Vec::with_capacity(is_asked.len());
        for (index, block) in page.blocks().iter().enumerate() {
            if !is_asked[index] {
                own.push(first_look.log_odds[index]);
                continue;
            }
            if last.0 != block.container {
                last = (block.container, names.around(block.container));
            }
            let mut sum = last.1;
            signs.inside(index).for_each(|id| sum += names.all(id, Role::Inside));
            signs.texts(index, |sign| sum += model.weight(sign));
            own.push(model.log_odds(sum));
        }
        let mut seen = own.clone();
        let closed = seen.iter_mut().zip(&first_look.is_open).zip(&first_look.log_odds);
        let closed = closed.filter(|((_, is_open), _)| !**is_open);
        closed.for_each(|((score, _), log_odds)| *score = *log_odds);
        let mut sums = Vec::with_capacity(seen.len() + 1);
        let mut sum = 0.0;
        sums.push(sum);
        for (block, score) in page.blocks().iter().zip(&seen) {
            sum += score * block.tokens.max(1) as f32;
            sums.push(sum);
        }
        Self { highest: seen.iter().copied().fold(f32::MIN, f32::max), own, seen, sums }
    }

    /// The sum over blocks of score times tokens.
    pub(super) fn sum(&self, blocks: Range<usize>) -> f32 {
        self.sums[blocks.end] - self.sums[blocks.start]
    }
}

/// What the names of elements weigh, worked out once for elements named alike.
struct NameWeights<'a> {
    signs: &'a Signs<'a>,
    model: &'a Linear,
    /// By list of words and role, the sum of all, once it was asked for.
    sums: Vec<[Option<i32>; Role::Inside as usize + 1]>,
    /// By the place of an element, what its names and those above it weigh far above a block.
    above: Vec<i32>,
}

impl<'a> NameWeights<'a> {
    fn of(signs: &'a Signs, model: &'a Linear) -> Self {
        let (names, document) = (signs.names, signs.page.document());
        let weight = |word: &Word| model.weight(sign(*word, Role::Above));
        let by_word: Vec<i32> = names.words().iter().map(weight).collect();
        let mut above = Vec::with_capacity(names.needed().len() + 1);
        above.push(0);
        for id in names.needed().iter().copied() {
            let weights = &by_word[names.range(id)];
            let own: i32 = hash::bits(names.firsts(id)).map(|place| weights[place]).sum();
            above.push(own + document.parent(id).map_or(0, |up| above[names.place(up)]));
        }
        Self { signs, model, sums: vec![Default::default(); names.lists()], above }
    }

    /// The sum of all names of an element, in a role up to [`Role::Inside`]; not [`Role::Above`], in which not all count.
    fn all(&mut self, id: NodeId, role: Role) -> i32 {
        let sum = &mut self.sums[self.signs.names.list(id)][role as usize];
        *sum.get_or_insert_with(|| {
            self.signs.names(id, role).map(|sign| self.model.weight(sign)).sum()
        })
    }

    /// What stands around the blocks of a container: its path, its names and those above it.
    fn around(&mut self, container: NodeId) -> i32 {
        let document = self.signs.page.document();
        let mut sum = self.model.weight(self.signs.path(container));
        let mut level = Some(container);
        for role in [Role::Own, Role::Parent, Role::Grandparent] {
            let Some(id) = level else { break };
            sum += self.all(id, role);
            level = document.parent(id);
        }
        sum + level.map_or(0, |id| self.above[self.signs.names.place(id)])
    }
}

fn sign(word: Word, role: Role) -> u32 {
    (mix(word, role as u64) >> (64 - SIGN_BITS)) as u32
}

#[cfg(test)]
mod tests {
    use super::super::facts;
    use super::super::looks::Looks;
    use super::super::measures::Measures;
    use super::*;

    fn looks_of(page: &Page) -> Looks {
        Looks::of(page.document(), Looks::default())
    }

    fn facts_and_names(page: &Page) -> (Vec<Facts>, Names) {
        let (looks, all) = (looks_of(page), vec![true; page.blocks().len()]);
        (facts::facts(page, &looks, &all, false), Names::of(page, &looks, &all, Names::default()))
    }

    const HTML: &str = "<title>t</title><div class='site-nav nav'><ul><li class=nav><a>首页</a></ul></div>\
        <div id=postBody><h2>标题</h2><div><div><div><p class=a>会议今天开了。<b class=x>粗</b></div></div></div>\
        <p>责任编辑：某</div>";

    #[test]
    fn the_score_is_the_sum_of_all_signs() {
        let page = Page::new(HTML, None);
        let (facts, names) = facts_and_names(&page);
        let signs = Signs::of(&page, &facts, &names);
        let mut all: Vec<u32> = (0..facts.len()).flat_map(|block| signs.all(block)).collect();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() > 40);
        let weight = |sign: u32| i8::try_from(sign % 201).unwrap_or(50) - 100;
        let weights: Vec<(u32, i8)> = all.iter().map(|sign| (*sign, weight(*sign))).collect();
        let model = Linear::from_weights(&weights, 0.5, 1.0 / 16.0);
        let first_look = FirstLook::of(Measures::of(&page), None);
        let scores = SignScores::of(&signs, &first_look, &vec![true; facts.len()], &model);
        for block in 0..facts.len() {
            let sum: i32 = signs.all(block).iter().map(|sign| model.weight(*sign)).sum();
            assert_eq!(scores.own[block], model.log_odds(sum), "block {block}");
        }
    }

    #[test]
    fn a_word_far_above_counts_once() {
        let page = Page::new("<div class=nav><div class=nav><div class=nav><p><b><i><u>字", None);
        let (facts, names) = facts_and_names(&page);
        let signs = Signs::of(&page, &facts, &names);
        let all = signs.all(0);
        let far = sign(hash::bytes(b"nav"), Role::Above);
        assert!(all.iter().filter(|sign| **sign == far).count() <= 1);
    }
}
