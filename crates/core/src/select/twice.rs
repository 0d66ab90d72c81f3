//! What stands on a page a second time: the article once more for phones or print, and pull quotes.

use std::collections::{HashMap, HashSet};

use super::decided_by::DecidedBy;
use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::{BlockIndex, Page};

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

/// Kept blocks of parts that are a copy of another part, the hidden one or the later.
pub(super) fn copies(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let mut dropped = Vec::new();
    let kept = amount(page, (0..keep.len()).filter(|at| keep[*at]));
    for run in runs(page, keep) {
        let [own, other] = [element(page, &run, |pair| pair.1), element(page, &run, |pair| pair.0)];
        let (Some(later), Some(earlier)) = (own, other) else { continue };
        let document = page.document();
        let holds = |outer: NodeId, inner: NodeId| outer <= inner && inner < document.end(outer);
        if holds(later, earlier) || holds(earlier, later) || is_quotation(document, later) {
            continue;
        }
        let is_hidden = page.blocks()[run[0].0].is_hidden && !page.blocks()[run[0].1].is_hidden;
        let (copy, original) = if is_hidden { (earlier, later) } else { (later, earlier) };
        let own = blocks_of(page, keep, copy, original);
        if amount(page, own.iter().map(|(at, _)| *at)) * COPY_PART >= kept {
            dropped.extend(own);
        }
    }
    dropped.sort_by_key(|(at, _)| *at);
    dropped.dedup();
    dropped
}

/// Blocks with the same text, the earlier and the later: pairs side by side in both parts.
type Run = Vec<(BlockIndex, BlockIndex)>;

fn runs(page: &Page, keep: &[bool]) -> Vec<Run> {
    let is_long = |at: &BlockIndex| keep[*at] && page.blocks()[*at].characters >= LONG;
    let mut first: HashMap<&str, BlockIndex> = HashMap::new();
    let mut runs: Vec<Run> = Vec::new();
    let mut is_open = false;
    for at in (0..keep.len()).filter(is_long) {
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
    std::iter::once(first).chain(document.ancestors(first)).find(|id| last < document.end(*id))
}

fn is_quotation(document: &Document, id: NodeId) -> bool {
    let is_quote = |id: NodeId| document.tag(id) == Tag::BLOCKQUOTE;
    is_quote(id) || document.ancestors(id).take(6).any(is_quote)
}

/// The kept blocks of a copy: all, unless much of it is its own.
fn blocks_of(
    page: &Page,
    keep: &[bool],
    copy: NodeId,
    original: NodeId,
) -> Vec<(BlockIndex, DecidedBy)> {
    let blocks = |id: NodeId| page.blocks_within(id).filter(|at| keep[*at]);
    let text = |at: BlockIndex| page.block_text(&page.blocks()[at]);
    let texts: HashSet<&str> = blocks(original).map(text).collect();
    let is_again = |at: &BlockIndex| texts.contains(text(*at));
    let is_own = |at: &BlockIndex| !is_again(at);
    let own = amount(page, blocks(copy).filter(is_own));
    let is_all = own * OWN_PART <= amount(page, blocks(copy));
    let dropped = blocks(copy).filter(|at| is_all || is_again(at));
    dropped.map(|at| (at, DecidedBy::Twice)).collect()
}

/// Levels above a text that may say that it is a pull quote.
const LEVELS: usize = 3;
/// Characters of a pull quote.
const SHORTEST: u32 = 15;
const LONGEST: u32 = 400;
/// Pull quotes that are looked for in the text.
const MOST_QUOTES: usize = 40;

/// Kept pull quotes: what an element by the text, or one named so, takes out of it.
pub(super) fn pull_quotes(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let fits = |at: &BlockIndex| (SHORTEST..LONGEST).contains(&page.blocks()[*at].characters);
    let candidates = (0..keep.len()).filter(|at| keep[*at] && fits(at));
    let candidates = candidates.filter_map(|at| Some((at, around(page, at)?))).take(MOST_QUOTES);
    let is_taken = |at: BlockIndex, element: NodeId| {
        let own = page.blocks_within(element);
        let text = page.block_text(&page.blocks()[at]).trim_matches(is_mark);
        // In the text the first letter may be a small one.
        let mut characters = text.chars();
        characters.next();
        let text = characters.as_str();
        let mut shown = page.blocks_that_show(text).filter(|other| !own.contains(other));
        !text.is_empty() && shown.any(|other| keep[other])
    };
    let found = candidates.filter(|(at, element)| is_taken(*at, *element));
    found.map(|(at, _)| (at, DecidedBy::Twice)).collect()
}

/// Characters of the hidden beginning of a line.
const LONGEST_BEGINNING: u32 = 40;

/// Kept hidden blocks with the first letters of the line behind them: a large initial for the eye, or for screen readers.
pub(super) fn beginnings(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let is_again = |at: &BlockIndex| {
        let [own, next, ..] = &page.blocks()[*at..] else { return false };
        own.is_hidden
            && !next.is_hidden
            && own.container == next.container
            && own.characters <= LONGEST_BEGINNING
            && page.block_text(next).starts_with(page.block_text(own))
    };
    let again = (0..keep.len()).filter(|at| keep[*at] && is_again(at));
    again.map(|at| (at, DecidedBy::Twice)).collect()
}

/// Parts of the names of elements that hold notices: what a site says to its readers between paragraphs.
const NOTICES: &[&str] = &[
    "newsletter",
    "subscri",
    "promo",
    "paywall",
    "advert",
    "disclaimer",
    "signup",
    "notice",
    "banner",
];
/// Characters of a notice.
const SHORTEST_NOTICE: u32 = 20;
const LONGEST_NOTICE: u32 = 300;

/// Kept notices that stand on the page before with the same words.
pub(super) fn notices(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let document = page.document();
    let names = |id: &NodeId| {
        let class =
            document.attribute(*id, AttributeName::CLASS).unwrap_or("").to_ascii_lowercase();
        !class.is_empty() && NOTICES.iter().any(|name| class.contains(name))
    };
    let is_notice = |at: BlockIndex| {
        let container = page.blocks()[at].container;
        if matches!(document.tag(container), Tag::TD | Tag::TH | Tag::LI) {
            return false;
        }
        let around = std::iter::once(container).chain(document.ancestors(container)).take(2);
        around.take_while(|id| page.blocks_within(*id).len() == 1).any(|id| names(&id))
    };
    let fits = |at: &BlockIndex| {
        (SHORTEST_NOTICE..LONGEST_NOTICE).contains(&page.blocks()[*at].characters)
    };
    let mut seen: HashSet<&str> = HashSet::new();
    let kept = (0..keep.len()).filter(|at| keep[*at] && fits(at));
    let again = kept.filter(|at| !seen.insert(page.block_text(&page.blocks()[*at])));
    again.filter(|at| is_notice(*at)).map(|at| (at, DecidedBy::Twice)).collect()
}

/// Marks around a quotation and at its end, which differ from the text's.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || "\"'“”„‟‘’«»‹›「」『』.,;:…，。；：".contains(c)
}

/// The element that says that a block is a pull quote or stands beside the text.
fn around(page: &Page, at: BlockIndex) -> Option<NodeId> {
    let document = page.document();
    let container = page.blocks()[at].container;
    let says = |id: &NodeId| {
        let class = document.attribute(*id, AttributeName::CLASS).unwrap_or("");
        document.tag(*id) == Tag::ASIDE || names_pull_quote(class)
    };
    std::iter::once(container).chain(document.ancestors(container)).take(LEVELS + 1).find(says)
}

/// Whether the letters of a class hold the name of pull quotes: `pull-quote`, `PullQuote`.
fn names_pull_quote(class: &str) -> bool {
    // Few classes have this letter.
    if memchr::memchr2(b'q', b'Q', class.as_bytes()).is_none() {
        return false;
    }
    let name: String = class.chars().filter(char::is_ascii_alphabetic).collect();
    name.to_ascii_lowercase().contains("pullquote")
}
