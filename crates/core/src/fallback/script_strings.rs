//! The string literals of a script, JSON or JavaScript, with the keys they are stored under.

/// A string of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ScriptString {
    /// The name before it and a colon; for an element of a list, the list's key.
    pub(super) key: String,
    /// Its text, with escapes resolved.
    pub(super) text: String,
}

/// The minimum length in bytes: a heading of two ideographs.
const LEAST_BYTES: usize = 6;
/// The maximum length of a key.
const LONGEST_KEY: usize = 40;

/// The longer strings of a script in order, found in one pass.
pub(super) fn strings(script: &str) -> impl Iterator<Item = ScriptString> + '_ {
    let bytes = script.as_bytes();
    let (mut at, mut key) = (0, String::new());
    // Whether the string that follows is written into the page as it loads: an advert or a notice.
    let mut is_written = false;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let start = at;
            match bytes[at] {
                quote @ (b'"' | b'\'' | b'`') => {
                    let end = end_of_string(bytes, at + 1, quote);
                    let raw = script.get(start + 1..end).unwrap_or("");
                    at = end + 1;
                    if bytes[at.min(bytes.len())..].trim_ascii_start().first() == Some(&b':') {
                        set_key(&mut key, raw);
                    } else if raw.len() >= LEAST_BYTES && !is_written {
                        return Some(ScriptString { key: key.clone(), text: unescaped(raw) });
                    }
                }
                byte if byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' => {
                    let word = bytes[at..].iter();
                    at += word
                        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$'))
                        .count();
                    if bytes.get(at) == Some(&b':') {
                        set_key(&mut key, &script[start..at]);
                    }
                    is_written = matches!(&script[start..at], "write" | "writeln");
                }
                byte => {
                    is_written &= byte != b';' && byte != b')';
                    at += 1;
                }
            }
        }
        None
    })
}

fn set_key(key: &mut String, name: &str) {
    if name.len() <= LONGEST_KEY {
        key.clear();
        key.push_str(name);
    }
}

/// The end of the string that begins at `at`: its quote, or the end of the script.
pub(super) fn end_of_string(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

/// Resolves escapes once, so strings of JSON inside strings keep one level of them.
pub(super) fn unescaped(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut units: Vec<u16> = Vec::new();
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c == '\\' {
            let escape = chars.next().unwrap_or('\\');
            let digits = match escape {
                'u' => 4,
                'x' => 2,
                _ => 0,
            };
            let hex = chars.as_str().get(..digits).filter(|_| digits > 0);
            if let Some(unit) = hex.and_then(|hex| u16::from_str_radix(hex, 16).ok()) {
                units.push(unit);
                chars = chars.as_str()[digits..].chars();
                continue;
            }
            flush(&mut units, &mut out);
            out.push(match escape {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                other => other,
            });
        } else {
            flush(&mut units, &mut out);
            out.push(c);
        }
    }
    flush(&mut units, &mut out);
    out
}

/// Writes pending UTF-16 units, which may be halves of one character.
fn flush(units: &mut Vec<u16>, out: &mut String) {
    if !units.is_empty() {
        out.extend(char::decode_utf16(units.drain(..)).map(|c| c.unwrap_or('\u{fffd}')));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str, expected: &[(&str, &str)]) {
        let found: Vec<ScriptString> = strings(script).collect();
        let found: Vec<(&str, &str)> =
            found.iter().map(|s| (s.key.as_str(), s.text.as_str())).collect();
        assert_eq!(found, expected, "{script}");
    }

    #[test]
    fn strings_come_with_their_keys() {
        check(
            r#"{"a":"one two three four five","b":[1,"six seven eight nine ten"]}"#,
            &[("a", "one two three four five"), ("b", "six seven eight nine ten")],
        );
        check(r"{a:'it\'s one two three four',long_name:`x`}", &[("a", "it's one two three four")]);
        check(
            r#"x="\u003cp\u003e\ud83d\ude00 a b c d e f g\n\/p""#,
            &[("", "<p>\u{1f600} a b c d e f g\n/p")],
        );
    }

    #[test]
    fn any_script_is_read_to_its_end() {
        for script in [
            "",
            "'",
            "\"\\",
            "'\\u12",
            "\"\\ud800 aaaaaaaaaaaaaaaaaaaaaaa\"",
            "é:'ééééééééééééééééé",
            "'éééééééééééééé\\u00é'",
        ] {
            assert!(strings(script).count() <= 1, "{script}");
        }
    }
}
