//! Root paths of nodes and their similarity.

use super::{Document, NodeId, Tag};

/// The tags from `html` down to `id`; a text or comment counts as the last node, as [`Tag::NONE`].
pub fn root_path(document: &Document, id: NodeId) -> Vec<Tag> {
    let mut path: Vec<Tag> = std::iter::once(id)
        .chain(document.ancestors(id))
        .filter(|node| *node != Document::ROOT)
        .map(|node| document.tag(node))
        .collect();
    path.reverse();
    path
}

/// The DOM path of a node in readable form: `html/body/div#main.wide/p`.
pub fn describe(document: &Document, id: NodeId) -> String {
    let mut parts: Vec<String> = std::iter::once(id)
        .chain(document.ancestors(id))
        .filter(|node| document.tag(*node) != Tag::NONE)
        .map(|node| describe_element(document, node))
        .collect();
    parts.reverse();
    parts.join("/")
}

/// An element in readable form: its name, `#id` and `.class`es.
pub fn describe_element(document: &Document, id: NodeId) -> String {
    let mut text = document.name(id).to_owned();
    if let Some(id) = document.attribute(id, super::AttributeName::ID).map(str::trim)
        && !id.is_empty()
    {
        text.push('#');
        text.push_str(id);
    }
    for class in
        document.attribute(id, super::AttributeName::CLASS).unwrap_or("").split_whitespace()
    {
        text.push('.');
        text.push_str(class);
    }
    text
}

/// The similarity of two root paths, from 0 to 1 (punctuation-path's paper, section 1.3): K = 2N /
/// (Li + Lj), where N is the length of the common prefix and Li and Lj are the paths' lengths in
/// nodes. 0 if the roots differ.
pub fn similarity(common_prefix: u16, length_a: u16, length_b: u16) -> f32 {
    let lengths = f32::from(length_a) + f32::from(length_b);
    if lengths == 0.0 { 0.0 } else { 2.0 * f32::from(common_prefix) / lengths }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::parse::parse;

    #[test]
    fn paths_and_their_similarity() {
        let document = parse("<div id=a class='b c'><p>x</div>");
        let text = document.ids().find(|id| document.text(*id) == "x").unwrap();
        assert_eq!(root_path(&document, text), [Tag::HTML, Tag::BODY, Tag::DIV, Tag::P, Tag::NONE]);
        assert_eq!(describe(&document, text), "html/body/div#a.b.c/p");
        // The worst case of punctuation-path's paper: linked and emphasised text against a sample of length 5.
        assert!((similarity(4, 5, 7) - (5.0 - 1.0) / (5.0 + 1.0)).abs() < 1e-6);
    }
}
