//! Turns content into what people read: one walk makes events, and writers write them.

mod blanks;
mod code;
mod drawn;
mod escape;
pub mod events;
mod formula;
mod html;
mod join;
mod markdown;
mod mathml;
mod outline;
mod page_html;
mod parts;
mod raised;
mod section_links;
mod side_notes;
mod tei;
mod text;
mod tree;
mod walk;

pub use escape::escaped;
pub use html::{ALLOWED, html};
pub use join::join;
pub use markdown::markdown;
pub use outline::outline;
pub use page_html::page_html;
pub use parts::{Outputs, PARTS, Parts, SetPart};
pub use tei::{TeiHeader, tei};
pub use text::text;
pub use tree::{Node, tree};
pub use walk::{Section, events as of_content, events_in_sections as of_thread};
