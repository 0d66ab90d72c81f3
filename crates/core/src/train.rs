//! What training and measuring take beside the library's own face: the columns and rows of the models, the rules of the
//! selection, and the steps of an extraction one by one. `zhengwen-eval`, tests and benches use it, by the feature `train`; it may
//! change in any release.

pub use crate::auto::linear::Linear;
pub use crate::auto::{COLUMNS, CUT_COLUMNS, Column, Model, ModelFiles, page_columns, training};
pub use crate::forest::{Forest, ModelError};
pub use crate::meta::{CandidateRow, CandidateRows, FieldModel};
pub use crate::render::{ALLOWED, html, markdown, of_content, text};
pub use crate::select::{Content, RULES, Rule, complete, everything, select};

use crate::links::{self, LeadingOn};
use crate::meta::{self, Fields};
use crate::methods::Verdict;
use crate::page::Page;
use crate::records::{self, Records};

/// What an extraction finds besides the text: records, fields and links.
pub fn describe(page: &Page, verdict: &Verdict, content: &Content) -> (Records, Fields, LeadingOn) {
    let first = content.blocks.first().map(|(block, _)| *block);
    let last = content.blocks.last().map(|(block, _)| *block + 1);
    let (kind, kinds) = (verdict.about.kind, &verdict.about.kinds);
    let known = records::Known { kind, kinds, kept: &verdict.keep, read_at: None };
    let records = records::found(page, &known);
    let main = first.zip(last).map(|(first, last)| first..last);
    let known = meta::Known { main, kind, ..meta::Known::default() };
    let (fields, _) = meta::gather(page, &known, Model::embedded().fields());
    (records, fields, links::leading_on(page, first))
}
