//! One file a command.

pub(crate) mod batch;
pub(crate) mod explain;
pub(crate) mod extract;
pub(crate) mod import;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
#[cfg(feature = "mcp")]
mod mcp_lines;
#[cfg(feature = "mcp")]
mod mcp_parts;
pub(crate) mod methods;
pub(crate) mod shell;
pub(crate) mod site;
mod site_learn;
pub(crate) mod tree;

#[cfg(not(feature = "mcp"))]
pub(crate) use crate::not_built::mcp;
