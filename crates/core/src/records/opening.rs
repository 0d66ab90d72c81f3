//! The opening post of a thread, where it stands apart from the answers.

use super::groups::{NO_CLASS, class_of};
use super::known::Known;
use super::post::Place;
use super::post_author::author_in;
use super::post_content::content_element;
use crate::dom::{Document, NodeId};
use crate::page::{Block, Page};

/// Main text before the group of posts is a post if it has at least this many characters.
const LEAST: u32 = 60;

/// The opening post, if it is apart from the answers, which begin at `first`: the element around the main text before
/// them, with that text; or else the element whose text stands in an element like that of the first answer.
pub(super) fn opening(page: &Page, first: NodeId, known: &Known) -> Option<(Place, String)> {
    by_text(page, first, known).or_else(|| by_name(page, first))
}

fn by_text(page: &Page, first: NodeId, known: &Known) -> Option<(Place, String)> {
    let document = page.document();
    let starts_before =
        |block: &Block| page.texts_of(block).first().is_some_and(|text| text.node < first);
    let before = page.blocks().iter().zip(known.kept).take_while(|(block, _)| starts_before(block));
    let chosen = before.filter(|(block, kept)| **kept && !block.is_heading).map(|(block, _)| block);
    let chosen: Vec<&Block> =
        chosen.filter(|block| block.sentence_text() > 0 || block.tokens > 8).collect();
    let amount: u32 = chosen.iter().map(|block| block.characters).sum();
    if amount < LEAST {
        return None;
    }
    let (start, last) = (chosen.first()?.container, chosen.last()?.container);
    let place = around(document, start, last, first)?;
    let lines: Vec<String> = chosen.iter().map(|block| page.block_text(block).to_owned()).collect();
    Some((place, lines.join("\n")))
}

/// The largest element around a text that does not hold the answers.
fn around(document: &Document, start: NodeId, last: NodeId, first: NodeId) -> Option<Place> {
    let is_around =
        |id: &NodeId| *id <= start && document.end(*id) > last && document.end(*id) <= first;
    let element = std::iter::once(start)
        .chain(document.ancestors(start))
        .take_while(|id| document.end(*id) <= first)
        .filter(is_around)
        .last()?;
    Some(Place { start: element, end: document.end(element).min(first), holes: Vec::new() })
}

/// The place before the answers whose text stands in an element like that of the first answer.
fn by_name(page: &Page, first: NodeId) -> Option<(Place, String)> {
    let document = page.document();
    let place = Place { start: first, end: document.end(first), holes: Vec::new() };
    let (content, _) = content_element(page, &place)?;
    let (tag, class) = (document.tag(content), class_of(page, content));
    if class == NO_CLASS {
        return None;
    }
    let before = document.elements().take_while(|id| *id < first);
    let mut alike = before.filter(|id| {
        document.tag(*id) == tag
            && document.end(*id) <= first
            && page.stats().characters(document, *id) > 0
            && class_of(page, *id) == class
    });
    let found = alike.next()?;
    let place = around(document, found, found, first)?;
    // Without a name it is something else that is said above the posts.
    author_in(page, place.start, place.end)?;
    Some((place, String::new()))
}
