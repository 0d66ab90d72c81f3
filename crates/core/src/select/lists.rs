//! Rules about lists: items of a list of which most is kept, teasers, and the columns of a home page.

use rustc_hash::FxHashMap;

use super::draft::Draft;
use crate::dom::{NodeId, Tag};
use crate::page::{Block, BlockIndex, BlockRef, Node, Page, Word};

/// Lists of definitions of which a part is kept, but for links.
pub(super) fn parts(draft: &Draft) -> Vec<BlockIndex> {
    /// The part (1 / 4) of a list that is enough.
    const PART: u32 = 4;
    let (page, document) = (draft.page, draft.page.document());
    let is_partly_kept = |id: &NodeId| {
        let (kept, all) = draft.amounts(page.blocks_within(*id));
        kept > 0 && kept < all && kept * PART >= all
    };
    let Some((first, last)) = draft.ends().filter(|_| draft.has_definitions) else {
        return Vec::new();
    };
    let lists = document.elements().filter(|id| document.tag(*id) == Tag::DL);
    let is_own =
        |at: &BlockIndex| page.blocks()[*at].link_characters == 0 && (first..=last).contains(at);
    let mut found = draft.blocks_in(lists.filter(is_partly_kept));
    found.retain(is_own);
    found
}

/// A description without a term between kept paragraphs: an old way to indent a quotation.
pub(super) fn is_indented(draft: &Draft, at: BlockIndex) -> bool {
    if !draft.has_definitions {
        return false;
    }
    let document = draft.page.document();
    let block = &draft.blocks()[at];
    let Some(list) = draft.around(at).take(3).find(|id| document.tag(*id) == Tag::DL) else {
        return false;
    };
    let blocks = draft.page.blocks_within(list);
    let has_term = document.children(list).any(|id| document.tag(id) == Tag::DT);
    let is_near = |other: BlockIndex| {
        let parent = document.parent(list);
        draft.is_kept(other) && draft.around(other).take(2).any(|id| document.parent(id) == parent)
    };
    !has_term
        && block.link_characters == 0
        && blocks.start.checked_sub(1).is_some_and(is_near)
        && is_near(blocks.end)
}

/// Tokens of a title in a list.
const LEAST_TITLE: u32 = 4;
/// Levels around such a title that are looked at.
const LEVELS: usize = 4;
/// Blocks of a teaser at most.
const MOST_BLOCKS: usize = 8;
/// Siblings that are looked at.
const MOST_SIBLINGS: usize = 60;

/// The heading of a kept teaser, a link itself, with another teaser next to it.
pub(super) fn is_title_of_teaser(draft: &Draft, at: BlockIndex) -> bool {
    let page = draft.page;
    let block = &draft.blocks()[at];
    let is_summary =
        |at: &BlockIndex| draft.is_kept(*at) && !draft.blocks()[*at].is_mostly_linked();
    let is_title = block.is_heading && block.is_mostly_linked() && block.tokens >= LEAST_TITLE;
    // A date may be between the two.
    let Some(summary) = (at + 1..at + 3).find(is_summary).filter(|_| is_title) else {
        return false;
    };
    let holds_both = |id: &NodeId| page.blocks_within(*id).contains(&summary);
    let around = draft.around(at).take(LEVELS).skip_while(|id| !holds_both(id));
    let Some(teaser) = around.map(|id| page.node(id)).find(|node| node.may_be_record()) else {
        return false;
    };
    let mut others = teaser.siblings_alike(MOST_SIBLINGS);
    teaser.block_range().len() <= MOST_BLOCKS
        && others.any(|other| draft.amounts(other.block_range()).0 > 0)
}

/// Other items beside one.
const LEAST_OTHERS: usize = 2;

/// The dates of kept items in a list of items, of each of which a title that is a link is kept.
pub(super) fn dates_of_items(draft: &Draft) -> Vec<BlockIndex> {
    let page = draft.page;
    let titles = draft.kept().filter(|at| is_title(page.block(*at)));
    let items = titles.filter_map(|at| item_around(draft, at));
    let mut found: Vec<BlockIndex> = items.flat_map(Node::block_range).collect();
    found.sort_unstable();
    found.dedup();
    found.retain(|at| !draft.is_kept(*at) && page.block(*at).day().is_some());
    found
}

/// The item with this title, if others like it have kept titles too.
fn item_around<'p>(draft: &Draft<'p>, title: BlockIndex) -> Option<Node<'p>> {
    let page = draft.page;
    let has_title = |node: &Node| {
        let mut kept = node.block_range().filter(|at| draft.is_kept(*at));
        kept.any(|at| is_title(page.block(at)))
    };
    let around = draft.around(title).take(LEVELS).map(|id| page.node(id));
    let mut items = around.filter(|node| node.may_be_record() && node.block_range().len() > 1);
    let item = items.next().filter(|item| item.block_range().len() <= MOST_BLOCKS)?;
    let others = item.siblings_alike(MOST_SIBLINGS).filter(has_title);
    (others.take(LEAST_OTHERS).count() == LEAST_OTHERS).then_some(item)
}

fn is_title(block: BlockRef) -> bool {
    block.is_mostly_linked() && block.tokens >= LEAST_TITLE
}

/// A heading above a kept list of links in the same box: the name of a column, which is a link itself.
pub(super) fn is_head_of_column(draft: &Draft, at: BlockIndex) -> bool {
    let page = draft.page;
    let block = &draft.blocks()[at];
    if !block.is_heading || block.is_hidden {
        return false;
    }
    let is_more = |block: &Block| block.is_mostly_linked() && page.marks().says(block, Word::More);
    let first = if draft.blocks().get(at + 1).is_some_and(is_more) { at + 2 } else { at + 1 };
    let is_item = |at: BlockIndex| draft.is_kept(at) && draft.blocks()[at].is_mostly_linked();
    if !is_item(first) || !is_item(first + 1) {
        return false;
    }
    let mut around = draft.around(at).take(LEVELS);
    let Some(column) = around.find(|id| page.blocks_within(*id).contains(&first)) else {
        return false;
    };
    let items = first..page.blocks_within(column).end;
    let count = items.len();
    count <= MOST_SIBLINGS && items.filter(|at| draft.is_kept(*at)).count() * 4 >= count * 3
}

/// A page that says less than this, in characters, is judged by its columns.
const LITTLE_TEXT: u32 = 80;
/// Columns of a home page, and titles in one.
const LEAST_COLUMNS: usize = 2;
const LEAST_ITEMS: usize = 3;

/// The columns of a page of which next to nothing is kept: boxes built alike, each a heading above a list of titles.
pub(super) fn columns(draft: &Draft) -> Vec<BlockIndex> {
    let (page, document) = (draft.page, draft.page.document());
    // The heading of a lead story is a link; that of an article is not.
    let is_linked_heading = |at: BlockIndex| {
        page.blocks().get(at).is_some_and(|block| block.is_heading && block.is_mostly_linked())
    };
    let has_lead =
        || draft.kept().any(|at| is_linked_heading(at) || is_linked_heading(at.wrapping_sub(1)));
    if draft.amount() > LITTLE_TEXT || !has_lead() {
        return Vec::new();
    }
    let is_list = |id: &NodeId| matches!(document.tag(*id), Tag::UL | Tag::OL);
    let lists = document.elements().filter(is_list).filter(|id| is_of_titles(page, *id));
    let build = |id: NodeId| (document.parent(id), document.tag(id), page.marks().build(id));
    let mut found = Vec::new();
    let mut alike: FxHashMap<_, usize> = FxHashMap::default();
    for list in lists {
        let start = page.blocks_within(list).start;
        let mut above = (start.saturating_sub(2)..start).rev();
        let Some(heading) = above.find(|at| page.blocks()[*at].is_heading) else { continue };
        let holds = |id: &NodeId| page.blocks_within(*id).contains(&heading);
        let Some(column) = document.ancestors(list).take(LEVELS).find(holds) else { continue };
        *alike.entry(build(column)).or_default() += 1;
        found.push((column, heading, list));
    }
    found.retain(|(column, ..)| alike[&build(*column)] >= LEAST_COLUMNS);
    let headings = found.iter().map(|(_, heading, _)| *heading);
    headings.chain(draft.blocks_in(found.iter().map(|(.., list)| *list))).collect()
}

/// True if a list has several items, most of which are links with a title.
fn is_of_titles(page: &Page, list: NodeId) -> bool {
    let blocks = &page.blocks()[page.blocks_within(list)];
    let titles =
        blocks.iter().filter(|block| block.is_mostly_linked() && block.tokens >= LEAST_TITLE);
    let titles = titles.count();
    titles >= LEAST_ITEMS && titles * 3 >= blocks.len() * 2
}
