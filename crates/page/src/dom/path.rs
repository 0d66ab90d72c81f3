//! Root paths of nodes and their similarity.

use super::{AttributeName, NodeRef, Tag};

/// Levels of a path that are written, the bytes of all and of each: pages may nest without end, with names without end.
const MOST_LEVELS: usize = 24;
const MOST_BYTES_OF_ALL: usize = 600;
const MOST_BYTES: usize = 80;

/// The DOM path of a node in readable form: `html/body/div#main.wide/p`. Deep paths keep only the innermost levels, after `…/`.
pub fn describe(node: NodeRef) -> String {
    let mut levels = node.around().filter(|node| !node.is(Tag::NONE));
    let mut parts: Vec<String> = Vec::new();
    let mut bytes = 0;
    while parts.len() < MOST_LEVELS
        && bytes < MOST_BYTES_OF_ALL
        && let Some(node) = levels.next()
    {
        parts.push(describe_element(node));
        bytes += parts.last().map_or(0, String::len);
    }
    parts.extend(levels.next().map(|_| "…".to_owned()));
    parts.reverse();
    parts.join("/")
}

/// An element in readable form: its name, `#id` and `.class`es, as far as they are short.
pub fn describe_element(node: NodeRef) -> String {
    let name = node.name();
    let mut text = name.get(..MOST_BYTES).unwrap_or(name).to_owned();
    let id = Some(node.value(AttributeName::ID).trim()).filter(|id| !id.is_empty());
    let classes = node.classes().take(MOST_BYTES).map(|class| (".", class));
    for (mark, word) in id.map(|id| ("#", id)).into_iter().chain(classes) {
        if text.len() + word.len() < MOST_BYTES {
            text.extend([mark, word]);
        }
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
    use crate::dom::parse;

    #[test]
    fn paths_and_their_similarity() {
        let document = parse("<div id=a class='b c'><p>x</div>");
        let text = document.ids().find(|id| document.text(*id) == "x").unwrap();
        assert_eq!(describe(document.node(text)), "html/body/div#a.b.c/p");
        // The worst case of punctuation-path's paper: linked and emphasised text against a sample of length 5.
        assert!((similarity(4, 5, 7) - (5.0 - 1.0) / (5.0 + 1.0)).abs() < 1e-6);
    }
}
