//! Articles that the page calls related (block-weighting's post keeps 相关链接 apart from the text).

use super::link::{Label, Link, label_of, link};
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{Block, BlockIndex, Page};
use crate::text::count;

/// Related links are few.
const MOST: usize = 50;
/// Longer blocks, in characters, are no labels.
const LONGEST_LABEL: u32 = 24;
/// The number of levels above a label that are searched for its links.
const MOST_LEVELS: usize = 5;

/// The links below labels such as 相关新闻 or "Related articles", each address once.
pub(super) fn related(page: &Page, main_start: Option<BlockIndex>) -> Vec<Link> {
    let mut found: Vec<Link> = Vec::new();
    let first = main_start.unwrap_or(0);
    let mut done = NodeId(0);
    for (index, block) in page.blocks().iter().enumerate().skip(first) {
        if block.characters > LONGEST_LABEL || block.is_hidden || !is_label_of_related(page, block)
        {
            continue;
        }
        let Some(after) = page.texts_of(block).last().map(|text| text.node) else { continue };
        if after < done {
            continue;
        }
        let Some(container) = container(page, block.container, after) else { continue };
        let end = next_heading(page, index, container);
        done = end;
        for id in (after.0 + 1..end.0).map(NodeId) {
            let Some(link) = article_link(page, id) else { continue };
            if found.len() < MOST && found.iter().all(|other| other.url != link.url) {
                found.push(link);
            }
        }
    }
    found
}

fn is_label_of_related(page: &Page, block: &Block) -> bool {
    let text = page.block_text(block);
    matches!(label_of(text), Some((Label::Related, rest)) if rest.chars().count() <= 6)
}

/// The nearest element around a label that holds article links after it.
fn container(page: &Page, own: NodeId, after: NodeId) -> Option<NodeId> {
    let document = page.document();
    let holds = |id: &NodeId| {
        (after.0 + 1..document.end(*id).0)
            .map(NodeId)
            .take(400)
            .any(|id| article_link(page, id).is_some())
    };
    let is_page = |id: &NodeId| matches!(document.tag(*id), Tag::BODY | Tag::HTML);
    std::iter::once(own)
        .chain(document.ancestors(own))
        .take(MOST_LEVELS)
        .take_while(|id| !is_page(id))
        .find(holds)
}

/// The end of a label's links: the end of their element, or the next heading in it.
fn next_heading(page: &Page, label: BlockIndex, container: NodeId) -> NodeId {
    let document = page.document();
    let end = document.end(container);
    let mut blocks = page.blocks()[label + 1..].iter();
    let is_heading = |block: &&Block| block.is_heading && !block.is_mostly_linked();
    let heading = blocks.find(|block| is_heading(block) || block.container >= end);
    heading.map_or(end, |block| block.container.min(end))
}

/// A link with the words of a title.
fn article_link(page: &Page, id: NodeId) -> Option<Link> {
    let document: &Document = page.document();
    if document.kind(id) != NodeKind::Element || document.tag(id) != Tag::A {
        return None;
    }
    let characters = page.stats().characters(document, id);
    if !(4..=200).contains(&characters) || document.attribute(id, AttributeName::HREF).is_none() {
        return None;
    }
    let text = page.text_of(id, " ");
    (count::tokens(&text) >= 3).then(|| link(page, id, &text)).flatten()
}
