//! Character classes of every script, in one place.

/// Whether `c` stands for a syllable or word by itself: Han ideographs, kana, hangul syllables.
///
/// The ranges are those of the scoring tool, so that amounts of text mean the same everywhere.
pub fn is_cjk(c: char) -> bool {
    matches!(u32::from(c),
        0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff
        | 0xac00..=0xd7af | 0x20000..=0x3ffff)
}

/// Whether `c` is a Han ideograph or kana: the scripts whose sentences end in `。`.
pub fn is_ideographic(c: char) -> bool {
    is_cjk(c) && !matches!(u32::from(c), 0xac00..=0xd7af)
}

/// Whether `c` is blank: Unicode white space (the no-break space U+00A0 and the ideographic space
/// U+3000 are), or invisible without being white space (zero-width space, joiner mark, BOM).
pub fn is_blank(c: char) -> bool {
    match c {
        ' ' | '\n' | '\t' | '\r' | '\x0c' => true,
        c if c.is_ascii() => c == '\x0b',
        c if c > '\u{3000}' => c == '\u{feff}',
        '\u{200b}' | '\u{2060}' => true,
        c => c.is_whitespace(),
    }
}

/// Whether `c` is a punctuation mark of running text, in any script that we know marks of.
pub fn is_punctuation(c: char) -> bool {
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

/// Whether `c` ends a sentence in any script (the ASCII marks only where the caller looks at what
/// follows them; see [`SentenceEnds`]).
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

/// Which marks end a sentence on a page; chosen once from the page's script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentenceEnds {
    /// The ideographic full stop `。` alone, as seed 000 counts on Chinese pages (and Japanese).
    Ideographic,
    /// `. ! ?` before white space or a closing mark, and the full stops of Arabic, Devanagari,
    /// Burmese, Ethiopic, Khmer and Armenian script.
    Spaced,
}

impl SentenceEnds {
    /// The marks for a page with this many Han and kana characters among so many visible ones: a
    /// fifth is enough, since menus and code on Chinese pages are often Latin.
    pub fn for_page(ideographic: u32, characters: u32) -> Self {
        if ideographic > 0 && ideographic.saturating_mul(5) >= characters {
            Self::Ideographic
        } else {
            Self::Spaced
        }
    }

    /// How many sentences end in `text`.
    pub fn count(self, text: &str) -> u32 {
        match self {
            Self::Ideographic => ideographic_stops(text),
            Self::Spaced => spaced_stops(text),
        }
    }
}

/// How many ideographic full stops stand in `text`.
pub fn ideographic_stops(text: &str) -> u32 {
    saturated(text.matches(is_cjk_stop).count())
}

/// How many sentences end in `text` by the marks of scripts that put spaces between sentences. A
/// mark inside a number or an address (`3.5`, `a.b`) does not count.
pub fn spaced_stops(text: &str) -> u32 {
    let mut count = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let ends = match c {
            '.' | '!' | '?' => chars.peek().is_none_or(|&next| {
                is_blank(next) || matches!(next, '"' | ')' | '\'' | '\u{201d}' | '\u{00bb}')
            }),
            '\u{ff01}' | '\u{ff1f}' => true,
            c => is_other_stop(c),
        };
        count += u32::from(ends);
    }
    count
}

fn saturated(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
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
    fn blanks() {
        for c in ['\u{a0}', '\u{3000}', '\u{200b}', ' ', '\n'] {
            assert!(is_blank(c), "{c:?}");
        }
        assert!(!is_blank('。') && !is_blank('a'));
    }
}
