//! The pipeline, as a table of contents: decode, parse and segment, judge, select, metadata.

mod trace;
mod warnings;

use std::borrow::Cow;

use serde::Serialize;

use crate::decode::{self, Decoding, Hints};
use crate::fallback;
use crate::kind::{PageGroup, PageKind};
use crate::learn::Model;
use crate::meta::{self, Candidate, Fields, Known};
use crate::methods::{Method, Verdict};
use crate::options::Options;
use crate::page::Page;
use crate::render;
use crate::select::{self, Content};
use crate::walls;
use warnings::Made;

pub use trace::{BlockTrace, Trace};
pub use warnings::Warning;

/// What was found on a page. Always returned; a page without main text has an empty `text` and a
/// warning.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Extraction {
    /// The address that the caller gave.
    pub url: Option<String>,
    /// The title without the site's name.
    pub title: Option<String>,
    /// Who wrote it; several names are joined by `; `.
    pub author: Option<String>,
    /// Where the text first stood (来源).
    pub source: Option<String>,
    /// Who edited it for this site (责任编辑).
    pub editor: Option<String>,
    /// ISO 8601, as exact as the page is: `2010-12`, `2010-12-15`, `2010-12-15T09:30:00+08:00`.
    pub publish_date: Option<String>,
    /// The publish date as the page writes it.
    pub publish_date_raw: Option<String>,
    /// When the page was last changed, ISO 8601.
    pub modified_date: Option<String>,
    /// The date of the last change as the page writes it.
    pub modified_date_raw: Option<String>,
    /// The language that the page declares, or that its writing tells.
    pub language: Option<String>,
    /// What the page says it is about.
    pub description: Option<String>,
    /// The page's keywords, at most 50.
    pub keywords: Vec<String>,
    /// The site's name as it gives it.
    pub site_name: Option<String>,
    /// The page's own address for itself, absolute where its address is known.
    pub canonical_url: Option<String>,
    /// The licence, by name or address.
    pub license: Option<String>,
    /// What the page is, when the method tells it.
    pub kind: Option<PageKind>,
    /// The kind's group of seed 002.
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
    /// Every block of the page with the reasons for keeping or dropping it, and every candidate of
    /// every field, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
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

/// What a page's main text is, by the method of the options.
pub fn judge(page: &Page, options: &Options) -> Verdict {
    let named = options.method.judge(page, &options.method_options);
    named.unwrap_or_else(|| Model::embedded().judge(page, options.favor))
}

fn extract_decoded(
    html: &str,
    decoding: Decoding,
    options: &Options,
    judge: &dyn Fn(&Page) -> Verdict,
) -> Extraction {
    let page = Page::new(html, options.url.as_deref());
    let mut verdict = judge(&page);
    let mut content = select::select(&page, &verdict);
    let fields = fields(&page, &content, &verdict, options);
    let (mut text, mut wall, mut data) = (render::text(&page, &content), None, None);
    // The published methods answer as their papers say.
    if options.method == Method::Auto {
        let found = fallback::article(&page);
        data = found.as_ref().map(|(_, source)| *source);
        wall = if data.is_none() { walls::wall(&page) } else { None };
        if let Some((article, _)) = found {
            text = render::text(&article, &select::everything(&article));
        }
        if wall.is_some() || data.is_some() {
            verdict.keep.fill(false);
            content = Content::default();
            verdict.confidence = None;
        }
        if wall.is_some() {
            text.clear();
        }
    }
    let trace = options.trace.then(|| trace::trace(&page, &verdict, &fields, options));
    let made = Made {
        page: &page,
        verdict: &verdict,
        content: &content,
        decoding: &decoding,
        options,
        wall,
        data,
    };
    let warnings = warnings::warnings(&made, &text);
    let dates = |found| meta::chosen_date(found).map(|date| (date.iso, date.raw)).unzip();
    let (publish_date, publish_date_raw) = dates(&fields.publish_date);
    let (modified_date, modified_date_raw) = dates(&fields.modified_date);
    Extraction {
        url: options.url.clone(),
        title: meta::chosen(&fields.title),
        author: meta::chosen(&fields.author),
        source: meta::chosen(&fields.source),
        editor: meta::chosen(&fields.editor),
        publish_date,
        publish_date_raw,
        modified_date,
        modified_date_raw,
        language: meta::chosen(&fields.language),
        description: meta::chosen(&fields.description),
        keywords: fields.keywords.into_iter().map(|one| one.value).collect(),
        site_name: meta::chosen(&fields.site_name),
        canonical_url: meta::chosen(&fields.canonical_url),
        license: meta::chosen(&fields.license),
        kind: verdict.kind,
        page_group: verdict.page_group,
        confidence: verdict.confidence,
        method: options.method.name(),
        encoding: decoding,
        warnings,
        text,
        trace,
    }
}

/// The fields of a page; a method with its own way to find title and time is taken at its word.
fn fields(page: &Page, content: &Content, verdict: &Verdict, options: &Options) -> Fields {
    let first = content.blocks.first().map(|(block, _)| *block);
    let last = content.blocks.last().map(|(block, _)| *block + 1);
    let main = first.zip(last).map(|(first, last)| first..last);
    let known = Known { main, kind: verdict.kind, read_at: options.read_at };
    let mut fields = meta::gather(page, &known);
    if let Some(title) = &verdict.title {
        let raw = None;
        fields
            .title
            .insert(0, Candidate { value: title.clone(), raw, source: "the method", score: 1.0 });
    }
    if let Some(date) = verdict.publish_time.as_deref().and_then(meta::date_of_method) {
        fields.publish_date.insert(0, date);
    }
    fields
}
