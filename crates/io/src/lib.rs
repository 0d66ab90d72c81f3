//! What touches the world for zhengwen: pages from files, folders and addresses, and whole files out.

pub mod fetch;
pub mod guard;
pub mod output;
pub mod pages;
pub mod table;
