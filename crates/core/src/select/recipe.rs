//! Recipes in a page's data. Lines of ingredients are as short as those of a menu, so only the data tell them apart.

use std::collections::HashSet;

use serde_json::Value;

use super::decided_by::DecidedBy;
use crate::page::{Block, BlockIndex, Page};
use crate::text::chars::is_cjk;

/// Properties of schema.org's `Recipe` with lists; each list is in one place of the page.
const LISTS: [&[&str]; 2] = [&["recipeIngredient", "ingredients"], &["recipeInstructions", "step"]];
/// A block belongs to a list if this share of its words, by characters, does.
const MOSTLY: f32 = 0.7;
/// A paragraph belongs to a list if this share of its characters does; the rest is punctuation.
const WHOLLY: f32 = 0.9;
/// A paragraph has at least this many characters of sentences.
const PARAGRAPH: u32 = 60;
/// Blocks between two lines of a list: a button, an amount, the name of a part.
const MOST_BETWEEN: usize = 2;
/// Such blocks and the list's heading are no longer than this, in characters.
const SHORT: u32 = 40;

/// The lost lines of a recipe's lists: those in the place with most of a list, which may be hidden until its tab is
/// chosen, and paragraphs of it anywhere.
pub(super) fn lines(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let mut added = Vec::new();
    for list in LISTS.iter().filter_map(|names| NamedList::of(page, names)) {
        let run = list.shown(page, keep, false).or_else(|| list.shown(page, keep, true));
        added.extend(run.map_or(Vec::new(), |run| run.lines));
        added.extend(list.paragraphs(page));
    }
    added.retain(|at| !keep[*at]);
    added.into_iter().map(|at| (at, DecidedBy::Recipe)).collect()
}

/// A list of the recipe in the page's data.
struct NamedList {
    words: HashSet<String>,
    characters: usize,
}

/// Blocks in a row that show lines of a list.
#[derive(Default)]
struct Run {
    lines: Vec<BlockIndex>,
    /// Of the words that are the list's.
    characters: usize,
}

impl NamedList {
    fn of(page: &Page, names: &[&str]) -> Option<Self> {
        let data = page.structured();
        let mut list = Self { words: HashSet::new(), characters: 0 };
        let mut waiting: Vec<&Value> = data.json_ld.iter().rev().collect();
        while let Some(value) = waiting.pop() {
            match value {
                Value::Array(items) => waiting.extend(items),
                Value::Object(object) => {
                    let named = names.iter().filter_map(|name| object.get(*name));
                    named.flat_map(texts).for_each(|text| list.add(text));
                    waiting.extend(object.values().filter(|v| v.is_array() || v.is_object()));
                }
                _ => {}
            }
        }
        let properties = data.microdata.iter().filter(|one| names.contains(&one.property.as_str()));
        properties.for_each(|one| list.add(&one.value(page.document())));
        (list.characters > 0).then_some(list)
    }

    fn add(&mut self, text: &str) {
        for word in words(text) {
            // Data in two forms name everything twice.
            self.characters += if self.words.contains(&word) { 0 } else { word.chars().count() };
            self.words.insert(word);
        }
    }

    /// Characters of a block's words that are the list's, where most are.
    fn named(&self, text: &str) -> Option<usize> {
        let (mut own, mut all) = (0, 0);
        for word in words(text) {
            let length = word.chars().count();
            all += length;
            own += if self.words.contains(&word) { length } else { 0 };
        }
        (own > 0 && own as f32 >= all as f32 * MOSTLY).then_some(own)
    }

    /// The run that shows most of the list: the one that is kept, or else the first of the largest.
    fn shown(&self, page: &Page, keep: &[bool], with_hidden: bool) -> Option<Run> {
        let kept = |run: &Run| run.lines.iter().filter(|at| keep[**at]).count();
        let runs = self.runs(page, with_hidden).into_iter();
        let whole = runs.filter(|run| run.characters * 2 >= self.characters);
        whole.rev().max_by_key(|run| (kept(run), run.characters))
    }

    fn runs(&self, page: &Page, with_hidden: bool) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut between: Vec<BlockIndex> = Vec::new();
        let mut run = Run::default();
        let is_short = |block: &Block| block.characters <= SHORT && block.link_characters == 0;
        let is_part = |at: &BlockIndex| {
            let (block, text) = (&page.blocks()[*at], page.block_text(&page.blocks()[*at]));
            let is_amount = text.contains(|c: char| c.is_ascii_digit());
            is_short(block) && (block.is_heading || is_amount || text.ends_with([':', '：']))
        };
        for (at, block) in page.blocks().iter().enumerate() {
            if block.is_hidden && !with_hidden {
                continue;
            }
            if let Some(characters) = self.named(page.block_text(block)) {
                let parts = between.drain(..).filter(is_part);
                run.lines.extend(parts);
                run.lines.push(at);
                run.characters += characters;
                continue;
            }
            between.push(at);
            if between.len() > MOST_BETWEEN || !is_short(block) {
                between.drain(..between.len().saturating_sub(MOST_BETWEEN));
                if run.characters > 0 {
                    runs.push(std::mem::take(&mut run));
                }
            }
        }
        runs.push(run);
        runs
    }

    /// Whole paragraphs of the list; they need no neighbours of the list.
    fn paragraphs<'a>(&'a self, page: &'a Page) -> impl Iterator<Item = BlockIndex> + 'a {
        let is_whole = |block: &Block| {
            let text = page.block_text(block);
            let named = || {
                self.named(text).is_some_and(|own| own as f32 >= block.characters as f32 * WHOLLY)
            };
            !block.is_hidden && block.sentence_text() >= PARAGRAPH && named()
        };
        page.blocks().iter().enumerate().filter(move |(_, block)| is_whole(block)).map(|(at, _)| at)
    }
}

/// The strings of a list: plain, or as steps and parts with steps.
fn texts(value: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match value {
            Value::String(text) => found.push(text.as_str()),
            Value::Array(items) => waiting.extend(items),
            Value::Object(step) => {
                waiting.extend(
                    ["name", "text", "itemListElement"].iter().filter_map(|key| step.get(*key)),
                );
            }
            _ => {}
        }
    }
    found
}

/// Words in lower case; each CJK character is one.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.flat_map(|part| {
        let is_spaced = !part.contains(is_cjk);
        let whole = is_spaced.then(|| part.to_lowercase());
        whole.into_iter().chain(part.chars().filter(move |_| !is_spaced).map(String::from))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: &str = r#"<script type="application/ld+json">{"@type":"ItemList","item":{"@type":"Recipe",
"recipeIngredient":["200 g of flour","1 pinch of salt","2 eggs"],
"recipeInstructions":[{"@type":"HowToSection","name":"The dough","itemListElement":[{"text":"Beat the eggs with the salt until they are pale, and stir in the flour."}]}]}}</script>"#;

    fn added(body: &str, keep: &[usize]) -> Vec<String> {
        let page = Page::new(&format!("{RECIPE}{body}"), None);
        let keep: Vec<bool> = (0..page.blocks().len()).map(|at| keep.contains(&at)).collect();
        let text = |(at, by): (BlockIndex, DecidedBy)| {
            assert_eq!(by, DecidedBy::Recipe);
            page.block_text(&page.blocks()[at]).to_owned()
        };
        lines(&page, &keep).into_iter().map(text).collect()
    }

    const LIST: &str =
        "<h3>Ingredients</h3><li>Flour<li>200 g<li>Salt<li>1 pinch<h4>Also</h4><li>2 eggs";

    #[test]
    fn ingredients_are_kept_where_most_of_them_stand() {
        let menu = "<li>Flour<li>Eggs</ul><p>A text of other words that stands between the two.";
        let all = ["Ingredients", "Flour", "200 g", "Salt", "1 pinch", "Also", "2 eggs"];
        assert_eq!(added(&format!("<ul>{menu}<ul>{LIST}"), &[]), all);
        assert_eq!(added(&format!("<ul>{menu}"), &[]), [""; 0]);
        assert_eq!(added(LIST, &[1, 2, 3, 4, 6]), ["Ingredients", "Also"]);
    }

    #[test]
    fn hidden_ingredients_are_kept_where_none_are_shown() {
        let hidden = format!("<div hidden>{LIST}</div>");
        assert_eq!(added(&hidden, &[]).len(), 7);
        assert_eq!(added(&format!("{hidden}{LIST}"), &[7]).len(), 6);
    }

    #[test]
    fn a_step_needs_none_beside_it() {
        let step = "Beat the eggs with the salt until they are pale, and stir in the flour.";
        let html = format!(
            "<p>{step}<p>Walk the dog along the river until it is tired, and rest with it for an hour."
        );
        assert_eq!(added(&html, &[]), [step]);
    }
}
