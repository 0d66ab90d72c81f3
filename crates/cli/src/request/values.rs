//! The values of requests.

use zhengwen::unstable::dom::is_known_label;
use zhengwen::unstable::render::{PARTS, SetPart};
use zhengwen::{
    Extraction, Favor, Limits, METHODS, Method, MethodOptions, Moment, Outputs, Parts, Selector,
};

use super::text::{FromText, no_name};

impl FromText for Method {
    fn names() -> Vec<(&'static str, &'static str)> {
        METHODS.iter().map(|info| (info.name, "")).collect()
    }

    fn from_text(text: &str) -> Result<Self, String> {
        Self::from_name(text).ok_or_else(|| no_name::<Self>(text))
    }
}

impl FromText for Favor {
    fn names() -> Vec<(&'static str, &'static str)> {
        vec![
            ("balance", "Both errors weigh the same"),
            ("precision", "Lose text rather than keep what is not of the article"),
            ("recall", "Keep too much rather than lose text"),
        ]
    }

    fn from_text(text: &str) -> Result<Self, String> {
        match text {
            "balance" => Ok(Self::Balance),
            "precision" => Ok(Self::Precision),
            "recall" => Ok(Self::Recall),
            _ => Err(no_name::<Self>(text)),
        }
    }
}

impl FromText for Selector {
    fn from_text(text: &str) -> Result<Self, String> {
        Self::parse(text).map_err(|error| error.to_string())
    }
}

impl FromText for Moment {
    fn from_text(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a date; try 2026-11-21 or 2026-11-21T10:30");
        Self::parse(text).ok_or_else(wrong)
    }
}

/// The label of an encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Encoding(pub(crate) String);

impl FromText for Encoding {
    fn from_text(text: &str) -> Result<Self, String> {
        let wrong = "is not an encoding; try utf-8, gb18030, big5, shift_jis, windows-1252";
        let is_known = is_known_label(text);
        is_known.then(|| Self(text.to_owned())).ok_or_else(|| format!("{text:?} {wrong}"))
    }
}

/// An option of a method and its value; they fit each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Setting {
    name: String,
    value: String,
}

impl Setting {
    /// `METHOD.OPTION`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The method that has the option.
    pub(crate) fn method(&self) -> &str {
        self.name.split('.').next().unwrap_or("")
    }

    /// Sets the option.
    pub(crate) fn apply(&self, options: &mut MethodOptions) {
        // It was set once, when it was read.
        let _ = options.set(&self.name, &self.value);
    }
}

impl FromText for Setting {
    fn from_text(text: &str) -> Result<Self, String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=VALUE"))?;
        MethodOptions::default().set(name, value).map_err(|error| error.to_string())?;
        Ok(Self { name: name.to_owned(), value: value.to_owned() })
    }
}

/// A limit on what one page may cost and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LimitSetting {
    name: String,
    value: u64,
}

impl LimitSetting {
    /// Sets the limit.
    pub(crate) fn apply(&self, limits: &mut Limits) {
        // It was set once, when it was read.
        let _ = limits.set(&self.name, self.value);
    }
}

impl FromText for LimitSetting {
    fn from_text(text: &str) -> Result<Self, String> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("{text:?} is not NAME=N"))?;
        let value = value.parse().map_err(|_| format!("{value:?} is not a whole number"))?;
        Limits::default().set(name, value).map_err(|error| error.to_string())?;
        Ok(Self { name: name.to_owned(), value })
    }
}

/// The maximum number of characters of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChunkSize(pub(crate) u32);

/// Chunks of fewer characters hold no sentence; of more, any page.
const CHUNK_SIZES: std::ops::RangeInclusive<u32> = 50..=10_000_000;

impl FromText for ChunkSize {
    fn from_text(text: &str) -> Result<Self, String> {
        let size = text.parse().ok().filter(|size| CHUNK_SIZES.contains(size));
        let (least, most) = (CHUNK_SIZES.start(), CHUNK_SIZES.end());
        size.map(Self).ok_or_else(|| format!("{text:?} is not a number from {least} to {most}"))
    }
}

/// A part of an article that can be left out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part(SetPart);

impl Part {
    /// Switches the part on or off.
    pub(crate) fn switch(self, parts: &mut Parts, on: bool) {
        (self.0)(parts, on);
    }
}

impl FromText for Part {
    fn names() -> Vec<(&'static str, &'static str)> {
        PARTS.iter().map(|(name, _)| (*name, "")).collect()
    }

    fn from_text(text: &str) -> Result<Self, String> {
        let part = PARTS.iter().find(|(name, _)| *name == text);
        part.map(|(_, set)| Self(*set)).ok_or_else(|| no_name::<Self>(text))
    }
}

/// A form of an article that JSON holds beside its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Markdown,
    Html,
    Body,
    XmlTei,
    PageHtml,
}

impl Form {
    /// Asks for the form.
    pub(crate) fn ask(self, outputs: &mut Outputs) {
        match self {
            Self::Markdown => outputs.markdown = true,
            Self::Html => outputs.html = true,
            Self::Body => outputs.body = true,
            Self::XmlTei => outputs.tei = true,
            Self::PageHtml => outputs.page_html = true,
        }
    }
}

/// Forms by name.
const FORMS: &[(&str, Form, &str)] = &[
    ("markdown", Form::Markdown, "GitHub Flavored Markdown"),
    ("html", Form::Html, "Safe HTML"),
    ("body", Form::Body, "A tree of blocks"),
    ("xml-tei", Form::XmlTei, "XML-TEI"),
    ("page-html", Form::PageHtml, "The page itself without its noise"),
];

impl FromText for Form {
    fn names() -> Vec<(&'static str, &'static str)> {
        FORMS.iter().map(|(name, _, help)| (*name, *help)).collect()
    }

    fn from_text(text: &str) -> Result<Self, String> {
        let form = FORMS.iter().find(|(name, ..)| *name == text);
        form.map(|(_, form, _)| *form).ok_or_else(|| no_name::<Self>(text))
    }
}

/// What is written of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Markdown,
    Html,
    PageHtml,
    Json,
    XmlTei,
}

/// Formats by name, with their media types.
const FORMATS: &[(&str, Format, &str, &str)] = &[
    ("text", Format::Text, "text/plain; charset=utf-8", "The main text"),
    ("markdown", Format::Markdown, "text/markdown; charset=utf-8", "GitHub Flavored Markdown"),
    ("html", Format::Html, "text/html; charset=utf-8", "Safe HTML"),
    (
        "page-html",
        Format::PageHtml,
        "text/html; charset=utf-8",
        "The page itself without its noise: with its styles, images by absolute addresses, nothing that runs",
    ),
    ("json", Format::Json, "application/json", "All fields of a page as one object"),
    (
        "xml-tei",
        Format::XmlTei,
        "application/tei+xml; charset=utf-8",
        "XML in the vocabulary of the Text Encoding Initiative",
    ),
];

impl FromText for Format {
    fn names() -> Vec<(&'static str, &'static str)> {
        FORMATS.iter().map(|(name, .., help)| (*name, *help)).collect()
    }

    fn aliases() -> &'static [(&'static str, &'static str)] {
        &[("txt", "text"), ("md", "markdown"), ("xml", "xml-tei"), ("tei", "xml-tei")]
    }

    fn from_text(text: &str) -> Result<Self, String> {
        let alias = Self::aliases().iter().find(|(alias, _)| *alias == text);
        let name = alias.map_or(text, |(_, name)| name);
        let format = FORMATS.iter().find(|(own, ..)| *own == name);
        format.map(|(_, format, ..)| *format).ok_or_else(|| no_name::<Self>(text))
    }
}

impl Format {
    /// The format of a media type.
    pub(crate) fn of_media_type(kind: &str) -> Option<Self> {
        let is_kind = |own: &str| own.split(';').next() == Some(kind.trim());
        FORMATS.iter().find(|(_, _, own, _)| is_kind(own)).map(|(_, format, ..)| *format)
    }

    /// Its media type.
    pub(crate) fn media_type(self) -> &'static str {
        let own = FORMATS.iter().find(|(_, format, ..)| *format == self);
        own.map_or("text/plain; charset=utf-8", |(_, _, kind, _)| *kind)
    }

    /// Asks for what the format writes.
    pub(crate) fn ask(self, outputs: &mut Outputs) {
        match self {
            Self::Markdown => outputs.markdown = true,
            Self::Html => outputs.html = true,
            Self::XmlTei => outputs.tei = true,
            Self::PageHtml => outputs.page_html = true,
            Self::Text | Self::Json => {}
        }
    }

    /// Whether the format shows fields; of others the request decides.
    pub(crate) fn has_fields(self) -> bool {
        matches!(self, Self::Json | Self::XmlTei)
    }

    /// The page in this format, without fields before it.
    pub(super) fn write(self, found: &Extraction) -> serde_json::Result<String> {
        Ok(match self {
            Self::Json => return serde_json::to_string(found),
            Self::Text => found.text.clone(),
            Self::Markdown => found.markdown.clone().unwrap_or_default(),
            Self::Html => found.html.clone().unwrap_or_default(),
            Self::PageHtml => found.page_html.clone().unwrap_or_default(),
            Self::XmlTei => found.tei.clone().unwrap_or_default(),
        })
    }
}
