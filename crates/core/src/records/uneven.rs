//! Answers to a question in elements of different names: the best one, and the others.

use super::known::Known;
use super::post_author::author_in;
use super::post_time::has_time;
use super::said::is_said;
use crate::dom::NodeId;
use crate::page::Page;

/// Elements with texts that are looked at, and those around each.
const MOST: usize = 60;
const MOST_WORDED: usize = 500;
const LEVELS: usize = 4;

/// Answers by elements named as texts: for each the nearest element around it that has a name and a time besides, and
/// no other text.
pub(super) fn answers(page: &Page, known: &Known) -> Vec<(NodeId, NodeId)> {
    let document = page.document();
    let texts = texts(page);
    let holds_one = |id: NodeId| {
        let end = document.end(id);
        texts.iter().filter(|text| id <= **text && **text < end).count() == 1
    };
    let place = |text: &NodeId| {
        let mut around = document.ancestors(*text).take(LEVELS).take_while(|id| holds_one(*id));
        let is_told = |id: &NodeId| {
            author_in(page, *id, document.end(*id)).is_some() && has_time(page, *id, known)
        };
        let found = around.find(is_told)?;
        Some((found, document.end(found)))
    };
    texts.iter().filter_map(place).collect()
}

/// The outermost elements that are named as texts and say something.
fn texts(page: &Page) -> Vec<NodeId> {
    let document = page.document();
    let is_worded = |id: &NodeId| page.marks().class(*id).holds_text();
    let mut found: Vec<NodeId> = Vec::new();
    for id in document.elements().filter(is_worded).take(MOST_WORDED) {
        let is_inside = found.last().is_some_and(|last| id < document.end(*last));
        let mut blocks = page.blocks()[page.blocks_within(id)].iter().take(MOST);
        if !is_inside && found.len() < MOST && blocks.any(|block| is_said(page, block, None)) {
            found.push(id);
        }
    }
    found
}
