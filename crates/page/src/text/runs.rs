//! Runs of characters of one kind, so that passes over texts need not test each character.

use super::eight_bytes;

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run<'a> {
    /// ASCII characters.
    Ascii(&'a [u8]),
    /// Characters from U+4E00 to U+9FFF, each in its three bytes: most of a Chinese text.
    Ideographs(&'a [[u8; 3]]),
    /// Any other character.
    Other(char),
}

/// Splits a text into runs.
#[inline]
pub fn runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let bytes = rest.as_bytes();
        if bytes.first()?.is_ascii() {
            let end = eight_bytes::ascii_length(bytes);
            rest = &rest[end..];
            return Some(Run::Ascii(&bytes[..end]));
        }
        let (threes, _) = bytes.as_chunks();
        let count = threes.iter().take_while(|three| is_ideograph(three)).count();
        if count > 0 {
            rest = &rest[3 * count..];
            return Some(Run::Ideographs(&threes[..count]));
        }
        let mut chars = rest.chars();
        let other = chars.next()?;
        rest = chars.as_str();
        Some(Run::Other(other))
    })
}

/// True if three bytes, from the start of a character, are one of [`Run::Ideographs`].
fn is_ideograph(three: &[u8; 3]) -> bool {
    match three[0] {
        0xe5..=0xe9 => true,
        0xe4 => three[1] >= 0xb8,
        _ => false,
    }
}

/// The code point of one of [`Run::Ideographs`].
#[inline]
pub fn ideograph([a, b, c]: [u8; 3]) -> u32 {
    let bits = |byte: u8, mask: u8| u32::from(byte & mask);
    bits(a, 0x0f) << 12 | bits(b, 0x3f) << 6 | bits(c, 0x3f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_text_and_of_one_kind() {
        let edges = ['\u{4dff}', '\u{4e00}', '\u{9fff}', '\u{a000}'];
        let text: String = "ab 中文é1。丨𠀀\u{7f}\u{80}".chars().chain(edges).collect();
        let of = |run: Run| -> String {
            match run {
                Run::Ascii(bytes) => bytes.iter().map(|byte| char::from(*byte)).collect(),
                Run::Ideographs(all) => {
                    all.iter().filter_map(|c| char::from_u32(ideograph(*c))).collect()
                }
                Run::Other(c) => c.to_string(),
            }
        };
        assert_eq!(runs(&text).map(of).collect::<String>(), text);
        let kinds = |text: &'static str| runs(text).map(|run| matches!(run, Run::Ideographs(_)));
        assert_eq!(kinds("ab中文é").collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(
            kinds("\u{4dff}\u{4e00}\u{9fff}\u{a000}").collect::<Vec<_>>(),
            [false, true, false]
        );
    }
}
