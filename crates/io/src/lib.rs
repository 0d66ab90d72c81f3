//! The parts of zhengwen that touch the world: pages from files, folders and addresses, fetched or
//! rendered in a browser; stores of site templates; and complete files out.

pub mod articles;
pub mod encodings;
pub mod fetch;
pub mod gather;
pub mod guard;
pub mod import;
pub mod inputs;
pub mod output;
pub mod pages;
pub mod render;
pub mod table;
pub mod templates;
pub mod warc;
