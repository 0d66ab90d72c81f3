//! Character classes of every script, in one place.

use std::sync::LazyLock;

use crate::numbers::saturated;

/// Character classes as bits, for passes over whole pages: one look-up per character instead of one
/// test per class.
#[derive(Debug)]
pub struct Classes(Vec<u8>);

impl Classes {
    /// [`is_blank`].
    pub(crate) const BLANK: u8 = 1;
    /// [`is_punctuation`].
    pub(crate) const PUNCTUATION: u8 = 2;
    /// [`is_cjk`].
    pub const CJK: u8 = 4;
    /// [`is_ideographic`].
    pub(crate) const IDEOGRAPHIC: u8 = 8;
    /// Letters, digits and `_`, apart from those that are [`is_cjk`].
    pub const WORD: u8 = 16;
    /// The ideographic full stop.
    pub(crate) const CJK_STOP: u8 = 32;
    /// A mark that ends a sentence wherever it is, in scripts that put spaces between sentences.
    pub(crate) const STOP: u8 = 64;
    /// A mark that ends a sentence if a blank or a closing mark follows.
    pub(crate) const STOP_BEFORE_BLANK: u8 = 128;

    /// The classes of a character.
    #[inline]
    pub fn of(&self, c: char) -> u8 {
        match self.0.get(c as usize) {
            Some(classes) => *classes,
            None => classes_of(c),
        }
    }

    /// True if a character is of a class.
    #[inline]
    pub fn has(&self, c: char, class: u8) -> bool {
        self.of(c) & class != 0
    }
}

/// The class table of the basic plane.
pub fn classes() -> &'static Classes {
    static TABLE: LazyLock<Classes> = LazyLock::new(|| {
        let plane = (0..0x1_0000).map(char::from_u32);
        Classes(plane.map(|c| c.map_or(0, classes_of)).collect())
    });
    &TABLE
}

fn classes_of(c: char) -> u8 {
    // Half of the plane can be classified without further tests.
    match c {
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => {
            return Classes::CJK | Classes::IDEOGRAPHIC;
        }
        '\u{ac00}'..='\u{d7a3}' => return Classes::CJK,
        '\u{e000}'..='\u{f8ff}' => return 0,
        _ => {}
    }
    let when = |condition: bool, class: u8| if condition { class } else { 0 };
    when(is_blank(c), Classes::BLANK)
        | when(is_punctuation(c), Classes::PUNCTUATION)
        | when(is_cjk(c), Classes::CJK)
        | when(is_ideographic(c), Classes::IDEOGRAPHIC)
        | when(!is_cjk(c) && (c.is_alphanumeric() || c == '_'), Classes::WORD)
        | when(is_cjk_stop(c), Classes::CJK_STOP)
        | when(matches!(c, '\u{ff01}' | '\u{ff1f}') || is_other_stop(c), Classes::STOP)
        | when(matches!(c, '.' | '!' | '?'), Classes::STOP_BEFORE_BLANK)
}

/// True if `c` is a syllable or word by itself: Han ideographs, kana, hangul syllables.
///
/// The ranges are those of the scoring tool, so that amounts of text mean the same everywhere.
pub fn is_cjk(c: char) -> bool {
    matches!(u32::from(c),
        0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff
        | 0xac00..=0xd7af | 0x20000..=0x3ffff)
}

/// True if `c` is a Han ideograph or kana: the scripts whose sentences end in `。`.
pub fn is_ideographic(c: char) -> bool {
    is_cjk(c) && !matches!(u32::from(c), 0xac00..=0xd7af)
}

/// True if `c` is blank: Unicode white space (including the no-break space U+00A0 and the
/// ideographic space U+3000), or invisible without being white space (zero-width space, joiner,
/// BOM).
pub fn is_blank(c: char) -> bool {
    match c {
        ' ' | '\n' | '\t' | '\r' | '\x0c' => true,
        c if c.is_ascii() => c == '\x0b',
        c if c > '\u{3000}' => c == '\u{feff}',
        '\u{200b}' | '\u{2060}' => true,
        c => c.is_whitespace(),
    }
}

/// True if `c` is a punctuation mark of running text, in any script whose marks are known here.
fn is_punctuation(c: char) -> bool {
    if ('\u{2e00}'..='\u{2fff}').contains(&c) || ('\u{3020}'..='\u{ff00}').contains(&c) {
        return false; // Most characters of Chinese pages: ideographs and kana.
    }
    matches!(
        c,
        ',' | '.' | ';' | ':' | '!' | '?' | '"' | '\'' | '(' | ')'
            | '\u{2010}'..='\u{2027}'
            | '\u{3001}' | '\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}'
            | '\u{ff01}' | '\u{ff08}' | '\u{ff09}' | '\u{ff0c}' | '\u{ff0e}' | '\u{ff1a}'
            | '\u{ff1b}' | '\u{ff1f}' | '\u{ff61}'..='\u{ff64}'
            | '\u{00ab}' | '\u{00bb}' | '\u{00a1}' | '\u{00bf}'
            | '\u{060c}' | '\u{061b}' | '\u{061f}' | '\u{06d4}'
            | '\u{0964}' | '\u{0965}' | '\u{104a}' | '\u{104b}' | '\u{1362}' | '\u{17d4}'
            | '\u{0589}' | '\u{0e2f}'
    )
}

/// True if `c` ends a sentence in any script (ASCII marks only if the caller checks what follows
/// them; see [`SentenceEnds`]).
pub fn is_sentence_end(c: char) -> bool {
    is_cjk_stop(c)
        || matches!(c, '.' | '!' | '?' | '\u{ff01}' | '\u{ff1f}' | '\u{ff0e}')
        || is_other_stop(c)
}

fn is_cjk_stop(c: char) -> bool {
    matches!(c, '\u{3002}' | '\u{ff61}')
}

fn is_other_stop(c: char) -> bool {
    matches!(
        c,
        '\u{061f}'
            | '\u{06d4}'
            | '\u{0964}'
            | '\u{0965}'
            | '\u{104b}'
            | '\u{1362}'
            | '\u{17d4}'
            | '\u{0589}'
    )
}

/// The marks that end a sentence on a page; chosen once from the page's script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentenceEnds {
    /// The ideographic full stop `。` alone, as punctuation-path counts on Chinese (and Japanese)
    /// pages.
    Ideographic,
    /// `. ! ?` before white space or a closing mark, and the full stops of the Arabic, Devanagari,
    /// Burmese, Ethiopic, Khmer and Armenian scripts.
    Spaced,
}

impl SentenceEnds {
    /// The marks for a page with `ideographic` Han and kana characters among `characters` visible
    /// ones: a fifth is enough, since menus and code on Chinese pages are often Latin.
    pub(crate) fn for_page(ideographic: u32, characters: u32) -> Self {
        if ideographic > 0 && ideographic.saturating_mul(5) >= characters {
            Self::Ideographic
        } else {
            Self::Spaced
        }
    }

    /// The number of sentences that end in `text`.
    pub fn count(self, text: &str) -> u32 {
        match self {
            Self::Ideographic => ideographic_stops(text),
            Self::Spaced => spaced_stops(text),
        }
    }
}

/// The number of ideographic full stops in `text`.
fn ideographic_stops(text: &str) -> u32 {
    saturated(text.matches(is_cjk_stop).count())
}

/// The number of sentences that end in `text`, by the marks of scripts that put spaces between
/// sentences. A mark inside a number or an address (`3.5`, `a.b`) does not count.
fn spaced_stops(text: &str) -> u32 {
    let mut count = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let ends = match c {
            '.' | '!' | '?' => chars.peek().is_none_or(|&next| closes_sentence(next)),
            '\u{ff01}' | '\u{ff1f}' => true,
            c => is_other_stop(c),
        };
        count += u32::from(ends);
    }
    count
}

/// True if a mark before `next` ends a sentence.
pub(crate) fn closes_sentence(next: char) -> bool {
    is_blank(next) || matches!(next, '"' | ')' | '\'' | '\u{201d}' | '\u{00bb}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_ends_depend_on_script() {
        assert_eq!(SentenceEnds::Ideographic.count("一句。两句。3.5 元."), 2);
        assert_eq!(SentenceEnds::Spaced.count("Version 3.5 is out. Really? \"Yes.\""), 3);
        assert_eq!(SentenceEnds::Spaced.count("यह एक वाक्य है। هل هذا صحيح؟"), 2);
        assert_eq!(SentenceEnds::for_page(300, 900), SentenceEnds::Ideographic);
        assert_eq!(SentenceEnds::for_page(3, 900), SentenceEnds::Spaced);
    }

    #[test]
    fn classes_are_what_the_questions_answer() {
        for c in (0..0x3_0000).filter_map(char::from_u32) {
            let classes = classes().of(c);
            let has = |class| classes & class != 0;
            assert_eq!(has(Classes::BLANK), is_blank(c), "{c:?}");
            assert_eq!(has(Classes::PUNCTUATION), is_punctuation(c), "{c:?}");
            assert_eq!(has(Classes::CJK), is_cjk(c), "{c:?}");
            assert_eq!(has(Classes::IDEOGRAPHIC), is_ideographic(c), "{c:?}");
            let is_word = !is_cjk(c) && (c.is_alphanumeric() || c == '_');
            assert_eq!(has(Classes::WORD), is_word, "{c:?}");
        }
    }

    #[test]
    fn blanks() {
        for c in ['\u{a0}', '\u{3000}', '\u{200b}', ' ', '\n'] {
            assert!(is_blank(c), "{c:?}");
        }
        assert!(!is_blank('。') && !is_blank('a'));
    }
}
