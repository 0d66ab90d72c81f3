//! Comments on an article: elements named as comments, or elements that repeat within one named for comments.

use std::sync::LazyLock;

use super::groups::Scores;
use super::known::Known;
use super::place::{Place, Span};
use super::row::Row;
use super::rows::read;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{BlockIndex, Build, Name, Node, Page};
use crate::text::lexicon::Group;

/// The main text of an article has at least this many characters before its comments.
const LEAST_ARTICLE: u32 = 200;

/// True if the method kept text in an element named for comments, below other text.
pub(super) fn are_below(page: &Page, known: &Known) -> bool {
    article_end(page, known) < known.main_end()
}

/// One past the last block of the main text that is in no element named for comments; of all main text if that is too little.
fn article_end(page: &Page, known: &Known) -> BlockIndex {
    let (mut end, mut characters, mut inside) = (0, 0u32, NodeId(0));
    let mut named = page.named(Name::Comments).peekable();
    for block in page.block_refs().filter(|block| known.kept[block.at]) {
        while let Some(holder) = named.next_if(|holder| holder.id <= block.node().id) {
            inside = inside.max(holder.end());
        }
        if block.node().id >= inside {
            (end, characters) = (block.at + 1, characters + block.characters);
        }
    }
    if characters >= LEAST_ARTICLE { end } else { known.main_end() }
}

/// Comments after the main text.
pub(super) fn rows(page: &Page, known: &Known) -> Vec<Row> {
    let end = article_end(page, known);
    if end == 0 {
        return Vec::new();
    }
    let Some(last) = page.block(end - 1).texts().last() else { return Vec::new() };
    let rest = Place::between(page, (NodeId(last.node.0 + 1), page.root().end()));
    let mut around = holders(&rest);
    around.extend(labelled(&rest).filter(|_| around.is_empty()));
    let found = [named(&rest), repeated(page, &around, known), terms(page, &around)];
    let read = found.map(|places| {
        let mut rows = read(page, &places, &[], known);
        rows.retain(|row| {
            (row.post.author.is_some() || row.post.time.is_some()) && !row.post.text.is_empty()
        });
        rows
    });
    // With equal numbers, elements named as comments win.
    read.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
}

fn elements<'p>(rest: &Place<'p>) -> impl Iterator<Item = Node<'p>> {
    rest.nodes().filter(|node| node.is_element())
}

/// Elements named as one comment, with more text than links (unlike the button `li.comment-reply`). Answers may be inside
/// the comment that they answer.
fn named(rest: &Place) -> Vec<Span> {
    let mut members = Vec::new();
    // Where the outermost of them so far ends.
    let mut end = rest.start;
    for node in elements(rest).filter(|node| is_comment(*node) && says_something(*node)) {
        if node.id >= end || !node.class().has(Name::TextOfComment) {
            end = end.max(node.end());
            members.push((node.id, node.end()));
        }
    }
    members
}

/// The elements of a page that are named as one comment, and say something.
pub(super) fn all(page: &Page) -> impl Iterator<Item = Node<'_>> {
    let named = page.named(Name::Comment).filter(|node| is_comment(*node));
    named.filter(|node| says_something(*node))
}

fn says_something(node: Node) -> bool {
    let amounts = node.amounts();
    amounts.characters > amounts.link_characters
}

/// The outermost elements named for comments, with their ends.
fn holders(rest: &Place) -> Vec<Span> {
    let mut around: Vec<Span> = Vec::new();
    for node in elements(rest).filter(|node| node.is_named(Name::Comments)) {
        if around.last().is_none_or(|(_, end)| node.id >= *end) {
            around.push((node.id, node.end()));
        }
    }
    around
}

static LABELS: Group = Group::of("thread.comments");

/// The bytes that those words begin with, in both cases.
static FIRST_BYTES: LazyLock<[bool; 256]> = LazyLock::new(|| {
    let mut bytes = [false; 256];
    for first in LABELS.iter().filter_map(|word| word.bytes().next()) {
        bytes[usize::from(first)] = true;
        bytes[usize::from(first.to_ascii_uppercase())] = true;
    }
    bytes
});

/// Words around that for comments in a label.
static AROUND_LABEL: Group = Group::of("thread.around_comments");

/// The element around a label that announces comments (`评论 4`), if it holds more than the label. Its name does not say so.
fn labelled(rest: &Place) -> Option<Span> {
    let mut shown = rest.all_blocks().filter(|block| !block.is_hidden);
    let label = shown.find(|block| is_label(block.text()))?;
    let mut around = label.container().up(LEVELS);
    let around = around.find(|node| node.characters() >= 4 * label.characters)?;
    (around.id >= rest.start).then_some((around.id, around.end()))
}

/// Levels of elements around a label.
const LEVELS: usize = 4;
/// The maximum number of bytes in a label.
const MOST_LABEL: usize = 40;

/// True if a text is the word for comments, perhaps with their number.
pub(super) fn is_label(text: &str) -> bool {
    // Most texts hold none of the words, and are not copied.
    if text.len() > MOST_LABEL
        || !(0..text.len()).any(|at| begins_with_label(&text.as_bytes()[at..]))
    {
        return false;
    }
    let lower = text.to_lowercase();
    let Some(word) = LABELS.iter().find(|word| lower.contains(*word)) else { return false };
    let mut rest = lower.replacen(word, "", 1);
    AROUND_LABEL.iter().for_each(|word| rest = rest.replace(word, ""));
    !rest.contains(char::is_alphabetic)
}

fn begins_with_label(text: &[u8]) -> bool {
    FIRST_BYTES[usize::from(text[0])]
        && LABELS.iter().any(|word| {
            text.get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
        })
}

/// The group of elements that repeat within such elements and look most like posts, with other elements of the same name
/// there: answers to comments.
fn repeated(page: &Page, around: &[Span], known: &Known) -> Vec<Span> {
    let Some((first, _)) = around.first() else { return Vec::new() };
    let mut scores = Scores::new(page, known);
    let scored = page.alike().siblings(2).filter_map(|members| {
        let members = &members[members.partition_point(|id| id < first)..];
        let element = element_around(around, *members.first()?)?;
        let score =
            if members.len() > 1 { scores.score(members.into(), false)?.score } else { 0.0 };
        (score > 0.0).then_some((score, members, element))
    });
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1[0].cmp(&a.1[0])));
    let Some((_, members, element)) = best else { return Vec::new() };
    let model = page.node(members[0]);
    // Each is named for comments itself.
    let is_holder = element.0 == model.id;
    if model.build() == Build::PLAIN || is_holder {
        return members.iter().map(|id| (*id, page.document().end(*id))).collect();
    }
    let within = Place::between(page, element).nodes();
    within.filter(|node| node.is_like(model)).map(|node| (node.id, node.end())).collect()
}

/// The element that an element is in.
fn element_around(around: &[Span], id: NodeId) -> Option<Span> {
    let after = around.partition_point(|(start, _)| *start <= id);
    after.checked_sub(1).map(|at| around[at]).filter(|(_, end)| id < *end)
}

/// Comments as a list of terms (`dt`, `dd`), each from one term to the next.
fn terms(page: &Page, around: &[Span]) -> Vec<Span> {
    let within = around.iter().flat_map(|span| Place::between(page, *span).nodes());
    let terms: Vec<Node> = within.filter(|node| node.is(Tag::DT)).collect();
    let next = terms.iter().skip(1).map(|next| Some(next.id)).chain([None]);
    let places = terms.iter().zip(next).map(|(term, next)| {
        let end = term.parent().map_or(term.id, Node::end);
        (term.id, next.map_or(end, |next| end.min(next)))
    });
    places.collect()
}

fn is_comment(node: Node) -> bool {
    if !node.may_be_record() {
        return false;
    }
    // A class of one word counts whatever the other classes are.
    let is_plain = node.class().has(Name::CommentClass);
    matches!(node.value(AttributeName::ITEMPROP), "comment" | "review")
        || is_plain && matches!(node.tag(), Tag::LI | Tag::DIV | Tag::ARTICLE)
        || node.is_named(Name::Comment) && !node.is_named(Name::PartOfComments)
}

#[cfg(test)]
mod tests {
    use crate::kind::PageKind;
    use crate::page::Page;
    use crate::records::{Known, Post, found};

    /// The comments of a page that begins with its main text.
    fn comments(after: &str) -> Vec<Post> {
        let page = Page::new(
            &format!("<p>The mill was built by the river long ago, and it still runs.</p>{after}"),
            None,
        );
        let is_main = |block| page.block_text(block).starts_with("The mill");
        let kept: Vec<bool> = page.blocks().iter().map(is_main).collect();
        found(
            &page,
            &Known { kind: Some(PageKind::Article), kinds: &[], kept: &kept, read_at: None },
        )
        .comments
    }

    fn signed(posts: &[Post]) -> Vec<(Option<&str>, &str)> {
        posts.iter().map(|post| (post.author.as_deref(), post.text.as_str())).collect()
    }

    #[test]
    fn what_repeats_within_an_element_of_comments() {
        let one = |name: &str, day: u32, text: &str| {
            format!(
                "<ul class=single><li class=info><span class=user-name><a href=/x>{name}</a></span> <span>2014-03-0{day} 10:00</span></li><li class=said><p>{text}</p></li></ul>"
            )
        };
        let html = format!(
            "<div id=comment-box>{}{}{}</div><ul class=more><li>2014-03-01 Ann <p>The ferry runs again.</p><li>2014-03-02 Bob <p>A new path.</p></ul>",
            one("Ann", 1, "We were there last week, and it was closed."),
            one("Bob", 2, "Is the bridge open again?"),
            one("Eve", 3, "Yes, since May.")
        );
        let expected = [
            (Some("Ann"), "We were there last week, and it was closed."),
            (Some("Bob"), "Is the bridge open again?"),
            (Some("Eve"), "Yes, since May."),
        ];
        assert_eq!(signed(&comments(&html)), expected);
    }

    #[test]
    fn names_of_comments_may_be_in_capitals() {
        let one = |name: &str, text: &str| {
            format!(
                "<ul><li><b class=user-name>{name}</b> 2014-03-01</li><li><p>{text}</p></li></ul>"
            )
        };
        let posts = one("Ann", "Is the bridge open again?") + &one("Bob", "Yes, since May.");
        let named = |name: &str, text: &str| {
            format!("<div class=COMMENT><b class=author>{name}</b> 2014-03-01<p>{text}</p></div>")
        };
        let expected =
            [(Some("Ann"), "Is the bridge open again?"), (Some("Bob"), "Yes, since May.")];
        for html in [
            format!("<div id=comments>{posts}</div>"),
            format!("<div id=COMMENTS>{posts}</div>"),
            format!("<div id=Message-Board>{posts}</div>"),
            named("Ann", "Is the bridge open again?") + &named("Bob", "Yes, since May."),
        ] {
            assert_eq!(signed(&comments(&html)), expected, "{html}");
        }
    }

    #[test]
    fn terms_and_what_is_said_of_them() {
        let html = "<dl id=comments-block><dt class=comment-author><a href=/x>Ann</a> said...</dt><dd><p>Is the bridge open again?</p></dd><dd>March 1, 2014</dd><dt class=comment-author><a href=/y>Bob</a> said...</dt><dd><p>It is, since the end of May.</p></dd><dd>March 2, 2014</dd></dl>";
        let found = comments(html);
        let expected = [
            (Some("Ann"), "Is the bridge open again?"),
            (Some("Bob"), "It is, since the end of May."),
        ];
        assert_eq!(signed(&found), expected);
        assert_eq!(found[1].time.as_deref(), Some("2014-03-02"));
    }

    #[test]
    fn answers_to_comments_are_comments() {
        let item = |name: &str, text: &str, below: &str| {
            format!(
                "<li class=entry><b class=author>{name}</b> <time datetime=2014-03-01>1 March</time><p>{text}</p>{below}</li>"
            )
        };
        let answer = format!("<ol class=children>{}</ol>", item("Eve", "Yes, since May.", ""));
        let html = format!(
            "<ol id=comments>{}{}</ol>",
            item("Ann", "Is the bridge open again?", &answer),
            item("Bob", "We went there by boat.", "")
        );
        let texts = ["Is the bridge open again?", "Yes, since May.", "We went there by boat."];
        let found = comments(&html);
        assert_eq!(found.iter().map(|post| post.text.as_str()).collect::<Vec<_>>(), texts);
        assert_eq!(found[1].author.as_deref(), Some("Eve"));
    }

    #[test]
    fn the_name_of_an_answer_is_not_that_of_the_comment() {
        let one = |number: u32, by: &str, text: &str, below: &str| {
            format!(
                "<li id=comment-{number}><article><div class=x-author>{by}</div><p>{text}</p></article>{below}</li>"
            )
        };
        let answer = one(2, "<cite class=fn>Eve</cite>", "Yes, since the end of May.", "");
        let answer = format!("<ul>{answer}</ul>");
        let html = format!(
            "<div>{}{}</div>",
            one(
                1,
                "Ann <span>·</span> <a href=#1>March 11, 2017</a>",
                "Is the bridge open again?",
                &answer
            ),
            one(3, "March 12, 2017", "Does nobody know?", "")
        );
        let expected = [
            (Some("Ann"), "Is the bridge open again?"),
            (Some("Eve"), "Yes, since the end of May."),
            (None, "Does nobody know?"),
        ];
        assert_eq!(signed(&comments(&html)), expected);
    }

    #[test]
    fn answers_inside_the_element_of_what_they_answer() {
        let one = |by: &str, text: &str, below: &str| {
            format!(
                "<div class=comment><b class=author>{by}</b> <time datetime=2014-03-01>1 March</time><p>{text}</p>{below}</div>"
            )
        };
        let answer = one("Eve", "Yes, since the end of May.", "");
        let html = format!(
            "<div class=all>{}{}</div>",
            one("Ann", "Is the bridge open again?", &answer),
            one("Bob", "We went there by boat.", "")
        );
        let expected = [
            (Some("Ann"), "Is the bridge open again?"),
            (Some("Eve"), "Yes, since the end of May."),
            (Some("Bob"), "We went there by boat."),
        ];
        assert_eq!(signed(&comments(&html)), expected);
    }

    #[test]
    fn a_button_is_no_comment() {
        let one = |by: &str, day: u32, text: &str| {
            format!(
                "<div class=comment><p>{text}</p><ul><li class=comment-reply><a href=/x>Reply to this</a></li></ul><b class=author>{by}</b> <time datetime=2014-03-0{day}>then</time></div>"
            )
        };
        let html = format!(
            "<div class=all>{}{}</div>",
            one("Ann", 1, "Is the bridge open again?"),
            one("Bob", 2, "We went there by boat.")
        );
        let found = comments(&html);
        let expected =
            [(Some("Ann"), "Is the bridge open again?"), (Some("Bob"), "We went there by boat.")];
        assert_eq!(signed(&found), expected);
        assert_eq!(found[1].time.as_deref(), Some("2014-03-02"));
    }

    #[test]
    fn the_text_of_a_comment_is_not_another() {
        let one = |by: &str, text: &str| {
            format!(
                "<li class=comment><div class=head><b class=author>{by}</b> <time datetime=2014-03-01>March</time></div><div class='x-comment-content comment'><p>{text}</p></div></li>"
            )
        };
        let html = format!(
            "<ol class=all>{}{}</ol>",
            one("Ann", "Is the bridge open again?"),
            one("Bob", "We went there by boat.")
        );
        let expected =
            [(Some("Ann"), "Is the bridge open again?"), (Some("Bob"), "We went there by boat.")];
        assert_eq!(signed(&comments(&html)), expected);
    }

    #[test]
    fn lists_elsewhere_are_none() {
        let html = "<ul class=news><li><b class=author>Ann</b> 2014-03-01 <p>The ferry runs again.</p></li><li><b class=author>Bob</b> 2014-03-02 <p>A new path leads there.</p></li></ul>";
        assert_eq!(comments(html), []);
    }

    #[test]
    fn what_stands_below_the_word_for_comments() {
        let one = |number: u32, by: &str, text: &str| {
            format!(
                "<div class=ci><a class=un href=/u/{number}>{by}</a><p class=cx>{text}</p><span>{number}小时前</span> <span>回复</span> <span>{number}赞</span></div>"
            )
        };
        let posts = one(1, "老王", "真不容易啊，赞一个。") + &one(2, "路人", "什么时候开通？");
        let html = |label: &str| format!("<div class=cm><div class=ct>{label}</div>{posts}</div>");
        let expected = [(Some("老王"), "真不容易啊，赞一个。"), (Some("路人"), "什么时候开通？")];
        assert_eq!(signed(&comments(&html("全部评论（2）"))), expected);
        assert_eq!(signed(&comments(&html("Comments (2)"))), expected);
        assert_eq!(signed(&comments(&html("评论员的文章"))), []);
    }

    #[test]
    fn each_element_may_be_named_for_comments() {
        let one = |number: u32, by: &str, text: &str| {
            format!(
                "<div class=feedbackItem><div><a href=#{number}>#{number}楼</a> <span>2023-07-0{number} 09:11</span> <a href=/u/{number}>{by}</a></div><div class=words_body>{text}</div></div>"
            )
        };
        let html = one(1, "Ann", "Is the bridge open again?") + &one(2, "Bob", "It is");
        let expected = [(Some("Ann"), "Is the bridge open again?"), (Some("Bob"), "It is")];
        assert_eq!(signed(&comments(&html)), expected);
    }

    #[test]
    fn a_term_tells_who_said_it() {
        let html = "<div id=comments><dl><dt>Ann said...</dt><dd>Is the bridge open again?</dd><dd>May 6, 2013</dd><dt>Bob Lee wrote:</dt><dd>It is, since May.</dd><dd>May 7, 2013</dd></dl></div>";
        let found = comments(html);
        let expected =
            [(Some("Ann"), "Is the bridge open again?"), (Some("Bob Lee"), "It is, since May.")];
        assert_eq!(signed(&found), expected);
        assert_eq!((found[0].depth, found[1].depth), (0, 0));
    }
}
