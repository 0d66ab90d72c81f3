//! The pipeline, as a table of contents: decode, parse and segment, judge, select, metadata.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::decode::{self, Decoding, Hints};
use crate::dom::ParseReport;
use crate::meta::{self, Metadata};
use crate::methods::{PageGroup, Verdict};
use crate::options::Options;
use crate::page::Page;
use crate::render;
use crate::select::{self, Content};

/// What was found on a page. Always returned; a page without main text has an empty `text` and a
/// warning.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Extraction {
    /// The address that the caller gave.
    pub url: Option<String>,
    /// The title without the site's name.
    pub title: Option<String>,
    /// ISO 8601, as exact as the page is.
    pub publish_date: Option<String>,
    /// The date as the page writes it.
    pub publish_date_raw: Option<String>,
    /// The language that the page declares.
    pub language: Option<String>,
    /// What the page says it is about.
    pub description: Option<String>,
    /// The site's name as it gives it.
    pub site_name: Option<String>,
    /// The page's own address for itself, as written.
    pub canonical_url: Option<String>,
    /// The group of seed 002, when the method tells it.
    pub page_group: Option<PageGroup>,
    /// The F1 that the method expects of the text, 0 to 1, when the method can tell it.
    pub confidence: Option<f32>,
    /// The method that was asked for.
    pub method: &'static str,
    /// How the bytes became text.
    pub encoding: Decoding,
    /// What the caller should know.
    pub warnings: Vec<Warning>,
    /// The main text, one line a text block.
    pub text: String,
}

/// Something about a page or its extraction that the caller should know. Serialised as its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// No main text was found.
    NoText,
    /// So many places could not be decoded.
    Undecodable(u32),
    /// So many elements were nested too deep; their content was kept one level up.
    DepthCapped(u32),
    /// So many tags were ignored on a page that re-opens formatting without end.
    TagsIgnored(u32),
    /// So many bytes of attributes were left out of tags with more than a thousand of them.
    AttributesIgnored(u64),
    /// So many bytes beyond the limit of a page were not read.
    PageCut(u64),
    /// So many characters of the text are hidden from view on the page: they may be an article that
    /// a script shows later, or words that only machines are meant to read.
    HiddenText(u32),
    /// The encoding label that the caller gave is unknown and was not used.
    UnknownEncoding,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoText => f.write_str("no main text found"),
            Self::Undecodable(n) => write!(f, "undecodable: {n} places show as U+FFFD"),
            Self::DepthCapped(n) => write!(f, "depth capped: {n} elements flattened, text kept"),
            Self::TagsIgnored(n) => write!(f, "tags ignored: {n}, text kept"),
            Self::AttributesIgnored(n) => write!(f, "attributes ignored: {n} bytes"),
            Self::PageCut(n) => write!(f, "page cut: {n} bytes beyond the limit not read"),
            Self::HiddenText(n) => {
                write!(f, "hidden text: {n} characters of the text are not shown")
            }
            Self::UnknownEncoding => f.write_str("unknown encoding label, not used"),
        }
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads a page's bytes and finds its main text. Never fails and never panics.
///
/// ```
/// let html = b"<meta charset=gb2312><div><a href=/>Home</a></div>\
///     <div><p>One sentence, and one more. And two.</p></div>";
/// let extraction = zhengwen::extract(html, &zhengwen::Options::default());
/// assert_eq!(extraction.text, "One sentence, and one more. And two.");
/// ```
pub fn extract(bytes: &[u8], options: &Options) -> Extraction {
    extract_with(bytes, options, &|page| judge(page, options))
}

/// Like [`extract()`] for a page that is text already, whatever encoding it declares.
pub fn extract_str(html: &str, options: &Options) -> Extraction {
    extract_decoded(html, Decoding::already_text(), options, &|page| judge(page, options))
}

/// Like [`extract()`] with a judgement of the caller's, for example that of another model.
pub fn extract_with(
    bytes: &[u8],
    options: &Options,
    judge: &dyn Fn(&Page) -> Verdict,
) -> Extraction {
    let (text, decoding) = decode_page(bytes, options);
    extract_decoded(&text, decoding, options, judge)
}

/// The text of a page's bytes as [`extract()`] decodes them: by the options' encoding, HTTP charset
/// and address.
pub fn decode_page<'a>(bytes: &'a [u8], options: &Options) -> (Cow<'a, str>, Decoding) {
    let domain = options.top_level_domain();
    let hints = Hints {
        forced: options.encoding.as_deref(),
        http: options.http_charset.as_deref(),
        top_level_domain: domain.as_deref(),
    };
    decode::decode(bytes, hints)
}

fn judge(page: &Page, options: &Options) -> Verdict {
    options.method.judge(page, &options.method_options)
}

fn extract_decoded(
    html: &str,
    decoding: Decoding,
    options: &Options,
    judge: &dyn Fn(&Page) -> Verdict,
) -> Extraction {
    let page = Page::new(html, options.url.as_deref());
    let verdict = judge(&page);
    let content = select::select(&page, &verdict);
    let main_start = content.blocks.first().map(|(block, _)| *block);
    let metadata = with_verdict(meta::gather(&page, main_start), &verdict);
    let text = render::text(&page, &content);
    let hidden = hidden_characters(&page, &content);
    let warnings = warnings(&text, hidden, &decoding, page.document().report(), options);
    let (publish_date, publish_date_raw) = metadata.publish_date.map(|d| (d.iso, d.raw)).unzip();
    Extraction {
        url: options.url.clone(),
        title: metadata.title,
        publish_date,
        publish_date_raw,
        language: metadata.language,
        description: metadata.description,
        site_name: metadata.site_name,
        canonical_url: metadata.canonical_url,
        page_group: verdict.page_group,
        confidence: verdict.confidence,
        method: options.method.name(),
        encoding: decoding,
        warnings,
        text,
    }
}

/// A method with its own way to find title and time is taken at its word.
fn with_verdict(mut metadata: Metadata, verdict: &Verdict) -> Metadata {
    if let Some(title) = &verdict.title {
        metadata.title = Some(title.clone());
    }
    if let Some(date) = verdict.publish_time.as_deref().and_then(meta::publish_date_from) {
        metadata.publish_date = Some(date);
    }
    metadata
}

fn hidden_characters(page: &Page, content: &Content) -> u32 {
    let blocks = content.blocks.iter().map(|(index, _)| &page.blocks()[*index]);
    blocks.filter(|block| block.is_hidden).map(|block| block.characters).sum()
}

fn warnings(
    text: &str,
    hidden_characters: u32,
    decoding: &Decoding,
    report: ParseReport,
    options: &Options,
) -> Vec<Warning> {
    let unknown_label = options.encoding.as_deref().is_some_and(|l| !decode::is_known_label(l));
    [
        (text.is_empty(), Warning::NoText),
        (decoding.replaced > 0, Warning::Undecodable(decoding.replaced)),
        (report.flattened_elements > 0, Warning::DepthCapped(report.flattened_elements)),
        (report.ignored_tags > 0, Warning::TagsIgnored(report.ignored_tags)),
        (
            report.ignored_attribute_bytes > 0,
            Warning::AttributesIgnored(report.ignored_attribute_bytes),
        ),
        (hidden_characters > 0, Warning::HiddenText(hidden_characters)),
        (report.unparsed_bytes > 0, Warning::PageCut(report.unparsed_bytes)),
        (unknown_label, Warning::UnknownEncoding),
    ]
    .into_iter()
    .filter(|(applies, _)| *applies)
    .map(|(_, warning)| warning)
    .collect()
}
