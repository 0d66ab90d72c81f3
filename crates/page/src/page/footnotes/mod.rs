//! Footnotes: short links to a note further down that leads back, by their addresses in the page.

mod note;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Node, Page};
use crate::text::lexicon::Group;
pub use note::fragment;
use note::{Links, Mark, Place};

/// The footnotes of a page.
#[derive(Debug, Default)]
pub struct Footnotes {
    marks: BTreeMap<NodeId, String>,
    /// By where they start.
    notes: BTreeMap<NodeId, Note>,
    left_out: BTreeSet<NodeId>,
}

/// A note.
#[derive(Debug, Clone)]
pub struct Note {
    /// Its label, of letters and digits.
    pub label: String,
    /// The block that it is, or is a part of.
    pub block: NodeId,
    /// Its nodes.
    pub nodes: Range<NodeId>,
    /// The first mark that refers to it.
    pub mark: NodeId,
    /// The words of that mark, where the note's own text begins with them.
    pub sign: Option<String>,
}

/// Levels between a link back, or a text of one, and the element around all of them.
const BACK_LEVELS: usize = 6;

/// Nodes of an element that holds the links back of one footnote.
const MOST_BACK_NODES: u32 = 64;

impl Footnotes {
    /// Finds marks and the notes that are wanted, by their nodes.
    pub fn find(page: &Page, is_wanted: impl Fn(&Range<NodeId>) -> bool) -> Self {
        let links = Links::of(page);
        let mut found = Self::default();
        if links.marks.is_empty() {
            return found;
        }
        let places = links.places();
        let starts = shared_starts(&places);
        for (mark, place) in &places {
            let nodes = place.nodes(&starts);
            if nodes.start <= mark.node.id || !is_wanted(&nodes) {
                continue;
            }
            let count = found.notes.len() + 1;
            let repeated = place.repeated_mark(&mark.text);
            let note = found.notes.entry(nodes.start).or_insert_with(|| Note {
                label: label(&mark.text, count),
                block: place.block.id,
                nodes: nodes.clone(),
                mark: mark.node.id,
                sign: (repeated.is_none() && !place.block.is(Tag::LI)).then(|| mark.text.clone()),
            });
            let raised = mark.node.parent().filter(|parent| parent.is(Tag::SUP));
            found.marks.insert(raised.unwrap_or(mark.node).id, note.label.clone());
            found.left_out.extend(repeated.map(|node| node.id));
        }
        found.note_back_links(page);
        found
    }

    /// The label of the footnote that this element refers to.
    pub fn mark(&self, id: NodeId) -> Option<String> {
        self.marks.get(&id).cloned()
    }

    /// The note that starts with this element.
    pub fn note(&self, id: NodeId) -> Option<&Note> {
        self.notes.get(&id)
    }

    /// The notes in document order.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.notes.values()
    }

    /// True if a note has this label.
    pub fn has_label(&self, label: &str) -> bool {
        self.notes.values().any(|note| note.label == label)
    }

    /// True if the element is a link from a footnote back to its mark, or the note's number.
    pub fn is_left_out(&self, id: NodeId) -> bool {
        self.left_out.contains(&id)
    }

    fn note_back_links(&mut self, page: &Page) {
        let nodes = self.notes.values().flat_map(|note| note.nodes.start.0..note.nodes.end.0);
        let back = nodes.map(|id| page.node(NodeId(id))).filter(|node| is_back(*node));
        self.left_out.extend(back.map(|node| node.id));
        let around = self.left_out.iter().flat_map(|id| {
            let inner = page.node(*id).ancestors().take(BACK_LEVELS);
            inner.take_while(|node| self.is_way_back(*node)).map(|node| node.id)
        });
        let around: Vec<NodeId> = around.collect();
        self.left_out.extend(around);
    }

    /// True if an element within a footnote holds only links back and their arrows.
    fn is_way_back(&self, node: Node) -> bool {
        let mut texts = node.descendants().filter(|inner| inner.is_text());
        node.size() <= MOST_BACK_NODES
            && !self.notes.contains_key(&node.id)
            && texts.all(|text| {
                text.text().chars().all(|c| c.is_whitespace() || ARROWS.contains(c))
                    || text.ancestors().take(BACK_LEVELS).any(|node| self.is_left_out(node.id))
            })
    }
}

/// The arrows of links back, and the signs around them.
const ARROWS: &str = "^↑↩⤴⏎\u{fe0e}\u{fe0f},.[]()";
/// The words of links back, without brackets, in lower case; shorter texts are signs.
static BACK_WORDS: Group = Group::of("link.back");
/// Characters of a sign that leads back.
const MOST_SIGNS: usize = 4;

/// True if a node is a link within the page that says that it leads back.
fn is_back(node: Node) -> bool {
    let href = node.value(AttributeName::HREF).trim();
    if !node.is(Tag::A) || !href.starts_with('#') && fragment(node.page, href).is_none() {
        return false;
    }
    let text = node.text_content();
    let text =
        text.trim_matches(|c: char| c.is_whitespace() || "[]()↩↑^\u{fe0e}\u{fe0f}".contains(c));
    text.chars().count() <= MOST_SIGNS || BACK_WORDS.contains(&text.to_lowercase().as_str())
}

/// The starts of notes that share a block with others.
fn shared_starts(places: &[(&Mark, Place)]) -> BTreeSet<NodeId> {
    let mut anchors: BTreeMap<NodeId, BTreeSet<NodeId>> = BTreeMap::new();
    for (_, place) in places {
        anchors.entry(place.block.id).or_default().insert(place.anchor.id);
    }
    anchors.into_values().filter(|anchors| anchors.len() > 1).flatten().collect()
}

/// A label of letters and digits: the mark's own text, or its number.
fn label(text: &str, count: usize) -> String {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        text.to_owned()
    } else {
        count.to_string()
    }
}
