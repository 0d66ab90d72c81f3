//! A document as HTML on one line, for tests.

use crate::{Document, Event, NodeKind, walk};

/// The tree with every tag written out and every value in quotes, without comments.
pub(crate) fn shown(document: &Document) -> String {
    let mut out = String::new();
    for event in walk(document.root()) {
        match event {
            Event::Start(id) => {
                out.extend(["<", document.name(id)]);
                for (name, value) in document.attributes(id) {
                    out.extend([" ", name, "=\"", value, "\""]);
                }
                out.push('>');
            }
            Event::End(id) if document.tag(id).is_void() => {}
            Event::End(id) => out.extend(["</", document.name(id), ">"]),
            Event::Leaf(id) => match document.kind(id) {
                NodeKind::Doctype => out.extend(["<!DOCTYPE ", document.text(id), ">"]),
                NodeKind::Text => out.push_str(document.text(id)),
                _ => {}
            },
        }
    }
    out
}
