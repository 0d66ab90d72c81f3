//! The opening post of a thread, if it is apart from the answers.

use super::known::Known;
use super::post::Place;
use super::post_author::author_in;
use super::post_content::content_element;
use super::post_read::read;
use super::post_time::has_time;
use super::said::{is_above_text, is_of_title, is_said};
use crate::dom::{Document, NodeId};
use crate::page::{Block, BlockIndex, Build, Node, Page, number_of_post};
use crate::text::dates::Date;
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
pub(super) struct Opening {
    pub(super) place: Place,
    /// The blocks of its text, or `None` if they are to be read in its place.
    pub(super) body: Option<Vec<BlockIndex>>,
    /// True if only the title marks it as the question: nobody is named.
    pub(super) is_question: bool,
}

/// The opening post, if it is apart from the answers, which begin at `first`: the element around the main text before them,
/// with that text; the element whose text is in an element like that of the first answer; the text below the title of a
/// question; or the title with its author and time.
pub(super) fn opening(page: &Page, first: NodeId, known: &Known) -> Option<Opening> {
    by_text(page, first, known)
        .or_else(|| by_name(page, first))
        .or_else(|| by_question(page, first))
        .or_else(|| by_title(page, first, known))
}

/// The blocks that begin before a node.
fn before(page: &Page, first: NodeId) -> &[Block] {
    let text = page.texts().partition_point(|text| text.node < first);
    &page.blocks()[..page.blocks().partition_point(|block| block.texts.start < text)]
}

fn by_text(page: &Page, first: NodeId, known: &Known) -> Option<Opening> {
    let blocks = before(page, first);
    let is_chosen = |at: &BlockIndex| {
        let block = &blocks[*at];
        known.kept[*at] && !block.is_heading && (block.sentence_text() > 0 || block.tokens > 8)
    };
    let chosen: Vec<BlockIndex> = (0..blocks.len()).filter(is_chosen).collect();
    let (start, last) = (blocks[*chosen.first()?].container, blocks[*chosen.last()?].container);
    // Kept text of a column before it is no part of it.
    let place = around(page.document(), start, last, first)
        .or_else(|| around(page.document(), last, last, first))?;
    let own = page.blocks_between(place.start, place.end);
    let chosen: Vec<BlockIndex> = chosen.into_iter().filter(|at| own.contains(at)).collect();
    let amount: u32 = chosen.iter().map(|at| blocks[*at].characters).sum();
    let is_told =
        || author_in(page, place.start, place.end).is_some() && has_time(page, place.start, known);
    let is_post = amount >= LEAST || amount > 0 && is_told();
    is_post.then_some(Opening { place, body: Some(chosen), is_question: false })
}

/// The largest element around a text that does not hold the answers.
fn around(document: &Document, start: NodeId, last: NodeId, first: NodeId) -> Option<Place> {
    let is_around =
        |id: &NodeId| *id <= start && document.end(*id) > last && document.end(*id) <= first;
    let element = document
        .around(start)
        .take_while(|id| document.end(*id) <= first)
        .filter(is_around)
        .last()?;
    Some(Place { start: element, end: document.end(element).min(first), holes: Vec::new() })
}

/// The place before the answers whose text is in an element like that of the first answer.
fn by_name(page: &Page, first: NodeId) -> Option<Opening> {
    let document = page.document();
    let place = Place { start: first, end: document.end(first), holes: Vec::new() };
    let (content, _) = content_element(page, &place)?;
    let content = page.node(content);
    if content.build() == Build::PLAIN {
        return None;
    }
    let mut before = page.elements().take_while(|node| node.id < first);
    let is_text_before = |node: &Node| node.end() <= first && node.characters() > 0;
    let found = before.find(|node| node.is_like(content) && is_text_before(node))?.id;
    let place = around(document, found, found, first)?;
    // Without a name or the title it is something else that is said above the posts.
    let has_title = || {
        let above = page.blocks_between(place.start, found);
        page.blocks()[above].iter().any(|block| block.is_heading && is_of_title(page, block))
    };
    let has_name = author_in(page, place.start, place.end).is_some();
    let is_question = !has_name && has_title();
    (has_name || is_question).then_some(Opening { place, body: None, is_question })
}

static ANSWERS: Group = Group::of("thread.answers");

/// The maximum number of characters in a label that counts answers or asks for them.
const MOST_LABEL: u32 = 24;

/// True if a block is a label that counts answers or asks for them.
fn is_label_of_answers(page: &Page, block: &Block) -> bool {
    if block.is_hidden || block.characters > MOST_LABEL {
        return false;
    }
    let text = page.block_text(block).to_lowercase();
    ANSWERS.iter().any(|word| text.contains(word))
}

/// True if a page says that it has answers.
pub(super) fn has_answers(page: &Page) -> bool {
    let mut said = ANSWERS.iter().flat_map(|word| page.blocks_that_show(word));
    said.any(|at| is_label_of_answers(page, &page.blocks()[at]))
}

/// True if answers begin between two nodes: the page says so there.
pub(super) fn answers_begin_between(page: &Page, first: NodeId, second: NodeId) -> bool {
    page.blocks()[page.blocks_between(first, second)]
        .iter()
        .any(|block| is_label_of_answers(page, block))
}

/// The text right below the title of a question, on a page that labels the posts below as answers.
fn by_question(page: &Page, first: NodeId) -> Option<Opening> {
    let blocks = before(page, first);
    let title = blocks.iter().rposition(|block| block.is_heading && is_of_title(page, block))?;
    let is_shown = |at: &BlockIndex| !blocks[*at].is_hidden;
    let mut below = (title + 1..blocks.len()).filter(is_shown).take(MOST_BETWEEN);
    let says = |at: &BlockIndex| {
        let block = &blocks[*at];
        block.punctuation > 0 && block.tokens >= LEAST_QUESTION && !is_above_text(page, block)
    };
    let start = below.find(says)?;
    let document = page.document();
    let parent = |at: BlockIndex| document.parent(blocks[at].container);
    let is_one = |at: &BlockIndex| {
        is_said(page, &blocks[*at], None)
            && (blocks[*at].container == blocks[start].container || parent(*at) == parent(start))
    };
    let body: Vec<BlockIndex> =
        (start..blocks.len()).filter(is_shown).take_while(|at| is_one(at)).collect();
    let next = body.last()? + 1;
    page.blocks()[next..].iter().find(|block| is_label_of_answers(page, block))?;
    let text = |at: BlockIndex| page.texts_of(&blocks[at]);
    let (from, to) = (text(start).first()?.node, text(*body.last()?).last()?.node);
    let place = Place { start: from, end: NodeId(to.0 + 1), holes: Vec::new() };
    Some(Opening { place, body: Some(body), is_question: true })
}

/// The element before the answers with the title of the page, a name and a time: what was submitted for discussion has
/// perhaps no text. It is not by who wrote the first answer, nor later, and the page does not number that one.
fn by_title(page: &Page, first: NodeId, known: &Known) -> Option<Opening> {
    let document = page.document();
    let levels = document.around(first).take(LEVELS);
    let has_text = |id: &NodeId| page.node(*id).characters() > 0;
    let start = levels.filter_map(|id| {
        let parent = document.parent(id)?;
        document.children(parent).take_while(|other| *other < id).filter(has_text).last()
    });
    let start = start.into_iter().next()?;
    let blocks = &page.blocks()[page.blocks_within(start)];
    let title = blocks.iter().rposition(|block| is_of_title(page, block))?;
    let last = page.texts_of(&blocks[title]).last()?.node;
    // Dates in the title, and categories above it, say nothing of a person.
    let below = Place { start: last, end: document.end(start), holes: Vec::new() };
    let submitted = read(page, &below, known).post;
    let answer = Place { start: first, end: document.end(first), holes: Vec::new() };
    let is_numbered = page.blocks()[page.blocks_within(first)]
        .iter()
        .filter(|block| block.characters <= 12)
        .any(|block| number_of_post(page.block_text(block)).is_some());
    let answered = read(page, &answer, known).post;
    let day = |time: &Option<String>| {
        time.as_deref().and_then(Date::from_iso).and_then(|date| date.whole_day())
    };
    let is_later = day(&answered.time).zip(day(&submitted.time)).is_some_and(|(a, b)| a < b);
    let is_other = submitted.author.is_some() && submitted.author != answered.author;
    let is_bare = !blocks.iter().any(|block| {
        is_said(page, block, None) && !is_above_text(page, block) && !is_of_title(page, block)
    });
    (is_other && is_bare && submitted.time.is_some() && !is_numbered && !is_later)
        .then_some(Opening { place: below, body: Some(Vec::new()), is_question: false })
}

#[cfg(test)]
mod tests {
    use crate::kind::PageKind;
    use crate::page::Page;
    use crate::records::{Known, Post, records};

    fn posts(html: &str, kind: PageKind) -> Vec<Post> {
        let page = Page::new(html, Some("https://example.com/t/1"));
        let kept: Vec<bool> = page.blocks().iter().map(|block| block.punctuation > 1).collect();
        records(&page, &Known { kind: Some(kind), kinds: &[], kept: &kept, read_at: None }, None)
            .posts
    }

    fn told(posts: &[Post]) -> Vec<(Option<&str>, Option<&str>, &str)> {
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
        assert_eq!(told(&posts(&html, PageKind::Forum)), expected);
    }

    #[test]
    fn answers_in_elements_of_different_names() {
        let html = "<title>柿子怎么去涩_问答</title><article><h1>柿子怎么去涩</h1><span class=real>摘了一筐柿子，都是涩的，怎么办？</span><a href=/a>我来答</a><div class=best><div><a href=/user/1>果农</a><span>2019-11-02</span></div><div class='line content'><p>和苹果一起装进袋子里，扎紧口，放三天，就不涩了。</div></div><div class=other><h2>其他回答</h2><div class=answer><a href=/user/2>小米</a><span>2019-11-03</span><div class=content>用温水泡一夜也可以，水要没过柿子。</div></div></div></article>";
        let expected = [
            (None, None, "摘了一筐柿子，都是涩的，怎么办？"),
            (Some("果农"), Some("2019-11-02"), "和苹果一起装进袋子里，扎紧口，放三天，就不涩了。"),
            (Some("小米"), Some("2019-11-03"), "用温水泡一夜也可以，水要没过柿子。"),
        ];
        assert_eq!(told(&posts(html, PageKind::Article)), expected);
        assert_eq!(told(&posts(&html.replace("其他回答", ""), PageKind::Article)).len(), 3);
        let plain = html.replace("其他回答", "").replace("我来答", "");
        assert_eq!(told(&posts(&plain, PageKind::Article)), []);
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
        assert_eq!(told(&found)[0], (Some("eve"), Some("2024-05-01"), ""));
        assert_eq!(told(&found)[1..], comments);
        // Who wrote the first post began it, as the head of a thread often says.
        assert_eq!(told(&posts(&thread("ann"), PageKind::Forum)), comments);
    }
}
