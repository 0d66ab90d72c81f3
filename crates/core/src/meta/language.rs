//! The page's language.

use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use crate::page::Page;
use crate::text::chars::SentenceEnds;
use crate::text::language::{Letters, share_script};
use crate::text::language_tags::tag;

/// Languages that the page declares, and the language of its writing system.
pub(super) fn candidates(page: &Page) -> Vec<Candidate> {
    let data = page.structured();
    let mut found = Candidates::default();
    let mut add = |declared: Option<&str>, origin, score| {
        if let Some(language) = declared.and_then(tag) {
            found.add(&language, origin, score);
        }
    };
    add(data.language.as_deref(), Origin::HtmlLang, 0.8);
    let meta = declared::values(page, "language");
    meta.for_each(|(value, score)| add(Some(value), Origin::Meta, score));
    add(data.json_ld("inLanguage"), Origin::JsonLd, 0.65);
    if let Some((language, is_most)) = of_script(page) {
        // Templates leave `en` on pages of every language; what is written is plain.
        let main = |tag: &str| tag.split('-').next().unwrap_or("").to_owned();
        let is_declared = |one: &Candidate| share_script(language, &main(&one.value));
        let is_wrong = is_most && !found.all().is_empty() && !found.all().iter().any(is_declared);
        found.add(language, Origin::WritingSystem, if is_wrong { 0.9 } else { 0.3 });
    }
    found.sorted()
}

/// The language whose script the page shows, among the candidates.
pub(crate) fn script_language(candidates: &[Candidate]) -> Option<&str> {
    let shown = candidates.iter().find(|one| one.origin == Origin::WritingSystem);
    shown.map(|one| one.value.as_str())
}

/// A script that is not the most frequent counts from this many letters on.
const LEAST: usize = 30;
/// The most frequent script counts from this many letters on.
const LEAST_OF_MOST: usize = 4;
/// Chinese characters or kana count from this many on.
const LEAST_IDEOGRAPHS: usize = 10;

/// The language whose script the visible lines have, and true if most of their letters are in it.
fn of_script(page: &Page) -> Option<(&'static str, bool)> {
    let lines = page.blocks().iter().filter(|block| !block.is_hidden);
    let letters = Letters::of_lines(lines.map(|block| page.block_text(block)));
    let most = letters.most();
    let is_most = |language| most == Some(language);
    let [han, kana] = ["zh", "ja"].map(|language| letters.count(language));
    if kana * 8 > han && kana > LEAST_IDEOGRAPHS {
        return Some(("ja", is_most("ja")));
    }
    if page.sentence_ends() == SentenceEnds::Ideographic && han > LEAST_IDEOGRAPHS {
        return Some(("zh", is_most("zh")));
    }
    let is_plain = |language: &&str| letters.count(language) >= LEAST_OF_MOST;
    if let Some(language) = most.filter(|most| *most != "zh").filter(is_plain) {
        return Some((language, true));
    }
    let others = ["ko", "th", "el", "he", "ar", "hi"];
    let found = others.into_iter().find(|language| letters.count(language) > LEAST);
    found.map(|language| (language, false))
}
