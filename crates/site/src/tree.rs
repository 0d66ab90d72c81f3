//! The feature tree of a page (template-matching's paper, section 2.3.1): its elements below `body`
//! in level order, each with the 14 attributes by which two nodes are compared.
//!
//! It owns everything needed for comparison, so the trees of many pages can be kept without the
//! pages. Texts and code are kept as their hash and length: two are equal if both are.

use std::ops::Range;

use zhengwen_page::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use zhengwen_page::page::{Page, Rectangle};
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
fn is_removed(document: &Document, id: NodeId) -> bool {
    matches!(document.tag(id), Tag::SCRIPT | Tag::NOSCRIPT | Tag::STYLE | Tag::TEMPLATE)
}

impl FeatureTree {
    /// The feature tree of a page.
    pub fn of(page: &Page) -> Self {
        let document = page.document();
        let body = document.ids().find(|id| document.tag(*id) == Tag::BODY);
        let Some(body) = body else { return Self::default() };
        let amounts = NodeAmounts::of(document, body);
        let (mut nodes, mut next) = (vec![amounts.node(page, body, 0, 0)], 0);
        while next < nodes.len() {
            let (place, depth) = (place(next), nodes[next].depth + 1);
            let first = nodes.len();
            for child in document.children(nodes[next].node) {
                let is_element = document.kind(child) == NodeKind::Element;
                if is_element && !is_removed(document, child) {
                    nodes.push(amounts.node(page, child, place, depth));
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
    own_text: Vec<u32>,
}

impl NodeAmounts {
    fn of(document: &Document, body: NodeId) -> Self {
        let count = document.end(body).index() - body.index();
        let none = || vec![Digest::default(); count];
        let mut all =
            Self { body, outer: none(), inner: none(), text: none(), own_text: vec![0; count] };
        for index in (0..count).rev() {
            let id = NodeId::from_index(body.index() + index);
            match document.kind(id) {
                NodeKind::Text => {
                    let text = document.text(id);
                    let hash = hash::text(text);
                    let length = count::characters(text);
                    all.outer[index] = Digest { hash, length: place(text.chars().count()) };
                    all.text[index] = Digest { hash: if length > 0 { hash } else { 0 }, length };
                }
                NodeKind::Element => all.outer[index] = tags(document, id).then(all.inner[index]),
                _ => {}
            }
            let parent = document.parent(id).filter(|parent| *parent >= body);
            let (Some(parent), false) = (parent, is_left_out(document, id)) else { continue };
            // Later siblings were handled before: each node is put in front of what follows it.
            let parent = parent.index() - body.index();
            all.inner[parent] = all.outer[index].then(all.inner[parent]);
            if all.text[index].length > 0 {
                all.text[parent] = all.text[index].then(all.text[parent]);
            }
            if document.kind(id) == NodeKind::Text {
                all.own_text[parent] += all.text[index].length;
            }
        }
        all
    }

    fn node(&self, page: &Page, id: NodeId, parent: u32, depth: u32) -> FeatureNode {
        let (document, index) = (page.document(), id.index() - self.body.index());
        let attribute = |name| document.attribute(id, name).map(hash::text);
        let (own, all) = (self.own_text[index] as f32, self.text[index].length as f32);
        let text_rate = if all > 0.0 { own / all } else { 0.0 };
        let has_content_tag = is_content_tag(document.tag(id));
        FeatureNode {
            node: id,
            tag: hash::text(document.name(id)),
            id: attribute(AttributeName::ID),
            class: attribute(AttributeName::CLASS),
            parent,
            children: 0..0,
            depth,
            rectangle: page.rectangle(id),
            outer_html: self.outer[index],
            inner_html: self.inner[index],
            inner_text: self.text[index],
            text_rate,
            has_content_tag,
            is_link: document.tag(id) == Tag::A,
            is_content: has_content_tag || text_rate > CONTENT_TEXT_RATE,
        }
    }
}

fn is_left_out(document: &Document, id: NodeId) -> bool {
    match document.kind(id) {
        NodeKind::Element => is_removed(document, id),
        NodeKind::Text => false,
        _ => true,
    }
}

/// An element's own tags: `<name attribute="value"></name>`.
fn tags(document: &Document, id: NodeId) -> Digest {
    let name = document.name(id);
    let start = Digest { hash: hash::text(name), length: place(name.len() * 2 + 5) };
    document.attributes(id).fold(start, |all, (name, value)| {
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
