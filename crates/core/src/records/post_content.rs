//! Where the text of a post stands.

use std::sync::LazyLock;

use super::post::Place;
use super::said::is_said;
use crate::dom::{AttributeName, NodeId, NodeKind};
use crate::page::Page;
use crate::text::phrases::Phrases;

/// Parts of classes of elements that hold the text of a post and nothing else.
static CONTENT_NAMES: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of_words(&[
        "bbwrapper",
        "cooked",
        "postbody",
        "post-body",
        "post_body",
        "postmsg",
        "post_message",
        "postmessage",
        "post-text",
        "posttext",
        "post-content",
        "post_content",
        "postcontent",
        "message-body",
        "messagebody",
        "message-content",
        "msgbody",
        "t_f",
        "entry-content",
        "comment-content",
        "comment_content",
        "commenttext",
        "comment-text",
        "comment-body",
        "comment_body",
        "reply-content",
        "reply_content",
        "richcontent",
        "richtext",
        "usertext-body",
        "s-prose",
    ])
});
/// Words of classes of elements that hold the text of a post, and perhaps more.
const CONTENT_WORDS: &[&str] =
    &["content", "body", "message", "text", "post", "entry", "msg", "prose"];

/// The characters of answers inside an element of a post.
fn in_holes(page: &Page, place: &Place, node: NodeId) -> u32 {
    let end = page.document().end(node);
    let first = place.holes.partition_point(|(start, _)| *start < node);
    let last = place.holes.partition_point(|(start, _)| *start < end);
    let holes = place.holes.get(first..last).unwrap_or_default();
    let (Some((start, _)), Some((_, end))) = (holes.first(), holes.last()) else { return 0 };
    page.stats().between(*start, *end).characters
}

/// Whether an element holds all that is said in the one around it, which besides has a name, a time and buttons.
fn is_all_said(page: &Page, place: &Place, around: NodeId, inner: NodeId) -> bool {
    let (all, own) = (page.blocks_within(around), page.blocks_within(inner));
    let has_text = page.blocks()[own.clone()].iter().any(|block| block.characters > 1);
    let is_own = |index: &usize| {
        page.texts_of(&page.blocks()[*index]).first().is_some_and(|text| place.has(text.node))
    };
    let mut others = all.filter(|index| !own.contains(index)).filter(is_own);
    has_text && !others.any(|index| is_said(page, &page.blocks()[index], None))
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
        let class = document.attribute(node, AttributeName::CLASS).unwrap_or("");
        let property = document.attribute(node, AttributeName::ITEMPROP).unwrap_or("");
        let is_plain = matches!(property, "text" | "articleBody" | "reviewBody")
            || CONTENT_NAMES.are_in(class);
        let is_word = |own: &str| CONTENT_WORDS.iter().any(|word| word.eq_ignore_ascii_case(own));
        let has_word = || class.split([' ', '-', '_']).any(is_word);
        if !place.has(node) || !is_plain && !has_word() {
            continue;
        }
        let amounts = page.stats().amounts(document, node);
        let own = amounts.characters.saturating_sub(amounts.link_characters / 2);
        let own = own.saturating_sub(in_holes(page, place, node));
        let best = &mut best[usize::from(!is_plain)];
        // Of nested ones the innermost that holds enough of the text.
        let least = if is_plain { 3 } else { 7 };
        let is_better = best.is_none_or(|(most, before)| {
            own > most
                || node < document.end(before)
                    && (own * 10 >= most * least || is_all_said(page, place, before, node))
        });
        if is_better && own > 0 {
            *best = Some((own, node));
        }
    }
    let [plain, worded] = best;
    let (_, node) = plain.or(worded)?;
    Some((node, document.end(node)))
}
