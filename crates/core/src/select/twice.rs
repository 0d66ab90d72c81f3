//! Rules about text that a page has twice: the article once more for phones or print, pull quotes, notices.

use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::Draft;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockIndex, Name, Node, Page};

/// The minimum number of characters in blocks that are compared.
const LONG: u32 = 40;
/// The minimum number of blocks in a copy, or of characters in one of two blocks; less is a refrain.
const LEAST_BLOCKS: usize = 3;
const LEAST_CHARACTERS: u32 = 400;
/// Runs that are looked at: hostile pages may have any number.
const MOST_RUNS: usize = 16;
/// A copy has at least this part (1 / 5) of the kept text; less is a sentence repeated about something else.
const COPY_PART: u32 = 5;
/// The part (1 / 5) of its text that a copy may have for itself.
const OWN_PART: u32 = 5;

/// Blocks of parts that are a copy of another part, the hidden one or the later.
pub(super) fn copies(draft: &Draft) -> Vec<BlockIndex> {
    let mut dropped = Vec::new();
    let (page, document) = (draft.page, draft.page.document());
    for run in runs(draft) {
        let [own, other] = [element(page, &run, |pair| pair.1), element(page, &run, |pair| pair.0)];
        let (Some(later), Some(earlier)) = (own, other) else { continue };
        let holds = |outer: NodeId, inner: NodeId| outer <= inner && inner < document.end(outer);
        if holds(later, earlier) || holds(earlier, later) || is_quoted(page.node(later)) {
            continue;
        }
        let is_hidden = page.blocks()[run[0].0].is_hidden && !page.blocks()[run[0].1].is_hidden;
        let (copy, original) = if is_hidden { (earlier, later) } else { (later, earlier) };
        let own = blocks_of(draft, copy, original);
        if amount(page, own.iter().copied()) * COPY_PART >= draft.amount() {
            dropped.extend(own);
        }
    }
    dropped.sort_unstable();
    dropped.dedup();
    dropped
}

/// Blocks with the same text, the earlier and the later: pairs in the same order in both parts.
type Run = Vec<(BlockIndex, BlockIndex)>;

fn runs(draft: &Draft) -> Vec<Run> {
    let page = draft.page;
    let is_long = |at: &BlockIndex| draft.is_kept(*at) && page.blocks()[*at].characters >= LONG;
    let mut first: FxHashMap<&str, BlockIndex> = FxHashMap::default();
    let mut runs: Vec<Run> = Vec::new();
    let mut is_open = false;
    for at in (0..page.blocks().len()).filter(is_long) {
        let text = page.block_text(&page.blocks()[at]);
        let before = *first.entry(text).or_insert(at);
        if before == at {
            is_open = false;
            continue;
        }
        match runs
            .last_mut()
            .filter(|run| is_open && run.last().is_some_and(|last| last.0 < before))
        {
            Some(run) => run.push((before, at)),
            None => runs.push(vec![(before, at)]),
        }
        is_open = true;
    }
    let amount = |run: &Run| amount(page, run.iter().map(|pair| pair.1));
    let is_hidden = |at: BlockIndex| page.blocks()[at].is_hidden;
    runs.retain(|run| {
        // What one of the two hides is no refrain.
        let is_copy = run.iter().all(|pair| is_hidden(pair.0) != is_hidden(pair.1));
        is_copy || run.len() >= LEAST_BLOCKS || run.len() > 1 && amount(run) >= LEAST_CHARACTERS
    });
    runs.truncate(MOST_RUNS);
    runs
}

fn amount(page: &Page, blocks: impl Iterator<Item = BlockIndex>) -> u32 {
    blocks.map(|at| page.blocks()[at].characters).sum()
}

/// The innermost element around one side of a run.
fn element(
    page: &Page,
    run: &Run,
    side: fn(&(BlockIndex, BlockIndex)) -> BlockIndex,
) -> Option<NodeId> {
    let container =
        |pair: Option<&(BlockIndex, BlockIndex)>| Some(page.blocks()[side(pair?)].container);
    let (first, last) = (container(run.first())?, container(run.last())?);
    let document = page.document();
    document.around(first).find(|id| last < document.end(*id))
}

fn is_quoted(node: Node) -> bool {
    node.up(7).any(Node::is_quotation)
}

/// The kept blocks of a copy: all, unless much of it is its own.
fn blocks_of(draft: &Draft, copy: NodeId, original: NodeId) -> Vec<BlockIndex> {
    let page = draft.page;
    let blocks = |id: NodeId| page.blocks_within(id).filter(|at| draft.is_kept(*at));
    let text = |at: BlockIndex| page.block_text(&page.blocks()[at]);
    let texts: FxHashSet<&str> = blocks(original).map(text).collect();
    let is_again = |at: &BlockIndex| texts.contains(text(*at));
    let is_own = |at: &BlockIndex| !is_again(at);
    let own = amount(page, blocks(copy).filter(is_own));
    let is_all = own * OWN_PART <= amount(page, blocks(copy));
    blocks(copy).filter(|at| is_all || is_again(at)).collect()
}

/// Levels above a text that may say that it is a pull quote.
const LEVELS: usize = 3;
/// Characters of a pull quote.
const SHORTEST: u32 = 15;
const LONGEST: u32 = 400;
/// Pull quotes that are looked for in the text.
const MOST_QUOTES: usize = 40;

/// Pull quotes: what an element next to the text, or one named so, takes out of it.
pub(super) fn pull_quotes(draft: &Draft) -> Vec<BlockIndex> {
    let page = draft.page;
    let fits = |at: &BlockIndex| (SHORTEST..LONGEST).contains(&page.blocks()[*at].characters);
    let is_aside = |id: &NodeId| {
        let class = page.marks().class(*id);
        page.document().tag(*id) == Tag::ASIDE && !class.has(Name::Quotation)
            || class.has(Name::PullQuote)
    };
    let element = |at: BlockIndex| draft.around(at).take(LEVELS + 1).find(is_aside);
    let candidates = draft.kept().filter(fits).filter_map(|at| Some((at, element(at)?)));
    let is_taken = |(at, element): &(BlockIndex, NodeId)| {
        let own = page.blocks_within(*element);
        // In the text the first letter may be a small one.
        let mut characters = draft.text(*at).trim_matches(is_mark).chars();
        characters.next();
        let text = characters.as_str();
        let mut shown = page.blocks_that_show(text).filter(|other| !own.contains(other));
        !text.is_empty() && shown.any(|other| draft.is_kept(other))
    };
    candidates.take(MOST_QUOTES).filter(is_taken).map(|(at, _)| at).collect()
}

/// Marks around a quotation and at its end, which differ from the text's.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || "\"'“”„‟‘’«»‹›「」『』.,;:…，。；：".contains(c)
}

/// The hidden beginning of the line behind it, which repeats it: a large initial for the eye, or for screen readers.
pub(super) fn is_beginning(draft: &Draft, at: BlockIndex) -> bool {
    const LONGEST: u32 = 40;
    let [own, next, ..] = &draft.blocks()[at..] else { return false };
    own.is_hidden
        && !next.is_hidden
        && own.container == next.container
        && own.characters <= LONGEST
        && draft.text(at + 1).starts_with(draft.text(at))
}

/// Notices that the page has shown before with the same words.
pub(super) fn notices(draft: &Draft) -> Vec<BlockIndex> {
    const LENGTHS: std::ops::Range<u32> = 20..300;
    let (page, document) = (draft.page, draft.page.document());
    let is_cell = |id: NodeId| matches!(document.tag(id), Tag::TD | Tag::TH | Tag::LI);
    let is_notice = |at: &BlockIndex| {
        let mut around =
            draft.around(*at).take(2).take_while(|id| page.blocks_within(*id).len() == 1);
        !is_cell(page.blocks()[*at].container)
            && around.any(|id| page.marks().class(id).has(Name::SiteNotice))
    };
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let fit = draft.kept().filter(|at| LENGTHS.contains(&page.blocks()[*at].characters));
    fit.filter(|at| !seen.insert(draft.text(*at))).filter(is_notice).collect()
}
