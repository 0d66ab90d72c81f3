//! Support for tests, benches and fuzzing: html5ever's tree as a second opinion on the parser of zhengwen; pages of
//! hostile shapes and ordinary ones; pages and tests that some machines have, and a note of what was skipped without them.

mod families;
mod given;
mod pages;
mod shapes;
mod sink;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{TokenizerResult, local_name, ns};
use zhengwen_html::{Document, Namespace, NodeId, NodeKind};

pub use families::{Family, families};
pub use given::{html5lib, labelled_pages, page_text, skipped};
pub use pages::generated_pages;
pub use shapes::{SHAPES, Shape, assert_families_grow_linearly, assert_grows_linearly};
pub use sink::{Data, Tree, TreeNode};

/// No node.
pub const NONE: u32 = sink::NONE;

/// The tree that html5ever builds of a page, `noscript` as content.
pub fn parse(html: &str) -> Tree {
    let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(Tree::default(), options);
    let tokenizer = Tokenizer::new(builder, TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // A finished `script` hands control back; there is nothing to run, so go on.
    while let TokenizerResult::Script(_) | TokenizerResult::EncodingIndicator(_) =
        tokenizer.feed(&input)
    {}
    tokenizer.end();
    tokenizer.sink.sink
}

/// The first difference between html5ever's tree of a page and `document`, for people; none when
/// they are the same, or when the page is so deep that the document was flattened.
pub fn difference(html: &str, document: &Document) -> Option<String> {
    let report = document.report();
    if report != Default::default() || document.ids().any(|id| document.depth(id) > 500) {
        return None;
    }
    let tree = parse(html);
    let nodes = tree.nodes.borrow();
    let mut depth = 0;
    let mut at = nodes[0].first;
    let mut ids = document.ids().skip(1);
    while at != NONE {
        let node = &nodes[at as usize];
        depth += 1;
        let Some(id) = ids.next() else {
            return Some(format!("{} is missing", described(&node.data)));
        };
        if u32::from(document.depth(id)) != depth || !is_same(&node.data, document, id) {
            return Some(format!(
                "at depth {depth} {}, here at depth {} {:?} {:?} {:?} {:?}",
                described(&node.data),
                document.depth(id),
                document.kind(id),
                document.name(id),
                document.text(id),
                document.attributes(id).collect::<Vec<_>>()
            ));
        }
        if node.first != NONE {
            at = node.first;
            continue;
        }
        while at != NONE && nodes[at as usize].next == NONE {
            at = nodes[at as usize].parent;
            depth -= 1;
            if at == 0 {
                at = NONE;
            }
        }
        if at != NONE {
            at = nodes[at as usize].next;
            depth -= 1;
        }
    }
    ids.next().map(|id| format!("{:?} {:?} is too much", document.name(id), document.text(id)))
}

/// True if a page may meet one of the places where html5ever leaves the standard: integration points
/// of SVG and MathML (they are special, and end its searches for open elements), table parts
/// in no table (a `thead` is not ended by what ends it, text in between does not stay there), a second doctype in a table (it ends a run of text).
pub fn may_differ(html: &str, document: &Document) -> bool {
    const POINTS: [&str; 9] =
        ["mi", "mo", "mn", "ms", "mtext", "annotation-xml", "foreignObject", "desc", "title"];
    const TABLE_PARTS: [&str; 9] =
        ["thead", "tbody", "tfoot", "tr", "td", "th", "caption", "colgroup", "col"];
    let lower = html.to_ascii_lowercase();
    let doctype = lower.rfind("<!doctype").unwrap_or(0);
    !lower[..doctype].trim().is_empty()
        || document.ids().any(|id| match document.namespace(id) {
            Namespace::Html => {
                let parent = document.parent(id).map_or("", |parent| document.name(parent));
                TABLE_PARTS.contains(&document.name(id)) && parent == "template"
            }
            _ => POINTS.contains(&document.name(id)),
        })
}

fn described(data: &Data) -> String {
    match data {
        Data::Root => "the document".to_owned(),
        Data::Element { name, attributes, .. } => {
            let pairs = attributes.iter().map(|a| format!(" {}={:?}", &*a.name.local, &*a.value));
            format!("<{}{}>", &*name.local, pairs.collect::<String>())
        }
        Data::Text(text) => format!("text {:?}", &**text),
        Data::Comment(text) => format!("comment {:?}", &**text),
        Data::Doctype(text) => format!("doctype {:?}", &**text),
    }
}

fn is_same(data: &Data, document: &Document, id: NodeId) -> bool {
    let kind = document.kind(id);
    match data {
        Data::Root => false,
        Data::Text(text) => kind == NodeKind::Text && **text == *document.text(id),
        Data::Comment(text) => kind == NodeKind::Comment && **text == *document.text(id),
        Data::Doctype(text) => kind == NodeKind::Doctype && **text == *document.text(id),
        Data::Element { name, attributes, .. } => {
            let namespace = match name.ns {
                ns!(svg) => Namespace::Svg,
                ns!(mathml) => Namespace::MathMl,
                _ => Namespace::Html,
            };
            let written = |a: &html5ever::Attribute| match &a.name.prefix {
                Some(prefix) if !prefix.is_empty() => format!("{prefix}:{}", a.name.local),
                _ => a.name.local.to_string(),
            };
            let mut theirs: Vec<(String, &str)> =
                attributes.iter().map(|a| (written(a), &*a.value)).collect();
            let mut ours: Vec<(String, &str)> =
                document.attributes(id).map(|(name, value)| (name.to_owned(), value)).collect();
            theirs.sort_unstable();
            ours.sort_unstable();
            kind == NodeKind::Element
                && namespace == document.namespace(id)
                && *name.local == *document.name(id)
                && name.local != local_name!("")
                && theirs == ours
        }
    }
}
