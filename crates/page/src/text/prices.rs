//! Prices in text.

/// True if a text has an amount of money: digits with a sign of a currency on either side.
pub fn has_price(text: &str) -> bool {
    let mut from = 0;
    while let Some(start) = text[from..].bytes().position(|byte| byte.is_ascii_digit()) {
        let start = from + start;
        let end =
            text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |at| start + at);
        if text[..start].trim_end().ends_with(['￥', '¥', '$', '€', '£'])
            || text[end..].starts_with(['元', '€'])
        {
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
