//! The parts of zhengwen that touch the world: pages from files, folders and addresses, fetched or
//! rendered in a browser; stores of site templates; and complete files out.

//!
//! Each ability that weighs is a feature of the crate; `full` has all of them. What a build leaves
//! out fails with [`NotBuilt`].

#[cfg(feature = "fetch")]
pub mod articles;
mod content_type;
pub mod encodings;
#[cfg(feature = "fetch")]
pub mod feed;
#[cfg(feature = "fetch")]
pub mod fetch;
#[cfg(feature = "fetch")]
pub mod gather;
#[cfg(feature = "fetch")]
pub mod guard;
#[cfg(feature = "fetch")]
pub mod import;
pub mod inputs;
mod not_built;
pub mod output;
pub mod pages;
#[cfg(feature = "fetch")]
pub mod reading;
#[cfg(feature = "fetch")]
pub mod render;
pub mod saved;
#[cfg(feature = "tables")]
pub mod table;
pub mod templates;
pub mod warc;

pub use content_type::split_content_type;
pub use not_built::NotBuilt;
