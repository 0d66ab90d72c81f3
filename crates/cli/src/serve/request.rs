//! Requests: as JSON, as a form, or as a page with its parameters in the address.

use std::sync::{Arc, LazyLock};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Uri, header};
use http_body_util::BodyExt;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use zhengwen::{Form, Options};
use zhengwen_io::articles::ReadOptions;
use zhengwen_io::fetch::Fetched;

use super::answer::Problem;
use super::memory::Share;
use super::state::{Service, Source};
use crate::request::{
    ArticleRequest, DecodingRequest, Fields, JoinRequest, JudgeRequest, WritingRequest, maybe,
    one_schema,
};

/// A request for the article of a page.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct PageRequest {
    /// The page's address. It is fetched unless html is given
    pub(super) url: Option<String>,
    /// The page itself
    pub(super) html: Option<String>,
    /// The form of the answer: json by default, html for reports
    #[serde(deserialize_with = "maybe")]
    #[schemars(schema_with = "one_schema::<Form>")]
    pub(super) format: Option<Form>,
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
    pub(super) source: (Source, Share),
}

/// The posted body, and the memory that it takes.
#[derive(Debug)]
pub(super) struct Posted {
    pub(super) bytes: Bytes,
    pub(super) share: Share,
}

/// The share of a request in the memory of all.
pub(super) fn share_of(request: &Request) -> Result<Share, Problem> {
    request.extensions().get::<Share>().cloned().ok_or_else(Problem::failed)
}

/// The body of a request, unpacked, within the limits of size, time and memory.
pub(super) async fn body(request: Request, service: &Arc<Service>) -> Result<Posted, Problem> {
    let share = share_of(&request)?;
    let most = service.limits.max_body;
    let is_packed = is_packed(request.headers())?;
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok()).unwrap_or(0);
    if length > most {
        return Err(Problem::too_large());
    }
    // Nothing is held for it: who sends nothing but the head would keep others out.
    share.could_work_on(length)?;
    let read = read_body(request.into_body(), most, &share);
    let read = tokio::time::timeout(service.limits.body_timeout, read).await;
    let mut bytes = read.map_err(|_| Problem::slow_client())??;
    service.metrics.posted(bytes.len());
    if is_packed {
        share.for_bytes(most)?;
        let job = move || zhengwen_io::fetch::gunzip(&bytes, most as u64);
        let unpacked = tokio::task::spawn_blocking(job).await.map_err(|_| Problem::failed())?;
        bytes = unpacked.map_err(|error| match error.kind() {
            std::io::ErrorKind::FileTooLarge => Problem::too_large(),
            _ => Problem::bad_request("the body is no whole gzip"),
        })?;
        share.for_page(bytes.len())?;
    }
    Ok(Posted { bytes: bytes.into(), share })
}

/// True if the header says that a body is compressed by gzip.
fn is_packed(headers: &HeaderMap) -> Result<bool, Problem> {
    let packings = headers.get_all(header::CONTENT_ENCODING).iter();
    let packings = packings.flat_map(|value| value.to_str().unwrap_or("?").split(','));
    let packings = packings.map(|name| name.trim().to_ascii_lowercase());
    let named: Vec<String> =
        packings.filter(|name| !name.is_empty() && name != "identity").collect();
    match named.as_slice() {
        [] => Ok(false),
        [packing] if packing == "gzip" || packing == "x-gzip" => Ok(true),
        more => Err(Problem::unknown_packing(&more.join(", "))),
    }
}

/// Reads a body; takes memory as the bytes come, since the length may be unknown or untrue.
async fn read_body(mut body: Body, most: usize, share: &Share) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Problem::bad_request(error.to_string()))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > most {
            return Err(Problem::too_large());
        }
        share.for_page(bytes.len() + data.len())?;
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

/// Reads a posted request.
pub(super) async fn posted(request: Request, service: &Arc<Service>) -> Result<Asked, Problem> {
    let header = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let (kind, charset) = zhengwen_io::split_content_type(header.unwrap_or(""));
    let query = request.uri().clone();
    let Posted { bytes: body, share } = body(request, service).await?;
    match kind.as_str() {
        "application/json" => {
            let fields = serde_json::from_slice(&body);
            asked(fields.map_err(|error| Problem::bad_request(format!("JSON: {error}")))?, share)
        }
        // The type that programs give to a body if nobody names its type.
        "application/x-www-form-urlencoded" if body.trim_ascii_start().starts_with(b"<") => {
            Err(Problem::bad_request("the body is no form; send a page as Content-Type: text/html"))
        }
        "application/x-www-form-urlencoded" => asked(FIELDS.of_form(&body), share),
        _ => {
            let page = read(of_query(&query))?;
            let url = page.url.clone().unwrap_or_default();
            let source =
                Source::Given(Fetched { bytes: body.to_vec(), url, charset, is_damaged: false });
            Ok(Asked { page, source: (source, share) })
        }
    }
}

/// Reads a request with its fields in the address.
pub(super) fn queried(request: &Request) -> Result<Asked, Problem> {
    asked(of_query(request.uri()), share_of(request)?)
}

/// The fields of a query.
fn of_query(uri: &Uri) -> Map<String, Value> {
    FIELDS.of_form(uri.query().unwrap_or("").as_bytes())
}

/// A request whose page is in its fields, or at its address.
pub(super) fn asked(fields: Map<String, Value>, share: Share) -> Result<Asked, Problem> {
    let mut page = read(fields)?;
    let source = match (page.html.take(), page.url.clone().filter(|url| !url.trim().is_empty())) {
        (Some(html), url) if !html.is_empty() || url.is_none() => {
            Source::Text { html, url: url.unwrap_or_default() }
        }
        (_, Some(url)) => Source::Address(url.trim().to_owned()),
        (_, None) => return Err(Problem::bad_request("give url or html")),
    };
    Ok(Asked { page, source: (source, share) })
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
    /// The options to extract and to read the page.
    pub(super) fn options(&self) -> (Options, ReadOptions) {
        let mut options = Options::default();
        self.judge.apply(&mut options);
        // A client may ask for less than the defaults, never for more.
        options.limits = options.limits.lowered();
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
