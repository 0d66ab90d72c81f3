//! Words beside the facts of products.

use std::sync::LazyLock;

use crate::page::{Word, Words};
use crate::text::lexicon::Group;
use crate::text::phrases::Phrases;

static OTHER_SUMS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::with_capitals(&["product.other_sum"]));
static STOCK: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::with_capitals(&["product.in_stock", "product.out_of_stock"]));

/// Phrases after a mean of at most five, before a mean, and after a number of ratings.
pub(super) static RATING_OF_FIVE: Group = Group::of("product.rating_of_five");
pub(super) static RATING_LABEL: Group = Group::of("product.rating_label");
pub(super) static RATING_COUNT: Group = Group::of("product.rating_count");

static CONTROLS: LazyLock<Phrases> = LazyLock::new(|| Phrases::with_capitals(&["product.control"]));

static PROMISES: LazyLock<Phrases> = LazyLock::new(|| Phrases::with_capitals(&["product.promise"]));
static TABLE_HEADS: Group = Group::of("product.table_head");
/// Signs that are all of a value: yes and no.
pub(super) const SIGNS: [char; 8] = ['✔', '✓', '√', '✗', '✘', '×', '●', '○'];

/// True if a text is a button or a field of a form, and no fact: `Add to favourites`, `Sort by:`.
pub(super) fn is_control(text: &str) -> bool {
    let begins = CONTROLS
        .at_start(text)
        .is_some_and(|(_, length)| text.len() <= length + MORE && is_whole(text, 0, length));
    begins || text.len() <= LONGEST_CONTROL && Words::of(text).has(Word::Button)
}

/// The most bytes of a button, and those that may follow the words of a control.
const LONGEST_CONTROL: usize = 60;
const MORE: usize = 4;

/// True for the name of what a shop promises of all that it sells: `Shipping`, `退货`.
pub(super) fn is_promise(name: &str) -> bool {
    PROMISES.at_start(name).is_some()
}

/// True if a text is the name of a column of a table of parameters.
pub(super) fn is_table_head(text: &str) -> bool {
    TABLE_HEADS.contains(&text.trim().to_lowercase().as_str())
}

/// True if a sum with these words is no price of a product.
pub(super) fn is_other_sum(text: &str) -> bool {
    OTHER_SUMS.find_ranges(text).any(|(_, range)| is_whole(text, range.start, range.end))
}

/// True if a text says that a product can be bought; `None` if it says nothing of it.
pub(super) fn in_stock(text: &str) -> Option<bool> {
    let mut said = STOCK.find_ranges(text).filter(|(_, at)| is_whole(text, at.start, at.end));
    let mut told = None;
    said.all(|(group, _)| {
        told = Some(group == 0);
        group == 0
    });
    told
}

/// True if no letter of an alphabet is next to a phrase; Chinese has no words to be part of.
fn is_whole(text: &str, start: usize, end: usize) -> bool {
    let is_letter = |c: char| c.is_alphabetic() && (c as u32) < 0x2e80;
    let starts = text[start..end].chars().next().is_some_and(is_letter);
    let before = text[..start].chars().next_back().is_some_and(is_letter);
    // A stem like `nedostupn` may go on.
    let ends = text[start..end].chars().next_back().is_some_and(is_letter);
    let after = text[end..].chars().take_while(|c| is_letter(*c)).count();
    !(starts && before || ends && after > 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_bought() {
        assert_eq!(in_stock("Only 1 left in stock."), Some(true));
        assert_eq!(in_stock("Not in stock"), Some(false));
        assert_eq!(in_stock("Derzeit nicht verfügbar."), Some(false));
        assert_eq!(in_stock("该商品无货"), Some(false));
        assert_eq!(in_stock("Livestock"), None);
    }
}
