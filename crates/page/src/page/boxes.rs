//! Bounding boxes: where a browser put the elements of a page.

use serde::{Deserialize, Serialize};

use crate::dom::{Document, NodeId, Tag};

/// A bounding box in CSS pixels, from the top left corner of the page.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rectangle {
    /// The distance from the page's left edge.
    pub left: f32,
    /// The distance from the page's top.
    pub top: f32,
    /// The width, 0 or more.
    pub width: f32,
    /// The height, 0 or more.
    pub height: f32,
}

impl From<[f32; 4]> for Rectangle {
    fn from([left, top, width, height]: [f32; 4]) -> Self {
        Self { left, top, width, height }
    }
}

impl Rectangle {
    /// The area in square pixels.
    pub fn area(&self) -> f32 {
        self.width.max(0.0) * self.height.max(0.0)
    }

    /// The area of the overlap of both.
    pub fn shared_area(&self, other: &Self) -> f32 {
        let right = (self.left + self.width).min(other.left + other.width);
        let bottom = (self.top + self.height).min(other.top + other.height);
        (right - self.left.max(other.left)).max(0.0) * (bottom - self.top.max(other.top)).max(0.0)
    }
}

/// The bounding boxes of a page's elements, in the order of the browser's `document.querySelectorAll('*')` (without elements in
/// `noscript` and `template`); `None` for an element that is not rendered.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Boxes {
    /// The boxes by element.
    pub boxes: Vec<Option<Rectangle>>,
}

impl Boxes {
    /// Reads `{"boxes": [[left, top, width, height], null, ...]}`.
    ///
    /// # Errors
    /// When the JSON does not have this form, or a number is not finite.
    pub fn from_json(json: &[u8]) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        struct Json {
            boxes: Vec<Option<[f32; 4]>>,
        }
        let Json { boxes } = serde_json::from_slice(json)?;
        Ok(Self { boxes: boxes.into_iter().map(|sides| sides.map(Rectangle::from)).collect() })
    }

    /// The boxes by node. On a mismatch, the counts of elements and of boxes.
    pub(super) fn by_node(
        &self,
        document: &Document,
    ) -> Result<Vec<Option<Rectangle>>, (usize, usize)> {
        let mut by_node = vec![None; document.len()];
        let (mut count, mut unseen_until) = (0, Document::ROOT);
        for node in document.root().elements() {
            if node.id < unseen_until {
                continue;
            }
            if matches!(node.tag(), Tag::NOSCRIPT | Tag::TEMPLATE) {
                unseen_until = node.end();
            }
            by_node[node.id.index()] = self.boxes.get(count).copied().flatten();
            count += 1;
        }
        if count == self.boxes.len() { Ok(by_node) } else { Err((count, self.boxes.len())) }
    }
}

/// A page as a browser shows it after its scripts ran: built node by node with
/// [`DocumentBuilder`](crate::dom::DocumentBuilder), with the layout of each node.
#[derive(Debug, Clone)]
pub struct RenderedPage {
    /// The elements and texts.
    pub document: Document,
    /// By node: the bounding box of an element, from the top left corner of the page. Empty if the
    /// page's boxes are not to be used.
    pub rectangles: Vec<Option<Rectangle>>,
    /// By node, true if the node and everything in it is hidden.
    pub hidden: Vec<bool>,
}

/// The boxes of a page by node.
#[derive(Debug, Clone, Default)]
pub(super) struct NodeBoxes(pub(super) Vec<Option<Rectangle>>);

impl NodeBoxes {
    pub(super) fn get(&self, id: NodeId) -> Option<Rectangle> {
        self.0.get(id.index()).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn a_box_for_each_element_that_a_browser_lists() {
        let mut page = Page::new("<p>a<noscript><b>n</b></noscript><i>c</i>", None);
        let boxes = |json: &str| Boxes::from_json(json.as_bytes()).unwrap();
        let fits = boxes("{\"boxes\": [null, null, null, [1, 2, 3, 4], null, [0, 0, 5, 6]]}");
        assert_eq!(page.set_boxes(&fits), Ok(()));
        let find = |name: &str| page.document().ids().find(|id| page.document().name(*id) == name);
        let area = |name: &str| page.rectangle(find(name).unwrap()).map(|r| r.area());
        assert_eq!((area("p"), area("b"), area("i")), (Some(12.0), None, Some(30.0)));
        assert_eq!(page.set_boxes(&boxes("{\"boxes\": [null]}")), Err((6, 1)));
        assert!(Boxes::from_json(b"{\"boxes\": [[1, 2]]}").is_err());
    }
}
