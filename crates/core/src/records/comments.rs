//! Comments on an article: elements named as comments, or elements that repeat within one named for comments.

use std::sync::LazyLock;

use super::known::Known;
use super::post::Post;
use super::posts::{post_score, read_all};
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{Build, Name, Page};
use crate::text::lexicon::Group;

/// Comments after the main text.
pub(super) fn comments(page: &Page, known: &Known) -> Vec<Post> {
    let end = known.main_end();
    if end == 0 {
        return Vec::new();
    }
    let Some(last) = page.texts_of(&page.blocks()[end - 1]).last() else { return Vec::new() };
    let from = NodeId(last.node.0 + 1);
    let mut around = holders(page, from);
    around.extend(labelled(page, from).filter(|_| around.is_empty()));
    let found = [named(page, from), repeated(page, &around, known), terms(page, &around)];
    let read = found.map(|members| {
        let mut posts = read_all(page, &members, known);
        posts.retain(|post| post.author.is_some() || post.time.is_some());
        posts
    });
    // With equal numbers, elements named as comments win.
    read.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
}

/// Elements named as one comment, with more text than links (unlike the button `li.comment-reply`). Answers may be inside
/// the comment that they answer.
fn named(page: &Page, from: NodeId) -> Vec<(NodeId, NodeId)> {
    let document = page.document();
    let says = |id: NodeId| {
        let amounts = page.node(id).amounts();
        amounts.characters > amounts.link_characters
    };
    let is_text_of_comment = |id: NodeId| page.marks().class(id).has(Name::TextOfComment);
    let mut members = Vec::new();
    // Where the outermost of them so far ends.
    let mut end = from;
    for id in elements(document, from).filter(|id| is_comment(page, *id) && says(*id)) {
        let is_inside = id < end;
        if !(is_inside && is_text_of_comment(id)) {
            end = end.max(document.end(id));
            members.push(id);
        }
    }
    whole(document, members.into_iter())
}

/// Elements with their ends.
fn whole(document: &Document, members: impl Iterator<Item = NodeId>) -> Vec<(NodeId, NodeId)> {
    members.map(|id| (id, document.end(id))).collect()
}

/// The outermost elements named for comments, with their ends.
fn holders(page: &Page, from: NodeId) -> Vec<(NodeId, NodeId)> {
    let document = page.document();
    let mut around: Vec<(NodeId, NodeId)> = Vec::new();
    for id in elements(document, from).filter(|id| page.marks().is(*id, Name::Comments)) {
        if around.last().is_none_or(|(_, end)| id >= *end) {
            around.push((id, document.end(id)));
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
fn labelled(page: &Page, from: NodeId) -> Option<(NodeId, NodeId)> {
    let document = page.document();
    let first = page.texts().partition_point(|text| text.node < from);
    let start = page.blocks().partition_point(|block| block.texts.start < first);
    let mut shown = page.blocks()[start..].iter().filter(|block| !block.is_hidden);
    let label = shown.find(|block| is_label_of_comments(page.block_text(block)))?;
    let own = document.around(label.container);
    let holds_more = |id: &NodeId| page.node(*id).characters() >= 4 * label.characters;
    let around = own.take(LEVELS).find(holds_more).filter(|id| *id >= from)?;
    Some((around, document.end(around)))
}

/// Levels of elements around a label.
const LEVELS: usize = 4;
/// The maximum number of bytes in a label.
const MOST_LABEL: usize = 40;

/// True if a text is the word for comments, perhaps with their number.
fn is_label_of_comments(text: &str) -> bool {
    // Most texts hold none of the words, and are not copied.
    let begins = |rest: &[u8], word: &str| {
        rest.get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    let holds = |(at, byte): (usize, u8)| {
        FIRST_BYTES[usize::from(byte)]
            && LABELS.iter().any(|word| begins(&text.as_bytes()[at..], word))
    };
    if text.len() > MOST_LABEL || !text.bytes().enumerate().any(holds) {
        return false;
    }
    let lower = text.to_lowercase();
    let Some(word) = LABELS.iter().find(|word| lower.contains(*word)) else { return false };
    let mut rest = lower.replacen(word, "", 1);
    AROUND_LABEL.iter().for_each(|word| rest = rest.replace(word, ""));
    !rest.contains(char::is_alphabetic)
}

/// The group of elements that repeat within such elements and look most like posts, with other elements of the same name
/// there: answers to comments.
fn repeated(page: &Page, around: &[(NodeId, NodeId)], known: &Known) -> Vec<(NodeId, NodeId)> {
    let document = page.document();
    let Some((first, _)) = around.first() else { return Vec::new() };
    let element_around = |id: NodeId| {
        let after = around.partition_point(|(start, _)| *start <= id);
        after.checked_sub(1).map(|at| around[at]).filter(|(_, end)| id < *end)
    };
    let scored = page.alike().siblings(2).filter_map(|members| {
        let members = &members[members.partition_point(|id| id < first)..];
        let element = element_around(*members.first()?)?;
        let score = if members.len() > 1 { post_score(page, members, known) } else { 0.0 };
        (score > 0.0).then_some((score, members, element))
    });
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1[0].cmp(&a.1[0])));
    let Some((_, members, (start, end))) = best else { return Vec::new() };
    let model = page.node(members[0]);
    // Each is named for comments itself.
    let is_holder = start == model.id;
    if model.build() == Build::PLAIN || is_holder {
        return whole(document, members.iter().copied());
    }
    let within = elements(document, start).take_while(|id| *id < end);
    whole(document, within.filter(|id| page.node(*id).is_like(model)))
}

/// Comments as a list of terms (`dt`, `dd`), each from one term to the next.
fn terms(page: &Page, around: &[(NodeId, NodeId)]) -> Vec<(NodeId, NodeId)> {
    let document = page.document();
    let within = around.iter().flat_map(|(start, end)| (start.0..end.0).map(NodeId));
    let terms: Vec<NodeId> = within.filter(|id| document.tag(*id) == Tag::DT).collect();
    let next = terms.iter().skip(1).copied().map(Some).chain([None]);
    let end = |id: NodeId| document.parent(id).map_or(id, |list| document.end(list));
    let ends = next.zip(&terms).map(|(next, id)| next.map_or(end(*id), |next| end(*id).min(next)));
    terms.iter().copied().zip(ends).collect()
}

/// The elements from a node on.
fn elements(document: &Document, from: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let all = (from.0..u32::try_from(document.len()).unwrap_or(u32::MAX)).map(NodeId);
    all.filter(|id| document.kind(*id) == NodeKind::Element)
}

fn is_comment(page: &Page, id: NodeId) -> bool {
    let (document, marks) = (page.document(), page.marks());
    if !page.node(id).may_be_record() {
        return false;
    }
    let property = document.attribute(id, AttributeName::ITEMPROP).unwrap_or("");
    if matches!(property, "comment" | "review") {
        return true;
    }
    // A class of one word counts whatever the other classes are.
    let is_plain = marks.class(id).has(Name::CommentClass);
    is_plain && matches!(document.tag(id), Tag::LI | Tag::DIV | Tag::ARTICLE)
        || marks.is(id, Name::Comment) && !marks.is(id, Name::PartOfComments)
}

#[cfg(test)]
mod tests {
    use crate::kind::PageKind;
    use crate::page::Page;
    use crate::records::{Known, Post, records};

    /// The comments of a page that begins with its main text.
    fn comments(after: &str) -> Vec<Post> {
        let page = Page::new(
            &format!("<p>The mill was built by the river long ago, and it still runs.</p>{after}"),
            None,
        );
        let is_main = |block| page.block_text(block).starts_with("The mill");
        let kept: Vec<bool> = page.blocks().iter().map(is_main).collect();
        records(
            &page,
            &Known { kind: Some(PageKind::Article), kinds: &[], kept: &kept, read_at: None },
            None,
        )
        .comments
    }

    fn told(posts: &[Post]) -> Vec<(Option<&str>, &str)> {
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
        assert_eq!(told(&comments(&html)), expected);
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
            assert_eq!(told(&comments(&html)), expected, "{html}");
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
        assert_eq!(told(&found), expected);
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
        assert_eq!(told(&comments(&html)), expected);
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
        assert_eq!(told(&comments(&html)), expected);
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
        assert_eq!(told(&found), expected);
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
        assert_eq!(told(&comments(&html)), expected);
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
        assert_eq!(told(&comments(&html("全部评论（2）"))), expected);
        assert_eq!(told(&comments(&html("Comments (2)"))), expected);
        assert_eq!(told(&comments(&html("评论员的文章"))), []);
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
        assert_eq!(told(&comments(&html)), expected);
    }

    #[test]
    fn a_term_tells_who_said_it() {
        let html = "<div id=comments><dl><dt>Ann said...</dt><dd>Is the bridge open again?</dd><dd>May 6, 2013</dd><dt>Bob Lee wrote:</dt><dd>It is, since May.</dd><dd>May 7, 2013</dd></dl></div>";
        let found = comments(html);
        let expected =
            [(Some("Ann"), "Is the bridge open again?"), (Some("Bob Lee"), "It is, since May.")];
        assert_eq!(told(&found), expected);
        assert_eq!((found[0].depth, found[1].depth), (0, 0));
    }
}
