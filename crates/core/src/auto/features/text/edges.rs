//! The words at the edges of a text, hashed.

use crate::text::hash::{self, mix};
use crate::text::{chars, eight_bytes};

/// A word, hashed.
pub(crate) type Word = u64;

/// The first and last words of a text, and the whole of a short text. 0 means no word.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Edges {
    pub(crate) whole: Word,
    pub(crate) parts: [Word; 4],
}

/// The longest text, in CJK characters and in words, that is hashed as a whole.
const SHORT_CJK: usize = 12;
const SHORT_WORDS: usize = 5;

impl Edges {
    /// The edges of a text: letters if it has CJK ones, else words.
    pub(crate) fn of(text: &str, has_cjk: bool) -> Self {
        if has_cjk { Self::of_letters(text) } else { Self::of_words(text) }
    }

    fn of_letters(text: &str) -> Self {
        let mut letters = ['\0'; SHORT_CJK];
        let shown = text.chars().filter(|c| !chars::is_blank(*c));
        let mut count = 0;
        for c in shown.clone().take(SHORT_CJK + 1) {
            if let Some(letter) = letters.get_mut(count) {
                *letter = fold_char(c);
            }
            count += 1;
        }
        let letters = &letters[..count.min(SHORT_CJK)];
        let first = [2, 4].map(|most| letters.iter().take(most).fold(1, mix_letter));
        let mut last = [2; 2];
        for (at, c) in shown.rev().take(4).map(fold_char).enumerate() {
            last[0] = if at < 2 { mix_letter(last[0], &c) } else { last[0] };
            last[1] = mix_letter(last[1], &c);
        }
        Self {
            whole: if count <= SHORT_CJK { letters.iter().fold(3, mix_letter) } else { 0 },
            parts: [first[0], first[1], last[0], last[1]],
        }
    }

    fn of_words(text: &str) -> Self {
        if text.is_ascii() {
            // The same words as by `split_whitespace`, byte by byte.
            let words = text.as_bytes().split(|byte| matches!(byte, b'\t'..=b'\r' | b' '));
            return Self::of_list(words.filter(|word| !word.is_empty()), hash_of_ascii);
        }
        Self::of_list(text.split_whitespace(), hash_of_word)
    }

    /// The edges of a list of words, each hashed in lower case.
    fn of_list<W: Copy>(
        mut words: impl DoubleEndedIterator<Item = W> + Clone,
        hash_of: impl Fn(W) -> u64,
    ) -> Self {
        let backwards = words.clone().rev();
        let (mut whole, mut count, mut first) = (3, 0, [1; 2]);
        for word in words.by_ref().take(SHORT_WORDS + 1).map(&hash_of) {
            whole = mix(whole, word);
            if count < 2 {
                first[1] = mix(first[1], word);
            }
            if count == 0 {
                first[0] = first[1];
            }
            count += 1;
        }
        let mut last = [2; 2];
        for (at, word) in backwards.take(2).map(&hash_of).enumerate() {
            last[1] = mix(last[1], word);
            if at == 0 {
                last[0] = last[1];
            }
        }
        let whole = if count <= SHORT_WORDS { whole } else { 0 };
        Self { whole, parts: [first[0], first[1], last[0], last[1]] }
    }
}

fn mix_letter(hash: u64, letter: &char) -> u64 {
    mix(hash, u64::from(u32::from(*letter)))
}

/// The hash of a word; for a word of ASCII the same as by [`hash_of_ascii`].
fn hash_of_word(word: &str) -> u64 {
    if word.is_ascii() {
        return hash_of_ascii(word.as_bytes());
    }
    word.chars().fold(7, |hash, c| mix_letter(hash, &fold_char(c)))
}

/// The hash of a word of ASCII, eight letters at a time.
fn hash_of_ascii(word: &[u8]) -> u64 {
    let (eights, rest) = word.as_chunks::<8>();
    let hash = eights
        .iter()
        .fold(7, |hash, eight| mix(hash, eight_bytes::folded(u64::from_le_bytes(*eight))));
    if rest.is_empty() { hash } else { mix(hash, eight_bytes::folded(hash::few(rest))) }
}

/// A character in lower case; all digits are the same.
fn fold_char(c: char) -> char {
    if c.is_ascii() {
        return if c.is_ascii_digit() { '0' } else { c.to_ascii_lowercase() };
    }
    // Marks of Chinese texts stay as they are.
    let is_mark = matches!(c, '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{3006}' | '\u{3008}'..='\u{3020}')
        || matches!(c, '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}');
    if is_mark || chars::is_cjk(c) {
        return c;
    }
    if c.is_numeric() { '0' } else { c.to_lowercase().next().unwrap_or(c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_is_read_byte_by_byte_as_by_characters() {
        let code = (0..128u8).map(char::from).collect::<String>();
        for text in ["", "One", " Two\tW0rds\u{b}", "a b c d e f g 12", code.as_str()] {
            let (bytes, plain) =
                (Edges::of_words(text), Edges::of_list(text.split_whitespace(), hash_of_word));
            assert_eq!((bytes.whole, bytes.parts), (plain.whole, plain.parts), "{text:?}");
        }
    }

    #[test]
    fn words_of_either_case_and_with_other_digits_are_one() {
        let same =
            [("Chapter-12", "chapter-98"), ("ÄPFEL1", "äpfel7"), ("[@Z`az{/0:9", "[@z`AZ{/5:3")];
        for (word, other) in same {
            assert_eq!(hash_of_word(word), hash_of_word(other));
        }
        let words = ["a", "b", "ab", "ba", "abcdefgh", "abcdefghi", "A`", "[", "{", "@", "1", "/"];
        for (at, word) in words.iter().enumerate() {
            let hash = |word: &&str| hash_of_word(word);
            assert!(words[..at].iter().all(|other| hash(other) != hash(word)), "{word}");
        }
    }
}
