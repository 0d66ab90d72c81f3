//! Turns a verdict into content: the chosen pieces of text, block by block.

mod attachments;
mod boxes;
mod captions;
mod code;
mod decided_by;
mod draft;
mod forms;
mod furniture;
mod lead;
mod lists;
mod paragraphs;
mod pictures;
mod recipes;
mod rules;
mod twice;

pub(crate) use captions::caption;
pub use decided_by::DecidedBy;
pub(crate) use lead::lead_image;
#[cfg(feature = "train")]
pub use rules::RULES;
pub use rules::{Rule, complete};

use crate::dom::{NodeId, Selector};
use crate::limits::Work;
use crate::methods::Verdict;
use crate::page::lines::TextSpan;
use crate::page::{BlockIndex, NodeFlags, Page, concealed};
use std::ops::Range;

/// The chosen text of a page, in document order; its text is a subsequence of the page's.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {
    /// The chosen pieces.
    pub spans: Vec<TextSpan>,
    /// The blocks that hold them: which block, and which of the pieces.
    pub blocks: Vec<(BlockIndex, Range<usize>)>,
    /// The images, videos, frames and formulas among them, in document order.
    pub media: Vec<NodeId>,
}

impl Content {
    /// True if some of its text is among these nodes.
    pub fn is_within(&self, nodes: &Range<NodeId>) -> bool {
        let first = self.spans.partition_point(|span| span.node < nodes.start);
        self.spans.get(first).is_some_and(|span| span.node < nodes.end)
    }
}

/// The content that `verdict` chose. Pieces that belong to no block of the page (the `title`
/// element, choices of a form) are left out.
pub fn select(page: &Page, verdict: &Verdict) -> Content {
    let mut content = Content::default();
    content.spans.reserve(verdict.spans.len());
    content.blocks.reserve(page.blocks().len());
    let mut chosen = verdict.spans.iter().copied().peekable();
    for (index, block) in page.blocks().iter().enumerate() {
        let start = content.spans.len();
        for text in page.texts_of(block) {
            while chosen.next_if(|span| span.node < text.node).is_some() {}
            while let Some(span) = chosen.next_if(|span| span.node == text.node) {
                content.spans.push(span);
            }
        }
        if content.spans.len() > start {
            content.blocks.push((index, start..content.spans.len()));
        }
    }
    content.media = pictures::media_of(page, &content);
    content
}

/// Parts of the page that the caller keeps or drops. Keeping beats dropping, and both beat the method.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Controls {
    /// Elements whose text is content, hidden or not.
    pub keep: Vec<Selector>,
    /// Elements whose text is dropped.
    pub drop: Vec<Selector>,
    /// Elements whose visible text is the content, instead of the method's choice. If they select nothing, the method
    /// decides.
    pub body: Vec<Selector>,
    /// True if text that the page hides from view is dropped, even if the method chose it: it may be meant for machines
    /// only.
    pub drop_hidden: bool,
}

impl Controls {
    /// True if the caller asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.keep.is_empty() && self.drop.is_empty() && self.body.is_empty() && !self.drop_hidden
    }
}

/// Subtrees as ranges of nodes, none within another, in document order.
struct Subtrees(Vec<Range<NodeId>>);

impl Subtrees {
    /// The elements that the selectors select, each within `steps`, and true if that is all of them.
    fn of(page: &Page, selectors: &[Selector], steps: usize, work: &Work) -> (Self, bool) {
        let document = page.document();
        let mut is_whole = true;
        let mut found: Vec<NodeId> = Vec::new();
        for selector in selectors {
            let (own, is_all) = selector.select_while(document, steps, |taken| work.goes_on(taken));
            found.extend(own);
            is_whole &= is_all;
        }
        found.sort();
        let mut ranges: Vec<Range<NodeId>> = Vec::new();
        for id in found {
            if ranges.last().is_none_or(|last| last.end <= id) {
                ranges.push(id..document.end(id));
            }
        }
        (Self(ranges), is_whole)
    }

    fn hold(&self, id: NodeId) -> bool {
        let after = self.0.partition_point(|range| range.start <= id);
        after > 0 && self.0[after - 1].contains(&id)
    }
}

/// What a reader does not see of a page; nothing if nobody asks, or if the article is all there: pages hide their text until a
/// script has run.
pub(crate) struct Unseen(Option<Subtrees>);

impl Unseen {
    /// By the blocks of the article, if it is wanted.
    pub(crate) fn of(page: &Page, keep: &[bool], is_wanted: bool) -> Self {
        if !is_wanted {
            return Self(None);
        }
        let own = Self(Some(Subtrees(concealed(page.document()))));
        let kept = page.blocks().iter().zip(keep).filter(|(_, keep)| **keep);
        let sentences = kept.map(|(block, _)| block).filter(|block| block.sentence_text() > 0);
        let mut seen = sentences.map(|block| !own.hold(page, block.container)).peekable();
        let is_all_unseen = seen.peek().is_some() && !seen.any(|is_seen| is_seen);
        if is_all_unseen { Self(None) } else { own }
    }

    pub(crate) fn hold(&self, page: &Page, id: NodeId) -> bool {
        let is_unseen = || {
            let flags = page.flags(id);
            flags.has(NodeFlags::HIDDEN) || flags.has(NodeFlags::NOSCRIPT)
        };
        self.0.as_ref().is_some_and(|concealed| is_unseen() || concealed.hold(id))
    }
}

/// The selection by a verdict and a caller.
#[derive(Debug)]
pub(crate) struct Selected {
    /// The content.
    pub content: Content,
    /// True if the caller's selectors for the body selected anything.
    pub has_body: bool,
    /// True if a selector was not followed to its end, since the page has too many siblings for it.
    pub is_cut: bool,
}

/// The verdict's content with the caller's selectors applied, each within `steps`. The verdict's flags and pieces are changed
/// too.
pub(crate) fn select_with(
    page: &Page,
    verdict: &mut Verdict,
    controls: &Controls,
    steps: usize,
    work: &Work,
) -> Selected {
    if controls.is_empty() {
        return Selected { content: select(page, verdict), has_body: false, is_cut: false };
    }
    let selectors = [&controls.keep, &controls.drop, &controls.body];
    let all = selectors.map(|selectors| Subtrees::of(page, selectors, steps, work));
    let is_cut = all.iter().any(|(_, is_whole)| !is_whole);
    let [keep, drop, body] = all.map(|(subtrees, _)| subtrees);
    let has_body = !body.0.is_empty();
    let unseen = Unseen::of(page, &verdict.keep, controls.drop_hidden);
    let mut chosen = verdict.spans.iter().copied().peekable();
    let mut spans = Vec::new();
    for (index, block) in page.blocks().iter().enumerate() {
        let mut own = 0;
        for text in page.texts_of(block) {
            while chosen.next_if(|span| span.node < text.node).is_some() {}
            let whole = crate::methods::whole(page.node(text.node));
            let start = spans.len();
            while let Some(span) = chosen.next_if(|span| span.node == text.node) {
                spans.push(span);
            }
            let is_body = body.hold(text.node) && !block.is_hidden;
            let is_dropped = drop.hold(text.node) || unseen.hold(page, text.node);
            if keep.hold(text.node) || is_body && !is_dropped {
                spans.truncate(start);
                spans.push(whole);
            } else if has_body || is_dropped {
                spans.truncate(start);
            }
            if spans.len() > start {
                own += page.node(text.node).characters();
            }
        }
        verdict.keep[index] = own > 0 && own * 2 >= block.characters;
    }
    verdict.spans = spans;
    let mut content = select(page, verdict);
    let is_dropped = |id: NodeId| drop.hold(id) || unseen.hold(page, id);
    content.media.retain(|id| keep.hold(*id) || !is_dropped(*id));
    let is_given = |id: &NodeId| keep.hold(*id) || body.hold(*id) && !drop.hold(*id);
    content.media.extend(pictures::media_elements(page.document()).filter(is_given));
    content.media.sort();
    content.media.dedup();
    Selected { content, has_body, is_cut }
}

/// All of a page's text.
pub fn everything(page: &Page) -> Content {
    let count = page.blocks().len();
    select(page, &Verdict::from_blocks(page, vec![1.0; count], vec![true; count]))
}
