//! What training and measuring take beside the library's own face: the columns and rows of the models, the rules of the
//! selection, and the steps of an extraction one by one. `zhengwen-eval`, tests and benches use it, by the feature `train`; it may
//! change in any release.

pub use crate::auto::forest::{Forest, ModelError};
pub use crate::auto::linear::Linear;
pub use crate::auto::{COLUMNS, CUT_COLUMNS, Column, Model, ModelFiles, page_columns, training};
pub use crate::links::{LeadingOn, leading_on};
pub use crate::meta::{Known as FieldsKnown, field_columns, gather, title_columns};
pub use crate::records::{Known as RecordsKnown, records};
pub use crate::render::{ALLOWED, html, markdown, of_content, text};
pub use crate::select::{Content, RULES, Rule, complete, everything, select};
