//! `GET /r/ADDRESS`, in the shape of Jina Reader: programs written for that switch by changing the address.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use zhengwen::{ArticleImage, Extraction, Link};

use super::answer::{Problem, content, json};
use super::request::{asked as fields_asked, body};
use super::state::Service;

/// The headers that are understood, and what they say.
pub(super) const HEADERS: &[(&str, &str)] = &[
    ("X-Respond-With", "content, markdown, html or text"),
    ("X-Target-Selector", "CSS selector of the article"),
    ("X-Remove-Selector", "CSS selector of what is dropped"),
    ("X-Retain-Images", "none leaves images out"),
    ("X-Retain-Links", "none leaves links out"),
    ("X-With-Links-Summary", "true adds related links"),
    ("X-With-Images-Summary", "true adds a list of images"),
];

/// The page that is posted or fetched; what the headers say may stand here too.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "it is read field by field; others may stand beside these")]
pub(super) struct JinaRequest {
    url: Option<String>,
    html: Option<String>,
}

/// An article in the shape of Jina Reader.
#[derive(Serialize, JsonSchema)]
pub(super) struct JinaAnswer<'a> {
    code: u16,
    status: u32,
    data: JinaData<'a>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
#[serde(rename_all = "camelCase")]
struct JinaData<'a> {
    title: &'a str,
    description: &'a str,
    url: &'a str,
    content: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_time: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    /// Addresses by title, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<BTreeMap<&'a str, &'a str>>,
    /// Addresses by what they show, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    images: Option<BTreeMap<&'a str, &'a str>>,
}

/// A refusal in the shape of Jina Reader.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JinaProblem<'a> {
    data: (),
    code: u16,
    status: u32,
    name: &'a str,
    message: &'a str,
    readable_message: &'a str,
}

/// What is asked for, by header or by a JSON field of the same name (`X-Target-Selector`, `targetSelector`).
#[derive(Debug, Default)]
struct Wishes(Map<String, Value>);

impl Wishes {
    /// The headers that begin with `X-`, as fields: `X-Respond-With` is `respondWith`.
    fn of_headers(headers: &HeaderMap) -> Self {
        let field = |name: &str| -> Option<String> {
            let mut words = name.strip_prefix("x-")?.split('-');
            let mut field = words.next()?.to_owned();
            for word in words {
                let (first, rest) = word.split_at_checked(1)?;
                field.push_str(&first.to_ascii_uppercase());
                field.push_str(rest);
            }
            Some(field)
        };
        let value = |(name, value): (&header::HeaderName, &header::HeaderValue)| {
            Some((field(name.as_str())?, Value::from(value.to_str().ok()?)))
        };
        Self(headers.iter().filter_map(value).collect())
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    fn is_set(&self, name: &str) -> bool {
        match self.0.get(name) {
            Some(Value::Bool(is_set)) => *is_set,
            Some(Value::String(text)) => !matches!(text.as_str(), "" | "false" | "none"),
            _ => false,
        }
    }

    /// What the article is answered as.
    fn respond_with(&self) -> Result<&'static str, Problem> {
        match self.text("respondWith").or_else(|| self.text("returnFormat")).unwrap_or("content") {
            "content" | "default" | "markdown" | "" => Ok("markdown"),
            "html" => Ok("html"),
            "text" => Ok("text"),
            other => {
                let message =
                    format!("X-Respond-With: {other:?} is not content, markdown, html or text");
                Err(Problem::bad_request(message))
            }
        }
    }

    /// The fields of the service's own request.
    fn fields(&self, url: Option<String>) -> Map<String, Value> {
        let told = [("html", "html"), ("targetSelector", "body"), ("removeSelector", "drop")];
        let told =
            told.iter().filter_map(|(wish, field)| Some((*field, Value::from(self.text(wish)?))));
        let is_none = |name: &str| self.text(name) == Some("none");
        let left_out = [("retainImages", "images"), ("retainLinks", "links")];
        let exclude = left_out.iter().filter(|(wish, _)| is_none(wish)).map(|(_, part)| *part);
        let exclude = ("exclude", exclude.collect());
        let url = url.map(|url| ("url", Value::from(url)));
        let fields = told.chain([exclude]).chain(url);
        fields.map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// How the answer is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Text,
    Json,
    Events,
}

fn sent(headers: &HeaderMap) -> Sent {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    if accepted.contains("text/event-stream") {
        Sent::Events
    } else if accepted.contains("application/json") {
        Sent::Json
    } else {
        Sent::Text
    }
}

/// `GET /r/ADDRESS`.
pub(super) async fn asked(State(service): State<Arc<Service>>, request: Request) -> Response {
    let sent = sent(request.headers());
    // The address is taken as it stands, its query included; a slash may have been lost on the way.
    let uri = request.uri().path_and_query().map_or("", |uri| uri.as_str());
    let address = uri.strip_prefix("/r/").unwrap_or("");
    let address = match address.split_once(":/") {
        Some((scheme, rest)) if !rest.starts_with('/') => format!("{scheme}://{rest}"),
        Some(_) => address.to_owned(),
        None => format!("https://{address}"),
    };
    let wishes = Wishes::of_headers(request.headers());
    answer(&service, &wishes, Some(address), sent)
        .await
        .unwrap_or_else(|problem| refuse(&problem, sent))
}

/// `POST /r/` with `url` or `html` in JSON.
pub(super) async fn posted(State(service): State<Arc<Service>>, request: Request) -> Response {
    let sent = sent(request.headers());
    let mut wishes = Wishes::of_headers(request.headers());
    let read = async {
        let body = body(request, &service).await?;
        let fields: Map<String, Value> = serde_json::from_slice(&body)
            .map_err(|error| Problem::bad_request(format!("JSON: {error}")))?;
        wishes.0.extend(fields);
        let url = wishes.text("url").map(str::to_owned);
        answer(&service, &wishes, url, sent).await
    };
    read.await.unwrap_or_else(|problem| refuse(&problem, sent))
}

async fn answer(
    service: &Arc<Service>,
    wishes: &Wishes,
    url: Option<String>,
    sent: Sent,
) -> Result<Response, Problem> {
    let form = wishes.respond_with()?;
    let asked = fields_asked(wishes.fields(url))?;
    let (mut options, read) = asked.page.options();
    options.outputs.markdown = form == "markdown";
    options.outputs.html = form == "html";
    let summaries = [wishes.is_set("withLinksSummary"), wishes.is_set("withImagesSummary")];
    let written = service.read(asked.source, options, read, move |extractor, reading| {
        let found = reading.extract(extractor)?;
        Ok(written(&found, form, sent, summaries))
    });
    let written = written.await?;
    let kind = match sent {
        Sent::Text if form == "html" => "text/html; charset=utf-8",
        Sent::Text => "text/plain; charset=utf-8",
        Sent::Json => "application/json",
        Sent::Events => "text/event-stream",
    };
    Ok(content(kind, written))
}

fn written(found: &Extraction, form: &str, sent: Sent, summaries: [bool; 2]) -> String {
    let body = match form {
        "html" => found.html.as_deref().unwrap_or(""),
        "text" => &found.text,
        _ => found.markdown.as_deref().unwrap_or(""),
    };
    let data = || data(found, body, summaries);
    match sent {
        Sent::Json => json(&JinaAnswer { code: 200, status: 20000, data: data() }),
        Sent::Events => format!("event: data\ndata: {}\n\n", json(&data())),
        Sent::Text if form != "markdown" => body.to_owned(),
        Sent::Text => with_head(found, body, summaries),
    }
}

fn warning(found: &Extraction) -> Option<String> {
    let warnings: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
    (!warnings.is_empty()).then(|| warnings.join("; "))
}

/// The fields in lines before the article.
fn with_head(found: &Extraction, body: &str, [links, images]: [bool; 2]) -> String {
    let mut out = String::new();
    let lines = [
        ("Title", found.title.clone()),
        ("URL Source", found.url.clone()),
        ("Published Time", found.publish_date.clone()),
        ("Warning", warning(found)),
    ];
    for (name, value) in lines {
        if let Some(value) = value {
            let _ = write!(out, "{name}: {}\n\n", value.replace('\n', " "));
        }
    }
    let _ = write!(out, "Markdown Content:\n{body}\n");
    if links && !found.related_links.is_empty() {
        out.push_str("\nLinks/Buttons:\n");
        for link in &found.related_links {
            let _ = writeln!(out, "- [{}]({})", link.title, link.url);
        }
    }
    if images && !found.images.is_empty() {
        out.push_str("\nImages:\n");
        for image in &found.images {
            let _ = writeln!(out, "- ![{}]({})", image.alt.as_deref().unwrap_or(""), image.url);
        }
    }
    out
}

fn data<'a>(found: &'a Extraction, body: &'a str, [links, images]: [bool; 2]) -> JinaData<'a> {
    let link = |link: &'a Link| (link.title.as_str(), link.url.as_str());
    let image = |image: &'a ArticleImage| (image.alt.as_deref().unwrap_or(""), image.url.as_str());
    JinaData {
        title: found.title.as_deref().unwrap_or(""),
        description: found.description.as_deref().unwrap_or(""),
        url: found.url.as_deref().unwrap_or(""),
        content: body,
        published_time: found.publish_date.as_deref(),
        warning: warning(found),
        links: links.then(|| found.related_links.iter().map(link).collect()),
        images: images.then(|| found.images.iter().map(image).collect()),
    }
}

/// A refusal in the shape that such programs know.
fn refuse(problem: &Problem, sent: Sent) -> Response {
    let status = problem.status;
    let message = problem.message.as_str();
    let body = match sent {
        Sent::Text => format!("{message}\n"),
        _ => json(&JinaProblem {
            data: (),
            code: status.as_u16(),
            status: u32::from(status.as_u16()) * 100,
            name: problem.code,
            message,
            readable_message: message,
        }),
    };
    let kind = if sent == Sent::Text { "text/plain; charset=utf-8" } else { "application/json" };
    (status, content(kind, body)).into_response()
}
