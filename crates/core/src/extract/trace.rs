//! Why each block was kept or dropped.

use serde::{Deserialize, Serialize};

use super::task::Task;
use crate::auto::Reason;
use crate::dom::path;
use crate::limits::Limit;
use crate::meta::Fields;
use crate::methods::template_matching::MatchingTrace;
use crate::methods::{Method, Verdict};
use crate::page::{BlockIndex, Page};
use crate::select::{DecidedBy, Rule};

/// The maximum number of reasons for a block.
const MOST_REASONS: usize = 8;

/// An explanation of the answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Trace {
    /// The blocks of the page in document order, as many as the limits allow.
    pub blocks: Vec<BlockTrace>,
    /// Every candidate of every field, best first.
    pub fields: Fields,
    /// The trace of `template-matching`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<MatchingTrace>,
}

/// A block of the page and the decision on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BlockTrace {
    /// The DOM path of its container.
    pub path: String,
    /// True if it is part of the text.
    pub kept: bool,
    /// The decider on it.
    pub decided_by: DecidedBy,
    /// The method's score; for `auto`, the probability that it is main text, 0 to 1.
    pub score: f32,
    /// The columns that counted for and against it, strongest first; for `auto` only.
    pub reasons: Vec<Reason>,
    /// Its text.
    pub text: String,
}

/// Records what decided on each block, step by step.
pub(super) struct Deciders {
    keep: Vec<bool>,
    by: Vec<DecidedBy>,
}

impl Deciders {
    /// Starts with the blocks that rules decided on; the method decided on the others.
    pub(super) fn new(keep: &[bool], decided: &[(BlockIndex, &Rule)]) -> Self {
        let mut by = vec![DecidedBy::Method; keep.len()];
        decided.iter().for_each(|(block, rule)| by[*block] = rule.by);
        Self { keep: keep.to_vec(), by }
    }

    /// Records that every block that changed since the last step was changed by this.
    pub(super) fn note(&mut self, keep: &[bool], by: DecidedBy) {
        for (at, keep) in keep.iter().enumerate() {
            if self.keep[at] != *keep {
                (self.keep[at], self.by[at]) = (*keep, by);
            }
        }
    }
}

/// The blocks of a page that a trace lists at most.
pub(super) fn most_blocks(page: &Page, task: &Task) -> usize {
    task.options.limits.of(Limit::TraceBlocks, page.document().bytes())
}

/// The trace of an extraction; `None` if the work is over before it is made.
pub(super) fn trace(
    page: &Page,
    verdict: &Verdict,
    deciders: &Deciders,
    fields: &Fields,
    task: &Task,
) -> Option<Trace> {
    let is_learned = task.options.method == Method::Auto;
    let template = task.info.known_site().template.as_deref();
    let count = page.blocks().len().min(most_blocks(page, task));
    let mut reasons = match is_learned {
        true => task.model.reasons(page, (MOST_REASONS, count), template, task.work),
        false => Vec::new(),
    };
    reasons.resize_with(count, Vec::new);
    let blocks = page.block_refs().zip(reasons).map(|(block, reasons)| BlockTrace {
        path: path::describe(block.container().in_document()),
        kept: verdict.keep[block.at],
        decided_by: deciders.by[block.at],
        score: verdict.score[block.at],
        reasons,
        text: block.text().to_owned(),
    });
    let blocks = blocks.collect();
    if task.work.is_over() {
        return None;
    }
    let (method, options) = (task.options.method, &task.options.method_options);
    let matching = (method == Method::TemplateMatching)
        .then(|| MatchingTrace::of(page, &options.template_matching, task.info.known_site()));
    Some(Trace { blocks, fields: fields.clone(), matching: matching.flatten() })
}
