//! Pages that come as a stream of rows in scripts: `self.__next_f.push([1,"5:[...]"])`. A row may be cut anywhere; it holds JSON, or a
//! text with its length before it.

use super::script_strings::{ScriptString, end_of_string, strings, unescaped};

/// How a script adds to the stream.
const PUSH: &str = "__next_f.push([1,";

/// The part of the stream that a script adds.
pub(super) fn part(script: &str) -> Option<String> {
    let start = script.find(PUSH)? + PUSH.len();
    let rest = script[start..].trim_start();
    let quote = *rest.as_bytes().first().filter(|quote| matches!(quote, b'"' | b'\''))?;
    let end = end_of_string(rest.as_bytes(), 1, quote);
    Some(unescaped(rest.get(1..end)?))
}

/// The longer strings of the rows of a stream.
pub(super) fn strings_of(stream: &str) -> impl Iterator<Item = ScriptString> + '_ {
    let mut rest = stream;
    let mut rows: Vec<ScriptString> = Vec::new();
    // A row begins with its number: `1a:`, and a text then with its length in bytes: `T2f,`.
    while let Some((number, row)) = rest.split_once(':') {
        if !number.trim_start().bytes().all(|byte| byte.is_ascii_hexdigit()) {
            break;
        }
        let text = row.strip_prefix('T').and_then(|row| row.split_once(','));
        let length = text.and_then(|(length, _)| usize::from_str_radix(length, 16).ok());
        if let Some(((_, text), length)) = text.zip(length) {
            let end = text.floor_char_boundary(length);
            rows.push(ScriptString { key: TEXT.to_owned(), text: text[..end].to_owned() });
            rest = &text[end..];
        } else {
            let end = row.find('\n').map_or(row.len(), |end| end + 1);
            rows.extend(strings(&row[..end]));
            rest = &row[end..];
        }
    }
    rows.into_iter()
}

/// The key of a row that is a text.
const TEXT: &str = "T";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_put_together() {
        let scripts = [
            r#"self.__next_f.push([0])"#,
            r#"self.__next_f.push([1,"2:[\"$\",\"p\",null,{\"children\":\"The river rose by ha"])"#,
            r#"self.__next_f.push([1,"lf a metre.\"}]\n3:T18,<p>Nobody came, sir.</p>4:null"])"#,
        ];
        let stream: String = scripts.iter().filter_map(|script| part(script)).collect();
        let found: Vec<(String, String)> =
            strings_of(&stream).map(|string| (string.key, string.text)).collect();
        let expected =
            [("children", "The river rose by half a metre."), ("T", "<p>Nobody came, sir.</p>")];
        let found: Vec<(&str, &str)> = found.iter().map(|(key, text)| (&**key, &**text)).collect();
        assert_eq!(found, expected);
    }
}
