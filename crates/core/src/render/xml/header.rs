//! The start of a TEI document.

use crate::text::escape::push;

/// The contents of the header of a TEI document.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TeiHeader<'a> {
    /// The title.
    pub title: Option<&'a str>,
    /// The author.
    pub author: Option<&'a str>,
    /// The site or newspaper.
    pub publisher: Option<&'a str>,
    /// The publish date in ISO 8601.
    pub date: Option<&'a str>,
    /// Its address.
    pub url: Option<&'a str>,
    /// Its description.
    pub description: Option<&'a str>,
    /// The language.
    pub language: Option<&'a str>,
}

/// A TEI document up to its text.
pub(super) fn start(header: &TeiHeader) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n",
    );
    for (before, value, after) in [
        ("<teiHeader>\n<fileDesc>\n<titleStmt>\n<title>", header.title.or(Some("")), "</title>\n"),
        ("<author>", header.author, "</author>\n"),
        (
            "</titleStmt>\n<publicationStmt>\n<publisher>",
            header.publisher.or(Some("")),
            "</publisher>\n",
        ),
        ("<date>", header.date, "</date>\n"),
        (
            "</publicationStmt>\n<sourceDesc>\n<bibl>",
            header.url.or(Some("")),
            "</bibl>\n</sourceDesc>\n</fileDesc>\n<profileDesc>\n",
        ),
        ("<abstract><p>", header.description, "</p></abstract>\n"),
        ("<langUsage><language>", header.language, "</language></langUsage>\n"),
    ] {
        if let Some(value) = value {
            out.push_str(before);
            push(&mut out, value);
            out.push_str(after);
        }
    }
    out.push_str("</profileDesc>\n</teiHeader>\n<text>\n<body>\n<div>\n");
    out
}
