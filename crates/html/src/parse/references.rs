//! Character references (HTML standard, section "Character reference state").

use super::reference_table::{NAMED, WITHOUT_SEMICOLON};

/// The meaning of a character reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A numeric reference's character.
    Character(char),
    /// A named reference's one or two characters.
    Text(&'static str),
}

/// The reference whose `&` is at `at`, and its end; `None` if the `&` is plain text.
pub(super) fn reference(bytes: &[u8], at: usize, in_attribute: bool) -> Option<(Meaning, usize)> {
    match bytes.get(at + 1)? {
        b'#' => numeric(bytes, at + 2),
        first if first.is_ascii_alphanumeric() => named(bytes, at + 1, in_attribute),
        _ => None,
    }
}

/// The longest name of the table.
const LONGEST_NAME: usize = 31;
/// The longest name that needs no semicolon.
const LONGEST_WITHOUT_SEMICOLON: usize = 6;

/// Section "Named character reference state".
fn named(bytes: &[u8], start: usize, in_attribute: bool) -> Option<(Meaning, usize)> {
    let rest = &bytes[start..bytes.len().min(start + LONGEST_NAME + 1)];
    if let Some((text, length)) = common(rest) {
        return Some((Meaning::Text(text), start + length));
    }
    let length = rest.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if rest.get(length) == Some(&b';')
        && let Some(text) = meaning(&rest[..length])
    {
        return Some((Meaning::Text(text), start + length + 1));
    }
    let goes_on = rest.get(length) == Some(&b'=');
    let lengths = match (in_attribute, length) {
        // "For historical reasons": in addresses with parameters like `&copy=1`, where the name
        // must not continue.
        (true, 2..=LONGEST_WITHOUT_SEMICOLON) if !goes_on => length..=length,
        (true, _) => return None,
        (false, _) => 2..=length.min(LONGEST_WITHOUT_SEMICOLON),
    };
    let needs_none = |name: &&[u8]| {
        WITHOUT_SEMICOLON.binary_search_by(|known| known.as_bytes().cmp(name)).is_ok()
    };
    let name = lengths.rev().map(|length| &rest[..length]).find(needs_none)?;
    meaning(name).map(|text| (Meaning::Text(text), start + name.len()))
}

/// The most common names with their semicolon, and the length.
#[inline(always)]
fn common(name: &[u8]) -> Option<(&'static str, usize)> {
    match name {
        [b'a', b'm', b'p', b';', ..] => Some(("&", 4)),
        [b'n', b'b', b's', b'p', b';', ..] => Some(("\u{a0}", 5)),
        [b'q', b'u', b'o', b't', b';', ..] => Some(("\"", 5)),
        [b'l', b't', b';', ..] => Some(("<", 3)),
        [b'g', b't', b';', ..] => Some((">", 3)),
        _ => None,
    }
}

fn meaning(name: &[u8]) -> Option<&'static str> {
    let found = NAMED.binary_search_by(|(known, _)| known.as_bytes().cmp(name)).ok()?;
    Some(NAMED[found].1)
}

/// Sections "Numeric character reference state" to "Numeric character reference end state".
fn numeric(bytes: &[u8], start: usize) -> Option<(Meaning, usize)> {
    let is_hexadecimal = matches!(bytes.get(start), Some(b'x' | b'X'));
    let (digits, radix) = if is_hexadecimal { (start + 1, 16) } else { (start, 10) };
    let mut at = digits;
    let mut code: u32 = 0;
    while let Some(digit) = bytes.get(at).and_then(|b| char::from(*b).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        at += 1;
    }
    if at == digits {
        return None;
    }
    let end = at + usize::from(bytes.get(at) == Some(&b';'));
    Some((Meaning::Character(character(code)), end))
}

/// The character for a code: codes of windows-1252 count as the characters they were meant to be.
fn character(code: u32) -> char {
    match code {
        0x80..=0x9F => WINDOWS_1252[code as usize - 0x80],
        0 => char::REPLACEMENT_CHARACTER,
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

/// The meanings of the codes 0x80 to 0x9F (the table of "Numeric character reference end state";
/// codes that it leaves out keep their meaning).
#[rustfmt::skip]
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2C6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}', '\u{17E}', '\u{178}',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_and_what_only_looks_like_them() {
        let read = |text: &str, in_attribute| {
            reference(text.as_bytes(), 0, in_attribute).map(|(meaning, end)| {
                let text = match meaning {
                    Meaning::Character(c) => c.to_string(),
                    Meaning::Text(text) => text.to_owned(),
                };
                (text, end)
            })
        };
        let is = |text: &str, end| Some((text.to_owned(), end));
        assert_eq!(read("&amp;x", false), is("&", 5));
        assert_eq!(read("&notit;", false), is("¬", 4));
        assert_eq!(read("&notit;", true), None);
        assert_eq!(read("&notin;", true), is("∉", 7));
        assert_eq!(read("&copy=1", true), None);
        assert_eq!(read("&copy=1", false), is("©", 5));
        assert_eq!(read("&copy;=1", true), is("©", 6));
        assert_eq!(read("&copy", true), is("©", 5));
        assert_eq!(read("&copyright", true), None);
        assert_eq!(read("&#x6587;", false), is("文", 8));
        assert_eq!(read("&#20013", false), is("中", 7));
        assert_eq!(read("&#150;", false), is("–", 6));
        assert_eq!(read("&#xD800;&#0;", false), is("\u{FFFD}", 8));
        assert_eq!(read("&#99999999999;", false), is("\u{FFFD}", 14));
        assert_eq!(read("&#;", false), None);
        assert_eq!(read("&no-such;", false), None);
        assert_eq!(read("& b", false), None);
    }

    #[test]
    fn the_commonest_names_are_those_of_the_table() {
        for name in ["amp", "nbsp", "quot", "lt", "gt"] {
            let found = common(format!("{name};").as_bytes());
            assert_eq!(found, meaning(name.as_bytes()).map(|text| (text, name.len() + 1)));
            assert_eq!(common(name.as_bytes()), None);
        }
    }

    #[test]
    fn the_tables_are_sorted() {
        assert!(NAMED.is_sorted_by_key(|(name, _)| name.as_bytes()));
        assert!(WITHOUT_SEMICOLON.is_sorted());
    }
}
