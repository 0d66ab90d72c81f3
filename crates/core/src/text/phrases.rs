//! Groups of phrases, read from a vocabulary and found in texts.

use std::ops::Range;

use aho_corasick::{AhoCorasick, Anchored, Input, MatchKind, StartKind};

/// A vocabulary ready to be searched for, in one pass whatever its size.
#[derive(Debug)]
pub(crate) struct Phrases {
    /// None for a vocabulary too large to be searched for; ours are not, as tests show.
    search: Option<AhoCorasick>,
    /// By phrase, its group.
    groups: Vec<usize>,
}

impl Phrases {
    /// Reads lines of `group: phrase|phrase`; `names` are the groups, others are left out, and so
    /// are lines that begin with `#`.
    pub(crate) fn read(vocabulary: &str, names: &[&str]) -> Self {
        Self::of(vocabulary, names, false)
    }

    /// Like [`Phrases::read`], phrases of other scripts also with a capital at their start.
    pub(crate) fn read_with_capitals(vocabulary: &str, names: &[&str]) -> Self {
        Self::of(vocabulary, names, true)
    }

    fn of(vocabulary: &str, names: &[&str], with_capitals: bool) -> Self {
        let (mut phrases, mut groups) = (Vec::new(), Vec::new());
        for line in vocabulary.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, members)) = line.split_once(": ") else { continue };
            let Some(group) = names.iter().position(|other| *other == name) else { continue };
            for phrase in members.split('|') {
                phrases.push(phrase.to_owned());
                groups.push(group);
                let first = phrase.chars().next().filter(|c| with_capitals && !c.is_ascii());
                if let Some(first) = first.filter(|c| c.is_lowercase()) {
                    let capital: String = first.to_uppercase().collect();
                    phrases.push(capital + &phrase[first.len_utf8()..]);
                    groups.push(group);
                }
            }
        }
        let mut builder = AhoCorasick::builder();
        builder.ascii_case_insensitive(true).match_kind(MatchKind::LeftmostLongest);
        if with_capitals {
            builder.start_kind(StartKind::Both);
        }
        Self { search: builder.build(phrases).ok(), groups }
    }

    /// The phrases in a text, ASCII letters of either case, the longest where several begin: the
    /// index of each one's group, and its length in bytes.
    pub(crate) fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        self.find_ranges(text).map(|(group, range)| (group, range.len()))
    }

    /// The longest phrase that a text begins with: its group and length in bytes. Only of
    /// [`Phrases::read_with_capitals`].
    pub(crate) fn at_start(&self, text: &str) -> Option<(usize, usize)> {
        let input = Input::new(text).anchored(Anchored::Yes);
        let found = self.search.as_ref()?.try_find(input).ok()??;
        Some((self.groups[found.pattern().as_usize()], found.len()))
    }

    /// Like [`Phrases::find`], with where each stands.
    pub(crate) fn find_ranges<'a>(
        &'a self,
        text: &'a str,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + 'a {
        let found = self.search.iter().flat_map(move |search| search.find_iter(text));
        found.map(|found| (self.groups[found.pattern().as_usize()], found.range()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_with_their_groups() {
        let phrases = Phrases::read("# a: no\na: 分享|share\nb: share this\nc: x\n", &["a", "b"]);
        let find = |text| phrases.find(text).collect::<Vec<_>>();
        assert_eq!(find("Share, SHARE THIS 分享 x"), [(0, 5), (1, 10), (0, 6)]);
        assert_eq!(find(""), []);
    }
}
