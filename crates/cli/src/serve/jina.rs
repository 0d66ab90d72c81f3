//! `GET /r/ADDRESS`, in the shape of Jina Reader: programs written for that switch by changing the address.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use schemars::JsonSchema;
use serde_json::{Map, Value};
use url::form_urlencoded;

use zhengwen::Form;

use super::answer::{Problem, content};
use super::jina_answer::{Sent, refuse, written};
use super::memory::Share;
use super::request::{FIELDS, Posted, asked as fields_asked, body, share_of};
use super::state::Service;

/// The headers that are understood, and their meaning.
pub(super) const HEADERS: &[(&str, &str)] = &[
    ("X-Respond-With", "content, markdown, html or text"),
    ("X-Target-Selector", "CSS selector of the article"),
    ("X-Remove-Selector", "CSS selector of what is dropped"),
    ("X-Retain-Images", "none leaves images out"),
    ("X-Retain-Links", "none leaves links out"),
    ("X-With-Links-Summary", "true adds a list of the links of the article and to related ones"),
    ("X-With-Images-Summary", "true adds a list of images"),
];

/// The page, posted or as an address; the JSON may also hold the values of the headers.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "it is read field by field; others may stand beside these")]
pub(super) struct JinaRequest {
    url: Option<String>,
    html: Option<String>,
}

/// The wishes of a client, by header or by a JSON field of the same name (`X-Target-Selector`, `targetSelector`).
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

    /// The form of the answer.
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
        let wishes = [("html", "html"), ("targetSelector", "body"), ("removeSelector", "drop")];
        let fields =
            wishes.iter().filter_map(|(wish, field)| Some((*field, Value::from(self.text(wish)?))));
        let is_none = |name: &str| self.text(name) == Some("none");
        let left_out = [("retainImages", "images"), ("retainLinks", "links")];
        let exclude = left_out.iter().filter(|(wish, _)| is_none(wish)).map(|(_, part)| *part);
        let exclude = ("exclude", exclude.collect());
        let url = url.map(|url| ("url", Value::from(url)));
        let fields = fields.chain([exclude]).chain(url);
        fields.map(|(name, value)| (name.to_owned(), value)).collect()
    }
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

/// The address in the path of a request: as it is, its query included, or encoded; a slash may
/// have been lost on the way.
fn address_in(path: &str) -> String {
    let address = path.strip_prefix("/r/").unwrap_or("");
    let is_encoded = |scheme: &str| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    let decoded;
    let address = if is_encoded("http%3a") || is_encoded("https%3a") {
        let (encoded, query) = address.split_once('?').map_or((address, ""), |(a, b)| (a, b));
        // A plus in a path is one.
        let encoded = format!("={}", encoded.replace('+', "%2B"));
        let path = form_urlencoded::parse(encoded.as_bytes()).next();
        let path = path.map(|(_, path)| path.into_owned()).unwrap_or_default();
        decoded = if query.is_empty() { path } else { format!("{path}?{query}") };
        decoded.as_str()
    } else {
        address
    };
    match address.split_once(":/") {
        Some((scheme, rest)) if !rest.starts_with('/') => format!("{scheme}://{rest}"),
        Some(_) => address.to_owned(),
        None => format!("https://{address}"),
    }
}

/// `GET /r/ADDRESS`.
pub(super) async fn asked(State(service): State<Arc<Service>>, request: Request) -> Response {
    let sent = sent(request.headers());
    let uri = request.uri().path_and_query().map_or("", |uri| uri.as_str());
    let address = address_in(uri);
    let wishes = Wishes::of_headers(request.headers());
    let share = share_of(&request);
    let read = async { answer(&service, &wishes, Some(address), share?, sent).await };
    read.await.unwrap_or_else(|problem| refuse(&problem, sent))
}

/// `POST /r/` with `url` or `html` in JSON or in a form.
pub(super) async fn posted(State(service): State<Arc<Service>>, request: Request) -> Response {
    let sent = sent(request.headers());
    let mut wishes = Wishes::of_headers(request.headers());
    let read = async {
        let Posted { bytes, share } = body(request, &service).await?;
        // curl calls everything that it posts a form.
        let is_json = bytes.trim_ascii_start().first().is_none_or(|first| *first == b'{');
        wishes.0.extend(match is_json {
            true => serde_json::from_slice(&bytes)
                .map_err(|error| Problem::bad_request(format!("JSON: {error}")))?,
            false => FIELDS.of_form(&bytes),
        });
        let url = wishes.text("url").map(str::to_owned);
        answer(&service, &wishes, url, share, sent).await
    };
    read.await.unwrap_or_else(|problem| refuse(&problem, sent))
}

async fn answer(
    service: &Arc<Service>,
    wishes: &Wishes,
    url: Option<String>,
    share: Share,
    sent: Sent,
) -> Result<Response, Problem> {
    let form = wishes.respond_with()?;
    let asked = fields_asked(wishes.fields(url), share)?;
    let (mut options, read) = asked.page.options();
    options.outputs.set(Form::Markdown, form == "markdown");
    options.outputs.set(Form::Html, form == "html");
    let summaries = [wishes.is_set("withLinksSummary"), wishes.is_set("withImagesSummary")];
    options.outputs.set(Form::Body, summaries[0]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_come_as_they_are_or_encoded() {
        for (path, address) in [
            ("/r/https://a.example/b?c=1&d=2", "https://a.example/b?c=1&d=2"),
            ("/r/https:/a.example/b", "https://a.example/b"),
            ("/r/a.example/b", "https://a.example/b"),
            ("/r/https%3A%2F%2Fa.example%2Fb%3Fc%3D1%26d%3D%25", "https://a.example/b?c=1&d=%"),
            ("/r/http%3a%2f%2fa.example%2fb+c", "http://a.example/b+c"),
            ("/r/https%3A%2F%2Fa.example%2Fb?c=1", "https://a.example/b?c=1"),
            ("/r/https://a.example/%E6%AD%A3", "https://a.example/%E6%AD%A3"),
        ] {
            assert_eq!(address_in(path), address, "{path}");
        }
    }
}
