//! The amount of text to read, and its direction.

use serde::{Deserialize, Serialize};

/// The direction in which most of a text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left: Arabic, Hebrew and their kin.
    Rtl,
}

/// The amount of text to read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reading {
    /// Words between blanks and marks; every character of Chinese and Japanese is one, of scripts without blanks between words
    /// (Thai, Lao, Khmer, Burmese) every five letters.
    pub words: u32,
    /// Minutes, rounded up: 400 characters of Chinese and Japanese or 230 words of other scripts a minute.
    pub minutes: u32,
    /// The direction of most letters; `None` without letters.
    pub direction: Option<Direction>,
}

/// Characters of Chinese and Japanese that people read in a minute.
const CHARACTERS_A_MINUTE: u32 = 400;
/// Words of other scripts that people read in a minute.
const WORDS_A_MINUTE: u32 = 230;
/// Letters of a word in scripts that have no blanks between words.
const LETTERS_A_WORD: u32 = 5;

/// Counts the words of a text.
pub fn reading(text: &str) -> Reading {
    let (mut words, mut characters, mut unspaced) = (0u32, 0u32, 0u32);
    let (mut left, mut right) = (0u32, 0u32);
    let mut is_in_word = false;
    let mut previous = ' ';
    for c in text.chars() {
        // The two commonest kinds first: the tables of the standard library cost much more.
        if is_ideograph(c) {
            characters += 1;
            left += 1;
            is_in_word = false;
        } else if c.is_ascii() {
            let is_letter = c.is_ascii_alphabetic();
            left += u32::from(is_letter);
            if is_letter || c.is_ascii_digit() {
                words += u32::from(!is_in_word);
                is_in_word = true;
            } else {
                is_in_word &= matches!(c, '\'' | '-' | '.' | ',') && previous.is_alphanumeric();
            }
        } else {
            // Nor are the marks of Chinese looked up there.
            let is_letter = !is_mark(c) && c.is_alphabetic();
            if is_right_to_left(c) {
                right += 1;
            } else if is_letter {
                left += 1;
            }
            if is_unspaced(c) {
                unspaced += 1;
                is_in_word = false;
            } else if is_letter || !is_mark(c) && c.is_numeric() {
                words += u32::from(!is_in_word);
                is_in_word = true;
            } else {
                is_in_word &= c == '’' && previous.is_alphanumeric() || is_vowel_sign(c);
            }
        }
        previous = c;
    }
    let unspaced = unspaced.div_ceil(LETTERS_A_WORD);
    let spaced = words.saturating_add(unspaced);
    // In tenths of a second, so that both amounts add up before they are rounded.
    let time = u64::from(characters) * 600 / u64::from(CHARACTERS_A_MINUTE)
        + u64::from(spaced) * 600 / u64::from(WORDS_A_MINUTE);
    let words = spaced.saturating_add(characters);
    let least = u64::from(words > 0);
    let direction = match right > left {
        true => Some(Direction::Rtl),
        false => (left > 0).then_some(Direction::Ltr),
    };
    Reading { words, minutes: time.div_ceil(600).max(least) as u32, direction }
}

/// Characters of Chinese and Japanese, which have no blanks between words.
fn is_ideograph(c: char) -> bool {
    matches!(
        u32::from(c),
        0x3005..=0x3007 | 0x3041..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff
    )
}

/// Marks and blanks of running text, above all of Chinese; no letters or digits.
fn is_mark(c: char) -> bool {
    matches!(
        u32::from(c),
        0xa0 | 0x2010..=0x2027 | 0x3000..=0x3002 | 0x3008..=0x3020 | 0xff01..=0xff0f | 0xff1a..=0xff20
    )
}

/// Signs within a word: vowels and joiners.
fn is_vowel_sign(c: char) -> bool {
    matches!(
        u32::from(c),
        0x300..=0x36f | 0x591..=0x5c7 | 0x64b..=0x65f | 0x900..=0xdff | 0x200c..=0x200d
    )
}

/// Letters and vowel signs of Thai, Lao, Burmese and Khmer.
pub fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0xe01..=0xe4e | 0xe81..=0xecd | 0x1000..=0x103f | 0x1780..=0x17d3)
}

fn is_right_to_left(c: char) -> bool {
    matches!(
        u32::from(c),
        0x5d0..=0x5f4 | 0x620..=0x64a | 0x66e..=0x6d3 | 0x6fa..=0x7bf | 0x7ca..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfefc
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_script() {
        for (text, words) in [
            ("", 0),
            ("Don't panic: 3.5 cups, well-known.", 5),
            ("今天下雨。", 4),
            ("用 Rust 写的 CLI", 5),
            ("สวัสดีครับ", 2),
            ("한국어 글", 2),
            ("हिन्दी भाषा", 2),
            ("می‌روم خانه", 2),
        ] {
            assert_eq!(reading(text).words, words, "{text}");
        }
    }

    #[test]
    fn minutes_are_rounded_up() {
        assert_eq!(reading("word").minutes, 1);
        assert_eq!(reading(&"字".repeat(400)).minutes, 1);
        assert_eq!(reading(&"字".repeat(401)).minutes, 2);
        assert_eq!(reading(&"word ".repeat(461)).minutes, 3);
        assert_eq!(reading("。。").minutes, 0);
    }

    #[test]
    fn marks_are_no_letters() {
        let mut marks =
            (0..=u32::from(u16::MAX)).filter_map(char::from_u32).filter(|c| is_mark(*c));
        assert!(marks.all(|c| !c.is_alphanumeric()));
    }

    #[test]
    fn directions() {
        assert_eq!(reading("שלום world שלום").direction, Some(Direction::Rtl));
        assert_eq!(reading("Tea (شاي) is good").direction, Some(Direction::Ltr));
        assert_eq!(reading("123").direction, None);
    }
}
