//! Parses page text into a [`Document`], by the HTML standard, section "Parsing HTML documents".
//!
//! One pass of tokens (`tokens`) drives the construction of the tree (`modes`) and leaves spans of
//! the page. Three things differ from the standard, to keep every page linear: elements nest at
//! most [`MAX_DEPTH`] deep, formatting that is opened again and again is bounded, and names beyond
//! ten thousand share one number. The copy of an option in `selectedcontent` is left out.

mod limits;
mod modes;
mod name_table;
mod reference_table;
mod references;
mod tokens;
mod tree;

use crate::names::Names;
use crate::{Document, Namespace, ParseReport};
pub use limits::{Limits, MAX_BYTES, MAX_DEPTH};
use modes::{Bounds, Buffers, Builder};
use tokens::{Store, Tokenizer};
use tree::{NONE, Parts};

/// The buffers of a tree of more nodes are not kept for the next page.
const KEPT_NODES: usize = 50_000;

/// Parses a whole page by the HTML standard, with `noscript` as content. Never fails.
///
/// ```
/// let document = zhengwen_html::parse("<title>Notes</title><p class=a>One<p>Two");
/// assert_eq!(document.text_content(zhengwen_html::Document::ROOT), "NotesOneTwo");
/// ```
pub fn parse(html: &str) -> Document {
    Parser::default().parse(html)
}

/// The element whose content a fragment is.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Its name in the tree: `td`, `foreignObject`.
    pub name: &'a str,
    /// The namespace of the name.
    pub namespace: Namespace,
    /// True if its document is in quirks mode.
    pub is_quirky: bool,
}

/// A parser that keeps its buffers from page to page.
///
/// ```
/// use zhengwen_html::{Limits, Parser};
///
/// let mut parser = Parser::default();
/// parser.limits = Limits { nodes: 1_000, ..Limits::default() };
/// for page in ["<p>one", "<p>two"] {
///     let document = parser.parse(page);
///     assert_eq!(document.len(), 6);
///     parser.recycle(document);
/// }
/// ```
#[derive(Debug, Default)]
pub struct Parser {
    /// True to read `noscript` as raw text, as a browser with scripts does. False by default.
    pub scripting: bool,
    /// The limits on the cost of a page.
    pub limits: Limits,
    buffers: Buffers,
    /// `None` while a page is parsed, and before the first.
    store: Option<Store>,
    /// A document whose buffers can be reused.
    spare: Option<Document>,
}

impl Parser {
    /// Parses a whole page. Never fails.
    pub fn parse(&mut self, html: &str) -> Document {
        self.parse_as(html, None, &mut |_| true)
    }

    /// Parses a page for as long as `goes_on` says so: it gets the number of steps, tokens and nodes, since it was last
    /// asked, and is asked about every 64 tokens. What was read by then is the document.
    pub fn parse_while(&mut self, html: &str, mut goes_on: impl FnMut(usize) -> bool) -> Document {
        self.parse_as(html, None, &mut goes_on)
    }

    /// Parses the content of an element; it ends up below the document node.
    pub fn parse_fragment(&mut self, html: &str, context: &Context) -> Document {
        self.parse_as(html, Some(context), &mut |_| true)
    }

    /// Takes a document that is no longer needed, so that the next page can reuse its memory.
    pub fn recycle(&mut self, document: Document) {
        self.spare = Some(document);
    }

    fn parse_as(
        &mut self,
        html: &str,
        context: Option<&Context>,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> Document {
        let mut document = self.spare.take().unwrap_or_else(Document::unfilled);
        let html = html.strip_prefix('\u{FEFF}').unwrap_or(html);
        let (html, unparsed_bytes) = limits::split_at_most(html, self.limits.bytes.min(MAX_BYTES));
        let bounds = Bounds {
            nodes: limits::max_nodes(html.len()).min(self.limits.nodes),
            depth: self.limits.depth.min(MAX_DEPTH),
        };
        let mut page = std::mem::take(&mut document.buffer);
        limits::copy_with_line_feeds(html, &mut page);
        let mut store = self.store.take().unwrap_or_default();
        store.most_attributes = self.limits.attributes;
        let tokens = Tokenizer::new(&page, store);
        let mut builder =
            Builder::new(tokens, std::mem::take(&mut self.buffers), self.scripting, bounds);
        if let Some(context) = context {
            builder = builder.for_fragment(context);
        }
        builder.run(goes_on);
        builder.merge_late_attributes();
        let (flattened, ignored_tags, doctype) =
            (builder.flattened, builder.ignored, builder.doctype);
        let (buffers, mut store) = builder.into_buffers();
        let html_of_fragment = buffers.tree.node(0).first;
        let is_fragment = context.is_some() && html_of_fragment != NONE;
        let root = if is_fragment { html_of_fragment } else { 0 };
        let parts =
            Parts { page: &page, store: &mut store, nodes: document.nodes, depth: bounds.depth };
        let finished = buffers.tree.finish(root, parts);
        page.push_str(&store.side);
        document.nodes = finished.nodes;
        document.buffer = page;
        std::mem::swap(&mut document.attributes, &mut store.attributes);
        let Names { tags, attributes } = &mut document.names;
        std::mem::swap(tags, &mut store.tags.others);
        std::mem::swap(attributes, &mut store.attribute_names.others);
        document.doctype_ids = [doctype.public_id, doctype.system_id];
        document.report = ParseReport {
            flattened_elements: flattened.max(finished.flattened),
            ignored_tags,
            ignored_attribute_bytes: store.ignored_bytes,
            unparsed_bytes,
        };
        // What few pages need is not kept for the rest of this one.
        let is_large = buffers.tree.nodes.len() > KEPT_NODES;
        self.buffers = if is_large { Buffers::default() } else { buffers };
        self.store = Some(store);
        document
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shown::shown;
    use crate::{NodeId, NodeKind, Tag};

    fn check(html: &str, expected: &str) {
        let document = parse(html);
        assert_eq!(shown(&document), expected, "{html}");
    }

    #[test]
    fn builds_the_standard_tree() {
        check(
            "<!doctype html><p class=a>x<b>y</p>z",
            "<!DOCTYPE html><html><head></head><body><p class=\"a\">x<b>y\
             </b></p><b>z</b></body></html>",
        );
        check(
            "<table>a<tr><td>b</table>",
            "<html><head></head><body>a<table><tbody><tr><td>b</td></tr>\
             </tbody></table></body></html>",
        );
        check(
            "<noscript><p>n</p></noscript><template><p>t</template>",
            "<html><head><noscript></noscript></head><body><p>n</p><template><p>\
             t</p></template></body></html>",
        );
    }

    #[test]
    fn subtrees_are_id_ranges() {
        let document = parse("<div><p>a</p><p>b<i>c</i></p></div><p>d");
        for id in document.ids().skip(1) {
            let parent = document.parent(id).unwrap();
            assert!(parent < id && document.end(id) <= document.end(parent));
            assert_eq!(document.depth(id), document.depth(parent) + 1);
            assert!(document.children(parent).any(|child| child == id));
        }
        assert_eq!(document.text_content(Document::ROOT), "abcd");
    }

    #[test]
    fn deep_nesting_is_flattened_kept_and_reported() {
        for tag in ["div", "b", "svg", "table><tr><td", "ul><li", "a", "font", "x-y", "select"] {
            let html =
                format!("{}in{}<p>after", format!("<{tag}>").repeat(50_000), "</div>".repeat(9));
            let document = parse(&html);
            let deepest = document.ids().map(|id| document.depth(id)).max().unwrap();
            assert!(deepest <= MAX_DEPTH + 1, "{tag}: {deepest}");
            let text = document.text_content(Document::ROOT);
            assert!(text.contains("in") && text.contains("after"), "{tag}: {text}");
            let shallow = matches!(tag, "a" | "select");
            assert!(shallow || document.report().flattened_elements > 1000, "{tag}");
        }
    }

    #[test]
    fn flattened_elements_end_where_they_end() {
        let html = format!("<p>0</p>{}in{}<p>after</p>", "<div>".repeat(600), "</div>".repeat(600));
        let document = parse(&html);
        let after = document.ids().find(|id| document.text(*id) == "after").unwrap();
        let paragraph = document.parent(after).unwrap();
        assert_eq!(document.tag(document.parent(paragraph).unwrap()), Tag::BODY);
    }

    #[test]
    fn reopened_formatting_does_not_multiply() {
        let mut html: String = (0..400).map(|i| format!("<p><font size={i}>")).collect();
        html.push_str(&"<p>x".repeat(50_000));
        let document = parse(&html);
        assert!(document.len() < html.len(), "{} nodes", document.len());
        let is_x = |id: &NodeId| document.kind(*id) == NodeKind::Text;
        let texts: usize = document.ids().filter(is_x).map(|id| document.text(id).len()).sum();
        assert_eq!(texts, 50_000);
        assert!(document.report().ignored_tags > 0);
    }
}
