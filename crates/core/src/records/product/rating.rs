//! The rating that a page shows near the name of its product.

use super::{Product, words};
use crate::dom::NodeId;
use crate::page::Page;

/// A rating within this many nodes after the product's name is the product's own.
const NEAR: u32 = 150;
/// The maximum number of characters in a text with a rating.
const LONGEST: u32 = 80;

/// Adds the mean rating and the number of ratings, where nothing declares them.
pub(super) fn add(page: &Page, name: NodeId, product: &mut Product) {
    if product.rating.is_some() {
        return;
    }
    let to = NodeId(name.0.saturating_add(NEAR));
    let near = page.blocks().iter().filter(|block| {
        let first = page.texts_of(block).first();
        !block.is_hidden
            && block.characters <= LONGEST
            && first.is_some_and(|text| text.node > name && text.node < to)
    });
    for block in near {
        let text = page.block_text(block);
        if !text.bytes().any(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let text = text.to_lowercase();
        let rating = product.rating.is_none().then(|| mean(&text)).flatten();
        let is_here = rating.is_some();
        product.rating = product.rating.take().or(rating);
        // What is counted elsewhere on the page may be something else.
        if is_here || product.rating.is_some() && product.rating_count.is_none() {
            product.rating_count = product.rating_count.take().or_else(|| count(&text));
        }
    }
}

/// `4.6 out of 5 stars`, `4,6 von 5`, `4.6/5`, `评分：4.8`: the mean as the page writes it, with a point.
fn mean(text: &str) -> Option<String> {
    let fits = |number: &str, most: f64| {
        let number = number.replace(',', ".");
        let value = number.parse::<f64>().ok()?;
        (value > 0.0 && value <= most).then_some(number)
    };
    let of_five = words::RATING_OF_FIVE.iter().find_map(|words| {
        let at = text.find(words)?;
        let goes_on = text[at + words.len()..].starts_with(|c: char| c.is_ascii_digit());
        fits(number_at_end(text[..at].trim_end()), 5.0).filter(|_| !goes_on)
    });
    let of_ten = || {
        words::RATING_LABEL.iter().find_map(|label| {
            let after = text.split_once(label)?.1;
            fits(number_at_start(after.trim_start_matches([':', '：', ' '])), 10.0)
        })
    };
    of_five.or_else(of_ten)
}

/// `2,314 ratings`, `1890 条评价`: the number without marks between its digits.
fn count(text: &str) -> Option<String> {
    words::RATING_COUNT.iter().find_map(|words| {
        let number = number_at_end(text[..text.find(words)?].trim_end());
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        // Groups of three digits, or none: 4.6 is a mean.
        let is_whole =
            number.split(['.', ',']).skip(1).all(|group| group.len() == 3) && !digits.is_empty();
        is_whole.then_some(digits)
    })
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_digit() || c == '.' || c == ','
}

fn number_at_end(text: &str) -> &str {
    let number = &text[text.trim_end_matches(is_of_number).len()..];
    number.trim_matches(['.', ','])
}

fn number_at_start(text: &str) -> &str {
    let rest = text.trim_start_matches(is_of_number);
    text[..text.len() - rest.len()].trim_matches(['.', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_counts_are_read() {
        for (text, expected, number) in [
            ("4.6 out of 5 stars 2,314 ratings", Some("4.6"), Some("2314")),
            ("4,6 von 5 sternen 87 bewertungen", Some("4.6"), Some("87")),
            ("4.8/5 (12 reviews)", Some("4.8"), Some("12")),
            ("评分：4.9 1890 条评价", Some("4.9"), Some("1890")),
            ("8.4 out of 50", None, None),
            ("rated 7 out of 5", None, None),
            ("page 1 of 5", None, None),
            ("4.6 ratings", None, None),
            ("no ratings", None, None),
        ] {
            assert_eq!(mean(text).as_deref(), expected, "{text}");
            assert_eq!(count(text).as_deref(), number, "{text}");
        }
    }
}
