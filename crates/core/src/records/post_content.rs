//! The element that holds the text of a post.

use std::ops::Range;

use super::post::Place;
use super::said::{is_above_text, is_below_text, is_said};
use crate::dom::{AttributeName, NodeId, NodeKind};
use crate::page::{Block, BlockIndex, Name, Node, Page};
use crate::text::dates;

/// Elements within a plainly named one that are compared with it, at most.
const MOST_WITHIN: usize = 8;

/// The characters of answers inside an element of a post.
fn in_holes(page: &Page, place: &Place, node: NodeId) -> u32 {
    let end = page.document().end(node);
    let first = place.holes.partition_point(|(start, _)| *start < node);
    let last = place.holes.partition_point(|(start, _)| *start < end);
    let holes = place.holes.get(first..last).unwrap_or_default();
    let (Some((start, _)), Some((_, end))) = (holes.first(), holes.last()) else { return 0 };
    page.stats().between(*start, *end).characters
}

/// True if an element holds all text of the one around it, whose rest is a name, a time and buttons.
fn is_all_said(page: &Page, place: &Place, around: NodeId, inner: NodeId) -> bool {
    let (all, own) = (page.blocks_within(around), page.blocks_within(inner));
    let has_text = page.blocks()[own.clone()].iter().any(|block| block.characters > 0);
    let is_own = |index: &usize| {
        page.texts_of(&page.blocks()[*index]).first().is_some_and(|text| place.has(text.node))
    };
    // Answers to the post may follow its foot, which has the time.
    let is_foot = |index: &BlockIndex| {
        let block = &page.blocks()[*index];
        let is_time = || dates::find(page.block_text(block)).is_some();
        *index >= own.end && !is_said(page, block, None) && is_time()
    };
    let others = all.filter(|index| !own.contains(index)).filter(is_own);
    has_text
        && !others
            .take_while(|index| !is_foot(index))
            .any(|index| is_said(page, &page.blocks()[index], None))
}

/// The element of a post with its text: the innermost with most text that microdata or a plain class name as such, or
/// else one with a word for text in its class.
pub(super) fn content_element(page: &Page, place: &Place) -> Option<(NodeId, NodeId)> {
    let (id, end) = (place.start, place.end);
    let document = page.document();
    // By how plainly it is named: the most text, and where.
    let mut best: [Option<(u32, NodeId)>; 2] = [None, None];
    for node in
        (id.0 + 1..end.0).map(NodeId).filter(|node| document.kind(*node) == NodeKind::Element)
    {
        let class = page.marks().class(node);
        let property = document.attribute(node, AttributeName::ITEMPROP).unwrap_or("");
        let is_plain = matches!(property, "text" | "articleBody" | "reviewBody")
            || class.has(Name::ContentElement);
        if !place.has(node) || !is_plain && !class.holds_text() {
            continue;
        }
        let amounts = page.node(node).amounts();
        let own = amounts.characters.saturating_sub(amounts.link_characters / 2);
        let own = own.saturating_sub(in_holes(page, place, node));
        let best = &mut best[usize::from(!is_plain)];
        // Of nested ones the innermost that holds enough of the text.
        let least = if is_plain { 3 } else { 7 };
        let is_better = best.is_none_or(|(most, before)| {
            own > most
                || node < document.end(before)
                    && !is_quoted(page, before, node)
                    && (own * 10 >= most * least || is_all_said(page, place, before, node))
        });
        if is_better && own > 0 {
            *best = Some((own, node));
        }
    }
    let [plain, worded] = best;
    let (_, node) = plain.or(worded)?;
    let node = within(page, place, node);
    Some((node, document.end(node)))
}

/// True if a quotation is around an element, inside another one.
fn is_quoted(page: &Page, outer: NodeId, id: NodeId) -> bool {
    let around = page.node(id).ancestors().take(MOST_WITHIN);
    around.take_while(|node| node.id > outer).any(Node::is_quotation)
}

/// The element of a post with its text, or one within it that has a word for text in its class, if the rest is the head of
/// the post (its subject, who wrote it and when) and its buttons.
fn within(page: &Page, place: &Place, outer: NodeId) -> NodeId {
    let document = page.document();
    let is_worded = |id: &NodeId| {
        let class = page.marks().class(*id);
        class.holds_text()
            && place.has(*id)
            && !page.node(*id).is_named_quotation()
            && !is_quoted(page, outer, *id)
            && !class.has(Name::Signature)
    };
    let end = document.end(outer).min(place.end);
    let inner = (outer.0 + 1..end.0).map(NodeId).filter(is_worded);
    inner.take(MOST_WITHIN).fold(outer, |found, id| {
        let is_inside = id < document.end(found);
        if is_inside && is_rest_around(page, place, found, id) { id } else { found }
    })
}

/// True if an element has nothing besides the one within it but parts that surround a text.
fn is_rest_around(page: &Page, place: &Place, around: NodeId, inner: NodeId) -> bool {
    let end = page.document().end(around).min(place.end);
    let (all, own) = (page.blocks_between(around, end), page.blocks_within(inner));
    let has_text = page.blocks()[own.clone()].iter().any(|block| block.characters > 1);
    let is_own = |block: &&Block| {
        page.texts_of(block).first().is_some_and(|text| place.has(text.node)) && !block.is_hidden
    };
    let shown = |range: Range<BlockIndex>| page.blocks()[range].iter().filter(is_own);
    let is_below =
        |block: &Block| block.is_mostly_linked() || is_below_text(page.block_text(block));
    has_text
        && shown(all.start..own.start.max(all.start)).all(|block| is_above_text(page, block))
        && shown(own.end.min(all.end)..all.end).all(is_below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::Tag;

    /// The text of the element that holds the text of a post.
    fn content(html: &str) -> Option<String> {
        let page = Page::new(html, None);
        let document = page.document();
        let start = document.elements().find(|id| document.tag(*id) == Tag::ARTICLE)?;
        let place = Place { start, end: document.end(start), holes: Vec::new() };
        content_element(&page, &place).map(|(id, _)| page.text_of(id, "/"))
    }

    #[test]
    fn the_head_of_a_post_is_no_part_of_its_text() {
        let head = "<h3><a href=#2>Re: Gears</a></h3><ul><li><a href=/q>Quote</a></ul><p class=by>by <b>ann</b> » Tue Mar 03, 2020 9:00 pm</p>";
        let post =
            |text: &str| format!("<article><div class=postbody>{head}{text}</div></article>");
        let text = "<div class=content>Which oil</div>";
        assert_eq!(content(&post(text)).as_deref(), Some("Which oil"));
        let linked = format!("{text}<p><a href=/r>Reply to this post</a>");
        assert_eq!(content(&post(&linked)).as_deref(), Some("Which oil"));
        // More is said than what the element within holds.
        let more = content(&post("<p>I tried it.</p><div class=content>Which oil</div>"));
        assert!(more.is_some_and(|text| text.contains("I tried it.")));
        let quoted = content(&post("<p>Which oil</p><div class='quote content'>Any.</div>"));
        assert!(quoted.is_some_and(|text| text.contains("Which oil")));
    }

    #[test]
    fn answers_below_the_foot_of_a_post_are_no_part_of_its_text() {
        let answers = "<ul><li><a href=/u/1>bo</a>: Thank you all, I will go there tomorrow morning and tell you what it was.</ul>";
        let post = |foot: &str| {
            format!(
                "<article><div class=post_content_main><div class=post_content>To North Street.</div>{foot}{answers}</div></article>"
            )
        };
        let text = content(&post("<p>2020-03-03 21:00</p>"));
        assert_eq!(text.as_deref(), Some("To North Street."));
        assert!(content(&post("")).is_some_and(|text| text.contains("tomorrow")));
    }

    #[test]
    fn words_for_text_may_end_others() {
        for (class, expected) in [
            ("commtext c00", true),
            ("post-body", true),
            ("ReplyContent", true),
            ("context", false),
            ("contents-list", false),
        ] {
            assert_eq!(crate::page::Names::of(class).holds_text(), expected, "{class}");
        }
    }
}
