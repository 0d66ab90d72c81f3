//! The signs of a discussion: whether people may say something to each other on a page, by its structure and its main text alone.

use rustc_hash::FxHashMap;

use super::comments;
use super::known::Known;
use super::main_text::{is_declared_article, says_little};
use super::name::surely_leads_to_profile;
use super::opening::has_answers;
use super::row::number_in;
use super::when::{has_time, has_time_in};
use crate::dom::Tag;
use crate::page::{BlockIndex, Build, Name, Node, Page};

/// Kept blocks that are looked at, and elements around each.
const MOST_BLOCKS: usize = 200;
const LEVELS: usize = 6;
/// Elements alike that are looked at for times, and blocks before and after each.
const EXAMPLES: usize = 6;
const BLOCKS_BEFORE: usize = 6;
const BLOCKS_AFTER: usize = 3;
/// Blocks that number a post.
const LEAST_NUMBERS: usize = 2;
/// Elements that are named for people, and comments.
const LEAST_NAMES: usize = 2;
const LEAST_COMMENTS: usize = 2;
/// Links to profiles.
const LEAST_PROFILES: usize = 4;
/// On a page that calls itself an article these three numbers are so many times higher: comments below an article name people too.
const OF_ARTICLE: usize = 6;
/// Blocks with a time of day.
const LEAST_TIMES: usize = 3;

/// The signs of a discussion on a page. They ask for no kind, so that a text alone, which is made without one, is that of a whole
/// extraction.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Signs {
    /// The page shows numbers, times or names, as those of posts.
    is_shown: bool,
    /// Its main text may be posts.
    pub(super) has_posts: bool,
    /// Its main text has blocks that are named for comments.
    pub(super) has_comments: bool,
}

impl Signs {
    /// The signs on a page; `is_shown` is what [`shows_discussion`] says of it.
    pub(crate) fn of(page: &Page, known: &Known, is_shown: bool) -> Self {
        let known = &Known { kind: None, kinds: &[], ..*known };
        Self {
            is_shown,
            has_posts: may_have_posts(page, known),
            has_comments: comments::are_below(page, known),
        }
    }

    /// True if there is any.
    pub(crate) fn any(self) -> bool {
        self.is_shown || self.has_posts || self.has_comments
    }
}

/// True if a page may have a thread or comments, whatever its main text is. Rules out most pages at little cost.
pub(crate) fn shows_discussion(page: &Page) -> bool {
    is_numbered(page) || tells_times(page) || names_people(page)
}

/// True if several elements are named for people who write, or for what they write, or several links lead to their profiles.
fn names_people(page: &Page) -> bool {
    let factor = if is_declared_article(page) { OF_ARTICLE } else { 1 };
    let are_enough = |named: &mut dyn Iterator<Item = Node>, least| {
        named.take(least * factor).count() == least * factor
    };
    // Boxes of a discussion that a script fetches are empty.
    are_enough(&mut page.named(Name::Poster).filter(|node| node.characters() > 0), LEAST_NAMES)
        || are_enough(&mut comments::all(page), LEAST_COMMENTS)
        || leads_to_profiles(page, LEAST_PROFILES * factor)
}

/// True if at least this many links of a page surely lead to profiles.
fn leads_to_profiles(page: &Page, least: usize) -> bool {
    let links = page.elements().filter(|node| node.is(Tag::A));
    links.filter(|link| surely_leads_to_profile(*link)).take(least).count() == least
}

/// True if several short blocks have a time of day, as heads of posts have; items of a list seldom have more than a day.
fn tells_times(page: &Page) -> bool {
    let timed = page.block_refs().filter(|block| {
        !block.is_mostly_linked() && block.day().is_some_and(|day| day.date.time.is_some())
    });
    timed.take(LEAST_TIMES).count() == LEAST_TIMES
}

/// True if a page may have a thread, whatever its kind is.
fn may_have_posts(page: &Page, known: &Known) -> bool {
    has_answers(page) || says_little(page, known) || repeats(page, known)
}

/// True if several short blocks are numbers of posts.
fn is_numbered(page: &Page) -> bool {
    let numbers = page.block_refs().filter(|block| number_in(std::iter::once(*block)).is_some());
    numbers.take(LEAST_NUMBERS).count() == LEAST_NUMBERS
}

/// Elements of one tag and build around kept text.
#[derive(Default)]
struct Repeated<'p> {
    /// The first of them.
    examples: Vec<Node<'p>>,
    /// The characters of kept text in them, and the last block that was counted.
    characters: u32,
    last: Option<BlockIndex>,
}

/// True if most of the kept text is in several similar elements near times, as posts are, and some text of elements like them
/// is not kept; or if no text is kept.
fn repeats(page: &Page, known: &Known) -> bool {
    let mut alike: FxHashMap<(Tag, Build), Repeated> = FxHashMap::default();
    let mut all = 0;
    for block in page.block_refs().filter(|block| known.kept[block.at]).take(MOST_BLOCKS) {
        all += block.characters;
        for node in block.container().up(LEVELS) {
            let Some(key) = key(node) else { continue };
            let found = alike.entry(key).or_default();
            if found.last.replace(block.at) != Some(block.at) {
                found.characters += block.characters;
            }
            if found.examples.len() < EXAMPLES && !found.examples.contains(&node) {
                found.examples.push(node);
            }
        }
    }
    alike.retain(|_, found| found.characters * 2 > all && found.are_near_times(known));
    all == 0 || !alike.is_empty() && loses_some(page, known, &alike)
}

impl Repeated<'_> {
    fn are_near_times(&self, known: &Known) -> bool {
        let timed = self.examples.iter().filter(|node| has_time_around(**node, known));
        timed.take(2).count() == 2
    }
}

/// True if an element like those has text that is not kept.
fn loses_some(page: &Page, known: &Known, alike: &FxHashMap<(Tag, Build), Repeated>) -> bool {
    // By block, the number of lost blocks up to it: elements are nested.
    let mut lost = vec![0u32];
    lost.extend(known.kept.iter().scan(0, |sum, kept| {
        *sum += u32::from(!kept);
        Some(*sum)
    }));
    page.elements().any(|node| {
        let range = node.block_range();
        lost[range.end] > lost[range.start] && key(node).is_some_and(|key| alike.contains_key(&key))
    })
}

/// True if an element has a time in it or close to it: the head of a post may be an element of its own.
fn has_time_around(node: Node, known: &Known) -> bool {
    let (page, range) = (node.page, node.block_range());
    let before = range.start.saturating_sub(BLOCKS_BEFORE)..range.start;
    let after = range.end..(range.end + BLOCKS_AFTER).min(page.blocks().len());
    has_time(node, known) || before.chain(after).any(|at| has_time_in(page.block(at), known))
}

/// The tag and build of an element that may hold a post.
fn key(node: Node) -> Option<(Tag, Build)> {
    let (tag, build) = (node.tag(), node.build());
    let holds = matches!(
        tag,
        Tag::DIV | Tag::LI | Tag::ARTICLE | Tag::TABLE | Tag::TR | Tag::TD | Tag::SECTION | Tag::DL
    );
    let is_plain = matches!(tag, Tag::ARTICLE | Tag::TABLE | Tag::TR);
    (holds && (is_plain || build != Build::PLAIN)).then_some((tag, build))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The signs on a page all of whose text is kept: shown, of posts, of comments.
    fn signs(html: &str) -> [bool; 3] {
        let page = Page::new(html, Some("https://example.com/t/1"));
        let kept = vec![true; page.blocks().len()];
        let known = Known { kind: None, kinds: &[], kept: &kept, read_at: None };
        let Signs { is_shown, has_posts, has_comments } =
            Signs::of(&page, &known, shows_discussion(&page));
        [is_shown, has_posts, has_comments]
    }

    #[test]
    fn what_people_leave_on_a_page_is_a_sign_and_an_article_has_none() {
        let article = format!("<p>{}</p>", "The mill was built by the river long ago. ".repeat(12));
        assert_eq!(signs(&article), [false; 3]);
        let shown = |beside: &str| signs(&format!("{beside}{article}"))[0];
        assert!(shown("<div>#1</div><div>#2</div>") && !shown("<div>#1</div><div>2</div>"));
        let times = |count| "<p>2024-05-03 10:20</p>".repeat(count);
        assert!(shown(&times(3)) && !shown(&times(2)) && !shown(&"<p>2024-05-03</p>".repeat(9)));
        let links = |count| "<a href=/user/ann>Ann</a> ".repeat(count);
        assert!(shown(&links(4)) && !shown(&links(3)));
        let is_article = "<meta property=og:type content=article>";
        assert!(!shown(&format!("{is_article}{}", links(23))));
        assert!(shown(&format!("{is_article}{}", links(24))));
    }

    #[test]
    fn kept_comments_below_a_text_are_a_sign() {
        let article = "The mill was built by the river long ago. ".repeat(12);
        let comments = "<div id=comments><p>We were there last week.</p></div>";
        assert_eq!(signs(&format!("<p>{article}</p>{comments}")), [false, false, true]);
        assert_eq!(signs("<p>Closed."), [false, true, false]);
    }
}
