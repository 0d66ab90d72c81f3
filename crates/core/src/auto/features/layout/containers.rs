//! The blocks of each subtree, and the container that holds most sentence text.

use std::ops::Range;

use crate::dom::{Document, NodeId};
use crate::page::Page;

/// Amounts of text, summed over blocks.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sums {
    pub(crate) characters: f32,
    pub(crate) link_characters: f32,
    pub(crate) punctuation: f32,
    pub(crate) sentence_text: f32,
    pub(crate) tokens: f32,
}

/// The blocks in each subtree, and sums over them.
#[derive(Debug)]
pub(crate) struct Containers {
    /// Entry `i`: how many blocks begin before node `i`.
    blocks_before: Vec<u32>,
    /// Entry `i`: the sums over blocks `0..i`.
    sums: Vec<Sums>,
    /// The container with most sentence text of its own blocks and, less, its descendants'.
    pub(crate) best: NodeId,
    /// `best` and its ancestors, up to the document.
    pub(crate) best_chain: Vec<NodeId>,
}

impl Containers {
    pub(crate) fn of(page: &Page) -> Self {
        let document = page.document();
        let mut blocks_before = vec![0; document.len() + 1];
        let mut sums = Vec::with_capacity(page.blocks().len() + 1);
        sums.push(Sums::default());
        let mut scores = vec![0.0f32; document.len()];
        let mut sum = Sums::default();
        for block in page.blocks() {
            blocks_before[page.texts()[block.texts.start].node.index() + 1] = 1;
            let sentences = block.sentence_text() as f32;
            sum.characters += block.characters as f32;
            sum.link_characters += block.link_characters as f32;
            sum.punctuation += block.punctuation as f32;
            sum.sentence_text += sentences;
            sum.tokens += block.tokens as f32;
            sums.push(sum);
            if sentences > 0.0 {
                for (node, share) in levels(document, block.container).zip([1.0, 1.0, 0.5, 0.25]) {
                    scores[node.index()] += sentences * share;
                }
            }
        }
        for i in 1..blocks_before.len() {
            blocks_before[i] += blocks_before[i - 1];
        }
        let best = best_of(page, &scores);
        let best_chain = std::iter::once(best).chain(document.ancestors(best)).collect();
        Self { blocks_before, sums, best, best_chain }
    }

    /// The blocks that begin in the subtree of `id`.
    pub(crate) fn blocks_in(&self, document: &Document, id: NodeId) -> Range<usize> {
        let before = |node: NodeId| self.blocks_before[node.index()] as usize;
        before(id)..before(document.end(id))
    }

    /// The sums over the blocks that begin in the subtree of `id`.
    pub(crate) fn sum_in(&self, document: &Document, id: NodeId) -> Sums {
        self.sum(self.blocks_in(document, id))
    }

    /// The sums over a range of blocks.
    pub(crate) fn sum(&self, blocks: Range<usize>) -> Sums {
        let (a, b) = (self.sums[blocks.start], self.sums[blocks.end]);
        Sums {
            characters: b.characters - a.characters,
            link_characters: b.link_characters - a.link_characters,
            punctuation: b.punctuation - a.punctuation,
            sentence_text: b.sentence_text - a.sentence_text,
            tokens: b.tokens - a.tokens,
        }
    }
}

/// A container and the elements above it.
fn levels(document: &Document, container: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    std::iter::once(container).chain(document.ancestors(container))
}

/// The node of the highest score; of equals the first, which is the outermost; the document if no node has a score.
fn best_of(page: &Page, scores: &[f32]) -> NodeId {
    let document = page.document();
    let with_sentences = page.blocks().iter().filter(|block| block.sentence_text() > 0);
    let nodes = with_sentences.flat_map(|block| levels(document, block.container).take(4));
    let (mut best, mut highest) = (Document::ROOT, scores[Document::ROOT.index()]);
    for node in nodes {
        let score = scores[node.index()];
        if score > highest || score == highest && node < best {
            (best, highest) = (node, score);
        }
    }
    best
}
