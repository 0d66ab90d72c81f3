//! Posts around posts: answers under one post (楼中楼), comments on one answer.

use super::said::{is_above_text, is_said};
use crate::dom::NodeId;
use crate::page::{Name, Page};

/// A group with its score as posts.
#[derive(Debug)]
pub(super) struct Scored {
    pub(super) members: Vec<NodeId>,
    pub(super) score: f32,
    /// The share of the two signs, a name and a time, that its members have.
    pub(super) share: f32,
    /// True if its members have no parent in common.
    pub(super) is_apart: bool,
}

/// The minimum number of the two signs that each member of a group of posts has.
const SIGNS: f32 = 0.7;

/// Groups that are looked at as holders, at most.
const MOST: usize = 100;

/// The place in `around` of the member that holds an element.
fn holder(around: &[(NodeId, NodeId)], id: NodeId) -> Option<usize> {
    let before = around.partition_point(|(start, _)| *start < id);
    before.checked_sub(1).filter(|at| id < around[*at].1)
}

/// The group whose members hold those of another and have text of their own: posts, if the others are comments.
pub(super) fn around<'a>(page: &Page, all: &'a [Scored], best: &Scored) -> Option<&'a Scored> {
    let document = page.document();
    let characters = |id: NodeId| page.node(id).characters();
    let is_around = |other: &&Scored| {
        let members = &other.members;
        if members == &best.members {
            return false;
        }
        let places: Vec<(NodeId, NodeId)> =
            members.iter().map(|id| (*id, document.end(*id))).collect();
        // Members inside one another are no holders of anything else.
        if places.windows(2).any(|two| two[1].0 < two[0].1) {
            return false;
        }
        let inside = best.members.iter().filter(|id| holder(&places, **id).is_some());
        let inside: Vec<NodeId> = inside.copied().collect();
        let own: u32 = members.iter().map(|id| characters(*id)).sum();
        let theirs: u32 = inside.iter().map(|id| characters(*id)).sum();
        let holders = places.len();
        // An element around nearly all of them is around the thread, not around a post.
        let mut held = vec![0usize; places.len()];
        inside.iter().filter_map(|id| holder(&places, *id)).for_each(|at| held[at] += 1);
        let most = held.iter().max().copied().unwrap_or(0);
        let is_spread = inside.len() < 4 || most * 10 <= inside.len() * 7;
        let is_most = is_spread && inside.len() * 2 >= best.members.len();
        is_most && inside.len() >= holders.min(2) && own.saturating_sub(theirs) * 3 >= own
    };
    let likely = all.iter().filter(|other| other.share >= SIGNS).take(MOST);
    likely
        .filter(is_around)
        .max_by(|a, b| a.score.total_cmp(&b.score).then(b.members[0].cmp(&a.members[0])))
}

/// True if an element, or one of those around it inside the post, is named for answers.
fn is_named(page: &Page, id: NodeId, post: NodeId) -> bool {
    let mut own = page.document().around(id).take(4).take_while(|id| *id > post);
    own.any(|id| page.marks().class(id).has(Name::Answers))
}

/// Answers inside the posts: the largest group of elements with names and times that are in posts, below their text.
pub(super) fn inside(
    page: &Page,
    all: &[Scored],
    posts: &[(NodeId, NodeId)],
) -> Vec<(NodeId, NodeId)> {
    let document = page.document();
    let is_nested = posts.windows(2).any(|two| two[1].0 < two[0].1);
    if is_nested {
        return Vec::new();
    }
    let members = |scored: &Scored| -> Vec<(NodeId, NodeId)> {
        let own = scored.members.iter().filter(|id| {
            holder(posts, **id).is_some_and(|at| {
                let (start, end) = posts[at];
                let all = page.stats().between(start, end).characters;
                let is_part = page.node(**id).characters() * 5 <= all * 4;
                is_part && is_named(page, **id, start)
            })
        });
        let mut found: Vec<(NodeId, NodeId)> = Vec::new();
        for id in own {
            // Of answers in answers the outer one.
            if found.last().is_none_or(|(_, end)| id >= end) {
                found.push((*id, document.end(*id)));
            }
        }
        found
    };
    /// Blocks above an answer that are looked at.
    const MOST_ABOVE: usize = 20;
    /// Answers of a group that are looked at.
    const EXAMPLES: usize = 20;
    // Heads of the posts, above all text, are no answers.
    let is_below = |(start, _): &(NodeId, NodeId)| {
        let Some(at) = holder(posts, *start) else { return false };
        let above = &page.blocks()[page.blocks_between(posts[at].0, *start)];
        let mut above = above.iter().take(MOST_ABOVE);
        above.any(|block| is_said(page, block, None) && !is_above_text(page, block))
    };
    let groups = all.iter().filter(|scored| scored.share >= SIGNS).map(members);
    let groups = groups.filter(|found| found.iter().take(EXAMPLES).any(is_below));
    groups.max_by_key(Vec::len).unwrap_or_default()
}
