//! Everything found on a page besides its text.

use super::listed;
use super::task::{Task, known_of_records};
use crate::dom::NodeId;
use crate::kind::{KindProbability, PageKind};
use crate::links::{self, LeadingOn};
use crate::meta::{self, Author, Fields, Known};
use crate::methods::Verdict;
use crate::page::Page;
use crate::records::{self, Discussion, LISTS, Post, Records};
use crate::select::Content;
use crate::text::chars::SentenceEnds;
use crate::text::dates::Date;

/// Fields, records and links.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) records: Records,
    /// The kinds of the page, the likeliest first, in view of its records.
    pub(super) kinds: Vec<KindProbability>,
    pub(super) fields: Fields,
    /// Photographers and translators.
    pub(super) contributors: Vec<Author>,
    pub(super) leading_on: LeadingOn,
}

impl Found {
    /// Finds everything, or only what the text needs if only that is wanted.
    pub(super) fn on(
        page: &Page,
        content: &Content,
        verdict: &Verdict,
        (said, is_shown): (&Discussion, bool),
        task: &Task,
    ) -> Self {
        let mut found = Self::default();
        let options = task.options;
        let blocks = page.blocks().len();
        let mut is_search = false;
        if options.needs_records() && task.work.goes_on(blocks) {
            let known = known_of_records(verdict, task);
            is_search = known.may_be_search(page);
            found.records = records::records(page, &known, said);
        }
        found.kinds = listed::kinds(&found.records, &verdict.about.kinds, is_search);
        if options.needs_fields() && task.work.goes_on(blocks) {
            let known = known(content, verdict, &found, task);
            (found.fields, found.contributors) = meta::gather(page, &known, &task.model.fields);
            // The kind of a page that does not show its text says nothing about fields.
            if is_shown {
                doubt(page, &known, task, &mut found.fields);
            }
            add_answers(verdict, &mut found.fields);
            listed::without_items(page, found.kind(), &found.records, &mut found.fields);
            found.name_product();
        }
        if !options.text_only && task.work.goes_on(blocks) {
            let main_start = content.blocks.first().map(|(block, _)| *block);
            found.leading_on = links::leading_on(page, main_start);
        }
        found
    }

    /// Calls a product whose name nothing declares by the title of its page, which is chosen among more than headings.
    fn name_product(&mut self) {
        let records = &mut self.records;
        let product = records.product.as_mut().filter(|_| records.is_product_unnamed);
        if let Some((product, title)) = product.zip(self.fields.title.first()) {
            product.name = Some(title.value.clone());
        }
    }

    /// The items of a page that lists, if they hold most of its text; else 0.
    pub(super) fn items_of_text(&self, page: &Page, content: &Content) -> u32 {
        /// The part (3 / 5) of the text that is most.
        const MOST: (u32, u32) = (3, 5);
        let records = &self.records;
        if records.items.is_empty() || !self.kind().is_some_and(|kind| LISTS.contains(&kind)) {
            return 0;
        }
        let mut is_item = vec![false; page.blocks().len()];
        for (start, end) in &records.item_places {
            is_item[page.blocks_between(*start, *end)].fill(true);
        }
        let (mut of_items, mut all) = (0u32, 0u32);
        for block in content.blocks.iter().map(|(at, _)| page.block(*at)) {
            all = all.saturating_add(block.characters);
            of_items =
                of_items.saturating_add(if is_item[block.at] { block.characters } else { 0 });
        }
        let hold_most = of_items.saturating_mul(MOST.1) >= all.saturating_mul(MOST.0);
        let items = u32::try_from(records.items.len()).unwrap_or(u32::MAX);
        if hold_most { items } else { 0 }
    }

    /// The page kind, if the method estimates it.
    pub(super) fn kind(&self) -> Option<PageKind> {
        self.kinds.first().map(|likeliest| likeliest.kind)
    }
}

/// The facts known of a page when its fields are gathered.
pub(super) fn known(content: &Content, verdict: &Verdict, found: &Found, task: &Task) -> Known {
    let records = &found.records;
    let first = content.blocks.first().map(|(block, _)| *block);
    let last = content.blocks.last().map(|(block, _)| *block + 1);
    let main = first.zip(last).map(|(first, last)| first..last);
    let first_post = opening_post(records).map(|post| (post.author.clone(), date(post)));
    // A forum's list of threads is a list: the names and times on it are those of threads.
    let is_board = found.kind() == Some(PageKind::Forum)
        && records.posts.is_empty()
        && !records.items.is_empty();
    Known {
        main,
        kind: found.kind().or(verdict.about.kind),
        kinds: if is_board { as_listing(&found.kinds) } else { found.kinds.clone() },
        has_posts: !records.posts.is_empty(),
        read_at: task.info.read_at,
        first_post,
        is_question: records.is_question,
        others: others(records, found.kind()),
    }
}

/// The ranges of nodes whose dates are not the page's.
fn others(records: &Records, kind: Option<PageKind>) -> Vec<(NodeId, NodeId)> {
    // A board lists threads.
    let is_board = kind == Some(PageKind::Forum) && records.posts.is_empty();
    let is_list = is_board || kind.is_some_and(|kind| LISTS.contains(&kind));
    let items = if is_list { &records.item_places[..] } else { &[] };
    let posts = if begins_with_newest(&records.posts) { &records.post_places[..] } else { &[] };
    let mut all = [&records.comment_places[..], items, posts].concat();
    all.sort_unstable();
    all
}

/// True if each post is older than the one before it rather than younger, as reviews of a product are: none began the page.
fn begins_with_newest(posts: &[Post]) -> bool {
    let day = |post: &Post| date(post).and_then(|date| date.whole_day());
    let days: Vec<_> = posts.iter().filter_map(day).collect();
    let falls = days.windows(2).filter(|two| two[1] < two[0]).count();
    let rises = days.windows(2).filter(|two| two[1] > two[0]).count();
    falls > rises && days.last() < days.first()
}

/// The post that begins a thread, whose author is the thread's. Posts without an author are teasers.
fn opening_post(records: &Records) -> Option<&Post> {
    // Who wrote the only post may be the forum.
    let is_thread = records.posts.len() > 1 && records.begins;
    records.posts.first().filter(|first| first.author.is_some() && is_thread)
}

fn date(post: &Post) -> Option<Date> {
    post.time.as_deref().and_then(Date::from_iso)
}

/// The probabilities of the kinds, with a forum counted as a listing.
fn as_listing(kinds: &[KindProbability]) -> Vec<KindProbability> {
    let mut kinds = kinds.to_vec();
    for forum in kinds.iter_mut().filter(|kind| kind.kind == PageKind::Forum) {
        forum.kind = PageKind::Listing;
    }
    kinds
}

/// Lowers the scores of fields that are probably those of an item or of the page's frame.
fn doubt(page: &Page, known: &Known, task: &Task, fields: &mut Fields) {
    let least = task.model.constants.fields;
    let author = match page.sentence_ends() {
        SentenceEnds::Ideographic => least.author,
        _ => least.author_elsewhere,
    };
    let least = [author, least.source, least.publish_date];
    task.model.fields.choose(page, known, least, fields);
}

/// Adds title and time if the method finds them in its own way: its answer is final.
fn add_answers(verdict: &Verdict, fields: &mut Fields) {
    if let Some(title) = &verdict.about.title {
        fields.add_title_of_method(title);
    }
    if let Some(time) = &verdict.about.publish_time {
        fields.add_date_of_method(time);
    }
}
