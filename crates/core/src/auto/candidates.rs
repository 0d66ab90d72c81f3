//! Candidates for the cut: a few sets of blocks that may be kept.
//!
//! The cut of highest expected F1 trusts every probability alike. If a column of teasers is next to a short article, many
//! blocks are somewhat likely, and it keeps them all. So it is one candidate among others: cuts that weigh precision or recall
//! more, and cuts within the containers that hold most of the expected main text. A small forest over [`CUT_COLUMNS`], fitted
//! to labelled pages, predicts the F1 of each candidate.

use std::ops::Range;

use super::constants::CutConstants;
use super::cut::{Cut, Favor, Judged};
use super::features::layout::Layout;
use crate::forest::{Forest, ROWS};
use crate::page::Node;

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
    let judged = Judged::of(layout.page.blocks(), probabilities, constants);
    let mut found = candidates(layout, &judged);
    let predicted = predicted_f1(forest, &found);
    let chosen = if favor == Favor::Balance {
        (1..found.len()).fold(0, |best, at| if predicted[at] > predicted[best] { at } else { best })
    } else {
        // The favoured cuts are among the candidates.
        let favored = judged.best_cut(0..layout.count(), favor.beta_squared(constants));
        found.iter().position(|other| other.cut.blocks == favored.blocks).unwrap_or(0)
    };
    (found.swap_remove(chosen).cut, predicted[chosen])
}

/// The predicted F1 of each candidate.
fn predicted_f1(forest: &Forest, found: &[Candidate]) -> Vec<f32> {
    if forest.columns().is_empty() {
        let f1 = CUT_COLUMNS.iter().position(|name| *name == "f1").unwrap_or(0);
        return found.iter().map(|candidate| candidate.row[f1]).collect();
    }
    let mut predicted = Vec::with_capacity(found.len());
    let mut table = vec![[f32::NAN; ROWS]; forest.columns().len()];
    for candidates in found.chunks(ROWS) {
        for (values, place) in table.iter_mut().zip(forest.columns()) {
            let rows = values.iter_mut().zip(candidates);
            rows.for_each(|(value, candidate)| *value = candidate.row[*place]);
        }
        predicted.extend(forest.log_odds(&table, candidates.len(), &[]));
    }
    predicted
}

/// The candidates of a page, each once; the first is the cut of highest expected F1.
pub(crate) fn candidates(layout: &Layout, judged: &Judged) -> Vec<Candidate> {
    let whole = 0..layout.count();
    let all = judged.amounts(whole.clone());
    let balance = judged.best_cut(whole.clone(), 1.0);
    let betas_squared = [1.0].iter().chain(&judged.constants.betas_squared);
    let of_whole = betas_squared.map(|beta_squared| (whole.clone(), *beta_squared));
    let within = ranges(layout, judged).into_iter().map(|range| (range, 1.0));
    let mut found: Vec<Candidate> = Vec::new();
    for (range, beta_squared) in of_whole.chain(within) {
        let cut = judged.best_cut(range.clone(), beta_squared);
        if found.iter().all(|other| other.cut.blocks != cut.blocks) {
            let row = judged.row(&all, &cut, &balance, range, beta_squared);
            found.push(Candidate { cut, row });
        }
    }
    found
}

/// For each share, descending, the blocks of the innermost container that holds at least that much of the expected main
/// text.
fn ranges(layout: &Layout, judged: &Judged) -> Vec<Range<usize>> {
    let shares = &judged.constants.container_shares;
    let Some(least) = shares.last() else { return Vec::new() };
    let mut before = Vec::with_capacity(layout.count() + 1);
    let mut sum = 0.0;
    before.push(sum);
    for block in 0..layout.count() {
        sum += judged.expected(block);
        before.push(sum);
    }
    let mut ranges = vec![0..layout.count(); shares.len()];
    let mut node = layout.page.root();
    loop {
        let mut heaviest: Option<(f32, Node)> = None;
        for child in node.children() {
            let blocks = layout.containers.blocks_in(child);
            let share = (before[blocks.end] - before[blocks.start]) / sum;
            if heaviest.is_none_or(|(highest, _)| share > highest) {
                heaviest = Some((share, child));
            }
        }
        let Some((share, child)) = heaviest.filter(|(share, _)| share >= least) else {
            return ranges;
        };
        let held = shares.iter().zip(&mut ranges).filter(|(least, _)| share >= **least);
        held.for_each(|(_, range)| *range = layout.containers.blocks_in(child));
        node = child;
    }
}

impl Judged<'_> {
    fn row(
        &self,
        all: &Amounts,
        cut: &Cut,
        balance: &Cut,
        range: Range<usize>,
        beta_squared: f32,
    ) -> [f32; CUT_COLUMNS.len()] {
        let kept = self.amounts(cut.blocks.iter().copied());
        let held = self.amounts(range.clone());
        let dropped = self.amounts(without(&balance.blocks, &cut.blocks));
        let added = self.amounts(without(&cut.blocks, &balance.blocks));
        let of_balance = self.amounts(balance.blocks.iter().copied());
        let lowest = cut.blocks.iter().map(|block| self.probabilities[*block]);
        let (runs, longest) = self.runs(&cut.blocks);
        [
            beta_squared,
            held.expected / all.expected,
            (range.len() as f32).log2(),
            kept.expected / kept.tokens,
            kept.expected / all.expected,
            2.0 * kept.expected / (kept.tokens + all.expected),
            cut.f1,
            lowest.fold(1.0, f32::min),
            all.doubt / all.expected,
            (1.0 + kept.tokens).log2(),
            kept.tokens / all.tokens,
            (1.0 + kept.blocks).log2(),
            runs,
            longest / kept.tokens,
            kept.link_characters / kept.characters,
            kept.sentence_text / kept.characters,
            kept.sentence_text / all.sentence_text,
            kept.characters / kept.tokens,
            kept.tokens / kept.blocks,
            kept.tokens / of_balance.tokens,
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
        runs.fold((0.0, 0.0), |(count, longest): (f32, f32), run| {
            (count + 1.0, longest.max(run.iter().map(|block| self.tokens(*block)).sum()))
        })
    }

    fn amounts(&self, blocks: impl IntoIterator<Item = usize>) -> Amounts {
        let mut sum = Amounts::default();
        for index in blocks {
            let (block, probability) = (&self.blocks[index], self.probabilities[index]);
            let tokens = self.tokens(index);
            sum.blocks += 1.0;
            sum.tokens += tokens;
            sum.characters += block.characters as f32;
            sum.link_characters += block.link_characters as f32;
            sum.sentence_text += block.sentence_text() as f32;
            sum.expected += probability * tokens;
            sum.doubt += probability * (1.0 - probability) * tokens;
        }
        sum
    }
}

/// The `blocks` that are not among the `others`; both ascend.
fn without(blocks: &[usize], others: &[usize]) -> impl Iterator<Item = usize> {
    let mut others = others.iter().peekable();
    blocks.iter().copied().filter(move |block| {
        while others.next_if(|other| *other < block).is_some() {}
        others.peek() != Some(&block)
    })
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

#[cfg(test)]
mod tests {
    use super::super::Model;
    use super::*;
    use crate::page::Page;

    fn candidates_of(page: &Page, probabilities: &[f32]) -> Vec<Candidate> {
        let constants = &Model::embedded().constants.cut;
        candidates(&Layout::of(page), &Judged::of(page.blocks(), probabilities, constants))
    }

    #[test]
    fn containers_are_cut_for_themselves() {
        let page = Page::new(
            "<div><p>一二三四五六七八九十<p>一二三四五六七八</div><div><p>甲乙丙丁戊<p>己庚辛壬癸</div>",
            None,
        );
        let found = candidates_of(&page, &[0.9, 0.8, 0.6, 0.6]);
        let kept: Vec<&[usize]> = found.iter().map(|found| found.cut.blocks.as_slice()).collect();
        assert_eq!(kept[0], [0, 1, 2, 3]);
        assert!(kept.contains(&[0, 1].as_slice()), "{kept:?}");
        for Candidate { cut, row } in &found {
            let value = |name: &str| row[CUT_COLUMNS.iter().position(|n| *n == name).unwrap()];
            assert!(value("precision") > 0.5 && value("recall") <= 1.0);
            let count = cut.blocks.len() as f32;
            assert_eq!(value("blocks"), (1.0 + count).log2());
        }
    }

    #[test]
    fn a_page_without_hope_has_a_candidate_that_keeps_nothing() {
        for (html, probabilities) in [("<p>一", &[0.01][..]), ("", &[])] {
            let page = Page::new(html, None);
            let found = candidates_of(&page, probabilities);
            assert!(found.len() == 1 && found[0].cut.blocks.is_empty());
        }
    }
}
