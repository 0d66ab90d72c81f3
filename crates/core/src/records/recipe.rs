//! The recipe that a page declares: its ingredients, its steps and the facts beside them.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::declared::{self, line, lines};
use super::product::places;
use crate::page::{Page, Thing, Told};

/// A recipe, as the page's data have it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Recipe {
    /// Its name.
    pub name: Option<String>,
    /// How much it makes: `4`, `12 rolls`.
    pub yields: Option<String>,
    /// The time of preparation, as the page's data write it: mostly ISO 8601 (`PT20M`).
    pub prep_time: Option<String>,
    /// The time of cooking, likewise.
    pub cook_time: Option<String>,
    /// The time from beginning to end, likewise.
    pub total_time: Option<String>,
    /// Its ingredients with their amounts, in order; at most 300.
    #[serde(default)]
    pub ingredients: Vec<String>,
    /// Its steps in order, those of all sections; at most 300.
    #[serde(default)]
    pub steps: Vec<String>,
}

const KINDS: &str = "kinds.recipe";
/// The most ingredients, and the most steps.
const MOST: usize = 300;
/// The longest facts, ingredients and steps, in characters.
const LONGEST: (usize, usize, usize) = (200, 400, 4_000);
/// Parts of steps that are looked at: a step may be a section of others, and a hostile one its own.
const MOST_PARTS: usize = 2_000;

/// The recipe that the page is about. Data without ingredients and steps are none.
pub(crate) fn recipe(page: &Page) -> Option<Recipe> {
    let (item, is_list) = declared::item(page, KINDS);
    let item = item.filter(|_| !is_list);
    let has_object = !page.things().objects_of(|kind| kind == "Recipe").is_empty();
    if item.is_none() && !has_object {
        return None;
    }
    let (names, _) = places::names(page);
    let found = declared::object(page, KINDS, &names).into_iter().chain(item);
    let mut recipes = found.map(of_thing);
    let first = recipes.next()?;
    let found = recipes.fold(first, Recipe::filled);
    (!found.ingredients.is_empty() || !found.steps.is_empty()).then_some(found)
}

fn of_thing(thing: Thing) -> Recipe {
    let fact = |name: &str| line(thing, name, LONGEST.0);
    Recipe {
        name: fact("recipe.name"),
        yields: fact("recipe.yields"),
        prep_time: fact("recipe.prep_time"),
        cook_time: fact("recipe.cook_time"),
        total_time: fact("recipe.total_time"),
        ingredients: ingredients(thing),
        steps: steps(thing),
    }
}

impl Recipe {
    /// Takes each fact from another where this one lacks it.
    fn filled(self, other: Self) -> Self {
        let or = |mine: Vec<String>, other| if mine.is_empty() { other } else { mine };
        Self {
            name: self.name.or(other.name),
            yields: self.yields.or(other.yields),
            prep_time: self.prep_time.or(other.prep_time),
            cook_time: self.cook_time.or(other.cook_time),
            total_time: self.total_time.or(other.total_time),
            ingredients: or(self.ingredients, other.ingredients),
            steps: or(self.steps, other.steps),
        }
    }
}

fn ingredients(thing: Thing) -> Vec<String> {
    let all = declared::said(thing, "recipe.ingredients").into_iter();
    let all = all.flat_map(|said| match said {
        Told::Element(node) => lines(&node.shown("\n"), LONGEST.1),
        said => said.text().map(|text| lines(&text, LONGEST.1)).unwrap_or_default(),
    });
    all.take(MOST).collect()
}

/// The steps: texts of one or more lines, things with a text, and sections of such.
fn steps(thing: Thing) -> Vec<String> {
    let mut waiting = declared::said(thing, "recipe.steps");
    waiting.reverse();
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    while let Some(said) = waiting.pop() {
        if found.len() >= MOST || seen.len() >= MOST_PARTS {
            break;
        }
        match said {
            Told::Text(text) => found.extend(lines(&text, LONGEST.2)),
            Told::Element(node) => found.extend(lines(&node.shown("\n"), LONGEST.2)),
            Told::Thing(thing) if seen.insert(thing.identity()) && waiting.len() < MOST_PARTS => {
                waiting.extend(parts(thing).into_iter().rev());
            }
            Told::Thing(_) => {}
        }
    }
    found.truncate(MOST);
    found
}

/// What a step or a section consists of, of which the first that is there counts.
fn parts(thing: Thing) -> Vec<Told> {
    let parts = ["itemListElement", "steps", "text", "description", "name"];
    let first = parts.iter().map(|part| thing.values(part)).find(|said| !said.is_empty());
    first.or_else(|| Some(vec![Told::Element(thing.node()?)])).unwrap_or_default()
}
