//! The one measure of text amount.

use super::chars::{is_blank, is_cjk};

/// Characters of `text` that are not blank.
pub fn characters(text: &str) -> u32 {
    u32::try_from(text.chars().filter(|&c| !is_blank(c)).count()).unwrap_or(u32::MAX)
}

/// Tokens of `text`: each CJK character is one, and so is each run of other letters and digits.
/// No script needs spaces between words to be counted fairly against itself.
pub fn tokens(text: &str) -> u32 {
    let mut count = 0u32;
    let mut in_word = false;
    for c in text.chars() {
        if is_cjk(c) {
            count = count.saturating_add(1);
            in_word = false;
        } else if c.is_alphanumeric() || c == '_' {
            count = count.saturating_add(u32::from(!in_word));
            in_word = true;
        } else {
            in_word = false;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_script() {
        assert_eq!(tokens("中文 and English words"), 5);
        assert_eq!(characters("中 文\u{3000}a b"), 4);
    }
}
