//! XML in the vocabulary of the Text Encoding Initiative (TEI P5, modules core and figures).

use super::events::{CodeBlock, Element, Event};
use crate::text::escape::{attribute, push, spans};

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

/// The article as a TEI document.
pub(crate) fn tei(events: &[Event], header: &TeiHeader) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n",
    );
    push_header(&mut out, header);
    out.push_str("<text>\n<body>\n<div>\n");
    let mut open: Vec<&str> = Vec::new();
    for event in events {
        match event {
            Event::Start(element) => open.push(start(&mut out, element)),
            Event::End => out.push_str(open.pop().unwrap_or("")),
            Event::Text(text) => push(&mut out, text),
            Event::LineBreak => out.push_str("<lb/>"),
            Event::Image(image) => {
                out.push_str("<graphic");
                attribute(&mut out, "url", &image.address);
                match &image.alt {
                    None => out.push_str("/>"),
                    Some(alt) => {
                        out.push_str("><desc>");
                        push(&mut out, alt);
                        out.push_str("</desc></graphic>");
                    }
                }
            }
            Event::Embedded(embedded) => {
                out.push_str("<ref");
                attribute(&mut out, "target", &embedded.address);
                out.push('>');
                push(&mut out, embedded.title.as_deref().unwrap_or(&embedded.address));
                out.push_str("</ref>");
            }
            Event::Formula { latex, .. } => {
                out.push_str("<formula notation=\"tex\">");
                push(&mut out, latex);
                out.push_str("</formula>");
            }
            Event::Code(code) => {
                let CodeBlock { language, text } = &**code;
                out.push_str("<ab type=\"code\"><code");
                if let Some(language) = language {
                    attribute(&mut out, "lang", language);
                }
                out.push_str(" xml:space=\"preserve\">");
                push(&mut out, text);
                out.push_str("</code></ab>\n");
            }
            Event::TaskBox(is_ticked) => out.push_str(if *is_ticked { "☑" } else { "☐" }),
            Event::Rule => out.push_str("<milestone unit=\"section\" rendition=\"rule\"/>\n"),
            Event::FootnoteMark(label) => {
                out.push_str("<ref");
                attribute(&mut out, "target", &format!("#fn-{label}"));
                out.push('>');
                push(&mut out, label);
                out.push_str("</ref>");
            }
        }
    }
    out.push_str("</div>\n</body>\n</text>\n</TEI>");
    out
}

fn push_header(out: &mut String, header: &TeiHeader) {
    let mut field = |before: &str, value: Option<&str>, after: &str| {
        if let Some(value) = value {
            out.push_str(before);
            push(out, value);
            out.push_str(after);
        }
    };
    field("<teiHeader>\n<fileDesc>\n<titleStmt>\n<title>", header.title.or(Some("")), "</title>\n");
    field("<author>", header.author, "</author>\n");
    field(
        "</titleStmt>\n<publicationStmt>\n<publisher>",
        header.publisher.or(Some("")),
        "</publisher>\n",
    );
    field("<date>", header.date, "</date>\n");
    field(
        "</publicationStmt>\n<sourceDesc>\n<bibl>",
        header.url.or(Some("")),
        "</bibl>\n</sourceDesc>\n</fileDesc>\n<profileDesc>\n",
    );
    field("<abstract><p>", header.description, "</p></abstract>\n");
    field("<langUsage><language>", header.language, "</language></langUsage>\n");
    out.push_str("</profileDesc>\n</teiHeader>\n");
}

/// Writes a start tag and returns the matching end tag.
fn start(out: &mut String, element: &Element) -> &'static str {
    match element {
        Element::List { start } => {
            out.push_str(if start.is_some() { "<list rend=\"numbered\">\n" } else { "<list>\n" });
            "</list>\n"
        }
        Element::Cell { is_header, columns, rows, .. } => {
            out.push_str("<cell");
            if *is_header {
                attribute(out, "role", "label");
            }
            spans(out, [("cols", *columns), ("rows", *rows)]);
            out.push('>');
            "</cell>"
        }
        Element::Link(link) => {
            out.push_str("<ref");
            attribute(out, "target", &link.address);
            out.push('>');
            "</ref>"
        }
        Element::Footnote(label) => {
            out.push_str("<note place=\"foot\"");
            attribute(out, "xml:id", &format!("fn-{label}"));
            out.push('>');
            "</note>\n"
        }
        Element::Heading(level) => {
            out.push_str("<ab type=\"head\"");
            attribute(out, "subtype", &format!("h{level}"));
            out.push('>');
            "</ab>\n"
        }
        element => {
            let (start, end) = plain_tags(element);
            out.push_str(start);
            end
        }
    }
}

/// The tags of elements without attributes of their own.
fn plain_tags(element: &Element) -> (&'static str, &'static str) {
    match element {
        Element::Item => ("<item>", "</item>\n"),
        Element::Quote => ("<quote>\n", "</quote>\n"),
        Element::DefinitionList => ("<list type=\"gloss\">\n", "</list>\n"),
        Element::Term => ("<label>", "</label>\n"),
        Element::Description => ("<item>", "</item>\n"),
        Element::Table => ("<table>\n", "</table>\n"),
        Element::Row => ("<row>", "</row>\n"),
        Element::Figure => ("<figure>\n", "</figure>\n"),
        Element::Caption => ("<head>", "</head>\n"),
        Element::Strong => ("<hi rend=\"bold\">", "</hi>"),
        Element::Emphasis => ("<hi rend=\"italic\">", "</hi>"),
        Element::InlineQuote { .. } => ("<q>", "</q>"),
        Element::Strikethrough => ("<del>", "</del>"),
        Element::InlineCode => ("<code>", "</code>"),
        Element::Subscript => ("<hi rend=\"subscript\">", "</hi>"),
        Element::Superscript => ("<hi rend=\"superscript\">", "</hi>"),
        Element::Ruby => ("<ruby>", "</ruby>"),
        Element::RubyText => ("<rt>", "</rt>"),
        _ => ("<p>", "</p>\n"),
    }
}
