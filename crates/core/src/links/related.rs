//! Articles that the page calls related (block-weighting's post keeps 相关链接 apart from the text).

use super::link::{Label, Link, label_of, link};
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{BlockRef, Node};
use crate::text::count;

/// Related links are few.
const MOST: usize = 50;
/// Longer blocks, in characters, are no labels.
const LONGEST_LABEL: u32 = 24;
/// The number of levels above a label that are searched for its links.
const MOST_LEVELS: usize = 5;

/// The links below labels such as 相关新闻 or "Related articles", each address once.
pub(super) fn related<'p>(blocks: impl Iterator<Item = BlockRef<'p>>) -> Vec<Link> {
    let mut found: Vec<Link> = Vec::new();
    let mut done = NodeId(0);
    for block in blocks {
        if block.characters > LONGEST_LABEL || block.is_hidden || !is_label_of_related(block.text())
        {
            continue;
        }
        let Some(label) = block.texts().last().map(|text| text.node) else { continue };
        if label < done {
            continue;
        }
        let Some(container) = container(block, label) else { continue };
        done = next_heading(block, container);
        for node in (label.0 + 1..done.0).map(|id| block.page.node(NodeId(id))) {
            let Some(link) = article_link(node) else { continue };
            if found.len() < MOST && found.iter().all(|other| other.url != link.url) {
                found.push(link);
            }
        }
    }
    found
}

fn is_label_of_related(text: &str) -> bool {
    matches!(label_of(text), Some((Label::Related, rest)) if rest.chars().count() <= 6)
}

/// The nearest element around the block of a label that holds article links after the label.
fn container(block: BlockRef<'_>, label: NodeId) -> Option<Node<'_>> {
    let levels = block.container().up(MOST_LEVELS);
    levels.take_while(|element| !matches!(element.tag(), Tag::BODY | Tag::HTML)).find(|element| {
        let nodes = (label.0 + 1..element.end().0).map(|id| element.page.node(NodeId(id)));
        nodes.take(400).any(|node| article_link(node).is_some())
    })
}

/// The end of a label's links: the end of their element, or the next heading in it.
fn next_heading(label: BlockRef, container: Node) -> NodeId {
    let end = container.end();
    let mut blocks = label.page.blocks()[label.at + 1..].iter();
    let heading = blocks
        .find(|block| block.is_heading && !block.is_mostly_linked() || block.container >= end);
    heading.map_or(end, |block| block.container.min(end))
}

/// A link with the words of a title.
fn article_link(node: Node) -> Option<Link> {
    if !node.is(Tag::A)
        || !(4..=200).contains(&node.characters())
        || node.attribute(AttributeName::HREF).is_none()
    {
        return None;
    }
    let text = node.shown(" ");
    (count::tokens(&text) >= 3).then(|| link(node, &text)).flatten()
}
