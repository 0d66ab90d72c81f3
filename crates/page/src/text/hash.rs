//! One hash for the words and paths of a page: fast, the same everywhere, not for secrets; and bit
//! sets of named groups of words, computed at compile time.

/// Adds a value to a hash.
pub fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// Hashes bytes eight at a time, the last ones padded with zeros.
#[inline]
pub fn bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let hash = words.fold(bytes.len() as u64, mix);
    match (rest, bytes.last_chunk()) {
        ([], _) => hash,
        (_, Some(last)) => mix(hash, u64::from_le_bytes(*last) >> (64 - 8 * rest.len())),
        (_, None) => mix(hash, few(rest)),
    }
}

/// One to seven bytes as a number, the first the lowest; without a loop.
#[inline]
pub fn few(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|four| u64::from(u32::from_le_bytes(*four)));
        return first | last << (8 * (bytes.len() - 4));
    }
    let at = |place: usize| u64::from(bytes[place]) << (8 * place);
    at(0) | at(bytes.len() / 2) | at(bytes.len() - 1)
}

/// Hashes a text.
pub fn text(text: &str) -> u64 {
    bytes(text.as_bytes())
}

/// The positions of the set bits, lowest first.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(place)
    })
}

/// The bit of `name` among `names`; 0 if it is not one of them.
pub const fn position(names: &[&str], name: &str) -> u32 {
    let mut index = 0;
    while index < names.len() {
        if is_same(names[index].as_bytes(), name.as_bytes()) {
            return 1 << index;
        }
        index += 1;
    }
    0
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_eight_at_a_time_with_zeros_behind_the_last() {
        for length in 0..40u8 {
            let text: Vec<u8> = (0..length).map(|byte| byte ^ 0xa5).collect();
            let padded = text.chunks(8).fold(text.len() as u64, |hash, chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                mix(hash, u64::from_le_bytes(word))
            });
            assert_eq!(bytes(&text), padded, "{length}");
        }
    }
}
