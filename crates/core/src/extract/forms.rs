//! The table of the forms that an article is written in.

use super::chunks::{self, ChunkSource};
use super::extraction::Extraction;
use super::warnings::Warning;
use crate::limits::Work;
use crate::options::Options;
use crate::render::events::Event;
use crate::render::{self, Form, TeiHeader};
use crate::text::reading::reading;
use crate::text::without_room;

/// A row of the table of forms.
#[derive(Debug)]
#[non_exhaustive]
pub struct FormInfo {
    /// The form.
    pub form: Form,
    /// Its name for users.
    pub name: &'static str,
    /// Other names that users may give.
    pub aliases: &'static [&'static str],
    /// Its description in a line.
    pub description: &'static str,
    /// The field of an extraction that holds it; JSON is the whole extraction.
    pub field: Option<&'static str>,
    /// Its media type, if a document can be written in it.
    pub media_type: Option<&'static str>,
    /// The ending of files that hold one article each.
    pub ending: Option<&'static str>,
    /// True if a document in it shows the fields too.
    pub has_fields: bool,
    /// Writes it from the article's events.
    write: fn(&mut Extraction, &[Event], &Options),
    /// The document, if the extraction has it.
    read: fn(&Extraction) -> Option<&str>,
}

impl FormInfo {
    const fn new(form: Form, name: &'static str, description: &'static str) -> Self {
        Self {
            form,
            name,
            description,
            field: Some(name),
            aliases: &[],
            media_type: None,
            ending: None,
            has_fields: false,
            write: |_, _, _| {},
            read: |_| None,
        }
    }

    /// True if it is written only when it is asked for.
    pub fn is_on_request(&self) -> bool {
        self.field.is_some() && self.form != Form::Text
    }
}

/// Every form.
pub const FORMS: &[FormInfo] = &[
    FormInfo {
        aliases: &["txt"],
        media_type: Some("text/plain; charset=utf-8"),
        ending: Some("txt"),
        read: |found| Some(&found.text),
        ..FormInfo::new(Form::Text, "text", "The main text")
    },
    FormInfo {
        aliases: &["md"],
        media_type: Some("text/markdown; charset=utf-8"),
        ending: Some("md"),
        write: |found, events, options| {
            let events = render::with_product(events, found.product.as_ref(), &found.text);
            found.markdown = Some(without_room(match options.title_heading {
                true => render::markdown(&render::titled(&events, found.title.as_deref())),
                false => render::markdown(&events),
            }));
        },
        read: |found| found.markdown.as_deref(),
        ..FormInfo::new(Form::Markdown, "markdown", "GitHub Flavored Markdown")
    },
    FormInfo {
        media_type: Some("text/html; charset=utf-8"),
        ending: Some("html"),
        write: |found, events, _| {
            let events = render::with_product(events, found.product.as_ref(), &found.text);
            found.html = Some(without_room(render::html(&events)));
        },
        read: |found| found.html.as_deref(),
        ..FormInfo::new(Form::Html, "html", "Safe HTML")
    },
    FormInfo {
        write: |found, events, _| found.body = Some(render::tree(events)),
        ..FormInfo::new(Form::Body, "body", "A tree of blocks")
    },
    FormInfo {
        field: None,
        media_type: Some("application/json"),
        has_fields: true,
        ..FormInfo::new(Form::Json, "json", "All fields of a page as one object")
    },
    FormInfo {
        aliases: &["xml", "tei", "xmltei"],
        field: Some("tei"),
        media_type: Some("application/tei+xml; charset=utf-8"),
        ending: Some("xml"),
        has_fields: true,
        write: |found, events, _| {
            found.tei = Some(without_room(render::tei(events, &header(found))));
        },
        read: |found| found.tei.as_deref(),
        ..FormInfo::new(
            Form::Tei,
            "xml-tei",
            "XML in the vocabulary of the Text Encoding Initiative",
        )
    },
    FormInfo {
        field: Some("page_html"),
        media_type: Some("text/html; charset=utf-8"),
        ending: Some("html"),
        // Made of the page itself, not of the article's events.
        read: |found| found.page_html.as_deref(),
        ..FormInfo::new(
            Form::PageHtml,
            "page-html",
            "The page itself without its noise: with its styles, images by absolute addresses, nothing that runs",
        )
    },
];

impl Form {
    /// Its row of the table.
    pub fn info(self) -> &'static FormInfo {
        FORMS.iter().find(|info| info.form == self).unwrap_or(&FORMS[0])
    }

    /// The form of a name or of another name for it.
    pub fn from_name(name: &str) -> Option<Self> {
        let info = FORMS.iter().find(|info| info.name == name || info.aliases.contains(&name));
        info.map(|info| info.form)
    }
}

fn header(found: &Extraction) -> TeiHeader<'_> {
    TeiHeader {
        title: found.title.as_deref(),
        author: found.author.as_deref(),
        publisher: found.publisher.as_ref().or(found.site_name.as_ref()).map(String::as_str),
        date: found.publish_date.as_deref(),
        url: found.url.as_deref(),
        description: found.description.as_deref(),
        language: found.language.as_deref(),
    }
}

impl Extraction {
    /// The article as a document in this form; `None` if it was not asked for, and for the forms that are no text.
    pub fn written(&self, form: Form) -> Option<&str> {
        (form.info().read)(self)
    }

    /// Narrows the text to what answers the query, if there is one. Returns the events that are left then.
    pub(super) fn narrow<'a>(
        &mut self,
        events: &[Event<'a>],
        source: &ChunkSource,
        options: &Options,
        work: &Work,
    ) -> Option<Vec<Event<'a>>> {
        let query = options.query.as_ref()?;
        let (best, chunks) = chunks::answering(events, source, options, (query, work));
        if best.text.is_empty() && !self.text.is_empty() {
            self.warnings.push(Warning::NoMatch);
        }
        (self.text, self.chunks) = (best.text, chunks);
        let reading = reading(&self.text);
        (self.word_count, self.reading_minutes) = (reading.words, reading.minutes);
        Some(best.events)
    }

    /// Writes the requested forms of the article, until the work is over.
    pub(super) fn write(&mut self, events: &[Event], options: &Options, work: &Work) {
        let wanted = FORMS.iter().filter(|info| options.outputs.has(info.form));
        for info in wanted.take_while(|_| work.goes_on(events.len())) {
            (info.write)(self, events, options);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_has_a_row_of_its_own() {
        for info in FORMS {
            assert_eq!(info.form.info().name, info.name);
            for name in [&[info.name][..], info.aliases].concat() {
                assert_eq!(Form::from_name(name), Some(info.form), "{name}");
            }
        }
    }
}
