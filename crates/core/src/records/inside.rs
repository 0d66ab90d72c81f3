//! Answers inside posts (楼中楼), and answers to a question that are not built alike.

use super::groups::{MOST_SIGNS, Scored, are_nested, holder};
use super::known::Known;
use super::name::author_in;
use super::place::{Place, Span};
use super::short::{is_above_text, is_said};
use super::when::has_time;
use crate::dom::NodeId;
use crate::page::{Name, Node, Page};

/// Blocks above an answer that are looked at.
const MOST_ABOVE: usize = 20;
/// Answers of a group that are looked at.
const EXAMPLES: usize = 20;

/// Answers inside the posts: the largest group of elements with names and times that are in posts, below their text.
pub(super) fn inside(page: &Page, all: &[Scored], posts: &[Span]) -> Vec<Span> {
    if are_nested(posts) {
        return Vec::new();
    }
    let groups = all.iter().filter(|scored| scored.share >= MOST_SIGNS);
    let groups = groups.map(|scored| answers_of(page, scored, posts));
    // Heads of the posts, above all text, are no answers.
    let groups = groups.filter(|found| {
        let mut starts = found.iter().take(EXAMPLES).map(|(start, _)| page.node(*start));
        starts.any(|start| is_below_text(start, posts))
    });
    groups.max_by_key(Vec::len).unwrap_or_default()
}

/// The members of a group that are answers inside posts; of answers in answers the outer one.
fn answers_of(page: &Page, scored: &Scored, posts: &[Span]) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    for node in scored.members.iter().map(|id| page.node(*id)) {
        let Some(at) = holder(posts, node.id) else { continue };
        let (start, end) = posts[at];
        let all = page.stats().between(start, end).characters;
        let is_part = node.characters() * 5 <= all * 4;
        let is_outer = found.last().is_none_or(|(_, end)| node.id >= *end);
        if is_part && is_outer && is_named_for_answers(node, start) {
            found.push((node.id, node.end()));
        }
    }
    found
}

/// True if an element, or one of those around it inside the post, is named for answers.
fn is_named_for_answers(node: Node, post: NodeId) -> bool {
    let mut around = node.up(4).take_while(|node| node.id > post);
    around.any(|node| node.class().has(Name::Answers))
}

fn is_below_text(start: Node, posts: &[Span]) -> bool {
    let Some(at) = holder(posts, start.id) else { return false };
    let above = Place::between(start.page, (posts[at].0, start.id)).all_blocks();
    above.take(MOST_ABOVE).any(|block| is_said(block, None) && !is_above_text(block))
}

/// Elements with texts that are looked at, and those around each.
const MOST: usize = 60;
const MOST_WORDED: usize = 500;
const LEVELS: usize = 4;

/// Answers by elements named as texts: for each the nearest element around it that has a name and a time besides, and
/// no other text.
pub(super) fn uneven(page: &Page, known: &Known) -> Vec<Span> {
    let texts = texts(page);
    let place = |text: &Node| {
        let around = text.ancestors().take(LEVELS);
        let mut around = around.take_while(|node| holds_only(*node, &texts));
        let found =
            around.find(|node| author_in(&Place::of(*node)).is_some() && has_time(*node, known))?;
        Some((found.id, found.end()))
    };
    texts.iter().filter_map(place).collect()
}

/// True if only one of the texts is in an element.
fn holds_only(node: Node, texts: &[Node]) -> bool {
    texts.iter().filter(|text| node.contains(text.id)).count() == 1
}

/// The outermost elements that are named as texts and say something.
fn texts(page: &Page) -> Vec<Node<'_>> {
    let mut found: Vec<Node> = Vec::new();
    let worded = page.elements().filter(|node| node.class().holds_text());
    for node in worded.take(MOST_WORDED) {
        let is_inside = found.last().is_some_and(|last| last.contains(node.id));
        let mut blocks = node.blocks().take(MOST);
        if !is_inside && found.len() < MOST && blocks.any(|block| is_said(block, None)) {
            found.push(node);
        }
    }
    found
}
