//! Writes the fields of an extraction before its text: as YAML front matter, or in the head of an
//! HTML document.

use serde_json::Value;

use crate::extract::Extraction;
use crate::render;

/// Puts the fields before `text`, as YAML between `---` lines. Fields without a value are left out.
pub fn with_front_matter(extraction: &Extraction, text: &str) -> String {
    let mut out = String::from("---\n");
    for (name, value) in fields(extraction) {
        out.push_str(name);
        out.push_str(": ");
        // JSON strings and lists are YAML; line ends in them are escapes.
        push_yaml(&mut out, &value.to_string());
        out.push('\n');
    }
    out.push_str("---\n");
    if !text.is_empty() {
        out.push('\n');
        out.push_str(text);
    }
    out
}

/// Appends JSON with the characters that YAML does not take as they are by their numbers.
fn push_yaml(out: &mut String, json: &str) {
    for c in json.chars() {
        let is_break = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
        match c.is_control() || is_break {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
}

/// A whole HTML document: the fields in its head and as a heading, then the article.
pub fn html_document(extraction: &Extraction) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html");
    let mut push = |before: &str, value: Option<&str>, after: &str| {
        if let Some(value) = value {
            out.push_str(before);
            out.push_str(&render::escaped(value));
            out.push_str(after);
        }
    };
    push(" lang=\"", extraction.language.as_deref(), "\"");
    push(
        ">\n<head>\n<meta charset=\"utf-8\">\n<title>",
        extraction.title.as_deref().or(Some("")),
        "</title>\n",
    );
    let metas = [
        ("author", &extraction.author),
        ("source", &extraction.source),
        ("editor", &extraction.editor),
        ("date", &extraction.publish_date),
        ("last-modified", &extraction.modified_date),
        ("description", &extraction.description),
    ];
    for (name, value) in metas {
        push(&format!("<meta name=\"{name}\" content=\""), value.as_deref(), "\">\n");
    }
    push("<link rel=\"canonical\" href=\"", extraction.canonical_url.as_deref(), "\">\n");
    push("</head>\n<body>\n<h1>", extraction.title.as_deref(), "</h1>\n");
    if extraction.title.is_none() {
        out.push_str("</head>\n<body>\n");
    }
    out.push_str(extraction.html.as_deref().unwrap_or(""));
    out.push_str("\n</body>\n</html>");
    out
}

/// The fields that have a value, by their JSON names.
fn fields(extraction: &Extraction) -> Vec<(&'static str, Value)> {
    let texts = [
        ("url", &extraction.url),
        ("title", &extraction.title),
        ("author", &extraction.author),
        ("source", &extraction.source),
        ("editor", &extraction.editor),
        ("publish_date", &extraction.publish_date),
        ("modified_date", &extraction.modified_date),
        ("language", &extraction.language),
        ("description", &extraction.description),
        ("site_name", &extraction.site_name),
        ("canonical_url", &extraction.canonical_url),
        ("license", &extraction.license),
    ];
    let mut fields: Vec<(&'static str, Value)> = texts
        .into_iter()
        .filter_map(|(name, value)| Some((name, Value::from(value.clone()?))))
        .collect();
    if !extraction.keywords.is_empty() {
        fields.push(("keywords", Value::from(extraction.keywords.clone())));
    }
    if let Some(image) = extraction.images.first() {
        fields.push(("image", Value::from(image.url.clone())));
    }
    if let Some(kind) = extraction.kind {
        fields.push(("kind", Value::from(kind.to_string())));
    }
    fields
}
