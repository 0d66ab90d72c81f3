//! The one measure of text amount.

use super::chars::{Classes, SentenceEnds, classes, closes_sentence};

/// Characters of `text` that are not blank.
pub fn characters(text: &str) -> u32 {
    let classes = classes();
    let is_shown = |c: &char| classes.of(*c) & Classes::BLANK == 0;
    u32::try_from(text.chars().filter(is_shown).count()).unwrap_or(u32::MAX)
}

/// Tokens of `text`: each CJK character is one, and so is each run of other letters and digits.
/// No script needs spaces between words to be counted fairly against itself.
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

/// What a text holds, counted in one pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TextAmounts {
    /// All characters.
    pub(crate) all: u32,
    /// [`characters`].
    pub(crate) characters: u32,
    /// [`tokens`].
    pub(crate) tokens: u32,
    /// Punctuation marks of running text.
    pub(crate) punctuation: u32,
    /// Han and kana characters.
    pub(crate) ideographic: u32,
    /// Sentence ends of [`SentenceEnds::Ideographic`] and of [`SentenceEnds::Spaced`].
    stops: [u32; 2],
}

impl TextAmounts {
    /// Counts a text.
    pub(crate) fn of(text: &str) -> Self {
        let classes = classes();
        let mut own = Self::default();
        let mut in_word = false;
        let mut after_stop = false;
        for c in text.chars() {
            let class = classes.of(c);
            let has = |bit: u8| u32::from(class & bit != 0);
            own.all += 1;
            own.characters += 1 - has(Classes::BLANK);
            own.punctuation += has(Classes::PUNCTUATION);
            own.ideographic += has(Classes::IDEOGRAPHIC);
            own.stops[0] += has(Classes::CJK_STOP);
            own.stops[1] += has(Classes::STOP);
            let is_word = class & Classes::WORD != 0;
            own.tokens += has(Classes::CJK) + u32::from(is_word && !in_word);
            in_word = is_word;
            if after_stop {
                own.stops[1] += u32::from(closes_sentence(c));
            }
            after_stop = class & Classes::STOP_BEFORE_BLANK != 0;
        }
        own.stops[1] += u32::from(after_stop);
        own
    }

    /// Sentence ends by the marks of a page.
    pub(crate) fn sentence_ends(&self, ends: SentenceEnds) -> u32 {
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
        for text in ["中文 and English, words_1 3.5! \"Yes.\"", "句。と？か。", "", "हाँ। a.b", "x."]
        {
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
