//! The one table of columns: every number that the learned judgement knows of a text block.
//!
//! Training and use read the same functions, so they cannot drift apart. A column that has nothing
//! to say of a block is NaN ("missing").

use super::context::{Around, Context};
use super::first_look::FirstLook;
use super::measures::Measures;
use super::name_groups::{bit, near};
use super::page_rows::score_place;
use super::site::SiteFacts;
use super::text_groups::bit_of;
use super::values::{
    blocks_after, characters, container_kind, flag, heading, level_mean, link_density, links, log,
    mean_length, named, nearest, neighbour, run, says, sentence_share, sentence_sum, sentences,
    sentences_since, share, signs, signs_beside, signs_mean, text_share, to_threshold, verdict,
};
use crate::forest::{ROWS_AT_ONCE, Values};

/// A row of the table.
pub struct Column {
    /// Its name in the model files.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// Its unit.
    pub unit: &'static str,
    fill: Fill,
}

/// Writes the values for some blocks into a column of their rows.
enum Fill {
    /// By measures alone.
    Early(fn(&Measures, &mut Rows, usize)),
    /// By what was read, too.
    Late(fn(&Context, &mut Rows, usize)),
    /// By what other pages of the site tell.
    Site(fn(&SiteFacts, &mut Rows, usize)),
}

impl Column {
    /// Whether the first look may ask for it: it needs no words.
    pub fn is_early(&self) -> bool {
        matches!(self.fill, Fill::Early(_))
    }
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {}", self.name, self.unit, self.doc)
    }
}

/// Blocks and their rows.
struct Rows<'a> {
    blocks: &'a [usize],
    /// The values of the rows in one column after the other.
    values: &'a mut [f32],
    /// How many rows there is place for.
    places: usize,
}

impl Rows<'_> {
    /// Writes the value of each block into a column.
    #[inline(always)]
    fn set(&mut self, column: usize, value: impl Fn(usize) -> f32) {
        let start = column * self.places;
        let column = self.values.get_mut(start..start + self.places).unwrap_or_default();
        for (slot, block) in column.iter_mut().zip(self.blocks) {
            *slot = value(*block);
        }
    }

    /// Writes values that stand at known places into a column.
    #[inline(always)]
    fn copy(&mut self, column: usize, values: &[f32], starts: &[usize]) {
        let start = column * self.places;
        let column = self.values.get_mut(start..start + self.blocks.len()).unwrap_or_default();
        column.iter_mut().zip(starts).for_each(|(slot, start)| *slot = values[*start]);
    }
}

/// What is known of a page's blocks.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) look: &'a FirstLook<'a>,
    /// None where nothing more is known than by the first look.
    pub(super) context: Option<&'a Context<'a>>,
    /// None without a template that fits.
    pub(super) site: Option<&'a SiteFacts>,
}

/// Writes the values of all columns for a block into `row`; for a closed block, unless all are asked, those of early
/// columns and of the site, and as its sparse score its log odds by the first look.
pub(super) fn fill(known: Known, block: usize, row: &mut Vec<f32>) {
    row.clear();
    row.resize(COLUMNS.len(), f32::NAN);
    let look = known.look;
    let context = known.context.filter(|context| context.asks_all || look.is_open[block]);
    row[score_place()] =
        known.context.map_or(look.log_odds[block], |context| signs(context, block));
    let mut rows = Rows { blocks: &[block], values: row, places: 1 };
    for (place, column) in COLUMNS.iter().enumerate() {
        match (&column.fill, context, known.site) {
            (Fill::Early(fill), _, _) => fill(&look.measures, &mut rows, place),
            (Fill::Late(fill), Some(context), _) => fill(context, &mut rows, place),
            (Fill::Site(fill), _, Some(site)) => fill(site, &mut rows, place),
            (Fill::Late(_), None, _) | (Fill::Site(_), _, None) => {}
        }
    }
}

/// Writes the values of some columns, by their place in [`COLUMNS`], for some open blocks, at most [`ROWS_AT_ONCE`], into
/// columns of a table; those of the site are missing.
pub(super) fn fill_some(
    context: &Context,
    blocks: &[usize],
    columns: &[(usize, usize)],
    table: &mut [Values],
) {
    let look = context.first_look;
    let mut starts = [0; ROWS_AT_ONCE];
    starts.iter_mut().zip(blocks).for_each(|(start, block)| *start = look.start(*block));
    let mut rows = Rows { blocks, values: table.as_flattened_mut(), places: ROWS_AT_ONCE };
    for (place, slot) in columns {
        match (look.slot(*place), &COLUMNS[*place].fill) {
            (Some(seen), _) => rows.copy(*slot, &look.values()[seen * ROWS_AT_ONCE..], &starts),
            (None, Fill::Early(fill)) => fill(context, &mut rows, *slot),
            (None, Fill::Late(fill)) => fill(context, &mut rows, *slot),
            (None, Fill::Site(_)) => rows.set(*slot, |_| f32::NAN),
        }
    }
}

/// The same for those that are early, and any blocks; others are left as they are.
pub(super) fn fill_early(
    measures: &Measures,
    blocks: &[usize],
    columns: &[(usize, usize)],
    table: &mut [Values],
) {
    let mut rows = Rows { blocks, values: table.as_flattened_mut(), places: ROWS_AT_ONCE };
    for (place, slot) in columns {
        if let Fill::Early(fill) = COLUMNS[*place].fill {
            fill(measures, &mut rows, *slot);
        }
    }
}

/// The value of a column, by its place, that comes of the site; missing for others.
pub(super) fn site_value(site: &SiteFacts, place: usize, block: usize) -> f32 {
    let mut value = [f32::NAN];
    if let Fill::Site(fill) = COLUMNS[place].fill {
        fill(site, &mut Rows { blocks: &[block], values: &mut value, places: 1 }, 0);
    }
    value[0]
}

/// A row of the table: its value is worked out for block after block in one loop, or, for a number of the whole
/// page, once.
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

/// A row that needs measures alone.
macro_rules! early {
    ($($row:tt)*) => { row!(Early, Measures, $($row)*) };
}

/// A row that needs what was read.
macro_rules! column {
    ($($row:tt)*) => { row!(Late, Context, $($row)*) };
}

/// A row that needs a template of the page's site.
macro_rules! known_site {
    ($($row:tt)*) => { row!(Site, SiteFacts, $($row)*) };
}

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
    early!("sentence_ends", "marks", "sentence ends (seed 000)", |c, b| {
        c.block(b).sentence_ends as f32
    }),
    column!("digit_share", "1", "share of digits", |c, b| {
        share(c.facts[b].digits as f32, c.block(b).characters as f32)
    }),
    column!("capital_share", "1", "share of capital letters", |c, b| {
        share(c.facts[b].capitals as f32, c.block(b).characters as f32)
    }),
    column!("separators", "marks", "marks that part the items of menus", |c, b| {
        c.facts[b].separators as f32
    }),
    column!("ends_sentence", "0/1", "ends like a sentence", |c, b| flag(c.facts[b].ends_sentence)),
    column!("ends_colon", "0/1", "ends in a colon", |c, b| flag(c.facts[b].ends_colon)),
    column!("has_date", "0/1", "holds a date", |c, b| flag(c.facts[b].has_date)),
    early!("is_hidden", "0/1", "hidden from view", |c, b| flag(c.block(b).is_hidden)),
    early!("is_noscript", "0/1", "inside noscript", |c, b| flag(c.block(b).is_noscript)),
    early!("is_heading", "0/1", "inside a heading", |c, b| flag(c.block(b).is_heading)),
    early!("container_kind", "number", "kind of the container's tag, 0 other", container_kind),
    early!("text_nodes", "log2", "text nodes", |c, b| log(c.block(b).texts.len() as f32)),
    early!("depth", "levels", "depth of the container", |c, b| {
        f32::from(c.page.document().depth(c.block(b).container))
    }),
    column!("same_text", "log2", "blocks with the same text", |c, b| {
        log(c.facts[b].same_text as f32)
    }),
    column!("copies_before", "log2", "blocks before it with the same text", |c, b| {
        log(c.facts[b].copies_before as f32)
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
    // The title.
    column!("title_share", "1", "share of the block's letters in the title", |c, b| {
        c.facts[b].title_share()
    }),
    column!("after_title", "blocks", "blocks after the title's; missing without one", |c, b| {
        blocks_after(c.title.as_ref(), b)
    }),
    column!("is_title", "0/1", "the title's block", |c, b| {
        flag(c.title.as_ref().is_some_and(|title| title.block == b))
    }),
    column!("title_hits", "log2", "pairs of letters that are in the title", |c, b| {
        log(c.facts[b].pairs.in_title as f32)
    }),
    column!("title_share_2", "1", "share of pairs in the title, 2 levels up", |c, b| {
        let sums = c.words(c.level_blocks(b, 2));
        share(sums.title_pairs, sums.pairs)
    }),
    column!(
        "title_levels_up",
        "levels",
        "levels from the title up to where the block joins",
        |c, b| c.title_levels(b).0,
    ),
    column!(
        "title_levels_down",
        "levels",
        "levels from where they join down to the block",
        |c, b| c.title_levels(b).1
    ),
    column!("sentences_since_title", "log2", "sentence text since the title's block", |c, b| {
        sentences_since(c, c.title.as_ref(), b)
    }),
    // The description.
    column!("description_share", "1", "share of the block's pairs in the description", |c, b| {
        c.facts[b].description_share()
    }),
    column!("description_hits", "log2", "pairs of letters that are in the description", |c, b| {
        log(c.facts[b].pairs.in_description as f32)
    }),
    column!(
        "description_share_2",
        "1",
        "share of pairs in the description, 2 levels up",
        |c, b| {
            let sums = c.words(c.level_blocks(b, 2));
            share(sums.description_pairs, sums.pairs)
        }
    ),
    column!(
        "after_description",
        "blocks",
        "blocks after the one most like the description",
        |c, b| blocks_after(c.description.as_ref(), b),
    ),
    column!(
        "description_levels_up",
        "levels",
        "levels from the block most like the description up to where this joins",
        |c, b| c.description_levels(b).0,
    ),
    column!(
        "description_levels_down",
        "levels",
        "levels from where they join down to the block",
        |c, b| c.description_levels(b).1
    ),
    // Items of lists and feeds.
    column!("run_0", "log2", "siblings alike in a row, of the container", |c, b| run(c, b, 0)),
    column!("run_1", "log2", "siblings alike in a row, of the parent", |c, b| run(c, b, 1)),
    column!("run_2", "log2", "siblings alike in a row, 2 levels up", |c, b| run(c, b, 2)),
    column!("run_3", "log2", "siblings alike in a row, 3 levels up", |c, b| run(c, b, 3)),
    column!("run_4", "log2", "siblings alike in a row, 4 levels up", |c, b| run(c, b, 4)),
    column!("item_level", "levels", "levels up to the item around the block", |c, b| {
        c.item(b).map_or(f32::NAN, |level| level as f32)
    }),
    column!("item_blocks", "log2", "blocks in the item", |c, b| {
        c.item(b).map_or(f32::NAN, |level| log(c.level_blocks(b, level).len() as f32))
    }),
    column!("item_run", "log2", "items alike in a row", |c, b| {
        c.item(b).map_or(f32::NAN, |level| run(c, b, level))
    }),
    column!("item_place", "items", "items before", |c, b| {
        let place = |level| c.looks.repeats.place(c.level(b, level)).min(99) as f32;
        c.item(b).map_or(f32::NAN, place)
    }),
    column!("item_links", "1", "link density of the item", |c, b| {
        c.item(b).map_or(f32::NAN, |level| link_density(c, c.level_blocks(b, level)))
    }),
    column!("item_text", "log2", "characters of the item", |c, b| {
        let text = |level| c.containers.sum(c.level_blocks(b, level)).characters;
        c.item(b).map_or(f32::NAN, |level| log(text(level)))
    }),
    column!("item_dates", "log2", "short blocks with a date in the item", |c, b| {
        let dates = |level| log(c.words(c.level_blocks(b, level)).dated);
        c.item(b).map_or(f32::NAN, dates)
    }),
    column!("dates_1", "log2", "short blocks with a date in the parent", |c, b| {
        log(c.words(c.level_blocks(b, 1)).dated)
    }),
    column!("dates_2", "log2", "short blocks with a date 2 levels up", |c, b| {
        log(c.words(c.level_blocks(b, 2)).dated)
    }),
    column!("dates_3", "log2", "short blocks with a date 3 levels up", |c, b| {
        log(c.words(c.level_blocks(b, 3)).dated)
    }),
    column!("page_dates", "log2", "short blocks with a date on the page", page: |c| log(c.total_words.dated)),
    // The page's own word on its kind.
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
    column!("path_segments", "segments", "segments of the address's path", page: |c| {
        c.hints.path_segments
    }),
    column!("path_digits", "digits", "digits in the address's path", page: |c| c.hints.path_digits),
    column!(
        "path_hyphens",
        "hyphens",
        "hyphens in the last segment of the address's path",
        page: |c| c.hints.path_hyphens
    ),
    column!("path_is_file", "0/1", "the last segment of the address's path has a dot", page: |c| c
        .hints
        .path_is_file),
    column!("path_is_folder", "0/1", "the address's path is empty or ends in a slash", page: |c| {
        c.hints.path_is_folder
    }),
    column!("has_query", "0/1", "the address has a query", page: |c| c.hints.has_query),
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
    column!("says_editor", "0/1", "words of editor at its edges", |c, b| {
        says(c, b, const { bit_of("editor") })
    }),
    column!("says_author", "0/1", "words of author at its edges", |c, b| {
        says(c, b, const { bit_of("author") })
    }),
    column!("says_source", "0/1", "words of source at its edges", |c, b| {
        says(c, b, const { bit_of("source") })
    }),
    column!("says_original_title", "0/1", "words of original title at its edges", |c, b| {
        says(c, b, const { bit_of("original_title") })
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
    column!("says_consent", "0/1", "words of consent at its edges", |c, b| {
        says(c, b, const { bit_of("consent") })
    }),
    column!("says_dateline", "0/1", "words of dateline at its edges", |c, b| {
        says(c, b, const { bit_of("dateline") })
    }),
    column!("says_more", "0/1", "words of more at its edges", |c, b| {
        says(c, b, const { bit_of("more") })
    }),
    column!("says_price", "0/1", "words of price at its edges", |c, b| {
        says(c, b, const { bit_of("price") })
    }),
    column!("says_contents", "0/1", "words of contents at its edges", |c, b| {
        says(c, b, const { bit_of("contents") })
    }),
    column!("says_ago", "0/1", "words of time ago at its edges", |c, b| {
        says(c, b, const { bit_of("ago") })
    }),
    column!("says_scan", "0/1", "words of scanning a code at its edges", |c, b| {
        says(c, b, const { bit_of("scan") })
    }),
    column!("says_complaint", "0/1", "words of complaints at its edges", |c, b| {
        says(c, b, const { bit_of("complaint") })
    }),
    column!("says_vote", "0/1", "words of votes and tips at its edges", |c, b| {
        says(c, b, const { bit_of("vote") })
    }),
    column!("says_advert", "0/1", "words of advertising at its edges", |c, b| {
        says(c, b, const { bit_of("advert") })
    }),
    column!("says_follow", "0/1", "words of accounts to follow at its edges", |c, b| {
        says(c, b, const { bit_of("follow") })
    }),
    column!(
        "since_related",
        "blocks",
        "blocks after the last short one with words of related",
        |c, b| c.since[b].0,
    ),
    column!(
        "since_comment",
        "blocks",
        "blocks after the last short one with words of comments",
        |c, b| c.since[b].1,
    ),
    // The sparse model's score.
    column!("sign_score", "log odds", "word score: what the words around the block say", signs),
    column!("signs_before", "log odds", "word score of the block before", |c, b| {
        signs_beside(c, b, -1)
    }),
    column!("signs_after", "log odds", "word score of the block after", |c, b| signs_beside(
        c, b, 1
    )),
    column!("signs_2_before", "log odds", "word score of the block two before", |c, b| {
        signs_beside(c, b, -2)
    }),
    column!("signs_2_after", "log odds", "word score of the block two after", |c, b| {
        signs_beside(c, b, 2)
    }),
    column!("signs_around_1", "log odds", "mean word score by tokens, 1 block around", |c, b| {
        signs_mean(c, c.around(b, 1))
    }),
    column!("signs_around_3", "log odds", "mean word score by tokens, 3 blocks around", |c, b| {
        signs_mean(c, c.around(b, 3))
    }),
    column!(
        "signs_around_10",
        "log odds",
        "mean word score by tokens, 10 blocks around",
        |c, b| { signs_mean(c, c.around(b, 10)) }
    ),
    column!("signs_1", "log odds", "mean word score by tokens in the parent", |c, b| {
        signs_mean(c, c.level_blocks(b, 1))
    }),
    column!("signs_2", "log odds", "mean word score by tokens 2 levels up", |c, b| {
        signs_mean(c, c.level_blocks(b, 2))
    }),
    column!("signs_3", "log odds", "mean word score by tokens 3 levels up", |c, b| {
        signs_mean(c, c.level_blocks(b, 3))
    }),
    column!("signs_page", "log odds", "mean word score by tokens on the page", page: |c| {
        signs_mean(c, 0..c.count())
    }),
    column!(
        "signs_to_highest",
        "log odds",
        "how far the word score is below the page's highest",
        |c, b| { c.signs.as_ref().map_or(f32::NAN, |signs| signs.highest - signs.own[b]) }
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
        log(c.facts[b].same_path as f32)
    }),
    column!("same_class_path", "log2", "blocks with the same path of tags and classes", |c, b| {
        log(c.facts[b].same_class_path as f32)
    }),
    column!("continues_path", "0/1", "same path as the block before", |c, b| {
        flag(c.facts[b].continues_path)
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
        let node = c.level(b, 1);
        log(c.page.stats().amounts(c.page.document(), node).tags as f32)
    }),
    early!("tag_density_2", "1", "tags a character 2 levels up", |c, b| {
        let amounts = c.page.stats().amounts(c.page.document(), c.level(b, 2));
        share(amounts.tags as f32, amounts.characters as f32)
    }),
    early!("text_density_2", "1", "text a character of markup 2 levels up (seed 002)", |c, b| {
        let amounts = c.page.stats().amounts(c.page.document(), c.level(b, 2));
        share(amounts.characters as f32, amounts.markup as f32)
    }),
    // The best container.
    early!(
        "levels_from_best",
        "levels",
        "levels up to where it joins the best container",
        |c, b| c.places[b].from_best as f32,
    ),
    early!("best_share", "1", "share of sentence text in the best container", page: |c| {
        let blocks = c.containers.blocks_in(c.page.document(), c.containers.best);
        share(c.containers.sum(blocks).sentence_text, c.total.sentence_text)
    }),
    early!(
        "before_best",
        "blocks",
        "blocks before the best container begins; negative after it ends",
        |c, b| {
            let best = c.containers.blocks_in(c.page.document(), c.containers.best);
            let distance = |to: usize| (to as f32 - b as f32).clamp(-99.0, 99.0);
            if b < best.start {
                distance(best.start)
            } else if b >= best.end {
                distance(best.end) - 1.0
            } else {
                0.0
            }
        },
    ),
    early!("depth_from_best", "levels", "depth below or above the best container", |c, b| {
        let depth = |node| f32::from(c.page.document().depth(node));
        depth(c.block(b).container) - depth(c.containers.best)
    }),
    early!("blocks_in_best", "log2", "blocks in the best container", page: |c| {
        log(c.containers.blocks_in(c.page.document(), c.containers.best).len() as f32)
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
    column!("in_list", "0/1", "inside a list item", |c, b| flag(c.is_inside(b, Around::ListItem))),
    column!("in_table", "0/1", "inside a table cell", |c, b| {
        flag(c.is_inside(b, Around::Cell))
    }),
    column!("in_article", "0/1", "inside article", |c, b| flag(c.is_inside(b, Around::Article))),
    column!("in_main", "0/1", "inside main", |c, b| flag(c.is_inside(b, Around::Main))),
    column!("in_quote", "0/1", "inside a block quote", |c, b| {
        flag(c.is_inside(b, Around::Quote))
    }),
    column!("in_code", "0/1", "inside pre", |c, b| flag(c.is_inside(b, Around::Preformatted))),
    // Verdicts of the named methods.
    early!("path_score", "1", "path similarity to the sample (seed 000)", |c, b| {
        c.verdicts[0].0.score[b]
    }),
    early!("path_keep", "0/1", "kept by punctuation-path", |c, b| flag(c.verdicts[0].0.keep[b])),
    early!("smoothing_score", "1", "smoothed length to the page's highest (seed 001)", |c, b| {
        verdict(c, 1, b)
    }),
    early!("smoothing_length", "log2", "smoothed length (seed 001)", |c, b| {
        log(c.verdicts[1].0.score[b])
    }),
    early!(
        "smoothing_least",
        "log2",
        "smoothed length to the threshold N'min (seed 001)",
        |c, b| to_threshold(c, b, c.smoothing_thresholds.least),
    ),
    early!(
        "smoothing_mark",
        "log2",
        "smoothed length to the upper threshold (seed 001)",
        |c, b| to_threshold(c, b, c.smoothing_thresholds.mark),
    ),
    early!("smoothing_keep", "0/1", "kept by block-smoothing", |c, b| {
        flag(c.verdicts[1].0.keep[b])
    }),
    early!("weight", "points", "weight of the innermost topic candidate (seed 002)", |c, b| {
        c.verdicts[2].0.score[b]
    }),
    early!("weight_score", "1", "weight of the topic candidate to the page's highest", |c, b| {
        verdict(c, 2, b)
    }),
    early!("weight_keep", "0/1", "kept by block-weighting", |c, b| flag(c.verdicts[2].0.keep[b])),
    early!("line_run", "log2", "characters of the run of lines around it (seed 003)", |c, b| {
        log(c.verdicts[3].0.score[b])
    }),
    early!(
        "line_run_share",
        "1",
        "share of the page's text in its run of lines (seed 003)",
        page: |c| { share(c.verdicts[3].1, c.total.characters) }
    ),
    early!("line_keep", "0/1", "kept by line-density", |c, b| flag(c.verdicts[3].0.keep[b])),
    column!(
        "alike_pull",
        "log odds",
        "how far open blocks built alike draw it to theirs",
        |c, b| { c.pulls.get(b).copied().unwrap_or(f32::NAN) }
    ),
    // What the site's template knows (seed 004's idea, over many pages); missing without one.
    known_site!("site_likeness", "1", "how well the page fits its site's layout", page: |s| s.likeness),
    known_site!("site_pages", "log2", "pages from which the layout was learned", page: |s| s.pages),
    known_site!(
        "site_alone",
        "log odds",
        "log odds of the judgement without a template",
        |s, b| { s.blocks[b].alone }
    ),
    known_site!(
        "site_path_pull",
        "log odds",
        "how far its path on other pages draws it down",
        |s, b| { s.blocks[b].path_pull }
    ),
    known_site!("site_path_main", "1", "share of main text at its path on other pages", |s, b| {
        s.blocks[b].path_main
    }),
    known_site!("site_path_share", "1", "share of the layout's pages with its path", |s, b| {
        s.blocks[b].path_share
    }),
    known_site!(
        "site_path_repeats",
        "1",
        "share of texts at its path that repeat, from 8 pages on",
        |s, b| { s.blocks[b].path_repeats }
    ),
    known_site!(
        "site_text_share",
        "1",
        "share of the layout's pages with its text there",
        |s, b| { s.blocks[b].text_share[0] }
    ),
    known_site!("site_start_share", "1", "share of pages with a text that begins so", |s, b| {
        s.blocks[b].text_share[1]
    }),
    known_site!("site_end_share", "1", "share of pages with a text that ends so", |s, b| {
        s.blocks[b].text_share[2]
    }),
    known_site!(
        "site_start_pull",
        "log odds",
        "how far texts that begin so draw it down",
        |s, b| { s.blocks[b].start_pull }
    ),
];

#[cfg(test)]
mod tests {
    use super::super::training::{BlockRows, RowModels, rows};
    use super::*;
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
