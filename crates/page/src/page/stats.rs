//! Prefix sums over nodes: the amounts of any subtree are the difference of two entries.

use super::visibility::NodeFlags;
use crate::dom::{Document, NodeId, NodeKind, NodeRef, Tag};
use crate::numbers::saturated;
use crate::text::count::TextAmounts;

/// The amounts of a subtree. Text amounts leave out blanks and what is never text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amounts {
    /// Characters of text that are not blank.
    pub characters: u32,
    /// Those characters that are inside links.
    pub link_characters: u32,
    /// Punctuation marks of running text.
    pub punctuation: u32,
    /// Elements, including the subtree's own root.
    pub tags: u32,
    /// Links.
    pub links: u32,
    /// Paragraphs and line breaks (`p`, `br`).
    pub paragraphs: u32,
    /// Characters of the markup when written out: tags, attributes, text, scripts.
    pub markup: u32,
}

/// [`Amounts`] as an array, so that all are added at once.
type Lanes = [u32; 8];

impl Amounts {
    /// Characters outside links.
    pub fn plain_characters(&self) -> u32 {
        self.characters.saturating_sub(self.link_characters)
    }

    fn lanes(self) -> Lanes {
        let Self { characters, link_characters, punctuation, tags, links, paragraphs, markup } =
            self;
        [characters, link_characters, punctuation, tags, links, paragraphs, markup, 0]
    }

    fn from_lanes(lanes: Lanes) -> Self {
        let [characters, link_characters, punctuation, tags, links, paragraphs, markup, _] = lanes;
        Self { characters, link_characters, punctuation, tags, links, paragraphs, markup }
    }
}

/// Prefix sums of [`Amounts`] over all nodes.
#[derive(Debug, Clone, Default)]
pub struct NodeStats {
    /// Entry `i` sums nodes `0..i`. Differences under 2^32 are right even if a sum has wrapped
    /// around.
    sums: Vec<Lanes>,
}

impl NodeStats {
    /// The amounts of the subtree of a node, the node included.
    pub fn amounts(&self, node: NodeRef) -> Amounts {
        self.between(node.id, node.end())
    }

    /// [`Amounts::characters`] of that subtree alone.
    pub fn characters(&self, node: NodeRef) -> u32 {
        let [end, start] = [node.end(), node.id].map(|id| self.sums[id.index()][0]);
        end.wrapping_sub(start)
    }

    /// The amounts of the nodes from `start` up to, not including, `end`, each without its
    /// descendants.
    pub fn between(&self, start: NodeId, end: NodeId) -> Amounts {
        let (start, mut lanes) = (&self.sums[start.index()], self.sums[end.index()]);
        for (lane, before) in lanes.iter_mut().zip(start) {
            *lane = lane.wrapping_sub(*before);
        }
        Amounts::from_lanes(lanes)
    }
}

/// Counts that show which script a page is written in.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Script {
    /// Han and kana characters.
    pub(super) ideographic: u32,
    /// All characters that are not blank.
    pub(super) characters: u32,
}

/// Measures every node by itself and sums up. Also measures each text that is text of the page and
/// not blank, in document order. The last two arguments provide memory to reuse.
pub(super) fn measure(
    document: &Document,
    flags: &[NodeFlags],
    NodeStats { mut sums }: NodeStats,
    mut texts: Vec<TextAmounts>,
) -> (NodeStats, Script, Vec<TextAmounts>) {
    texts.clear();
    sums.clear();
    sums.reserve(document.len() + 1);
    let mut script = Script::default();
    sums.push(Lanes::default());
    for id in document.ids() {
        let node = document.node(id);
        let amounts = match node.kind() {
            NodeKind::Element => of_element(node),
            NodeKind::Text => of_text(node.text(), flags[id.index()], &mut script, &mut texts),
            NodeKind::Comment => Amounts {
                markup: length(node.text().as_bytes()).saturating_add(7),
                ..Amounts::default()
            },
            NodeKind::Document | NodeKind::Doctype => Amounts::default(),
        };
        sums.push(amounts.lanes());
    }
    add_up(&mut sums);
    (NodeStats { sums }, script, texts)
}

/// Replaces each entry by the sum of it and all before. A separate pass, because reading amounts as
/// a whole right after writing them one by one would stall.
fn add_up(sums: &mut [Lanes]) {
    let mut sum = Lanes::default();
    for entry in sums {
        for (lane, more) in sum.iter_mut().zip(&*entry) {
            *lane = lane.wrapping_add(*more);
        }
        *entry = sum;
    }
}

fn of_element(node: NodeRef) -> Amounts {
    let (tag, document) = (node.tag(), node.document);
    let name = tag.known_name().map_or_else(|| length(node.name().as_bytes()), ascii_length);
    let tags_written = if tag.is_void() { name + 2 } else { 2 * name + 5 };
    let attributes = document.attribute_bytes(node.id).map(|(attribute, value)| {
        let name = match attribute.known_name() {
            Some(name) => ascii_length(name),
            None => length(document.attribute_name(attribute).as_bytes()),
        };
        name + length(value) + 4
    });
    Amounts {
        tags: 1,
        links: u32::from(tag == Tag::A),
        paragraphs: u32::from(matches!(tag, Tag::P | Tag::BR)),
        markup: attributes.fold(tags_written, u32::saturating_add),
        ..Amounts::default()
    }
}

fn of_text(
    text: &str,
    flags: NodeFlags,
    script: &mut Script,
    texts: &mut Vec<TextAmounts>,
) -> Amounts {
    if flags.has(NodeFlags::NEVER_TEXT) {
        return Amounts { markup: length(text.as_bytes()), ..Amounts::default() };
    }
    let amounts = TextAmounts::of(text);
    if amounts.characters > 0 {
        texts.push(amounts);
    }
    script.ideographic = script.ideographic.saturating_add(amounts.ideographic);
    script.characters = script.characters.saturating_add(amounts.characters);
    Amounts {
        characters: amounts.characters,
        link_characters: if flags.has(NodeFlags::LINK) { amounts.characters } else { 0 },
        punctuation: amounts.punctuation,
        markup: amounts.all,
        ..Amounts::default()
    }
}

fn ascii_length(text: &str) -> u32 {
    text.len() as u32
}

/// The length of a text in characters; beyond a kilobyte in bytes, since scripts may be long.
#[inline]
fn length(bytes: &[u8]) -> u32 {
    let is_plain = match bytes.len() {
        0..=64 => is_ascii(bytes),
        65..=1024 => bytes.is_ascii(),
        _ => true,
    };
    saturated(match is_plain {
        true => bytes.len(),
        // Count the bytes that begin a character.
        false => bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count(),
    })
}

/// True if a short text is ASCII: checks eight bytes at a time, the last ones overlapping those
/// before.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    if let Some(last) = bytes.last_chunk::<8>() {
        let (words, _) = bytes.as_chunks::<8>();
        let words = words.iter().map(|word| u64::from_le_bytes(*word));
        return words.fold(u64::from_le_bytes(*last), |all, word| all | word)
            & 0x8080_8080_8080_8080
            == 0;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return (u32::from_le_bytes(*first) | u32::from_le_bytes(*last)) & 0x8080_8080 == 0;
    }
    bytes.iter().fold(0, |all, byte| all | byte) < 0x80
}
