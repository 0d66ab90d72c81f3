//! `POST /v2/scrape` (and `/v1/scrape`) and refusals, in the shape of Firecrawl: programs written for that switch by changing the address.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use zhengwen::{Extraction, Extractor, Form};
use zhengwen_io::articles::ReadError;
use zhengwen_page::page::Page;

use super::answer::{self, Problem, content};
use super::memory::Share;
use super::request::{Posted, asked, body};
use super::state::{Reading, Service};

/// The fields that are understood; others are ignored, since such programs send many.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Scrape {
    /// The page's address
    url: Option<String>,
    /// markdown (the default), html, rawHtml or links: each by its name, or as an object with it for type
    formats: Vec<Value>,
    /// true (the default) takes the article, false the whole page
    only_main_content: Option<bool>,
    /// CSS selectors of the article
    include_tags: Vec<String>,
    /// CSS selectors of what is dropped
    exclude_tags: Vec<String>,
}

/// An article in the shape of Firecrawl.
#[derive(Serialize, JsonSchema)]
pub(super) struct ScrapeAnswer {
    success: bool,
    data: ScrapeData,
}

#[derive(Default, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "camelCase")]
struct ScrapeData {
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    metadata: ScrapeMetadata,
}

/// The fields of the page.
#[derive(Default, Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "camelCase")]
struct ScrapeMetadata {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    og_site_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keywords: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    og_image: Option<String>,
    #[serde(rename = "sourceURL")]
    source_url: String,
    status_code: u16,
}

/// A refusal in the shape of Firecrawl.
#[derive(Serialize, JsonSchema)]
pub(super) struct ScrapeProblem<'a> {
    success: bool,
    error: &'a str,
    code: &'a str,
}

/// The forms that can be written.
const FORMS: &[&str] = &["markdown", "html", "rawHtml", "links"];

impl Scrape {
    /// The names of the forms asked for, markdown by default, and a warning about those that cannot be written.
    fn forms(&self) -> (Vec<&'static str>, Option<String>) {
        if self.formats.is_empty() {
            return (vec!["markdown"], None);
        }
        let (mut forms, mut others) = (Vec::new(), Vec::new());
        for asked in &self.formats {
            let name = asked.as_str().or_else(|| asked.get("type")?.as_str()).unwrap_or("");
            match FORMS.iter().find(|form| **form == name) {
                Some(form) => forms.push(*form),
                None => others.push(format!("{name:?}")),
            }
        }
        let known = FORMS.join(", ");
        let warning = format!("formats: {} left out; {known} can be written", others.join(", "));
        (forms, (!others.is_empty()).then_some(warning))
    }

    /// The fields of the service's own request.
    fn fields(&self) -> Map<String, Value> {
        // The whole page is its body, when more than the article is asked for.
        let is_whole = self.only_main_content == Some(false) && self.include_tags.is_empty();
        let body = if is_whole { json!("body") } else { json!(self.include_tags) };
        let fields = [("url", json!(self.url)), ("body", body), ("drop", json!(self.exclude_tags))];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// `POST /v2/scrape`, and `/v1/scrape` of older programs: what both understand is the same.
pub(super) async fn scrape(State(service): State<Arc<Service>>, request: Request) -> Response {
    scraped(&service, request).await.unwrap_or_else(|problem| refuse(&problem))
}

/// True for what programs written for older versions ask for, and only those.
pub(super) fn is_of_older(path: &str) -> bool {
    let older = ["/v0", "/v1/batch", "/v1/crawl", "/v1/map", "/v1/search"];
    let mut behind = older.iter().filter_map(|start| path.strip_prefix(start));
    behind.any(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Everything else of Firecrawl's: jobs that go on after their answer, searches and the like.
pub(super) async fn not_here() -> Response {
    refuse(&Problem::not_offered())
}

/// A refusal in the shape that such programs know.
pub(super) fn refuse(problem: &Problem) -> Response {
    let answer = ScrapeProblem { success: false, error: &problem.message, code: problem.code };
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (problem.status, kind, answer::json(&answer)).into_response()
}

/// The fields of a request; others are ignored.
pub(super) async fn read<T: DeserializeOwned>(
    request: Request,
    service: &Arc<Service>,
) -> Result<(T, Share), Problem> {
    let Posted { bytes, share } = body(request, service).await?;
    let fields = serde_json::from_slice(&bytes);
    Ok((fields.map_err(|error| Problem::bad_request(format!("JSON: {error}")))?, share))
}

async fn scraped(service: &Arc<Service>, request: Request) -> Result<Response, Problem> {
    let (scrape, share): (Scrape, Share) = read(request, service).await?;
    let (forms, warning) = scrape.forms();
    let asked = asked(scrape.fields(), share)?;
    let address = scrape.url.unwrap_or_default();
    let (mut options, read) = asked.page.options();
    options.outputs.set(Form::Markdown, forms.contains(&"markdown"));
    options.outputs.set(Form::Html, forms.contains(&"html"));
    options.title_heading = true;
    let written = service.read(asked.source, options, read, move |extractor, reading| {
        data(extractor, reading, &forms, &address)
    });
    let mut data = written.await?;
    data.warning =
        warning.into_iter().chain(data.warning).reduce(|all, next| format!("{all}; {next}"));
    Ok(content("application/json", answer::json(&ScrapeAnswer { success: true, data })))
}

fn data(
    extractor: &mut Extractor,
    reading: &Reading,
    forms: &[&str],
    address: &str,
) -> Result<ScrapeData, ReadError> {
    let found = reading.extract(extractor)?;
    let warnings: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
    let is_asked = |form: &str| forms.contains(&form);
    Ok(ScrapeData {
        markdown: is_asked("markdown").then(|| found.markdown.clone().unwrap_or_default()),
        html: is_asked("html").then(|| found.html.clone().unwrap_or_default()),
        raw_html: is_asked("rawHtml").then(|| reading.html().into_owned()),
        links: is_asked("links").then(|| links(reading)),
        warning: (!warnings.is_empty()).then(|| warnings.join("; ")),
        metadata: metadata(found, address),
    })
}

/// The addresses that the page links to, each once.
fn links(reading: &Reading) -> Vec<String> {
    Page::new(&reading.html(), reading.info().url).linked_addresses()
}

fn metadata(found: Extraction, address: &str) -> ScrapeMetadata {
    ScrapeMetadata {
        title: found.title,
        description: found.description,
        language: found.language,
        author: found.author,
        published_time: found.publish_date,
        modified_time: found.modified_date,
        og_site_name: found.site_name,
        url: found.url,
        keywords: (!found.keywords.is_empty()).then(|| found.keywords.join(", ")),
        og_image: found.images.into_iter().next().map(|image| image.url),
        source_url: address.to_owned(),
        // An answer without success became an error before this.
        status_code: 200,
    }
}
