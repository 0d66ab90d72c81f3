//! Candidates for the cut: a few sets of blocks that may be kept.
//!
//! The cut of highest expected F1 trusts every probability alike. If a column of teasers is next to a short article, many
//! blocks are somewhat likely, and it keeps them all. So it is one candidate among others: cuts that weigh precision or recall
//! more, and cuts within the containers that hold most of the expected main text. A small forest over [`CUT_COLUMNS`], fitted
//! to labelled pages, predicts the F1 of each candidate.

use std::ops::Range;

use super::constants::CutConstants;
use super::cut::{self, Cut, Favor, best_cut};
use super::features::layout::{Containers, Layout};
use super::forest::{Forest, ROWS, Values};
use crate::dom::{Document, NodeId};
use crate::page::{Block, Page};

/// The columns of a candidate. The balance is the cut of highest expected F1; shares are 0 to 1.
pub const CUT_COLUMNS: [&str; 26] = [
    // Of the cut: the square of beta, the share of the expected main text in its range, log2 of the blocks in it.
    "beta_squared",
    "range_share",
    "range_blocks",
    // What is expected of the cut.
    "precision",
    "recall",
    "f1",
    "range_f1",
    "lowest",
    "doubt",
    // What the cut keeps.
    "tokens",
    "token_share",
    "blocks",
    "runs",
    "longest_run",
    "links",
    "sentences",
    "sentence_share",
    "letters",
    "block_length",
    // Compared with the balance: what the cut drops and adds.
    "of_balance",
    "dropped_mean",
    "dropped_links",
    "dropped_length",
    "added_mean",
    "added_links",
    "added_length",
];

/// A set of blocks that may be kept.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) cut: Cut,
    /// The values of [`CUT_COLUMNS`].
    pub(crate) row: [f32; CUT_COLUMNS.len()],
}

/// The cut to keep, and the F1 to expect of it.
///
/// If both errors count the same, it is the candidate of highest predicted F1, by the forest over [`CUT_COLUMNS`]; without
/// trees the candidate of highest expected F1.
pub(crate) fn best_candidate(
    layout: &Layout,
    probabilities: &[f32],
    favor: Favor,
    forest: &Forest,
    constants: &CutConstants,
) -> (Cut, f32) {
    let mut found = candidates(layout.page, &layout.containers, probabilities, constants);
    let predicted = predicted_f1(forest, &found);
    let chosen = if favor == Favor::Balance {
        let better =
            |best: usize, at: usize| if predicted[at] > predicted[best] { at } else { best };
        (0..found.len()).fold(0, better)
    } else {
        // The favoured cuts are among the candidates.
        let beta_squared = favor.beta_squared(constants);
        let whole = 0..probabilities.len();
        let own = best_cut(layout.page.blocks(), probabilities, whole, beta_squared, constants);
        found.iter().position(|one| one.cut.blocks == own.blocks).unwrap_or(0)
    };
    (found.swap_remove(chosen).cut, predicted[chosen])
}

/// The predicted F1 of each candidate.
fn predicted_f1(forest: &Forest, found: &[Candidate]) -> Vec<f32> {
    if forest.columns().is_empty() {
        let f1 = CUT_COLUMNS.iter().position(|name| *name == "f1").unwrap_or(0);
        return found.iter().map(|one| one.row[f1]).collect();
    }
    let of_rows = |found: &[Candidate]| {
        let value =
            |place: usize, row: usize| found.get(row).map_or(f32::NAN, |one| one.row[place]);
        let column = |place: &usize| std::array::from_fn(|row| value(*place, row));
        let table: Vec<Values> = forest.columns().iter().map(column).collect();
        forest.log_odds(&table, found.len(), &[])
    };
    found.chunks(ROWS).flat_map(of_rows).collect()
}

/// A page's blocks with their probabilities.
#[derive(Clone, Copy)]
struct Judged<'a> {
    blocks: &'a [Block],
    probabilities: &'a [f32],
    /// The amounts of the whole page.
    all: Amounts,
}

/// The candidates of a page, each once; the first is the cut of highest expected F1.
pub(crate) fn candidates(
    page: &Page,
    containers: &Containers,
    probabilities: &[f32],
    constants: &CutConstants,
) -> Vec<Candidate> {
    let blocks = page.blocks();
    let whole = 0..blocks.len();
    let all = Amounts::of(blocks, probabilities, whole.clone());
    let judged = Judged { blocks, probabilities, all };
    let ranked = cut::ranked(probabilities);
    let best = |range: Range<usize>, beta_squared: f32| {
        cut::best_cut_of_ranked(&ranked, blocks, probabilities, range, beta_squared, constants)
    };
    let balance = best(whole.clone(), 1.0);
    let mut found: Vec<Candidate> = Vec::new();
    let mut add = |range: Range<usize>, beta_squared: f32| {
        let cut = best(range.clone(), beta_squared);
        if found.iter().all(|other| other.cut.blocks != cut.blocks) {
            let row = judged.row(&cut, &balance, range, beta_squared);
            found.push(Candidate { cut, row });
        }
    };
    add(whole.clone(), 1.0);
    constants.betas_squared.iter().for_each(|beta_squared| add(whole.clone(), *beta_squared));
    let ranges = ranges(page.document(), containers, &judged, &constants.container_shares);
    ranges.into_iter().for_each(|range| add(range, 1.0));
    found
}

/// For each share, descending, the blocks of the innermost container that holds at least that much of the expected main
/// text.
fn ranges(
    document: &Document,
    containers: &Containers,
    judged: &Judged,
    shares: &[f32],
) -> Vec<Range<usize>> {
    let Some(least) = shares.last() else { return Vec::new() };
    let mut before = Vec::with_capacity(judged.blocks.len() + 1);
    let mut sum = 0.0;
    before.push(sum);
    for (block, probability) in judged.blocks.iter().zip(judged.probabilities) {
        sum += probability * tokens(block);
        before.push(sum);
    }
    let share = |blocks: &Range<usize>| (before[blocks.end] - before[blocks.start]) / sum;
    let mut ranges = vec![0..judged.blocks.len(); shares.len()];
    let mut node = Document::ROOT;
    loop {
        let heaviest = |best: Option<(f32, NodeId)>, child: NodeId| {
            let own = share(&containers.blocks_in(document, child));
            if best.is_none_or(|best| own > best.0) { Some((own, child)) } else { best }
        };
        match document.children(node).fold(None, heaviest) {
            Some((own, child)) if own >= *least => {
                let held = shares.iter().zip(&mut ranges).filter(|(least, _)| own >= **least);
                held.for_each(|(_, range)| *range = containers.blocks_in(document, child));
                node = child;
            }
            _ => return ranges,
        }
    }
}

impl Judged<'_> {
    fn row(
        &self,
        cut: &Cut,
        balance: &Cut,
        range: Range<usize>,
        beta_squared: f32,
    ) -> [f32; CUT_COLUMNS.len()] {
        let of =
            |blocks: &[usize]| Amounts::of(self.blocks, self.probabilities, blocks.iter().copied());
        let kept = of(&cut.blocks);
        let held = Amounts::of(self.blocks, self.probabilities, range.clone());
        let dropped = of(&without(&balance.blocks, &cut.blocks));
        let added = of(&without(&cut.blocks, &balance.blocks));
        let lowest = cut.blocks.iter().map(|block| self.probabilities[*block]);
        let (runs, longest) = self.runs(&cut.blocks);
        [
            beta_squared,
            held.expected / self.all.expected,
            (range.len() as f32).log2(),
            kept.expected / kept.tokens,
            kept.expected / self.all.expected,
            2.0 * kept.expected / (kept.tokens + self.all.expected),
            cut.f1,
            lowest.fold(1.0, f32::min),
            self.all.doubt / self.all.expected,
            (1.0 + kept.tokens).log2(),
            kept.tokens / self.all.tokens,
            (1.0 + kept.blocks).log2(),
            runs,
            longest / kept.tokens,
            kept.link_characters / kept.characters,
            kept.sentence_text / kept.characters,
            kept.sentence_text / self.all.sentence_text,
            kept.characters / kept.tokens,
            kept.tokens / kept.blocks,
            kept.tokens / of(&balance.blocks).tokens,
            dropped.expected / dropped.tokens,
            dropped.link_characters / dropped.characters,
            dropped.tokens / dropped.blocks,
            added.expected / added.tokens,
            added.link_characters / added.characters,
            added.tokens / added.blocks,
        ]
    }

    /// The number of runs of neighbours, and the tokens of the longest run.
    fn runs(&self, blocks: &[usize]) -> (f32, f32) {
        let runs = blocks.chunk_by(|block, next| block + 1 == *next);
        let length = |run: &[usize]| run.iter().map(|block| tokens(&self.blocks[*block])).sum();
        runs.map(length).fold((0.0, 0.0), |(count, longest): (f32, f32), own: f32| {
            (count + 1.0, longest.max(own))
        })
    }
}

/// The `blocks` that are not among the `others`; both ascend.
fn without(blocks: &[usize], others: &[usize]) -> Vec<usize> {
    let mut others = others.iter().peekable();
    let is_new = |block: &&usize| {
        while others.next_if(|other| other < block).is_some() {}
        others.peek() != Some(block)
    };
    blocks.iter().filter(is_new).copied().collect()
}

fn tokens(block: &Block) -> f32 {
    block.tokens.max(1) as f32
}

/// Sums over blocks.
#[derive(Debug, Clone, Copy, Default)]
struct Amounts {
    blocks: f32,
    tokens: f32,
    characters: f32,
    link_characters: f32,
    sentence_text: f32,
    /// Tokens times probability p, and tokens times p (1 - p).
    expected: f32,
    doubt: f32,
}

impl Amounts {
    fn of(blocks: &[Block], probabilities: &[f32], chosen: impl Iterator<Item = usize>) -> Self {
        let mut sum = Self::default();
        for index in chosen {
            let (block, probability) = (&blocks[index], probabilities[index]);
            sum.blocks += 1.0;
            sum.tokens += tokens(block);
            sum.characters += block.characters as f32;
            sum.link_characters += block.link_characters as f32;
            sum.sentence_text += block.sentence_text() as f32;
            sum.expected += probability * tokens(block);
            sum.doubt += probability * (1.0 - probability) * tokens(block);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;

    fn constants() -> &'static CutConstants {
        &Model::embedded().constants.cut
    }

    #[test]
    fn containers_are_cut_for_themselves() {
        let page = Page::new(
            "<div><p>一二三四五六七八九十<p>一二三四五六七八</div><div><p>甲乙丙丁戊<p>己庚辛壬癸</div>",
            None,
        );
        let containers = Containers::of(&page);
        let found = candidates(&page, &containers, &[0.9, 0.8, 0.6, 0.6], constants());
        let kept: Vec<&[usize]> = found.iter().map(|one| one.cut.blocks.as_slice()).collect();
        assert_eq!(kept[0], [0, 1, 2, 3]);
        assert!(kept.contains(&[0, 1].as_slice()), "{kept:?}");
        for one in &found {
            let value = |name: &str| one.row[CUT_COLUMNS.iter().position(|n| *n == name).unwrap()];
            assert!(value("precision") > 0.5 && value("recall") <= 1.0);
            let count = one.cut.blocks.len() as f32;
            assert_eq!(value("blocks"), (1.0 + count).log2());
        }
    }

    #[test]
    fn a_page_without_hope_has_a_candidate_that_keeps_nothing() {
        for (html, probabilities) in [("<p>一", &[0.01][..]), ("", &[])] {
            let page = Page::new(html, None);
            let found = candidates(&page, &Containers::of(&page), probabilities, constants());
            assert!(found.len() == 1 && found[0].cut.blocks.is_empty());
        }
    }
}
