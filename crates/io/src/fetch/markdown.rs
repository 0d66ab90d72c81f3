//! Markdown answers as pages: some servers answer programs with the Markdown of an article.

use std::fmt::Write;

use pulldown_cmark::{Options, Parser, html};
use zhengwen_page::text::escape::escaped;

/// True if a media type is that of Markdown.
pub(super) fn is_markdown(kind: &str) -> bool {
    matches!(kind, "text/markdown" | "text/x-markdown")
}

/// The names of front matter that are understood, and the elements that they become.
const FIELDS: &[(&[&str], &str)] = &[
    (&["author", "authors"], "name=\"author\""),
    (&["date", "published", "publish_date"], "property=\"article:published_time\""),
    (&["modified", "updated", "lastmod"], "property=\"article:modified_time\""),
    (&["description", "summary"], "name=\"description\""),
    (&["site", "site_name"], "property=\"og:site_name\""),
];

/// The Markdown as an HTML page whose body is one article. Its front matter becomes the head.
pub(super) fn page(markdown: &str) -> String {
    let (fields, body) = front_matter(markdown.trim_start_matches('\u{feff}'));
    let value = |names: &[&str]| {
        let field = fields.iter().find(|(name, _)| names.contains(&name.as_str()));
        field.map(|(_, value)| escaped(value)).filter(|value| !value.is_empty())
    };
    let mut out = String::from("<!DOCTYPE html>\n<html");
    if let Some(language) = value(&["lang", "language"]) {
        let _ = write!(out, " lang=\"{language}\"");
    }
    out.push_str("><head><meta charset=\"utf-8\">");
    let title = value(&["title"]);
    if let Some(title) = &title {
        let _ = write!(out, "<title>{title}</title>");
    }
    for (names, attribute) in FIELDS {
        if let Some(value) = value(names) {
            let _ = write!(out, "<meta {attribute} content=\"{value}\">");
        }
    }
    out.push_str("</head>\n<body><article>\n");
    if let Some(title) = title.filter(|_| !body.trim_start().starts_with("# ")) {
        let _ = writeln!(out, "<h1>{title}</h1>");
    }
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    html::push_html(&mut out, Parser::new_ext(body, options));
    out.push_str("</article></body></html>\n");
    out
}

/// The fields between two lines of `---` at the start, and the rest.
fn front_matter(markdown: &str) -> (Vec<(String, String)>, &str) {
    let Some(rest) = markdown.strip_prefix("---").map(|rest| rest.trim_start_matches('\r')) else {
        return (Vec::new(), markdown);
    };
    let Some(rest) = rest.strip_prefix('\n') else { return (Vec::new(), markdown) };
    let mut fields = Vec::new();
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        let line = line.trim_end();
        if line == "---" {
            return (fields, &rest[at..]);
        }
        if let Some((name, value)) = line.split_once(':') {
            let value = value.trim();
            let bare = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
            let value = bare.map_or(value.to_owned(), |bare| bare.replace("\\\"", "\""));
            fields.push((name.trim().to_ascii_lowercase(), value));
        }
    }
    (Vec::new(), markdown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_becomes_the_head() {
        let html = page(
            "---\ntitle: \"A <b> \\\"c\\\"\"\nauthor: 王芳\ndate: 2026-03-01\n---\n\nText *of* it.\n",
        );
        assert!(html.contains("<title>A &lt;b&gt; &quot;c&quot;</title>"), "{html}");
        assert!(html.contains("<meta name=\"author\" content=\"王芳\">"), "{html}");
        assert!(
            html.contains("<h1>A &lt;b&gt; &quot;c&quot;</h1>\n<p>Text <em>of</em> it.</p>"),
            "{html}"
        );
    }

    #[test]
    fn what_is_no_front_matter_is_text() {
        for text in ["---\n\nno end: here\n", "--- a\n---\n", "-- \n"] {
            assert_eq!(front_matter(text), (Vec::new(), text));
        }
        assert!(page("# A title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n").contains("<table>"));
    }
}
