//! The rules that complete or trim the text of `auto`, in one table. The model judges block by block, so it loses headings,
//! captions and code, and keeps copies and forms.

use std::collections::BTreeMap;

use super::decided_by::DecidedBy;
use super::draft::Draft;
use super::{attachments, boxes, captions, code, forms, lists, paragraphs, recipes, twice};
use crate::methods::Verdict;
use crate::page::{BlockIndex, Page};
use crate::records::PostBlocks;

/// A rule that completes or trims a text.
#[derive(Debug)]
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// True if it adds blocks, false if it drops them.
    pub adds: bool,
    /// The reason that is given for its blocks.
    pub by: DecidedBy,
    /// The blocks that it finds, and why.
    #[cfg_attr(not(feature = "train"), allow(dead_code, reason = "for the docs"))]
    pub why: &'static str,
    /// Its gain in mean F1 of the labelled sets, in thousandths; see docs/methods.md.
    #[cfg_attr(not(feature = "train"), allow(dead_code, reason = "for the docs"))]
    pub gain: f32,
    find: Find,
}

/// The way in which a rule finds its blocks.
#[derive(Debug)]
enum Find {
    /// Asks for each block that is not kept (kept, if the rule drops).
    Each(fn(&Draft, BlockIndex) -> bool),
    /// Looks at all blocks together.
    Set(fn(&Draft) -> Vec<BlockIndex>),
}
use Find::{Each, Set};

/// A row of a rule that adds blocks.
const fn add(name: &'static str, by: DecidedBy, gain: f32, find: Find, why: &'static str) -> Rule {
    Rule { name, adds: true, by, why, gain, find }
}

/// A row of a rule that drops blocks.
const fn drop(name: &'static str, by: DecidedBy, gain: f32, find: Find, why: &'static str) -> Rule {
    Rule { name, adds: false, by, why, gain, find }
}

/// All rules, in the order in which they are applied: each sees what those before it kept and dropped.
#[rustfmt::skip]
pub static RULES: &[Rule] = &[
    add("table", DecidedBy::Table, 0.04, Set(paragraphs::tables),
        "What is lost of a data table, most of which is kept: cells are short"),
    add("heading", DecidedBy::Heading, 0.05, Each(paragraphs::is_heading),
        "A likely heading right above kept text: it is short, so the model doubts it"),
    add("term", DecidedBy::Heading, 0.00, Each(paragraphs::is_term),
        "The term of a kept definition: it is short, so the model doubts it"),
    add("list", DecidedBy::Paragraphs, 0.00, Set(lists::parts),
        "What is lost of a list of definitions, of which a part is kept: they are short"),
    add("indented", DecidedBy::Paragraphs, 0.00, Each(lists::is_indented),
        "A description without a term between kept paragraphs: it is a quotation that is moved in"),
    add("teaser", DecidedBy::Paragraphs, 0.00, Each(lists::is_title_of_teaser),
        "The heading of a kept teaser in a list of teasers, a link itself: links look like a menu"),
    add("item-date", DecidedBy::Paragraphs, 0.02, Set(lists::dates_of_items),
        "The date of an item whose title is kept, in a list of such items: it is short"),
    add("column", DecidedBy::Paragraphs, 0.06, Each(lists::is_head_of_column),
        "The heading of a column, a link itself, above the kept titles of it"),
    add("columns", DecidedBy::Paragraphs, 0.00, Set(lists::columns),
        "Columns of titles on a page of which next to nothing is kept: it is the first page of a site"),
    add("code", DecidedBy::Code, -0.05, Set(code::among_text),
        "A block of code among kept text: a model of running text misjudges its lines"),
    add("linked", DecidedBy::Paragraphs, 0.00, Each(paragraphs::is_linked),
        "A sentence that is a link from end to end, between kept paragraphs: links look like a menu"),
    add("resumed", DecidedBy::Paragraphs, 0.01, Each(paragraphs::is_resumed),
        "Paragraphs behind a box of links among them: the box looks like the end of the text"),
    add("note", DecidedBy::Note, 0.00, Set(paragraphs::notes),
        "Footnotes that kept text refers to, unless there are so many that they are a list of sources"),
    add("standfirst", DecidedBy::Standfirst, 0.02, Each(paragraphs::is_standfirst),
        "A standfirst, named so, between heading and text: it is among names, dates and buttons"),
    add("attachment", DecidedBy::Attachment, 0.03, Set(attachments::behind_text),
        "Files right behind the text: a list of links looks like a menu"),
    add("post", DecidedBy::Thread, 0.85, Set(|draft| draft.posts.lost.clone()),
        "The text of a post in a thread, most posts of which are kept"),
    add("caption", DecidedBy::Caption, 0.03, Set(captions::of_kept_images),
        "The caption of a kept image: it belongs to the image, not to the text"),
    add("recipe", DecidedBy::Declared, 0.00, Set(recipes::declared),
        "A shown ingredient or step of the recipe that the page declares: lists of short lines look like a menu"),
    drop("copy", DecidedBy::Twice, 0.22, Set(twice::copies),
        "A part of the page that is a copy of another, as for phones or print"),
    drop("pull-quote", DecidedBy::Twice, -0.01, Set(twice::pull_quotes),
        "A pull quote whose words are in the text too"),
    drop("notice", DecidedBy::Twice, 0.00, Set(twice::notices),
        "A notice to readers, the second time that the page shows it"),
    drop("beginning", DecidedBy::Twice, 0.00, Each(twice::is_beginning),
        "The hidden first letters of the line behind them: a large initial"),
    drop("site-notice", DecidedBy::Site, 0.00, Each(boxes::is_notice),
        "A notice of the site within the text: where to read on, what its links pay"),
    drop("byline", DecidedBy::Site, -0.01, Each(paragraphs::is_byline),
        "The names of the authors above the text: they are a field"),
    drop("link-box", DecidedBy::Site, 0.00, Set(boxes::named),
        "A box of links that is named so: contents, tables that lead to other articles"),
    drop("offer", DecidedBy::Site, 0.00, Set(boxes::offers),
        "What a paywall offers, below the teaser"),
    drop("next-article", DecidedBy::Site, 0.00, Set(boxes::next_articles),
        "The articles that an endless page adds behind its own"),
    drop("form", DecidedBy::Form, 0.16, Set(forms::forms),
        "The box around a form in which readers write or subscribe"),
    drop("elsewhere", DecidedBy::Elsewhere, 0.06, Each(paragraphs::leads_elsewhere),
        "A line that leads to another article: `Read also: ...`"),
    drop("machine", DecidedBy::Machine, 0.03, Each(paragraphs::is_machine_text),
        "Text for machines that is no code of the article: JSON, markup, scripts"),
    drop("post-beside", DecidedBy::Thread, 0.42, Set(|draft| draft.posts.beside.clone()),
        "Short text of a kept post outside its body: votes, buttons, facts about the person"),
    drop("comment", DecidedBy::Thread, -0.31, Set(|draft| draft.posts.comments.clone()),
        "A comment on an article, or on an answer: it is one of the comments, not text"),
];

impl Rule {
    /// The blocks that the rule changes, in order.
    fn find(&self, draft: &Draft) -> Vec<BlockIndex> {
        let is_open = |at: &BlockIndex| match self.adds {
            true => !draft.is_kept(*at) && !draft.blocks()[*at].is_hidden,
            false => draft.is_kept(*at),
        };
        match self.find {
            Each(is_one) => {
                let open = (0..draft.blocks().len()).filter(is_open);
                open.filter(|at| is_one(draft, *at)).collect()
            }
            Set(find) => find(draft).into_iter().filter(is_open).collect(),
        }
    }
}

/// Completes and trims the text that a verdict keeps, by all rules but that of the name `without`. Returns the blocks that
/// were decided by a rule, in order, with the last rule for each.
pub fn complete(
    page: &Page,
    verdict: &mut Verdict,
    posts: &PostBlocks,
    without: &str,
) -> Vec<(BlockIndex, &'static Rule)> {
    let mut draft = Draft::new(page, verdict, posts);
    let mut decided = BTreeMap::new();
    for rule in RULES.iter().filter(|rule| rule.name != without) {
        let found = rule.find(&draft);
        if !found.is_empty() {
            draft.change(&found, rule.adds);
            decided.extend(found.into_iter().map(|at| (at, rule)));
        }
    }
    if !decided.is_empty() {
        let keep = draft.into_keep();
        verdict.spans = Verdict::from_blocks(page, Vec::new(), keep.clone()).spans;
        verdict.keep = keep;
    }
    decided.into_iter().collect()
}
