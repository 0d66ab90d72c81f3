//! Prices in text, and the signs of currencies.

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::lexicon::{self, Sense};

/// Signs with the codes of their currencies as values, the longest first.
pub static SIGNS: LazyLock<Vec<Sense>> = LazyLock::new(|| {
    let mut signs = lexicon::senses("money.sign").to_vec();
    signs.sort_by_key(|sign| Reverse(sign.word.len()));
    signs
});

/// The signs of [`SIGNS`] by which the model of the page kinds knows a price, before digits and after them.
const OF_KINDS: (&[char], &[char]) = (&['￥', '¥', '$', '€', '£'], &['元', '€']);

/// True if a text has an amount of money: digits with one of the commonest signs on either side.
pub fn has_price(text: &str) -> bool {
    let mut from = 0;
    while let Some(start) = text[from..].bytes().position(|byte| byte.is_ascii_digit()) {
        let start = from + start;
        let end =
            text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |at| start + at);
        if text[..start].trim_end().ends_with(OF_KINDS.0) || text[end..].starts_with(OF_KINDS.1) {
            return true;
        }
        from = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::has_price;

    #[test]
    fn amounts_of_money_are_prices() {
        for text in ["￥39.90", "现价 ¥ 128", "$5", "39元起", "12,50€", "€ 4"] {
            assert!(has_price(text), "{text}");
        }
        for text in ["39", "元旦放假", "$ amount", "¥起", ""] {
            assert!(!has_price(text), "{text}");
        }
    }
}
