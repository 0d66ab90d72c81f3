//! The pipeline, as a table of contents: decode, parse and segment, judge, select, metadata.

mod article_page;
mod found;
mod outputs;
mod trace;
mod warnings;

use std::borrow::Cow;
use std::cell::RefCell;

use serde::Serialize;

use crate::decode::{self, Decoding, Hints};
use crate::dom::parse::Parser;
use crate::explain::Report;
use crate::fallback;
use crate::kind::{PageGroup, PageKind};
use crate::learn::{JudgingMemory, Model};
use crate::links::Link;
use crate::meta::{self, Fields};
use crate::methods::{Method, MethodTrace, Verdict};
use crate::options::Options;
use crate::page::{Page, PageMemory, RenderedPage};
use crate::records::{Item, Post, Product};
use crate::render::events::Event;
use crate::render::{self, Node, Parts, TeiHeader};
use crate::select::{self, Content, DecidedBy};
use crate::walls;
use found::Found;
use trace::Deciders;
use warnings::{Made, Read};

pub use article_page::{ArticlePage, join, join_with_images};
pub use outputs::{ArticleImage, Outputs};
pub use trace::{BlockTrace, Trace};
pub use warnings::Warning;

/// What was found on a page. Always returned; a page without main text has an empty `text` and a
/// warning.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
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
    /// The kind's group.
    pub page_group: Option<PageGroup>,
    /// The F1 that the method expects of the text, 0 to 1, when the method can tell it.
    pub confidence: Option<f32>,
    /// The method that was asked for.
    pub method: &'static str,
    /// How the bytes became text.
    pub encoding: Decoding,
    /// What the caller should know.
    pub warnings: Vec<Warning>,
    /// The images of the article: the one that stands for the page first, then as they come.
    pub images: Vec<ArticleImage>,
    /// The main text, a line for each line that a reader sees.
    pub text: String,
    /// The article as Markdown, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// The article as safe HTML, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// The article as a tree of blocks, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Vec<Node>>,
    /// The article as XML-TEI, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tei: Option<String>,
    /// The page without its noise as a safe HTML document, its addresses absolute, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_html: Option<String>,
    /// The next page of the same article or list.
    pub next_page: Option<String>,
    /// The pages of the same article or list in their order.
    pub pages: Vec<String>,
    /// The addresses of the pages that were joined into this article; empty when it is one page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joined_pages: Vec<String>,
    /// The article before this one.
    pub previous_article: Option<Link>,
    /// The article after this one.
    pub next_article: Option<Link>,
    /// Articles that the page calls related.
    pub related_links: Vec<Link>,
    /// What readers wrote about an article, apart from its text.
    pub comments: Vec<Post>,
    /// The posts of a thread.
    pub posts: Vec<Post>,
    /// The items of a list or of a home page.
    pub items: Vec<Item>,
    /// The facts of a product.
    pub product: Option<Product>,
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
    Extractor::default().extract(bytes, options)
}

/// Like [`extract()`] for a page that is text already, whatever encoding it declares.
pub fn extract_str(html: &str, options: &Options) -> Extraction {
    Extractor::default().extract_str(html, options)
}

/// Extracts page after page and keeps its buffers: for callers with many pages, one for each thread.
/// What it finds is what [`extract()`] finds.
///
/// ```
/// let mut extractor = zhengwen::Extractor::default();
/// let options = zhengwen::Options::default();
/// for page in ["<p>One sentence, and one more. And two.", "<p>Two sentences, one more. And 3."] {
///     assert!(extractor.extract(page.as_bytes(), &options).text.contains("one more"));
/// }
/// ```
#[derive(Debug, Default)]
pub struct Extractor {
    parser: Parser,
    memory: PageMemory,
    judging: JudgingMemory,
}

impl Extractor {
    /// Like [`extract()`].
    pub fn extract(&mut self, bytes: &[u8], options: &Options) -> Extraction {
        self.judging_in_memory(|extractor, memory| {
            extractor.extract_with(bytes, options, &|page| {
                judge_in(page, options, &mut memory.borrow_mut())
            })
        })
    }

    /// Gives some work the memory of judgements.
    fn judging_in_memory<T>(
        &mut self,
        work: impl FnOnce(&mut Self, &RefCell<JudgingMemory>) -> T,
    ) -> T {
        let memory = RefCell::new(std::mem::take(&mut self.judging));
        let done = work(self, &memory);
        self.judging = memory.into_inner();
        done
    }

    fn recycle(&mut self, page: Page) {
        let (document, memory) = page.into_memory();
        self.parser.recycle(document);
        self.memory = memory;
    }

    /// Like [`extract_str()`].
    pub fn extract_str(&mut self, html: &str, options: &Options) -> Extraction {
        let (page, read) = self.parsed(html, Decoding::already_text(), options);
        let extraction = self.judging_in_memory(|_, memory| {
            let judge = |page: &Page| judge_in(page, options, &mut memory.borrow_mut());
            extract_page(&page, read, options, &judge, None)
        });
        self.recycle(page);
        extraction
    }

    /// Like [`extract()`] for a page that a browser has drawn; boxes of the options are not looked at.
    pub fn extract_rendered(&mut self, rendered: RenderedPage, options: &Options) -> Extraction {
        self.extract_rendered_with(rendered, options, &|page| judge(page, options))
    }

    /// Like [`extract_with()`] for a page that a browser has drawn.
    pub fn extract_rendered_with(
        &mut self,
        rendered: RenderedPage,
        options: &Options,
        judge: &dyn Fn(&Page) -> Verdict,
    ) -> Extraction {
        let page = Page::from_rendered(rendered, options.url.as_deref());
        extract_page(&page, Read::default(), options, judge, None)
    }

    /// Like [`extract_with()`].
    pub fn extract_with(
        &mut self,
        bytes: &[u8],
        options: &Options,
        judge: &dyn Fn(&Page) -> Verdict,
    ) -> Extraction {
        let (text, decoding) = decode_page(bytes, options);
        let (page, read) = self.parsed(&text, decoding, options);
        let extraction = extract_page(&page, read, options, judge, None);
        self.recycle(page);
        extraction
    }

    /// Like [`explain()`].
    pub fn explain(&mut self, bytes: &[u8], options: &Options) -> Report {
        let options = traced(options);
        let (text, decoding) = decode_page(bytes, &options);
        let (page, read) = self.parsed(&text, decoding, &options);
        explain_page(&page, read, &options)
    }

    /// Like [`explain()`] for a page that is text already, whatever encoding it declares.
    pub fn explain_str(&mut self, html: &str, options: &Options) -> Report {
        let options = traced(options);
        let (page, read) = self.parsed(html, Decoding::already_text(), &options);
        explain_page(&page, read, &options)
    }

    /// Like [`explain()`] for a page that a browser has drawn.
    pub fn explain_rendered(&mut self, rendered: RenderedPage, options: &Options) -> Report {
        let page = Page::from_rendered(rendered, options.url.as_deref());
        explain_page(&page, Read::default(), &traced(options))
    }

    fn parsed(&mut self, html: &str, decoding: Decoding, options: &Options) -> (Page, Read) {
        let document = self.parser.parse(html);
        let memory = std::mem::take(&mut self.memory);
        let mut page = Page::from_document_in(document, options.url.as_deref(), memory);
        let unfit_boxes = options.boxes.as_ref().and_then(|boxes| page.set_boxes(boxes).err());
        (page, Read { decoding, unfit_boxes })
    }
}

/// Extracts a page and tells why: what every method says of every block, and what it judged by.
///
/// ```
/// let page = "<h1>News</h1><p>One sentence, and one more. And two.".as_bytes();
/// let report = zhengwen::explain(page, &zhengwen::Options::default());
/// assert_eq!(report.blocks.len(), 2);
/// assert!(report.html(zhengwen::Language::Chinese).contains("One sentence"));
/// ```
pub fn explain(bytes: &[u8], options: &Options) -> Report {
    Extractor::default().explain(bytes, options)
}

fn traced(options: &Options) -> Options {
    let mut options = options.clone();
    options.trace = true;
    options
}

fn explain_page(page: &Page, read: Read, options: &Options) -> Report {
    let extraction = extract_page(page, read, options, &|page| judge(page, options), None);
    Report::of(page, extraction, options)
}

/// Like [`extract()`] with a judgement of the caller's, for example that of another model.
pub fn extract_with(
    bytes: &[u8],
    options: &Options,
    judge: &dyn Fn(&Page) -> Verdict,
) -> Extraction {
    Extractor::default().extract_with(bytes, options, judge)
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
    judge_in(page, options, &mut JudgingMemory::default())
}

/// Like [`judge()`], in the memory of another page's judgement.
fn judge_in(page: &Page, options: &Options, memory: &mut JudgingMemory) -> Verdict {
    let (method, site) = (&options.method_options, &options.site);
    let named = options.method.judge(page, method, site, Some(&mut MethodTrace::default()));
    let template = options.site.template.as_deref();
    let learned = || {
        let (model, favor) = (Model::embedded(), options.favor);
        // Comments are told by the kind of the page.
        let wants_kind = !options.text_only || options.parts.comments;
        model.judge_in(page, favor, template, wants_kind, memory)
    };
    named.unwrap_or_else(learned)
}

/// What is found on a page; the article without comments is also put into `kept`.
fn extract_page(
    page: &Page,
    read: Read,
    options: &Options,
    judge: &dyn Fn(&Page) -> Verdict,
    kept: Option<&mut Vec<Event<'static>>>,
) -> Extraction {
    let mut verdict = judge(page);
    let (mut content, has_body, mut deciders) = chosen(page, &mut verdict, options);
    let found = Found::on(page, &content, &verdict, options);
    let Found { records, fields, leading_on } = found;
    // The published methods answer as their papers say, and so does the caller's own choice.
    let is_learned = options.method == Method::Auto && !has_body;
    let found = if is_learned { fallback::article(page) } else { None };
    let data = found.as_ref().map(|(_, source)| *source);
    let wall = if is_learned && data.is_none() { walls::wall(page) } else { None };
    if wall.is_some() || data.is_some() {
        verdict.keep.fill(false);
        let by = if data.is_some() { DecidedBy::Data } else { DecidedBy::Wall };
        deciders.iter_mut().for_each(|deciders| deciders.note(&verdict.keep, by));
        content = Content::default();
        verdict.about.confidence = None;
    }
    let everything = found.as_ref().map(|(article, _)| select::everything(article));
    let parts = parts_to_write(options, kept.is_some());
    let mut events = match (&found, &everything) {
        (Some((article, _)), Some(all)) => render::of_content(article, all, parts),
        _ => render::of_content(page, &content, parts),
    };
    if let Some(kept) = kept {
        kept.extend(events.iter().cloned().map(Event::into_owned));
    }
    if options.parts.comments {
        outputs::add_comments(&mut events, &records.comments);
    }
    let text = render::text(&events);
    let page_html = options.outputs.page_html.then(|| match (&found, &everything) {
        (Some((article, _)), Some(all)) => render::page_html(article, all),
        _ => render::page_html(page, &content),
    });
    let trace = deciders.map(|by| trace::trace(page, &verdict, &by, &fields, options));
    let is_unselected = !options.controls.body.is_empty() && !has_body;
    let (verdict, content) = (&verdict, &content);
    let made = Made { page, verdict, content, read: &read, options, wall, data, is_unselected };
    let warnings = warnings::warnings(&made, &text);
    let mut extraction = described(fields, &events, options);
    extraction.kind = verdict.about.kind;
    extraction.page_group = verdict.about.group;
    extraction.confidence = verdict.about.confidence;
    extraction.encoding = read.decoding;
    extraction.warnings = warnings;
    extraction.text = text;
    (extraction.next_page, extraction.pages) = (leading_on.next_page, leading_on.pages);
    extraction.previous_article = leading_on.previous_article;
    extraction.next_article = leading_on.next_article;
    extraction.related_links = leading_on.related;
    (extraction.posts, extraction.comments) = (records.posts, records.comments);
    (extraction.items, extraction.product) = (records.items, records.product);
    (extraction.page_html, extraction.trace) = (page_html, trace);
    extraction
}

/// What is chosen of the page by the verdict, which is changed so, by what belongs to it, and by the caller; whether the
/// caller's selectors for the body selected anything; and who decided what, where it is asked for.
fn chosen(
    page: &Page,
    verdict: &mut Verdict,
    options: &Options,
) -> (Content, bool, Option<Deciders>) {
    let is_auto = options.method == Method::Auto;
    let added = if is_auto { select::complete(page, verdict) } else { Vec::new() };
    let mut deciders = options.trace.then(|| Deciders::new(&verdict.keep, &added));
    let (content, has_body) = select::select_with(page, verdict, &options.controls);
    deciders.iter_mut().for_each(|deciders| deciders.note(&verdict.keep, DecidedBy::Caller));
    (content, has_body, deciders)
}

/// The parts that events are asked for; where links lead to is nothing of a text that stands alone.
fn parts_to_write(options: &Options, is_kept: bool) -> Parts {
    let is_text_alone = options.text_only && options.outputs == Outputs::default() && !is_kept;
    Parts { links: options.parts.links && !is_text_alone, ..options.parts }
}

/// The extraction with its fields and written forms, as yet without its text and what is thought of
/// it.
fn described(fields: Fields, events: &[Event], options: &Options) -> Extraction {
    let dates = |found| meta::chosen_date(found).map(|date| (date.iso, date.raw)).unzip();
    let (publish_date, publish_date_raw) = dates(&fields.publish_date);
    let (modified_date, modified_date_raw) = dates(&fields.modified_date);
    let [title, author, source, editor, language, description, site_name, canonical_url, license] =
        [
            &fields.title,
            &fields.author,
            &fields.source,
            &fields.editor,
            &fields.language,
            &fields.description,
            &fields.site_name,
            &fields.canonical_url,
            &fields.license,
        ]
        .map(|found| meta::chosen(found));
    let header = TeiHeader {
        title: title.as_deref(),
        author: author.as_deref(),
        publisher: site_name.as_deref(),
        date: publish_date.as_deref(),
        url: options.url.as_deref(),
        description: description.as_deref(),
        language: language.as_deref(),
    };
    let written = outputs::write(events, options.outputs, &header);
    Extraction {
        url: options.url.clone(),
        title,
        author,
        source,
        editor,
        publish_date,
        publish_date_raw,
        modified_date,
        modified_date_raw,
        language,
        description,
        keywords: fields.keywords.into_iter().map(|one| one.value).collect(),
        site_name,
        canonical_url,
        license,
        method: options.method.name(),
        images: outputs::images(events, &fields.image),
        markdown: written.markdown,
        html: written.html,
        body: written.body,
        tei: written.tei,
        ..Extraction::default()
    }
}
