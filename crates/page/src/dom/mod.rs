//! The tree of a page: all of [`zhengwen_html`], and what the rooms make of paths and of the whole page as markup.

pub mod normalised;
pub mod path;

pub use zhengwen_html::*;
