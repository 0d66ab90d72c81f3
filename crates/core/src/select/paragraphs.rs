//! Rules about tables, headings, paragraphs and lines.

use super::draft::Draft;
use crate::dom::{NodeId, Tag};
use crate::links::after_related_label;
use crate::meta::people;
use crate::page::footnotes::Footnotes;
use crate::page::{BlockIndex, Name, code, tables};
use crate::text::machine::machine;

/// The probability of a likely block. From 0.1 to 0.25 the mean F1 of the labelled sets is the same.
const LIKELY: f32 = 0.15;

/// Data tables, most of which is kept: by their headers, or by short cells.
pub(super) fn tables(draft: &Draft) -> Vec<BlockIndex> {
    let (page, document) = (draft.page, draft.page.document());
    let is_mostly_kept = |id: &NodeId| {
        let (kept, all) = draft.amounts(page.blocks_within(*id));
        kept > 0 && kept < all && kept * 2 >= all
    };
    let is_table = |id: &NodeId| document.tag(*id) == Tag::TABLE && is_mostly_kept(id);
    let is_of_data = |id: &NodeId| {
        let shape = tables::data_table(page.node(*id));
        shape.is_some_and(|shape| shape.has_headers || shape.has_short_cells(page.node(*id)))
    };
    // A table of facts about a person is no part of a post.
    let is_beside = |id: &NodeId| {
        let (own, beside) = (page.blocks_within(*id), &draft.posts.beside);
        let first = beside.partition_point(|at| *at < own.start);
        beside.get(first).is_some_and(|at| *at < own.end)
    };
    let found = document.elements().filter(is_table).filter(|id| !is_beside(id)).filter(is_of_data);
    draft.blocks_in(found)
}

/// A likely heading right above kept text, below its beginning.
pub(super) fn is_heading(draft: &Draft, at: BlockIndex) -> bool {
    let own = &draft.blocks()[at];
    own.is_heading
        && own.link_characters == 0
        && draft.has_score(at, LIKELY)
        && draft.is_kept(at + 1)
        && draft.ends().is_some_and(|(first, _)| first < at)
}

/// The term of a kept definition.
pub(super) fn is_term(draft: &Draft, at: BlockIndex) -> bool {
    if !draft.has_definitions {
        return false;
    }
    let document = draft.page.document();
    let list = |id| document.parent(id);
    let around = |at, tag| draft.around(at).take(3).find(|id| document.tag(*id) == tag);
    let Some(term) = around(at, Tag::DT) else { return false };
    let next = draft.page.blocks_within(term).end;
    draft.is_kept(next) && around(next, Tag::DD).is_some_and(|own| list(own) == list(term))
}

/// A paragraph behind a box of links that is among the paragraphs of its parent: the model takes the box for the end of the
/// text.
pub(super) fn is_resumed(draft: &Draft, at: BlockIndex) -> bool {
    /// Blocks of such a box, and paragraphs behind it, at most.
    const LONGEST_BOX: usize = 12;
    const MOST_RESUMED: usize = 40;
    let document = draft.page.document();
    let parent = |at: BlockIndex| document.parent(draft.blocks()[at].container);
    let is_text = |at: BlockIndex| {
        let block = &draft.blocks()[at];
        document.tag(block.container) == Tag::P
            && block.sentence_text() >= SHORTEST
            && block.link_characters * 4 <= block.characters
    };
    let Some((_, last)) = draft.ends().filter(|(_, last)| *last < at) else { return false };
    if !is_text(at) || !is_text(last) || parent(last) != parent(at) {
        return false;
    }
    let mut between = (last + 1..at)
        .rev()
        .take(MOST_RESUMED)
        .skip_while(|at| is_text(*at) && parent(*at) == parent(last));
    let first = between.next();
    let is_box = |first: BlockIndex| {
        let linked = (last + 1..=first).filter(|at| draft.blocks()[*at].is_mostly_linked()).count();
        first - last <= LONGEST_BOX && linked * 2 >= first - last
    };
    first.is_some_and(is_box)
}

/// Linked sentences next to each other at most.
const MOST_LINKED: usize = 4;
/// Characters of a linked sentence, and of the sentences of a paragraph next to it.
const SHORTEST: u32 = 50;

/// A linked sentence between kept paragraphs, all in the same wrapper.
pub(super) fn is_linked(draft: &Draft, at: BlockIndex) -> bool {
    let kept_beyond = |others: &mut dyn Iterator<Item = BlockIndex>| {
        let mut others = others.take(MOST_LINKED + 1);
        let end = others.find(|at| draft.is_kept(*at) || !is_linked_sentence(draft, *at))?;
        let is_text = draft.is_kept(end) && draft.blocks()[end].sentence_text() >= SHORTEST;
        is_text.then_some(end)
    };
    is_linked_sentence(draft, at)
        && kept_beyond(&mut (0..at).rev())
            .zip(kept_beyond(&mut (at + 1..draft.blocks().len())))
            .is_some_and(|(before, after)| is_sibling(draft, at, [before, after]))
}

/// A sentence of a paragraph that is a link from end to end, and neither asks, calls nor begins with a label.
fn is_linked_sentence(draft: &Draft, at: BlockIndex) -> bool {
    const LONGEST_LABEL: usize = 24;
    let (block, text) = (&draft.blocks()[at], draft.text(at));
    block.characters >= SHORTEST
        && block.is_mostly_linked()
        && !block.is_hidden
        && draft.page.document().tag(block.container) == Tag::P
        && text.ends_with(['.', '。', '…'])
        && !text.chars().take(LONGEST_LABEL).any(|c| matches!(c, ':' | '：'))
}

/// True if nothing but wrappers is between a block and the element around it and the others.
fn is_sibling(draft: &Draft, at: BlockIndex, others: [BlockIndex; 2]) -> bool {
    let document = draft.page.document();
    let is_wrapper = |id: &NodeId| {
        matches!(document.tag(*id), Tag::DIV | Tag::SECTION | Tag::ARTICLE | Tag::MAIN | Tag::BODY)
    };
    let mut around = draft.around(at).skip(1).take(3).take_while(is_wrapper);
    around.any(|id| others.iter().all(|other| draft.page.blocks_within(id).contains(other)))
}

/// Footnotes whose marks are kept. Longer ones than a part of the kept text are lists of sources.
pub(super) fn notes(draft: &Draft) -> Vec<BlockIndex> {
    const MOST: u32 = 4;
    const FEW: u32 = 300;
    let (page, document) = (draft.page, draft.page.document());
    let block_of = |id| document.ancestors(id).find(|id| document.tag(*id).is_block_level());
    let is_kept =
        |mark| block_of(mark).is_some_and(|block| draft.amounts(page.blocks_within(block)).0 > 0);
    let notes = Footnotes::find(page, |_| true);
    let notes = notes.notes().filter(|note| is_kept(note.mark));
    let mut found: Vec<BlockIndex> =
        notes.flat_map(|note| page.blocks_within(note.block)).collect();
    found.retain(|at| !draft.is_kept(*at) && !page.blocks()[*at].is_hidden);
    found.sort_unstable();
    found.dedup();
    let amount: u32 = found.iter().map(|at| page.blocks()[*at].characters).sum();
    if amount > FEW.max(draft.amount() / MOST) { Vec::new() } else { found }
}

/// Blocks between the heading and the text at most.
const MOST_BETWEEN: usize = 16;

/// A standfirst, named so, between the heading and the first kept text.
pub(super) fn is_standfirst(draft: &Draft, at: BlockIndex) -> bool {
    const SHORTEST: u32 = 12;
    let own = &draft.blocks()[at];
    let is_title = |at: &BlockIndex| {
        draft.around(*at).take(2).any(|id| draft.page.document().tag(id) == Tag::H1)
    };
    let title = || (at.saturating_sub(MOST_BETWEEN)..at).rev().find(is_title);
    let is_first_text = |title: BlockIndex| {
        let is_first = |first| first > at || is_title(&first);
        draft.ends().is_some_and(|(first, _)| is_first(first))
            && !(title + 1..at).any(|at| draft.is_kept(at))
            && (at + 1..=title + MOST_BETWEEN).any(|at| draft.is_kept(at))
    };
    own.link_characters == 0
        && own.characters >= SHORTEST
        && names_standfirst(draft, at)
        && title().is_some_and(is_first_text)
}

/// True if the element around a block, or one that holds little more, is named for a standfirst and for nothing else.
fn names_standfirst(draft: &Draft, at: BlockIndex) -> bool {
    let document = draft.page.document();
    let holds_no_more = |id: &NodeId| draft.page.blocks_within(*id).len() <= 2;
    let is_other = |id: NodeId| {
        matches!(document.tag(id), Tag::FIGURE | Tag::FIGCAPTION | Tag::LI)
            || draft.page.marks().class(id).has(Name::HeadFurniture)
    };
    let around = || draft.around(at).take(2).take_while(holds_no_more);
    around().any(|id| draft.page.marks().class(id).has(Name::Standfirst)) && !around().any(is_other)
}

/// A short line of which all behind a label like `Read also:` is a link, outside of lists; also where the label and each
/// of the links behind it are lines of their own.
pub(super) fn leads_elsewhere(draft: &Draft, at: BlockIndex) -> bool {
    const MOST: usize = 8;
    let is_line = |at: &BlockIndex| is_line_of_links(draft, *at);
    let is_label = |at: BlockIndex| is_label_of_links(draft, at);
    leads_at_once(draft, at)
        || is_label(at) && draft.blocks().get(at + 1).is_some() && is_line(&(at + 1))
        || is_line(&at)
            && (at.saturating_sub(MOST)..at).rev().find(|at| !is_line(at)).is_some_and(is_label)
}

/// A line that is a link from end to end, in no list.
fn is_line_of_links(draft: &Draft, at: BlockIndex) -> bool {
    let (block, document) = (&draft.blocks()[at], draft.page.document());
    block.link_characters == block.characters
        && document.tag(block.container) == Tag::P
        && !block.is_heading
}

/// A line that is a label for related articles and nothing else.
fn is_label_of_links(draft: &Draft, at: BlockIndex) -> bool {
    let rest = after_related_label(draft.text(at));
    draft.blocks()[at].characters <= 20
        && rest.is_some_and(|rest| !rest.contains(char::is_alphanumeric))
}

/// A short line of which all behind such a label is a link, outside of lists.
fn leads_at_once(draft: &Draft, at: BlockIndex) -> bool {
    const LONGEST: u32 = 160;
    let (block, document) = (&draft.blocks()[at], draft.page.document());
    let is_item = |id: NodeId| matches!(document.tag(id), Tag::LI | Tag::TD | Tag::DD);
    let count = |rest: &str| rest.chars().filter(|c| !c.is_whitespace()).count();
    // The label may be part of the link.
    let is_link = |length: usize| length > 0 && block.link_characters as usize >= length;
    (1..=LONGEST).contains(&block.characters)
        && block.link_characters > 0
        && !block.is_heading
        && after_related_label(draft.text(at)).is_some_and(|rest| is_link(count(rest)))
        && !draft.around(at).take(3).any(is_item)
}

/// The authors' names and nothing else, above the first paragraph.
pub(super) fn is_byline(draft: &Draft, at: BlockIndex) -> bool {
    const LONGEST: u32 = 80;
    /// Blocks from the first kept one, at most: the title and a standfirst are above it.
    const MOST_ABOVE: usize = 3;
    let block = &draft.blocks()[at];
    let is_first = draft.ends().is_some_and(|(first, _)| at < first + MOST_ABOVE);
    is_first
        && block.characters <= LONGEST
        && !block.is_heading
        && people::is_byline(draft.text(at))
}

/// Text for machines outside of code.
pub(super) fn is_machine_text(draft: &Draft, at: BlockIndex) -> bool {
    const LEVELS: usize = 8;
    let page = draft.page;
    let is_code = |id: NodeId| {
        matches!(page.document().tag(id), Tag::CODE | Tag::SAMP | Tag::TEXTAREA | Tag::TD)
            || code::is_block(page.node(id))
    };
    machine(draft.text(at)).is_some() && !draft.around(at).take(LEVELS).any(is_code)
}
