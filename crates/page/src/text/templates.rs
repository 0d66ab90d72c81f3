//! Templates that nobody filled in: `{{price}}`, `%1$s`.

/// Values of a script that has none.
const NOTHING: [&str; 5] = ["undefined", "null", "NaN", "[object Object]", "None"];

/// True if a text has a place that a program was to fill in, or is what a script writes in place of nothing.
pub fn is_unfilled(text: &str) -> bool {
    let text = text.trim();
    let is_between = |open: &str, close: &str| {
        text.find(open).is_some_and(|at| text[at + open.len()..].contains(close))
    };
    NOTHING.contains(&text)
        || [("{{", "}}"), ("${", "}"), ("<%", "%>"), ("[[", "]]"), ("#{", "}")]
            .iter()
            .any(|(open, close)| is_between(open, close))
        || text.match_indices('%').any(|(at, _)| is_number_of_value(text, at))
        || text.match_indices('{').any(|(at, _)| is_name_in_braces(&text[at + 1..]))
}

/// True for the `%` of `%s` and `%1$s`, not for that of `50%`.
fn is_number_of_value(text: &str, at: usize) -> bool {
    let rest = text[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = rest.len() < text.len() - at - 1 && rest.starts_with('$');
    let rest = if is_numbered { &rest[1..] } else { rest };
    let ends = rest.get(1..).is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric()));
    let follows_number = text[..at].ends_with(|c: char| c.is_ascii_digit());
    rest.starts_with(['s', 'd']) && ends && (is_numbered || !follows_number)
}

/// True for the rest of `{name}` and `{0}`.
fn is_name_in_braces(rest: &str) -> bool {
    let Some((name, _)) = rest.split_once('}') else { return false };
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
}

#[cfg(test)]
mod tests {
    use super::is_unfilled;

    #[test]
    fn places_to_fill_in() {
        for text in [
            "{{price}}",
            "Ships to %1$s",
            "%s left",
            "[[ n ]]",
            "${total}",
            "{0} items",
            "undefined",
        ] {
            assert!(is_unfilled(text), "{text}");
        }
        for text in
            ["50%", "50%s", "100 % silk", "{red, blue}", "12 [3]", "Undefined behaviour", "é%"]
        {
            assert!(!is_unfilled(text), "{text}");
        }
    }
}
