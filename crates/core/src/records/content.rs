//! The element that holds the text of a post.

use super::place::{Place, Span};
use super::short::{is_above_text, is_below_text, is_said};
use crate::dom::{AttributeName, NodeId};
use crate::page::{BlockRef, Name, Node};
use crate::text::dates;

/// Elements within a plainly named one that are compared with it, at most.
const MOST_WITHIN: usize = 8;

/// The element of a post with its text: the innermost with most text that microdata or a plain class name as such, or
/// else one with a word for text in its class.
pub(super) fn content_element(place: &Place) -> Option<Span> {
    // By how plainly it is named: the most text, and where.
    let mut best: [Option<(u32, Node)>; 2] = [None, None];
    for node in place.nodes().skip(1).filter(|node| node.is_element() && place.has(node.id)) {
        let is_plain = is_plainly_text(node);
        if !is_plain && !node.class().holds_text() {
            continue;
        }
        let amounts = node.amounts();
        let amount = amounts.characters.saturating_sub(amounts.link_characters / 2);
        let amount = amount.saturating_sub(place.characters_of_answers(node));
        let best = &mut best[usize::from(!is_plain)];
        // Of nested ones the innermost that holds enough of the text.
        let least = if is_plain { 3 } else { 7 };
        let is_better = best.is_none_or(|(most, before)| {
            amount > most
                || before.contains(node.id)
                    && !is_quoted(before, node)
                    && (amount * 10 >= most * least || is_all_said(place, before, node))
        });
        if is_better && amount > 0 {
            *best = Some((amount, node));
        }
    }
    let [plain, worded] = best;
    let (_, node) = plain.or(worded)?;
    let node = within(place, node);
    Some((node.id, node.end()))
}

fn is_plainly_text(node: Node) -> bool {
    let property = node.value(AttributeName::ITEMPROP);
    matches!(property, "text" | "articleBody" | "reviewBody")
        || node.class().has(Name::ContentElement)
}

/// True if an element holds all text of the one around it, whose rest is a name, a time and buttons.
fn is_all_said(place: &Place, around: Node, inner: Node) -> bool {
    let range = inner.block_range();
    let has_text = inner.blocks().any(|block| block.characters > 0);
    let others = around.blocks().filter(|block| !range.contains(&block.at));
    let others = others.filter(|block| place.has_block(*block));
    // Answers to the post may follow its foot, which has the time.
    let is_foot = |block: &BlockRef| {
        block.at >= range.end && !is_said(*block, None) && dates::find(block.text()).is_some()
    };
    has_text && !others.take_while(|block| !is_foot(block)).any(|block| is_said(block, None))
}

/// True if a quotation is around an element, inside another one.
fn is_quoted(outer: Node, node: Node) -> bool {
    let mut around = node.ancestors().take(MOST_WITHIN).take_while(|node| *node > outer);
    around.any(Node::is_quotation)
}

/// The element of a post with its text, or one within it that has a word for text in its class, if the rest is the head of
/// the post (its subject, who wrote it and when) and its buttons.
fn within<'p>(place: &Place<'p>, outer: Node<'p>) -> Node<'p> {
    let inner = Place::between(place.page, (NodeId(outer.id.0 + 1), outer.end().min(place.end)));
    let worded = inner.nodes().filter(|node| node.class().holds_text() && place.has(node.id));
    let worded = worded.filter(|node| {
        !node.is_named_quotation() && !is_quoted(outer, *node) && !node.class().has(Name::Signature)
    });
    worded.take(MOST_WITHIN).fold(outer, |found, node| {
        if found.contains(node.id) && is_rest_around(place, found, node) { node } else { found }
    })
}

/// True if an element has nothing besides the one within it but parts that surround a text.
fn is_rest_around(place: &Place, around: Node, inner: Node) -> bool {
    let part = Place::between(place.page, (around.id, around.end().min(place.end)));
    let range = inner.block_range();
    let mut shown = part.all_blocks().filter(|block| place.has_block(*block) && !block.is_hidden);
    inner.blocks().any(|block| block.characters > 1)
        && shown.all(|block| match block.at {
            at if at < range.start => is_above_text(block),
            at if at >= range.end => block.is_mostly_linked() || is_below_text(block.text()),
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::Tag;
    use crate::page::Page;

    /// The text of the element that holds the text of a post.
    fn content(html: &str) -> Option<String> {
        let page = Page::new(html, None);
        let place = Place::of(page.elements().find(|node| node.is(Tag::ARTICLE))?);
        content_element(&place).map(|(id, _)| page.text_of(id, "/"))
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
