//! XML in two vocabularies. Safe HTML: only elements and attributes of the table in `tags`, only addresses that
//! [`crate::page::Addresses`] lets through, every text escaped. And that of the Text Encoding Initiative (TEI P5, modules core
//! and figures).

mod header;
mod tags;

pub(crate) use header::TeiHeader;
#[cfg(feature = "train")]
pub use tags::ALLOWED;

use super::events::{Element, Event, ends};
use crate::text::escape::{attribute, push};
use tags::{Both, Tags};

/// The article as an HTML fragment, one block per line.
pub fn html(events: &[Event]) -> String {
    let mut writer = Writer { vocabulary: HTML, out: String::new(), open: Vec::new() };
    let ends = ends(events);
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Start(Element::Paragraph) if is_lone(events, &ends, at) => writer.open.push(""),
            event => writer.event(event),
        }
    }
    writer.out.truncate(writer.out.trim_end().len());
    writer.out
}

/// The article as a TEI document.
pub(crate) fn tei(events: &[Event], header: &TeiHeader) -> String {
    let mut writer = Writer { vocabulary: TEI, out: header::start(header), open: Vec::new() };
    events.iter().for_each(|event| writer.event(event));
    writer.out.push_str("</div>\n</body>\n</text>\n</TEI>");
    writer.out
}

/// True if a paragraph is the whole of an item or cell, or its start before a list, where it needs
/// no tags.
fn is_lone(events: &[Event], ends: &[usize], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &events[before]);
    let is_first = matches!(
        before,
        Some(Event::Start(Element::Item | Element::Cell { .. } | Element::Description))
    );
    let after = events.get(ends[at] + 1);
    is_first && matches!(after, Some(Event::End | Event::Start(Element::List { .. })) | None)
}

/// The places of the vocabularies in a row of the table.
const HTML: usize = 0;
const TEI: usize = 1;

struct Writer {
    vocabulary: usize,
    out: String,
    /// The end tags of the open elements.
    open: Vec<&'static str>,
}

impl Writer {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Start(element) => self.start(element),
            Event::End => self.out.push_str(self.open.pop().unwrap_or("")),
            Event::Text(text) => push(&mut self.out, text),
            Event::LineBreak => self.out.push_str(tags::BREAK[self.vocabulary]),
            Event::Rule => self.out.push_str(tags::RULE[self.vocabulary]),
            Event::Section(_) => {}
            Event::TaskBox(is_ticked) => self.out.push_str(if *is_ticked { "☑" } else { "☐" }),
            Event::Image(image) => {
                let alt = image.alt.as_deref();
                let mut tags = tags::IMAGE[self.vocabulary];
                self.out.push_str(tags[0]);
                self.attribute(["src", "url"], Some(&image.address));
                if self.vocabulary == HTML {
                    self.attribute(["alt", ""], Some(alt.unwrap_or("")));
                } else if alt.is_some() {
                    tags = tags::DESCRIBED_IMAGE;
                }
                self.attribute(["title", ""], image.title.as_deref());
                self.number(["width", ""], image.width);
                self.number(["height", ""], image.height);
                self.rest(tags, alt.filter(|_| self.vocabulary == TEI).unwrap_or(""));
            }
            Event::Embedded(embedded) => {
                let text = embedded.title.as_deref().unwrap_or(&embedded.address);
                self.leaf(tags::LINK, ["href", "target"], Some(&embedded.address), text);
            }
            Event::Formula { latex, is_display } => {
                let tags = if *is_display { tags::DISPLAY } else { tags::FORMULA };
                self.leaf(tags, [""; 2], None, latex);
            }
            Event::Code(code) => {
                let class = code.language.as_ref().map(|language| match self.vocabulary {
                    HTML => format!("language-{language}"),
                    _ => language.clone(),
                });
                self.leaf(tags::CODE, ["class", "lang"], class.as_deref(), &code.text);
            }
            Event::FootnoteMark(label) => {
                let address = format!("#fn-{label}");
                self.leaf(tags::MARK, ["href", "target"], Some(&address), label);
            }
        }
    }

    fn start(&mut self, element: &Element) {
        let is_of_table = matches!(element, Element::Caption)
            && self.vocabulary == HTML
            && self.open.last() == Some(&"</table>\n");
        let tags = if is_of_table { tags::CAPTION } else { tags::of(element)[self.vocabulary] };
        self.out.push_str(tags[0]);
        match element {
            Element::Heading(level) => self.attribute(["", "subtype"], Some(&format!("h{level}"))),
            Element::List { start } => {
                self.number(["start", ""], start.filter(|number| *number != 1));
            }
            Element::Cell { columns, rows, .. } => {
                self.number(["colspan", "cols"], Some(*columns).filter(|span| *span > 1));
                self.number(["rowspan", "rows"], Some(*rows).filter(|span| *span > 1));
            }
            Element::Footnote(label) => {
                self.attribute(["id", "xml:id"], Some(&format!("fn-{label}")));
            }
            Element::Link(link) => {
                self.attribute(["href", "target"], Some(&link.address));
                self.attribute(["title", ""], link.title.as_deref());
            }
            _ => {}
        }
        self.out.push_str(tags[1]);
        self.open.push(tags[2]);
    }

    /// Writes an element that holds nothing but a text.
    fn leaf(&mut self, tags: Both<Tags>, names: Both<&str>, value: Option<&str>, text: &str) {
        let tags = tags[self.vocabulary];
        self.out.push_str(tags[0]);
        self.attribute(names, value);
        self.rest(tags, text);
    }

    /// Writes what follows the attributes of an element that holds nothing but a text.
    fn rest(&mut self, tags: Tags, text: &str) {
        self.out.push_str(tags[1]);
        push(&mut self.out, text);
        self.out.push_str(tags[2]);
    }

    /// Writes an attribute, if it has a value and the vocabulary a name for it.
    fn attribute(&mut self, names: Both<&str>, value: Option<&str>) {
        let name = names[self.vocabulary];
        if let Some(value) = value.filter(|_| !name.is_empty()) {
            attribute(&mut self.out, name, value);
        }
    }

    fn number(&mut self, names: Both<&str>, value: Option<impl ToString>) {
        self.attribute(names, value.map(|number| number.to_string()).as_deref());
    }
}
