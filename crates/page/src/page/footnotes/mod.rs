//! Footnotes: short links to a note further down that leads back, by their addresses in the page.

mod note;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::Page;
use crate::text::lexicon::Group;
pub use note::fragment;
use note::{Links, Place};

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
        let document = page.document();
        let links = Links::of(page);
        let mut found = Self::default();
        if links.marks.is_empty() {
            return found;
        }
        let places = links.places(page);
        let starts = shared_starts(&places);
        for (mark, place) in &places {
            let nodes = place.nodes(document, &starts);
            if nodes.start <= mark.id || !is_wanted(&nodes) {
                continue;
            }
            let count = found.notes.len() + 1;
            let own_mark = place.own_mark(document, &mark.text);
            let note = found.notes.entry(nodes.start).or_insert_with(|| Note {
                label: label(&mark.text, count),
                block: place.block,
                nodes: nodes.clone(),
                mark: mark.id,
                sign: (own_mark.is_none() && document.tag(place.block) != Tag::LI)
                    .then(|| mark.text.clone()),
            });
            let parent = document.parent(mark.id).filter(|id| document.tag(*id) == Tag::SUP);
            found.marks.insert(parent.unwrap_or(mark.id), note.label.clone());
            found.left_out.extend(own_mark);
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
        let document = page.document();
        let mut back = Vec::new();
        for note in self.notes.values() {
            let nodes = (note.nodes.start.0..note.nodes.end.0).map(NodeId);
            for id in nodes.filter(|id| document.tag(*id) == Tag::A) {
                let href = document.attribute(id, AttributeName::HREF).map(str::trim);
                let is_within =
                    |href: &str| href.starts_with('#') || fragment(page, href).is_some();
                if href.is_some_and(is_within) && is_back(document, id) {
                    back.push(id);
                }
            }
        }
        self.left_out.extend(back);
        let around = |id: &NodeId| {
            let inner = document.ancestors(*id).take(BACK_LEVELS);
            inner.take_while(|id| self.is_way_back(document, *id)).collect::<Vec<_>>()
        };
        let around: Vec<NodeId> = self.left_out.iter().flat_map(around).collect();
        self.left_out.extend(around);
    }

    /// True if an element within a footnote holds only links back and their arrows.
    fn is_way_back(&self, document: &Document, id: NodeId) -> bool {
        let is_small = document.end(id).0 - id.0 <= MOST_BACK_NODES;
        is_small && !self.notes.contains_key(&id) && {
            let mut texts =
                document.descendants(id).filter(|id| document.kind(*id) == NodeKind::Text);
            texts.all(|text| {
                let is_arrow =
                    |c: char| c.is_whitespace() || "^↑↩⤴⏎\u{fe0e}\u{fe0f},.[]()".contains(c);
                let is_link = |id: NodeId| self.left_out.contains(&id);
                document.text(text).chars().all(is_arrow)
                    || document.ancestors(text).take(BACK_LEVELS).any(is_link)
            })
        }
    }
}

/// The words of links back, without brackets, in lower case; shorter texts are signs.
static BACK_WORDS: Group = Group::of("link.back");
/// Characters of a sign that leads back.
const MOST_SIGNS: usize = 4;

/// True if a link within the page says that it leads back.
fn is_back(document: &Document, id: NodeId) -> bool {
    let text = document.text_content(id);
    let text =
        text.trim_matches(|c: char| c.is_whitespace() || "[]()↩↑^\u{fe0e}\u{fe0f}".contains(c));
    text.chars().count() <= MOST_SIGNS || BACK_WORDS.contains(&text.to_lowercase().as_str())
}

/// The starts of notes that share a block with others.
fn shared_starts(places: &[(&note::Mark, Place)]) -> BTreeSet<NodeId> {
    let mut anchors: BTreeMap<NodeId, BTreeSet<NodeId>> = BTreeMap::new();
    for (_, place) in places {
        anchors.entry(place.block).or_default().insert(place.anchor);
    }
    anchors.into_values().filter(|own| own.len() > 1).flatten().collect()
}

/// A label of letters and digits: the mark's own text, or its number.
fn label(text: &str, count: usize) -> String {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        text.to_owned()
    } else {
        count.to_string()
    }
}
