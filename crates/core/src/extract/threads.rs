//! The posts of a thread as sections of what is written.

use crate::dom::NodeId;
use crate::page::{BlockIndex, Page};
use crate::records::Records;
use crate::render::events::{Element, Event};
use crate::render::{self, Parts, Section};
use crate::select::{self, Content};

/// Headings of posts begin at this level; the title of the thread is above them.
const LEVEL: u32 = 2;

/// A section for every post with an author or a time, in document order.
pub(super) fn sections(records: &Records) -> Vec<Section> {
    let posts = records.posts.iter().zip(&records.post_places);
    let told = posts.filter_map(|(post, (start, end))| {
        let level = u8::try_from((LEVEL + post.depth).min(6)).unwrap_or(6);
        post.heading().map(|heading| Section { start: *start, end: *end, level, heading })
    });
    told.collect()
}

/// The sign of a heading that only marks where the nodes of a post begin.
const MARK: char = '\u{0}';

/// The text of each post as in the article, or its whole body if the article omits it.
pub(super) fn texts(
    page: &Page,
    content: &Content,
    records: &Records,
    parts: Parts,
    most: usize,
) -> Vec<Option<String>> {
    let owners = owners(records);
    let owner = |node: NodeId| {
        let at = owners.partition_point(|own| own.start <= node).checked_sub(1)?;
        owners[at].post.filter(|_| node < owners[at].end)
    };
    let mut has_text = vec![false; records.posts.len()];
    let first = |at: BlockIndex| page.texts_of(&page.blocks()[at]).first().map(|text| text.node);
    let kept = content.blocks.iter().filter_map(|(at, _)| owner(first(*at)?));
    kept.for_each(|post| has_text[post] = true);
    let bodies = records.post_bodies.iter().zip(&has_text).filter(|(_, has_text)| !**has_text);
    let lost: Vec<BlockIndex> = bodies.flat_map(|(body, _)| body).copied().collect();
    let content = select::with_blocks(page, content, lost);
    let sections: Vec<Section> = owners.iter().map(Owner::section).collect();
    let (events, _) = render::of_thread(page, &content, parts, &sections, most);
    let mut texts = vec![None; records.posts.len()];
    let mut take = |post: Option<usize>, events: &[Event]| {
        let Some(post) = post else { return };
        let text = render::text(events);
        let own: &mut Option<String> = &mut texts[post];
        match own {
            Some(own) if !text.is_empty() => *own = format!("{own}\n{text}"),
            None if !text.is_empty() => *own = Some(text),
            _ => {}
        }
    };
    let (mut from, mut post) = (0, None);
    for at in 0..events.len() {
        if let Some(next) = marked(&events[at..]) {
            take(post, &events[from..at]);
            (from, post) = (at + MARK_EVENTS, next);
        }
    }
    take(post, &events[from..]);
    texts
}

/// The events of a mark: a heading with its text.
const MARK_EVENTS: usize = 3;

/// The post that the mark at the start of events is of.
fn marked(events: &[Event]) -> Option<Option<usize>> {
    let [Event::Start(Element::Heading(_)), Event::Text(text), Event::End, ..] = events else {
        return None;
    };
    text.strip_prefix(MARK).map(|number| number.parse().ok())
}

/// Nodes of one post, or of none.
struct Owner {
    start: NodeId,
    end: NodeId,
    post: Option<usize>,
}

impl Owner {
    fn section(&self) -> Section {
        let number = self.post.map(|post| post.to_string()).unwrap_or_default();
        let heading = format!("{MARK}{number}");
        Section { start: self.start, end: self.end, level: 6, heading }
    }
}

/// Whose nodes are whose, in document order: answers inside a post have theirs, what follows them is the post's again.
fn owners(records: &Records) -> Vec<Owner> {
    const LAST: NodeId = NodeId(u32::MAX);
    let mut found: Vec<Owner> = Vec::new();
    let mut begin = |start: NodeId, post| {
        if let Some(last) = found.last_mut() {
            last.end = start;
        }
        found.push(Owner { start, end: LAST, post });
    };
    let mut open: Vec<(usize, NodeId)> = Vec::new();
    for (post, (start, end)) in records.post_places.iter().enumerate() {
        while let Some((_, ended)) = open.pop_if(|(_, ended)| *ended <= *start) {
            begin(ended, open.last().map(|(post, _)| *post));
        }
        begin(*start, Some(post));
        open.push((post, *end));
    }
    while let Some((_, ended)) = open.pop() {
        begin(ended, open.last().map(|(post, _)| *post));
    }
    found
}
