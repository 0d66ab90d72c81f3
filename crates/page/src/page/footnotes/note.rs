//! The links that may be marks, and the place of a mark's note.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Node, Page};

/// Hostile pages may link within themselves without end.
const MOST: usize = 1_000;
/// Nodes of a note at most.
const MOST_NODES: u32 = 400;

/// A link that may be a mark.
#[derive(Debug)]
pub(super) struct Mark<'p> {
    pub(super) node: Node<'p>,
    pub(super) text: String,
    /// The name in the page that it leads to.
    target: &'p str,
}

/// The links of a page that may be marks, and the elements that they lead to.
#[derive(Debug)]
pub(super) struct Links<'p> {
    pub(super) marks: Vec<Mark<'p>>,
    targets: HashMap<&'p str, Node<'p>>,
}

/// The place of a note.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'p> {
    /// The block that it is, or is a part of.
    pub(super) block: Node<'p>,
    /// The element with the name.
    pub(super) anchor: Node<'p>,
    /// The heading before the block that has the name.
    heading: Option<Node<'p>>,
}

impl<'p> Links<'p> {
    pub(super) fn of(page: &'p Page) -> Self {
        let links = page.elements().filter(|node| node.is(Tag::A));
        let marks: Vec<Mark> = links.filter_map(Mark::of).take(MOST).collect();
        let targets = if marks.is_empty() { HashMap::new() } else { targets(page, &marks) };
        Self { marks, targets }
    }

    /// The marks with the places of their notes.
    pub(super) fn places(&self) -> Vec<(&Mark<'p>, Place<'p>)> {
        let places = self.marks.iter().filter_map(|mark| {
            let place = Place::of(*self.targets.get(mark.target)?)?;
            place.is_note_of(mark).then_some((mark, place))
        });
        places.collect()
    }
}

/// The name in the page that an address leads to: `#name`, also behind the page's own address or file.
pub fn fragment<'h>(page: &Page, href: &'h str) -> Option<&'h str> {
    let at = memchr::memchr(b'#', href.as_bytes())?;
    let (before, name) = (href[..at].trim_start(), href[at + 1..].trim_end());
    (!name.is_empty() && (before.is_empty() || leads_to(page, before))).then_some(name)
}

/// True if an address is that of the page itself.
fn leads_to(page: &Page, address: &str) -> bool {
    let known = page.url().or_else(|| page.addresses().told_by_page());
    known.and_then(|known| known.split('#').next()).is_some_and(|known| {
        let address = page.addresses().page(address);
        address.is_some_and(|address| address.trim_end_matches('#') == known)
    })
}

impl<'p> Mark<'p> {
    /// A link whose text may be a mark: a number, a letter or a sign, perhaps in brackets.
    fn of(node: Node<'p>) -> Option<Self> {
        let target = fragment(node.page, node.attribute(AttributeName::HREF)?)?;
        if node.size() > 8 {
            return None;
        }
        let text = node.text_content();
        let text = bare(&text);
        let is_number =
            !text.is_empty() && text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_sign = text.chars().count() <= 2
            && text.chars().all(|c| "*†‡§¶#①②③④⑤⑥⑦⑧⑨⑩".contains(c) || c.is_ascii_alphabetic());
        (is_number || is_sign && !text.is_empty()).then(|| Self {
            node,
            text: text.to_owned(),
            target,
        })
    }
}

/// A mark without the signs around it.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "[]()（）［］【】〔〕^注.:：、".contains(c))
}

/// The elements with the names that marks lead to; failing that, the links that lead to the counterpart of a name, as word
/// processors write them: `_ftn1` and `_ftnref1`.
fn targets<'p>(page: &'p Page, marks: &[Mark<'p>]) -> HashMap<&'p str, Node<'p>> {
    let wanted: BTreeSet<&str> = marks.iter().map(|mark| mark.target).collect();
    let mut found = HashMap::new();
    for node in page.elements() {
        let names = [AttributeName::ID, AttributeName::NAME];
        for name in names.into_iter().filter_map(|name| node.attribute(name)) {
            if wanted.contains(name) {
                found.entry(name).or_insert(node);
            }
        }
    }
    let missing = wanted.into_iter().filter(|name| !found.contains_key(name));
    let counterparts: HashMap<String, &str> =
        missing.filter_map(|name| Some((counterpart(name)?, name))).collect();
    if !counterparts.is_empty() {
        for node in page.elements().filter(|node| node.is(Tag::A)) {
            let name = node.value(AttributeName::HREF).split_once('#');
            if let Some(name) = name.and_then(|(_, name)| counterparts.get(name)) {
                found.entry(name).or_insert(node);
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

impl<'p> Place<'p> {
    /// The place of the note that an element names: the element itself, the nearest block around it, or the block after its
    /// heading.
    fn of(anchor: Node<'p>) -> Option<Self> {
        if let Some(heading) = anchor.up(3).find(|node| is_heading(*node)) {
            let block = next_element(heading)?;
            let is_block = block.size() < MOST_NODES && block.tag().is_block_level();
            let place = Self { block, anchor: block, heading: Some(heading) };
            return (is_block && !is_heading(block)).then_some(place);
        }
        let block = anchor.up(5).find(|node| may_be_note(*node))?;
        // What is raised around an anchor begins with it.
        let raised = anchor.parent().filter(|parent| parent.is(Tag::SUP));
        let place = Self { block, anchor: raised.unwrap_or(anchor), heading: None };
        (block.size() < MOST_NODES * 8).then_some(place)
    }

    /// The nodes of the note; up to the next one where several share a block.
    pub(super) fn nodes(&self, starts: &BTreeSet<NodeId>) -> Range<NodeId> {
        let (start, end) = (self.anchor.id, self.block.end());
        if !starts.contains(&start) || self.anchor == self.block {
            return self.block.id..end;
        }
        let next = starts.range(NodeId(start.0 + 1)..end).next();
        start..next.copied().unwrap_or(end)
    }

    /// The element that repeats the mark in the note, with the heading that holds only it.
    pub(super) fn repeated_mark(&self, text: &str) -> Option<Node<'p>> {
        self.heading.or_else(|| self.repeats(text).then_some(self.anchor))
    }

    /// True if the named element is the mark again.
    fn repeats(&self, text: &str) -> bool {
        !self.anchor.tag().is_block_level() && bare(&self.anchor.text_content()) == text
    }

    /// True if names, the same mark or a link back say that the target of a link is its note.
    fn is_note_of(&self, mark: &Mark) -> bool {
        let lower = mark.target.to_ascii_lowercase();
        let is_named = ["fn", "note", "ftn", "edn", "cite", "ref", "zhu", "foot"]
            .iter()
            .any(|word| lower.contains(word));
        let mut near = mark.node.ancestors().take(2).chain(mark.node.descendants());
        let is_raised = near.any(|node| node.is(Tag::SUP));
        let has_role = mark.node.has(AttributeName::ROLE, "doc-noteref")
            || mark.node.attribute_named("data-footnote-ref").is_some();
        let is_same = || self.repeats(&mark.text);
        (self.block.size() < MOST_NODES || is_same())
            && (has_role
                || is_named && (is_raised || self.leads_back())
                || is_raised && (self.leads_back() || is_same()))
    }

    fn leads_back(&self) -> bool {
        let mut within = self.heading.unwrap_or(self.block).descendants();
        within.any(|node| fragment(node.page, node.value(AttributeName::HREF)).is_some())
    }
}

fn is_heading(node: Node) -> bool {
    node.tag().heading_level().is_some() || node.is(Tag::DT)
}

/// True if an element may be a note.
fn may_be_note(node: Node) -> bool {
    matches!(
        node.tag(),
        Tag::LI | Tag::P | Tag::DIV | Tag::DD | Tag::ASIDE | Tag::BLOCKQUOTE | Tag::TR
    )
}

/// The next element, if no text is between the two.
fn next_element(node: Node) -> Option<Node> {
    let mut next = node.next_sibling()?;
    while !next.is_element() {
        if next.is_text() && !next.text().trim().is_empty() {
            return None;
        }
        next = next.next_sibling()?;
    }
    Some(next)
}
