//! The gain of every rule that completes or trims a text: how right the texts are with it and without it.

use std::collections::BTreeMap;
use std::io::Write;

use rayon::prelude::*;
use zhengwen::train::RULES;
use zhengwen::{Extractor, Options, PageInfo};

use crate::Status;
use crate::data::{Gold, Set};
use crate::score::TextScores;

/// A page whose text a rule changes.
struct Change<'a> {
    rule: &'static str,
    page: &'a Gold,
    /// F1 with the rule minus F1 without it.
    gain: f64,
}

/// The changes that a rule makes on a set.
#[derive(Default)]
struct OnSet {
    pages: usize,
    better: f64,
    worse: f64,
}

/// Prints a row for each rule: the pages that it changes, what it gains and loses of F1 on them in sum, and the mean change of
/// each set, in thousandths. `most` pages of each rule that it changes most are listed too.
pub(crate) fn run(sets: &[Set], most: usize, out: &mut impl Write) -> anyhow::Result<Status> {
    let mut rules: BTreeMap<&str, BTreeMap<&str, OnSet>> = BTreeMap::new();
    let mut pages: Vec<(&str, Change)> = Vec::new();
    let sets: Vec<&Set> = sets.iter().filter(|set| set.labelled() > 0).collect();
    for set in &sets {
        for change in changes(set)? {
            let row = rules.entry(change.rule).or_default().entry(&set.name).or_default();
            row.pages += 1;
            row.better += change.gain.max(0.0);
            row.worse -= change.gain.min(0.0);
            pages.push((&set.name, change));
        }
    }
    pages.sort_by(|a, b| b.1.gain.abs().total_cmp(&a.1.gain.abs()));
    writeln!(out, "| rule | pages | gain | loss | mean | by set |\n|---|---|---|---|---|---|")?;
    for rule in RULES {
        let row = rules.remove(rule.name).unwrap_or_default();
        let sum = |of: fn(&OnSet) -> f64| row.values().map(of).fold(0.0, std::ops::Add::add);
        let count: usize = row.values().map(|on| on.pages).sum();
        let mean = |set: &Set| {
            let on = row.get(set.name.as_str())?;
            Some((set.name.clone(), 1000.0 * (on.better - on.worse) / set.labelled() as f64))
        };
        let by_set: Vec<(String, f64)> = sets.iter().filter_map(|set| mean(set)).collect();
        let all = by_set.iter().fold(0.0, |sum, (_, mean)| sum + mean) / sets.len() as f64;
        let by_set: Vec<String> =
            by_set.iter().map(|(set, mean)| format!("{set} {mean:+.2}")).collect();
        let (better, worse) = (sum(|on| on.better), sum(|on| on.worse));
        let (name, by_set) = (rule.name, by_set.join(", "));
        writeln!(out, "| {name} | {count} | {better:.2} | {worse:.2} | {all:+.2} | {by_set} |")?;
        for (set, change) in pages.iter().filter(|(_, change)| change.rule == name).take(most) {
            writeln!(out, "  {:+.3} {set} {}", change.gain, change.page.id)?;
        }
    }
    Ok(Status::Done)
}

fn changes(set: &Set) -> anyhow::Result<Vec<Change<'_>>> {
    let changes: anyhow::Result<Vec<Vec<Change>>> = set
        .gold
        .par_iter()
        .filter_map(|gold| Some((gold, gold.content.as_deref()?)))
        .map_init(
            || Extractor::new(Options::new()),
            |extractor, (page, content)| {
                let info = PageInfo::new().url(page.url.as_deref());
                let (text, others) = extractor.texts_without_rules(&set.page(page)?, &info);
                let f1 = |text: &str| TextScores::of(content, &page.optional, text).f1;
                let changed = others.iter().filter(|(_, other)| *other != text);
                let change = |(rule, other): &(&'static str, String)| Change {
                    rule,
                    page,
                    gain: f1(&text) - f1(other),
                };
                Ok(changed.map(change).collect())
            },
        )
        .collect();
    Ok(changes?.into_iter().flatten().collect())
}
