//! What touches the world for zhengwen: pages from files, folders and addresses,
//! stores of site templates, and whole files out.

pub mod fetch;
pub mod guard;
pub mod output;
pub mod pages;
pub mod table;
pub mod templates;
