//! The blocks of posts that a method gets wrong: it judges block by block, and loses the short ones.

use rustc_hash::FxHashSet;

use super::known::Known;
use super::main_text::is_quoted;
use super::row::{Role, Row, is_signature};
use super::said::Discussion;
use super::short::is_above_text;
use super::when::has_time_in;
use crate::dom::NodeId;
use crate::page::{BlockIndex, BlockRef, Node, Page};

/// Blocks of a post's foot that are looked at.
const MOST_IN_FOOT: usize = 40;
/// Blocks of a post that says no sentence (`+1`, `顶`), at most.
const MOST_SHORT: usize = 3;
/// Characters of the shortest sentence.
const SHORTEST_SENTENCE: u32 = 12;
/// Characters that a post may quote.
const MOST_QUOTED: u32 = 200;
/// The maximum number of characters of a block outside the body of a post.
const LONGEST_BESIDE: u32 = 40;

/// The corrections to a method that judges a thread block by block; in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostBlocks {
    /// The blocks of the bodies of posts that were lost whole.
    pub lost: Vec<BlockIndex>,
    /// Short kept blocks of posts outside their bodies: votes, names of buttons, facts about the person.
    pub beside: Vec<BlockIndex>,
    /// Kept blocks of comments under an article or an answer.
    pub comments: Vec<BlockIndex>,
}

impl Discussion {
    /// What a method that kept these blocks gets wrong.
    pub(crate) fn blocks(&self, page: &Page, known: &Known) -> PostBlocks {
        let mut found = PostBlocks::default();
        let comments = self.comments.iter().flat_map(|row| row.blocks(page));
        found.comments.extend(comments.filter(|block| known.kept[block.at]).map(|block| block.at));
        put_in_order(&mut found.comments);
        // One box with a name may be anything.
        if self.alike().count() < 2 {
            return found;
        }
        for row in self.posts.iter().filter(|row| self.is_text(row)) {
            found.lost.extend(lost(page, known, row));
        }
        for row in self.alike().filter(|row| row.has_sign()) {
            found.beside.extend(beside(page, known, row));
        }
        let bodies: FxHashSet<BlockIndex> =
            self.posts.iter().flat_map(|row| &row.body).copied().collect();
        found.beside.retain(|at| !bodies.contains(at));
        put_in_order(&mut found.lost);
        put_in_order(&mut found.beside);
        found
    }

    /// True for a post that is text whether or not the method kept it: not for an opening post that perhaps only repeats the
    /// first, nor for forms between posts.
    fn is_text(&self, row: &Row) -> bool {
        match row.role {
            Role::Alike => row.has_sign(),
            Role::Opening => self.is_question,
            // A form between posts has a time or a name of its own, seldom both; an answer has an author.
            Role::Inside => row.post.author.is_some(),
        }
    }
}

fn put_in_order(blocks: &mut Vec<BlockIndex>) {
    blocks.sort_unstable();
    blocks.dedup();
}

fn lost(page: &Page, known: &Known, row: &Row) -> Vec<BlockIndex> {
    let (quoted, said): (Vec<BlockRef>, Vec<BlockRef>) =
        row.body(page).partition(|block| is_quoted(*block, row.content));
    // A post of pictures has buttons and counts alone.
    let says = said.iter().any(|block| block.sentence_text() > SHORTEST_SENTENCE);
    let is_only_button = row.body.len() > MOST_SHORT && !says;
    let is_lost = |block: &BlockRef| !known.kept[block.at] && !block.is_hidden;
    let mut lost: Vec<BlockRef> = Vec::new();
    if !is_only_button && said.iter().all(|block| !known.kept[block.at]) {
        lost.extend(said.into_iter().filter(is_lost));
    }
    // What a post quotes is short and said before, so the model drops it. A whole post again is too much.
    if quoted.iter().map(|block| block.characters).sum::<u32>() <= MOST_QUOTED {
        lost.extend(quoted.into_iter().filter(|block| is_lost(block) && !is_above_text(*block)));
    }
    lost.iter().map(|block| block.at).collect()
}

/// Short kept blocks of a post outside its body. A block in or next to an element of the body may be its last words (thanks
/// read like the name of a button), unless it is in a foot of its own with the time.
fn beside(page: &Page, known: &Known, row: &Row) -> Vec<BlockIndex> {
    if !row.body.iter().any(|at| known.kept[*at]) {
        return Vec::new();
    }
    let elements: FxHashSet<NodeId> =
        row.body(page).flat_map(|block| near(block).map(|node| node.id)).collect();
    let is_outside = |block: BlockRef| {
        !near(block).any(|node| elements.contains(&node.id))
            || near(block).any(|node| is_foot(node, row, known))
            || is_out_of(block, row)
    };
    let kept = row.blocks(page).filter(|block| known.kept[block.at]);
    let found = kept.filter(|block| {
        block.characters <= LONGEST_BESIDE && is_outside(*block) || is_signature(*block)
    });
    found.map(|block| block.at).collect()
}

/// The element around a block, and the one around that.
fn near(block: BlockRef<'_>) -> impl Iterator<Item = Node<'_>> {
    block.container().up(2)
}

/// True if an element has a time and no block of the text.
fn is_foot(node: Node, row: &Row, known: &Known) -> bool {
    let range = node.block_range();
    !row.body.iter().any(|at| range.contains(at))
        && node.blocks().take(MOST_IN_FOOT).any(|block| has_time_in(block, known))
}

/// True if a block begins outside the element that is plainly the text's.
fn is_out_of(block: BlockRef, row: &Row) -> bool {
    let first = block.texts().first();
    row.content.zip(first).is_some_and(|((start, end), text)| text.node < start || text.node >= end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Signs, discussion};

    /// The texts of the lost bodies of a page if the blocks with these words are kept.
    fn lost(html: &str, kept: &[&str]) -> Vec<String> {
        let page = Page::new(html, Some("https://example.com/t/1"));
        let is_kept = |block: BlockRef| kept.iter().any(|words| block.text().contains(words));
        let kept: Vec<bool> = page.block_refs().map(is_kept).collect();
        let known = Known { kind: None, kinds: &[], kept: &kept, read_at: None };
        let lost = discussion(&page, &known, Signs::of(&page, &known, false))
            .blocks(&page, &known)
            .lost
            .into_iter();
        lost.map(|at| page.block(at).text().to_owned()).collect()
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
