//! An article as an HTML page to keep: it needs only its pictures.

use zhengwen::{Direction, Extraction};
use zhengwen_page::text::escape::escaped;

use crate::reading::{self, set_for_reading};

/// The page around the article.
const STYLE: &str = include_str!("article.css");

/// The article's HTML document, with a style of its own, and who wrote it when and where.
pub(super) fn page(article: &Extraction) -> String {
    let mut readable = article.clone();
    readable.html = set_for_reading(article);
    let document = zhengwen::html_document(&readable);
    let head = format!(
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n{STYLE}{}</style>\n</head>",
        reading::STYLE
    );
    let document = document.replacen("</head>", &head, 1);
    let body = body_of(article);
    let document = document.replacen("<body>", body, 1);
    let byline = byline(article);
    match document.find("</h1>\n").filter(|_| article.title.is_some()) {
        Some(at) => {
            let (before, after) = document.split_at(at + "</h1>\n".len());
            format!("{before}{byline}{after}")
        }
        None => document.replacen(&format!("{body}\n"), &format!("{body}\n{byline}"), 1),
    }
}

/// The tag of the body, in the direction of the text.
pub(super) fn body_of(article: &Extraction) -> &'static str {
    match article.direction {
        Some(Direction::Rtl) => "<body class=\"reading\" dir=\"rtl\">",
        _ => "<body class=\"reading\">",
    }
}

/// Author, source and day of an article, as HTML.
pub(super) fn credits(article: &Extraction) -> Vec<String> {
    let day = article.publish_date.as_deref().map(|date| date.get(..10).unwrap_or(date));
    let parts = [article.author.as_deref(), article.source.as_deref(), day];
    let mut parts: Vec<String> = parts.into_iter().flatten().map(escaped).collect();
    parts.dedup();
    parts
}

/// Parts as the line under a title; nothing if there are none.
pub(super) fn line_of(parts: &[String]) -> String {
    match parts.is_empty() {
        true => String::new(),
        false => format!("<p class=\"byline\">{}</p>\n", parts.join("<i> · </i>")),
    }
}

/// The line under the title: who wrote the article, where and when, and a link to the original.
fn byline(article: &Extraction) -> String {
    let mut parts = credits(article);
    if let Some(url) = article.url.as_deref().filter(|url| url.starts_with("http")) {
        let url = escaped(url);
        parts.push(format!("<a href=\"{url}\">{url}</a>"));
    }
    line_of(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_a_style_and_tells_where_it_is_from() {
        let mut article = zhengwen::extract(b"<p>One sentence. And two.");
        article.html = Some("<p>One sentence. And two.</p>".to_owned());
        article.title = Some("</head> & <b>".to_owned());
        article.author = Some("A <b>".to_owned());
        article.publish_date = Some("2026-03-05T09:30:00+08:00".to_owned());
        article.url = Some("https://a.example/?a=1&b=2".to_owned());
        let html = page(&article);
        assert_eq!((html.matches("<style>").count(), html.matches("</head>").count()), (1, 1));
        let byline = "</h1>\n<p class=\"byline\">A &lt;b&gt;<i> · </i>2026-03-05<i> · </i><a href=\"https://a.example/?a=1&amp;b=2\">";
        assert!(html.contains(byline), "{html}");
        article.title = None;
        assert!(page(&article).contains("<body class=\"reading\">\n<p class=\"byline\">"));
        article.direction = Some(Direction::Rtl);
        assert!(
            page(&article).contains("<body class=\"reading\" dir=\"rtl\">\n<p class=\"byline\">")
        );
    }
}
