//! The figures of one page, as the field's scoring tool for these sets defines them.
//!
//! A token is one CJK ideograph, kana or hangul syllable, or a run of other word characters,
//! lower-cased; order is ignored.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;
use unicode_normalization::UnicodeNormalization;

use super::data::Gold;

/// What a method says of a page.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Prediction {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    pub(super) source: Option<String>,
    pub(super) editor: Option<String>,
    pub(super) date: Option<String>,
}

/// The figures of one page; those that the gold has nothing for are `None`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scores {
    pub(super) precision: f64,
    pub(super) recall: f64,
    pub(super) f1: f64,
    /// Recall at least 0.98, noise at most 0.05.
    pub(super) good: bool,
    /// Recall at least 0.98, noise at most 0.02.
    pub(super) fine: bool,
    pub(super) must: Option<f64>,
    pub(super) must_not: Option<f64>,
    pub(super) title: Option<bool>,
    pub(super) author: Option<bool>,
    pub(super) source: Option<bool>,
    pub(super) editor: Option<bool>,
    pub(super) date: Option<bool>,
}

/// Scores a prediction.
pub(super) fn score(gold: &Gold, prediction: &Prediction) -> Scores {
    let (precision, recall, f1) = token_figures(&gold.content, &prediction.text);
    let text = squash(&prediction.text);
    let share = |snippets: &Option<Vec<String>>, wanted: bool| {
        let snippets = snippets.as_ref().filter(|s| !s.is_empty())?;
        let right = snippets.iter().filter(|s| text.contains(&squash(s)) == wanted).count();
        Some(right as f64 / snippets.len() as f64)
    };
    let given = |field: &Option<String>| field.clone().filter(|value| !value.is_empty());
    let named = |gold: &Option<String>, said: &Option<String>| {
        given(gold).map(|gold| people_match(&gold, said.as_deref().unwrap_or("")))
    };
    Scores {
        precision,
        recall,
        f1,
        good: recall >= 0.98 && precision >= 0.95,
        fine: recall >= 0.98 && precision >= 0.98,
        must: share(&gold.must, true),
        must_not: share(&gold.mustnot, false),
        title: given(&gold.title).map(|title| {
            normalised(&title) == normalised(prediction.title.as_deref().unwrap_or(""))
        }),
        author: named(&gold.author, &prediction.author),
        source: named(&gold.source, &prediction.source),
        editor: named(&gold.editor, &prediction.editor),
        date: given(&gold.date)
            .map(|date| days_match(&date, prediction.date.as_deref().unwrap_or(""))),
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

fn token_figures(gold: &str, prediction: &str) -> (f64, f64, f64) {
    let (gold, said) = (tokens(gold), tokens(prediction));
    let total = |counts: &HashMap<String, u32>| f64::from(counts.values().sum::<u32>());
    if gold.is_empty() {
        return if said.is_empty() { (1.0, 1.0, 1.0) } else { (0.0, 0.0, 0.0) };
    }
    if said.is_empty() {
        return (0.0, 0.0, 0.0);
    }
    let shared: u32 = gold.keys().map(|t| gold[t].min(said.get(t).copied().unwrap_or(0))).sum();
    let shared = f64::from(shared);
    let (precision, recall) = (shared / total(&said), shared / total(&gold));
    let f1 = if shared > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 };
    (precision, recall, f1)
}

fn squash(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase()
}

/// Letters and digits alone, in compatibility form and lower case.
fn normalised(text: &str) -> String {
    static NOT_WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"[^\p{L}\p{N}]+"));
    let composed: String = text.nfkc().collect();
    NOT_WORD.replace_all(&composed, "").to_lowercase()
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
        assert_eq!(token_figures("", ""), (1.0, 1.0, 1.0));
        assert_eq!(token_figures("a", ""), (0.0, 0.0, 0.0));
        assert_eq!(token_figures("中文 word", "中文 Word"), (1.0, 1.0, 1.0));
        let (precision, recall, _) = token_figures("中文字", "中文 more");
        assert_eq!((precision, recall), (2.0 / 3.0, 2.0 / 3.0));
    }

    #[test]
    fn fields_match_as_defined() {
        assert!(days_match("2012-12", "2012-12-10") && !days_match("2012-12-10", "2012-12"));
        assert!(days_match("2012年1月2日", "2012-01-02T10:00:00"));
        assert!(people_match("作者：张三、李四", "李四") && !people_match("张三", ""));
        assert_eq!(normalised("Ａ—b c！"), "abc");
    }
}
