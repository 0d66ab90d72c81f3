//! Records that a page repeats: posts of a thread, comments on an article, items of a list. Also the facts of a product, a recipe and an event.
//! No site is known by name.
//!
//! A post is a [`row::Row`]: a member of a group of elements built alike ([`groups`]), read once. Posts and
//! comments are found before the text is chosen ([`discussion()`]), and text, posts, kind and chunks follow them.

mod blocks;
mod comments;
mod content;
mod declared;
mod depth;
mod discussion;
mod event;
mod groups;
mod heading;
mod inside;
mod items;
mod known;
mod main_text;
mod name;
mod opening;
mod place;
mod post;
mod product;
mod recipe;
mod row;
mod rows;
mod said;
mod short;
mod signs;
#[cfg(test)]
mod tests;
mod when;

use crate::dom::NodeId;
use crate::kind::PageKind;
use crate::page::Page;
use row::Row;

pub(crate) use blocks::PostBlocks;
pub(crate) use declared::squashed;
pub(crate) use discussion::discussion;
pub use event::Event;
pub use items::{Item, ItemGroup};
pub(crate) use known::{Known, LISTS};
pub use post::Post;
pub use product::{Parameter, Product};
pub use recipe::Recipe;
pub(crate) use recipe::recipe;
pub(crate) use said::Discussion;
pub(crate) use signs::{Signs, shows_discussion};

/// The repeated records of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    /// The posts of a thread, in the order of the page.
    pub posts: Vec<Post>,
    /// The range of nodes of each post: its first node, and the one after its last.
    pub post_places: Vec<(NodeId, NodeId)>,
    /// True if the first post is surely the one that began the thread.
    pub begins: bool,
    /// True if the first post is a question without a name: names and times are those of the answers.
    pub is_question: bool,
    /// The comments on an article.
    pub comments: Vec<Post>,
    /// The range of nodes of each comment, in the order of the page.
    pub comment_places: Vec<(NodeId, NodeId)>,
    /// The items of a list or of a home page.
    pub items: Vec<Item>,
    /// The items by column.
    pub groups: Vec<ItemGroup>,
    /// The ranges of nodes that hold the items.
    pub item_places: Vec<(NodeId, NodeId)>,
    /// The recipe that the page declares.
    pub recipe: Option<Recipe>,
    /// The event that it declares.
    pub event: Option<Event>,
    /// The facts of a product.
    pub product: Option<Product>,
    /// True if its name is a guess: nothing declares it, and no heading of the page's title is it.
    pub is_product_unnamed: bool,
}

impl Records {
    fn take_discussion(&mut self, found: &Discussion) {
        self.begins = found.begins();
        self.is_question = found.is_question;
        self.posts = posts(&found.posts);
        self.post_places = found.posts.iter().map(|row| row.place).collect();
        self.take_comments(&found.comments);
    }

    fn take_comments(&mut self, rows: &[Row]) {
        self.comments = posts(rows);
        self.comment_places = rows.iter().map(|row| row.place).collect();
        self.comment_places.sort_unstable();
    }

    fn take_items(&mut self, found: items::Items) {
        (self.items, self.groups) = (found.items, found.groups);
        self.item_places = found.places;
    }
}

fn posts(rows: &[Row]) -> Vec<Post> {
    rows.iter().map(|row| row.post.clone()).collect()
}

/// Finds the records that pages of this kind have, beside what people say.
pub(crate) fn records(page: &Page, known: &Known, said: &Discussion) -> Records {
    let mut found = Records::default();
    let Some(kind) = known.kind else { return found };
    found.take_discussion(said);
    if found.posts.is_empty() {
        let is_list = kind == PageKind::Forum || LISTS.contains(&kind);
        if is_list || known.may_be(&LISTS) || known.may_be_search(page) {
            // Also a board's list of threads.
            found.take_items(items::items(page, known));
        }
        if !is_list && found.comments.is_empty() {
            found.take_comments(&comments::rows(page, known));
        }
    }
    found.recipe = recipe(page);
    found.event = event::event(page);
    let product = product::product(page, known);
    found.is_product_unnamed = product.as_ref().is_some_and(|(_, is_unsure)| *is_unsure);
    found.product = product.map(|(product, _)| product);
    found
}

/// What people say on a page, and the other records.
#[cfg(any(test, feature = "train"))]
pub(crate) fn found(page: &Page, known: &Known) -> Records {
    records(page, known, &discussion(page, known, Signs::of(page, known, shows_discussion(page))))
}
