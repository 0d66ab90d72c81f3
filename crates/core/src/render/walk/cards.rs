//! Cards of a list that are links: one beside the other in the source, one below the other on the screen.

use crate::dom::Tag;
use crate::page::Node;

/// The other cards beside one, at least, and siblings that are looked at.
const LEAST_OTHERS: usize = 2;
const MOST_SIBLINGS: usize = 24;
/// Nodes of a card at most.
const MOST_IN_CARD: u32 = 64;

/// True if an element is a card: a link to an article whose date, title and summary are elements of their own, with others like it
/// beside it.
pub(super) fn is_card(node: Node) -> bool {
    node.is(Tag::A)
        && node.size() <= MOST_IN_CARD
        && node.says_what_it_is()
        && parts(node).take(2).count() == 2
        && node.children().all(|inner| !inner.is_text() || inner.text().trim().is_empty())
        && node.siblings_alike(MOST_SIBLINGS).take(LEAST_OTHERS).count() == LEAST_OTHERS
}

/// True if an element is a part of a card.
pub(super) fn is_part_of_card(node: Node) -> bool {
    node.is(Tag::SPAN) && node.parent().is_some_and(is_card)
}

fn parts<'p>(card: Node<'p>) -> impl Iterator<Item = Node<'p>> {
    card.children().filter(|inner| inner.is_element() && inner.characters() > 0)
}
