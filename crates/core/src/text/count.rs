//! The one measure of text amount.

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

/// Bits of a count in [`COUNTS`], and how far it counts.
const COUNT_BITS: u32 = 10;
const COUNT_MOST: u32 = (1 << COUNT_BITS) - 1;

/// What a character of some classes counts, side by side in one number, so that counting is one addition:
/// characters, tokens, punctuation, ideographs, and the two kinds of sentence ends.
static COUNTS: [u64; 256] = {
    let mut counts = [0; 256];
    let mut class = 0;
    while class < 256 {
        let ones = [
            class as u8 & Classes::BLANK == 0,
            class as u8 & (Classes::CJK | Classes::WORD) != 0,
            class as u8 & Classes::PUNCTUATION != 0,
            class as u8 & Classes::IDEOGRAPHIC != 0,
            class as u8 & Classes::CJK_STOP != 0,
            class as u8 & Classes::STOP != 0,
        ];
        let mut place = 0;
        while place < ones.len() {
            counts[class] |= (ones[place] as u64) << (place as u32 * COUNT_BITS);
            place += 1;
        }
        class += 1;
    }
    counts
};

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
                Run::Ascii(bytes) => {
                    for bytes in bytes.chunks(COUNT_MOST as usize) {
                        own.add_some(bytes.iter().map(|byte| char::from(*byte)), &mut last);
                    }
                }
                Run::Ideographs(all) => {
                    own.add_ideographs(all.len());
                    last = Last::default();
                }
                Run::Other(c) => own.add_some(std::iter::once(c), &mut last),
            }
        }
        own.stops[1] += u32::from(last.is_stop);
        own
    }

    /// Adds characters, at most [`COUNT_MOST`].
    #[inline(always)]
    fn add_some(&mut self, characters: impl ExactSizeIterator<Item = char>, last: &mut Last) {
        let (classes, count) = (classes(), characters.len());
        let mut sums = 0;
        for c in characters {
            let class = classes.of(c);
            // Only the first letter of a word is one more token.
            let word = class & Classes::WORD;
            sums += COUNTS[usize::from(class & !(word & last.word))];
            last.word = word;
            if last.is_stop {
                self.stops[1] += u32::from(closes_sentence(c));
            }
            last.is_stop = class & Classes::STOP_BEFORE_BLANK != 0;
        }
        self.add(sums, u32::try_from(count).unwrap_or(u32::MAX));
    }

    /// Adds so many ideographs.
    fn add_ideographs(&mut self, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        for amount in [&mut self.all, &mut self.characters, &mut self.tokens, &mut self.ideographic]
        {
            *amount += count;
        }
    }

    /// Adds the sums of [`COUNTS`] over so many characters.
    fn add(&mut self, sums: u64, characters: u32) {
        let count = |place: u32| (sums >> (place * COUNT_BITS)) as u32 & COUNT_MOST;
        self.all += characters;
        self.characters += count(0);
        self.tokens += count(1);
        self.punctuation += count(2);
        self.ideographic += count(3);
        self.stops[0] += count(4);
        self.stops[1] += count(5);
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
