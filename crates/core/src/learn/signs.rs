//! Signs: the words around a block, hashed: of the names of its elements, of its tag
//! path, and of the edges of its text and of its neighbours'.
//!
//! A sparse linear model over them ([`crate::linear`]) gives one number a block.

use std::ops::Range;

use super::facts::Facts;
use super::first_look::FirstLook;
use super::names::{Name, Names, Word};
use super::text_groups;
use crate::dom::{Document, NodeId};
use crate::linear::{Linear, SIGN_BITS};
use crate::page::{Block, Page};
use crate::text::chars;
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

/// First and last words of a text, and a short one as a whole; 0 for none.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Edges {
    whole: Word,
    parts: [Word; 4],
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
        let counts = move |name: &&Name| !matches!(role, Role::Above) || name.is_first;
        self.names.of_node(id).iter().filter(counts).map(move |name| sign(name.word, role))
    }

    /// The signs of a block's text and of those around it, and of the elements inside its
    /// container.
    fn texts(&self, block: usize, visit: &mut impl FnMut(u32)) {
        let document = self.page.document();
        let container = self.page.blocks()[block].container;
        let text = self.page.texts_of(&self.page.blocks()[block])[0].node;
        for id in document.ancestors(text).take_while(|id| *id != container).take(3) {
            self.names(id, Role::Inside).for_each(&mut *visit);
        }
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
        self.texts(block, &mut |sign| signs.push(sign));
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
        let (page, document) = (signs.page, signs.page.document());
        // By node, what its names and those above it weigh far above a block.
        let mut above = vec![0.0f32; document.len()];
        for id in signs.names.needed().iter().copied() {
            let own: f32 = signs.names(id, Role::Above).map(|sign| model.weight(sign)).sum();
            above[id.index()] = own + document.parent(id).map_or(0.0, |up| above[up.index()]);
        }
        let mut last = (Document::ROOT, 0.0);
        let mut own = Vec::with_capacity(is_asked.len());
        for (index, block) in page.blocks().iter().enumerate() {
            if !is_asked[index] {
                own.push(first_look.log_odds[index]);
                continue;
            }
            if last.0 != block.container {
                last = (block.container, signs.of_container(block.container, &above, model));
            }
            let mut score = last.1;
            signs.texts(index, &mut |sign| score += model.weight(sign));
            own.push(score);
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

impl Signs<'_> {
    fn of_container(&self, container: NodeId, above: &[f32], model: &Linear) -> f32 {
        let document = self.page.document();
        let mut sum = model.bias() + model.weight(self.path(container));
        let mut level = Some(container);
        for role in [Role::Own, Role::Parent, Role::Grandparent] {
            let Some(id) = level else { break };
            sum += self.names(id, role).map(|sign| model.weight(sign)).sum::<f32>();
            level = document.parent(id);
        }
        sum + level.map_or(0.0, |id| above[id.index()])
    }
}

fn sign(word: Word, role: Role) -> u32 {
    (mix(word, role as u64) >> (64 - SIGN_BITS)) as u32
}

/// A text of at most so many characters (of CJK) or words is a sign as a whole.
const SHORT_CJK: usize = 12;
const SHORT_WORDS: usize = 5;

impl Edges {
    /// Of a text, by its letters where it has CJK ones, else by its words.
    pub(super) fn of(text: &str, has_cjk: bool) -> Self {
        if has_cjk { Self::of_letters(text) } else { Self::of_words(text) }
    }

    fn of_letters(text: &str) -> Self {
        let add = |hash, c: &char| mix(hash, u64::from(u32::from(*c)));
        let mut letters = ['\0'; SHORT_CJK];
        let shown = text.chars().filter(|c| !chars::is_blank(*c));
        let mut count = 0;
        for c in shown.clone().take(SHORT_CJK + 1) {
            if let Some(letter) = letters.get_mut(count) {
                *letter = fold_char(c);
            }
            count += 1;
        }
        let letters = &letters[..count.min(SHORT_CJK)];
        let first = |most| letters.iter().take(most).fold(1, add);
        let mut last = [2; 2];
        for (at, c) in shown.rev().take(4).map(fold_char).enumerate() {
            last[0] = if at < 2 { add(last[0], &c) } else { last[0] };
            last[1] = add(last[1], &c);
        }
        Self {
            whole: if count <= SHORT_CJK { letters.iter().fold(3, add) } else { 0 },
            parts: [first(2), first(4), last[0], last[1]],
        }
    }

    fn of_words(text: &str) -> Self {
        if text.is_ascii() {
            // What `split_whitespace` parts, and folds, byte by byte.
            let words = text.as_bytes().split(|byte| matches!(byte, b'\t'..=b'\r' | b' '));
            return Self::of_list(words.filter(|word| !word.is_empty()), ascii_letters);
        }
        Self::of_list(text.split_whitespace(), letters)
    }

    /// Of words, each as its letters.
    fn of_list<W: Copy, L: Iterator<Item = char>>(
        mut words: impl DoubleEndedIterator<Item = W> + Clone,
        letters: impl Fn(W) -> L,
    ) -> Self {
        let add = |hash, word: W| {
            letters(word).fold(mix(hash, 7), |hash, c| mix(hash, u64::from(u32::from(c))))
        };
        let backwards = words.clone().rev();
        let (mut whole, mut count, mut first) = (3, 0, [1; 2]);
        for word in words.by_ref().take(SHORT_WORDS + 1) {
            whole = add(whole, word);
            if count < 2 {
                first[1] = add(first[1], word);
            }
            if count == 0 {
                first[0] = first[1];
            }
            count += 1;
        }
        let mut last = [2; 2];
        for (at, word) in backwards.take(2).enumerate() {
            last[1] = add(last[1], word);
            if at == 0 {
                last[0] = last[1];
            }
        }
        let whole = if count <= SHORT_WORDS { whole } else { 0 };
        Self { whole, parts: [first[0], first[1], last[0], last[1]] }
    }
}

/// The letters of a word, folded.
fn letters(word: &str) -> impl Iterator<Item = char> {
    word.chars().map(fold_char)
}

fn ascii_letters(word: &[u8]) -> impl Iterator<Item = char> {
    word.iter().map(|byte| FOLDED[usize::from(byte % 128)])
}

/// [`fold_char`] of ASCII.
static FOLDED: [char; 128] = {
    let mut table = ['0'; 128];
    let mut code = 0u8;
    while code < 128 {
        if !code.is_ascii_digit() {
            table[code as usize] = code.to_ascii_lowercase() as char;
        }
        code += 1;
    }
    table
};

/// Lower case; all digits are one.
fn fold_char(c: char) -> char {
    if c.is_ascii() {
        return if c.is_ascii_digit() { '0' } else { c.to_ascii_lowercase() };
    }
    // The marks of Chinese texts are what they are, too.
    let is_mark = matches!(c, '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{3006}' | '\u{3008}'..='\u{3020}')
        || matches!(c, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}');
    if is_mark || chars::is_cjk(c) {
        return c;
    }
    if c.is_numeric() { '0' } else { c.to_lowercase().next().unwrap_or(c) }
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
    fn ascii_is_read_byte_by_byte_as_by_characters() {
        let code = (0..128u8).map(char::from).collect::<String>();
        for text in ["", "One", " Two\tW0rds\u{b}", "a b c d e f g 12", code.as_str()] {
            let (own, plain) =
                (Edges::of_words(text), Edges::of_list(text.split_whitespace(), letters));
            assert_eq!((own.whole, own.parts), (plain.whole, plain.parts), "{text:?}");
        }
    }

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
            let sum: f32 = signs.all(block).iter().map(|sign| model.weight(*sign)).sum();
            assert!((scores.own[block] - 0.5 - sum).abs() < 1e-3, "block {block}");
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
