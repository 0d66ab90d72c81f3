//! Numbers above and below the line in plain text, if they would run into a number next to them: 10⁹, not 109.

use super::events::{Element, Event};

/// Signs, and the same above and below the line.
const ABOVE: (&str, &str) = ("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ");
const BELOW: (&str, &str) = ("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎");

/// The written form of a number above or below the line that begins `events`, perhaps a link, after a character of its line, and the
/// events that it is; `None` if its digits may stay as they are.
pub(super) fn of(events: &[Event], before: Option<char>) -> Option<(String, usize)> {
    use Event::{End, Start, Text};
    let (element, text, rest) = match events {
        [Start(element), Text(text), End, rest @ ..] => (element, text, rest),
        [Start(element), Start(Element::Link(_)), Text(text), End, End, rest @ ..] => {
            (element, text, rest)
        }
        _ => return None,
    };
    let (signs, mark) = match element {
        Element::Superscript => (ABOVE, '^'),
        Element::Subscript => (BELOW, '_'),
        _ => return None,
    };
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let next = match rest.iter().find(|event| !matches!(event, Start(Element::Link(_)))) {
        Some(Text(text)) => text.chars().next(),
        _ => None,
    };
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || "+-−(n".contains(c));
    let joins = before.is_some_and(|c| c.is_ascii_digit() || ")⁄".contains(c))
        || is_digit(next) && before.is_none_or(char::is_alphabetic);
    if !is_number || !joins || text.starts_with("(") && !text.ends_with(")") {
        return None;
    }
    let raised: Option<String> = text.chars().map(|c| sign(signs, c)).collect();
    Some((raised.unwrap_or_else(|| format!("{mark}{text}")), events.len() - rest.len()))
}

fn sign((plain, moved): (&str, &str), c: char) -> Option<char> {
    plain.chars().zip(moved.chars()).find(|(sign, _)| *sign == c).map(|(_, moved)| moved)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::render::events::LinkTarget;

    #[test]
    fn numbers_do_not_run_into_each_other() {
        let up = Element::Superscript;
        let down = Element::Subscript;
        for (before, element, number, after, expected) in [
            ("10", &up, "9", " bacteria", "10⁹ bacteria"),
            ("10", &up, "-12", "", "10⁻¹²"),
            ("2", &up, "2k", "", "2^2k"),
            ("log", &down, "10", "2", "log₁₀2"),
            ("CO", &down, "2", " rises", "CO2 rises"),
            ("the 19", &up, "th", " century", "the 19th century"),
            ("It rained.", &up, "1", " Then", "It rained.1 Then"),
            ("", &up, "1", "2025 report", "¹2025 report"),
            ("in 1980", &up, "[2]", "", "in 1980[2]"),
        ] {
            let text = |text: &'static str| Event::Text(Cow::Borrowed(text));
            let events = [
                Event::Start(Element::Paragraph),
                text(before),
                Event::Start(element.clone()),
                text(number),
                Event::End,
                text(after),
                Event::End,
            ];
            assert_eq!(super::super::text(&events), expected);
        }
    }

    #[test]
    fn a_number_that_is_a_link_is_raised_too() {
        let link =
            || Element::Link(Box::new(LinkTarget { address: "/33".to_owned(), title: None }));
        let text = |text: &'static str| Event::Text(Cow::Borrowed(text));
        let events = [
            Event::Start(Element::Paragraph),
            text("in 1991"),
            Event::Start(Element::Superscript),
            Event::Start(link()),
            text("33"),
            Event::End,
            Event::End,
            text(". Then"),
            Event::End,
        ];
        assert_eq!(super::super::text(&events), "in 1991³³. Then");
    }
}
