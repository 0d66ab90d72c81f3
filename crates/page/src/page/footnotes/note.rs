//! The links that may be marks, and the place of a mark's note.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::Page;

/// Hostile pages may link within themselves without end.
const MOST: usize = 1_000;
/// Nodes of a note at most.
const MOST_NODES: u32 = 400;

/// A link that may be a mark.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) id: NodeId,
    pub(super) text: String,
    /// The name in the page that it leads to.
    target: String,
}

/// The links of a page that may be marks, and the elements that they lead to.
#[derive(Debug)]
pub(super) struct Links {
    pub(super) marks: Vec<Mark>,
    targets: HashMap<String, NodeId>,
}

/// The place of a note.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The block that it is, or is a part of.
    pub(super) block: NodeId,
    /// The element with the name.
    pub(super) anchor: NodeId,
    /// The heading before the block that has the name.
    heading: Option<NodeId>,
}

impl Links {
    pub(super) fn of(page: &Page) -> Self {
        let document = page.document();
        let links = document.elements().filter(|id| document.tag(*id) == Tag::A);
        let marks: Vec<Mark> = links
            .filter_map(|id| {
                let href = document.attribute(id, AttributeName::HREF)?;
                let target = fragment(page, href)?.to_owned();
                Some(Mark { id, text: mark_text(document, id)?, target })
            })
            .take(MOST)
            .collect();
        let targets = if marks.is_empty() { HashMap::new() } else { targets(document, &marks) };
        Self { marks, targets }
    }

    /// The marks with the places of their notes.
    pub(super) fn places(&self, page: &Page) -> Vec<(&Mark, Place)> {
        let document = page.document();
        let place = |mark: &Mark| {
            let place = Place::of(document, *self.targets.get(&mark.target)?)?;
            is_note(page, mark, &place).then_some(place)
        };
        self.marks.iter().filter_map(|mark| Some((mark, place(mark)?))).collect()
    }
}

/// The name in the page that an address leads to: `#name`, also behind the page's own address or file.
pub fn fragment<'h>(page: &Page, href: &'h str) -> Option<&'h str> {
    let at = memchr::memchr(b'#', href.as_bytes())?;
    let (before, name) = (href[..at].trim_start(), href[at + 1..].trim_end());
    let is_own = || {
        let own = page.url().or_else(|| page.addresses().told_by_page())?.split('#').next()?;
        Some(page.addresses().page(before)?.trim_end_matches('#') == own)
    };
    (!name.is_empty() && (before.is_empty() || is_own() == Some(true))).then_some(name)
}

/// The text of a link that may be a mark: a number, a letter or a sign, perhaps in brackets.
fn mark_text(document: &Document, id: NodeId) -> Option<String> {
    if document.end(id).0 - id.0 > 8 {
        return None;
    }
    let text = document.text_content(id);
    let text = bare(&text);
    let is_number =
        !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_sign = text.chars().count() <= 2
        && text.chars().all(|c| "*†‡§¶#①②③④⑤⑥⑦⑧⑨⑩".contains(c) || c.is_ascii_alphabetic());
    (is_number || is_sign && !text.is_empty()).then(|| text.to_owned())
}

/// A mark without the signs around it.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "[]()（）［］【】〔〕^注.:：、".contains(c))
}

/// The elements with the names that marks lead to; failing that, the links that lead to the counterpart of a name, as word
/// processors write them: `_ftn1` and `_ftnref1`.
fn targets(document: &Document, marks: &[Mark]) -> HashMap<String, NodeId> {
    let wanted: BTreeSet<&str> = marks.iter().map(|mark| mark.target.as_str()).collect();
    let mut found = HashMap::new();
    for id in document.elements() {
        let names = [AttributeName::ID, AttributeName::NAME];
        for name in names.iter().filter_map(|name| document.attribute(id, *name)) {
            if wanted.contains(name) {
                found.entry(name.to_owned()).or_insert(id);
            }
        }
    }
    let missing = wanted.into_iter().filter(|name| !found.contains_key(*name));
    let counterparts: HashMap<String, &str> =
        missing.filter_map(|name| Some((counterpart(name)?, name))).collect();
    if !counterparts.is_empty() {
        for id in document.elements().filter(|id| document.tag(*id) == Tag::A) {
            let href = document.attribute(id, AttributeName::HREF).unwrap_or("");
            let name = href.split_once('#').and_then(|(_, name)| counterparts.get(name));
            if let Some(name) = name {
                found.entry((*name).to_owned()).or_insert(id);
            }
        }
    }
    found
}

/// The target of a note's link back, if this is the note's own name.
fn counterpart(name: &str) -> Option<String> {
    let is_note =
        ["ftn", "edn", "fn", "sdfootnote", "footnote"].iter().any(|word| name.contains(word));
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (before, number) = name.split_at(name.len() - digits);
    (is_note && digits > 0 && !before.ends_with("ref")).then(|| format!("{before}ref{number}"))
}

impl Place {
    /// The place of the note that an element names: the element itself, the nearest block around it, or the block after its
    /// heading.
    fn of(document: &Document, anchor: NodeId) -> Option<Self> {
        let small = |id: &NodeId| document.end(*id).0 - id.0 < MOST_NODES;
        let around = || std::iter::once(anchor).chain(document.ancestors(anchor).take(4));
        let is_heading = |id: &NodeId| {
            document.tag(*id).heading_level().is_some() || document.tag(*id) == Tag::DT
        };
        if let Some(heading) = around().take(3).find(is_heading) {
            let block = next_element(document, heading).filter(small)?;
            let is_block = document.tag(block).is_block_level() && !is_heading(&block);
            return is_block.then_some(Self { block, anchor: block, heading: Some(heading) });
        }
        let is_note = |id: &NodeId| {
            matches!(
                document.tag(*id),
                Tag::LI | Tag::P | Tag::DIV | Tag::DD | Tag::ASIDE | Tag::BLOCKQUOTE | Tag::TR
            )
        };
        let block = around().find(is_note);
        let large = |id: &NodeId| document.end(*id).0 - id.0 < MOST_NODES * 8;
        let block = block.filter(large)?;
        // What is raised around an anchor begins with it.
        let raised = document.parent(anchor).filter(|parent| document.tag(*parent) == Tag::SUP);
        Some(Self { block, anchor: raised.unwrap_or(anchor), heading: None })
    }

    /// The nodes of the note; up to the next one where several share a block.
    pub(super) fn nodes(&self, document: &Document, starts: &BTreeSet<NodeId>) -> Range<NodeId> {
        let end = document.end(self.block);
        if !starts.contains(&self.anchor) || self.anchor == self.block {
            return self.block..end;
        }
        let next = starts.range(NodeId(self.anchor.0 + 1)..end).next();
        self.anchor..next.copied().unwrap_or(end)
    }

    /// The element that repeats the mark in the note, with the heading that holds only it.
    pub(super) fn own_mark(&self, document: &Document, text: &str) -> Option<NodeId> {
        let is_inline = !document.tag(self.anchor).is_block_level();
        let is_mark = is_inline && bare(&document.text_content(self.anchor)) == text;
        self.heading.or_else(|| is_mark.then_some(self.anchor))
    }
}

fn next_element(document: &Document, id: NodeId) -> Option<NodeId> {
    let parent = document.parent(id)?;
    let mut next = document.end(id);
    while next < document.end(parent) {
        match document.kind(next) {
            NodeKind::Element => return Some(next),
            NodeKind::Text if !document.text(next).trim().is_empty() => return None,
            _ => next = document.end(next).max(NodeId(next.0 + 1)),
        }
    }
    None
}

/// True if names, the same mark or a link back say that the target of a link is its note.
fn is_note(page: &Page, mark: &Mark, place: &Place) -> bool {
    let document = page.document();
    let lower = mark.target.to_ascii_lowercase();
    let is_named = ["fn", "note", "ftn", "edn", "cite", "ref", "zhu", "foot"]
        .iter()
        .any(|word| lower.contains(word));
    let is_raised = document.ancestors(mark.id).take(2).any(|id| document.tag(id) == Tag::SUP)
        || document.descendants(mark.id).any(|id| document.tag(id) == Tag::SUP);
    let role = document.attribute(mark.id, AttributeName::ROLE) == Some("doc-noteref")
        || document.attributes(mark.id).any(|(name, _)| name == "data-footnote-ref");
    let is_link = |id: NodeId| {
        let href = document.attribute(id, AttributeName::HREF);
        href.is_some_and(|href| fragment(page, href).is_some())
    };
    let leads_back = || {
        let mut within = document.descendants(place.heading.unwrap_or(place.block));
        within.any(is_link)
    };
    let is_same = || {
        document.tag(place.anchor) != Tag::NONE
            && !document.tag(place.anchor).is_block_level()
            && bare(&document.text_content(place.anchor)) == mark.text
    };
    let is_small = document.end(place.block).0 - place.block.0 < MOST_NODES || is_same();
    is_small
        && (role
            || is_named && (is_raised || leads_back())
            || is_raised && (leads_back() || is_same()))
}
