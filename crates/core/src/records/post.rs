//! One post or comment, and its place.

use serde::{Deserialize, Serialize};

use crate::dom::NodeId;

/// A post of a thread, or a comment on an article.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Post {
    /// The author.
    pub author: Option<String>,
    /// The time, in ISO 8601.
    pub time: Option<String>,
    /// Its number in the thread, from 1, as the page gives it, or else by its place on the page. Answers below a post (楼中楼)
    /// have no number unless the page gives them one.
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

/// The place of a post.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) start: NodeId,
    pub(super) end: NodeId,
    /// Answers inside it, which are posts of their own, in document order and apart.
    pub(super) holes: Vec<(NodeId, NodeId)>,
}

impl Place {
    /// True if a node is part of it and not of its answers.
    pub(super) fn has(&self, id: NodeId) -> bool {
        let before = self.holes.partition_point(|(start, _)| *start <= id);
        let is_in_hole = before.checked_sub(1).is_some_and(|at| id < self.holes[at].1);
        id >= self.start && id < self.end && !is_in_hole
    }
}
