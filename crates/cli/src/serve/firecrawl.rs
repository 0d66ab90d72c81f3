//! `POST /v2/scrape`, in the shape of Firecrawl: programs written for that switch by changing the address.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use zhengwen::unstable::page::Page;
use zhengwen::{Extraction, Extractor};
use zhengwen_io::articles::ReadError;

use super::answer::{Problem, content};
use super::request::{asked, body};
use super::state::{Reading, Service};

/// The fields that are understood; others are let pass, since such programs send many.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Scrape {
    url: Option<String>,
    formats: Vec<Value>,
    only_main_content: Option<bool>,
    include_tags: Vec<String>,
    exclude_tags: Vec<String>,
}

/// What can be written.
const FORMS: &[&str] = &["markdown", "html", "rawHtml", "links"];

impl Scrape {
    /// The names of the forms asked for, markdown by default.
    fn forms(&self) -> Result<Vec<&'static str>, Problem> {
        if self.formats.is_empty() {
            return Ok(vec!["markdown"]);
        }
        let form = |asked: &Value| {
            let name = asked.as_str().or_else(|| asked.get("type")?.as_str()).unwrap_or("");
            FORMS.iter().copied().find(|form| *form == name).ok_or_else(|| {
                let known = FORMS.join(", ");
                Problem::bad_request(format!("formats: {name:?} cannot be written; {known} can"))
            })
        };
        self.formats.iter().map(form).collect()
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

/// `POST /v2/scrape`.
pub(super) async fn scrape(State(service): State<Arc<Service>>, request: Request) -> Response {
    answer(&service, request).await.unwrap_or_else(|problem| {
        let body = json!({"success": false, "error": problem.message, "code": problem.code});
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (problem.status, kind, body.to_string()).into_response()
    })
}

async fn answer(service: &Arc<Service>, request: Request) -> Result<Response, Problem> {
    let body = body(request, service).await?;
    let scrape: Scrape = serde_json::from_slice(&body)
        .map_err(|error| Problem::bad_request(format!("JSON: {error}")))?;
    let forms = scrape.forms()?;
    let asked = asked(scrape.fields())?;
    let address = scrape.url.unwrap_or_default();
    let (mut options, read) = asked.page.options();
    options.outputs.markdown = forms.contains(&"markdown");
    options.outputs.html = forms.contains(&"html");
    let written = service.read(asked.source, options, read, move |extractor, reading| {
        data(extractor, reading, &forms, &address)
    });
    let data = written.await?;
    Ok(content("application/json", json!({"success": true, "data": data}).to_string()))
}

fn data(
    extractor: &mut Extractor,
    reading: &Reading,
    forms: &[&str],
    address: &str,
) -> Result<Map<String, Value>, ReadError> {
    let found = reading.extract(extractor)?;
    let mut data = Map::new();
    for form in forms {
        let value = match *form {
            "markdown" => Value::from(found.markdown.clone().unwrap_or_default()),
            "html" => Value::from(found.html.clone().unwrap_or_default()),
            "rawHtml" => Value::from(reading.html().as_ref()),
            _ => Value::from(links(reading)),
        };
        data.insert((*form).to_owned(), value);
    }
    data.insert("metadata".to_owned(), metadata(&found, address));
    if !found.warnings.is_empty() {
        let warnings: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
        data.insert("warning".to_owned(), warnings.join("; ").into());
    }
    Ok(data)
}

/// The addresses that the page links to, each once.
fn links(reading: &Reading) -> Vec<String> {
    zhengwen::unstable::links::addresses(&Page::new(&reading.html(), reading.info().url))
}

fn metadata(found: &Extraction, address: &str) -> Value {
    let fields = [
        ("title", &found.title),
        ("description", &found.description),
        ("language", &found.language),
        ("author", &found.author),
        ("publishedTime", &found.publish_date),
        ("modifiedTime", &found.modified_date),
        ("ogSiteName", &found.site_name),
        ("url", &found.url),
    ];
    let told = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), Value::from(value.as_deref()?))));
    let mut metadata: Map<String, Value> = told.collect();
    metadata.insert("sourceURL".to_owned(), address.into());
    // What is not answered with success is an error before this.
    metadata.insert("statusCode".to_owned(), 200.into());
    if !found.keywords.is_empty() {
        metadata.insert("keywords".to_owned(), found.keywords.join(", ").into());
    }
    if let Some(image) = found.images.first() {
        metadata.insert("ogImage".to_owned(), image.url.as_str().into());
    }
    Value::Object(metadata)
}
