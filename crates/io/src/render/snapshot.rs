//! Turns the browser's snapshot into a page: elements, texts, bounding boxes, and what is hidden.

use std::collections::HashSet;

use chromiumoxide::cdp::browser_protocol::dom_snapshot::{
    ArrayOfStrings, CaptureSnapshotReturns, DocumentSnapshot, RareStringData, StringIndex,
};
use zhengwen::unstable::dom::{DocumentBuilder, Namespace};
use zhengwen::unstable::page::{Rectangle, RenderedPage};

use super::drawn::Drawn;

/// Numbers of node types (DOM standard, section 4.4).
const ELEMENT: i64 = 1;
const TEXT: i64 = 3;

/// The page of the main frame; none if the snapshot has none.
pub(super) fn drawn(snapshot: &CaptureSnapshotReturns) -> Option<Drawn> {
    let document = snapshot.documents.first()?;
    let strings = Strings(&snapshot.strings);
    let page = Reader::new(document, strings)?.page();
    Some(Drawn { page, url: strings.get(&document.document_url).to_owned() })
}

#[derive(Clone, Copy)]
struct Strings<'a>(&'a [String]);

impl<'a> Strings<'a> {
    fn get(self, index: &StringIndex) -> &'a str {
        let index = usize::try_from(*index.inner()).ok();
        index.and_then(|index| self.0.get(index)).map_or("", String::as_str)
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
    attributes: &'a [ArrayOfStrings],
    /// Nodes that are not part of the page's own tree: `::before` and the like, and the inner parts
    /// of the browser's own controls.
    foreign: HashSet<i64>,
    laid: Vec<Laid>,
    /// Whether a node or anything in it is shown.
    shown: Vec<bool>,
}

impl<'a> Reader<'a> {
    fn new(document: &'a DocumentSnapshot, strings: Strings<'a>) -> Option<Self> {
        let nodes = &document.nodes;
        let kinds = nodes.node_type.as_deref()?;
        let parents = nodes.parent_index.as_deref()?;
        let rare = |data: &'a Option<RareStringData>| data.iter().flat_map(|data| &data.index);
        let mut foreign: HashSet<i64> = rare(&nodes.pseudo_type).copied().collect();
        if let Some(data) = &nodes.shadow_root_type {
            let own = data.index.iter().zip(&data.value);
            let own = own.filter(|(_, kind)| strings.get(kind) == "user-agent");
            foreign.extend(own.map(|(index, _)| *index));
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
            let own = index as i64;
            let parent = self.parents.get(index).copied().unwrap_or(-1);
            let parent = self.element_above(parent);
            if self.foreign.contains(&own) || self.is_within(parent, index, &left_out) {
                left_out.insert(own);
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
                    open.push((own, namespace));
                    if matches!(name.as_str(), "noscript" | "template") {
                        left_out.insert(own);
                    }
                }
                TEXT => {
                    let value = self.values.get(index).map_or("", |value| self.strings.get(value));
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
        let name = self.names.get(index).map_or("", |name| self.strings.get(name));
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
        let own = self.attributes.get(index).map_or(&[][..], |own| own.inner().as_slice());
        own.chunks_exact(2).map(move |pair| (strings.get(&pair[0]), strings.get(&pair[1])))
    }
}

/// The layout results by node.
fn laid(document: &DocumentSnapshot, strings: Strings, nodes: usize) -> Vec<Laid> {
    let layout = &document.layout;
    let mut laid = vec![Laid::default(); nodes];
    for (at, node) in layout.node_index.iter().enumerate() {
        let Some(own) = usize::try_from(*node).ok().and_then(|node| laid.get_mut(node)) else {
            continue;
        };
        let visibility = layout.styles.get(at).and_then(|styles| styles.inner().first());
        own.is_visible = visibility.map_or("", |value| strings.get(value)) != "hidden";
        if let Some(&[left, top, width, height]) =
            layout.bounds.get(at).and_then(|bounds| bounds.inner().first_chunk::<4>())
        {
            let [left, top, width, height] = [left, top, width, height].map(|n| n as f32);
            own.rectangle = Some(Rectangle { left, top, width, height });
        }
    }
    laid
}
