//! The bodies of the posts of a thread, which are main text together: a method that judges block by block loses the short
//! ones.

use rustc_hash::{FxHashMap, FxHashSet};

use super::known::Known;
use super::opening::has_answers;
use super::post::Post;
use super::post_author::first_link;
use super::post_read::is_signature;
use super::post_time::{has_time, has_time_in};
use super::posts::{self, Thread, ThreadPlaces};
use super::said::{is_above_text, is_around_text};
use crate::dom::{AttributeName, NodeId, Tag};
use crate::kind::PageKind;
use crate::page::{Block, BlockIndex, Build, Node, Page};

/// Kept blocks that are looked at, and elements around each.
const MOST_BLOCKS: usize = 200;
const LEVELS: usize = 6;
/// Elements alike that are looked at for times, and blocks before and after each.
const EXAMPLES: usize = 6;
const BLOCKS_BEFORE: usize = 6;
const BLOCKS_AFTER: usize = 3;
/// At least one in this many posts must be kept by the method itself.
const KEPT_POSTS: usize = 3;
/// The minimum number of posts of a thread that is not said to be a question with answers.
const LEAST_POSTS: usize = 3;
/// A link of at least this many tokens above a text may be its title.
const LEAST_TITLE: u32 = 4;

/// The corrections to a method that judges a thread block by block; in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostBlocks {
    /// The blocks of the bodies of posts that were lost whole.
    pub lost: Vec<BlockIndex>,
    /// Short kept blocks of posts outside their bodies: votes, names of buttons, facts about the person.
    pub beside: Vec<BlockIndex>,
}

/// The blocks of posts to keep or drop with the others, if posts built alike hold most of the main text and most of them have
/// an author and a time. Also the places of the posts, if the page was searched for them.
pub(crate) fn post_blocks(page: &Page, known: &Known) -> (PostBlocks, Option<ThreadPlaces>) {
    let says_little = says_little(page, known);
    if !repeats(page, known) && !has_answers(page) && !says_little {
        return (PostBlocks::default(), None);
    }
    let places = posts::find(page, known);
    let thread = posts::read_thread(page, &places, known);
    let is_thread =
        || is_main_text(page, known, &thread) || says_little && is_opening(page, known, &thread);
    let blocks = match are_told(&thread.posts) && is_thread() {
        true => {
            PostBlocks { lost: lost(page, known, &thread), beside: beside(page, known, &thread) }
        }
        false => PostBlocks::default(),
    };
    (blocks, Some(places))
}

/// The most characters of main text that may be the opening of a thread, with all answers lost.
const LITTLE: u32 = 300;

/// True if a page has little main text, for a forum less than half of all, and its data do not call it an article, which may have comments.
fn says_little(page: &Page, known: &Known) -> bool {
    let characters = characters_kept(page, known);
    let data = page.structured();
    let is_article = |text: &str| text.contains("rticle") || text.contains("Posting");
    let all = || page.node(NodeId(0)).characters() / 2;
    let is_forum = known.kind == Some(PageKind::Forum);
    let most = if is_forum { all().max(LITTLE) } else { LITTLE };
    (1..=most).contains(&characters)
        && !data.meta("og:type").is_some_and(is_article)
        && !data.json_ld("@type").is_some_and(is_article)
}

fn characters_kept(page: &Page, known: &Known) -> u32 {
    let kept = page.blocks().iter().zip(known.kept).filter(|(_, kept)| **kept);
    kept.fold(0, |sum: u32, (block, _)| sum.saturating_add(block.characters))
}

/// True if a page is of a forum, and an element that is plainly the text's is in each of the posts built alike.
fn is_plain_forum(known: &Known, thread: &Thread) -> bool {
    let mut texts = thread.contents.iter().zip(&thread.is_alike);
    known.kind == Some(PageKind::Forum) && texts.all(|(text, is_alike)| text.is_some() || !is_alike)
}

/// True if the main text is the opening of a thread, by somebody and of some time, and several posts built alike follow.
fn is_opening(page: &Page, known: &Known, thread: &Thread) -> bool {
    let (Some(first), Some((start, end))) = (thread.posts.first(), thread.places.first()) else {
        return false;
    };
    let own = page.blocks_between(*start, *end);
    let is_forum = is_plain_forum(known, thread);
    let is_article = |at: BlockIndex| {
        let document = page.document();
        document.around(page.blocks()[at].container).any(|id| document.tag(id) == Tag::ARTICLE)
    };
    let mut kept = (0..known.kept.len()).filter(|at| known.kept[*at]);
    let others = thread.posts.iter().zip(&thread.is_alike).filter(|(_, is_alike)| **is_alike);
    !thread.is_alike[0]
        && is_told(first)
        && kept.all(|at| own.contains(&at) && (is_forum || !is_article(at)))
        && (is_forum || characters_kept(page, known) <= LITTLE)
        && others.clone().count() >= LEAST_POSTS
        && others.clone().all(|(post, _)| is_told(post))
}

/// Blocks of a post's foot that are looked at.
const MOST_IN_FOOT: usize = 40;

/// Short kept blocks of posts outside their bodies. A block in or next to an element of a body may be its last words (thanks
/// read like the name of a button), unless it is in a foot of its own with the time.
fn beside(page: &Page, known: &Known, thread: &Thread) -> Vec<BlockIndex> {
    let document = page.document();
    let container = |at: BlockIndex| page.blocks()[at].container;
    let around = |at: BlockIndex| [Some(container(at)), document.parent(container(at))];
    let is_kept = |at: &BlockIndex| known.kept[*at];
    let mut found = Vec::new();
    for (at_post, (start, end)) in thread.places.iter().enumerate() {
        let body = &thread.bodies[at_post];
        if !thread.is_alike[at_post]
            || !is_told(&thread.posts[at_post])
            || !body.iter().any(is_kept)
        {
            continue;
        }
        let elements: FxHashSet<NodeId> =
            body.iter().flat_map(|at| around(*at)).flatten().collect();
        let is_in_body =
            |at: BlockIndex| around(at).into_iter().flatten().any(|id| elements.contains(&id));
        let is_foot = |at: BlockIndex| {
            around(at).into_iter().flatten().any(|id| {
                let own = page.blocks_within(id);
                let is_apart = !body.iter().any(|at| own.contains(at));
                let mut foot = page.blocks()[own].iter().take(MOST_IN_FOOT);
                is_apart && foot.any(|block| has_time_in(page, block, known))
            })
        };
        let is_apart = |at: BlockIndex| {
            let (first, text) =
                (page.texts_of(&page.blocks()[at]).first(), thread.contents[at_post]);
            text.zip(first).is_some_and(|((start, end), own)| own.node < start || own.node >= end)
        };
        let is_outside = |at: BlockIndex| !is_in_body(at) || is_foot(at) || is_apart(at);
        let is_beside = |at: &BlockIndex| {
            let block = &page.blocks()[*at];
            block.characters <= LONGEST_BESIDE && is_outside(*at) || is_signature(page, block)
        };
        let own = page.blocks_between(*start, *end).filter(is_kept);
        found.extend(own.filter(is_beside));
    }
    let bodies: FxHashSet<BlockIndex> = thread.bodies.iter().flatten().copied().collect();
    found.retain(|at| !bodies.contains(at));
    found.sort_unstable();
    found.dedup();
    found
}

/// Blocks of a post that says no sentence (`+1`, `顶`), at most.
const MOST_SHORT: usize = 3;
/// Characters of the shortest sentence.
const SHORTEST_SENTENCE: u32 = 12;
/// Characters that a post may quote.
const MOST_QUOTED: u32 = 200;

fn lost(page: &Page, known: &Known, thread: &Thread) -> Vec<BlockIndex> {
    let is_lost = |at: &BlockIndex| {
        let block = &page.blocks()[*at];
        !known.kept[*at] && !block.is_hidden
    };
    // Comments under a post, an opening post that perhaps only repeats the first, and forms do not count; answers that begin
    // with who gives them do.
    let is_own = |at: usize| match (at, thread.is_alike[at]) {
        (_, true) => is_told(&thread.posts[at]),
        (0, false) => thread.is_question,
        (_, false) => is_told(&thread.posts[at]) && first_link(page, thread.places[at].0).is_some(),
    };
    let mut lost = Vec::new();
    for (at, body) in thread.bodies.iter().enumerate().filter(|(at, _)| is_own(*at)) {
        let is_quoted = |own: &BlockIndex| is_quoted(page, *own, thread.contents[at]);
        let said = body.iter().copied().filter(|own| !is_quoted(own));
        let quoted = body.iter().copied().filter(is_quoted);
        let says = |own: BlockIndex| page.blocks()[own].sentence_text() > SHORTEST_SENTENCE;
        // A post of pictures has buttons and counts alone.
        let is_only_button = body.len() > MOST_SHORT && !said.clone().any(says);
        if !is_only_button && said.clone().all(|own| !known.kept[own]) {
            lost.extend(said.filter(is_lost));
        }
        // What a post quotes is short and said before, so the model drops it. A whole post again is too much.
        let amount: u32 = quoted.clone().map(|own| page.blocks()[own].characters).sum();
        if amount <= MOST_QUOTED {
            let is_head = |own: &BlockIndex| is_above_text(page, &page.blocks()[*own]);
            lost.extend(quoted.filter(|own| is_lost(own) && !is_head(own)));
        }
    }
    lost.sort_unstable();
    lost.dedup();
    lost
}

/// The maximum number of characters of a block outside the body of a post.
const LONGEST_BESIDE: u32 = 40;

/// True if posts built alike hold most of the main text, and it is of a good part of them; or if there is no main text.
fn is_main_text(page: &Page, known: &Known, thread: &Thread) -> bool {
    let bodies = thread.bodies.iter().zip(&thread.contents);
    let all = bodies.zip(&thread.is_alike).zip(&thread.places);
    let alike: Vec<_> = all.filter(|((_, is_alike), _)| **is_alike).collect();
    let authors = thread.posts.iter().zip(&thread.is_alike).filter(|(_, is_alike)| **is_alike);
    let authors = authors.map(|(post, _)| post.author.as_deref());
    let titled = alike
        .iter()
        .zip(authors)
        .filter(|((((body, _), _), (start, _)), author)| is_titled(page, *start, body, *author));
    // Two boxes alike are seldom posts.
    let is_enough = alike.len() >= LEAST_POSTS || alike.len() == 2 && has_answers(page);
    if titled.count() * 2 > alike.len() || !is_enough {
        return false;
    }
    if !known.kept.contains(&true) {
        return true;
    }
    let ranges = alike.iter().map(|(_, (start, end))| page.blocks_between(*start, *end));
    let has_kept = |body: &[BlockIndex], text| {
        body.iter().any(|at| known.kept[*at] && !is_quoted(page, *at, text))
    };
    let bodies = alike.iter().filter(|(((body, text), _), _)| has_kept(body, **text)).count();
    let is_kept = |at: &BlockIndex| known.kept[*at];
    let is_head =
        |at: BlockIndex| is_above_text(page, &page.blocks()[at]) || is_quoted(page, at, None);
    // If no body is kept, perhaps the heads alone are.
    let are_heads = bodies == 0 && ranges.clone().flatten().filter(is_kept).all(is_head);
    let kept = match are_heads {
        true if is_plain_forum(known, thread) => alike.len(),
        true => ranges.clone().filter(|range| range.clone().any(|at| is_kept(&at))).count(),
        false => bodies,
    };
    kept * KEPT_POSTS >= alike.len() && known.hold_most(page, ranges)
}

/// True if a block quotes another post, inside the element of the text if that is known.
fn is_quoted(page: &Page, at: BlockIndex, text: Option<(NodeId, NodeId)>) -> bool {
    let around = page.block(at).container().up(LEVELS);
    around.take_while(|node| text.is_none_or(|(start, _)| node.id > start)).any(Node::is_quotation)
}

/// True if at least two posts, and half of them, have an author and a time.
pub(super) fn are_told(posts: &[Post]) -> bool {
    let told = posts.iter().filter(|post| is_told(post)).count();
    told >= 2 && told * 2 >= posts.len()
}

/// True if a post has an author and a time.
fn is_told(post: &Post) -> bool {
    post.author.is_some() && post.time.is_some()
}

/// Elements of one tag and build around kept text.
#[derive(Default)]
struct Repeated {
    /// The first of them.
    examples: Vec<NodeId>,
    /// The characters of kept text in them, and the last block that was counted.
    characters: u32,
    last: Option<BlockIndex>,
}

/// True if most of the kept text is in several similar elements near times, as posts are, and some text of elements like them
/// is not kept; or if no text is kept. Rules out most pages at little cost.
fn repeats(page: &Page, known: &Known) -> bool {
    let document = page.document();
    let mut alike: FxHashMap<(Tag, Build), Repeated> = FxHashMap::default();
    let mut all = 0;
    for at in (0..known.kept.len()).filter(|at| known.kept[*at]).take(MOST_BLOCKS) {
        let block = &page.blocks()[at];
        all += block.characters;
        let around = document.around(block.container);
        for id in around.take(LEVELS) {
            let Some(key) = key(page, id) else { continue };
            let own = alike.entry(key).or_default();
            if own.last.replace(at) != Some(at) {
                own.characters += block.characters;
            }
            if own.examples.len() < EXAMPLES && !own.examples.contains(&id) {
                own.examples.push(id);
            }
        }
    }
    if all == 0 {
        return true;
    }
    let tells_time = |id: &&NodeId| has_time_around(page, **id, known);
    alike.retain(|_, own| {
        own.characters * 2 > all
            && own.examples.len() >= 2
            && own.examples.iter().filter(tells_time).take(2).count() == 2
    });
    // By block, the number of lost blocks up to it: elements are nested.
    let mut lost = vec![0u32];
    lost.extend(known.kept.iter().scan(0, |sum, kept| {
        *sum += u32::from(!kept);
        Some(*sum)
    }));
    !alike.is_empty()
        && document.elements().any(|id| {
            let own = page.blocks_within(id);
            let is_lost = lost[own.end] > lost[own.start];
            is_lost && key(page, id).is_some_and(|key| alike.contains_key(&key))
        })
}

/// True if an element has a time in it or close to it: the head of a post may be an element of its own.
fn has_time_around(page: &Page, id: NodeId, known: &Known) -> bool {
    let own = page.blocks_within(id);
    let before = own.start.saturating_sub(BLOCKS_BEFORE)..own.start;
    let after = own.end..(own.end + BLOCKS_AFTER).min(page.blocks().len());
    let mut around = page.blocks()[before].iter().chain(&page.blocks()[after]);
    has_time(page, id, known) || around.any(|block| has_time_in(page, block, known))
}

/// The tag and build of an element that may hold a post.
fn key(page: &Page, id: NodeId) -> Option<(Tag, Build)> {
    let tag = page.document().tag(id);
    let holds = matches!(
        tag,
        Tag::DIV | Tag::LI | Tag::ARTICLE | Tag::TABLE | Tag::TR | Tag::TD | Tag::SECTION | Tag::DL
    );
    let build = page.marks().build(id);
    let is_plain = matches!(tag, Tag::ARTICLE | Tag::TABLE | Tag::TR);
    (holds && (is_plain || build != Build::PLAIN)).then_some((tag, build))
}

/// True if a link above the text of a post leads elsewhere, as the title of a teaser does, and is not the author's name.
fn is_titled(page: &Page, start: NodeId, body: &[BlockIndex], author: Option<&str>) -> bool {
    let Some(first) = body.first() else { return false };
    let above = page.blocks_within(start).start..*first;
    page.blocks()[above].iter().any(|block| {
        block.is_mostly_linked()
            && block.tokens >= LEAST_TITLE
            && !author.is_some_and(|name| page.block_text(block).starts_with(name))
            && !is_head(page, block)
            && leads_elsewhere(page, block)
    })
}

/// True if a block has a date or is of a name and buttons.
fn is_head(page: &Page, block: &Block) -> bool {
    !block.is_heading && is_around_text(page.block_text(block), None)
}

/// True if a block holds a link that leads to no place of a page.
fn leads_elsewhere(page: &Page, block: &Block) -> bool {
    let document = page.document();
    let links = page.texts_of(block).iter().flat_map(|text| {
        document.ancestors(text.node).take(4).filter(|id| document.tag(*id) == Tag::A)
    });
    let mut addresses = links.filter_map(|id| document.attribute(id, AttributeName::HREF));
    addresses.any(|address| !address.contains('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the lost bodies of a page if the blocks with these words are kept.
    fn lost(html: &str, kept: &[&str]) -> Vec<String> {
        let page = Page::new(html, Some("https://example.com/t/1"));
        let text = |block: &Block| page.block_text(block).to_owned();
        let is_kept = |block| kept.iter().any(|words| text(block).contains(words));
        let kept: Vec<bool> = page.blocks().iter().map(is_kept).collect();
        let known = Known { kind: None, kinds: &[], kept: &kept, read_at: None };
        post_blocks(&page, &known).0.lost.into_iter().map(|at| text(&page.blocks()[at])).collect()
    }

    fn post(number: u32, by: &str, text: &str) -> String {
        format!(
            "<div id=p{number} class=post><div class=postbody><h3><a href=#p{number}>Re: Gears</a></h3><ul class=post-buttons><li><a href=/q{number}>Quote</a></li></ul><p class=author>by <a class=username href=/u{number}>{by}</a> » Tue Mar 03, 2020 9:0{number} pm</p><div class=content>{text}</div></div></div>"
        )
    }

    #[test]
    fn short_posts_of_a_thread_are_text_with_the_long_ones() {
        let posts = post(1, "Ann", "The third gear grinds when it rains. Has anybody seen this?")
            + &post(2, "Bob", "Same here")
            + &post(3, "Ann", "Which oil")
            + &post(4, "Eve", "That is the cable, so loosen the screw and try once more.");
        let html = format!("<title>Gears</title><h1>Gears</h1>{posts}<p>Who is online: nobody.");
        let long = ["The third gear", "That is the cable"];
        assert_eq!(lost(&html, &long), ["Same here", "Which oil"]);
        // The heads alone are kept, or nothing.
        assert_eq!(lost(&html, &["by Ann", "by Bob", "by Eve"]).len(), 4);
        assert_eq!(lost(&html, &[]).len(), 4);
        // The text is elsewhere.
        let article = format!("{}<p>{}", html, "It was early, and it rained all day. ".repeat(20));
        assert_eq!(lost(&article, &["The third gear", "It was early"]), [""; 0]);
    }

    #[test]
    fn teasers_are_no_posts() {
        let teaser = |number: u32, by: &str, text: &str| {
            format!(
                "<div class=post><h2><a href=/n/{number}>Note {number}: what the river said</a></h2><b class=author>{by}</b> <em>2024-05-0{number} 10:00</em><div class=content>{text}</div></div>"
            )
        };
        let html = teaser(1, "Ann", "It rained for a day, and nobody came to the station.")
            + &teaser(2, "Bob", "No rain")
            + &teaser(3, "Eve", "It rained for three days, and somebody came at last.");
        assert_eq!(lost(&html, &["It rained"]), [""; 0]);
    }
}
