//! Dates of other things than the page: of items of a list, of comments, of people and events.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::dom::{AttributeName, NodeId};
use crate::meta::known::Known;
use crate::meta::place::{Line, Place};
use crate::page::{Block, BlockRef, Label, Labelled, Node, Page, Word, Words, has_label};
use crate::text::chars::is_cjk;
use crate::text::dates::{self, FoundDate};
use crate::text::lexicon::Group;

/// The ancestors of a date that are checked, and the similar siblings of each.
const MOST_LEVELS: usize = 8;
const MOST_SIBLINGS: usize = 8;
/// The blocks of a sibling that are checked for a date.
const MOST_BLOCKS: usize = 8;
/// Characters of a block with the date of an item at most.
const LONGEST_DATED: u32 = 120;
/// The ancestors of a date whose class or tag may name an item.
const NAMED_LEVELS: usize = 3;
/// Characters of a link that is the title of an item and no name, in ideographs and in letters.
const LEAST_TITLE: (u32, u32) = (8, 24);
/// At least this many similar elements with a date make a list.
const LEAST_OTHERS: usize = 2;
/// Characters of a block that is the label of the next at most.
const LONGEST_LABEL: u32 = 24;
/// The bytes after a date that may say what happened on it.
const BEHIND: usize = 24;
/// A page that is a thread with this probability shows the dates of its posts, the first of which is its own.
const THREAD: f32 = 0.2;

/// Finds parts of a page that have dates of their own.
pub(super) struct Others<'a> {
    place: &'a Place<'a>,
    known: &'a Known,
    /// True if the page shows posts of a thread, the first of which has its own date: "Start date".
    pub(super) is_thread: bool,
    /// By element, true if it has a day: an element is asked for every date beside it.
    days: RefCell<FxHashMap<NodeId, bool>>,
}

impl<'a> Others<'a> {
    pub(super) fn new(place: &'a Place<'a>, known: &'a Known) -> Self {
        let is_forum =
            |one: &&crate::kind::KindProbability| one.kind == crate::kind::PageKind::Forum;
        let forum = known.kinds.iter().find(is_forum).map_or(0.0, |one| one.probability);
        let is_thread = known.has_posts || forum >= THREAD;
        Self { place, known, is_thread, days: RefCell::default() }
    }

    /// True if a node is in a comment or an item, or in one of several elements built alike that each have a date.
    pub(super) fn hold(&self, id: NodeId) -> bool {
        self.known.is_of_others(id) || !self.is_thread && self.is_of_item(id)
    }

    fn is_of_item(&self, id: NodeId) -> bool {
        let page = self.place.page;
        let title = self.place.is_title_shown.then(|| page.block(self.place.title).node().id);
        let holds_title = |node: &Node| title.is_some_and(|title| node.contains(title));
        if self.is_repeated(id) {
            return true;
        }
        let mut around =
            page.node(id).around().take(MOST_LEVELS).take_while(|node| !holds_title(node));
        around
            .any(|node| node.may_be_record() && is_more_than_a_date(node) && self.is_in_list(node))
    }

    /// True for the date of an item: elements built like the one around it have dates too, and the link of an item stands
    /// between the page's title and this one.
    fn is_repeated(&self, id: NodeId) -> bool {
        let page = self.place.page;
        let mut around = page.node(id).around().take(NAMED_LEVELS);
        let Some(named) = around.find(|node| node.may_be_record() && node.says_what_it_is()) else {
            return false;
        };
        let at = named.block_range().start;
        let between = self.place.title.saturating_add(1).min(at)..at;
        let least = if page.has_ideographs() { LEAST_TITLE.0 } else { LEAST_TITLE.1 };
        let is_item = |block: &Block| {
            let least = if block.is_heading { 1 } else { least };
            !block.is_hidden && block.link_characters >= least
        };
        if !page.blocks()[between].iter().any(is_item) {
            return false;
        }
        let alike = page.alike();
        let mut groups = alike.siblings(LEAST_OTHERS + 1).chain(alike.apart());
        let group = groups.find(|members| members.binary_search(&named.id).is_ok());
        let members = group.into_iter().flatten().filter(|member| **member != named.id);
        let (mut all, mut dated) = (0, 0);
        for member in members.take(MOST_SIBLINGS) {
            all += 1;
            dated += usize::from(self.has_day(page.node(*member)));
        }
        dated >= LEAST_OTHERS && dated * 3 >= all * 2
    }

    /// True if at least two thirds of the similar siblings of an element have a date, and at least two do.
    fn is_in_list(&self, node: Node) -> bool {
        let (mut all, mut dated) = (0, 0);
        for other in node.siblings_alike(MOST_SIBLINGS) {
            all += 1;
            dated += usize::from(self.has_day(other));
        }
        dated >= LEAST_OTHERS && dated * 3 >= all * 2
    }

    fn has_day(&self, node: Node) -> bool {
        *self.days.borrow_mut().entry(node.id).or_insert_with(|| has_day(node))
    }
}

/// True if an element has a link or several blocks, as an item has.
fn is_more_than_a_date(node: Node) -> bool {
    let mut blocks = node.blocks();
    let first = blocks.next();
    blocks.next().is_some() || first.is_some_and(|block| block.link_characters > 0)
}

/// True if one of the first blocks of an element has a day.
fn has_day(node: Node) -> bool {
    let has = |block: BlockRef| {
        let may_have = (6..=LONGEST_DATED).contains(&block.characters);
        block.day().is_some() || may_have && dates::find(block.text()).is_some()
    };
    node.blocks().take(MOST_BLOCKS).any(has)
}

/// True if a line is the value of a label in the block before it that is not the page's publication: `上市时间`, or
/// the date of a document, which is found with the label.
pub(super) fn is_value_of_other(line: &Line) -> bool {
    let before = line.index.checked_sub(1).map(|before| &line.page.blocks()[before]);
    let Some(block) = before.filter(|block| block.characters <= LONGEST_LABEL) else {
        return false;
    };
    let text = line.page.block_text(block);
    let is_of_document = |found: Labelled| found.label == Label::Document;
    if has_label(text) {
        return Labelled::all(text).any(is_of_document);
    }
    block.characters <= 10 && ends_with_time_word(text) || is_label_alone(text)
}

/// True if a text is a label for the day of something else, without the day.
fn is_label_alone(text: &str) -> bool {
    !text.bytes().any(|byte| byte.is_ascii_digit()) && Words::of(text).has(Word::OtherDay)
}

/// True if a label is the end of one for something else: `Release date:`, `报名截止日期：`.
pub(super) fn is_of_other_label(text: &str, label: &Labelled) -> bool {
    let end = text.len().saturating_sub(label.rest.len());
    let before = text.get(..end).unwrap_or("");
    let start = before.trim_end_matches([' ', ':', '：']).rfind(|c: char| c.is_ascii_digit());
    let name = start.map_or(before, |digit| &before[digit + 1..]);
    Words::of(name).has(Word::OtherDay)
}

/// True if a text ends with a compound of the words for a date or a time: `引用日期`, `上市时间：`.
fn ends_with_time_word(text: &str) -> bool {
    let text = text.trim_end_matches([':', '：', ' ']);
    let before = text.strip_suffix("日期").or_else(|| text.strip_suffix("时间"));
    before.is_some_and(|before| before.ends_with(is_cjk))
}

/// True if the text around a date says that it is another article's, or the day of something else: `最新推荐文章于`, `geboren am`.
pub(super) fn is_of_another(before: &str, after: &str) -> bool {
    let words = Words::of(before);
    let behind = &after[..after.floor_char_boundary(BEHIND)];
    ends_with_time_word(before)
        || words.has(Word::AnotherArticle)
        || words.has(Word::OtherDay)
        || behind.starts_with(is_cjk) && Words::of(behind).has(Word::OtherDay)
}

/// True if the properties or classes of an element say that its date is not that of a text: `startDate`, `bday`.
pub(super) fn is_named_so(node: Node) -> bool {
    static OTHER: Group = Group::of("date.other_property");
    let names = node.value(AttributeName::ITEMPROP).split_whitespace().chain(node.classes());
    let key = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
    names.take(8).any(|name| OTHER.iter().any(|other| **other == key(name)))
}

/// True if an element is in a review or an answer that is a property of what the page is about.
pub(super) fn is_in_opinion(node: Node) -> bool {
    let is_opinion = |node: Node| {
        let property = node.value(AttributeName::ITEMPROP);
        matches!(property, "review" | "reviews" | "comment" | "acceptedAnswer" | "suggestedAnswer")
    };
    node.ancestors().take(MOST_LEVELS).any(is_opinion)
}

/// Days behind a word for something else than a text, in a row of their own.
pub(super) fn days_of_others(page: &Page) -> Vec<(u16, u8, u8)> {
    /// A page may be one long table.
    const MOST: usize = 200;
    let dated = page.block_refs().filter_map(|block| Some((block, block.day()?))).take(MOST);
    let is_others = |(block, found): &(BlockRef, &FoundDate)| {
        let before = &block.text()[..found.range.start];
        let label = block.previous().filter(|label| label.characters <= LONGEST_LABEL);
        Words::of(before).has(Word::OtherDay)
            || before.is_empty() && label.is_some_and(|label| is_label_alone(label.text()))
    };
    dated.filter(is_others).filter_map(|(_, found)| found.date.whole_day()).collect()
}
