//! Reads one post or comment: its author, time, number and text.

use super::known::Known;
use super::post::{Place, Post};
use super::post_author::author_in;
use super::post_content::content_element;
use super::post_time;
use super::said::{floor_in, is_around_text, is_button, is_said};
use crate::dom::{NodeId, Tag};
use crate::page::{Block, Page};

/// Reads the post at a place.
pub(super) fn read(page: &Page, place: &Place, known: &Known) -> Post {
    let (id, end) = (place.start, place.end);
    let last = page.texts().partition_point(|text| text.node < end);
    let own = page.blocks().iter().enumerate().skip(page.blocks_within(id).start);
    let is_own =
        |block: &Block| page.texts_of(block).first().is_none_or(|text| place.has(text.node));
    let blocks: Vec<(usize, &Block)> = own
        .take_while(|(_, block)| block.texts.start < last)
        .filter(|(_, block)| is_own(block))
        .collect();
    let head = place.holes.first().map_or(end, |(start, _)| *start).max(NodeId(id.0 + 1)).min(end);
    let author = author_in(page, id, head)
        .or_else(|| author_in(page, id, end).filter(|_| place.holes.is_empty()));
    let time = post_time::time(page, place, &blocks, known);
    let short = blocks.iter().map(|(_, block)| *block).filter(|block| block.characters <= 12);
    let floor = short.map(|block| page.block_text(block)).find_map(floor_in);
    let content = content_element(page, place);
    let lines = lines(page, id, &blocks, content, author.as_deref(), known);
    Post { author, time, floor, text: lines.join("\n"), ..Post::default() }
}

/// The lines of a post: of the element with its text, or else what the method kept, or else what reads like text.
fn lines(
    page: &Page,
    id: NodeId,
    blocks: &[(usize, &Block)],
    content: Option<(NodeId, NodeId)>,
    author: Option<&str>,
    known: &Known,
) -> Vec<String> {
    let is_term = page.document().tag(id) == Tag::DT;
    let is_content = |block: &Block, (start, end): (NodeId, NodeId)| {
        let has = |node: NodeId| node >= start && node < end;
        has(block.container) || page.texts_of(block).first().is_some_and(|text| has(text.node))
    };
    let is_left_out = |block: &Block| block.is_hidden || is_term && block.container == id;
    let any_kept = content.is_none() && blocks.iter().any(|(index, _)| known.kept[*index]);
    let chosen = blocks.iter().filter(|(index, block)| {
        let is_chosen = match content {
            Some(content) => is_content(block, content),
            None if any_kept => known.kept[*index],
            None => is_said(page, block, author),
        };
        is_chosen && !is_left_out(block)
    });
    let mut lines: Vec<String> = chosen
        .map(|(_, block)| page.block_text(block).to_owned())
        .filter(|line| !line.is_empty())
        .collect();
    let is_head = |line: &String| is_around_text(line, author);
    let heads = lines.iter().take(MOST_HEADS).take_while(|line| is_head(line)).count();
    lines.drain(..heads);
    while lines.last().is_some_and(|line| is_button(line)) {
        lines.pop();
    }
    lines
}

/// Lines of name, time and number before a text, at most.
const MOST_HEADS: usize = 8;
