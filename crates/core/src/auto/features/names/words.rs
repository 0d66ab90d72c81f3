//! The words of a class or id.

/// The longest word, in bytes; of a longer word the beginning is taken.
const MAX_WORD: usize = 16;

/// Splits `post-body`, `postBody` and `post_body` into the same words, in lower case. A word is a run of capitals,
/// then of small letters; only ASCII letters count.
#[inline]
pub(crate) fn words(name: &str, mut visit: impl FnMut(&[u8])) {
    let mut rest = name.as_bytes();
    while let Some(start) = rest.iter().position(u8::is_ascii_alphabetic) {
        rest = &rest[start..];
        let capitals = run(rest, u8::is_ascii_uppercase);
        let end = capitals + run(&rest[capitals..], u8::is_ascii_lowercase);
        let (word, after) = rest.split_at(end);
        let word = &word[..end.min(MAX_WORD)];
        rest = after;
        if capitals == 0 {
            visit(word);
            continue;
        }
        let mut folded = [0; MAX_WORD];
        folded[..word.len()].copy_from_slice(word);
        folded.make_ascii_lowercase();
        visit(&folded[..word.len()]);
    }
}

/// The number of bytes at the beginning that are of a kind.
fn run(bytes: &[u8], is_of_kind: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().position(|byte| !is_of_kind(byte)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_at_capitals_after_small_letters() {
        let all = |name: &str| {
            let mut all = Vec::new();
            words(name, |word| all.push(String::from_utf8(word.to_vec()).unwrap()));
            all
        };
        assert_eq!(all("postBody_2 XMLHttp-x9A"), ["post", "body", "xmlhttp", "x", "a"]);
        assert_eq!(all("é标-ABCdefghijklmnopqrsT"), ["abcdefghijklmnop", "t"]);
        assert!(all("").is_empty() && all("-1_").is_empty());
    }
}
