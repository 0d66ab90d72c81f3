//! The vocabulary of products.

use std::sync::LazyLock;

use crate::text::phrases::Phrases;

const VOCABULARY: &str = include_str!("../../../data/product_words.txt");

/// The facts that labels name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fact {
    Brand,
    Maker,
    Sku,
    Mpn,
    Gtin,
    Price,
    /// A price below the one before it: now, for a while, with a coupon.
    SalePrice,
    ListPrice,
}

const FACTS: [(&str, Fact); 8] = [
    ("brand", Fact::Brand),
    ("maker", Fact::Maker),
    ("sku", Fact::Sku),
    ("mpn", Fact::Mpn),
    ("gtin", Fact::Gtin),
    ("price", Fact::Price),
    ("sale_price", Fact::SalePrice),
    ("list_price", Fact::ListPrice),
];

static LABELS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read_with_capitals(VOCABULARY, &FACTS.map(|(name, _)| name)));
static OTHER_SUMS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read_with_capitals(VOCABULARY, &["other_sum"]));
static STOCK: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read_with_capitals(VOCABULARY, &["in_stock", "out_of_stock"]));

/// The words of a group.
fn words(group: &'static str) -> impl Iterator<Item = &'static str> {
    let line = VOCABULARY.lines().filter_map(move |line| {
        let (name, words) = line.split_once(": ")?;
        (name == group).then_some(words)
    });
    line.flat_map(|words| words.split('|'))
}

impl Fact {
    /// True if it is a price of one kind or another.
    pub(super) fn is_price(self) -> bool {
        matches!(self, Self::Price | Self::SalePrice | Self::ListPrice)
    }
}

static OF_FIVE: LazyLock<Vec<&str>> = LazyLock::new(|| words("rating_of_five").collect());
static RATING_LABEL: LazyLock<Vec<&str>> = LazyLock::new(|| words("rating_label").collect());
static RATING_COUNT: LazyLock<Vec<&str>> = LazyLock::new(|| words("rating_count").collect());

/// Phrases after a mean of at most five.
pub(super) fn rating_of_five() -> impl Iterator<Item = &'static str> {
    OF_FIVE.iter().copied()
}

/// Phrases before a mean.
pub(super) fn rating_label() -> impl Iterator<Item = &'static str> {
    RATING_LABEL.iter().copied()
}

/// Phrases after a number of ratings.
pub(super) fn rating_count() -> impl Iterator<Item = &'static str> {
    RATING_COUNT.iter().copied()
}

/// The marks after a label.
const MARKS: [char; 8] = [':', '：', '#', '|', '﹕', '︰', '.', '№'];

/// The fact named by a text that is only a label.
pub(super) fn label(text: &str) -> Option<Fact> {
    let text = text.trim().trim_end_matches(MARKS).trim();
    let (group, length) = LABELS.at_start(text)?;
    (length >= text.trim_end_matches(MARKS).len()).then(|| FACTS[group].1)
}

/// Splits `label: value`, `label 12` or `label $12`.
pub(super) fn labelled(text: &str) -> Option<(Fact, &str)> {
    let (group, length) = LABELS.at_start(text)?;
    let rest = &text[length..];
    let after = rest.trim_start();
    let value = after.trim_start_matches(MARKS).trim();
    let has_mark = after.starts_with(MARKS);
    let is_number = || {
        rest.starts_with(char::is_whitespace)
            && value.chars().any(|c| c.is_ascii_digit())
            && !value.contains(char::is_whitespace)
    };
    let is_sum = FACTS[group].1.is_price() && after.starts_with(['¥', '￥', '$', '€', '£', '₩']);
    ((has_mark || is_sum || is_number()) && !value.is_empty()).then_some((FACTS[group].1, value))
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
    fn labels_and_what_follows() {
        assert_eq!(label("品牌："), Some(Fact::Brand));
        assert_eq!(label("Artikel-Nr."), Some(Fact::Sku));
        assert_eq!(label("Brand story"), None);
        assert_eq!(labelled("货号：A-12"), Some((Fact::Sku, "A-12")));
        assert_eq!(labelled("Bestellnummer 79961"), Some((Fact::Sku, "79961")));
        assert_eq!(labelled("Model railways of 1998"), None);
    }

    #[test]
    fn what_can_be_bought() {
        assert_eq!(in_stock("Only 1 left in stock."), Some(true));
        assert_eq!(in_stock("Not in stock"), Some(false));
        assert_eq!(in_stock("Derzeit nicht verfügbar."), Some(false));
        assert_eq!(in_stock("该商品无货"), Some(false));
        assert_eq!(in_stock("Livestock"), None);
    }
}
