//! Marks that end a run of text or a value, and the length of names.

use memchr::memchr3;

/// Bytes that are looked at by the same instructions.
pub(super) type Sixteen = [u8; 16];

/// The first place of `mark`, `&` or U+0000. Most values are short, so the first bytes are looked at here.
#[inline(always)]
pub(super) fn find_mark(bytes: &[u8], mark: u8) -> Option<usize> {
    let (sixteens, _) = bytes.as_chunks();
    let near = &sixteens[..sixteens.len().min(2)];
    for (index, sixteen) in near.iter().enumerate() {
        if let Some(place) = first_mark(sixteen, mark) {
            return Some(16 * index + place);
        }
    }
    let after = 16 * near.len();
    Some(after + memchr3(mark, b'&', 0, &bytes[after..])?)
}

/// The same among sixteen bytes: without a branch a byte, so that the compiler compares all of them at once.
#[inline(always)]
pub(super) fn first_mark(bytes: &Sixteen, mark: u8) -> Option<usize> {
    let hits = bytes.map(|byte| if byte == mark || byte == b'&' || byte == 0 { 0xff } else { 0 });
    let hits = u128::from_le_bytes(hits);
    (hits != 0).then(|| hits.trailing_zeros() as usize / 8)
}

/// A 1 in every byte.
const ONES: u64 = u64::MAX / 255;
/// The highest bit of every byte.
const HIGHEST: u64 = ONES << 7;

/// The number of leading bytes, of eight, that are small ASCII letters, digits or hyphens. The lowest byte is the first.
#[inline(always)]
pub(super) fn name_length(word: u64) -> usize {
    let ascii = word & !HIGHEST;
    let known = within(ascii, b'a', b'z') | within(ascii, b'0', b'9') | within(ascii, b'-', b'-');
    let others = known & !word & HIGHEST ^ HIGHEST;
    others.trailing_zeros() as usize / 8
}

/// Sets the highest bit of each byte from `low` to `high`; bytes must be ASCII.
#[inline(always)]
fn within(word: u64, low: u8, high: u8) -> u64 {
    let (over, up_to) = (u64::from(0x7f - high), u64::from(0x80 - low));
    (word + ONES * up_to) & !(word + ONES * over) & HIGHEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mark_is_found_wherever_it_stands() {
        for length in 0..70 {
            let plain: Vec<u8> = (0..length).map(|at| b'a' + at % 26).collect();
            assert_eq!(find_mark(&plain, b'"'), None);
            for (at, mark) in (0..plain.len()).flat_map(|at| [b'"', b'&', 0].map(|m| (at, m))) {
                let mut bytes = plain.clone();
                bytes[at] = mark;
                bytes[(at + 20).min(plain.len() - 1)] = mark;
                assert_eq!(find_mark(&bytes, b'"'), Some(at));
            }
        }
    }

    #[test]
    fn names_end_where_they_end_one_by_one() {
        let is_of_name = |b: &u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-');
        for (byte, place) in (0..=u8::MAX).flat_map(|byte| (0..8).map(move |place| (byte, place))) {
            for beside in [*b"aaaaaaaa", *b"z9-0a>\xffz", *b"data-src"] {
                let mut word = beside;
                word[place] = byte;
                let length = word.iter().take_while(|byte| is_of_name(byte)).count();
                assert_eq!(name_length(u64::from_le_bytes(word)), length, "{word:?}");
            }
        }
    }
}
