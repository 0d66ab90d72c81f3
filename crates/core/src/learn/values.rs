//! The values that columns are made of.

use std::ops::Range;

use super::context::{Anchor, Context};
use super::measures::Measures;
use super::name_groups::Near;
use crate::dom::Tag;

pub(super) use crate::numbers::log2_plus_1 as log;

pub(super) fn flag(value: bool) -> f32 {
    f32::from(value)
}

pub(super) fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

pub(super) fn link_density(c: &Measures, blocks: Range<usize>) -> f32 {
    let sums = c.containers.sum(blocks);
    share(sums.link_characters, sums.characters)
}

/// A value of the block so many after one; missing beyond the page's first and last.
pub(super) fn neighbour(
    c: &Measures,
    b: usize,
    offset: isize,
    value: fn(&Measures, usize) -> f32,
) -> f32 {
    beside(c, b, offset).map_or(f32::NAN, |block| value(c, block))
}

fn beside(c: &Measures, b: usize, offset: isize) -> Option<usize> {
    b.checked_add_signed(offset).filter(|block| *block < c.count())
}

pub(super) fn characters(c: &Measures, b: usize) -> f32 {
    log(c.block(b).characters as f32)
}

pub(super) fn links(c: &Measures, b: usize) -> f32 {
    link_density(c, b..b + 1)
}

pub(super) fn sentences(c: &Measures, b: usize) -> f32 {
    log(c.block(b).sentence_text() as f32)
}

pub(super) fn heading(c: &Measures, b: usize) -> f32 {
    flag(c.block(b).is_heading)
}

#[inline(always)]
pub(super) fn mean_length(c: &Measures, b: usize, reach: usize) -> f32 {
    let blocks = c.around(b, reach);
    let count = blocks.len() as f32;
    log(share(c.containers.sum(blocks).characters, count))
}

pub(super) fn sentence_sum(c: &Measures, blocks: Range<usize>) -> f32 {
    log(c.containers.sum(blocks).sentence_text)
}

pub(super) fn text_share(c: &Measures, b: usize, level: usize) -> f32 {
    share(c.containers.sum(c.level_blocks(b, level)).characters, c.total.characters)
}

pub(super) fn sentence_share(c: &Measures, b: usize, level: usize) -> f32 {
    share(c.containers.sum(c.level_blocks(b, level)).sentence_text, c.total.sentence_text)
}

#[inline(always)]
pub(super) fn level_mean(c: &Measures, b: usize, level: usize) -> f32 {
    let blocks = c.level_blocks(b, level);
    let count = blocks.len() as f32;
    log(share(c.containers.sum(blocks).characters, count))
}

pub(super) fn verdict(c: &Measures, method: usize, b: usize) -> f32 {
    let (verdict, highest) = &c.verdicts[method];
    share(verdict.score[b], *highest)
}

/// A block's smoothed length to one of the two thresholds of block-smoothing, as a logarithm: over 0
/// above it.
#[inline(always)]
pub(super) fn to_threshold(c: &Measures, b: usize, threshold: f32) -> f32 {
    log(c.verdicts[1].0.score[b]) - log(threshold)
}

pub(super) fn named(c: &Context, b: usize, group: u32) -> f32 {
    flag(c.groups(b) & group != 0)
}

/// Levels from the block's first text up to an element so named; missing when there is none.
#[inline(always)]
pub(super) fn nearest(c: &Context, b: usize, group: Near) -> f32 {
    if c.groups(b) & group.bit == 0 { f32::NAN } else { c.levels(b).to(group) }
}

/// How many blocks after an anchor; negative before it, missing without one.
pub(super) fn blocks_after(anchor: Option<&Anchor>, b: usize) -> f32 {
    anchor.map_or(f32::NAN, |anchor| (b as f32 - anchor.block as f32).clamp(-99.0, 99.0))
}

/// Sentence text between an anchor and the block; negative before the anchor.
pub(super) fn sentences_since(c: &Context, anchor: Option<&Anchor>, b: usize) -> f32 {
    anchor.map_or(f32::NAN, |anchor| {
        let (from, to) = (anchor.block.min(b), anchor.block.max(b));
        let amount = log(c.containers.sum(from..to).sentence_text);
        if b < anchor.block { -amount } else { amount }
    })
}

/// Whether the text has words of a group at its edges.
pub(super) fn says(c: &Context, b: usize, group: u32) -> f32 {
    flag(c.facts[b].says & group != 0)
}

/// How many siblings in a row look like the element so many levels up.
#[inline(always)]
pub(super) fn run(c: &Context, b: usize, level: usize) -> f32 {
    log(c.looks.repeats.length(c.level(b, level)) as f32)
}

pub(super) fn signs(c: &Context, b: usize) -> f32 {
    c.signs.as_ref().map_or(f32::NAN, |signs| signs.own[b])
}

/// The score of the block so many after one; missing beyond the page's first and last.
pub(super) fn signs_beside(c: &Context, b: usize, offset: isize) -> f32 {
    let Some(signs) = &c.signs else { return f32::NAN };
    beside(c, b, offset).map_or(f32::NAN, |block| signs.seen[block])
}

/// The mean score of the sparse model over blocks, by tokens.
pub(super) fn signs_mean(c: &Context, blocks: Range<usize>) -> f32 {
    let Some(signs) = &c.signs else { return f32::NAN };
    let tokens = c.containers.sum(blocks.clone()).tokens;
    share(signs.sum(blocks), tokens)
}

/// Kinds of containers, from those of running text to those of lists and labels.
pub(super) fn container_kind(c: &Measures, b: usize) -> f32 {
    match c.page.document().tag(c.block(b).container) {
        Tag::P => 1.0,
        Tag::BLOCKQUOTE | Tag::PRE => 2.0,
        Tag::H1 => 3.0,
        Tag::H2 => 4.0,
        Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => 5.0,
        Tag::DIV | Tag::SECTION | Tag::ARTICLE | Tag::MAIN => 6.0,
        Tag::TD => 7.0,
        Tag::TH | Tag::CAPTION => 8.0,
        Tag::LI => 9.0,
        Tag::DD | Tag::DT => 10.0,
        Tag::FIGCAPTION => 11.0,
        Tag::FOOTER | Tag::HEADER | Tag::NAV | Tag::ASIDE | Tag::FORM => 12.0,
        _ => 0.0,
    }
}
