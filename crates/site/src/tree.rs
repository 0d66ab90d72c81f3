//! The feature tree of a page (template-matching's paper, section 2.3.1): its elements below `body`
//! in level order, each with the 14 attributes by which two nodes are compared.
//!
//! It owns everything needed for comparison, so the trees of many pages can be kept without the
//! pages. Texts and code are kept as their hash and length: two are equal if both are.

use std::ops::Range;

use zhengwen_page::dom::{AttributeName, NodeId, NodeKind, NodeRef, Tag};
use zhengwen_page::page::{Node, Page, Rectangle};
use zhengwen_page::text::count;
use zhengwen_page::text::hash::{self, mix};

/// A text or a piece of code by its hash and its length in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Digest {
    /// The hash of all characters in order.
    pub hash: u64,
    /// The length in characters; in texts, white space does not count.
    pub length: u32,
}

impl Digest {
    fn then(self, other: Self) -> Self {
        Self { hash: mix(self.hash, other.hash), length: self.length.saturating_add(other.length) }
    }
}

/// A node of the feature tree (definition 1 of the paper).
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureNode {
    /// The element in the document.
    pub node: NodeId,
    /// 1: the hash of the tag's name.
    pub tag: u64,
    /// 2: the hash of the id.
    pub id: Option<u64>,
    /// 3: the hash of the class as written.
    pub class: Option<u64>,
    /// 4: the parent's index in the sequence; the root is its own parent.
    pub parent: u32,
    /// 5: the children's indices in the sequence, where level order puts them side by side.
    pub children: Range<u32>,
    /// 6: levels below `body`.
    pub depth: u32,
    /// 7 to 10: width, height, top and left, in CSS pixels, if the page has bounding boxes.
    pub rectangle: Option<Rectangle>,
    /// 11: its code with its own tags, without scripts and comments.
    pub outer_html: Digest,
    /// 12: the code between its tags, likewise.
    pub inner_html: Digest,
    /// 13: all text within it.
    pub inner_text: Digest,
    /// 14: the share of its text that is directly in it, 0 to 1 (definition 2).
    pub text_rate: f32,
    /// True if its tag is a content tag (definition 3).
    pub has_content_tag: bool,
    /// True if it is a link.
    pub is_link: bool,
    /// True if it is a content node (definition 4): by its tag, or by a text rate over 75 %.
    pub is_content: bool,
}

/// The feature tree of a page, as its level-order sequence.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FeatureTree {
    /// The root, `body`, first; empty for a page without one.
    pub nodes: Vec<FeatureNode>,
    /// True if the page has bounding boxes.
    pub has_boxes: bool,
}

/// The text rate above which a node of any tag is a content node.
const CONTENT_TEXT_RATE: f32 = 0.75;

/// True for content tags (definition 3).
fn is_content_tag(tag: Tag) -> bool {
    let headings = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
    matches!(tag, Tag::P | Tag::SPAN | Tag::B | Tag::STRONG) || headings.contains(&tag)
}

/// True for what pre-cleaning removes with all its content (section 2.2).
fn is_removed(tag: Tag) -> bool {
    matches!(tag, Tag::SCRIPT | Tag::NOSCRIPT | Tag::STYLE | Tag::TEMPLATE)
}

impl FeatureTree {
    /// The feature tree of a page.
    pub fn of(page: &Page) -> Self {
        let body = page.elements().find(|node| node.is(Tag::BODY));
        let Some(body) = body else { return Self::default() };
        let amounts = NodeAmounts::of(body.in_document());
        let (mut nodes, mut next) = (vec![amounts.node(body, 0, 0)], 0);
        while next < nodes.len() {
            let (place, depth) = (place(next), nodes[next].depth + 1);
            let first = nodes.len();
            for child in page.node(nodes[next].node).children() {
                if child.is_element() && !is_removed(child.tag()) {
                    nodes.push(amounts.node(child, place, depth));
                }
            }
            nodes[next].children = self::place(first)..self::place(nodes.len());
            next += 1;
        }
        Self { nodes, has_boxes: page.has_boxes() }
    }
}

fn place(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Code and texts of the nodes below `body`, by node, accumulated from the leaves up.
struct NodeAmounts {
    body: NodeId,
    outer: Vec<Digest>,
    inner: Vec<Digest>,
    text: Vec<Digest>,
    /// The characters of text directly in it.
    direct_text: Vec<u32>,
}

impl NodeAmounts {
    fn of(body: NodeRef) -> Self {
        let (first, count) = (body.id.index(), body.end().index() - body.id.index());
        let none = vec![Digest::default(); count];
        let (mut outer, mut inner, mut text) = (none.clone(), none.clone(), none);
        let mut direct_text = vec![0; count];
        for index in (0..count).rev() {
            let node = body.document.node(NodeId::from_index(first + index));
            match node.kind() {
                NodeKind::Text => {
                    let (hash, length) = (hash::text(node.text()), count::characters(node.text()));
                    outer[index] = Digest { hash, length: place(node.text().chars().count()) };
                    text[index] = Digest { hash: if length > 0 { hash } else { 0 }, length };
                }
                NodeKind::Element => outer[index] = tags(node).then(inner[index]),
                _ => {}
            }
            let parent = node.parent().filter(|parent| *parent >= body);
            let (Some(parent), false) = (parent, is_left_out(node)) else { continue };
            // Later siblings were handled before: each node is put in front of what follows it.
            let parent = parent.id.index() - first;
            inner[parent] = outer[index].then(inner[parent]);
            if text[index].length > 0 {
                text[parent] = text[index].then(text[parent]);
            }
            if node.is_text() {
                direct_text[parent] += text[index].length;
            }
        }
        Self { body: body.id, outer, inner, text, direct_text }
    }

    fn node(&self, node: Node, parent: u32, depth: u32) -> FeatureNode {
        let index = node.id.index() - self.body.index();
        let (direct, all) = (self.direct_text[index] as f32, self.text[index].length as f32);
        let text_rate = if all > 0.0 { direct / all } else { 0.0 };
        let has_content_tag = is_content_tag(node.tag());
        FeatureNode {
            node: node.id,
            tag: hash::text(node.name()),
            id: node.attribute(AttributeName::ID).map(hash::text),
            class: node.attribute(AttributeName::CLASS).map(hash::text),
            parent,
            children: 0..0,
            depth,
            rectangle: node.rectangle(),
            outer_html: self.outer[index],
            inner_html: self.inner[index],
            inner_text: self.text[index],
            text_rate,
            has_content_tag,
            is_link: node.is(Tag::A),
            is_content: has_content_tag || text_rate > CONTENT_TEXT_RATE,
        }
    }
}

fn is_left_out(node: NodeRef) -> bool {
    match node.kind() {
        NodeKind::Element => is_removed(node.tag()),
        NodeKind::Text => false,
        _ => true,
    }
}

/// An element's own tags: `<name attribute="value"></name>`.
fn tags(element: NodeRef) -> Digest {
    let name = element.name();
    let start = Digest { hash: hash::text(name), length: place(name.len() * 2 + 5) };
    element.attributes().fold(start, |all, (name, value)| {
        let hash = mix(hash::text(name), hash::text(value));
        all.then(Digest { hash, length: place(name.len() + value.chars().count() + 4) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(html: &str) -> FeatureTree {
        FeatureTree::of(&Page::new(html, None))
    }

    #[test]
    fn nodes_stand_in_level_order_with_their_features() {
        let html = "<body><div id=a><ul><li>x</ul></div><!-- c --><script>s</script>\
            <p class=b>字<i>字字字</i></p>";
        let tree = tree(html);
        let tags = ["body", "div", "p", "ul", "i", "li"].map(hash::text);
        assert_eq!(tree.nodes.iter().map(|node| node.tag).collect::<Vec<_>>(), tags);
        let parents: Vec<u32> = tree.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [0, 0, 0, 1, 2, 3]);
        assert_eq!((tree.nodes[0].children.clone(), tree.nodes[3].children.clone()), (1..3, 5..6));
        let p = &tree.nodes[2];
        assert_eq!((p.depth, p.id, p.class), (1, None, Some(hash::text("b"))));
        assert_eq!((p.inner_text.length, p.text_rate, p.is_content), (4, 0.25, true));
        assert_eq!(p.inner_html.length, "字<i>字字字</i>".chars().count() as u32);
        assert_eq!(p.outer_html.length, 11 + 17);
        let [div, item] = [1, 5].map(|place: usize| &tree.nodes[place]);
        assert_eq!((div.is_content, item.text_rate, item.is_content), (false, 1.0, true));
    }

    #[test]
    fn code_is_compared_without_scripts_and_comments() {
        let inner = |html: &str| tree(html).nodes[1].inner_html;
        assert_eq!(inner("<p>a<b>c</b><!--x-->"), inner("<p>a<b>c</b><script>1</script>"));
        assert_ne!(inner("<p>a<b>c</b>"), inner("<p>a<i>c</i>"));
        assert_ne!(inner("<p>a<b>c</b>"), inner("<p><b>c</b>a"));
        assert_ne!(inner("<p><b c=d>e</b>"), inner("<p><b c=f>e</b>"));
    }

    #[test]
    fn frames_and_nothing_have_a_tree_too() {
        assert!(tree("<frameset><frame></frameset>").nodes.is_empty());
        assert_eq!(tree("").nodes.len(), 1);
    }
}
