//! Prices in text.

/// Whether a text has an amount of money.
pub(crate) fn has_price(text: &str) -> bool {
    const MARKS: [char; 5] = ['￥', '¥', '$', '€', '£'];
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let after = |mark: usize, rest: &str| {
        let mut near = rest[mark..].chars().skip(1).filter(|c| !c.is_whitespace());
        near.next().is_some_and(|c| c.is_ascii_digit())
    };
    let before_yuan = |mark: usize| text[..mark].ends_with(|c: char| c.is_ascii_digit());
    text.match_indices(MARKS).any(|(mark, _)| after(mark, text))
        || text.match_indices(['元', '€']).any(|(mark, _)| before_yuan(mark))
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
