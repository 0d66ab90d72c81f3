//! Footnotes: short links to a note further down that leads back, by their addresses in the page.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::Page;
use crate::select::Content;

/// The footnotes of an article.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    marks: BTreeMap<NodeId, String>,
    definitions: BTreeMap<NodeId, String>,
    back_links: BTreeSet<NodeId>,
}

/// Levels between a link back, or a text of one, and the element around all of them.
const BACK_LEVELS: usize = 6;

/// Nodes of an element that holds the links back of one footnote.
const MOST_BACK_NODES: u32 = 64;

/// Hostile pages may link within themselves without end.
const MOST: usize = 1_000;

impl Footnotes {
    /// Finds marks whose notes are part of the content.
    pub(super) fn find(page: &Page, content: &Content) -> Self {
        let document = page.document();
        let candidates: Vec<(NodeId, &str, String)> = document
            .ids()
            .filter(|id| document.tag(*id) == Tag::A)
            .filter_map(|id| {
                let target = document.attribute(id, AttributeName::HREF)?.strip_prefix('#')?;
                Some((id, target, mark_text(document, id)?))
            })
            .take(MOST)
            .collect();
        let mut notes = Self::default();
        if candidates.is_empty() {
            return notes;
        }
        let targets = targets(document, candidates.iter().map(|(_, target, _)| *target));
        for (id, target, text) in candidates {
            let Some(&target_node) = targets.get(target) else { continue };
            let Some(definition) = definition_block(document, target_node) else { continue };
            let is_chosen = || {
                let first = content.spans.partition_point(|span| span.node < definition);
                content.spans.get(first).is_some_and(|span| span.node < document.end(definition))
            };
            if definition <= id || !is_note(document, id, target, definition) || !is_chosen() {
                continue;
            }
            let count = notes.definitions.len() + 1;
            let label = notes.definitions.entry(definition).or_insert_with(|| label(&text, count));
            let parent = document.parent(id).filter(|parent| document.tag(*parent) == Tag::SUP);
            notes.marks.insert(parent.unwrap_or(id), label.clone());
        }
        notes.note_back_links(document);
        notes
    }

    /// The label of the footnote that this element refers to.
    pub(super) fn mark(&self, id: NodeId) -> Option<String> {
        self.marks.get(&id).cloned()
    }

    /// The label of the footnote that this block is.
    pub(super) fn definition(&self, id: NodeId) -> Option<String> {
        self.definitions.get(&id).cloned()
    }

    /// Whether the element is a link from a footnote back to its mark.
    pub(super) fn is_back_link(&self, id: NodeId) -> bool {
        self.back_links.contains(&id)
    }

    fn note_back_links(&mut self, document: &Document) {
        for definition in self.definitions.keys() {
            for id in document.descendants(*definition).filter(|id| document.tag(*id) == Tag::A) {
                let is_within = document
                    .attribute(id, AttributeName::HREF)
                    .is_some_and(|href| href.starts_with('#'));
                if is_within && document.text_content(id).trim().chars().count() <= 4 {
                    self.back_links.insert(id);
                }
            }
        }
        let around = |id: &NodeId| {
            let inner = document.ancestors(*id).take(BACK_LEVELS);
            inner.take_while(|id| self.is_way_back(document, *id)).collect::<Vec<_>>()
        };
        let around: Vec<NodeId> = self.back_links.iter().flat_map(around).collect();
        self.back_links.extend(around);
    }

    /// Whether an element within a footnote holds only links back and their arrows.
    fn is_way_back(&self, document: &Document, id: NodeId) -> bool {
        let is_small = document.end(id).0 - id.0 <= MOST_BACK_NODES;
        is_small && !self.definitions.contains_key(&id) && {
            let mut texts =
                document.descendants(id).filter(|id| document.kind(*id) == NodeKind::Text);
            texts.all(|text| {
                let is_arrow = |c: char| c.is_whitespace() || "^↑↩⤴,".contains(c);
                let is_link = |id: NodeId| self.back_links.contains(&id);
                document.text(text).chars().all(is_arrow)
                    || document.ancestors(text).take(BACK_LEVELS).any(is_link)
            })
        }
    }
}

/// The text of a link that may be a mark: a number, a letter or a sign, perhaps in brackets.
fn mark_text(document: &Document, id: NodeId) -> Option<String> {
    if document.end(id).0 - id.0 > 8 {
        return None;
    }
    let text = document.text_content(id);
    let text =
        text.trim_matches(|c: char| c.is_whitespace() || "[]()（）［］【】〔〕^注".contains(c));
    let is_number =
        !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_sign = text.chars().count() <= 2
        && text.chars().all(|c| "*†‡§¶#①②③④⑤⑥⑦⑧⑨⑩".contains(c) || c.is_ascii_alphabetic());
    (is_number || is_sign && !text.is_empty()).then(|| text.to_owned())
}

/// The elements with these ids or names.
fn targets<'a>(
    document: &'a Document,
    wanted: impl Iterator<Item = &'a str>,
) -> HashMap<&'a str, NodeId> {
    let wanted: BTreeSet<&str> = wanted.collect();
    let mut found = HashMap::new();
    for id in document.ids().filter(|id| document.kind(*id) == NodeKind::Element) {
        let names = [AttributeName::ID, AttributeName::NAME];
        for name in names.iter().filter_map(|name| document.attribute(id, *name)) {
            if wanted.contains(name) {
                found.entry(name).or_insert(id);
            }
        }
    }
    found
}

/// The block of a note: the target itself, or the nearest block around it.
fn definition_block(document: &Document, target: NodeId) -> Option<NodeId> {
    let is_note = |id: &NodeId| {
        matches!(
            document.tag(*id),
            Tag::LI | Tag::P | Tag::DIV | Tag::DD | Tag::ASIDE | Tag::BLOCKQUOTE
        )
    };
    let small = |id: &NodeId| document.end(*id).0 - id.0 < 400;
    std::iter::once(target).chain(document.ancestors(target).take(4)).find(is_note).filter(small)
}

/// Whether names or a link back say that the target of a link is its note.
fn is_note(document: &Document, link: NodeId, target: &str, definition: NodeId) -> bool {
    let lower = target.to_ascii_lowercase();
    let is_named =
        ["fn", "note", "ftn", "cite", "ref", "zhu"].iter().any(|word| lower.contains(word));
    let is_raised = document.ancestors(link).take(2).any(|id| document.tag(id) == Tag::SUP)
        || document.descendants(link).any(|id| document.tag(id) == Tag::SUP);
    let role = document.attribute(link, AttributeName::ROLE) == Some("doc-noteref");
    let leads_back = || {
        document.descendants(definition).any(|id| {
            document
                .attribute(id, AttributeName::HREF)
                .is_some_and(|href| href.len() > 1 && href.starts_with('#'))
        })
    };
    role || is_named && (is_raised || leads_back()) || is_raised && leads_back()
}

/// A label of letters and digits: the mark's own text, or its number.
fn label(text: &str, count: usize) -> String {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        text.to_owned()
    } else {
        count.to_string()
    }
}
