//! One hash for the words and paths of a page: quick, the same everywhere, for no secrets; and the
//! bits of groups of words by their names, found while compiling.

/// Adds a value to a hash.
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// The hash of some bytes.
pub(crate) fn bytes(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash, u64::from_le_bytes(word))
    })
}

/// The hash of a text.
pub(crate) fn text(text: &str) -> u64 {
    bytes(text.as_bytes())
}

/// The bit set that stands for `name` among `names`; 0 when it is none of them.
pub(crate) const fn position(names: &[&str], name: &str) -> u32 {
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
