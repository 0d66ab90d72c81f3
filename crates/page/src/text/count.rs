//! The one measure of how much text there is.

use super::chars::{Classes, SentenceEnds, classes, closes_sentence};
use super::runs::{Run, runs};
use crate::numbers::saturated;

/// The number of characters in `text` that are not blank.
pub fn characters(text: &str) -> u32 {
    let classes = classes();
    saturated(text.chars().filter(|c| !classes.has(*c, Classes::BLANK)).count())
}

/// The number of tokens in `text`: each CJK character is one, and so is each run of other letters
/// and digits. This way scripts with and without spaces between words count fairly.
pub fn tokens(text: &str) -> u32 {
    let classes = classes();
    let mut count = 0u32;
    let mut in_word = false;
    for c in text.chars() {
        let class = classes.of(c);
        let is_word = class & Classes::WORD != 0;
        count += u32::from(class & Classes::CJK != 0 || is_word && !in_word);
        in_word = is_word;
    }
    count
}

/// The amounts of a text, counted in one pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextAmounts {
    /// All characters.
    pub all: u32,
    /// [`characters`].
    pub characters: u32,
    /// [`tokens`].
    pub tokens: u32,
    /// Punctuation marks of running text.
    pub punctuation: u32,
    /// Han and kana characters.
    pub ideographic: u32,
    /// Sentence ends of [`SentenceEnds::Ideographic`] and of [`SentenceEnds::Spaced`].
    stops: [u32; 2],
}

/// The state after the last character.
#[derive(Debug, Clone, Copy, Default)]
struct Last {
    /// [`Classes::WORD`] or nothing.
    word: u8,
    /// True if it ends a sentence before a blank.
    is_stop: bool,
}

impl TextAmounts {
    /// Counts a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut amounts = Self::default();
        // Most texts of a page are the blanks between its tags.
        if text.bytes().all(|byte| matches!(byte, b' ' | b'\n' | b'\t')) {
            amounts.all = saturated(text.len());
            return amounts;
        }
        let classes = classes();
        let mut last = Last::default();
        for run in runs(text) {
            match run {
                Run::Ascii(bytes) => {
                    for c in bytes.iter().map(|byte| char::from(*byte)) {
                        amounts.add(c, classes.of(c), &mut last);
                    }
                }
                Run::Ideographs(all) => {
                    amounts.add_ideographs(all.len());
                    last = Last::default();
                }
                Run::Other(c) => amounts.add(c, classes.of(c), &mut last),
            }
        }
        amounts.stops[1] += u32::from(last.is_stop);
        amounts
    }

    /// Adds a character that is not an ideograph, with these classes.
    fn add(&mut self, c: char, class: u8, last: &mut Last) {
        let when = |classes: u8| u32::from(class & classes != 0);
        let word = class & Classes::WORD;
        self.all += 1;
        self.characters += 1 - when(Classes::BLANK);
        // Only the first letter of a word starts a new token.
        self.tokens += u32::from(class & !(word & last.word) & (Classes::CJK | Classes::WORD) != 0);
        self.punctuation += when(Classes::PUNCTUATION);
        self.ideographic += when(Classes::IDEOGRAPHIC);
        self.stops[0] += when(Classes::CJK_STOP);
        self.stops[1] += when(Classes::STOP) + u32::from(last.is_stop && closes_sentence(c));
        *last = Last { word, is_stop: class & Classes::STOP_BEFORE_BLANK != 0 };
    }

    /// Adds `count` ideographs.
    fn add_ideographs(&mut self, count: usize) {
        let count = saturated(count);
        for amount in [&mut self.all, &mut self.characters, &mut self.tokens, &mut self.ideographic]
        {
            *amount += count;
        }
    }

    /// The number of blank characters.
    pub(crate) fn blanks(&self) -> u32 {
        self.all - self.characters
    }

    /// The number of sentence ends, by the marks of a page.
    pub fn sentence_ends(&self, ends: SentenceEnds) -> u32 {
        match ends {
            SentenceEnds::Ideographic => self.stops[0],
            SentenceEnds::Spaced => self.stops[1],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pass_counts_what_many_do() {
        // Longer than the number of characters counted at once, both within words and between them.
        let long = ["Some words. ", "长的中文，一句。", "word", "字"].map(|text| text.repeat(1500));
        let short =
            ["中文 and English, words_1 3.5! \"Yes.\"", "句。と？か。", "", "हाँ। a.b", "x."];
        for text in short.into_iter().chain(long.iter().map(String::as_str)) {
            let amounts = TextAmounts::of(text);
            assert_eq!((amounts.characters, amounts.tokens), (characters(text), tokens(text)));
            for ends in [SentenceEnds::Ideographic, SentenceEnds::Spaced] {
                assert_eq!(amounts.sentence_ends(ends), ends.count(text), "{text}");
            }
        }
    }

    #[test]
    fn counts_by_script() {
        assert_eq!(tokens("中文 and English words"), 5);
        assert_eq!(characters("中 文\u{3000}a b"), 4);
    }
}
