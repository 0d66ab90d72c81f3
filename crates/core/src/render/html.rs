//! Writes safe HTML: only elements and attributes listed in this file, only addresses that
//! [`crate::page::Addresses`] lets through, every text escaped.

use super::events::{Element, Event, ends};
use crate::page::media::{Embedded, Image};
use crate::text::escape::{attribute, push, spans};

/// The allow-list: the elements that [`html`] writes, with their attributes.
pub const ALLOWED: &[(&str, &[&str])] = &[
    ("a", &["href", "title"]),
    ("blockquote", &[]),
    ("br", &[]),
    ("caption", &[]),
    ("code", &["class"]),
    ("dd", &[]),
    ("del", &[]),
    ("div", &["id"]),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("figcaption", &[]),
    ("figure", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("hr", &[]),
    ("img", &["alt", "height", "src", "title", "width"]),
    ("li", &[]),
    ("ol", &["start"]),
    ("p", &[]),
    ("pre", &[]),
    ("q", &[]),
    ("rp", &[]),
    ("rt", &[]),
    ("ruby", &[]),
    ("span", &["class"]),
    ("strong", &[]),
    ("sub", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan"]),
    ("tr", &[]),
    ("ul", &[]),
];

/// The article as an HTML fragment, one block per line.
pub fn html(events: &[Event]) -> String {
    let ends = ends(events);
    let mut out = String::new();
    // The end tags of the open elements.
    let mut open: Vec<&str> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(element) => {
                let is_lone = matches!(element, Element::Paragraph) && is_lone(events, &ends, at);
                let is_of_table =
                    matches!(element, Element::Caption) && open.last() == Some(&"</table>\n");
                open.push(if is_lone {
                    ""
                } else if is_of_table {
                    out.push_str("<caption>");
                    "</caption>\n"
                } else {
                    start(&mut out, element)
                });
            }
            Event::End => out.push_str(open.pop().unwrap_or("")),
            Event::Text(text) => push(&mut out, text),
            Event::LineBreak => out.push_str("<br>\n"),
            Event::Image(image) => push_image(&mut out, image),
            Event::Embedded(embedded) => push_embedded(&mut out, embedded),
            Event::Formula { latex, is_display } => push_formula(&mut out, latex, *is_display),
            Event::Code(code) => push_code(&mut out, code.language.as_deref(), &code.text),
            Event::TaskBox(is_ticked) => out.push_str(if *is_ticked { "☑" } else { "☐" }),
            Event::Rule => out.push_str("<hr>\n"),
            Event::FootnoteMark(label) => {
                out.push_str("<sup><a");
                attribute(&mut out, "href", &format!("#fn-{label}"));
                out.push('>');
                push(&mut out, label);
                out.push_str("</a></sup>");
            }
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// True if a paragraph is the whole of an item or cell, or its start before a list, where it needs
/// no tags.
fn is_lone(events: &[Event], ends: &[usize], at: usize) -> bool {
    let holds = |event: &Event| {
        matches!(event, Event::Start(Element::Item | Element::Cell { .. } | Element::Description))
    };
    let is_first = at.checked_sub(1).is_some_and(|before| holds(&events[before]));
    let after = events.get(ends[at] + 1);
    is_first && matches!(after, Some(Event::End | Event::Start(Element::List { .. })) | None)
}

/// Writes a start tag and returns the matching end tag.
fn start(out: &mut String, element: &Element) -> &'static str {
    match element {
        Element::Heading(level) => {
            let level = usize::from(level.saturating_sub(1)).min(5);
            out.push_str(["<h1>", "<h2>", "<h3>", "<h4>", "<h5>", "<h6>"][level]);
            ["</h1>\n", "</h2>\n", "</h3>\n", "</h4>\n", "</h5>\n", "</h6>\n"][level]
        }
        Element::List { start: Some(number) } => {
            out.push_str("<ol");
            if *number != 1 {
                attribute(out, "start", &number.to_string());
            }
            out.push_str(">\n");
            "</ol>\n"
        }
        Element::Cell { is_header, columns, rows, .. } => {
            out.push_str(if *is_header { "<th" } else { "<td" });
            spans(out, [("colspan", *columns), ("rowspan", *rows)]);
            out.push('>');
            if *is_header { "</th>" } else { "</td>" }
        }
        Element::Footnote(label) => {
            out.push_str("<div");
            attribute(out, "id", &format!("fn-{label}"));
            out.push_str(">\n");
            "</div>\n"
        }
        Element::Link(link) => {
            out.push_str("<a");
            attribute(out, "href", &link.address);
            if let Some(title) = &link.title {
                attribute(out, "title", title);
            }
            out.push('>');
            "</a>"
        }
        element => {
            let (start, end) = plain_tags(element);
            out.push_str(start);
            end
        }
    }
}

/// The tags of elements without attributes.
fn plain_tags(element: &Element) -> (&'static str, &'static str) {
    match element {
        Element::List { .. } => ("<ul>\n", "</ul>\n"),
        Element::Item => ("<li>", "</li>\n"),
        Element::Quote => ("<blockquote>\n", "</blockquote>\n"),
        Element::DefinitionList => ("<dl>\n", "</dl>\n"),
        Element::Term => ("<dt>", "</dt>\n"),
        Element::Description => ("<dd>", "</dd>\n"),
        Element::Table => ("<table>\n", "</table>\n"),
        Element::Row => ("<tr>", "</tr>\n"),
        Element::Figure => ("<figure>\n", "</figure>\n"),
        Element::Caption => ("<figcaption>", "</figcaption>\n"),
        Element::Strong => ("<strong>", "</strong>"),
        Element::Emphasis => ("<em>", "</em>"),
        Element::InlineQuote { .. } => ("<q>", "</q>"),
        Element::Strikethrough => ("<del>", "</del>"),
        Element::InlineCode => ("<code>", "</code>"),
        Element::Subscript => ("<sub>", "</sub>"),
        Element::Superscript => ("<sup>", "</sup>"),
        Element::Ruby => ("<ruby>", "</ruby>"),
        Element::RubyText => ("<rp>(</rp><rt>", "</rt><rp>)</rp>"),
        _ => ("<p>", "</p>\n"),
    }
}

fn push_image(out: &mut String, image: &Image) {
    out.push_str("<img");
    attribute(out, "src", &image.address);
    attribute(out, "alt", image.alt.as_deref().unwrap_or(""));
    if let Some(title) = &image.title {
        attribute(out, "title", title);
    }
    for (name, size) in [("width", image.width), ("height", image.height)] {
        if let Some(size) = size {
            attribute(out, name, &size.to_string());
        }
    }
    out.push('>');
}

fn push_embedded(out: &mut String, embedded: &Embedded) {
    out.push_str("<a");
    attribute(out, "href", &embedded.address);
    out.push('>');
    push(out, embedded.title.as_deref().unwrap_or(&embedded.address));
    out.push_str("</a>");
}

fn push_formula(out: &mut String, latex: &str, is_display: bool) {
    let (start, end) = if is_display {
        ("<span class=\"math display\">\\[", "\\]</span>")
    } else {
        ("<span class=\"math inline\">\\(", "\\)</span>")
    };
    out.push_str(start);
    push(out, latex);
    out.push_str(end);
}

fn push_code(out: &mut String, language: Option<&str>, text: &str) {
    out.push_str("<pre><code");
    if let Some(language) = language {
        attribute(out, "class", &format!("language-{language}"));
    }
    out.push('>');
    push(out, text);
    out.push_str("</code></pre>\n");
}
