//! The answer of a method, in the same form for all methods: a score per text block.

use std::ops::Range;

use zhengwen_page::kind::{KindProbability, PageGroup, PageKind};
use zhengwen_page::page::lines::TextSpan;
use zhengwen_page::page::{Node, Page};
use zhengwen_page::text::count;

/// One method's answer about a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// A score per block of the page, in the method's own unit; finite.
    pub score: Vec<f32>,
    /// By block, true if it is main text: at least half of its characters were chosen.
    pub keep: Vec<bool>,
    /// The chosen pieces of text, in document order. Methods that judge smaller or larger pieces than blocks choose
    /// parts of blocks.
    pub spans: Vec<TextSpan>,
    /// The method's findings about the page as a whole.
    pub about: AboutPage,
}

/// Findings about a page as a whole. Each method fills in the fields that it has its own way to find.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AboutPage {
    /// The title.
    pub title: Option<String>,
    /// The publish time as written.
    pub publish_time: Option<String>,
    /// The group of page kinds.
    pub group: Option<PageGroup>,
    /// The page kind.
    pub kind: Option<PageKind>,
    /// The probabilities of all page kinds, the likeliest first; empty if the method does not estimate them.
    pub kinds: Vec<KindProbability>,
    /// The F1 that the method expects of its answer, 0 to 1.
    pub confidence: Option<f32>,
    /// The fit of the page with the template of its site, 0 to 1.
    pub site_likeness: Option<f32>,
    /// Nodes of the page and its similar page that were left out of their alignment.
    pub left_out_nodes: u32,
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
        for block in page.block_refs() {
            let (mut chosen, mut best) = (0u32, f32::NEG_INFINITY);
            for (index, text) in block.texts.clone().zip(block.texts()) {
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

    /// The verdict that keeps whole blocks; `score` and `keep` are as long as the page's blocks.
    pub fn from_blocks(page: &Page, score: Vec<f32>, keep: Vec<bool>) -> Self {
        let mut spans = Vec::with_capacity(page.texts().len());
        for (block, _) in page.block_refs().zip(&keep).filter(|(_, keep)| **keep) {
            spans.extend(block.texts().iter().map(|text| whole(page.node(text.node))));
        }
        Self::bare(score, keep, spans)
    }

    /// The verdict that chooses `spans`, in document order, and says nothing of blocks.
    pub fn of_pieces(spans: Vec<TextSpan>) -> Self {
        Self::bare(Vec::new(), Vec::new(), spans)
    }

    /// The verdict that keeps nothing.
    pub fn of_nothing(page: &Page) -> Self {
        let count = page.blocks().len();
        Self::bare(vec![0.0; count], vec![false; count], Vec::new())
    }

    fn bare(score: Vec<f32>, keep: Vec<bool>, spans: Vec<TextSpan>) -> Self {
        Self { score, keep, spans, about: AboutPage::default() }
    }
}

/// The runs of chosen indices.
pub fn runs(is_chosen: impl Iterator<Item = bool>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, _) in is_chosen.enumerate().filter(|(_, is_chosen)| *is_chosen) {
        match runs.last_mut() {
            Some(run) if run.end == index => run.end = index + 1,
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

/// The part of `text` that `span` names; empty if there is no such part.
pub fn part_of(text: &str, span: TextSpan) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

/// The whole text of a node as a span.
pub fn whole(text: Node) -> TextSpan {
    let length = text.page.document().text_length(text.id);
    TextSpan { node: text.id, start: 0, end: u32::try_from(length).unwrap_or(u32::MAX) }
}
