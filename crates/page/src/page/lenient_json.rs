//! JSON as pages write it: escaped like text of HTML, with comments, trailing commas and line ends inside strings,
//! several values one after the other.

use serde_json::Value;

/// Values that are read of one script at most.
const MOST_VALUES: usize = 50;

/// The values of a script; as many as can be read from its start.
pub(super) fn values(text: &str) -> Vec<Value> {
    if let Ok(value) = serde_json::from_str(text) {
        return vec![value];
    }
    let is_escaped = text.contains("&quot;") || text.contains("&#34;");
    let unescaped = if is_escaped { Some(unescaped(text)) } else { None };
    let cleaned = cleaned(unescaped.as_deref().unwrap_or(text));
    let read = serde_json::Deserializer::from_str(&cleaned).into_iter::<Value>();
    read.take(MOST_VALUES).map_while(Result::ok).collect()
}

fn unescaped(text: &str) -> String {
    let plain = text.replace("&quot;", "\"").replace("&#34;", "\"").replace("&#39;", "'");
    plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// JSON without comments, without commas before an end or between values, and with blanks for control characters.
fn cleaned(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut in_string, mut is_escape, mut depth) = (false, false, 0usize);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        if in_string {
            in_string = is_escape || c != '"';
            is_escape = c == '\\' && !is_escape;
            out.push(if c.is_control() { ' ' } else { c });
            rest = after;
            continue;
        }
        let comment = if rest.starts_with("//") {
            Some(rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            Some(rest.find("*/").map_or(rest.len(), |at| at + 2))
        } else {
            None
        };
        if let Some(length) = comment {
            rest = &rest[length..];
            continue;
        }
        match c {
            '"' => in_string = true,
            '{' | '[' => depth += 1,
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                drop_comma(&mut out);
            }
            _ => {}
        }
        // Between values nothing is wanted.
        if depth > 0 || !matches!(c, ',' | ';') {
            out.push(c);
        }
        rest = after;
    }
    out
}

/// Takes the comma away that a list or object ends with.
fn drop_comma(out: &mut String) {
    let length = out.trim_end().len();
    if out[..length].ends_with(',') {
        out.truncate(length - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn json_as_pages_write_it() {
        for (text, expected) in [
            (r#"{"a":1}"#, r#"[{"a":1}]"#),
            (r#"{&quot;a&quot;:&quot;b&quot;}"#, r#"[{"a":"b"}]"#),
            ("{\"a\":1, // one\n /* two */ \"b\":[1,2,],}", r#"[{"a":1,"b":[1,2]}]"#),
            (r#"{"a":1}{"b":2}, {"c":3};"#, r#"[{"a":1},{"b":2},{"c":3}]"#),
            ("{\"a\":\"one\ntwo // three, ]\"}", r#"[{"a":"one two // three, ]"}]"#),
            (r#"{"a":"\\","b":"\"}"}"#, r#"[{"a":"\\","b":"\"}"}]"#),
            (r#"{"a":1}{not json"#, r#"[{"a":1}]"#),
            ("{not json", "[]"),
            ("", "[]"),
        ] {
            assert_eq!(serde_json::to_string(&values(text)).unwrap(), expected, "{text}");
        }
    }
}
