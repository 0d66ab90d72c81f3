//! Lines of poems that are elements.

use crate::dom::Tag;
use crate::page::{Name, Node};

/// Nodes of a line of a poem that are looked at.
const MOST_IN_LINE: u32 = 64;

/// True if an element is a line of a poem: one of its own in the poem or a stanza, without others inside.
pub(super) fn is_line_of_poem(node: Node) -> bool {
    node.is(Tag::DIV)
        && node.size() <= MOST_IN_LINE
        && node.parent().is_some_and(is_poem)
        && !is_poem(node)
        && !node.descendants().any(|inner| inner.tag().is_block_level())
        && node.descendants().filter(|inner| inner.is(Tag::BR)).count() < 2
}

fn is_poem(node: Node) -> bool {
    node.class().has(Name::Poem)
}
