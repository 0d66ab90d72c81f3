//! Turns the browser's snapshot into a page: elements, texts, bounding boxes, and what is hidden.

use std::collections::HashSet;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use zhengwen_html::{DocumentBuilder, Namespace};
use zhengwen_page::page::{Rectangle, RenderedPage};

use super::client::command;
use super::drawn::Drawn;

/// Numbers of node types (DOM standard, section 4.4).
const ELEMENT: i64 = 1;
const TEXT: i64 = 3;

/// Takes a snapshot of all frames, with the computed values of some CSS properties.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaptureSnapshot {
    pub(super) computed_styles: [&'static str; 1],
}
command!(CaptureSnapshot, "DOMSnapshot.captureSnapshot", Snapshot);

#[derive(Deserialize)]
pub(super) struct Snapshot {
    /// The main frame's comes first.
    documents: Vec<DocumentSnapshot>,
    /// All strings, each once. What is called an index below leads here.
    strings: Vec<Text>,
}

/// A string. A script may cut a character of UTF-16 in two: each half is read as U+FFFD.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Text;
            fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
                formatter.write_str("a string")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Text, E> {
                let mut text = String::with_capacity(bytes.len());
                for chunk in bytes.utf8_chunks() {
                    text.push_str(chunk.valid());
                    // Half of a surrogate pair comes as three bytes; this is the first.
                    if chunk.invalid().first() == Some(&0xED) {
                        text.push(char::REPLACEMENT_CHARACTER);
                    }
                }
                Ok(Text(text))
            }
        }

        deserializer.deserialize_bytes(Bytes)
    }
}

/// An index of a string; below 0 for no string.
type StringIndex = i64;

#[derive(Deserialize)]
struct DocumentSnapshot {
    #[serde(rename = "documentURL")]
    document_url: StringIndex,
    nodes: Nodes,
    layout: Layout,
}

/// The nodes in columns: one list for each property, by node.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Nodes {
    parent_index: Option<Vec<i64>>,
    node_type: Option<Vec<i64>>,
    node_name: Option<Vec<StringIndex>>,
    node_value: Option<Vec<StringIndex>>,
    /// Names and values in turn.
    attributes: Option<Vec<Vec<StringIndex>>>,
    shadow_root_type: Option<RareStrings>,
    pseudo_type: Option<RareStrings>,
}

/// Strings that few nodes have: the nodes, and a string for each.
#[derive(Deserialize)]
struct RareStrings {
    index: Vec<i64>,
    value: Vec<StringIndex>,
}

/// The nodes that have a place on the page, and the place of each.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Layout {
    node_index: Vec<i64>,
    /// The values of the CSS properties that were asked for.
    styles: Vec<Vec<StringIndex>>,
    /// Left, top, width and height.
    bounds: Vec<Vec<f64>>,
}

/// The page of the main frame, if the snapshot has one.
pub(super) fn drawn(snapshot: &Snapshot) -> Option<Drawn> {
    let document = snapshot.documents.first()?;
    let strings = Strings(&snapshot.strings);
    let page = Reader::new(document, strings)?.page();
    Some(Drawn { page, url: strings.get(document.document_url).to_owned() })
}

#[derive(Clone, Copy)]
struct Strings<'a>(&'a [Text]);

impl<'a> Strings<'a> {
    fn get(self, index: StringIndex) -> &'a str {
        let index = usize::try_from(index).ok();
        index.and_then(|index| self.0.get(index)).map_or("", |text| text.0.as_str())
    }
}

/// The layout of a node.
#[derive(Clone, Copy, Default)]
struct Laid {
    rectangle: Option<Rectangle>,
    is_visible: bool,
}

struct Reader<'a> {
    strings: Strings<'a>,
    parents: &'a [i64],
    kinds: &'a [i64],
    names: &'a [StringIndex],
    values: &'a [StringIndex],
    attributes: &'a [Vec<StringIndex>],
    /// Nodes that are not part of the page's own tree: `::before` and the like, and the inner parts
    /// of the browser's own controls.
    foreign: HashSet<i64>,
    laid: Vec<Laid>,
    /// True if a node or anything in it is shown.
    shown: Vec<bool>,
}

impl<'a> Reader<'a> {
    fn new(document: &'a DocumentSnapshot, strings: Strings<'a>) -> Option<Self> {
        let nodes = &document.nodes;
        let kinds = nodes.node_type.as_deref()?;
        let parents = nodes.parent_index.as_deref()?;
        let rare = |data: &'a Option<RareStrings>| data.iter().flat_map(|data| &data.index);
        let mut foreign: HashSet<i64> = rare(&nodes.pseudo_type).copied().collect();
        if let Some(data) = &nodes.shadow_root_type {
            let roots = data.index.iter().zip(&data.value);
            let roots = roots.filter(|(_, kind)| strings.get(**kind) == "user-agent");
            foreign.extend(roots.map(|(index, _)| *index));
        }
        let laid = laid(document, strings, kinds.len());
        let mut shown: Vec<bool> = laid.iter().map(|laid| laid.is_visible).collect();
        // Children come after their parents.
        for index in (0..kinds.len()).rev() {
            if shown[index] && !foreign.contains(&(index as i64)) {
                let parent = parents.get(index).and_then(|parent| usize::try_from(*parent).ok());
                if let Some(above) = parent.and_then(|parent| shown.get_mut(parent)) {
                    *above = true;
                }
            }
        }
        Some(Self {
            strings,
            parents,
            kinds,
            names: nodes.node_name.as_deref()?,
            values: nodes.node_value.as_deref().unwrap_or_default(),
            attributes: nodes.attributes.as_deref().unwrap_or_default(),
            foreign,
            laid,
            shown,
        })
    }

    fn page(&self) -> RenderedPage {
        let mut builder = DocumentBuilder::default();
        let (mut rectangles, mut hidden) = (vec![None], vec![false]);
        // The open elements: their index in the snapshot and their namespaces.
        let mut open: Vec<(i64, Namespace)> = Vec::new();
        let mut left_out: HashSet<i64> = HashSet::new();
        for index in 0..self.kinds.len() {
            let node = index as i64;
            let parent = self.parents.get(index).copied().unwrap_or(-1);
            let parent = self.element_above(parent);
            if self.foreign.contains(&node) || self.is_within(parent, index, &left_out) {
                left_out.insert(node);
                continue;
            }
            while open.last().is_some_and(|(above, _)| *above != parent) {
                open.pop();
                builder.end();
            }
            match self.kinds[index] {
                ELEMENT => {
                    let above = open.last().map_or(Namespace::Html, |(_, namespace)| *namespace);
                    let (name, namespace) = self.name(index, above);
                    if builder.start(&name, namespace, self.attributes(index)).is_some() {
                        rectangles.push(self.laid[index].rectangle);
                        hidden.push(!self.shown[index]);
                    }
                    open.push((node, namespace));
                    if matches!(name.as_str(), "noscript" | "template") {
                        left_out.insert(node);
                    }
                }
                TEXT => {
                    let value = self.values.get(index).map_or("", |value| self.strings.get(*value));
                    if builder.text(value) {
                        rectangles.push(None);
                        hidden.push(false);
                    }
                }
                _ => {}
            }
        }
        RenderedPage { document: builder.finish(), rectangles, hidden }
    }

    /// The nearest element at `index` or above it. The content of a shadow root belongs to its
    /// host.
    fn element_above(&self, mut index: i64) -> i64 {
        while let Some(place) =
            usize::try_from(index).ok().filter(|place| *place < self.kinds.len())
        {
            if self.kinds[place] == ELEMENT || self.foreign.contains(&index) {
                return index;
            }
            index = self.parents.get(place).copied().unwrap_or(-1);
        }
        -1
    }

    /// True if a node is inside something left out: content that scripts replace, and templates.
    fn is_within(&self, parent: i64, index: usize, left_out: &HashSet<i64>) -> bool {
        let direct = self.parents.get(index).copied().unwrap_or(-1);
        left_out.contains(&parent) || left_out.contains(&direct)
    }

    /// The name and namespace of an element. The browser writes HTML names in capitals, those of
    /// SVG and MathML as they are.
    fn name(&self, index: usize, above: Namespace) -> (String, Namespace) {
        let name = self.names.get(index).map_or("", |name| self.strings.get(*name));
        if !name.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return (name.to_ascii_lowercase(), Namespace::Html);
        }
        let namespace = match name {
            "svg" => Namespace::Svg,
            "math" => Namespace::MathMl,
            _ => above,
        };
        (name.to_owned(), namespace)
    }

    fn attributes(&self, index: usize) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        let strings = self.strings;
        let attributes =
            self.attributes.get(index).map_or(&[][..], |attributes| attributes.as_slice());
        attributes.chunks_exact(2).map(move |pair| (strings.get(pair[0]), strings.get(pair[1])))
    }
}

/// The layout results by node.
fn laid(document: &DocumentSnapshot, strings: Strings, nodes: usize) -> Vec<Laid> {
    let layout = &document.layout;
    let mut laid = vec![Laid::default(); nodes];
    for (at, node) in layout.node_index.iter().enumerate() {
        let Some(laid_node) = usize::try_from(*node).ok().and_then(|node| laid.get_mut(node))
        else {
            continue;
        };
        let visibility = layout.styles.get(at).and_then(|styles| styles.first());
        laid_node.is_visible = visibility.map_or("", |value| strings.get(*value)) != "hidden";
        if let Some(&[left, top, width, height]) =
            layout.bounds.get(at).and_then(|bounds| bounds.first_chunk::<4>())
        {
            let [left, top, width, height] = [left, top, width, height].map(|n| n as f32);
            laid_node.rectangle = Some(Rectangle { left, top, width, height });
        }
    }
    laid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_characters_are_replaced() {
        let json = r#"["", "a\n字", "\ud83d\ude00", "a\ud83d b", "\ude00\ud83d"]"#;
        let texts: Vec<Text> = serde_json::from_str(json).unwrap();
        let texts = texts.iter().map(|text| text.0.as_str());
        assert!(texts.eq(["", "a\n字", "😀", "a\u{fffd} b", "\u{fffd}\u{fffd}"]));
    }
}
