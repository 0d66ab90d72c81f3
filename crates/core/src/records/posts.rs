//! Posts of a thread.

use super::groups::{Group, groups};
use super::known::Known;
use super::post::{Post, author_in, read, time_in};
use crate::dom::NodeId;
use crate::page::{Block, Page};

/// Posts of a thread or discussion at most.
const MOST: usize = 2_000;

/// The posts of a thread: the group of siblings with most main text, people and times.
pub(super) fn thread(page: &Page, known: &Known) -> Vec<Post> {
    let best = groups(page, NodeId(0), 2).into_iter().filter_map(|group| {
        let score = post_score(page, &group, known);
        (score > 0.0).then_some((score, group))
    });
    let best = best.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.members[0].cmp(&a.1.members[0])));
    let Some((_, group)) = best else { return Vec::new() };
    let document = page.document();
    let members: Vec<(NodeId, NodeId)> =
        group.members.iter().map(|id| (*id, document.end(*id))).collect();
    let mut posts = read_all(page, &members, known);
    if let Some(opening) = opening(page, group.members[0], known) {
        // Numbers told by the page stay; those by place move on.
        let is_counted = |(at, post): (usize, &Post)| post.floor == u32::try_from(at + 1).ok();
        if posts.iter().enumerate().all(is_counted) {
            for post in &mut posts {
                post.floor = post.floor.map(|floor| floor + 1);
            }
        }
        posts.insert(0, opening);
    }
    posts
}

/// Main text before the group of posts is a post if it has at least this many characters.
const LEAST_OPENING: u32 = 60;

/// The opening post, if it is apart from the answers: the main text before them.
fn opening(page: &Page, first: NodeId, known: &Known) -> Option<Post> {
    let document = page.document();
    let starts_before =
        |block: &Block| page.texts_of(block).first().is_some_and(|text| text.node < first);
    let before = page.blocks().iter().zip(known.kept).take_while(|(block, _)| starts_before(block));
    let chosen = before.filter(|(block, kept)| **kept && !block.is_heading).map(|(block, _)| block);
    let chosen: Vec<&Block> =
        chosen.filter(|block| block.sentence_text() > 0 || block.tokens > 8).collect();
    let amount: u32 = chosen.iter().map(|block| block.characters).sum();
    if amount < LEAST_OPENING {
        return None;
    }
    let (start, last) = (chosen.first()?.container, chosen.last()?.container);
    // The largest element around that text that does not hold the answers.
    let around =
        |id: &NodeId| *id <= start && document.end(*id) > last && document.end(*id) <= first;
    let element = std::iter::once(start)
        .chain(document.ancestors(start))
        .take_while(|id| document.end(*id) <= first)
        .filter(around)
        .last()?;
    let mut post = read(page, element, document.end(element).min(first), known);
    let lines: Vec<String> = chosen.iter().map(|block| page.block_text(block).to_owned()).collect();
    post.text = lines.join("\n");
    post.floor = Some(1);
    Some(post)
}

/// Characters of a post that count for its score at most.
const ENOUGH_TEXT: u32 = 1_000;

/// The score of a group as posts: its main text, raised if most members have a name or a time.
pub(super) fn post_score(page: &Page, group: &Group, known: &Known) -> f32 {
    let looked_at = group.members.len().min(12);
    let (mut own, mut signs) = (0u32, 0u32);
    for id in &group.members[..looked_at] {
        let blocks = page.blocks_within(*id);
        let kept = page.blocks()[blocks.clone()].iter().zip(&known.kept[blocks.clone()]);
        let kept: u32 = kept.filter(|(_, kept)| **kept).map(|(block, _)| block.characters).sum();
        // What the method dropped may be short answers.
        let amounts = page.stats().amounts(page.document(), *id);
        let other = amounts.characters.saturating_sub(amounts.link_characters) / 4;
        own += (kept + other).min(ENOUGH_TEXT);
        let has_time = page.blocks()[blocks.clone()]
            .iter()
            .take(40)
            .any(|block| block.characters <= 60 && time_in(page, block, known.read_at).is_some());
        signs += u32::from(has_time)
            + u32::from(author_in(page, *id, page.document().end(*id)).is_some());
    }
    let members = looked_at as f32;
    let share = signs as f32 / (2.0 * members);
    if share < 0.4 {
        return 0.0;
    }
    own as f32 / members * share.powi(3) * group.members.len() as f32
}

/// Reads posts, each from its first to its last node. A post that contains the next one ends where that begins.
pub(super) fn read_all(page: &Page, members: &[(NodeId, NodeId)], known: &Known) -> Vec<Post> {
    let mut posts = Vec::new();
    for (at, (id, end)) in members.iter().enumerate().take(MOST) {
        let end = members.get(at + 1).map_or(*end, |(next, _)| *end.min(next));
        let mut post = read(page, *id, end, known);
        if post.text.is_empty() {
            continue;
        }
        let number = u32::try_from(posts.len() + 1).ok();
        post.floor = post.floor.or(number);
        posts.push(post);
    }
    posts
}
