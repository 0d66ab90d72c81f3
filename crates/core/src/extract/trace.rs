//! Why every block was kept or dropped.

use serde::{Deserialize, Serialize};

use super::task::Task;
use crate::auto::Reason;
use crate::dom::path;
use crate::meta::Fields;
use crate::methods::template_matching::MatchingTrace;
use crate::methods::{Method, Verdict};
use crate::page::{BlockIndex, Page};
use crate::select::DecidedBy;

/// How many reasons a block is given.
const MOST_REASONS: usize = 8;

/// Why the answer is what it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Trace {
    /// Every block of the page in document order.
    pub blocks: Vec<BlockTrace>,
    /// Every candidate of every field, the best first.
    pub fields: Fields,
    /// What `template-matching` judged by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<MatchingTrace>,
}

/// A block of the page and what was thought of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BlockTrace {
    /// The DOM path of its container.
    pub path: String,
    /// Whether it is part of the text.
    pub kept: bool,
    /// What decided whether it is.
    pub decided_by: DecidedBy,
    /// The method's score; of `auto` the probability that it is main text, 0 to 1.
    pub score: f32,
    /// The columns that spoke for it and against it, the strongest first; of `auto` only.
    pub reasons: Vec<Reason>,
    /// Its text.
    pub text: String,
}

/// Who decided what of a page's blocks, noted step by step.
pub(super) struct Deciders {
    keep: Vec<bool>,
    by: Vec<DecidedBy>,
}

impl Deciders {
    /// The method decided all of it, but for what was added.
    pub(super) fn new(keep: &[bool], added: &[(BlockIndex, DecidedBy)]) -> Self {
        let mut by = vec![DecidedBy::Method; keep.len()];
        added.iter().for_each(|(block, decided_by)| by[*block] = *decided_by);
        Self { keep: keep.to_vec(), by }
    }

    /// Notes that what is no longer as it was is so by this.
    pub(super) fn note(&mut self, keep: &[bool], by: DecidedBy) {
        for (at, keep) in keep.iter().enumerate() {
            if self.keep[at] != *keep {
                (self.keep[at], self.by[at]) = (*keep, by);
            }
        }
    }
}

/// The trace of an extraction.
pub(super) fn trace(
    page: &Page,
    verdict: &Verdict,
    deciders: &Deciders,
    fields: &Fields,
    task: &Task,
) -> Trace {
    let is_learned = task.options.method == Method::Auto;
    let template = task.info.known_site().template.as_deref();
    let mut reasons =
        if is_learned { task.model.reasons(page, MOST_REASONS, template) } else { Vec::new() };
    reasons.resize_with(page.blocks().len(), Vec::new);
    let of_block = |(index, reasons): (usize, Vec<Reason>)| {
        let block = &page.blocks()[index];
        BlockTrace {
            path: path::describe(page.document(), block.container),
            kept: verdict.keep[index],
            decided_by: deciders.by[index],
            score: verdict.score[index],
            reasons,
            text: page.block_text(block).to_owned(),
        }
    };
    let blocks = reasons.into_iter().enumerate().map(of_block).collect();
    let options = task.options;
    let matching = || {
        MatchingTrace::of(page, &options.method_options.template_matching, task.info.known_site())
    };
    let is_matching = options.method == Method::TemplateMatching;
    Trace { blocks, fields: fields.clone(), matching: is_matching.then(matching).flatten() }
}
