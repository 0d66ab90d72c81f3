//! The one table of columns: every number that the learned judgement knows of a text block.
//!
//! Training and use read the same functions, so they cannot drift apart. A column that has nothing
//! to say of a block is NaN ("missing").

use super::context::Context;
use super::values::{
    characters, container_kind, flag, heading, inside, level_mean, link_density, links, log,
    mean_length, named, nearest, neighbour, sentence_share, sentence_sum, sentences, share,
    text_share, verdict,
};
use crate::dom::Tag;
use crate::page::Page;

/// A row of the table.
pub struct Column {
    /// Its name in the model files.
    pub name: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// Its unit.
    pub unit: &'static str,
    value: fn(&Context, usize) -> f32,
}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {}", self.name, self.unit, self.doc)
    }
}

/// The values of all columns for every block of a page, row by row.
pub fn rows(page: &Page) -> Vec<f32> {
    if page.blocks().is_empty() {
        return Vec::new();
    }
    let context = Context::new(page);
    let mut rows = Vec::with_capacity(page.blocks().len() * COLUMNS.len());
    for block in 0..page.blocks().len() {
        rows.extend(COLUMNS.iter().map(|column| (column.value)(&context, block)));
    }
    rows
}

/// Shorthand for a row of the table.
const fn column(
    name: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Context, usize) -> f32,
) -> Column {
    Column { name, doc, unit, value }
}

/// Every column.
pub const COLUMNS: &[Column] = &[
    // The block itself.
    column("characters", "log2", "characters", |c, b| log(c.block(b).characters as f32)),
    column("tokens", "log2", "tokens", |c, b| log(c.block(b).tokens as f32)),
    column("characters_a_token", "1", "characters a token", |c, b| {
        share(c.block(b).characters as f32, c.block(b).tokens as f32)
    }),
    column("link_density", "1", "share of characters in links", |c, b| link_density(c, b..b + 1)),
    column("punctuation_density", "1", "punctuation marks a character", |c, b| {
        share(c.block(b).punctuation as f32, c.block(b).characters as f32)
    }),
    column("punctuation", "marks", "punctuation marks", |c, b| c.block(b).punctuation as f32),
    column("sentence_ends", "marks", "sentence ends (seed 000)", |c, b| {
        c.block(b).sentence_ends as f32
    }),
    column("digit_share", "1", "share of digits", |c, b| {
        share(c.facts[b].digits as f32, c.block(b).characters as f32)
    }),
    column("capital_share", "1", "share of capital letters", |c, b| {
        share(c.facts[b].capitals as f32, c.block(b).characters as f32)
    }),
    column("separators", "marks", "marks that part the items of menus", |c, b| {
        c.facts[b].separators as f32
    }),
    column("ends_sentence", "0/1", "ends like a sentence", |c, b| flag(c.facts[b].ends_sentence)),
    column("ends_colon", "0/1", "ends in a colon", |c, b| flag(c.facts[b].ends_colon)),
    column("has_date", "0/1", "holds a date", |c, b| flag(c.facts[b].has_date)),
    column("is_hidden", "0/1", "hidden from view", |c, b| flag(c.block(b).is_hidden)),
    column("is_noscript", "0/1", "inside noscript", |c, b| flag(c.block(b).is_noscript)),
    column("is_heading", "0/1", "inside a heading", |c, b| flag(c.block(b).is_heading)),
    column("container_kind", "number", "kind of the container's tag, 0 other", container_kind),
    column("text_nodes", "log2", "text nodes", |c, b| log(c.block(b).texts.len() as f32)),
    column("depth", "levels", "depth of the container", |c, b| {
        f32::from(c.page.document().depth(c.block(b).container))
    }),
    column("same_text", "log2", "blocks with the same text", |c, b| {
        log(c.facts[b].same_text as f32)
    }),
    // Its place.
    column("position", "1", "share of blocks before", |c, b| share(b as f32, c.count() as f32)),
    column("text_position", "1", "share of the page's text before", |c, b| {
        share(c.containers.sum(0..b).characters, c.total.characters)
    }),
    column("sentence_position", "1", "share of sentence text before", |c, b| {
        share(c.containers.sum(0..b).sentence_text, c.total.sentence_text)
    }),
    column("blocks", "log2", "blocks of the page", |c, _| log(c.count() as f32)),
    column("page_characters", "log2", "characters of the page", |c, _| log(c.total.characters)),
    column("page_sentence_text", "log2", "sentence text of the page", |c, _| {
        log(c.total.sentence_text)
    }),
    column("page_link_density", "1", "link density of the page", |c, _| {
        link_density(c, 0..c.count())
    }),
    column("share_of_page", "1", "share of the page's text", |c, b| {
        share(c.block(b).characters as f32, c.total.characters)
    }),
    // The title.
    column("title_share", "1", "share of the block's letters in the title", |c, b| {
        c.facts[b].title_share
    }),
    column("after_title", "blocks", "blocks after the title's; missing without one", |c, b| {
        c.title_block.map_or(f32::NAN, |title| (b as f32 - title as f32).clamp(-99.0, 99.0))
    }),
    column("is_title", "0/1", "the title's block", |c, b| flag(c.title_block == Some(b))),
    // Neighbours.
    column("length_before", "log2", "characters of the block before", |c, b| {
        neighbour(c, b, -1, characters)
    }),
    column("length_after", "log2", "characters of the block after", |c, b| {
        neighbour(c, b, 1, characters)
    }),
    column("length_2_before", "log2", "characters two blocks before", |c, b| {
        neighbour(c, b, -2, characters)
    }),
    column("length_2_after", "log2", "characters two blocks after", |c, b| {
        neighbour(c, b, 2, characters)
    }),
    column("links_before", "1", "link density of the block before", |c, b| {
        neighbour(c, b, -1, links)
    }),
    column("links_after", "1", "link density of the block after", |c, b| neighbour(c, b, 1, links)),
    column("ends_before", "log2", "sentence text of the block before", |c, b| {
        neighbour(c, b, -1, sentences)
    }),
    column("ends_after", "log2", "sentence text of the block after", |c, b| {
        neighbour(c, b, 1, sentences)
    }),
    column("heading_before", "0/1", "the block before is a heading", |c, b| {
        neighbour(c, b, -1, heading)
    }),
    column("heading_after", "0/1", "the block after is a heading", |c, b| {
        neighbour(c, b, 1, heading)
    }),
    column("smoothed_1", "log2", "mean characters, 1 block around", |c, b| mean_length(c, b, 1)),
    column("smoothed_3", "log2", "mean characters, 3 blocks around", |c, b| mean_length(c, b, 3)),
    column("smoothed_7", "log2", "mean characters, 7 blocks around", |c, b| mean_length(c, b, 7)),
    column("smoothed_21", "log2", "mean characters, 21 blocks around", |c, b| {
        mean_length(c, b, 21)
    }),
    column("links_3", "1", "link density, 3 blocks around", |c, b| link_density(c, c.around(b, 3))),
    column("links_7", "1", "link density, 7 blocks around", |c, b| link_density(c, c.around(b, 7))),
    column("links_21", "1", "link density, 21 blocks around", |c, b| {
        link_density(c, c.around(b, 21))
    }),
    column("sentences_3", "log2", "sentence text, 3 blocks around", |c, b| {
        sentence_sum(c, c.around(b, 3))
    }),
    column("sentences_7", "log2", "sentence text, 7 blocks around", |c, b| {
        sentence_sum(c, c.around(b, 7))
    }),
    column("sentences_21", "log2", "sentence text, 21 blocks around", |c, b| {
        sentence_sum(c, c.around(b, 21))
    }),
    column("sentences_later", "1", "share of sentence text after", |c, b| {
        share(c.containers.sum(b + 1..c.count()).sentence_text, c.total.sentence_text)
    }),
    // Repetition.
    column("same_path", "log2", "blocks with the same path of tags", |c, b| {
        log(c.facts[b].same_path as f32)
    }),
    column("same_class_path", "log2", "blocks with the same path of tags and classes", |c, b| {
        log(c.facts[b].same_class_path as f32)
    }),
    column("continues_path", "0/1", "same path as the block before", |c, b| {
        flag(c.facts[b].continues_path)
    }),
    // Containers: 1, 2, 3 and 5 levels above the block's own.
    column("blocks_1", "log2", "blocks in the parent", |c, b| {
        log(c.level_blocks(b, 1).len() as f32)
    }),
    column("blocks_2", "log2", "blocks 2 levels up", |c, b| log(c.level_blocks(b, 2).len() as f32)),
    column("blocks_3", "log2", "blocks 3 levels up", |c, b| log(c.level_blocks(b, 3).len() as f32)),
    column("text_share_0", "1", "share of the page's text in the container", |c, b| {
        text_share(c, b, 0)
    }),
    column("text_share_1", "1", "share of the page's text in the parent", |c, b| {
        text_share(c, b, 1)
    }),
    column("text_share_2", "1", "share of the page's text 2 levels up", |c, b| text_share(c, b, 2)),
    column("text_share_3", "1", "share of the page's text 3 levels up", |c, b| text_share(c, b, 3)),
    column("text_share_5", "1", "share of the page's text 5 levels up", |c, b| text_share(c, b, 5)),
    column("sentence_share_1", "1", "share of sentence text in the parent", |c, b| {
        sentence_share(c, b, 1)
    }),
    column("sentence_share_2", "1", "share of sentence text 2 levels up", |c, b| {
        sentence_share(c, b, 2)
    }),
    column("sentence_share_3", "1", "share of sentence text 3 levels up", |c, b| {
        sentence_share(c, b, 3)
    }),
    column("sentence_share_5", "1", "share of sentence text 5 levels up", |c, b| {
        sentence_share(c, b, 5)
    }),
    column("links_1_up", "1", "link density of the parent", |c, b| {
        link_density(c, c.level_blocks(b, 1))
    }),
    column("links_2_up", "1", "link density 2 levels up", |c, b| {
        link_density(c, c.level_blocks(b, 2))
    }),
    column("links_3_up", "1", "link density 3 levels up", |c, b| {
        link_density(c, c.level_blocks(b, 3))
    }),
    column("links_5_up", "1", "link density 5 levels up", |c, b| {
        link_density(c, c.level_blocks(b, 5))
    }),
    column("mean_length_1", "log2", "mean characters of blocks in the parent", |c, b| {
        level_mean(c, b, 1)
    }),
    column("mean_length_2", "log2", "mean characters of blocks 2 levels up", |c, b| {
        level_mean(c, b, 2)
    }),
    column("mean_length_3", "log2", "mean characters of blocks 3 levels up", |c, b| {
        level_mean(c, b, 3)
    }),
    column("place_in_2", "1", "place among the blocks 2 levels up", |c, b| {
        let blocks = c.level_blocks(b, 2);
        share(b as f32 - blocks.start as f32, blocks.len() as f32)
    }),
    column("children_1", "log2", "elements in the parent", |c, b| {
        let node = c.level(b, 1);
        log(c.page.stats().amounts(c.page.document(), node).tags as f32)
    }),
    column("tag_density_2", "1", "tags a character 2 levels up", |c, b| {
        let amounts = c.page.stats().amounts(c.page.document(), c.level(b, 2));
        share(amounts.tags as f32, amounts.characters as f32)
    }),
    column("text_density_2", "1", "text a character of markup 2 levels up (seed 002)", |c, b| {
        let amounts = c.page.stats().amounts(c.page.document(), c.level(b, 2));
        share(amounts.characters as f32, amounts.markup as f32)
    }),
    // The best container.
    column(
        "levels_from_best",
        "levels",
        "levels up to where it joins the best container",
        |c, b| c.levels_from_best(b) as f32,
    ),
    column("best_share", "1", "share of sentence text in the best container", |c, _| {
        let blocks = c.containers.blocks_in(c.page.document(), c.containers.best);
        share(c.containers.sum(blocks).sentence_text, c.total.sentence_text)
    }),
    column(
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
    column("depth_from_best", "levels", "depth below or above the best container", |c, b| {
        let depth = |node| f32::from(c.page.document().depth(node));
        depth(c.block(b).container) - depth(c.containers.best)
    }),
    column("blocks_in_best", "log2", "blocks in the best container", |c, _| {
        log(c.containers.blocks_in(c.page.document(), c.containers.best).len() as f32)
    }),
    // Hints of names.
    column("named_content", "0/1", "in an element named for content", |c, b| {
        named(c, b, "content")
    }),
    column("named_title", "0/1", "in an element named for titles", |c, b| named(c, b, "title")),
    column("named_byline", "0/1", "in an element named for bylines", |c, b| named(c, b, "byline")),
    column("named_comment", "0/1", "in an element named for comments", |c, b| {
        named(c, b, "comment")
    }),
    column("named_related", "0/1", "in an element named for related pages", |c, b| {
        named(c, b, "related")
    }),
    column("named_navigation", "0/1", "in an element named for navigation", |c, b| {
        named(c, b, "navigation")
    }),
    column("named_sidebar", "0/1", "in an element named for sidebars", |c, b| {
        named(c, b, "sidebar")
    }),
    column("named_footer", "0/1", "in an element named for footers", |c, b| named(c, b, "footer")),
    column("named_header", "0/1", "in an element named for headers", |c, b| named(c, b, "header")),
    column("named_advert", "0/1", "in an element named for adverts", |c, b| named(c, b, "advert")),
    column("named_social", "0/1", "in an element named for sharing", |c, b| named(c, b, "social")),
    column("named_form", "0/1", "in an element named for forms", |c, b| named(c, b, "form")),
    column("named_list", "0/1", "in an element named for lists", |c, b| named(c, b, "list")),
    column("named_forum", "0/1", "in an element named for forums", |c, b| named(c, b, "forum")),
    column("named_product", "0/1", "in an element named for products", |c, b| {
        named(c, b, "product")
    }),
    column("named_media", "0/1", "in an element named for media", |c, b| named(c, b, "media")),
    column("named_tags", "0/1", "in an element named for tags", |c, b| named(c, b, "tags")),
    column("near_content", "levels", "levels up to a name of content", |c, b| {
        nearest(c, b, "content")
    }),
    column("near_comment", "levels", "levels up to a name of comments", |c, b| {
        nearest(c, b, "comment")
    }),
    column("near_related", "levels", "levels up to a name of related pages", |c, b| {
        nearest(c, b, "related")
    }),
    column("near_byline", "levels", "levels up to a name of bylines", |c, b| {
        nearest(c, b, "byline")
    }),
    column("near_list", "levels", "levels up to a name of lists", |c, b| nearest(c, b, "list")),
    // Tags above.
    column("in_list", "0/1", "inside a list item", |c, b| flag(inside(c, b, |t| t == Tag::LI))),
    column("in_table", "0/1", "inside a table cell", |c, b| {
        flag(inside(c, b, |t| matches!(t, Tag::TD | Tag::TH)))
    }),
    column("in_article", "0/1", "inside article", |c, b| flag(inside(c, b, |t| t == Tag::ARTICLE))),
    column("in_main", "0/1", "inside main", |c, b| flag(inside(c, b, |t| t == Tag::MAIN))),
    column("in_quote", "0/1", "inside a block quote", |c, b| {
        flag(inside(c, b, |t| t == Tag::BLOCKQUOTE))
    }),
    column("in_code", "0/1", "inside pre", |c, b| flag(inside(c, b, |t| t == Tag::PRE))),
    // Verdicts of the named methods.
    column("path_score", "1", "path similarity to the sample (seed 000)", |c, b| {
        c.verdicts[0].0.score[b]
    }),
    column("path_keep", "0/1", "kept by punctuation-path", |c, b| flag(c.verdicts[0].0.keep[b])),
    column("smoothing_score", "1", "smoothed length to the page's highest (seed 001)", |c, b| {
        verdict(c, 1, b)
    }),
    column("smoothing_length", "log2", "smoothed length (seed 001)", |c, b| {
        log(c.verdicts[1].0.score[b])
    }),
    column("smoothing_keep", "0/1", "kept by block-smoothing", |c, b| {
        flag(c.verdicts[1].0.keep[b])
    }),
    column("weight", "points", "weight of the innermost topic candidate (seed 002)", |c, b| {
        c.verdicts[2].0.score[b]
    }),
    column("weight_score", "1", "that weight to the page's highest", |c, b| verdict(c, 2, b)),
    column("weight_keep", "0/1", "kept by block-weighting", |c, b| flag(c.verdicts[2].0.keep[b])),
    column("line_keep", "0/1", "kept by line-density", |c, b| flag(c.verdicts[3].0.keep[b])),
];

#[cfg(test)]
mod tests {
    use super::*;

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
        let rows = rows(&page);
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
        assert!(rows(&Page::new("", None)).is_empty());
    }
}
