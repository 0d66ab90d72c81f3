//! Words of another post in a post.

use crate::dom::{Document, NodeId, Tag};
use crate::page::{Name, Names};

/// True if an element of a post is named for the words of another one.
pub(crate) fn is_quotation(document: &Document, id: NodeId) -> bool {
    let may_be = matches!(
        document.tag(id),
        Tag::DIV | Tag::TABLE | Tag::ASIDE | Tag::SECTION | Tag::FIELDSET
    );
    may_be && Names::of_class(document.node(id)).has(Name::Quotation)
}
