//! The table of columns: every number by which the forests judge a text block.
//!
//! Training and extraction call the same functions, so they cannot drift apart. A column is NaN ("missing") where it has
//! no value for a block.

use super::around::Enclosing;
use super::layout::Layout;
use super::names::groups::{bit, near};
use super::page::Features;
use super::text::groups::bit_of;
use super::values::{
    blocks_after, characters, container_kind, flag, hashed, hashed_beside, hashed_mean, heading,
    level_mean, link_density, links, log, mean_length, named, nearest, neighbour, of_item, run,
    says, sentence_share, sentence_sum, sentences, sentences_since, share, text_share,
};
use crate::auto::stage::Prefiltered;
use crate::forest::{ROWS, Values};

/// A column of the table.
pub struct Column {
    /// Its name in the model files.
    pub name: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// The unit of its values.
    pub unit: &'static str,
    fill: Fill,
}

/// The way in which the values of a column are computed, for several blocks at once.
enum Fill {
    /// By the layout alone, before any word is read.
    Early(fn(&Layout, &mut Rows, usize)),
    /// By all features of the page.
    Late(fn(&Features, &mut Rows, usize)),
    /// Not by a function: the judgement adds it to the log odds after the forest.
    Correction,
}

impl Column {
    /// True if the column needs no words, so that the prefilter may use it.
    pub fn is_early(&self) -> bool {
        matches!(self.fill, Fill::Early(_))
    }
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {}", self.name, self.unit, self.doc)
    }
}

/// Blocks and their rows, stored column by column.
struct Rows<'a> {
    blocks: &'a [usize],
    /// One column after the other, each of `length` values.
    values: &'a mut [f32],
    length: usize,
}

impl Rows<'_> {
    /// Writes the value of each block into a column.
    #[inline]
    fn set(&mut self, column: usize, value: impl Fn(usize) -> f32) {
        let start = column * self.length;
        let column = self.values.get_mut(start..start + self.length).unwrap_or_default();
        for (slot, block) in column.iter_mut().zip(self.blocks) {
            *slot = value(*block);
        }
    }
}

/// A column to be filled: its place in [`COLUMNS`], and its slot in the rows of a model.
pub(crate) type Slot = (usize, usize);

/// Fills `row` with the values of all columns for a block.
///
/// A block that the features do not cover has early columns only, and as its score of hashed words the log odds of the
/// prefilter.
pub(crate) fn fill(
    layout: &Layout,
    found: &Prefiltered,
    features: Option<&Features>,
    block: usize,
    row: &mut Vec<f32>,
) {
    row.clear();
    row.resize(COLUMNS.len(), f32::NAN);
    row[score_place()] = features.map_or(found.log_odds[block], |all| hashed(all, block));
    let features = features.filter(|features| features.wanted[block]);
    let mut rows = Rows { blocks: &[block], values: row, length: 1 };
    for (place, column) in COLUMNS.iter().enumerate() {
        match (&column.fill, features) {
            (Fill::Early(fill), _) => fill(layout, &mut rows, place),
            (Fill::Late(fill), Some(features)) => fill(features, &mut rows, place),
            (Fill::Late(_), None) | (Fill::Correction, _) => {}
        }
    }
}

/// Fills the slots of a table for up to [`ROWS`] blocks that the features cover.
pub(crate) fn fill_some(
    features: &Features,
    blocks: &[usize],
    slots: &[Slot],
    table: &mut [Values],
) {
    let mut rows = Rows { blocks, values: table.as_flattened_mut(), length: ROWS };
    for (place, slot) in slots {
        match &COLUMNS[*place].fill {
            Fill::Early(fill) => fill(features.layout, &mut rows, *slot),
            Fill::Late(fill) => fill(features, &mut rows, *slot),
            Fill::Correction => {}
        }
    }
}

/// Fills the slots of early columns for up to [`ROWS`] blocks; leaves the others as they are.
pub(crate) fn fill_early(layout: &Layout, blocks: &[usize], slots: &[Slot], table: &mut [Values]) {
    let mut rows = Rows { blocks, values: table.as_flattened_mut(), length: ROWS };
    for (place, slot) in slots {
        if let Fill::Early(fill) = COLUMNS[*place].fill {
            fill(layout, &mut rows, *slot);
        }
    }
}

/// The place in [`COLUMNS`] of the score of hashed words.
pub(crate) fn score_place() -> usize {
    COLUMNS.iter().position(|column| column.name == "sign_score").unwrap_or(0)
}

/// A row of the table. The value is computed for block after block in one loop, or, for a number of the whole page
/// (`page:`), once.
macro_rules! row {
    ($stage:ident, $known:ty, $name:literal, $unit:literal, $doc:literal, page: $value:expr $(,)?) => {
        Column {
            name: $name,
            unit: $unit,
            doc: $doc,
            fill: Fill::$stage(|known, rows, place| {
                let value: fn(&$known) -> f32 = $value;
                let value = value(known);
                rows.set(place, |_| value);
            }),
        }
    };
    ($stage:ident, $known:ty, $name:literal, $unit:literal, $doc:literal, $value:expr $(,)?) => {
        Column {
            name: $name,
            unit: $unit,
            doc: $doc,
            fill: Fill::$stage(|known, rows, place| {
                let value: fn(&$known, usize) -> f32 = $value;
                rows.set(place, |block| value(known, block));
            }),
        }
    };
}

/// A column by the layout alone.
macro_rules! early {
    ($($row:tt)*) => { row!(Early, Layout, $($row)*) };
}

/// A column by all features.
macro_rules! column {
    ($($row:tt)*) => { row!(Late, Features, $($row)*) };
}

/// The corrections that the judgement adds to the log odds of the forest. The reasons for a block name them like columns.
pub(crate) const CORRECTIONS: &[Column] = &[SMOOTHING_PULL, SITE_PULL];

/// The addition of smoothing.
pub(crate) const SMOOTHING_PULL: Column = Column {
    name: "alike_pull",
    unit: "log odds",
    doc: "how far smoothing pulls it towards open blocks built alike",
    fill: Fill::Correction,
};

/// The addition of the site's template.
pub(crate) const SITE_PULL: Column = Column {
    name: "site_path_pull",
    unit: "log odds",
    doc: "how far its path on other pages pulls it down",
    fill: Fill::Correction,
};

/// Every column.
pub const COLUMNS: &[Column] = &[
    // The block itself.
    early!("characters", "log2", "characters", |c, b| log(c.block(b).characters as f32)),
    early!("tokens", "log2", "tokens", |c, b| log(c.block(b).tokens as f32)),
    early!("characters_a_token", "1", "characters a token", |c, b| {
        share(c.block(b).characters as f32, c.block(b).tokens as f32)
    }),
    early!("link_density", "1", "share of characters in links", |c, b| link_density(c, b..b + 1)),
    early!("punctuation_density", "1", "punctuation marks a character", |c, b| {
        share(c.block(b).punctuation as f32, c.block(b).characters as f32)
    }),
    early!("punctuation", "marks", "punctuation marks", |c, b| c.block(b).punctuation as f32),
    early!("sentence_ends", "marks", "sentence ends", |c, b| { c.block(b).sentence_ends as f32 }),
    column!("digit_share", "1", "share of digits", |c, b| {
        share(c.text[b].digits as f32, c.layout.block(b).characters as f32)
    }),
    column!("capital_share", "1", "share of capital letters", |c, b| {
        share(c.text[b].capitals as f32, c.layout.block(b).characters as f32)
    }),
    column!("separators", "marks", "marks between the items of menus", |c, b| {
        c.text[b].separators as f32
    }),
    column!("ends_sentence", "0/1", "ends like a sentence", |c, b| flag(c.text[b].ends_sentence)),
    column!("ends_colon", "0/1", "ends in a colon", |c, b| flag(c.text[b].ends_colon)),
    column!("has_date", "0/1", "holds a date", |c, b| flag(c.text[b].has_date)),
    early!("is_hidden", "0/1", "hidden from view", |c, b| flag(c.block(b).is_hidden)),
    early!("is_noscript", "0/1", "inside noscript", |c, b| flag(c.block(b).is_noscript)),
    early!("is_heading", "0/1", "inside a heading", |c, b| flag(c.block(b).is_heading)),
    early!("container_kind", "number", "kind of the container's tag, 0 other", container_kind),
    early!("text_nodes", "log2", "text nodes", |c, b| log(c.block(b).texts.len() as f32)),
    early!("depth", "levels", "depth of the container", |c, b| {
        f32::from(c.block(b).container().depth())
    }),
    column!("same_text", "log2", "blocks with the same text", |c, b| {
        log(c.text[b].same_text as f32)
    }),
    column!("copies_before", "log2", "blocks before it with the same text", |c, b| {
        log(c.text[b].copies_before as f32)
    }),
    // Its place.
    early!("position", "1", "share of blocks before", |c, b| share(b as f32, c.count() as f32)),
    early!("text_position", "1", "share of the page's text before", |c, b| {
        share(c.containers.sum(0..b).characters, c.total.characters)
    }),
    early!("sentence_position", "1", "share of sentence text before", |c, b| {
        share(c.containers.sum(0..b).sentence_text, c.total.sentence_text)
    }),
    early!("blocks", "log2", "blocks of the page", page: |c| log(c.count() as f32)),
    early!("page_characters", "log2", "characters of the page", page: |c| log(c.total.characters)),
    early!("page_sentence_text", "log2", "sentence text of the page", page: |c| {
        log(c.total.sentence_text)
    }),
    early!("page_link_density", "1", "link density of the page", page: |c| {
        link_density(c, 0..c.count())
    }),
    early!("share_of_page", "1", "share of the page's text", |c, b| {
        share(c.block(b).characters as f32, c.total.characters)
    }),
    // Title overlap.
    column!("title_share", "1", "share of the block's pairs of letters in the title", |c, b| {
        c.text[b].title_share()
    }),
    column!("after_title", "blocks", "blocks after the title's; missing without one", |c, b| {
        blocks_after(c.title, b)
    }),
    column!("is_title", "0/1", "the title's block", |c, b| {
        flag(c.title.is_some_and(|title| title.at == b))
    }),
    column!("title_hits", "log2", "pairs of letters that are in the title", |c, b| {
        log(c.text[b].pairs.in_title as f32)
    }),
    column!("title_share_2", "1", "share of pairs in the title, 2 levels up", |c, b| {
        let sums = c.words(c.layout.level_blocks(b, 2));
        share(sums.title_pairs, sums.pairs)
    }),
    column!(
        "title_levels_up",
        "levels",
        "levels from the title up to where the block joins",
        |c, b| c.around[b].from_title.0,
    ),
    column!(
        "title_levels_down",
        "levels",
        "levels from where they join down to the block",
        |c, b| c.around[b].from_title.1
    ),
    column!("sentences_since_title", "log2", "sentence text since the title's block", |c, b| {
        sentences_since(c, c.title, b)
    }),
    // The description.
    column!("description_share", "1", "share of the block's pairs in the description", |c, b| {
        c.text[b].description_share()
    }),
    column!("description_hits", "log2", "pairs of letters that are in the description", |c, b| {
        log(c.text[b].pairs.in_description as f32)
    }),
    column!(
        "description_share_2",
        "1",
        "share of pairs in the description, 2 levels up",
        |c, b| {
            let sums = c.words(c.layout.level_blocks(b, 2));
            share(sums.description_pairs, sums.pairs)
        }
    ),
    column!(
        "after_description",
        "blocks",
        "blocks after the one most like the description",
        |c, b| blocks_after(c.description, b),
    ),
    column!(
        "description_levels_up",
        "levels",
        "levels from the block most like the description up to where this joins",
        |c, b| c.around[b].from_description.0,
    ),
    column!(
        "description_levels_down",
        "levels",
        "levels from where they join down to the block",
        |c, b| c.around[b].from_description.1
    ),
    // Items of lists and feeds.
    column!("run_0", "log2", "siblings alike in a row, of the container", |c, b| run(c, b, 0)),
    column!("run_1", "log2", "siblings alike in a row, of the parent", |c, b| run(c, b, 1)),
    column!("run_2", "log2", "siblings alike in a row, 2 levels up", |c, b| run(c, b, 2)),
    column!("run_3", "log2", "siblings alike in a row, 3 levels up", |c, b| run(c, b, 3)),
    column!("run_4", "log2", "siblings alike in a row, 4 levels up", |c, b| run(c, b, 4)),
    column!("item_level", "levels", "levels up to the item around the block", |c, b| {
        of_item(c, b, |level| level as f32)
    }),
    column!("item_blocks", "log2", "blocks in the item", |c, b| {
        of_item(c, b, |level| log(c.layout.level_blocks(b, level).len() as f32))
    }),
    column!("item_run", "log2", "items alike in a row", |c, b| {
        of_item(c, b, |level| run(c, b, level))
    }),
    column!("item_place", "items", "items before", |c, b| {
        of_item(c, b, |level| {
            c.signatures.repeats.place(c.layout.level(b, level).id).min(99) as f32
        })
    }),
    column!("item_links", "1", "link density of the item", |c, b| {
        of_item(c, b, |level| link_density(c.layout, c.layout.level_blocks(b, level)))
    }),
    column!("item_text", "log2", "characters of the item", |c, b| {
        of_item(c, b, |level| {
            log(c.layout.containers.sum(c.layout.level_blocks(b, level)).characters)
        })
    }),
    column!("item_dates", "log2", "short blocks with a date in the item", |c, b| {
        of_item(c, b, |level| log(c.words(c.layout.level_blocks(b, level)).dated))
    }),
    column!("dates_2", "log2", "short blocks with a date 2 levels up", |c, b| {
        log(c.words(c.layout.level_blocks(b, 2)).dated)
    }),
    column!("dates_3", "log2", "short blocks with a date 3 levels up", |c, b| {
        log(c.words(c.layout.level_blocks(b, 3)).dated)
    }),
    column!("page_dates", "log2", "short blocks with a date on the page", page: |c| log(c.all_words().dated)),
    // Hints of the page as a whole.
    column!("page_is_article", "0/1", "the page's data call it an article", page: |c| c
        .hints
        .is_article),
    column!("page_is_product", "0/1", "the page's data call it a product", page: |c| c
        .hints
        .is_product),
    column!("page_is_discussion", "0/1", "the page's data call it a discussion", page: |c| {
        c.hints.is_discussion
    }),
    column!("page_is_collection", "0/1", "the page's data call it a collection", page: |c| {
        c.hints.is_collection
    }),
    column!("page_has_time", "0/1", "the page's data give a publish time", page: |c| c
        .hints
        .has_publish_time),
    column!("path_segments", "segments", "segments of the declared address's path", page: |c| {
        c.hints.path_segments
    }),
    column!("path_digits", "digits", "digits in the declared address's path", page: |c| c.hints.path_digits),
    column!(
        "path_hyphens",
        "hyphens",
        "hyphens in the last segment of the declared address's path",
        page: |c| c.hints.path_hyphens
    ),
    column!("path_is_file", "0/1", "the last segment of the declared address's path has a dot", page: |c| c
        .hints
        .path_is_file),
    column!("path_is_folder", "0/1", "the declared address's path is empty or ends in a slash", page: |c| {
        c.hints.path_is_folder
    }),
    column!("has_query", "0/1", "the declared address has a query", page: |c| c.hints.has_query),
    column!("first_headings", "headings", "headings of the first level", page: |c| {
        c.hints.first_headings
    }),
    column!("headings", "log2", "headings", page: |c| log(c.hints.headings)),
    // Words of the text.
    column!("says_disclaimer", "0/1", "words of disclaimer at its edges", |c, b| {
        says(c, b, const { bit_of("disclaimer") })
    }),
    column!("says_copyright", "0/1", "words of copyright at its edges", |c, b| {
        says(c, b, const { bit_of("copyright") })
    }),
    column!("says_share", "0/1", "words of share at its edges", |c, b| {
        says(c, b, const { bit_of("share") })
    }),
    column!("says_related", "0/1", "words of related at its edges", |c, b| {
        says(c, b, const { bit_of("related") })
    }),
    column!("says_comment", "0/1", "words of comment at its edges", |c, b| {
        says(c, b, const { bit_of("comment") })
    }),
    column!("says_account", "0/1", "words of account at its edges", |c, b| {
        says(c, b, const { bit_of("account") })
    }),
    column!("says_more", "0/1", "words of more at its edges", |c, b| {
        says(c, b, const { bit_of("more") })
    }),
    column!("says_price", "0/1", "words of price at its edges", |c, b| {
        says(c, b, const { bit_of("price") })
    }),
    column!(
        "since_related",
        "blocks",
        "blocks after the last short one with words of related",
        |c, b| c.since[b][0],
    ),
    column!(
        "since_comment",
        "blocks",
        "blocks after the last short one with words of comments",
        |c, b| c.since[b][1],
    ),
    // The score of the hashed words.
    column!("sign_score", "log odds", "word score: what the words around the block say", hashed),
    column!("signs_before", "log odds", "word score of the block before", |c, b| {
        hashed_beside(c, b, -1)
    }),
    column!("signs_after", "log odds", "word score of the block after", |c, b| hashed_beside(
        c, b, 1
    )),
    column!("signs_2_before", "log odds", "word score of the block two before", |c, b| {
        hashed_beside(c, b, -2)
    }),
    column!("signs_2_after", "log odds", "word score of the block two after", |c, b| {
        hashed_beside(c, b, 2)
    }),
    column!("signs_around_1", "log odds", "mean word score by tokens, 1 block around", |c, b| {
        hashed_mean(c, c.layout.around(b, 1))
    }),
    column!("signs_around_3", "log odds", "mean word score by tokens, 3 blocks around", |c, b| {
        hashed_mean(c, c.layout.around(b, 3))
    }),
    column!(
        "signs_around_10",
        "log odds",
        "mean word score by tokens, 10 blocks around",
        |c, b| { hashed_mean(c, c.layout.around(b, 10)) }
    ),
    column!("signs_1", "log odds", "mean word score by tokens in the parent", |c, b| {
        hashed_mean(c, c.layout.level_blocks(b, 1))
    }),
    column!("signs_2", "log odds", "mean word score by tokens 2 levels up", |c, b| {
        hashed_mean(c, c.layout.level_blocks(b, 2))
    }),
    column!("signs_3", "log odds", "mean word score by tokens 3 levels up", |c, b| {
        hashed_mean(c, c.layout.level_blocks(b, 3))
    }),
    column!("signs_page", "log odds", "mean word score by tokens on the page", page: |c| {
        hashed_mean(c, 0..c.layout.count())
    }),
    column!(
        "signs_to_highest",
        "log odds",
        "how far the word score is below the page's highest",
        |c, b| { c.hashed.as_ref().map_or(f32::NAN, |scores| scores.highest - scores.log_odds[b]) }
    ),
    // Neighbours.
    early!("length_before", "log2", "characters of the block before", |c, b| {
        neighbour(c, b, -1, characters)
    }),
    early!("length_after", "log2", "characters of the block after", |c, b| {
        neighbour(c, b, 1, characters)
    }),
    early!("length_2_before", "log2", "characters two blocks before", |c, b| {
        neighbour(c, b, -2, characters)
    }),
    early!("length_2_after", "log2", "characters two blocks after", |c, b| {
        neighbour(c, b, 2, characters)
    }),
    early!("links_before", "1", "link density of the block before", |c, b| {
        neighbour(c, b, -1, links)
    }),
    early!("links_after", "1", "link density of the block after", |c, b| neighbour(c, b, 1, links)),
    early!("ends_before", "log2", "sentence text of the block before", |c, b| {
        neighbour(c, b, -1, sentences)
    }),
    early!("ends_after", "log2", "sentence text of the block after", |c, b| {
        neighbour(c, b, 1, sentences)
    }),
    early!("heading_before", "0/1", "the block before is a heading", |c, b| {
        neighbour(c, b, -1, heading)
    }),
    early!("heading_after", "0/1", "the block after is a heading", |c, b| {
        neighbour(c, b, 1, heading)
    }),
    early!("smoothed_1", "log2", "mean characters, 1 block around", |c, b| mean_length(c, b, 1)),
    early!("smoothed_3", "log2", "mean characters, 3 blocks around", |c, b| mean_length(c, b, 3)),
    early!("smoothed_7", "log2", "mean characters, 7 blocks around", |c, b| mean_length(c, b, 7)),
    early!("smoothed_21", "log2", "mean characters, 21 blocks around", |c, b| {
        mean_length(c, b, 21)
    }),
    early!("links_3", "1", "link density, 3 blocks around", |c, b| link_density(c, c.around(b, 3))),
    early!("links_7", "1", "link density, 7 blocks around", |c, b| link_density(c, c.around(b, 7))),
    early!("links_21", "1", "link density, 21 blocks around", |c, b| {
        link_density(c, c.around(b, 21))
    }),
    early!("sentences_3", "log2", "sentence text, 3 blocks around", |c, b| {
        sentence_sum(c, c.around(b, 3))
    }),
    early!("sentences_7", "log2", "sentence text, 7 blocks around", |c, b| {
        sentence_sum(c, c.around(b, 7))
    }),
    early!("sentences_21", "log2", "sentence text, 21 blocks around", |c, b| {
        sentence_sum(c, c.around(b, 21))
    }),
    early!("sentences_later", "1", "share of sentence text after", |c, b| {
        share(c.containers.sum(b + 1..c.count()).sentence_text, c.total.sentence_text)
    }),
    // Repetition.
    column!("same_path", "log2", "blocks with the same path of tags", |c, b| {
        log(c.text[b].same_path as f32)
    }),
    column!("same_class_path", "log2", "blocks with the same path of tags and classes", |c, b| {
        log(c.text[b].same_class_path as f32)
    }),
    column!("continues_path", "0/1", "same path as the block before", |c, b| {
        flag(c.text[b].continues_path)
    }),
    // Containers: 1, 2, 3 and 5 levels above the block's own.
    early!("blocks_1", "log2", "blocks in the parent", |c, b| {
        log(c.level_blocks(b, 1).len() as f32)
    }),
    early!("blocks_2", "log2", "blocks 2 levels up", |c, b| log(c.level_blocks(b, 2).len() as f32)),
    early!("blocks_3", "log2", "blocks 3 levels up", |c, b| log(c.level_blocks(b, 3).len() as f32)),
    early!("text_share_0", "1", "share of the page's text in the container", |c, b| {
        text_share(c, b, 0)
    }),
    early!("text_share_1", "1", "share of the page's text in the parent", |c, b| {
        text_share(c, b, 1)
    }),
    early!("text_share_2", "1", "share of the page's text 2 levels up", |c, b| text_share(c, b, 2)),
    early!("text_share_3", "1", "share of the page's text 3 levels up", |c, b| text_share(c, b, 3)),
    early!("text_share_5", "1", "share of the page's text 5 levels up", |c, b| text_share(c, b, 5)),
    early!("sentence_share_1", "1", "share of sentence text in the parent", |c, b| {
        sentence_share(c, b, 1)
    }),
    early!("sentence_share_2", "1", "share of sentence text 2 levels up", |c, b| {
        sentence_share(c, b, 2)
    }),
    early!("sentence_share_3", "1", "share of sentence text 3 levels up", |c, b| {
        sentence_share(c, b, 3)
    }),
    early!("sentence_share_5", "1", "share of sentence text 5 levels up", |c, b| {
        sentence_share(c, b, 5)
    }),
    early!("links_1_up", "1", "link density of the parent", |c, b| {
        link_density(c, c.level_blocks(b, 1))
    }),
    early!("links_2_up", "1", "link density 2 levels up", |c, b| {
        link_density(c, c.level_blocks(b, 2))
    }),
    early!("links_3_up", "1", "link density 3 levels up", |c, b| {
        link_density(c, c.level_blocks(b, 3))
    }),
    early!("links_5_up", "1", "link density 5 levels up", |c, b| {
        link_density(c, c.level_blocks(b, 5))
    }),
    early!("mean_length_1", "log2", "mean characters of blocks in the parent", |c, b| {
        level_mean(c, b, 1)
    }),
    early!("mean_length_2", "log2", "mean characters of blocks 2 levels up", |c, b| {
        level_mean(c, b, 2)
    }),
    early!("mean_length_3", "log2", "mean characters of blocks 3 levels up", |c, b| {
        level_mean(c, b, 3)
    }),
    early!("place_in_2", "1", "place among the blocks 2 levels up", |c, b| {
        let blocks = c.level_blocks(b, 2);
        share(b as f32 - blocks.start as f32, blocks.len() as f32)
    }),
    early!("children_1", "log2", "elements in the parent", |c, b| {
        log(c.level(b, 1).amounts().tags as f32)
    }),
    early!("tag_density_2", "1", "tags a character 2 levels up", |c, b| {
        let amounts = c.level(b, 2).amounts();
        share(amounts.tags as f32, amounts.characters as f32)
    }),
    early!("text_density_2", "1", "text a character of markup 2 levels up", |c, b| {
        let amounts = c.level(b, 2).amounts();
        share(amounts.characters as f32, amounts.markup as f32)
    }),
    // The best container.
    early!(
        "levels_from_best",
        "levels",
        "levels up to where it joins the best container",
        |c, b| f32::from(c.places[b].from_best),
    ),
    early!("best_share", "1", "share of sentence text in the best container", page: |c| {
        let blocks = c.containers.blocks_in(c.containers.best);
        share(c.containers.sum(blocks).sentence_text, c.total.sentence_text)
    }),
    early!(
        "before_best",
        "blocks",
        "blocks before the best container begins; negative after it ends",
        |c, b| {
            let best = c.containers.blocks_in(c.containers.best);
            let (to, less) = if b < best.start { (best.start, 0.0) } else { (best.end, 1.0) };
            let distance = (to as f32 - b as f32).clamp(-99.0, 99.0) - less;
            if best.contains(&b) { 0.0 } else { distance }
        },
    ),
    early!("depth_from_best", "levels", "depth below or above the best container", |c, b| {
        f32::from(c.block(b).container().depth()) - f32::from(c.containers.best.depth())
    }),
    early!("blocks_in_best", "log2", "blocks in the best container", page: |c| {
        log(c.containers.blocks_in(c.containers.best).len() as f32)
    }),
    // Hints of names.
    column!("named_content", "0/1", "in an element named for content", |c, b| {
        named(c, b, const { bit("content") })
    }),
    column!("named_title", "0/1", "in an element named for titles", |c, b| {
        named(c, b, const { bit("title") })
    }),
    column!("named_byline", "0/1", "in an element named for bylines", |c, b| {
        named(c, b, const { bit("byline") })
    }),
    column!("named_comment", "0/1", "in an element named for comments", |c, b| {
        named(c, b, const { bit("comment") })
    }),
    column!("named_related", "0/1", "in an element named for related pages", |c, b| {
        named(c, b, const { bit("related") })
    }),
    column!("named_navigation", "0/1", "in an element named for navigation", |c, b| {
        named(c, b, const { bit("navigation") })
    }),
    column!("named_sidebar", "0/1", "in an element named for sidebars", |c, b| {
        named(c, b, const { bit("sidebar") })
    }),
    column!("named_footer", "0/1", "in an element named for footers", |c, b| {
        named(c, b, const { bit("footer") })
    }),
    column!("named_header", "0/1", "in an element named for headers", |c, b| {
        named(c, b, const { bit("header") })
    }),
    column!("named_advert", "0/1", "in an element named for adverts", |c, b| {
        named(c, b, const { bit("advert") })
    }),
    column!("named_social", "0/1", "in an element named for sharing", |c, b| {
        named(c, b, const { bit("social") })
    }),
    column!("named_form", "0/1", "in an element named for forms", |c, b| {
        named(c, b, const { bit("form") })
    }),
    column!("named_list", "0/1", "in an element named for lists", |c, b| {
        named(c, b, const { bit("list") })
    }),
    column!("named_forum", "0/1", "in an element named for forums", |c, b| {
        named(c, b, const { bit("forum") })
    }),
    column!("named_product", "0/1", "in an element named for products", |c, b| {
        named(c, b, const { bit("product") })
    }),
    column!("named_media", "0/1", "in an element named for media", |c, b| {
        named(c, b, const { bit("media") })
    }),
    column!("named_tags", "0/1", "in an element named for tags", |c, b| {
        named(c, b, const { bit("tags") })
    }),
    column!("near_content", "levels", "levels up to a name of content", |c, b| {
        nearest(c, b, const { near("content") })
    }),
    column!("near_comment", "levels", "levels up to a name of comments", |c, b| {
        nearest(c, b, const { near("comment") })
    }),
    column!("near_related", "levels", "levels up to a name of related pages", |c, b| {
        nearest(c, b, const { near("related") })
    }),
    column!("near_byline", "levels", "levels up to a name of bylines", |c, b| {
        nearest(c, b, const { near("byline") })
    }),
    column!("near_list", "levels", "levels up to a name of lists", |c, b| {
        nearest(c, b, const { near("list") })
    }),
    // Tags above.
    column!("in_list", "0/1", "inside a list item", |c, b| flag(
        c.around[b].is_inside(Enclosing::ListItem)
    )),
    column!("in_table", "0/1", "inside a table cell", |c, b| {
        flag(c.around[b].is_inside(Enclosing::Cell))
    }),
    column!("in_article", "0/1", "inside article", |c, b| flag(
        c.around[b].is_inside(Enclosing::Article)
    )),
    column!("in_main", "0/1", "inside main", |c, b| flag(c.around[b].is_inside(Enclosing::Main))),
    column!("in_quote", "0/1", "inside a block quote", |c, b| {
        flag(c.around[b].is_inside(Enclosing::Quote))
    }),
    column!("in_code", "0/1", "inside pre", |c, b| flag(
        c.around[b].is_inside(Enclosing::Preformatted)
    )),
    // Verdicts of the named methods.
    early!("path_score", "1", "path similarity to the sample (punctuation-path)", |c, b| {
        c.methods.punctuation_path.score(b)
    }),
    early!("path_keep", "0/1", "kept by punctuation-path", |c, b| c
        .methods
        .punctuation_path
        .keeps(b)),
    early!(
        "smoothing_score",
        "1",
        "smoothed length to the page's highest (block-smoothing)",
        |c, b| { c.methods.block_smoothing.share(b) }
    ),
    early!("smoothing_length", "log2", "smoothed length (block-smoothing)", |c, b| {
        log(c.methods.block_smoothing.score(b))
    }),
    early!(
        "smoothing_least",
        "log2",
        "smoothed length to the threshold N'min (block-smoothing)",
        |c, b| c.methods.over_least(b),
    ),
    early!(
        "smoothing_mark",
        "log2",
        "smoothed length to the upper threshold (block-smoothing)",
        |c, b| c.methods.over_mark(b),
    ),
    early!("smoothing_keep", "0/1", "kept by block-smoothing", |c, b| {
        c.methods.block_smoothing.keeps(b)
    }),
    early!(
        "weight",
        "points",
        "weight of the innermost topic candidate (block-weighting)",
        |c, b| { c.methods.block_weighting.score(b) }
    ),
    early!("weight_score", "1", "weight of the topic candidate to the page's highest", |c, b| {
        c.methods.block_weighting.share(b)
    }),
    early!("weight_keep", "0/1", "kept by block-weighting", |c, b| c
        .methods
        .block_weighting
        .keeps(b)),
    early!(
        "line_run",
        "log2",
        "characters of the run of lines around it (line-density)",
        |c, b| { log(c.methods.line_density.score(b)) }
    ),
    early!(
        "line_run_share",
        "1",
        "share of the page's text in its run of lines (line-density)",
        page: |c| { share(c.methods.line_density.highest, c.total.characters) }
    ),
    early!("line_keep", "0/1", "kept by line-density", |c, b| c.methods.line_density.keeps(b)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto::training::{BlockRows, RowModels, rows};
    use crate::page::Page;

    #[test]
    fn the_table_is_sound() {
        let mut names: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COLUMNS.len());
        let page = Page::new(
            "<title>供水会议</title><h1>供水会议</h1><p>会议今天开了。<a>链接</a><p>x",
            None,
        );
        let rows = rows(&page, &RowModels::default()).values;
        assert_eq!(rows.len(), COLUMNS.len() * 3);
        assert!(rows.iter().all(|value| !value.is_infinite()));
        let value = |block: usize, name: &str| {
            rows[block * COLUMNS.len() + COLUMNS.iter().position(|c| c.name == name).unwrap()]
        };
        assert_eq!((value(0, "is_title"), value(1, "is_title")), (1.0, 0.0));
        assert_eq!((value(1, "after_title"), value(1, "sentence_ends")), (1.0, 1.0));
        assert!((value(1, "link_density") - 2.0 / 9.0).abs() < 1e-6);
        assert!(value(0, "length_before").is_nan());
    }

    #[test]
    fn a_page_without_text_has_no_rows() {
        assert_eq!(rows(&Page::new("", None), &RowModels::default()), BlockRows::default());
    }
}
