//! Turns content into what people read: one walk makes events, and writers write them.

mod admonition;
mod blanks;
mod chunks;
mod code;
mod cut;
mod drawn;
pub(crate) mod events;
mod formula;
mod icons;
mod join;
mod markdown;
mod math_signs;
mod mathml;
mod narrowed;
mod notices;
mod outline;
mod page_html;
mod parts;
mod pieces;
mod product;
mod raised;
mod ranking;
mod section_links;
mod side_notes;
mod tabs;
mod text;
mod tidy;
mod titled;
mod tree;
mod walk;
mod xml;

pub(crate) use chunks::{Around, Pieces, pieces};
pub(crate) use cut::cut;
pub(crate) use join::join;
pub use markdown::markdown;
pub(crate) use narrowed::{Narrowed, narrowed};
pub(crate) use outline::under_title;
pub(crate) use page_html::page_html;
pub use parts::{Form, Outputs, PARTS, Parts};
pub(crate) use pieces::PieceEvents;
pub(crate) use product::with_product;
pub use text::text;
pub(crate) use titled::titled;
pub(crate) use tree::tree;
pub use tree::{Node, NodeAttributes};
#[cfg(feature = "train")]
pub use walk::events as of_content;
pub(crate) use walk::{Section, events_in_sections as of_thread};
#[cfg(feature = "train")]
pub use xml::ALLOWED;
pub use xml::html;
pub(crate) use xml::{TeiHeader, tei};
