//! The posts of a thread as sections of what is written.

use crate::records::{Post, Records};
use crate::render::Section;

/// Headings of posts begin at this level; the title of the thread is above them.
const LEVEL: u32 = 2;

/// A section for every post with an author or a time, in document order.
pub(super) fn sections(records: &Records) -> Vec<Section> {
    let posts = records.posts.iter().zip(&records.post_places);
    let told = posts.filter_map(|(post, (start, end))| {
        let level = u8::try_from((LEVEL + post.depth).min(6)).unwrap_or(6);
        heading(post).map(|heading| Section { start: *start, end: *end, level, heading })
    });
    told.collect()
}

/// Author, time and number of a post: `Ann · 2021-05-01 12:30 · #3`.
fn heading(post: &Post) -> Option<String> {
    let time = post.time.as_deref().map(shown_time);
    if post.author.is_none() && time.is_none() {
        return None;
    }
    let floor = post.floor.map(|floor| format!("#{floor}"));
    let parts: Vec<String> = [post.author.clone(), time, floor].into_iter().flatten().collect();
    Some(parts.join(" · "))
}

/// `2021-05-01 12:30` of `2021-05-01T12:30:00`.
fn shown_time(iso: &str) -> String {
    let Some((day, clock)) = iso.split_once('T') else { return iso.to_owned() };
    let (minutes, rest) = clock.split_at_checked(5).unwrap_or((clock, ""));
    format!("{day} {minutes}{}", rest.strip_prefix(":00").unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_tell_who_and_when() {
        let mut post = Post::default();
        assert_eq!(heading(&post), None);
        post.author = Some("Ann".into());
        post.time = Some("2021-05-01T12:30:00+08:00".into());
        post.floor = Some(3);
        assert_eq!(heading(&post).as_deref(), Some("Ann · 2021-05-01 12:30+08:00 · #3"));
    }
}
