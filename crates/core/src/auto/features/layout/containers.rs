//! The blocks of each subtree, and the container that holds most sentence text.

use std::ops::Range;

use crate::page::{Node, Page};

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
pub(crate) struct Containers<'p> {
    /// Entry `i`: how many blocks begin before node `i`.
    blocks_before: Vec<u32>,
    /// Entry `i`: the sums over blocks `0..i`.
    sums: Vec<Sums>,
    /// The container with most sentence text of its own blocks and, less, its descendants'.
    pub(crate) best: Node<'p>,
}

impl<'p> Containers<'p> {
    pub(crate) fn of(page: &'p Page) -> Self {
        let nodes = page.document().len();
        let mut blocks_before = vec![0; nodes + 1];
        let mut sums = Vec::with_capacity(page.blocks().len() + 1);
        sums.push(Sums::default());
        let mut scores = vec![0.0f32; nodes];
        let mut sum = Sums::default();
        for block in page.block_refs() {
            blocks_before[block.node().id.index() + 1] = 1;
            let sentences = block.sentence_text() as f32;
            sum.characters += block.characters as f32;
            sum.link_characters += block.link_characters as f32;
            sum.punctuation += block.punctuation as f32;
            sum.sentence_text += sentences;
            sum.tokens += block.tokens as f32;
            sums.push(sum);
            if sentences > 0.0 {
                for (node, share) in block.container().around().zip([1.0, 1.0, 0.5, 0.25]) {
                    scores[node.id.index()] += sentences * share;
                }
            }
        }
        for i in 1..blocks_before.len() {
            blocks_before[i] += blocks_before[i - 1];
        }
        Self { blocks_before, sums, best: best_of(page, &scores) }
    }

    /// The blocks that begin in the subtree of a node.
    pub(crate) fn blocks_in(&self, node: Node) -> Range<usize> {
        let before = &self.blocks_before;
        before[node.id.index()] as usize..before[node.end().index()] as usize
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

/// The node of the highest score; of equals the first, which is the outermost; the document if no node has a score.
fn best_of<'p>(page: &'p Page, scores: &[f32]) -> Node<'p> {
    let with_sentences = page.block_refs().filter(|block| block.sentence_text() > 0);
    let (mut best, mut highest) = (page.root(), scores[page.root().id.index()]);
    for node in with_sentences.flat_map(|block| block.container().up(4)) {
        let score = scores[node.id.index()];
        if score > highest || score == highest && node < best {
            (best, highest) = (node, score);
        }
    }
    best
}
