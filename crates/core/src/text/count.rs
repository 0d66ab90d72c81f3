//! The one measure of text amount.

use super::ascii_count::AsciiCounts;
use super::chars::{Classes, SentenceEnds, classes, closes_sentence};
use super::runs::{Run, runs};

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

/// What the last character was.
#[derive(Debug, Clone, Copy, Default)]
struct Last {
    /// [`Classes::WORD`] or nothing.
    word: u8,
    /// Whether it ends a sentence if a blank follows.
    is_stop: bool,
}

impl TextAmounts {
    /// Counts a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut own = Self::default();
        // Most texts of a page are the blanks between its tags.
        if is_indentation(text.as_bytes()) {
            own.all = u32::try_from(text.len()).unwrap_or(u32::MAX);
            return own;
        }
        let mut last = Last::default();
        for run in runs(text) {
            match run {
                Run::Ascii(bytes) => own.add_ascii(bytes, &mut last),
                Run::Ideographs(all) => {
                    own.add_ideographs(all.len());
                    last = Last::default();
                }
                Run::Other(c) => own.add_other(c, &mut last),
            }
        }
        own.stops[1] += u32::from(last.is_stop);
        own
    }

    /// Adds ASCII characters, at least one, all that follow each other.
    fn add_ascii(&mut self, bytes: &[u8], last: &mut Last) {
        let counts = AsciiCounts::of(bytes, last.word != 0);
        self.all += u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        self.characters += counts.shown;
        self.tokens += counts.words;
        self.punctuation += counts.punctuation;
        self.stops[1] += counts.stops;
        let class = bytes.last().map_or(0, |byte| classes().of(char::from(*byte)));
        last.word = class & Classes::WORD;
        last.is_stop = class & Classes::STOP_BEFORE_BLANK != 0;
    }

    /// Adds a character that is neither ASCII nor an ideograph.
    fn add_other(&mut self, c: char, last: &mut Last) {
        let class = classes().of(c);
        let when = |classes: u8| u32::from(class & classes != 0);
        let word = class & Classes::WORD;
        self.all += 1;
        self.characters += 1 - when(Classes::BLANK);
        // Only the first letter of a word is one more token.
        self.tokens += u32::from(class & !(word & last.word) & (Classes::CJK | Classes::WORD) != 0);
        self.punctuation += when(Classes::PUNCTUATION);
        self.ideographic += when(Classes::IDEOGRAPHIC);
        self.stops[0] += when(Classes::CJK_STOP);
        self.stops[1] += when(Classes::STOP) + u32::from(last.is_stop && closes_sentence(c));
        *last = Last { word, is_stop: false };
    }

    /// Adds so many ideographs.
    fn add_ideographs(&mut self, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        for amount in [&mut self.all, &mut self.characters, &mut self.tokens, &mut self.ideographic]
        {
            *amount += count;
        }
    }

    /// How many of its characters are blank.
    pub(crate) fn blanks(&self) -> u32 {
        self.all - self.characters
    }

    /// Sentence ends by the marks of a page.
    pub(crate) fn sentence_ends(&self, ends: SentenceEnds) -> u32 {
        match ends {
            SentenceEnds::Ideographic => self.stops[0],
            SentenceEnds::Spaced => self.stops[1],
        }
    }
}

/// Whether there are only spaces, tabs and line feeds: many bytes at a time, the last ones with some before them.
fn is_indentation(bytes: &[u8]) -> bool {
    if let Some(last) = bytes.last_chunk::<16>() {
        let (groups, _) = bytes.as_chunks::<16>();
        return groups.iter().all(all_indent) && all_indent(last);
    }
    match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(first), Some(last)) => all_indent(first) && all_indent(last),
        _ => bytes.iter().all(indents),
    }
}

#[inline(always)]
fn all_indent<const N: usize>(bytes: &[u8; N]) -> bool {
    bytes.iter().fold(true, |all, byte| all & indents(byte))
}

#[inline(always)]
fn indents(byte: &u8) -> bool {
    (*byte == b' ') | (*byte == b'\n') | (*byte == b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_pass_counts_what_many_do() {
        // Over as many characters as are counted at once, in words and between them.
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
