//! Reads one post or comment: its author, time, number and text.

use std::borrow::Cow;

use super::known::Known;
use super::post::{Place, Post};
use super::post_author::author_in;
use super::post_content::content_element;
use super::post_time;
use super::said::{is_around_text, is_below_text, is_said};
use crate::dom::{NodeId, Tag};
use crate::page::{Block, BlockIndex, Name, NodeFlags, Page, number_of_post};

/// A post, and the blocks that its text is of.
pub(super) struct Told {
    pub(super) post: Post,
    pub(super) body: Vec<BlockIndex>,
    /// The element that is plainly the text's, if there is one.
    pub(super) content: Option<(NodeId, NodeId)>,
}

/// Reads the post at a place.
pub(super) fn read(page: &Page, place: &Place, known: &Known) -> Told {
    let (id, end) = (place.start, place.end);
    let last = page.texts().partition_point(|text| text.node < end);
    let own = page.blocks().iter().enumerate().skip(page.blocks_within(id).start);
    let is_own =
        |block: &Block| page.texts_of(block).first().is_none_or(|text| place.has(text.node));
    let blocks: Vec<(BlockIndex, &Block)> = own
        .take_while(|(_, block)| block.texts.start < last)
        .filter(|(_, block)| is_own(block))
        .collect();
    let head = place.holes.first().map_or(end, |(start, _)| *start).max(NodeId(id.0 + 1)).min(end);
    let author = author_in(page, id, head)
        .or_else(|| author_in(page, id, end).filter(|_| place.holes.is_empty()));
    let time = post_time::time(page, place, &blocks, known);
    let short = blocks.iter().map(|(_, block)| *block).filter(|block| block.characters <= 12);
    let floor = short.map(|block| page.block_text(block)).find_map(number_of_post);
    let content = content_element(page, place);
    let body = body(page, place, &blocks, author.as_deref(), (known, content));
    let text = text_of(page, &body);
    Told { post: Post { author, time, floor, text, ..Post::default() }, body, content }
}

/// The text of blocks, a line for each; code has the lines that it is written in.
pub(super) fn text_of(page: &Page, body: &[BlockIndex]) -> String {
    let is_code = |block: &Block| {
        let mut texts = page.texts_of(block).iter();
        texts.all(|text| page.flags(text.node).has(NodeFlags::PREFORMATTED))
    };
    let line = |at: &BlockIndex| -> Cow<'_, str> {
        let block = &page.blocks()[*at];
        if !is_code(block) {
            return page.block_text(block).into();
        }
        let texts = page.texts_of(block).iter().map(|text| page.document().text(text.node));
        texts.collect::<String>().trim_matches(['\r', '\n']).trim_end().to_owned().into()
    };
    body.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The blocks of a post's text: of the element with its text, or else what the method kept, or else what reads like text.
fn body(
    page: &Page,
    place: &Place,
    blocks: &[(BlockIndex, &Block)],
    author: Option<&str>,
    (known, content): (&Known, Option<(NodeId, NodeId)>),
) -> Vec<BlockIndex> {
    let is_term = page.document().tag(place.start) == Tag::DT;
    let is_left_out = |block: &Block| {
        block.is_hidden || is_term && block.container == place.start || is_signature(page, block)
    };
    let chosen = |is_chosen: &dyn Fn(BlockIndex, &Block) -> bool| {
        let own = blocks.iter().filter(|(_, block)| !is_left_out(block));
        let own = own.filter(|(index, block)| is_chosen(*index, block));
        without_head(page, own.map(|(index, _)| *index).collect(), author)
    };
    if let Some((start, end)) = content {
        let has = |node: NodeId| node >= start && node < end;
        let is_in = |block: &Block| {
            has(block.container) || page.texts_of(block).first().is_some_and(|text| has(text.node))
        };
        let own = chosen(&|_, block| is_in(block));
        // All that a post says may be a word that buttons have too: 顶.
        let bare = |block: &Block| is_in(block) && !is_left_out(block) && block.characters > 0;
        return match own.is_empty() {
            true => blocks.iter().filter(|(_, own)| bare(own)).map(|(at, _)| *at).collect(),
            false => own,
        };
    }
    let kept = chosen(&|index, _| known.kept[index]);
    if kept.is_empty() { chosen(&|_, block| is_said(page, block, author)) } else { kept }
}

/// True if an element around a block is named for the words that a person sets below each post.
pub(super) fn is_signature(page: &Page, block: &Block) -> bool {
    page.marks().within(block.container, 2, Name::Signature)
}

/// Blocks without those of the head of a post, and without the buttons at its end.
fn without_head(page: &Page, mut blocks: Vec<BlockIndex>, author: Option<&str>) -> Vec<BlockIndex> {
    let text = |at: &BlockIndex| page.block_text(&page.blocks()[*at]);
    blocks.retain(|at| !text(at).is_empty());
    let is_head = |at: &&BlockIndex| is_around_text(text(at), author);
    let heads = blocks.iter().take(MOST_HEADS).take_while(is_head).count();
    blocks.drain(..heads);
    while blocks.last().is_some_and(|at| is_below_text(text(at))) {
        blocks.pop();
    }
    blocks
}

/// Lines of name, time and number before a text, at most.
const MOST_HEADS: usize = 8;
