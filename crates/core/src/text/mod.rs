//! Ground floor: what characters are, how much text there is, and what whitespace means.

pub mod chars;
pub mod clean;
pub mod count;
pub mod dates;
pub(crate) mod eight_bytes;
pub(crate) mod hash;
pub mod page_marks;
pub(crate) mod phrases;
pub(crate) mod runs;
pub mod titles;
