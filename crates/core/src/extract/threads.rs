//! The posts of a thread as sections of what is written.

use crate::records::{Records, post_heading};
use crate::render::Section;

/// Headings of posts begin at this level; the title of the thread is above them.
const LEVEL: u32 = 2;

/// A section for every post with an author or a time, in document order.
pub(super) fn sections(records: &Records) -> Vec<Section> {
    let posts = records.posts.iter().zip(&records.post_places);
    let told = posts.filter_map(|(post, (start, end))| {
        let level = u8::try_from((LEVEL + post.depth).min(6)).unwrap_or(6);
        post_heading(post).map(|heading| Section { start: *start, end: *end, level, heading })
    });
    told.collect()
}
