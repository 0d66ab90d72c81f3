//! The words of a class or id.

/// Longest word told, in bytes; of longer ones the beginning.
const MAX_WORD: usize = 16;

/// Splits `post-body`, `postBody` and `post_body` into the same words, in lower case.
pub(super) fn words(name: &str, mut visit: impl FnMut(&[u8])) {
    let mut word = [0u8; MAX_WORD];
    let mut length = 0;
    let mut previous_lower = false;
    for &byte in name.as_bytes().iter().chain(b" ") {
        let starts_word = byte.is_ascii_uppercase() && previous_lower;
        if (!byte.is_ascii_alphabetic() || starts_word) && length > 0 {
            visit(&word[..length]);
            length = 0;
        }
        if byte.is_ascii_alphabetic() && length < MAX_WORD {
            word[length] = byte.to_ascii_lowercase();
            length += 1;
        }
        previous_lower = byte.is_ascii_lowercase();
    }
}
