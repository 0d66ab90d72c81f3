//! One file a command.

pub(crate) mod batch;
pub(crate) mod extract;
pub(crate) mod methods;
pub(crate) mod site;
pub(crate) mod tree;
