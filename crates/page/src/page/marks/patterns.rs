//! Vocabularies of patterns: words that count at some places, by what they mean.
//!
//! A line of a vocabulary is `group: pattern|pattern`. Each side of a pattern has an edge: a bare side is the edge of
//! a word, `.` the edge of the whole (one class, or the text of a block), `*` lies anywhere. A pattern with a capital
//! matches only as it is written, others whatever the case of ASCII letters.

use crate::text::phrases::Phrases;

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
    /// The text, if its case counts.
    exact: Option<String>,
    group: u8,
}

/// A vocabulary prepared for search.
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
    /// Reads a vocabulary with these groups, in the order of their bits.
    pub(super) fn read(vocabulary: &str, groups: &[&str], whole: Whole) -> Self {
        let (mut patterns, mut texts) = (Vec::new(), Vec::<String>::new());
        for line in vocabulary.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, members)) = line.split_once(": ") else { continue };
            let Some(group) = groups.iter().position(|other| *other == name) else { continue };
            let group = u8::try_from(group).unwrap_or(u8::MAX);
            for member in members.split('|') {
                let text = member.trim_start_matches(['.', '*']).trim_end_matches(['.', '*']);
                let exact =
                    text.contains(|c: char| c.is_ascii_uppercase()).then(|| text.to_owned());
                let (before, after) =
                    (edge(member.chars().next()), edge(member.chars().next_back()));
                let capital = with_capital(text);
                for text in std::iter::once(text.to_owned()).chain(capital) {
                    patterns.push(Pattern { before, after, exact: exact.clone(), group });
                    texts.push(text);
                }
            }
        }
        Self { phrases: Phrases::numbered(texts), patterns, whole }
    }

    /// The groups of the patterns in a text.
    pub(super) fn groups_in(&self, text: &str) -> Set {
        let mut found = Set::default();
        self.phrases.each(text, |number, range| {
            let pattern = &self.patterns[number];
            let is_exact =
                pattern.exact.as_ref().is_none_or(|exact| text[range.clone()] == **exact);
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

/// A text in another script with its first letter as a capital, if that is another one.
fn with_capital(text: &str) -> Option<String> {
    let first = text.chars().next().filter(|c| !c.is_ascii() && c.is_lowercase())?;
    Some(first.to_uppercase().collect::<String>() + &text[first.len_utf8()..])
}

fn edge(sign: Option<char>) -> Edge {
    match sign {
        Some('*') => Edge::Anywhere,
        Some('.') => Edge::Whole,
        _ => Edge::Word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_those_of_words_of_the_whole_or_none() {
        let groups = ["word", "whole", "part", "end", "capitals"];
        let vocabulary = "# word: no\nword: ad|reply\nwhole: .tip.\npart: *crumb*\nend: *author.\ncapitals: .NOTE.\n";
        let patterns = Patterns::read(vocabulary, &groups, Whole::Class);
        for (text, expected) in [
            ("ad", "word"),
            ("Ad-box", "word"),
            ("shadow read", ""),
            ("a tip b", "whole"),
            ("tip-box", ""),
            ("breadCrumbs", "part"),
            ("post-author x", "end"),
            ("author-x", ""),
            ("NOTE", "capitals"),
            ("note", ""),
            ("reply crumb", "word part"),
        ] {
            let found = patterns.groups_in(text);
            let names = groups.iter().enumerate().filter(|(at, _)| found.has(*at as u8));
            let names: Vec<&str> = names.map(|(_, name)| *name).collect();
            assert_eq!(names.join(" "), expected, "{text}");
        }
    }
}
