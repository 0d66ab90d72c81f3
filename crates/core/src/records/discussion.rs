//! What people say to each other on a page: the posts of a thread, or the comments on an article or under answers. Found once,
//! before the text is chosen and the kind is settled.

use super::comments;
use super::depth;
use super::groups::{self, MOST, Scored, Scores};
use super::inside::{self, inside};
use super::known::Known;
use super::main_text;
use super::name::first_link;
use super::opening::{Opening, opening, says_it_has_answers};
use super::place::Span;
use super::row::{Role, Row, text_of};
use super::rows::read;
use super::said::Discussion;
use super::signs::Signs;
use crate::kind::PageKind;
use crate::page::{Name, Page};

/// The method keeps fewer than one in this many comments.
const KEPT_COMMENTS: usize = 8;
/// With at least this probability of a forum a page has a thread although the method dropped all answers, and surely with this.
const LIKELY: f32 = 0.4;
const SURELY: f32 = 0.8;
/// Characters of an article above comments that no label announces.
const LEAST_ARTICLE: u32 = 500;
/// Blocks before the first comment that may announce it.
const MOST_BETWEEN: usize = 12;
/// Levels around a comment that may be named for comments.
const LEVELS: usize = 3;

/// The posts of a page, or its comments if the method kept some of them, or dropped nearly all of a group of posts.
pub(crate) fn discussion(page: &Page, known: &Known, signs: Signs) -> Discussion {
    let mut found = Discussion::default();
    if known.may_be(&[PageKind::Forum]) || signs.has_posts {
        found = find(page, known);
        if found.are_comments(page, known) {
            found.take_for_comments();
        } else if found.are_posts(page, known) {
            found.part_remarks(page, known);
            return found;
        } else {
            found = Discussion::default();
        }
    }
    if known.kind == Some(PageKind::Article) && signs.has_comments {
        let named = comments::rows(page, known);
        if named.len() >= found.comments.len() {
            found.comments = named;
        }
    }
    found
}

/// Finds the posts of a thread: the group of alike elements with most main text, people and times; or the answers to a
/// question, which need not be alike; with the answers inside them, and the opening post if it is before them.
fn find(page: &Page, known: &Known) -> Discussion {
    let groups = Scores::new(page, known).candidates();
    let is_asked = says_it_has_answers(page);
    let mut alike = built_alike(page, &groups, known);
    let mut inner: &[Scored] = &groups;
    if alike.is_empty() && is_asked {
        (alike, inner) = (inside::uneven(page, known), &[]);
        alike.truncate(if alike.len() > 1 { MOST } else { 0 });
    }
    let Some((first, _)) = alike.first() else { return alone(page, known) };
    let opening = opening(page.node(*first), known);
    let mut places = alike;
    if let Some(opening) = &opening {
        places.insert(0, opening.place.span());
    }
    let answers = inside(page, inner, &places);
    let posts = read(page, &places, &answers, known);
    let mut found = Discussion { posts, is_asked, ..Discussion::default() };
    if let Some(opening) = opening {
        found.take_opening(page, opening);
    }
    found
}

fn built_alike(page: &Page, all: &[Scored], known: &Known) -> Vec<Span> {
    let Some(best) = groups::best(page, all) else { return Vec::new() };
    let best = groups::around(page, all, best).unwrap_or(best);
    if groups::is_list_of_threads(page, &best.members, known) {
        return Vec::new();
    }
    match groups::are_heads(page, &best.members) {
        true => groups::up_to_next(page, &best.members),
        false => best.places(page),
    }
}

/// The only post of a thread that nobody answered: the element around the main text with a name.
fn alone(page: &Page, known: &Known) -> Discussion {
    let mut found = Discussion::default();
    if known.kind == Some(PageKind::Forum) && main_text::is_prose(page, known) {
        let post = main_text::signed_place(page, known).map(|place| Row::read(&place, known));
        found.posts.extend(post.map(|row| Row { role: Role::Opening, ..row }));
    }
    found
}

impl Discussion {
    /// Gives the first post what is known of the opening, if it was read at its place.
    fn take_opening(&mut self, page: &Page, opening: Opening) {
        let start = opening.place.start;
        let Some(first) = self.posts.first_mut().filter(|row| row.place.0 == start) else { return };
        first.role = Role::Opening;
        self.is_question = opening.is_question;
        if let Some(body) = opening.body {
            first.post.text = text_of(page, &body);
            first.body = body;
        }
    }

    /// True if the posts are those of a thread.
    fn are_posts(&self, page: &Page, known: &Known) -> bool {
        let is_forum = known.kind == Some(PageKind::Forum);
        let may_be = known.may_be(&[PageKind::Forum]) && self.is_numbered();
        !self.posts.is_empty()
            && (forum_probability(known) >= LIKELY || !self.are_lost(page, known))
            && (is_forum || may_be || self.is_signed())
            && main_text::is_posts(page, known, self)
    }

    /// True if the posts are comments: an article is above them, which the method kept without nearly all of them, or the page
    /// calls itself an article; and they are named for comments.
    fn are_comments(&self, page: &Page, known: &Known) -> bool {
        let named = self.alike().filter(|row| is_named_for_comments(page, row)).count();
        named > 1
            && named * 2 > self.alike().count()
            && (self.are_lost(page, known)
                && (self.is_announced(page)
                    || forum_probability(known) < SURELY && self.is_long(page))
                || self.is_opened()
                    && main_text::is_declared_article(page)
                    && (known.kind == Some(PageKind::Article)
                        || forum_probability(known) < SURELY && self.is_long(page)))
    }

    /// True if the opening is as long as an article.
    fn is_long(&self, page: &Page) -> bool {
        let opening = self.posts.iter().take(1).flat_map(|row| row.body(page));
        opening.map(|block| block.characters).sum::<u32>() >= LEAST_ARTICLE
    }

    /// True if a label between the opening and the others announces comments.
    fn is_announced(&self, page: &Page) -> bool {
        let [opening, first, ..] = &self.posts[..] else { return false };
        let between = page.blocks_between(opening.place.0, first.place.0);
        let mut last = between.rev().take(MOST_BETWEEN).map(|at| page.block(at));
        last.any(|block| comments::is_label(block.text()))
    }

    /// True if the method dropped nearly all posts but the opening.
    fn are_lost(&self, page: &Page, known: &Known) -> bool {
        let kept = self.alike().filter(|row| main_text::has_kept(page, known, row)).count();
        self.is_opened() && kept * KEPT_COMMENTS < self.alike().count()
    }

    /// Takes all posts but the opening for comments, which the page numbers or which are counted from 1.
    fn take_for_comments(&mut self) {
        let posts = std::mem::take(&mut self.posts);
        let comments = posts.into_iter().filter(|row| row.role != Role::Opening);
        self.comments.extend(comments.filter(|row| !row.post.text.is_empty()));
        self.is_question = false;
        for (row, number) in self.comments.iter_mut().filter(|row| !row.is_numbered).zip(1..) {
            row.post.floor = row.post.floor.and(Some(number));
        }
        depth::set_again(&mut self.comments);
    }

    /// Parts the remarks under answers from the answers: the method keeps few of them, or the page is one of questions.
    fn part_remarks(&mut self, page: &Page, known: &Known) {
        let inside = || self.posts.iter().filter(|row| row.role == Role::Inside);
        // What begins with who says it was chosen as an answer.
        let is_text = |row: &&Row| {
            main_text::has_kept(page, known, row) || first_link(page.node(row.place.0)).is_some()
        };
        if self.is_asked || inside().filter(is_text).count() * 2 < inside().count() {
            let posts = std::mem::take(&mut self.posts);
            (self.comments, self.posts) =
                posts.into_iter().partition(|row| row.role == Role::Inside);
            depth::set_again(&mut self.posts);
            depth::set_again(&mut self.comments);
        }
    }
}

fn forum_probability(known: &Known) -> f32 {
    let forum = known.kinds.iter().find(|kind| kind.kind == PageKind::Forum);
    forum.map_or(f32::from(known.kind == Some(PageKind::Forum)), |forum| forum.probability)
}

fn is_named_for_comments(page: &Page, row: &Row) -> bool {
    let node = page.node(row.place.0);
    node.is_named(Name::Comment)
        || node.class().has(Name::CommentClass)
        || page.marks().within(node.id, LEVELS, Name::Comments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::BlockRef;
    use crate::records::Post;

    /// What is said on a page of a kind whose blocks with these words are kept, and the words of kept comments.
    fn said(html: &str, kind: PageKind, kept: &[&str]) -> (Vec<Post>, Vec<Post>, Vec<String>) {
        let page = Page::new(html, Some("https://example.com/t/1"));
        let is_kept = |block: BlockRef| kept.iter().any(|words| block.text().contains(words));
        let kept: Vec<bool> = page.block_refs().map(is_kept).collect();
        let known = Known { kind: Some(kind), kinds: &[], kept: &kept, read_at: None };
        let found = discussion(&page, &known, Signs::of(&page, &known, false));
        let dropped = found.blocks(&page, &known).comments.into_iter();
        let dropped = dropped.map(|at| page.block(at).text().to_owned()).collect();
        let posts = |rows: &[Row]| rows.iter().map(|row| row.post.clone()).collect();
        (posts(&found.posts), posts(&found.comments), dropped)
    }

    fn comment(by: &str, text: &str) -> String {
        format!(
            "<li class=comment><b class=author>{by}</b> <time datetime=2024-05-01>May</time><p>{text}</p></li>"
        )
    }

    #[test]
    fn comments_below_an_article_are_no_posts() {
        let article = "The mill was built by the river long ago, and it still runs, as everybody there knows. ".repeat(4);
        let comments = comment("Ann", "We were there last week, and it was closed.")
            + &comment("Bob", "It is open again, since the end of May.");
        let html = format!(
            "<title>The mill</title><article><h1>The mill</h1><p>{article}</p></article><h3>2 comments</h3><ol class=commentlist>{comments}</ol>"
        );
        for kind in [PageKind::Forum, PageKind::Article] {
            let (posts, found, dropped) = said(&html, kind, &["The mill was"]);
            assert!(posts.is_empty() && dropped.is_empty() && found.len() <= 2, "{kind:?}");
        }
        // Kept with the article, they are dropped.
        let (posts, found, dropped) =
            said(&html, PageKind::Article, &["The mill was", "We were", "It is open"]);
        assert_eq!((posts.len(), found.len(), dropped.len()), (0, 2, 2));
    }

    #[test]
    fn remarks_under_answers_are_comments() {
        let answer = |by: &str, text: &str, remark: &str| {
            format!(
                "<div class=answer itemscope itemtype=https://schema.org/Answer><b class=author>{by}</b> <time datetime=2024-05-01>May</time><div class=post-text><p>{text}</p></div><ul class=replies><li class=reply><b class=author>Eve</b> <time datetime=2024-05-02>May</time> <span>{remark}</span></li></ul></div>"
            )
        };
        let html = format!(
            "<title>Gears</title><h1>Gears</h1>{}{}{}",
            answer(
                "Ann",
                "Loosen the screw below the cable, and try once more.",
                "That is what helped me, thank you."
            ),
            answer(
                "Bob",
                "Take it to somebody who has the right tools.",
                "He has them, as he said above."
            ),
            answer(
                "Cid",
                "The third gear grinds when the oil is old.",
                "Mine does with new oil too, sadly."
            )
        );
        let (posts, comments, _) =
            said(&html, PageKind::Forum, &["Loosen", "Take it", "The third"]);
        assert_eq!((posts.len(), comments.len()), (3, 3));
        assert_eq!(comments[0].author.as_deref(), Some("Eve"));
        assert!(posts.iter().chain(&comments).all(|post| post.parent.is_none()));
    }

    #[test]
    fn posts_with_nothing_but_a_number() {
        let post = |number: u32, text: &str| {
            format!("<section class=floor><span class=fl>#{number}</span><p>{text}</p></section>")
        };
        let posts = post(1, "第三档一到下雨天就响，大家遇到过吗？")
            + &post(2, "多半是拉线松了，拧紧那颗螺丝再试一次。")
            + &post(3, "我的换了油就好了，旧油太稠。");
        let html = format!("<title>换挡</title><h1>换挡</h1>{posts}");
        let (found, _, _) = said(&html, PageKind::Forum, &["第三档", "多半", "我的"]);
        let numbers: Vec<_> = found.iter().map(|post| post.floor).collect();
        assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
        assert!(said(&html, PageKind::Article, &["第三档", "多半", "我的"]).0.is_empty());
    }

    #[test]
    fn heads_that_stand_between_the_texts() {
        let post = |by: &str, day: u32, text: &str| {
            format!(
                "<div class=bar><b class=author>{by}</b> 2024-05-0{day} 10:00</div><div class=said><p>{text}</p></div>"
            )
        };
        let posts = post("Ann", 1, "The third gear grinds when it rains. Has anybody seen this?")
            + &post("Bob", 2, "Same here")
            + &post("Eve", 3, "That is the cable, so loosen the screw and try once more.");
        let html = format!("<title>Gears</title><h1>Gears</h1><div>{posts}</div>");
        let (found, _, _) = said(&html, PageKind::Forum, &["The third", "That is"]);
        let texts: Vec<_> = found.iter().map(|post| &post.text[..9]).collect();
        assert_eq!(texts, ["The third", "Same here", "That is t"]);
    }

    #[test]
    fn a_post_that_nobody_answered() {
        let html = "<title>Gears</title><div class=topic><h1>Gears</h1><div class=head><a class=username href=/u/1>Ann</a> <span>2024-05-01</span></div><div class=text><p>The third gear grinds when it rains. Has anybody seen this?</p></div></div><p>Log in to answer";
        let (found, _, _) = said(html, PageKind::Forum, &["The third"]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].author.as_deref(), Some("Ann"));
        assert!(said(html, PageKind::Article, &["The third"]).0.is_empty());
    }
}
