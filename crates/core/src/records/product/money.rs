//! Sums of money in texts.

use crate::text::prices::SIGNS;

/// A sum: the number with a decimal point, and the code of its currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) amount: String,
    pub(super) currency: &'static str,
}

/// The first sum of a text.
pub(super) fn sum(text: &str) -> Option<Sum> {
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.char_indices().find_map(|(at, _)| {
        let (sign, currency) = sign_at(text, at)?;
        let after = number_at_start(text[at + sign.len()..].trim_start()).map(|(amount, _)| amount);
        let amount = after.or_else(|| number_at_end(text[..at].trim_end()))?;
        Some(Sum { amount, currency })
    })
}

/// The amount at the end of a range that begins with a sum: `59.00` of `¥39.00 - ¥59.00`.
pub(super) fn end_of_range(text: &str, lowest: &Sum) -> Option<String> {
    let (before, after) = text.split_once(['-', '–', '—', '~', '～', '至'])?;
    let before = sum(before).map(|sum| sum.amount).or_else(|| amount(before))?;
    let digits = after.find(|c: char| c.is_ascii_digit())?;
    // A sign may precede the number.
    let is_next = after[..digits].chars().count() <= 5;
    (is_next && before == lowest.amount)
        .then(|| number_at_start(&after[digits..]))
        .flatten()
        .map(|(amount, _)| amount)
}

/// The longest sign at a place; one of letters must not be part of a word.
fn sign_at(text: &str, at: usize) -> Option<(&'static str, &'static str)> {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() && (c as u32) < 0x2e80);
    let sense = SIGNS.iter().find(|sign| text[at..].starts_with(sign.word))?;
    let sign = sense.word;
    let starts = is_letter(sign.chars().next()) && is_letter(text[..at].chars().next_back());
    let rest = &text[at + sign.len()..];
    let ends = is_letter(sign.chars().next_back()) && is_letter(rest.chars().next());
    (!starts && !ends).then(|| (sign, sense.value()))
}

/// The amount in a text that is a sum or a bare number, and hardly anything else.
pub(super) fn amount(text: &str) -> Option<String> {
    let text = text.trim();
    let is_plain = text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
        && text.matches('.').count() <= 1;
    if is_plain {
        return Some(text.trim_end_matches('.').to_owned());
    }
    let start = text.find(|c: char| c.is_ascii_digit())?;
    number_at_start(&text[start..]).map(|(amount, _)| amount)
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | ',' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}')
}

/// The number that a text begins with, and its length: `1299.00` of `1,299.00`, `1.299,00` and `1 299,00`.
fn number_at_start(text: &str) -> Option<(String, usize)> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut end = 0;
    loop {
        let rest = &text[end..];
        end += rest.bytes().take_while(u8::is_ascii_digit).count();
        let rest = &text[end..];
        let Some(mark) = rest.chars().next().filter(|c| is_mark(*c)) else { break };
        let digits = rest[mark.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || mark.is_whitespace() && digits != 3 {
            break;
        }
        end += mark.len_utf8();
    }
    let number = &text[..end];
    let amount = plain(number);
    let times = text[end..].trim_start().starts_with(['万', '萬']);
    Some((if times { ten_thousand_times(&amount) } else { amount }, end))
}

fn number_at_end(text: &str) -> Option<String> {
    let (text, times) = match text.strip_suffix(['万', '萬']) {
        Some(number) => (number.trim_end(), true),
        None => (text, false),
    };
    let start = text.rfind(|c: char| !(c.is_ascii_digit() || is_mark(c)));
    let start = start.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let mut rest = text[start..].trim_start_matches(is_mark).trim_end_matches(is_mark);
    loop {
        let (amount, length) = number_at_start(rest)?;
        if length == rest.len() {
            return Some(if times { ten_thousand_times(&amount) } else { amount });
        }
        rest = rest[length..].trim_start_matches(is_mark);
    }
}

/// A number with its last mark as decimal point, where one or two digits follow it.
fn plain(number: &str) -> String {
    let digits = |part: &str| part.chars().filter(char::is_ascii_digit).collect::<String>();
    let mark = number.rfind(['.', ',']).filter(|at| matches!(number.len() - at - 1, 1 | 2));
    match mark {
        Some(at) => format!("{}.{}", digits(&number[..at]), digits(&number[at..])),
        None => digits(number),
    }
}

/// 12.98 万 as 129800.
fn ten_thousand_times(amount: &str) -> String {
    let (whole, part) = amount.split_once('.').unwrap_or((amount, ""));
    let moved = format!("{whole}{part:0<4}");
    moved.trim_start_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_in_texts() {
        for (text, amount, currency) in [
            ("¥ 1,299.00", "1299.00", "CNY"),
            ("1.299,00 €", "1299.00", "EUR"),
            ("44 890 тг.", "44890", "KZT"),
            ("EUR110.00", "110.00", "EUR"),
            ("270,00 Kn", "270.00", "HRK"),
            ("售价：99元", "99", "CNY"),
            ("12.98万元起", "129800", "CNY"),
            ("NT$ 1,280", "1280", "TWD"),
            ("2 for £5", "5", "GBP"),
            ("3 x 249,99 zł", "249.99", "PLN"),
        ] {
            assert_eq!(sum(text), Some(Sum { amount: amount.into(), currency }), "{text}");
        }
        for text in ["Article 12", "USDA 10", "元旦"] {
            assert_eq!(sum(text), None, "{text}");
        }
    }

    #[test]
    fn amounts_that_are_declared() {
        assert_eq!(amount("49.999").as_deref(), Some("49.999"));
        assert_eq!(amount("$60").as_deref(), Some("60"));
        assert_eq!(amount("1.299,00").as_deref(), Some("1299.00"));
        assert_eq!(amount("on request"), None);
    }
}
