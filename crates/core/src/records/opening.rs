//! The opening post of a thread, if it is apart from the answers.

use super::content::content_element;
use super::known::Known;
use super::name::author_in;
use super::place::Place;
use super::row::{Row, number_in};
use super::short::{is_above_text, is_of_title, is_said};
use super::when::has_time;
use crate::dom::{AttributeName, NodeId};
use crate::page::{BlockIndex, BlockRef, Build, Node, Page};
use crate::text::lexicon::Group;

/// Main text before the group of posts is a post if it has at least this many characters.
const LEAST: u32 = 60;
/// The maximum number of blocks between the title and the text of a question.
const MOST_BETWEEN: usize = 6;
/// The minimum number of tokens in the text of a question.
const LEAST_QUESTION: u32 = 8;
/// Levels of elements around the first answer whose siblings may hold the submitted text.
const LEVELS: usize = 12;

/// The opening post.
pub(super) struct Opening<'p> {
    pub(super) place: Place<'p>,
    /// The blocks of its text, or `None` if they are to be read in its place.
    pub(super) body: Option<Vec<BlockIndex>>,
    /// True if only the title marks it as the question: nobody is named.
    pub(super) is_question: bool,
}

/// The opening post, if it is apart from the answers, which begin at `first`: the element around the main text before them,
/// with that text; the element whose text is in an element like that of the first answer; the text below the title of a
/// question; or the title with its author and time.
pub(super) fn opening<'p>(first: Node<'p>, known: &Known) -> Option<Opening<'p>> {
    by_text(first, known)
        .or_else(|| by_name(first))
        .or_else(|| by_question(first))
        .or_else(|| by_title(first, known))
}

/// The blocks that begin before a node.
fn before(first: Node<'_>) -> impl DoubleEndedIterator<Item = BlockRef<'_>> + ExactSizeIterator {
    let page = first.page;
    page.blocks_between(NodeId(0), first.id).map(move |at| page.block(at))
}

fn by_text<'p>(first: Node<'p>, known: &Known) -> Option<Opening<'p>> {
    let chosen = before(first).filter(|block| {
        known.kept[block.at] && !block.is_heading && (block.sentence_text() > 0 || block.tokens > 8)
    });
    let mut chosen: Vec<BlockRef> = chosen.collect();
    let (start, last) = (chosen.first()?.container(), chosen.last()?.container());
    // Kept text of a column before it is no part of it.
    let place = Place::before(start, last.id, first.id)
        .or_else(|| Place::before(last, last.id, first.id))?;
    let range = first.page.blocks_between(place.start, place.end);
    chosen.retain(|block| range.contains(&block.at));
    let amount: u32 = chosen.iter().map(|block| block.characters).sum();
    let is_signed = || author_in(&place).is_some() && has_time(place.node(), known);
    let is_post = amount >= LEAST || amount > 0 && is_signed();
    let body = Some(chosen.iter().map(|block| block.at).collect());
    is_post.then_some(Opening { place, body, is_question: false })
}

/// The place before the answers whose text is in an element like that of the first answer.
fn by_name(first: Node<'_>) -> Option<Opening<'_>> {
    let (content, _) = content_element(&Place::of(first))?;
    let content = first.page.node(content);
    if content.build() == Build::PLAIN {
        return None;
    }
    let mut before = first.page.elements().take_while(|node| *node < first);
    let found = before
        .find(|node| node.is_like(content) && node.end() <= first.id && node.characters() > 0)?;
    let place = Place::before(found, found.id, first.id)?;
    // Without a name or the title it is something else that is said above the posts.
    let has_name = author_in(&place).is_some();
    let mut above = Place::between(first.page, (place.start, found.id)).all_blocks();
    let is_question = !has_name && above.any(is_title);
    (has_name || is_question).then_some(Opening { place, body: None, is_question })
}

fn is_title(block: BlockRef) -> bool {
    block.is_heading && is_of_title(block)
}

static ANSWERS: Group = Group::of("thread.answers");

/// The maximum number of characters in a label that counts answers or asks for them.
const MOST_LABEL: u32 = 24;

/// True if a block is a label that counts answers or asks for them.
fn is_label_of_answers(block: BlockRef) -> bool {
    if block.is_hidden || block.characters > MOST_LABEL {
        return false;
    }
    let text = block.text().to_lowercase();
    ANSWERS.iter().any(|word| text.contains(word))
}

/// True if a page says that it has answers.
pub(super) fn has_answers(page: &Page) -> bool {
    let mut short = page.block_refs().filter(|block| block.characters <= MOST_LABEL);
    short.any(|block| !block.is_hidden && ANSWERS.are_in(block.text()))
}

/// True if a page says so, or by its data: an answer is one by microdata, or the page is one of questions.
pub(super) fn says_it_has_answers(page: &Page) -> bool {
    has_answers(page)
        || page.structured().json_ld("@type").is_some_and(|kind| kind == "QAPage")
        || page.elements().any(|node| node.value(AttributeName::ITEMTYPE).ends_with("/Answer"))
}

/// True if answers begin at a place: the page says so there.
pub(super) fn answers_begin(place: &Place) -> bool {
    place.all_blocks().any(is_label_of_answers)
}

/// The text right below the title of a question, on a page that labels the posts below as answers.
fn by_question(first: Node<'_>) -> Option<Opening<'_>> {
    let page = first.page;
    let title = before(first).rfind(|block| is_title(*block))?.at;
    let shown: Vec<BlockRef> =
        before(first).skip(title + 1).filter(|block| !block.is_hidden).collect();
    let start = shown.iter().take(MOST_BETWEEN).position(|block| {
        block.punctuation > 0 && block.tokens >= LEAST_QUESTION && !is_above_text(*block)
    })?;
    let question = shown[start].container();
    let body = shown[start..].iter().take_while(|block| {
        let container = block.container();
        is_said(**block, None) && (container == question || container.parent() == question.parent())
    });
    let body: Vec<BlockRef> = body.copied().collect();
    let last = *body.last()?;
    let mut below = page.block_refs().skip(last.at + 1);
    below.find(|block| is_label_of_answers(*block))?;
    let to = last.texts().last()?.node;
    let place = Place::between(page, (shown[start].node().id, NodeId(to.0 + 1)));
    let body = Some(body.iter().map(|block| block.at).collect());
    Some(Opening { place, body, is_question: true })
}

/// The element before the answers with the title of the page, a name and a time: what was submitted for discussion has
/// perhaps no text. It is not by who wrote the first answer, nor later, and the page does not number that one.
fn by_title<'p>(first: Node<'p>, known: &Known) -> Option<Opening<'p>> {
    let start = first.up(LEVELS).find_map(|node| {
        let before = node.parent()?.children().take_while(|other| *other < node);
        before.filter(|node| node.characters() > 0).last()
    })?;
    let title = start.blocks().rfind(|block| is_of_title(*block))?;
    // Dates in the title, and categories above it, say nothing of a person.
    let last = title.texts().last()?.node;
    let below = Place::between(first.page, (last, start.end()));
    let submitted = Row::read(&below, known);
    let answered = Row::read(&Place::of(first), known);
    let is_numbered = number_in(first.blocks()).is_some();
    let is_later = answered.day().zip(submitted.day()).is_some_and(|(a, b)| a < b);
    let is_other = submitted.post.author.is_some() && submitted.post.author != answered.post.author;
    let is_bare = !start
        .blocks()
        .any(|block| is_said(block, None) && !is_above_text(block) && !is_of_title(block));
    (is_other && is_bare && submitted.post.time.is_some() && !is_numbered && !is_later)
        .then_some(Opening { place: below, body: Some(Vec::new()), is_question: false })
}

#[cfg(test)]
mod tests {
    use crate::kind::PageKind;
    use crate::page::Page;
    use crate::records::{Known, Post, found};

    fn posts(html: &str, kind: PageKind) -> Vec<Post> {
        let page = Page::new(html, Some("https://example.com/t/1"));
        let kept: Vec<bool> = page.blocks().iter().map(|block| block.punctuation > 1).collect();
        found(&page, &Known { kind: Some(kind), kinds: &[], kept: &kept, read_at: None }).posts
    }

    fn signed(posts: &[Post]) -> Vec<(Option<&str>, Option<&str>, &str)> {
        posts
            .iter()
            .map(|post| {
                let time = post.time.as_deref().map(|time| &time[..10]);
                (post.author.as_deref(), time, post.text.as_str())
            })
            .collect()
    }

    #[test]
    fn a_question_has_no_name() {
        let answer = |number: u32, by: &str, text: &str| {
            format!(
                "<div class=item><a class=author href=/people/{number}>{by}</a><span class='rich-text words'>{text}</span><p>发布于 2024-03-0{number} 21:10</p></div>"
            )
        };
        let question = "<div class=ask><h1>山里的冬天怎么取暖？</h1><div><span class='rich-text words'>今年第一次在山里过冬，想听听办法。</span></div><div>关注者 12</div></div>";
        let html = format!(
            "<title>山里的冬天怎么取暖？ - 问答</title>{question}<h4>2 个回答</h4>{}{}",
            answer(1, "老柴", "烧柴的炉子最暖和，但是要有人看着，烟道也要常常清理。"),
            answer(2, "炭火", "先把窗缝糊好，再说炉子，不然烧多少都跑光了。")
        );
        let expected = [
            (None, None, "今年第一次在山里过冬，想听听办法。"),
            (
                Some("老柴"),
                Some("2024-03-01"),
                "烧柴的炉子最暖和，但是要有人看着，烟道也要常常清理。",
            ),
            (Some("炭火"), Some("2024-03-02"), "先把窗缝糊好，再说炉子，不然烧多少都跑光了。"),
        ];
        assert_eq!(signed(&posts(&html, PageKind::Forum)), expected);
    }

    #[test]
    fn answers_in_elements_of_different_names() {
        let html = "<title>柿子怎么去涩_问答</title><article><h1>柿子怎么去涩</h1><span class=real>摘了一筐柿子，都是涩的，怎么办？</span><a href=/a>我来答</a><div class=best><div><a href=/user/1>果农</a><span>2019-11-02</span></div><div class='line content'><p>和苹果一起装进袋子里，扎紧口，放三天，就不涩了。</div></div><div class=other><h2>其他回答</h2><div class=answer><a href=/user/2>小米</a><span>2019-11-03</span><div class=content>用温水泡一夜也可以，水要没过柿子。</div></div></div></article>";
        let expected = [
            (None, None, "摘了一筐柿子，都是涩的，怎么办？"),
            (Some("果农"), Some("2019-11-02"), "和苹果一起装进袋子里，扎紧口，放三天，就不涩了。"),
            (Some("小米"), Some("2019-11-03"), "用温水泡一夜也可以，水要没过柿子。"),
        ];
        assert_eq!(signed(&posts(html, PageKind::Article)), expected);
        assert_eq!(signed(&posts(&html.replace("其他回答", ""), PageKind::Article)).len(), 3);
        let plain = html.replace("其他回答", "").replace("我来答", "");
        assert_eq!(signed(&posts(&plain, PageKind::Article)), []);
    }

    #[test]
    fn who_submitted_a_link_began_the_thread() {
        let comment = |number: u32, by: &str, text: &str| {
            format!(
                "<tr class='thing comtr'><td><div><span class=head><a href=user?id={by}>{by}</a> <span class=age title=2024-05-01T1{number}:00:00><a href=item?id={number}>{number} hours ago</a></span></span></div><div class=comment><div class='commtext c00'>{text}</div><div class=reply><a href=r{number}>reply</a></div></div></td></tr>"
            )
        };
        let submitted = |by: &str| {
            format!(
                "<table class=item><tr class=thing><td><a href=https://db.example>A tiny mill in six boards</a></td></tr><tr><td>31 points by <a href=user?id={by}>{by}</a> <span title=2024-05-01T09:00:00><a href=item?id=9>9 hours ago</a></span></td></tr></table>"
            )
        };
        let thread = |by: &str| {
            format!(
                "<title>A tiny mill in six boards | News</title>{}<table>{}{}</table>",
                submitted(by),
                comment(1, "ann", "The wheel is the part that I would have got wrong."),
                comment(2, "bob", "Nice, but does it grind?")
            )
        };
        let comments = [
            (Some("ann"), Some("2024-05-01"), "The wheel is the part that I would have got wrong."),
            (Some("bob"), Some("2024-05-01"), "Nice, but does it grind?"),
        ];
        let found = posts(&thread("eve"), PageKind::Forum);
        assert_eq!(signed(&found)[0], (Some("eve"), Some("2024-05-01"), ""));
        assert_eq!(signed(&found)[1..], comments);
        // Who wrote the first post began it, as the head of a thread often says.
        assert_eq!(signed(&posts(&thread("ann"), PageKind::Forum)), comments);
    }
}
