//! Escapes characters with a meaning in HTML and XML.

/// Appends text for HTML or XML: `& < > "` as references, without control characters.
pub fn push(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| {
        matches!(c, '&' | '<' | '>' | '"' | '\'')
            || c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{fffe}' | '\u{ffff}')
    }) {
        out.push_str(&rest[..at]);
        let mark = rest[at..].chars().next().unwrap_or(' ');
        out.push_str(match mark {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&#39;",
            _ => "",
        });
        rest = &rest[at + mark.len_utf8()..];
    }
    out.push_str(rest);
}

/// Appends ` name="value"`, the value escaped.
pub fn attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    push(out, value);
    out.push('"');
}

/// Escapes `text` for HTML or XML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push(&mut out, text);
    out
}
