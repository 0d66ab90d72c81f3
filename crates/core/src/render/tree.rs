//! The article as a tree, for JSON.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::events::{Element, Event};

/// A block, an inline element or a text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Node {
    /// Its type: `paragraph`, `heading`, `text`, ... (see `schema/extraction.schema.json`).
    #[serde(rename = "type")]
    pub kind: Cow<'static, str>,
    /// The text of a `text` or `code` node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its other attributes: see [`Node::attributes`].
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "NodeAttributes"))]
    attributes: Attributes,
    /// The nodes in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Node>,
}

/// The attributes of a node besides its text and its children, by its type. In JSON they are in the node itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NodeAttributes {
    /// The level of a heading, 1 to 6.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The first number of a numbered list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// The target of a link, or the source of an image, video, audio player or frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The title of a link, image or similar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The alternative text of an image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alt: Option<String>,
    /// The width of an image in CSS pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    /// The height of an image in CSS pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// The language of code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The source of a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latex: Option<String>,
    /// True if a formula is on a line of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display: Option<bool>,
    /// True if a cell is the header of its row or column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// The number of columns that a cell spans, if more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<u16>,
    /// The number of rows that a cell spans, if more than one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u16>,
    /// The label of a footnote or of a mark that refers to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// True if the box of a task is ticked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticked: Option<bool>,
}

/// Attributes: a page may have millions of nodes, and most have none or some of a few.
#[derive(Debug, Clone)]
enum Attributes {
    Known(&'static NodeAttributes),
    Rare(Box<NodeAttributes>),
}

impl Default for Attributes {
    fn default() -> Self {
        Self::Known(&NodeAttributes::NONE)
    }
}

impl std::ops::Deref for Attributes {
    type Target = NodeAttributes;

    fn deref(&self) -> &NodeAttributes {
        match self {
            Self::Known(attributes) => attributes,
            Self::Rare(attributes) => attributes,
        }
    }
}

impl PartialEq for Attributes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl From<NodeAttributes> for Attributes {
    fn from(attributes: NodeAttributes) -> Self {
        let known = KNOWN.iter().find(|known| ***known == attributes);
        known.map_or_else(|| Self::Rare(Box::new(attributes)), |known| Self::Known(known))
    }
}

impl Serialize for Attributes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        NodeAttributes::serialize(self, to)
    }
}

impl<'a> Deserialize<'a> for Attributes {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        NodeAttributes::deserialize(from).map(Self::from)
    }
}

/// The attributes of most nodes.
static KNOWN: [&NodeAttributes; 9] = [
    &NodeAttributes::NONE,
    &NodeAttributes { header: Some(false), ..NodeAttributes::NONE },
    &NodeAttributes { header: Some(true), ..NodeAttributes::NONE },
    &of_heading(1),
    &of_heading(2),
    &of_heading(3),
    &of_heading(4),
    &of_heading(5),
    &of_heading(6),
];

const fn of_heading(level: u8) -> NodeAttributes {
    NodeAttributes { level: Some(level), ..NodeAttributes::NONE }
}

/// The blocks of an article.
pub(crate) fn tree(events: &[Event]) -> Vec<Node> {
    let mut counts = children(events).into_iter();
    let mut next = || counts.next().map_or(0, |count| count as usize);
    let mut open = vec![Node { children: Vec::with_capacity(next()), ..Node::default() }];
    for event in events {
        let node = match event {
            Event::Start(element) => {
                open.push(Node { children: Vec::with_capacity(next()), ..of_element(element) });
                continue;
            }
            Event::End if open.len() > 1 => {
                let mut node = open.pop().unwrap_or_default();
                // Texts side by side have become one.
                node.children.shrink_to_fit();
                node
            }
            Event::End => continue,
            event => of_event(event),
        };
        if let Some(parent) = open.last_mut() {
            parent.push(node);
        }
    }
    open.into_iter().next().unwrap_or_default().children
}

/// The maximum number of children of the document and of each element, in the order in which they begin, so that no room is
/// wasted.
fn children(events: &[Event]) -> Vec<u32> {
    let (mut counts, mut open) = (vec![0], vec![0]);
    for event in events {
        if matches!(event, Event::End) {
            open.truncate(open.len().saturating_sub(1).max(1));
            continue;
        }
        let parent: usize = open.last().copied().unwrap_or(0);
        counts[parent] += 1;
        if matches!(event, Event::Start(_)) {
            open.push(counts.len());
            counts.push(0);
        }
    }
    counts
}

impl NodeAttributes {
    const NONE: Self = Self {
        level: None,
        start: None,
        address: None,
        title: None,
        alt: None,
        width: None,
        height: None,
        language: None,
        latex: None,
        display: None,
        header: None,
        columns: None,
        rows: None,
        label: None,
        ticked: None,
    };
}

impl Node {
    /// Its other attributes, by type: the level of a heading, the address of a link, the size of an image.
    pub fn attributes(&self) -> &NodeAttributes {
        &self.attributes
    }

    /// Adds a child; adjacent texts become one.
    fn push(&mut self, node: Self) {
        match self.children.last_mut() {
            Some(Self { kind, text: Some(text), .. }) if kind == "text" && node.kind == "text" => {
                text.push_str(node.text.as_deref().unwrap_or(""));
            }
            _ => self.children.push(node),
        }
    }
}

fn of_element(element: &Element) -> Node {
    let mut node = NodeAttributes::default();
    let more = |span: u16| (span > 1).then_some(span);
    match element {
        Element::Heading(level) => node.level = Some(*level),
        Element::List { start } => node.start = *start,
        Element::Cell { is_header, columns, rows, .. } => {
            node.header = Some(*is_header);
            (node.columns, node.rows) = (more(*columns), more(*rows));
        }
        Element::Link(link) => {
            node.address = Some(link.address.to_string());
            node.title = link.title.as_ref().map(ToString::to_string);
        }
        Element::Footnote(label) => node.label = Some(label.clone()),
        _ => {}
    }
    Node { kind: element.name().into(), attributes: node.into(), ..Node::default() }
}

fn of_event(event: &Event) -> Node {
    let (mut node, mut text) = (NodeAttributes::default(), None);
    let kind = match event {
        Event::Text(run) => {
            text = Some(run.to_string());
            "text"
        }
        Event::LineBreak => "line_break",
        Event::TaskBox(is_ticked) => {
            node.ticked = Some(*is_ticked);
            "task_box"
        }
        Event::Rule => "rule",
        Event::Image(image) => {
            node.address = Some(image.address.clone());
            (node.alt, node.title) = (image.alt.clone(), image.title.clone());
            (node.width, node.height) = (image.width, image.height);
            "image"
        }
        Event::Embedded(embedded) => {
            node.address = Some(embedded.address.clone());
            node.title.clone_from(&embedded.title);
            embedded.kind.name()
        }
        Event::Formula { latex, is_display } => {
            (node.latex, node.display) = (Some(latex.clone()), Some(*is_display));
            "formula"
        }
        Event::Code(code) => {
            node.language.clone_from(&code.language);
            text = Some(code.text.clone());
            "code"
        }
        Event::FootnoteMark(label) => {
            node.label = Some(label.clone());
            "footnote_mark"
        }
        Event::Start(_) | Event::End | Event::Section(_) => "",
    };
    Node { kind: kind.into(), text, attributes: node.into(), children: Vec::new() }
}
