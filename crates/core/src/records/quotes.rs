//! Words of another post in a post.

use std::sync::LazyLock;

use super::said::words;
use crate::dom::{AttributeName, Document, NodeId, Tag};

static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| words("quote"));

/// Whether an element of a post is named for the words of another one.
pub fn is_quotation(document: &Document, id: NodeId) -> bool {
    let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
    let may_be = matches!(document.tag(id), Tag::DIV | Tag::TABLE | Tag::ASIDE | Tag::SECTION)
        || document.name(id) == "fieldset";
    may_be
        && class
            .split_whitespace()
            .any(|word| NAMES.iter().any(|name| word.eq_ignore_ascii_case(name)))
}
