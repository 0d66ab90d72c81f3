//! A post read once: its author, time, number and text, and where they are.

use std::borrow::Cow;

use super::content::content_element;
use super::known::Known;
use super::name::author_in;
use super::place::{Place, Span};
use super::post::Post;
use super::short::{is_above_text, is_around_text, is_below_text, is_said, is_time};
use super::when;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockIndex, BlockRef, Name, Node, NodeFlags, Page, number_of_post};
use crate::text::dates::Date;

/// Lines of name, time and number before a text, at most.
const MOST_HEADS: usize = 8;
/// Characters of a block that may be the number of a post.
const LONGEST_NUMBER: u32 = 12;

/// A post, and where it is.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) post: Post,
    /// Its first node, and the one after its last.
    pub(super) place: Span,
    /// The blocks that its text is of.
    pub(super) body: Vec<BlockIndex>,
    /// The element that is plainly the text's, if there is one.
    pub(super) content: Option<Span>,
    pub(super) role: Role,
    /// True if the page gives its number.
    pub(super) is_numbered: bool,
}

/// What a post is among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// One of those built alike.
    Alike,
    /// The opening post, where it is apart from the others.
    Opening,
    /// An answer inside another post.
    Inside,
}

impl Row {
    /// Reads the post at a place.
    pub(super) fn read(place: &Place, known: &Known) -> Self {
        let author = author_in(&place.head())
            .or_else(|| place.holes.is_empty().then(|| author_in(place)).flatten());
        let time = when::time(place, known);
        let floor = number_in(place.blocks());
        let content = content_element(place);
        let body = body(place, author.as_deref(), content, known);
        let text = text_of(place.page, &body);
        let is_numbered = floor.is_some();
        let post = Post { author, time, floor, text, ..Post::default() };
        Self { post, place: place.span(), body, content, role: Role::Alike, is_numbered }
    }

    /// The day on which it was written.
    pub(super) fn day(&self) -> Option<(u16, u8, u8)> {
        self.post.time.as_deref().and_then(Date::from_iso).and_then(|date| date.whole_day())
    }

    /// True if it has an author, a time or a number.
    pub(super) fn has_sign(&self) -> bool {
        self.post.author.is_some() || self.post.time.is_some() || self.is_numbered
    }

    /// True if it has an author and a time.
    pub(super) fn is_signed(&self) -> bool {
        self.post.author.is_some() && self.post.time.is_some()
    }

    /// Its blocks.
    pub(super) fn body<'p>(&self, page: &'p Page) -> impl Iterator<Item = BlockRef<'p>> {
        self.body.iter().map(|at| page.block(*at))
    }

    /// All blocks of its place.
    pub(super) fn blocks<'p>(
        &self,
        page: &'p Page,
    ) -> impl Iterator<Item = BlockRef<'p>> + use<'p> {
        Place::between(page, self.place).all_blocks()
    }
}

/// The number of a post in a short block.
pub(super) fn number_in<'p>(blocks: impl Iterator<Item = BlockRef<'p>>) -> Option<u32> {
    let mut short = blocks.filter(|block| block.characters <= LONGEST_NUMBER);
    short.find_map(|block| number_of_post(block.text()))
}

/// The text of blocks, a line for each; code has the lines that it is written in.
pub(super) fn text_of(page: &Page, body: &[BlockIndex]) -> String {
    body.iter().map(|at| line(page.block(*at))).collect::<Vec<_>>().join("\n")
}

fn line(block: BlockRef<'_>) -> Cow<'_, str> {
    let texts = || block.texts().iter().map(|text| block.page.node(text.node));
    if !texts().all(|node| node.flags().has(NodeFlags::PREFORMATTED)) {
        return block.text().into();
    }
    let code: String = texts().map(Node::text).collect();
    code.trim_matches(['\r', '\n']).trim_end().to_owned().into()
}

/// The blocks of a post's text: of the element with its text, or else what the method kept, or else what reads like text.
fn body(
    place: &Place,
    author: Option<&str>,
    content: Option<Span>,
    known: &Known,
) -> Vec<BlockIndex> {
    let is_term = place.node().is(Tag::DT);
    let blocks = place.blocks().filter(|block| {
        let is_name = is_term && block.container == place.start;
        !block.is_hidden && !is_name && !is_signature(*block)
    });
    let blocks: Vec<BlockRef> = blocks.collect();
    if let Some(content) = content {
        let mut inside = blocks;
        inside.retain(|block| is_in(*block, content));
        let body = without_head(inside.clone(), author);
        // All that a post says may be a word that buttons have too: 顶.
        inside.retain(|block| block.characters > 0);
        let body = if body.is_empty() { inside } else { body };
        return body.iter().map(|block| block.at).collect();
    }
    let (kept, rest): (Vec<_>, Vec<_>) = blocks.into_iter().partition(|block| known.kept[block.at]);
    let kept = without_head(kept, author);
    let body = if kept.is_empty() { said(rest, author) } else { kept };
    body.iter().map(|block| block.at).collect()
}

/// The blocks that read like text, or else, as a post may be very short, those that are no head and no link.
fn said<'p>(blocks: Vec<BlockRef<'p>>, author: Option<&str>) -> Vec<BlockRef<'p>> {
    let (said, rest): (Vec<_>, Vec<_>) =
        blocks.into_iter().partition(|block| is_said(*block, author));
    let said = without_head(said, author);
    if !said.is_empty() {
        return said;
    }
    let mut rest = without_head(rest, author);
    rest.retain(|block| !is_above_text(*block) && block.characters > 1);
    rest
}

/// True if a block is in an element, or begins there.
fn is_in(block: BlockRef, (start, end): Span) -> bool {
    let has = |node: NodeId| node >= start && node < end;
    has(block.container) || block.texts().first().is_some_and(|text| has(text.node))
}

/// True if an element around a block is named for the words that a person sets below each post.
pub(super) fn is_signature(block: BlockRef) -> bool {
    block.page.marks().within(block.container, 2, Name::Signature)
}

/// Blocks without those of the head of a post, and without the buttons at its end.
fn without_head<'p>(mut blocks: Vec<BlockRef<'p>>, author: Option<&str>) -> Vec<BlockRef<'p>> {
    blocks.retain(|block| !block.text().is_empty());
    let heads = blocks.iter().take(MOST_HEADS);
    let heads = heads.take_while(|block| is_around_text(block.text(), author)).count();
    blocks.drain(..heads);
    while blocks.last().is_some_and(|block| is_below_text(block.text()) || is_time(block.text())) {
        blocks.pop();
    }
    blocks
}
