//! One file a command.

pub(crate) mod batch;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod import;
pub(crate) mod mcp;
mod mcp_lines;
mod mcp_parts;
pub(crate) mod methods;
pub(crate) mod shell;
pub(crate) mod site;
mod site_learn;
pub(crate) mod tree;
