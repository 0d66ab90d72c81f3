//! The functions that several columns share.

use std::ops::Range;

use super::layout::Layout;
use super::names::groups::Near;
use super::page::Features;
use crate::dom::Tag;
use crate::page::BlockRef;

pub(crate) use crate::numbers::log2_plus_1 as log;

/// 1 for true, 0 for false.
pub(crate) fn flag(value: bool) -> f32 {
    f32::from(value)
}

/// `part` as a share of `whole`; 0 of nothing.
pub(crate) fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The share of characters in links, over blocks.
pub(crate) fn link_density(c: &Layout, blocks: Range<usize>) -> f32 {
    let sums = c.containers.sum(blocks);
    share(sums.link_characters, sums.characters)
}

/// A value of the block `offset` blocks after this one; NaN beyond the page.
pub(crate) fn neighbour(
    c: &Layout,
    b: usize,
    offset: isize,
    value: fn(&Layout, usize) -> f32,
) -> f32 {
    beside(c, b, offset).map_or(f32::NAN, |block| value(c, block))
}

/// The number of the block `offset` blocks after this one; none beyond the page.
fn beside(c: &Layout, b: usize, offset: isize) -> Option<usize> {
    b.checked_add_signed(offset).filter(|block| *block < c.count())
}

/// The characters of a block, as log2.
pub(crate) fn characters(c: &Layout, b: usize) -> f32 {
    log(c.block(b).characters as f32)
}

/// The share of a block's characters in links.
pub(crate) fn links(c: &Layout, b: usize) -> f32 {
    link_density(c, b..b + 1)
}

/// The text of sentences of a block, in characters, as log2.
pub(crate) fn sentences(c: &Layout, b: usize) -> f32 {
    log(c.block(b).sentence_text() as f32)
}

/// 1 for a heading, else 0.
pub(crate) fn heading(c: &Layout, b: usize) -> f32 {
    flag(c.block(b).is_heading)
}

/// The mean characters of the blocks up to `reach` blocks away, as log2.
pub(crate) fn mean_length(c: &Layout, b: usize, reach: usize) -> f32 {
    let blocks = c.around(b, reach);
    let count = blocks.len() as f32;
    log(share(c.containers.sum(blocks).characters, count))
}

/// The text of sentences over blocks, in characters, as log2.
pub(crate) fn sentence_sum(c: &Layout, blocks: Range<usize>) -> f32 {
    log(c.containers.sum(blocks).sentence_text)
}

/// The share of the page's text in the element `level` levels up.
pub(crate) fn text_share(c: &Layout, b: usize, level: usize) -> f32 {
    share(c.containers.sum(c.level_blocks(b, level)).characters, c.total.characters)
}

/// The share of the page's text of sentences in the element `level` levels up.
pub(crate) fn sentence_share(c: &Layout, b: usize, level: usize) -> f32 {
    share(c.containers.sum(c.level_blocks(b, level)).sentence_text, c.total.sentence_text)
}

/// The mean characters of the blocks in the element `level` levels up, as log2.
pub(crate) fn level_mean(c: &Layout, b: usize, level: usize) -> f32 {
    let blocks = c.level_blocks(b, level);
    let count = blocks.len() as f32;
    log(share(c.containers.sum(blocks).characters, count))
}

/// 1 if an element around the block is named for a group, else 0.
pub(crate) fn named(c: &Features, b: usize, group: u32) -> f32 {
    flag(c.around[b].groups & group != 0)
}

/// Levels from the block's first text up to an element named for a group; NaN without one.
pub(crate) fn nearest(c: &Features, b: usize, group: Near) -> f32 {
    if c.around[b].groups & group.bit == 0 { f32::NAN } else { c.around[b].levels.to(group) }
}

/// The number of blocks after an anchor, -99 to 99; NaN without an anchor.
pub(crate) fn blocks_after(anchor: Option<BlockRef>, b: usize) -> f32 {
    anchor.map_or(f32::NAN, |anchor| (b as f32 - anchor.at as f32).clamp(-99.0, 99.0))
}

/// Sentence text between an anchor and the block; negative before the anchor.
pub(crate) fn sentences_since(c: &Features, anchor: Option<BlockRef>, b: usize) -> f32 {
    anchor.map_or(f32::NAN, |anchor| {
        let (from, to) = (anchor.at.min(b), anchor.at.max(b));
        let amount = log(c.layout.containers.sum(from..to).sentence_text);
        if b < anchor.at { -amount } else { amount }
    })
}

/// 1 if the text has words of a group at its edges, else 0.
pub(crate) fn says(c: &Features, b: usize, group: u32) -> f32 {
    flag(c.text[b].says & group != 0)
}

/// The number of siblings in a row that are built like the element `level` levels up.
pub(crate) fn run(c: &Features, b: usize, level: usize) -> f32 {
    log(c.signatures.repeats.length(c.layout.level(b, level).id) as f32)
}

/// A value of the item around the block, by its level; NaN outside of items.
pub(crate) fn of_item(c: &Features, b: usize, value: impl Fn(usize) -> f32) -> f32 {
    c.around[b].item.map_or(f32::NAN, value)
}

/// The score of hashed words of the block, in log odds.
pub(crate) fn hashed(c: &Features, b: usize) -> f32 {
    c.hashed.as_ref().map_or(f32::NAN, |scores| scores.log_odds[b])
}

/// The score of the block `offset` blocks after this one; NaN beyond the page.
pub(crate) fn hashed_beside(c: &Features, b: usize, offset: isize) -> f32 {
    let Some(scores) = &c.hashed else { return f32::NAN };
    beside(c.layout, b, offset).map_or(f32::NAN, |block| scores.seen[block])
}

/// The mean score of hashed words over blocks, weighted by tokens.
pub(crate) fn hashed_mean(c: &Features, blocks: Range<usize>) -> f32 {
    let Some(scores) = &c.hashed else { return f32::NAN };
    let tokens = c.layout.containers.sum(blocks.clone()).tokens;
    share(scores.sum(blocks), tokens)
}

/// The kind of the container's tag, from tags of running text to tags of lists and labels; 0 for others.
pub(crate) fn container_kind(c: &Layout, b: usize) -> f32 {
    match c.block(b).container().tag() {
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
