//! The `Content-Type` header.

/// Splits a `Content-Type` header into its media type, in lower case, and its charset.
pub fn split_content_type(header: &str) -> (String, Option<String>) {
    let mut parts = header.split(';').map(str::trim);
    let kind = parts.next().unwrap_or("").to_ascii_lowercase();
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
    });
    (kind, charset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_a_media_type_and_a_charset() {
        let (kind, charset) = split_content_type("Text/HTML; Charset=\"GBK\"");
        assert_eq!((kind.as_str(), charset.as_deref()), ("text/html", Some("GBK")));
    }
}
