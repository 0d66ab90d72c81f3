//! A post of a thread, or a comment.

use serde::{Deserialize, Serialize};

/// A post of a thread, or a comment on an article.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Post {
    /// The author.
    pub author: Option<String>,
    /// The time, in ISO 8601.
    pub time: Option<String>,
    /// Its number in the thread, from 1, as the page gives it, or else by its place on the page. A question above its answers has
    /// none, nor have answers below a post (楼中楼), unless the page gives them one.
    pub floor: Option<u32>,
    /// Its depth among the answers: 0 for a post that is no answer.
    #[serde(default)]
    pub depth: u32,
    /// The post that it answers, by its place in the list, from 0, where the page shows it.
    #[serde(default)]
    pub parent: Option<u32>,
    /// Its text, a line for each block; code has the lines that it is written in.
    pub text: String,
}

impl Post {
    /// Author, time and number: `Ann · 2021-05-01 12:30 · #3`. `None` without author and time.
    pub fn heading(&self) -> Option<String> {
        let time = self.time.as_deref().map(shown_time);
        if self.author.is_none() && time.is_none() {
            return None;
        }
        let floor = self.floor.map(|floor| format!("#{floor}"));
        let parts: Vec<String> = [self.author.clone(), time, floor].into_iter().flatten().collect();
        Some(parts.join(" · "))
    }
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
        assert_eq!(post.heading(), None);
        post.author = Some("Ann".into());
        post.time = Some("2021-05-01T12:30:00+08:00".into());
        post.floor = Some(3);
        assert_eq!(post.heading().as_deref(), Some("Ann · 2021-05-01 12:30+08:00 · #3"));
    }
}
