//! What is asked for: as JSON, as a form, or as a page with its parameters in the address.

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, Uri, header};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use zhengwen::Options;
use zhengwen_io::articles::ReadOptions;
use zhengwen_io::fetch::Fetched;

use super::answer::Problem;
use super::state::{Service, Source};
use crate::request::{
    ArticleRequest, DecodingRequest, Fields, Format, JoinRequest, JudgeRequest, WritingRequest,
    maybe, one_schema,
};

/// A request for the article of a page.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct PageRequest {
    /// The page's address. It is fetched unless html is given
    pub(super) url: Option<String>,
    /// The page itself
    pub(super) html: Option<String>,
    /// What is answered: json by default, of reports html
    #[serde(deserialize_with = "maybe")]
    #[schemars(schema_with = "one_schema::<Format>")]
    pub(super) format: Option<Format>,
    /// The language of reports: en or zh
    pub(super) lang: Option<String>,
    #[serde(flatten)]
    pub(super) judge: JudgeRequest,
    #[serde(flatten)]
    pub(super) article: ArticleRequest,
    #[serde(flatten)]
    pub(super) writing: WritingRequest,
    #[serde(flatten)]
    pub(super) decoding: DecodingRequest,
    #[serde(flatten)]
    pub(super) join: JoinRequest,
}

/// The fields of requests.
pub(super) static FIELDS: LazyLock<Fields<PageRequest>> = LazyLock::new(Fields::new);

/// A request and its page.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) page: PageRequest,
    pub(super) source: Source,
}

/// The body of a request, within the limits of size and time.
pub(super) async fn body(request: Request, service: &Arc<Service>) -> Result<Bytes, Problem> {
    let read = Bytes::from_request(request, &());
    let read = tokio::time::timeout(service.limits.body_timeout, read).await;
    let body = read.map_err(|_| Problem::slow_client())?.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        _ => Problem::bad_request(error.body_text()),
    })?;
    service.metrics.posted(body.len());
    Ok(body)
}

/// Reads a posted request.
pub(super) async fn posted(request: Request, service: &Arc<Service>) -> Result<Asked, Problem> {
    let header = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let (kind, charset) = zhengwen_io::fetch::split_content_type(header.unwrap_or(""));
    let query = request.uri().clone();
    let body = body(request, service).await?;
    match kind.as_str() {
        "application/json" => {
            let fields = serde_json::from_slice(&body);
            asked(fields.map_err(|error| Problem::bad_request(format!("JSON: {error}")))?)
        }
        "application/x-www-form-urlencoded" => asked(FIELDS.of_form(&body)),
        _ => {
            let page = read(of_query(&query))?;
            let url = page.url.clone().unwrap_or_default();
            zhengwen_io::pages::refuse_other_files(&body)
                .map_err(|error| Problem::no_page(&error))?;
            let source = Source::Given(Fetched { bytes: body.to_vec(), url, charset });
            Ok(Asked { page, source })
        }
    }
}

/// The fields of a query.
pub(super) fn of_query(uri: &Uri) -> Map<String, Value> {
    FIELDS.of_form(uri.query().unwrap_or("").as_bytes())
}

/// A request whose page is in its fields, or at its address.
pub(super) fn asked(fields: Map<String, Value>) -> Result<Asked, Problem> {
    let mut page = read(fields)?;
    let source = match (page.html.take(), page.url.clone().filter(|url| !url.trim().is_empty())) {
        (Some(html), url) if !html.is_empty() || url.is_none() => {
            Source::Text { html, url: url.unwrap_or_default() }
        }
        (_, Some(url)) => Source::Address(url.trim().to_owned()),
        (_, None) => return Err(Problem::bad_request("give url or html")),
    };
    Ok(Asked { page, source })
}

/// The request of these fields. The page is taken out first: it is long, and needs no reading.
fn read(mut fields: Map<String, Value>) -> Result<PageRequest, Problem> {
    let html = match fields.remove("html") {
        Some(Value::String(html)) => Some(html),
        Some(other) => {
            fields.insert("html".to_owned(), other);
            None
        }
        None => None,
    };
    let page = FIELDS.read(&fields).map_err(Problem::bad_request)?;
    Ok(PageRequest { html, ..page })
}

impl PageRequest {
    /// How the page is read.
    pub(super) fn options(&self) -> (Options, ReadOptions) {
        let mut options = Options::default();
        self.judge.apply(&mut options);
        self.article.apply(&mut options);
        options.trace = self.writing.trace;
        let read = ReadOptions {
            encoding: self.decoding.label(),
            read_at: self.article.selection.read_at,
            // As many as the service joins.
            most_pages: if self.join.join_pages { usize::MAX } else { 1 },
            ..ReadOptions::default()
        };
        (options, read)
    }
}
