//! Rules about what a site puts into its texts: notices, boxes with links, offers, the next articles of an endless page.

use super::draft::Draft;
use crate::dom::{NodeId, Tag};
use crate::page::{BlockIndex, Name, Page, Word};

/// A notice of the site within the text: where a novel is read, what the links of a shop pay, an edit counter.
pub(super) fn is_notice(draft: &Draft, at: BlockIndex) -> bool {
    /// A longer block is about its words, not a notice; but not at the beginning of the text, if it has few words.
    const LONGEST: u32 = 60;
    const MOST_WORDS: u32 = 40;
    const BEGINNING: usize = 4;
    let block = &draft.blocks()[at];
    let begins = || draft.ends().is_some_and(|(first, _)| at < first + BEGINNING);
    (block.characters <= LONGEST || block.tokens <= MOST_WORDS && begins())
        && draft.page.marks().says(block, Word::SiteTalk)
}

/// Boxes of links that are named so: tables of contents, tables that lead to other articles.
pub(super) fn named(draft: &Draft) -> Vec<BlockIndex> {
    let page = draft.page;
    // A page may be a table of contents and little else.
    let is_part = |id: NodeId| draft.amounts(page.blocks_within(id)).0 * 2 < draft.amount();
    let is_box =
        |id: &NodeId| page.marks().is(*id, Name::LinkBox) && is_of_links(page, *id) && is_part(*id);
    draft.blocks_in(page.marks().all(Name::LinkBox).filter(is_box))
}

/// True if most characters of an element are in links, or most of its blocks are.
fn is_of_links(page: &Page, id: NodeId) -> bool {
    let blocks = &page.blocks()[page.blocks_within(id)];
    let linked =
        blocks.iter().filter(|block| block.link_characters > 0 || is_linked(page, block.container));
    let amounts = page.node(id).amounts();
    amounts.link_characters * 2 >= amounts.characters || linked.count() * 2 >= blocks.len()
}

/// True if a link without an address is in an element: the program of the page follows it.
fn is_linked(page: &Page, id: NodeId) -> bool {
    page.document().descendants(id).take(8).any(|id| page.document().tag(id) == Tag::A)
}

/// What a paywall says, in an element named so, below the teaser.
pub(super) fn offers(draft: &Draft) -> Vec<BlockIndex> {
    /// More is the article itself.
    const MOST_BLOCKS: usize = 24;
    let page = draft.page;
    let says = |at: BlockIndex| page.marks().says(&page.blocks()[at], Word::Offer);
    let is_offer = |id: &NodeId| {
        let blocks = page.blocks_within(*id);
        let (kept, _) = draft.amounts(blocks.clone());
        kept > 0
            && kept * 3 < draft.amount() * 2
            && blocks.len() <= MOST_BLOCKS
            && blocks.into_iter().any(says)
    };
    draft.blocks_in(page.marks().all(Name::Paywall).filter(is_offer))
}

/// Articles that are looked at.
const MOST_ARTICLES: usize = 40;

/// The articles behind the first: an endless page adds them while one scrolls. Each has a heading of the first level, and the
/// page is called by the first.
pub(super) fn next_articles(draft: &Draft) -> Vec<BlockIndex> {
    /// A shorter heading may be in any title.
    const SHORTEST: usize = 6;
    let (page, document) = (draft.page, draft.page.document());
    let mut articles: Vec<(NodeId, String)> = Vec::new();
    let mut end = NodeId(0);
    let own = document.elements().filter(|id| document.tag(*id) == Tag::ARTICLE);
    for id in own.take(MOST_ARTICLES) {
        // What is in an article is a part of it.
        if id >= end {
            end = document.end(id);
            let heading = document.descendants(id).find(|id| document.tag(*id) == Tag::H1);
            let Some(heading) = heading else { return Vec::new() };
            articles.push((id, page.text_of(heading, " ")));
        }
    }
    let Some(((first, heading), others)) = articles.split_first() else { return Vec::new() };
    let title = page.structured().title.as_deref().unwrap_or("");
    let is_called = |heading: &str| heading.chars().count() >= SHORTEST && title.contains(heading);
    let has_kept = |id: NodeId| draft.amounts(page.blocks_within(id)).0 > 0;
    if others.is_empty() || !is_called(heading) || !has_kept(*first) {
        return Vec::new();
    }
    let is_other = |(_, own): &&(NodeId, String)| own != heading && !is_called(own);
    draft.blocks_in(others.iter().filter(is_other).map(|(id, _)| *id))
}
