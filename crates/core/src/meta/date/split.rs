//! Dates whose parts are in elements of their own: `<b>04</b><i>2025-03</i>`.

use super::Dates;
use crate::meta::origin::Origin;
use crate::meta::place::Place;

/// Blocks above the title that are read, and texts in all.
const ABOVE: usize = 6;
const MOST_TEXTS: usize = 80;
/// The longest part, in bytes, and the elements that a date may be in.
const LONGEST: usize = 24;
const MOST_ELEMENTS: usize = 5;
/// The score of such a date.
const SCORE: f32 = 0.6;

impl Dates<'_> {
    /// The first date around the title whose parts are in two or three elements.
    pub(super) fn of_parts(&mut self, place: &Place) {
        let (page, document) = (place.page, place.page.document());
        let blocks = page.blocks();
        let last = (place.main.start + 1).min(blocks.len());
        let head = &blocks[place.title.saturating_sub(ABOVE).min(last)..last];
        let texts =
            head.iter().filter(|block| !block.is_hidden).flat_map(|block| page.texts_of(block));
        let texts: Vec<&str> =
            texts.take(MOST_TEXTS).map(|text| document.text(text.node).trim()).collect();
        let has_digit = |text: &&str| text.bytes().any(|byte| byte.is_ascii_digit());
        let found = (0..texts.len()).find_map(|at| {
            // A day comes first or second.
            texts[at..].iter().take(2).find(|text| has_digit(text))?;
            let date = self.read(&joined(&texts[at..])?)?;
            (date.0.day > 0).then_some(date)
        });
        if let Some(date) = found {
            self.published(date, Origin::NearTitle, SCORE);
        }
    }
}

/// The date that the first texts make together, in an order that can be read.
fn joined(texts: &[&str]) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut used = 0;
    for text in texts.iter().take(MOST_ELEMENTS) {
        let is_mark = |c: char| !c.is_alphanumeric() || "年月日".contains(c);
        let is_part = |part: &&str| part.len() <= LONGEST && (digits(part) > 0 || is_word(part));
        // A time of day.
        if text.len() > 2 * LONGEST
            || text.contains(':')
            || !text.split(is_mark).filter(|part| !part.is_empty()).all(|part| is_part(&part))
        {
            break;
        }
        parts.extend(text.split(is_mark).filter(|part| !part.is_empty()));
        used += 1;
        if parts.len() >= 3 {
            break;
        }
    }
    let [a, b, c] = parts[..] else { return None };
    let is_day = |part: &str| (1..=2).contains(&digits(part));
    match [digits(a), digits(b), digits(c)] {
        _ if used < 2 => None,
        [4, ..] if is_day(b) && is_day(c) => Some(format!("{a}-{b}-{c}")),
        [_, 4, _] if is_day(a) && is_day(c) => Some(format!("{b}-{c}-{a}")),
        // Of three numbers in three elements either may be the day.
        [_, _, 4] if is_day(a) && is_day(b) && used == 2 => Some(format!("{c}-{a}-{b}")),
        [0, _, 4] if is_day(b) => Some(format!("{a} {b} {c}")),
        [_, 0, 4] if is_day(a) => Some(format!("{a} {b} {c}")),
        _ => None,
    }
}

/// The number of digits of a part that has no other characters, or else 0.
fn digits(part: &str) -> usize {
    if part.bytes().all(|byte| byte.is_ascii_digit()) { part.len() } else { 0 }
}

/// True if a part may be the name of a month.
fn is_word(part: &str) -> bool {
    part.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn parts_make_a_date() {
        for (texts, expected) in [
            (&["04", "2025-03", "x"][..], Some("2025-03-04")),
            (&["04", "2025年03月"], Some("2025-03-04")),
            (&["2025", "03/04"], Some("2025-03-04")),
            (&["03-04", "2025"], Some("2025-03-04")),
            (&["2025", "03", "/", "04", "07:15:33"], Some("2025-03-04")),
            (&["Mar", "4", "2025"], Some("Mar 4 2025")),
            (&["2025-03-04", "x"], None),
            (&["04", "07:15", "2025"], None),
            (&["04", "Mar", "2025"], Some("04 Mar 2025")),
            (&["04", "12", "x"], None),
            (&["2025", "2024"], None),
            (&["2025", "1200-1300"], None),
            (&["3", "4"], None),
            (&["04"], None),
        ] {
            assert_eq!(joined(texts).as_deref(), expected, "{texts:?}");
        }
    }
}
