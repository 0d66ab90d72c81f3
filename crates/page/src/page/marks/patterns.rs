//! Patterns: words of the lexicon that count at some places, by what they mean.
//!
//! The lexicon writes an edge on each side of the meaning: a bare side is the edge of a word, `^` or `$` the edge of the
//! whole (one class, or the text of a block), `*` lies anywhere. A word with a capital matches only as it is written, others
//! whatever the case of ASCII letters.

use crate::text::lexicon;
use crate::text::phrases::{Phrases, spellings};

/// A set of groups, a bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Set(u64);

impl Set {
    pub(super) fn has(self, group: u8) -> bool {
        self.0 >> group & 1 == 1
    }

    fn add(&mut self, group: u8) {
        self.0 |= 1 << group;
    }
}

/// The limit of a side of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Word,
    Whole,
    Anywhere,
}

#[derive(Debug)]
struct Pattern {
    before: Edge,
    after: Edge,
    /// The word, if its case counts.
    exact: Option<&'static str>,
    group: u8,
}

/// Patterns prepared for search.
#[derive(Debug)]
pub(super) struct Patterns {
    phrases: Phrases,
    patterns: Vec<Pattern>,
    whole: Whole,
}

/// The whole that patterns may be all of.
#[derive(Debug, Clone, Copy)]
pub(super) enum Whole {
    /// One of several classes.
    Class,
    /// A text but for signs and digits around it.
    Text,
}

/// The most bytes of signs and digits around a text.
const MOST_SIGNS: usize = 60;

impl Patterns {
    /// The words of these meanings, in the order of their bits.
    pub(super) fn of(meanings: &[&str], whole: Whole) -> Self {
        let (mut patterns, mut texts) = (Vec::new(), Vec::new());
        for (group, meaning) in (0u8..).zip(meanings) {
            for sense in lexicon::senses(meaning) {
                let (before, after) =
                    (edge(sense.written.chars().next()), edge(sense.written.chars().next_back()));
                let is_exact = sense.word.contains(|c: char| c.is_ascii_uppercase());
                for text in spellings(sense.word) {
                    texts.push((text, patterns.len()));
                    patterns.push(Pattern {
                        before,
                        after,
                        exact: is_exact.then_some(sense.word),
                        group,
                    });
                }
            }
        }
        Self { phrases: Phrases::numbered(texts.into_iter()), patterns, whole }
    }

    /// The groups of the patterns in a text.
    pub(super) fn groups_in(&self, text: &str) -> Set {
        let mut found = Set::default();
        self.phrases.each(text, |number, range| {
            let pattern = &self.patterns[number];
            let is_exact = pattern.exact.is_none_or(|exact| text[range.clone()] == *exact);
            let (before, after) = (&text[..range.start], &text[range.end..]);
            if !found.has(pattern.group)
                && is_exact
                && self.ends(pattern.before, before, before.chars().next_back())
                && self.ends(pattern.after, after, after.chars().next())
            {
                found.add(pattern.group);
            }
        });
        found
    }

    /// True if a match may end at this edge; `beyond` is the text outside the match, and `next` its character nearest to it.
    fn ends(&self, edge: Edge, beyond: &str, next: Option<char>) -> bool {
        match (edge, self.whole) {
            (Edge::Anywhere, _) => true,
            (Edge::Word, _) => next.is_none_or(|c| !c.is_alphanumeric()),
            (Edge::Whole, Whole::Class) => next.is_none_or(char::is_whitespace),
            (Edge::Whole, Whole::Text) => {
                beyond.len() <= MOST_SIGNS && !beyond.contains(char::is_alphabetic)
            }
        }
    }
}

fn edge(sign: Option<char>) -> Edge {
    match sign {
        Some('*') => Edge::Anywhere,
        Some('^' | '$') => Edge::Whole,
        _ => Edge::Word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_those_of_words_of_the_whole_or_none() {
        let groups = ["answers", "comment_class", "breadcrumb", "poster", "capital_box"];
        let patterns = Patterns::of(&groups, Whole::Class);
        for (text, expected) in [
            ("reply", "answers comment_class"),
            ("Sub-box", "answers"),
            ("subtle", ""),
            ("a review b", "comment_class"),
            ("review-box", ""),
            ("breadCrumbs", "breadcrumb"),
            ("post-author x", "poster"),
            ("author-x", ""),
            ("NOTE", "capital_box"),
            ("note", ""),
            ("reply crumb", "answers comment_class breadcrumb"),
        ] {
            let found = patterns.groups_in(text);
            let names = groups.iter().enumerate().filter(|(at, _)| found.has(*at as u8));
            let names: Vec<&str> = names.map(|(_, name)| *name).collect();
            assert_eq!(names.join(" "), expected, "{text}");
        }
    }
}
