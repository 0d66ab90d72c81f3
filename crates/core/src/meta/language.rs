//! The page's language.

use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use crate::page::Page;
use crate::text::chars::SentenceEnds;
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
        let is_declared = |one: &Candidate| is_written_so(&one.value, language);
        let is_wrong = is_most && !found.all().is_empty() && !found.all().iter().any(is_declared);
        found.add(language, Origin::WritingSystem, if is_wrong { 0.9 } else { 0.3 });
    }
    found.sorted()
}

/// Characters from which the writing system is recognised.
const LOOKED_AT: usize = 2_000;

/// True if a declared language is written like this one.
fn is_written_so(declared: &str, language: &str) -> bool {
    let main = declared.split('-').next().unwrap_or("");
    main == language || language == "zh" && ["yue", "wuu", "lzh", "nan", "hak"].contains(&main)
}

/// The language that alone has this script (Chinese, Japanese, Korean, Thai, Greek, Hebrew), and true if most of the page has
/// it.
fn of_script(page: &Page) -> Option<(&'static str, bool)> {
    let mut counts = [0usize; 6];
    let mut all = 0;
    let texts = page.texts().iter().flat_map(|text| page.document().text(text.node).chars());
    let is_letter = |c: &char| match c {
        '\0'..='\x7f' => c.is_ascii_alphabetic(),
        '\u{4e00}'..='\u{9fff}' => true,
        _ => c.is_alphabetic(),
    };
    // `for_each` takes fewer instructions than a loop over iterators in one another.
    texts.filter(is_letter).take(LOOKED_AT).for_each(|c| {
        all += 1;
        let script = match u32::from(c) {
            0x3040..=0x30ff => 1,
            0x3400..=0x9fff => 0,
            0xac00..=0xd7af => 2,
            0xe00..=0xe7f => 3,
            0x370..=0x3ff => 4,
            0x590..=0x5ff => 5,
            _ => return,
        };
        counts[script] += 1;
    });
    let [han, kana, hangul, ..] = counts;
    if kana * 8 > han && kana > 10 {
        return Some(("ja", (kana + han) * 2 > all));
    }
    if page.sentence_ends() == SentenceEnds::Ideographic && han > 10 {
        return Some(("zh", han * 2 > all));
    }
    let names = ["zh", "ja", "ko", "th", "el", "he"];
    (2..6)
        .find(|script| counts[*script] > 50 || hangul > 20 && *script == 2)
        .map(|script| (names[script], counts[script] * 2 > all))
}
