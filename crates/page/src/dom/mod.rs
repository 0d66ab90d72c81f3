//! The tree of a page: all of [`zhengwen_html`], paths in readable form, and the whole page as regular markup.

pub mod normalised;
pub mod path;

pub use zhengwen_html::*;
