//! Where marks stand that end a run of text or a value.

use memchr::memchr3;

/// Bytes that are looked at by the same instructions.
pub(super) type Sixteen = [u8; 16];

/// Where `mark`, `&` or U+0000 first stands. Most values are short, so the first bytes are looked at here.
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
}
