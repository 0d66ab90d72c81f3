//! The rank of texts for a query, by Okapi BM25.

use rustc_hash::FxHashMap;

use crate::numbers::log2_plus_1;
use crate::text::chars::{Classes, classes, is_cjk};
use crate::text::reading::is_unspaced;

/// The constants of BM25: the weight of a term that occurs again, and of the length of a text.
const AGAIN: f32 = 1.2;
const LENGTH: f32 = 0.75;
/// Terms of a query that count; the work on a text does not depend on their number.
const MOST_TERMS: usize = 64;

/// The terms of a query: pairs of characters in scripts without blanks between words, words in lower case in others.
#[derive(Default)]
struct Terms {
    numbers: FxHashMap<String, usize>,
    /// True if one of them is a single character of such a script.
    has_single: bool,
}

impl Terms {
    fn of(query: &str) -> Self {
        let mut terms = Self::default();
        for run in query.split(|c: char| !is_joined(c)).filter(|run| run.chars().count() == 1) {
            terms.has_single = true;
            terms.add(run);
        }
        visit_terms(query, false, |term| terms.add(term));
        terms
    }

    fn add(&mut self, term: &str) {
        let next = self.numbers.len();
        if next < MOST_TERMS {
            self.numbers.entry(term.to_owned()).or_insert(next);
        }
    }
}

/// The rank of each text for a query; 0 for one that has none of its terms. A text comes in parts.
pub(super) fn ranks<'t, T>(query: &str, texts: impl Iterator<Item = T>) -> Vec<f32>
where
    T: Iterator<Item = &'t str>,
{
    let terms = Terms::of(query);
    let mut counts = [0u32; MOST_TERMS];
    // For each text that has a term: the text, the term, and its occurrences.
    let mut found: Vec<(usize, usize, u32)> = Vec::new();
    let mut lengths: Vec<u32> = Vec::new();
    for text in texts {
        let mut length = 0;
        for part in text {
            length += visit_terms(part, terms.has_single, |term| {
                if let Some(number) = terms.numbers.get(term) {
                    counts[*number] += 1;
                }
            });
        }
        for (number, count) in counts.iter_mut().enumerate().filter(|(_, count)| **count > 0) {
            found.push((lengths.len(), number, std::mem::take(count)));
        }
        lengths.push(length);
    }
    let mut holding = [0u32; MOST_TERMS];
    found.iter().for_each(|(_, number, _)| holding[*number] += 1);
    let all = lengths.len() as f32;
    let mean = lengths.iter().map(|length| *length as f32).sum::<f32>() / all.max(1.0);
    let mut ranks = vec![0.0; lengths.len()];
    for (text, number, count) in found {
        let (holding, count) = (holding[number] as f32, count as f32);
        let rarity = log2_plus_1((all - holding + 0.5) / (holding + 0.5));
        let length = lengths[text] as f32 / mean.max(1.0);
        let saturated = count + AGAIN * (1.0 - LENGTH + LENGTH * length);
        ranks[text] += rarity * count * (AGAIN + 1.0) / saturated;
    }
    ranks
}

/// Visits the terms of a text, with single characters of scripts without blanks if they are wanted. Returns its length:
/// words and such characters.
fn visit_terms(text: &str, with_single: bool, mut visit: impl FnMut(&str)) -> u32 {
    let classes = classes();
    let (mut word, mut pair) = (String::new(), String::new());
    let (mut before, mut length) = (None, 0);
    for c in text.chars().chain([' ']) {
        let is_joined = is_joined(c);
        if !is_joined && classes.of(c) & Classes::WORD != 0 {
            word.extend(c.to_lowercase());
            before = None;
            continue;
        }
        if !word.is_empty() {
            length += 1;
            visit(&word);
            word.clear();
        }
        let first = std::mem::replace(&mut before, is_joined.then_some(c));
        if !is_joined {
            continue;
        }
        length += 1;
        if with_single {
            visit(c.encode_utf8(&mut [0; 4]));
        }
        if let Some(first) = first {
            pair.clear();
            pair.extend([first, c]);
            visit(&pair);
        }
    }
    length
}

/// True for characters of scripts without blanks between words, and of Korean, whose words have endings.
fn is_joined(c: char) -> bool {
    is_cjk(c) || is_unspaced(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(query: &str, texts: &[&str]) -> Option<usize> {
        let ranks = ranks(query, texts.iter().map(|text| [*text].into_iter()));
        let best = (0..texts.len()).max_by(|a, b| ranks[*a].total_cmp(&ranks[*b]))?;
        (ranks[best] > 0.0).then_some(best)
    }

    #[test]
    fn the_text_with_the_rare_terms_is_first() {
        let tea = ["龙井的产地在杭州。", "今年的价格比去年高。", "绿茶的喝法。", "红茶产自福建。"];
        assert_eq!(best("价格多少", &tea), Some(1));
        assert_eq!(best("杭州龙井", &tea), Some(0));
        assert_eq!(best("福", &tea), Some(3));
        // Characters that are next to each other in no text.
        assert_eq!(best("格价", &tea), None);
        let ships =
            ["The ship is old.", "The harbour is deep, the ship large.", "A HARBOUR of the sea."];
        assert_eq!(best("harbour ship", &ships), Some(1));
        assert_eq!(best("sea-harbour", &ships), Some(2));
        assert_eq!(best("ships", &ships), None);
        assert_eq!(best("", &ships), None);
        assert_eq!(best("แมวดำ", &["หมาขาว", "แมวดำตัวใหญ่"]), Some(1));
        assert_eq!(best("x", &[]), None);
    }

    #[test]
    fn a_term_counts_less_each_time_and_in_longer_texts() {
        let texts = ["tea", "tea tea", "tea tea tea", "tea and much else that is said of it", "no"];
        let ranks = ranks("tea", texts.iter().map(|text| [*text].into_iter()));
        assert!(ranks[1] > ranks[0] && ranks[2] - ranks[1] < ranks[1] - ranks[0], "{ranks:?}");
        assert!(ranks[3] < ranks[0] && ranks[4] == 0.0, "{ranks:?}");
    }

    #[test]
    fn only_the_first_terms_of_a_query_count() {
        let query: Vec<String> = (0..100).map(|n| format!("word{n}")).collect();
        let query = query.join(" ");
        assert!(best(&query, &["word63"]).is_some() && best(&query, &["word64"]).is_none());
    }
}
