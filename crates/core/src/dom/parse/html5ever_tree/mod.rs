//! The tree as html5ever builds it, with a bound on depth that html5ever itself does not have.
//!
//! html5ever takes time quadratic in nesting depth, so depth must be bounded before its stack of
//! open elements grows: a start tag whose element lands too deep is ended at once, and its own end
//! tag is swallowed when it comes.

mod limiter;
mod sink;

use html5ever::buffer_queue::BufferQueue;
use html5ever::ns;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};

use super::builder::DocumentBuilder;
use crate::dom::{Document, NodeKind, ParseReport};
use limiter::Limiter;
use sink::{Data, NONE, TreeNode};

/// Parses with html5ever, then copies its tree into document order.
pub(super) fn parse(html: &str) -> Document {
    let tokenizer = Tokenizer::new(Limiter::new(html.len()), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // A finished `script` hands control back; there is nothing to run, so go on.
    while let html5ever::TokenizerResult::Script(_)
    | html5ever::TokenizerResult::EncodingIndicator(_) = tokenizer.feed(&input)
    {}
    tokenizer.end();
    let report = ParseReport {
        flattened_elements: tokenizer.sink.flattened.get(),
        ignored_tags: tokenizer.sink.ignored.get(),
        ..ParseReport::default()
    };
    copy(&tokenizer.sink.builder.sink.nodes.borrow(), html.len(), report)
}

/// Copies the finished tree into document order, iteratively.
fn copy(nodes: &[TreeNode], text_bytes: usize, report: ParseReport) -> Document {
    let mut builder = DocumentBuilder::new(nodes.len(), text_bytes);
    let mut at = nodes[0].first;
    while at != NONE {
        let node = &nodes[at as usize];
        let is_element = matches!(node.data, Data::Element { .. });
        write(&mut builder, &node.data);
        if node.first != NONE {
            at = node.first;
            continue;
        }
        if is_element {
            builder.end_element();
        }
        at = next_after(nodes, at, &mut builder);
    }
    builder.finish(report)
}

/// The node that follows the subtree of `at`; ends the elements in between.
fn next_after(nodes: &[TreeNode], mut at: u32, builder: &mut DocumentBuilder) -> u32 {
    while nodes[at as usize].next == NONE {
        at = nodes[at as usize].parent;
        if at == 0 || at == NONE {
            return NONE;
        }
        builder.end_element();
    }
    nodes[at as usize].next
}

fn write(builder: &mut DocumentBuilder, data: &Data) {
    match data {
        Data::Root => {}
        Data::Element { name, attributes, .. } => {
            let pairs = attributes.iter().map(|a| (&*a.name.local, &*a.value));
            builder.start_element(&name.local, name.ns == ns!(html), pairs);
        }
        Data::Text(text) => builder.leaf(NodeKind::Text, text),
        Data::Comment(text) => builder.leaf(NodeKind::Comment, text),
        Data::Doctype(name) => builder.leaf(NodeKind::Doctype, name),
    }
}
