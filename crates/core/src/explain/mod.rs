//! Explains an answer to people: every method's verdict on every block, and the values behind it.
//! [`Report::html`] presents it as one self-contained page.

mod alignment;
mod blocks;
mod chart;
mod charts;
mod html;
mod names;
mod svg;
mod tables;
mod words;

use serde::Serialize;

pub(crate) use alignment::AlignmentTrace;
pub use words::Language;

use crate::auto::Model;
use crate::dom::path;
use crate::extract::Extraction;
use crate::kind::PageKind;
use crate::limits::Work;
use crate::methods::block_weighting::{TopicPoints, topic_candidates};
use crate::methods::{Curve, METHODS, Method, MethodInfo, MethodTrace, Verdict, runs};
use crate::options::{Options, PageInfo};
use crate::page::Page;
use crate::select::Unseen;
use crate::template::SiteKnowledge;

/// An explanation of an extraction.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The extraction, with its trace.
    pub extraction: Extraction,
    /// The properties of each block, in the order of the trace.
    pub blocks: Vec<BlockFacts>,
    /// The probability of each page kind by `auto`'s model; empty for a page without text.
    pub kinds: Vec<KindProbability>,
    /// The answer of each method, the requested one first. Methods that need other pages of the
    /// site are left out if there are none.
    pub methods: Vec<MethodAnswer>,
    /// Block-weighting's candidates for the topic block, in document order.
    pub topics: Vec<TopicTrace>,
    /// The page's feature tree aligned with that of the most similar page, if there is one
    /// (template-matching).
    pub alignment: Option<AlignmentTrace>,
}

/// The properties of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockFacts {
    /// Characters without white space.
    pub characters: u32,
    /// Characters inside links.
    pub link_characters: u32,
    /// True if it is inside a heading.
    pub is_heading: bool,
    /// True if it is hidden from view; with `drop_hidden` also if a part of it is, by all that the page says.
    pub is_hidden: bool,
}

/// A page kind and its probability.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindProbability {
    /// The kind.
    pub kind: PageKind,
    /// 0 to 1; over all kinds they sum to 1.
    pub probability: f32,
}

/// A method's answer for the page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MethodAnswer {
    /// The method.
    pub name: &'static str,
    /// For each block, whether at least half of it is main text.
    pub kept: Vec<bool>,
    /// For each block, the method's score, in its own unit.
    pub score: Vec<f32>,
    /// The values behind the answer.
    pub curves: Vec<Curve>,
}

/// A candidate for the topic block.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TopicTrace {
    /// Its DOM path.
    pub path: String,
    /// Its points by feature, in the order of
    /// [`TOPIC_FEATURES`](crate::methods::block_weighting::TOPIC_FEATURES).
    pub points: TopicPoints,
}

impl Report {
    /// Builds the report on an extraction of `page` made with `options`; methods that the work is over before are not in it.
    pub(crate) fn of(
        page: &Page,
        extraction: Extraction,
        options: &Options,
        info: &PageInfo,
        work: &Work,
    ) -> Self {
        let traced = extraction.trace.as_ref().map_or(&[][..], |trace| &trace.blocks);
        let kept: Vec<bool> = traced.iter().map(|block| block.kept).collect();
        let unseen = Unseen::of(page, &kept, options.controls.drop_hidden);
        let blocks = page.block_refs().map(|block| BlockFacts {
            characters: block.characters,
            link_characters: block.link_characters,
            is_heading: block.is_heading,
            is_hidden: block.is_hidden
                || block.texts().iter().any(|text| unseen.hold(page, text.node)),
        });
        let kinds = Model::embedded().kind_probabilities(page).into_iter();
        let topics = topic_candidates(page, &options.method_options.block_weighting).into_iter();
        let topics = topics
            .map(|(node, points)| TopicTrace { path: path::describe(node.in_document()), points });
        Self {
            blocks: blocks.collect(),
            kinds: kinds.map(|(kind, probability)| KindProbability { kind, probability }).collect(),
            methods: answers(page, &extraction, options, info, work),
            topics: topics.collect(),
            alignment: AlignmentTrace::of(page, options, info.known_site()),
            extraction,
        }
    }

    /// The blocks that the requested method keeps.
    fn kept(&self) -> &[bool] {
        self.methods.first().map_or(&[], |requested| &requested.kept)
    }
}

fn answers(
    page: &Page,
    extraction: &Extraction,
    options: &Options,
    info: &PageInfo,
    work: &Work,
) -> Vec<MethodAnswer> {
    let site = info.known_site();
    let others = METHODS.iter().filter(|info| match info.method {
        Method::TemplateMatching => !site.similar.is_empty(),
        Method::SiteTemplate => site.template.is_some(),
        _ => true,
    });
    let requested = options.method.info();
    let others = others.filter(|info| info.method != requested.method);
    let all = std::iter::once(requested).chain(others);
    let all = all.take_while(|_| work.goes_on(page.blocks().len()));
    let mut answers: Vec<MethodAnswer> =
        all.map(|method| answer(page, method, options, site)).collect();
    // For the requested method, show the final selection, the caller's own choice included.
    if let (Some(requested), Some(trace)) = (answers.first_mut(), &extraction.trace) {
        requested.kept = trace.blocks.iter().map(|block| block.kept).collect();
    }
    answers
}

fn answer(page: &Page, info: &MethodInfo, options: &Options, site: &SiteKnowledge) -> MethodAnswer {
    let template = site.template.as_deref();
    let mut trace = MethodTrace::default();
    let verdict = info.method.judge(page, &options.method_options, site, Some(&mut trace));
    let verdict = verdict.unwrap_or_else(|| {
        let verdict = Model::embedded().judge(page, options.favor, template);
        if !page.blocks().is_empty() {
            trace.curves.push(probabilities(&verdict));
        }
        verdict
    });
    MethodAnswer { name: info.name, kept: verdict.keep, score: verdict.score, curves: trace.curves }
}

/// The probability of main text, block by block.
fn probabilities(verdict: &Verdict) -> Curve {
    Curve {
        name: "probability of main text",
        x: "block",
        unit: "1",
        values: verdict.score.clone(),
        thresholds: Vec::new(),
        chosen: runs(verdict.keep.iter().copied()),
    }
}
