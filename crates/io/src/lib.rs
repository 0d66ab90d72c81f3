//! What touches the world for zhengwen: pages from files, folders and addresses, fetched or drawn by
//! a browser; stores of site templates; and whole files out.

pub mod articles;
pub mod fetch;
pub mod gather;
pub mod guard;
pub mod import;
pub mod output;
pub mod pages;
pub mod render;
pub mod table;
pub mod templates;
