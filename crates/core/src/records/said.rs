//! What people say on a page, as it was found.

use super::row::{Role, Row};

/// The posts and comments of a page, in its order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Discussion {
    /// The posts of a thread, which are the main text.
    pub(super) posts: Vec<Row>,
    /// Comments, which are no main text: under an article, or under the answers to a question.
    pub(super) comments: Vec<Row>,
    /// True if the first post is a question without a name: names and times are those of the answers.
    pub(super) is_question: bool,
    /// True if the page says that its posts are answers to a question.
    pub(super) is_asked: bool,
}

impl Discussion {
    /// True if the opening is apart from the others.
    pub(super) fn is_opened(&self) -> bool {
        self.posts.first().is_some_and(|first| first.role == Role::Opening)
    }

    /// True if the first post is surely the one that began the thread: it is apart from the others, the page numbers it 1, or
    /// none has an earlier day.
    pub(super) fn begins(&self) -> bool {
        let Some(first) = self.posts.first() else { return false };
        if first.post.floor.is_some_and(|floor| floor != 1) {
            return false;
        }
        let earliest = self.posts.iter().filter_map(Row::day).min();
        match first.day().zip(earliest) {
            Some((first, earliest)) => first == earliest,
            None => self.is_opened() || first.is_numbered && first.post.floor == Some(1),
        }
    }

    /// True if at least two posts, and half of them, have an author and a time.
    pub(super) fn is_signed(&self) -> bool {
        let signed = self.posts.iter().filter(|row| row.is_signed()).count();
        signed >= 2 && signed * 2 >= self.posts.len()
    }

    /// True if the page numbers most of the posts.
    pub(super) fn is_numbered(&self) -> bool {
        let numbered = self.alike().filter(|row| row.is_numbered).count();
        numbered >= 2 && numbered * 4 >= self.alike().count() * 3
    }

    /// The posts built alike.
    pub(super) fn alike(&self) -> impl Iterator<Item = &Row> + Clone {
        self.posts.iter().filter(|row| row.role == Role::Alike)
    }
}
