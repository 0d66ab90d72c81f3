//! The standfirst: a sentence or two between the heading of an article and its text. It stands outside of the text's own
//! element, among names, dates and buttons, so a model of running text often takes it for one of them.

use super::decided_by::DecidedBy;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::methods::Verdict;
use crate::page::{BlockIndex, Page};

/// Blocks between the heading and the text at most.
const MOST_BETWEEN: usize = 16;
/// Characters of a standfirst.
const SHORTEST: u32 = 12;
/// Levels above a block that may be named for it.
const LEVELS: usize = 2;

/// Words in names of elements that hold one, in the languages of those who build pages.
const NAMES: &[&str] = &[
    "chapeau",
    "chapo",
    "daoyu",
    "deck",
    "dek",
    "entradilla",
    "ingress",
    "lead",
    "lede",
    "preamble",
    "sommario",
    "standfirst",
    "sub",
    "subhead",
    "subheading",
    "subheadline",
    "subtitle",
    "subtitulo",
    "untertitel",
    "vorspann",
];

/// Words in names of elements that stand between heading and text too and hold none.
const OTHERS: &[&str] = &[
    "asset",
    "attribution",
    "author",
    "byline",
    "caption",
    "card",
    "credit",
    "date",
    "font",
    "icon",
    "image",
    "img",
    "media",
    "meta",
    "photo",
    "picture",
    "share",
    "time",
    "video",
];

/// What is named for a standfirst between the heading and the first kept text.
pub(super) fn of_kept_text(page: &Page, verdict: &Verdict) -> Vec<(BlockIndex, DecidedBy)> {
    let is_title = |at: &BlockIndex| is_in_title(page, *at);
    let kept = (0..verdict.keep.len()).filter(|at| verdict.keep[*at]);
    let Some(first) = kept.into_iter().find(|at| !is_title(at)) else { return Vec::new() };
    let Some(title) = (first.saturating_sub(MOST_BETWEEN)..first).rev().find(is_title) else {
        return Vec::new();
    };
    let is_standfirst = |at: &BlockIndex| {
        let block = &page.blocks()[*at];
        !verdict.keep[*at]
            && !block.is_hidden
            && block.link_characters == 0
            && block.characters >= SHORTEST
            && is_named(page, block.container)
    };
    (title + 1..first).filter(is_standfirst).map(|at| (at, DecidedBy::Standfirst)).collect()
}

fn is_in_title(page: &Page, at: BlockIndex) -> bool {
    let (document, container) = (page.document(), page.blocks()[at].container);
    std::iter::once(container)
        .chain(document.ancestors(container))
        .take(LEVELS)
        .any(|id| document.tag(id) == Tag::H1)
}

/// Whether an element, or one that holds nothing else, is named for a standfirst.
fn is_named(page: &Page, container: NodeId) -> bool {
    let document = page.document();
    let holds_no_more = |id: &NodeId| page.blocks_within(*id).len() <= 2;
    let around = std::iter::once(container)
        .chain(document.ancestors(container))
        .take(LEVELS)
        .take_while(holds_no_more);
    let (mut is_named, mut is_other) = (false, false);
    for id in around {
        let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
        for word in class.split(|c: char| !c.is_ascii_alphanumeric()).map(str::to_ascii_lowercase) {
            is_named |= NAMES.binary_search(&word.as_str()).is_ok();
            is_other |= OTHERS.binary_search(&word.as_str()).is_ok();
        }
        is_other |= matches!(document.tag(id), Tag::FIGURE | Tag::FIGCAPTION | Tag::LI);
    }
    is_named && !is_other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.is_sorted() && OTHERS.is_sorted());
    }

    #[test]
    fn a_standfirst_is_kept_with_its_text() {
        let check = |before: &str, expected: &[usize]| {
            let html =
                format!("<h1>The ferry</h1>{before}<div><p>It left at six, as on every day.</div>");
            let page = Page::new(&html, None);
            let count = page.blocks().len();
            let keep = (0..count).map(|at| at + 1 == count).collect();
            let verdict = Verdict::from_blocks(&page, vec![0.0; count], keep);
            let found: Vec<usize> =
                of_kept_text(&page, &verdict).into_iter().map(|(at, _)| at).collect();
            assert_eq!(found, expected, "{before}");
        };
        check("<p class=article-lead>Nobody was on board but the dog.</p><p>By A. B.</p>", &[1]);
        check("<h2 class=post__subtitle>Nobody was on board but the dog</h2>", &[1]);
        check("<p class=lead-image-credit>Nobody was on board but the dog.</p>", &[]);
        check("<p class=misleading>Nobody was on board but the dog.</p>", &[]);
        check("<p class=lead><a href=/>Nobody was on board but the dog.</a></p>", &[]);
        check("<div class=sub><p>Sign in here<p>Read the paper<p>All of the ferries</div>", &[]);
    }
}
