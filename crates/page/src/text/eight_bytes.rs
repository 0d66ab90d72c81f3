//! Tests on eight bytes of a text at once, as one number whose lowest byte is the first.

use super::hash::few;

/// A 1 in every byte.
const ONES: u64 = u64::MAX / 255;
/// The highest bit of every byte.
const HIGHEST: u64 = ONES << 7;

/// Searches a text from its start, eight bytes at a time. `look` gets the position of eight bytes
/// and the bytes themselves, with zeros after the last ones; its first result is returned.
#[inline(always)]
pub(crate) fn find<T>(bytes: &[u8], mut look: impl FnMut(usize, u64) -> Option<T>) -> Option<T> {
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        if let Some(found) = look(8 * index, u64::from_le_bytes(*word)) {
            return Some(found);
        }
    }
    if rest.is_empty() { None } else { look(8 * words.len(), few(rest)) }
}

/// The position of the first byte that is not ASCII; the end if all are.
#[inline(always)]
pub(crate) fn ascii_length(bytes: &[u8]) -> usize {
    find(bytes, |at, word| first(word & HIGHEST).map(|place| at + place)).unwrap_or(bytes.len())
}

/// The position of the first byte with this value, which must not be 0.
#[inline(always)]
pub(crate) fn position(bytes: &[u8], byte: u8) -> Option<usize> {
    find(bytes, |at, word| first(equal(word, byte)).map(|place| at + place))
}

/// Visits the positions of all bytes with this value, which must not be 0.
#[inline(always)]
pub(crate) fn each(bytes: &[u8], byte: u8, mut visit: impl FnMut(usize)) {
    let visit_some = |at: usize, word: u64| {
        let mut found = equal(word, byte);
        while let Some(place) = first(found) {
            visit(at + place);
            found &= found - 1;
        }
        None::<()>
    };
    find(bytes, visit_some);
}

/// True if there may be ASCII white space; false for a text whose bytes are all above the space.
#[inline]
pub fn may_hold_blank(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks::<8>();
    let is_low = |word: u64| word.wrapping_sub(ONES * 0x21) & !word & HIGHEST != 0;
    words.iter().any(|word| is_low(u64::from_le_bytes(*word)))
        || rest.iter().any(|byte| *byte <= b' ')
}

/// Eight ASCII bytes with capitals as small letters, and 0 for every digit.
#[inline(always)]
pub fn folded(word: u64) -> u64 {
    let (capitals, digits) = (within(word, b'A', b'Z'), within(word, b'0', b'9'));
    (word | capitals >> 2) & !((digits >> 7) * 0x0f)
}

/// Sets the highest bit of each byte from `low` to `high`; bytes must be ASCII.
#[inline(always)]
fn within(word: u64, low: u8, high: u8) -> u64 {
    let (over, up_to) = (u64::from(0x7f - high), u64::from(0x80 - low));
    (word + ONES * up_to) & !(word + ONES * over) & HIGHEST
}

/// Sets the highest bit of each byte with this value.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let differs = word ^ (ONES * u64::from(byte));
    !(((differs & !HIGHEST) + !HIGHEST) | differs) & HIGHEST
}

/// The position of the first byte that is not 0.
#[inline(always)]
fn first(word: u64) -> Option<usize> {
    (word != 0).then(|| word.trailing_zeros() as usize / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of every length with one or two of `bytes` at every position.
    fn texts(bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut texts = vec![Vec::new()];
        for length in 1..20 {
            let plain = b"word\x0b-\x7f1\x09".repeat(3)[..length].to_vec();
            for (first, second) in (0..length).flat_map(|a| (0..length).map(move |b| (a, b))) {
                for byte in bytes {
                    let mut text = plain.clone();
                    (text[first], text[second]) = (*byte, *byte);
                    texts.push(text);
                }
            }
            texts.push(plain);
        }
        texts
    }

    #[test]
    fn bytes_are_found_as_one_by_one() {
        for text in texts(b"\n\x80\xff\x8a\x0e") {
            let places = |is: &dyn Fn(u8) -> bool| {
                let places = text.iter().enumerate().filter(|(_, byte)| is(**byte));
                places.map(|(place, _)| place).collect::<Vec<_>>()
            };
            let (lines, others) = (places(&|byte| byte == b'\n'), places(&|byte| byte >= 0x80));
            let mut found = Vec::new();
            each(&text, b'\n', |place| found.push(place));
            assert_eq!(found, lines, "{text:?}");
            assert_eq!(position(&text, b'\n'), lines.first().copied());
            assert_eq!(ascii_length(&text), others.first().copied().unwrap_or(text.len()));
        }
    }

    #[test]
    fn ascii_is_folded_whatever_stands_beside_it() {
        for byte in 0..128u8 {
            let folded_byte = if byte.is_ascii_digit() { b'0' } else { byte.to_ascii_lowercase() };
            for (place, beside) in (0..8).flat_map(|place| [0, b'Z', 0x7f].map(|b| (place, b))) {
                let (mut word, mut expected) = ([beside; 8], [beside.to_ascii_lowercase(); 8]);
                (word[place], expected[place]) = (byte, folded_byte);
                assert_eq!(folded(u64::from_le_bytes(word)).to_le_bytes(), expected);
            }
        }
    }

    #[test]
    fn blanks_are_seen_wherever_they_stand() {
        for length in 0..20 {
            let word = "é-word_0".repeat(3).into_bytes()[..length].to_vec();
            assert!(!may_hold_blank(&word));
            for (at, blank) in (0..length).flat_map(|at| b" \t\n\r\x0c".map(|blank| (at, blank))) {
                let mut text = word.clone();
                text[at] = blank;
                assert!(may_hold_blank(&text));
            }
        }
    }
}
