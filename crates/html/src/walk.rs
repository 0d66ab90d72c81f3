//! Start and end events of a subtree, for passes that must know where elements close.

use crate::{Document, NodeId, NodeKind, NodeRef};

/// One step of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// An element begins.
    Start(NodeId),
    /// An element ends.
    End(NodeId),
    /// A text, comment or doctype.
    Leaf(NodeId),
}

/// Walks the subtree below `root` (all of the page for [`Document::ROOT`]) in document order,
/// without recursion.
pub fn walk(root: NodeRef<'_>) -> Walk<'_> {
    let next = NodeId(root.id.0 + 1);
    Walk { document: root.document, next, end: root.end(), open: Vec::new() }
}

/// Iterator of [`walk`].
#[derive(Debug)]
pub struct Walk<'a> {
    document: &'a Document,
    next: NodeId,
    end: NodeId,
    open: Vec<NodeId>,
}

impl Walk<'_> {
    /// Continues after the innermost open element, which then has no end event.
    #[inline]
    pub fn skip_subtree(&mut self) {
        if let Some(id) = self.open.pop() {
            self.next = self.document.end(id);
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Event;

    #[inline]
    fn next(&mut self) -> Option<Event> {
        if let Some(&id) = self.open.last()
            && self.document.end(id) <= self.next
        {
            self.open.pop();
            return Some(Event::End(id));
        }
        if self.next >= self.end {
            return None;
        }
        let id = self.next;
        self.next = NodeId(id.0 + 1);
        if self.document.kind(id) == NodeKind::Element {
            self.open.push(id);
            Some(Event::Start(id))
        } else {
            Some(Event::Leaf(id))
        }
    }
}
