//! What a method answers, in one unit for all of them: a number per text block.

use std::ops::Range;

use serde::Serialize;

use super::template_matching::MatchingTrace;
use crate::kind::{PageGroup, PageKind};
use crate::page::lines::TextSpan;
use crate::page::{Block, Page};
use crate::text::count;

/// One method's answer about a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// A score per block of the page, in the method's own unit; finite.
    pub score: Vec<f32>,
    /// Whether the block is main text: at least half of its characters were chosen.
    pub keep: Vec<bool>,
    /// Exactly what was chosen, in document order; methods that judge smaller or larger pieces
    /// than blocks choose parts of them.
    pub spans: Vec<TextSpan>,
    /// The values that the method judged by, for drawing.
    pub curves: Vec<Curve>,
    /// The title, where the method has a way of its own to find it.
    pub title: Option<String>,
    /// The publish time as written, where the method has a way of its own to find it.
    pub publish_time: Option<String>,
    /// The page's group, where the method tells it.
    pub page_group: Option<PageGroup>,
    /// The page's kind, where the method tells it.
    pub kind: Option<PageKind>,
    /// The F1 that the method expects of its answer, 0 to 1, where it tells it.
    pub confidence: Option<f32>,
    /// How well the page fits the template of its site, 0 to 1, where the method looked at one.
    pub site_likeness: Option<f32>,
    /// Nodes of the page and its similar page that were left out of their alignment.
    pub left_out_nodes: u32,
    /// The clusters that the method judged, where it judges clusters.
    pub matching: Option<MatchingTrace>,
}

/// A series of values with the lines it is compared with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Curve {
    /// What is drawn.
    pub name: &'static str,
    /// What one step along the x axis is.
    pub x: &'static str,
    /// The unit of the values.
    pub unit: &'static str,
    /// The values.
    pub values: Vec<f32>,
    /// Horizontal lines: name and value.
    pub thresholds: Vec<(&'static str, f32)>,
    /// The runs of values that were chosen, in order.
    pub chosen: Vec<Range<usize>>,
}

impl Verdict {
    /// The verdict that chooses `spans` (in document order). `score` gives each text node's score;
    /// a block's is the highest of its text nodes'.
    pub(super) fn from_spans(
        page: &Page,
        spans: Vec<TextSpan>,
        score: impl Fn(usize) -> f32,
    ) -> Self {
        let document = page.document();
        let mut next = 0;
        let count = page.blocks().len();
        let (mut scores, mut keep) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for block in page.blocks() {
            let (mut chosen, mut best) = (0u32, f32::NEG_INFINITY);
            for (index, text) in block.texts.clone().zip(page.texts_of(block)) {
                best = best.max(score(index));
                while let Some(span) = spans.get(next).filter(|span| span.node <= text.node) {
                    next += 1;
                    if span.node < text.node {
                        continue;
                    }
                    let is_whole =
                        (span.end - span.start) as usize == document.text_length(text.node);
                    chosen += if is_whole {
                        page.text_amounts(index).characters
                    } else {
                        count::characters(part_of(document.text(text.node), *span))
                    };
                }
            }
            keep.push(chosen > 0 && chosen * 2 >= block.characters);
            scores.push(if best.is_finite() { best } else { 0.0 });
        }
        Self::bare(scores, keep, spans)
    }

    /// The verdict that chooses all text from the first of two pieces to the last; its spans are left out. The score
    /// is that of blocks with such text.
    pub(super) fn from_run(page: &Page, pieces: &Range<TextSpan>, score: f32) -> Self {
        let (first, last, count) = (pieces.start, pieces.end, page.blocks().len());
        let chosen = |index: usize| {
            let node = page.texts()[index].node;
            if node < first.node || node > last.node || last.end == 0 {
                return None;
            }
            let all = page.text_amounts(index).characters;
            let text = page.document().text(node);
            let start = if node == first.node { first.start as usize } else { 0 };
            let end = if node == last.node { last.end as usize } else { text.len() };
            let is_whole = start == 0 && end == text.len();
            Some(if is_whole { all } else { count::characters(text.get(start..end)?) })
        };
        let of_block = |block: &Block| {
            let chosen = block.texts.clone().filter_map(chosen);
            let (any, sum) = chosen.fold((false, 0), |(_, sum), more| (true, sum + more));
            (if any { score } else { 0.0 }, sum > 0 && sum * 2 >= block.characters)
        };
        let (mut scores, mut keep) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for block in page.blocks() {
            let (score, is_kept) = of_block(block);
            scores.push(score);
            keep.push(is_kept);
        }
        Self::bare(scores, keep, Vec::new())
    }

    /// The verdict that keeps whole blocks; `score` and `keep` are as long as the page's blocks.
    pub fn from_blocks(page: &Page, score: Vec<f32>, keep: Vec<bool>) -> Self {
        let kept = page.blocks().iter().zip(&keep).filter(|(_, keep)| **keep);
        let mut spans = Vec::with_capacity(page.texts().len());
        for (block, _) in kept {
            spans.extend(page.texts_of(block).iter().map(|text| whole(page, text.node)));
        }
        Self::bare(score, keep, spans)
    }

    fn bare(score: Vec<f32>, keep: Vec<bool>, spans: Vec<TextSpan>) -> Self {
        Self {
            score,
            keep,
            spans,
            curves: Vec::new(),
            title: None,
            publish_time: None,
            page_group: None,
            kind: None,
            confidence: None,
            site_likeness: None,
            left_out_nodes: 0,
            matching: None,
        }
    }
}

/// The runs of what is chosen.
pub(crate) fn runs(is_chosen: impl Iterator<Item = bool>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, _) in is_chosen.enumerate().filter(|(_, is_chosen)| *is_chosen) {
        match runs.last_mut() {
            Some(run) if run.end == index => run.end = index + 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

/// The bytes of `text` that `span` stands for; empty when they are not there.
pub(crate) fn part_of(text: &str, span: TextSpan) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

/// The whole text of a node as a span.
pub(crate) fn whole(page: &Page, node: crate::dom::NodeId) -> TextSpan {
    let length = page.document().text_length(node);
    TextSpan { node, start: 0, end: u32::try_from(length).unwrap_or(u32::MAX) }
}
