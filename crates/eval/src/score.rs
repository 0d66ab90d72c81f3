//! The figures of one page, as the field's scoring tool for these sets defines them.
//!
//! A token is one CJK ideograph, kana or hangul syllable, or a run of other word characters,
//! lower-cased; order is ignored.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;
use zhengwen::PageKind;
use zhengwen::Product;

use crate::data::Gold;

/// The answer of a method for a page.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Prediction {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) kind: Option<PageKind>,
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) editor: Option<String>,
    pub(crate) date: Option<String>,
    pub(crate) product: Option<Product>,
    /// The F1 that the method expects.
    pub(crate) confidence: Option<f32>,
    /// The F1 that it has, where the page has labelled text.
    pub(crate) f1: Option<f64>,
}

/// The figures of one page; those that the gold has nothing for are `None`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scores {
    pub(crate) text: Option<TextScores>,
    pub(crate) must: Option<f64>,
    pub(crate) must_not: Option<f64>,
    pub(crate) price: Option<bool>,
    pub(crate) sku: Option<bool>,
    pub(crate) gtin: Option<bool>,
    pub(crate) brand: Option<bool>,
    pub(crate) availability: Option<bool>,
    pub(crate) kind: Option<bool>,
    pub(crate) title: FieldScores,
    pub(crate) author: FieldScores,
    pub(crate) source: FieldScores,
    pub(crate) editor: FieldScores,
    pub(crate) date: FieldScores,
}

/// The figures of a page's field.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct FieldScores {
    /// True if the value is right; `None` for a page whose gold has no value.
    pub(crate) found: Option<bool>,
    /// True if a given value is right; `None` if no value is given, or if the gold neither has a value nor
    /// names the field as absent.
    pub(crate) given_is_right: Option<bool>,
}

/// The figures of a page's text, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TextScores {
    pub(crate) precision: f64,
    pub(crate) recall: f64,
    pub(crate) f1: f64,
}

impl TextScores {
    pub(crate) fn of(content: &str, optional: &str, text: &str) -> Self {
        let (precision, recall, f1) = token_figures(content, optional, text);
        Self { precision, recall, f1 }
    }

    /// Recall at least 0.98, noise at most 0.05.
    pub(crate) fn is_good(&self) -> bool {
        self.recall >= 0.98 && self.precision >= 0.95
    }

    /// Recall at least 0.98, noise at most 0.02.
    pub(crate) fn is_fine(&self) -> bool {
        self.recall >= 0.98 && self.precision >= 0.98
    }
}

/// Scores a prediction.
pub(crate) fn score(gold: &Gold, prediction: &Prediction) -> Scores {
    let content = gold.content.as_deref();
    let text = squash(&prediction.text);
    let field =
        |name: &str, said: &Option<String>| field(gold, name, said.as_deref().unwrap_or(""));
    let said = |value: fn(&Product) -> &Option<String>| {
        prediction.product.as_ref().and_then(|product| value(product).as_deref())
    };
    Scores {
        text: content.map(|gold_text| TextScores::of(gold_text, &gold.optional, &prediction.text)),
        must: share(&text, &gold.must, true),
        must_not: share(&text, &gold.mustnot, false),
        price: facts_match(&gold.price, said(|product| &product.price), amount),
        sku: facts_match(&gold.sku, said(|product| &product.sku), fact),
        gtin: facts_match(&gold.gtin, said(|product| &product.gtin), fact),
        brand: facts_match(&gold.brand, said(|product| &product.brand), fact),
        availability: facts_match(
            &gold.availability,
            said(|product| &product.availability),
            |term| fact(term.rsplit('/').next().unwrap_or(term)),
        ),
        kind: gold
            .kind
            .as_deref()
            .filter(|kind| !kind.is_empty())
            .map(|kind| prediction.kind.is_some_and(|said| said.name() == kind)),
        title: field("title", &prediction.title),
        author: field("author", &prediction.author),
        source: field("source", &prediction.source),
        editor: field("editor", &prediction.editor),
        date: field("date", &prediction.date),
    }
}

/// The share of snippets that are in a squashed text, or that are not.
fn share(text: &str, snippets: &[String], wanted: bool) -> Option<f64> {
    let right = snippets.iter().filter(|s| text.contains(&squash(s)) == wanted).count();
    (!snippets.is_empty()).then(|| right as f64 / snippets.len() as f64)
}

/// Compares a right value with the one given.
type Same = fn(&str, &str) -> bool;

/// Scores the value that is given for a field; an empty one counts as not given.
pub(crate) fn field(gold: &Gold, name: &str, said: &str) -> FieldScores {
    let (right, is_same): (_, Same) = match name {
        "title" => (&gold.title, titles_match),
        "date" => (&gold.date, days_match),
        "author" => (&gold.author, people_match),
        "source" => (&gold.source, people_match),
        _ => (&gold.editor, people_match),
    };
    let is_right = right.iter().any(|right| is_same(right, said));
    let is_known = !right.is_empty() || gold.absent.iter().any(|absent| absent == name);
    FieldScores {
        found: (!right.is_empty()).then_some(is_right),
        given_is_right: (!said.is_empty() && is_known).then_some(is_right),
    }
}

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    let cjk = r"\u{3040}-\u{30ff}\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{f900}-\u{faff}\u{ac00}-\u{d7af}\u{20000}-\u{3ffff}";
    pattern(&format!(r"[{cjk}]|[[\p{{L}}\p{{N}}_]--[{cjk}]]+"))
});
static DAY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\d{4})\D{1,3}(\d{1,2})(?:\D{1,3}(\d{1,2}))?"));
static PEOPLE_PREFIX: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(by|作者|记者|文|来源)[:： ]*"));
static PEOPLE_SEPARATOR: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"[,，、;；/|&]|\band\b|\s{2,}"));

#[expect(clippy::expect_used, reason = "the patterns are constants, compiled in a test")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a valid pattern")
}

fn tokens(text: &str) -> HashMap<String, u32> {
    let lower = text.to_lowercase();
    let mut counts = HashMap::new();
    for token in TOKEN.find_iter(&lower) {
        *counts.entry(token.as_str().to_owned()).or_default() += 1;
    }
    counts
}

/// Precision, recall and F1. Tokens beyond `gold` do not count if they are in `optional`.
fn token_figures(gold: &str, optional: &str, said: &str) -> (f64, f64, f64) {
    let (gold, optional, mut said) = (tokens(gold), tokens(optional), tokens(said));
    let count =
        |counts: &HashMap<String, u32>, token: &str| counts.get(token).copied().unwrap_or(0);
    said.retain(|token, said| {
        let shared = count(&gold, token).min(*said);
        *said = shared + (*said - shared).saturating_sub(count(&optional, token));
        *said > 0
    });
    let total = |counts: &HashMap<String, u32>| f64::from(counts.values().sum::<u32>());
    let (wanted, all) = (total(&gold), total(&said));
    if wanted == 0.0 || all == 0.0 {
        let right = if wanted == all { 1.0 } else { 0.0 };
        return (right, right, right);
    }
    let shared: u32 = gold.iter().map(|(token, wanted)| count(&said, token).min(*wanted)).sum();
    let shared = f64::from(shared);
    let (precision, recall) = (shared / all, shared / wanted);
    let f1 = if shared > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
    (precision, recall, f1)
}

/// True if the value given for a product is one of the right ones; `None` if no right one is known.
fn facts_match<T: PartialEq>(
    right: &[String],
    said: Option<&str>,
    read: impl Fn(&str) -> Option<T>,
) -> Option<bool> {
    let is_right = |said: T| right.iter().any(|value| read(value).as_ref() == Some(&said));
    (!right.is_empty()).then(|| said.and_then(&read).is_some_and(is_right))
}

/// A fact without marks; an article number keeps what is behind a slash.
fn fact(text: &str) -> Option<String> {
    let name = normalised(text);
    (!name.is_empty()).then_some(name)
}

/// The number in a price, with either decimal mark.
fn amount(text: &str) -> Option<f64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let is_of_number = |c: &char| c.is_ascii_digit() || matches!(c, '.' | ',') || c.is_whitespace();
    let number: String =
        text[start..].chars().take_while(is_of_number).filter(|c| !c.is_whitespace()).collect();
    let number = number.trim_end_matches(['.', ',']);
    let parts: Vec<&str> = number.split(['.', ',']).collect();
    let (last, whole) = parts.split_last()?;
    let mut plain = String::new();
    if !whole.is_empty() && matches!(last.len(), 1 | 2) {
        plain = format!("{}.{last}", whole.concat());
    } else {
        for (index, part) in parts.iter().enumerate() {
            // A mark before three digits parts thousands.
            plain.push_str(if index == 0 || part.len() == 3 { "" } else { "." });
            plain.push_str(part);
        }
    }
    plain.parse().ok()
}

fn squash(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase()
}

/// Letters and digits alone, in compatibility form and lower case.
pub(crate) fn normalised(text: &str) -> String {
    static NOT_WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"[^\p{L}\p{N}]+"));
    let composed: String = text.nfkc().collect();
    NOT_WORD.replace_all(&composed, "").to_lowercase()
}

fn titles_match(gold: &str, said: &str) -> bool {
    normalised(gold) == normalised(said)
}

fn people(text: &str) -> BTreeSet<String> {
    let text = PEOPLE_PREFIX.replace(text, "");
    PEOPLE_SEPARATOR.split(&text).map(normalised).filter(|name| !name.is_empty()).collect()
}

fn people_match(gold: &str, said: &str) -> bool {
    !people(gold).is_disjoint(&people(said)) || normalised(gold) == normalised(said)
}

fn day(text: &str) -> Option<Vec<u32>> {
    let found = DAY.captures(text)?;
    Some(found.iter().skip(1).flatten().filter_map(|part| part.as_str().parse().ok()).collect())
}

fn days_match(gold: &str, said: &str) -> bool {
    match (day(gold), day(said)) {
        (Some(gold), Some(said)) => said.starts_with(&gold),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_figures_by_script() {
        assert_eq!(token_figures("", "", ""), (1.0, 1.0, 1.0));
        assert_eq!(token_figures("a", "", ""), (0.0, 0.0, 0.0));
        assert_eq!(token_figures("中文 word", "", "中文 Word"), (1.0, 1.0, 1.0));
        let (precision, recall, _) = token_figures("中文字", "", "中文 more");
        assert_eq!((precision, recall), (2.0 / 3.0, 2.0 / 3.0));
    }

    #[test]
    fn optional_text_is_neither_missed_nor_noise() {
        assert_eq!(token_figures("a b", "c", "a b"), (1.0, 1.0, 1.0));
        assert_eq!(token_figures("a b", "c", "a b c"), (1.0, 1.0, 1.0));
        // It is allowed once only, and is no main text.
        assert_eq!(token_figures("a b", "c", "a b c c").0, 2.0 / 3.0);
        assert_eq!(token_figures("a b", "a", "a a").1, 0.5);
        assert_eq!(token_figures("a", "c", "c"), (0.0, 0.0, 0.0));
        assert_eq!(token_figures("", "c", "c"), (1.0, 1.0, 1.0));
        assert_eq!(token_figures("", "c", "d"), (0.0, 0.0, 0.0));
    }

    #[test]
    fn a_page_without_content_is_scored_for_its_fields_and_facts() {
        let gold: Gold = serde_json::from_str(
            r#"{"id":"a","type":"product","price":["1.299,00"],"brand":["Acme"],"sku":["A-1"]}"#,
        )
        .unwrap();
        let (price, brand) = (Some("1299".to_owned()), Some("ACME ".to_owned()));
        let mut product = Product::default();
        (product.price, product.brand) = (price, brand);
        let kind = Some(PageKind::Product);
        let prediction = Prediction { kind, product: Some(product), ..Prediction::default() };
        let scores = score(&gold, &prediction);
        assert_eq!((scores.text, scores.kind), (None, Some(true)));
        assert_eq!((scores.price, scores.brand), (Some(true), Some(true)));
        assert_eq!((scores.sku, scores.gtin), (Some(false), None));
        assert_eq!(score(&gold, &Prediction::default()).kind, Some(false));
    }

    #[test]
    fn a_slash_parts_the_address_of_a_term_and_no_article_number() {
        let gold: Gold = serde_json::from_str(
            r#"{"id":"a","sku":["10/AB"],"availability":["https://schema.org/InStock"]}"#,
        )
        .unwrap();
        let scores = |sku: &str| {
            let mut product = Product::default();
            product.sku = Some(sku.to_owned());
            product.availability = Some("InStock".to_owned());
            score(&gold, &Prediction { product: Some(product), ..Prediction::default() })
        };
        assert_eq!((scores("10/AB").sku, scores("10/AB").availability), (Some(true), Some(true)));
        assert_eq!(scores("AB").sku, Some(false));
    }

    #[test]
    fn any_right_value_counts_and_an_absent_field_is_told_wrongly() {
        let gold: Gold = serde_json::from_str(
            r#"{"id":"a","title":["Kites","How to Fly"],"author":"Ann","date":"","absent":["source","date"]}"#,
        )
        .unwrap();
        let said = |value: &str| Some(value.to_owned());
        let prediction = Prediction {
            title: said("how to fly"),
            source: said("Daily"),
            editor: said("Bob"),
            ..Prediction::default()
        };
        let scores = score(&gold, &prediction);
        let both = |found, given_is_right| FieldScores { found, given_is_right };
        assert_eq!(scores.title, both(Some(true), Some(true)));
        assert_eq!(scores.author, both(Some(false), None));
        assert_eq!(scores.source, both(None, Some(false)));
        assert_eq!(scores.editor, both(None, None));
        assert_eq!(scores.date, both(None, None));
    }

    #[test]
    fn amounts_are_read_with_either_decimal_mark() {
        for (text, value) in [
            ("¥1,299.00", 1299.0),
            ("1.299,50 €", 1299.5),
            ("23.450", 23450.0),
            ("1 299", 1299.0),
            ("12.", 12.0),
            ("1,234,567", 1_234_567.0),
            ("0.1234", 0.1234),
        ] {
            assert_eq!(amount(text), Some(value), "{text}");
        }
        assert_eq!(amount("free"), None);
    }

    #[test]
    fn fields_match_as_defined() {
        assert!(days_match("2012-12", "2012-12-10") && !days_match("2012-12-10", "2012-12"));
        assert!(days_match("2012年1月2日", "2012-01-02T10:00:00"));
        assert!(people_match("作者：张三、李四", "李四") && !people_match("张三", ""));
        assert_eq!(normalised("Ａ—b c！"), "abc");
    }
}
