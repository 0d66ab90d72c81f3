//! Writes the fields of an extraction before its text: as YAML front matter, or in the head of an
//! HTML document.

use serde::Serialize;
use serde_json::Value;

use crate::extract::Extraction;
use crate::text::address::Address;
use crate::text::escape::escaped;

/// Puts the fields before `text`, as YAML between `---` lines. Fields without a value are left out.
pub fn with_front_matter(extraction: &Extraction, text: &str) -> String {
    with_yaml(fields(extraction), text)
}

/// Puts the properties before `text` that note-taking programs such as Obsidian know, as YAML between `---` lines: `title`,
/// `author`, `date`, `source` (its first publication, else the site), `url`, `tags`. Those without a value are left out.
pub fn with_properties(extraction: &Extraction, text: &str) -> String {
    let source = extraction.source.as_ref().or(extraction.site_name.as_ref());
    let given = extraction.url.as_ref().filter(|url| !Address::of(url).scheme.is_empty());
    let url = given.or(extraction.canonical_url.as_ref());
    let authors: Vec<&str> = extraction
        .author
        .as_deref()
        .unwrap_or("")
        .split("; ")
        .filter(|name| !name.is_empty())
        .collect();
    let author = match authors.as_slice() {
        [] => None,
        [author] => Some(Value::from(*author)),
        all => Some(Value::from(all.to_vec())),
    };
    let tags: Vec<String> = extraction.keywords.iter().filter_map(|word| tag(word)).collect();
    let date = extraction.publish_date.as_deref().map(without_offset);
    let properties = [
        ("title", extraction.title.clone().map(Value::from)),
        ("author", author),
        ("date", date.map(Value::from)),
        ("source", source.cloned().map(Value::from)),
        ("url", url.cloned().map(Value::from)),
        ("tags", (!tags.is_empty()).then(|| Value::from(tags))),
    ];
    let known = properties.into_iter().filter_map(|(name, value)| Some((name, value?)));
    with_yaml(known.collect(), text)
}

/// A date without the offset from UTC, which programs for notes do not read: the time on the page's own clock.
fn without_offset(date: &str) -> &str {
    let Some(time) = date.find('T') else { return date };
    let offset = date[time..].find(['+', '-', 'Z']);
    offset.map_or(date, |at| &date[..time + at])
}

/// A keyword as a tag: letters, digits, `_`, `-` and `/`, not digits alone.
fn tag(word: &str) -> Option<String> {
    let words =
        word.trim().trim_start_matches('#').split_whitespace().collect::<Vec<_>>().join("-");
    let parts = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'));
    let tag: String = parts.collect();
    tag.chars().any(|c| !c.is_ascii_digit()).then_some(tag)
}

fn with_yaml(fields: Vec<(&'static str, Value)>, text: &str) -> String {
    let mut out = String::from("---\n");
    for (name, value) in fields {
        out.push_str(name);
        out.push_str(": ");
        push_yaml(&mut out, &without_controls(value), name == "date");
        out.push('\n');
    }
    out.push_str("---\n");
    if !text.is_empty() {
        out.push('\n');
        out.push_str(text);
    }
    out
}

/// A text, or a list of them, without controls but for line ends and tabs: programs that print it would send them to the terminal.
fn without_controls(value: Value) -> Value {
    match value {
        Value::String(mut text) => {
            text.retain(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t'));
            text.into()
        }
        Value::Array(all) => all.into_iter().map(without_controls).collect(),
        other => other,
    }
}

/// Writes a value as YAML: JSON is YAML but for the characters that YAML does not print. A date goes without quotes if it
/// may.
fn push_yaml(out: &mut String, value: &Value, may_be_date: bool) {
    if let Some(date) = value.as_str().filter(|text| may_be_date && is_date(text)) {
        return out.push_str(date);
    }
    for c in value.to_string().chars() {
        match u32::from(c) {
            code @ (0x7f..=0x9f | 0x2028 | 0x2029 | 0xfeff | 0xfffe | 0xffff) => {
                out.push_str(&format!("\\u{code:04x}"));
            }
            _ => out.push(c),
        }
    }
}

fn is_date(text: &str) -> bool {
    matches!(text.len(), 10 | 19)
        && text.char_indices().all(|(at, c)| match at {
            4 | 7 => c == '-',
            10 => c == 'T',
            13 | 16 => c == ':',
            _ => c.is_ascii_digit(),
        })
}

/// A whole HTML document: the fields in its head and as a heading, then the article.
pub fn html_document(extraction: &Extraction) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html");
    push(&mut out, " lang=\"", extraction.language.as_deref(), "\"");
    push(
        &mut out,
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
        push(&mut out, &format!("<meta name=\"{name}\" content=\""), value.as_deref(), "\">\n");
    }
    let canonical = extraction.canonical_url.as_deref();
    push(&mut out, "<link rel=\"canonical\" href=\"", canonical, "\">\n");
    push(&mut out, "</head>\n<body>\n<h1>", extraction.title.as_deref(), "</h1>\n");
    if extraction.title.is_none() {
        out.push_str("</head>\n<body>\n");
    }
    out.push_str(extraction.html.as_deref().unwrap_or(""));
    out.push_str("\n</body>\n</html>");
    out
}

/// Writes a value, if there is one, between two pieces of HTML.
fn push(out: &mut String, before: &str, value: Option<&str>, after: &str) {
    if let Some(value) = value {
        out.extend([before, &escaped(value), after]);
    }
}

macro_rules! chosen {
    (@$value:expr, $candidate:ty) => { $value };
    ($(
        $(#[doc = $doc:literal])* $(#[serde($($serde:tt)*)])?
        $name:ident: $type:ty, $origin:ident $(from $candidate:ty)? $(, $english:literal, $chinese:literal)?;
    )*) => {
        /// The fields that are chosen among candidates, by their names.
        fn chosen(extraction: &Extraction) -> Vec<(&'static str, Value)> {
            vec![$($(
                chosen!(@(stringify!($name), extraction.$name.clone().into()), $candidate),
            )?)*]
        }
    };
}
fields!(chosen);

/// The fields that have a value, by their JSON names: texts first.
fn fields(extraction: &Extraction) -> Vec<(&'static str, Value)> {
    let url = extraction.url.clone().filter(|url| !Address::of(url).scheme.is_empty());
    let mut fields = vec![("url", url.into())];
    fields.extend(chosen(extraction));
    fields.retain(|(_, value)| !is_empty(value));
    fields.sort_by_key(|(_, value)| value.is_array());
    if let Some(image) = extraction.images.first() {
        fields.push(("image", Value::from(image.url.clone())));
    }
    if let Some(kind) = extraction.kind {
        fields.push(("kind", Value::from(kind.to_string())));
    }
    let groups = [
        ("product", group(&extraction.product)),
        ("recipe", group(&extraction.recipe)),
        ("event", group(&extraction.event)),
    ];
    fields.extend(groups.into_iter().filter_map(|(name, facts)| Some((name, facts?))));
    fields
}

/// The facts of a product, a recipe or an event that have a value, as a group.
fn group(facts: &Option<impl Serialize>) -> Option<Value> {
    let Ok(Value::Object(mut facts)) = serde_json::to_value(facts) else { return None };
    facts.retain(|_, value| !is_empty(value));
    Some(Value::Object(facts))
}

/// True for no value and for a list of none.
fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_written_as_programs_for_notes_read_them() {
        let mut extraction = Extraction {
            title: Some("A \"title\": [x]\u{85}\u{1b}[31m\u{7}\n# y".to_owned()),
            author: Some("Ann\u{9b}; Bob".to_owned()),
            publish_date: Some("2026-11-21T10:30:00+08:00".to_owned()),
            site_name: Some("Tea News".to_owned()),
            url: Some("https://example.com/a".to_owned()),
            keywords: ["green tea", "#茶", "2026", "C++"].map(str::to_owned).to_vec(),
            ..Extraction::default()
        };
        let expected = "---\ntitle: \"A \\\"title\\\": [x][31m\\n# y\"\nauthor: [\"Ann\",\"Bob\"]\ndate: 2026-11-21T10:30:00\nsource: \"Tea News\"\nurl: \"https://example.com/a\"\ntags: [\"green-tea\",\"茶\",\"C\"]\n---\n\nText.";
        assert_eq!(with_properties(&extraction, "Text."), expected);
        extraction =
            Extraction { publish_date: Some("2010-12".to_owned()), ..Extraction::default() };
        assert_eq!(with_properties(&extraction, ""), "---\ndate: \"2010-12\"\n---\n");
    }
}
