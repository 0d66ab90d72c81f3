//! The posts of a thread as sections of what is written.

use crate::dom::NodeId;
use crate::records::{Post, Records};
use crate::render::events::{Element, Event};
use crate::render::{self, Section};

/// Headings of posts begin at this level; the title of the thread is above them.
const LEVEL: u32 = 2;

/// The sections of an article: its posts, if one of them has an author or a time. Each with a heading begins with it.
pub(super) fn sections(records: &Records) -> Vec<Section> {
    let found = owners(records);
    if found.iter().any(|section| section.heading.is_some()) { found } else { Vec::new() }
}

/// The heading of a post: its level and its words.
fn heading(post: &Post) -> Option<(u8, String)> {
    let level = u8::try_from((LEVEL + post.depth).min(6)).unwrap_or(6);
    post.heading().map(|heading| (level, heading))
}

/// The sections that only mark whose post a place is: the text stays as it is without them.
pub(super) fn marks(records: &Records) -> Vec<Section> {
    let mut found = if records.posts.is_empty() { Vec::new() } else { owners(records) };
    found.iter_mut().for_each(|section| section.is_apart = false);
    found
}

/// The events of an article with the headings of its sections in place of their marks, or behind them, if they are kept.
pub(super) fn with_headings<'a>(
    events: Vec<Event<'a>>,
    sections: &[Section],
    keeps_marks: bool,
) -> Vec<Event<'a>> {
    if sections.is_empty() {
        return events;
    }
    let mut written = Vec::with_capacity(events.len() + 2 * sections.len());
    for event in events {
        match event {
            Event::Section(number) => {
                written.extend(keeps_marks.then_some(event));
                if let Some((level, words)) = sections[number].heading.clone() {
                    written.extend(Event::line(Element::Heading(level), words));
                }
            }
            event => written.push(event),
        }
    }
    written
}

/// The posts, each with its text as in the article, which is cut at the marks of its sections; one that the article lacks, by
/// the caller's choice, has what its body says.
pub(super) fn posts(records: &Records, events: &[Event], sections: &[Section]) -> Vec<Post> {
    let mut posts = records.posts.clone();
    for (post, text) in posts.iter_mut().zip(texts(events, sections, records)) {
        post.text = text.unwrap_or_else(|| std::mem::take(&mut post.text));
    }
    posts
}

/// The text of each post between the marks of sections.
fn texts(events: &[Event], sections: &[Section], records: &Records) -> Vec<Option<String>> {
    let mut texts: Vec<Option<String>> = vec![None; records.posts.len()];
    let is_mark = |event: &Event| matches!(event, Event::Section(_));
    for (at, event) in events.iter().enumerate() {
        let Event::Section(number) = event else { continue };
        let Some(post) = sections[*number].post else { continue };
        let rest = &events[at + 1..];
        let text = render::text(&rest[..rest.iter().position(is_mark).unwrap_or(rest.len())]);
        match &mut texts[post] {
            _ if text.is_empty() => {}
            Some(before) => *before = format!("{before}\n{text}"),
            before => *before = Some(text),
        }
    }
    texts
}

/// Whose nodes are whose, in document order: answers inside a post have theirs, what follows them is the post's again.
fn owners(records: &Records) -> Vec<Section> {
    const LAST: NodeId = NodeId(u32::MAX);
    let mut found: Vec<Section> = Vec::new();
    let mut open: Vec<(usize, NodeId)> = Vec::new();
    let places = records.post_places.iter().copied().map(Some).chain([None]);
    for (post, place) in places.enumerate() {
        let (start, end) = place.unwrap_or((LAST, LAST));
        while let Some((_, ended)) = open.pop_if(|(_, ended)| *ended <= start) {
            let (post, end) = open.last().map_or((None, LAST), |(post, end)| (Some(*post), *end));
            found.push(Section { start: ended, end, post, heading: None, is_apart: true });
        }
        if place.is_some() {
            let heading = records.posts.get(post).and_then(heading);
            found.push(Section { start, end, post: Some(post), heading, is_apart: true });
            open.push((post, end));
        }
    }
    found
}
