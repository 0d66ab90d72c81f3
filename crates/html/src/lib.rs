//! An HTML parser: bytes or text in, an immutable tree out, by the HTML standard.
//!
//! ```
//! use zhengwen_html::{AttributeName, Document, NodeKind, Tag, parse};
//!
//! let document = parse("<title>Notes</title><p>See <a href=/1>the <b>first</b></a>.");
//! let link = document.elements().find(|id| document.tag(*id) == Tag::A).unwrap();
//! assert_eq!(document.attribute(link, AttributeName::HREF), Some("/1"));
//! assert_eq!(document.text_content(link), "the first");
//!
//! // Ids are in document order, so a subtree is a range of ids and a walk over it is a loop.
//! let texts: Vec<&str> = document
//!     .descendants(Document::ROOT)
//!     .filter(|id| document.kind(*id) == NodeKind::Text)
//!     .map(|id| document.text(id))
//!     .collect();
//! assert_eq!(texts, ["Notes", "See ", "the ", "first", "."]);
//! ```
//!
//! # In
//!
//! [`parse`] takes text and [`parse_bytes`] bytes in any encoding of the web, with what is known of it
//! ([`EncodingHints`]). A [`Parser`] keeps its buffers from page to page, has settings, and reads fragments. A
//! [`DocumentBuilder`] makes a document that no parser made, node by node.
//!
//! # Out
//!
//! A [`Document`] is an arena of nodes. Texts and attribute values are spans of one buffer, and names of elements and
//! attributes are numbers: [`Tag`] and [`AttributeName`] have constants for the known ones. [`walk`] gives the start and
//! the end of every element. [`Selector`] finds elements by CSS selectors (feature `selectors`, on by default).
//!
//! # Guarantees
//!
//! - No input fails: parsing has no errors, and none of its functions panics on an id of the document at hand.
//! - Work and memory grow linearly with the input. [`Limits`] bounds them further, and [`Document::report`] says what was
//!   left out.
//! - No recursion, no `unsafe` code, no I/O, no threads and no global state: the same input gives the same document.

mod build;
mod decode;
mod document;
mod names;
mod node;
mod parse;
#[cfg(feature = "selectors")]
mod selector;
#[cfg(test)]
mod shown;
mod span;
mod walk;

pub use build::DocumentBuilder;
pub use decode::{Decoding, DecodingReason, EncodingHints, decode, is_known_label};
pub use document::{Doctype, Document, Namespace, NodeId, NodeKind, ParseReport};
pub use names::{AttributeName, Tag};
pub use node::NodeRef;
pub use parse::{Context, Limits, MAX_BYTES, MAX_DEPTH, Parser, parse};
#[cfg(feature = "selectors")]
pub use selector::{Selector, SelectorError};
pub use walk::{Event, Walk, walk};

/// Decodes and parses a whole page. Never fails.
///
/// ```
/// use zhengwen_html::{DecodingReason, Document, EncodingHints, parse_bytes};
///
/// let (document, decoding) = parse_bytes(b"<meta charset=gbk><p>\xd6\xd0\xce\xc4", EncodingHints::default());
/// assert_eq!(document.text_content(Document::ROOT), "中文");
/// assert_eq!((decoding.name.as_str(), decoding.reason), ("gb18030", DecodingReason::Meta));
/// ```
pub fn parse_bytes(bytes: &[u8], hints: EncodingHints) -> (Document, Decoding) {
    let (text, decoding) = decode(bytes, hints);
    (parse(&text), decoding)
}

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "selectors"))]
#[doc = include_str!("../README.md")]
struct Readme;
