//! `GET /parser`, `POST /` and `GET /extract.php`: articles in the shapes of Mercury, of the server of Readability and of Full-Text
//! RSS. Readers of feeds ask such services for the article of an entry.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;
use zhengwen::{Direction, Extraction, Form};

use super::answer::{Problem, content, json};
use super::memory::Share;
use super::request::{Posted, asked, body, share_of};
use super::state::Service;

/// An article in the shape of Mercury.
#[derive(Serialize, JsonSchema)]
pub(super) struct MercuryAnswer {
    title: Option<String>,
    /// Safe HTML.
    content: String,
    author: Option<String>,
    date_published: Option<String>,
    lead_image_url: Option<String>,
    dek: Option<String>,
    next_page_url: Option<String>,
    url: String,
    domain: String,
    excerpt: String,
    word_count: u32,
    direction: Option<Direction>,
    total_pages: usize,
    rendered_pages: usize,
}

/// An article in the shape of Readability.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadabilityAnswer {
    url: String,
    title: Option<String>,
    byline: Option<String>,
    dir: Option<Direction>,
    /// Safe HTML.
    content: String,
    /// Characters of the text.
    length: usize,
    excerpt: String,
    site_name: Option<String>,
    text_content: String,
    lang: Option<String>,
    published_time: Option<String>,
}

/// The page to read. Other fields are ignored.
#[derive(Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct ReadabilityRequest {
    /// The page's address
    url: String,
}

/// An article in the shape of Full-Text RSS.
#[derive(Serialize, JsonSchema)]
pub(super) struct FullTextAnswer {
    title: Option<String>,
    excerpt: String,
    date: Option<String>,
    author: Option<String>,
    language: Option<String>,
    url: String,
    effective_url: String,
    domain: String,
    word_count: u32,
    og_image: Option<String>,
    /// Safe HTML.
    content: String,
}

/// `GET /parser?url=`.
pub(super) async fn mercury(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let (address, share) = (address_of(&request)?, share_of(&request)?);
    let found = article(&service, &address, share).await?;
    let pages = found.joined_pages.len().max(1);
    let url = found.url.clone().unwrap_or(address);
    Ok(answered(&MercuryAnswer {
        domain: domain(&url),
        url,
        excerpt: excerpt(&found),
        title: found.title,
        content: found.html.unwrap_or_default(),
        author: found.author,
        date_published: found.publish_date,
        lead_image_url: found.images.into_iter().next().map(|image| image.url),
        dek: None,
        next_page_url: found.next_page,
        word_count: found.word_count,
        direction: found.direction,
        total_pages: found.pages.len().max(pages),
        rendered_pages: pages,
    }))
}

/// `POST /` with `{"url": ...}`.
pub(super) async fn readability(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let Posted { bytes, share } = body(request, &service).await?;
    let asked: Result<ReadabilityRequest, _> = serde_json::from_slice(&bytes);
    let asked = asked.map_err(|error| Problem::bad_request(format!("JSON: {error}")))?;
    let address = without_references(&asked.url);
    let found = article(&service, &address, share).await?;
    Ok(answered(&ReadabilityAnswer {
        excerpt: excerpt(&found),
        url: address,
        title: found.title,
        byline: found.author,
        dir: found.direction,
        content: found.html.unwrap_or_default(),
        length: found.text.chars().count(),
        site_name: found.site_name,
        text_content: found.text,
        lang: found.language,
        published_time: found.publish_date,
    }))
}

/// `GET /extract.php?url=`.
pub(super) async fn full_text(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let (address, share) = (address_of(&request)?, share_of(&request)?);
    let found = article(&service, &address, share).await?;
    let effective_url = found.url.clone().unwrap_or_else(|| address.clone());
    Ok(answered(&FullTextAnswer {
        excerpt: excerpt(&found),
        title: found.title,
        date: found.publish_date,
        author: found.author,
        language: found.language,
        url: address,
        domain: domain(&effective_url),
        effective_url,
        word_count: found.word_count,
        og_image: found.images.into_iter().next().map(|image| image.url),
        content: found.html.unwrap_or_default(),
    }))
}

fn answered(answer: &impl Serialize) -> Response {
    content("application/json", json(answer))
}

/// The article at an address. Readers put what comes with a status of 200 in the place of what they have, so there is none for a
/// page without an article.
async fn article(
    service: &Arc<Service>,
    address: &str,
    share: Share,
) -> Result<Extraction, Problem> {
    let fields = Map::from_iter([("url".to_owned(), Value::from(address))]);
    let asked = asked(fields, share)?;
    let (mut options, read) = asked.page.options();
    options.outputs.set(Form::Html, true);
    let found =
        service.read(asked.source, options, read, |extractor, reading| reading.extract(extractor));
    let found = found.await?;
    if found.text.is_empty() { Err(Problem::no_article()) } else { Ok(found) }
}

/// Parameters that such programs send behind the address.
const OTHERS: &[&str] = &[
    "accept",
    "content",
    "contentType",
    "exc",
    "format",
    "headers",
    "html",
    "key",
    "lang",
    "links",
    "max",
    "parser",
    "submit",
    "summary",
    "use_extracted_title",
    "xss",
];

/// The address that a request asks for. Many programs send it as it is, with its own `?` and `&`; some leave out the scheme.
pub(super) fn address_of(request: &Request) -> Result<String, Problem> {
    let address = asked_address(request.uri().query().unwrap_or(""));
    let address = address.as_deref().map(without_references);
    address.ok_or_else(|| Problem::bad_request("give url, the address of a page"))
}

/// FreshRSS holds addresses as HTML attributes hold them, and its plug-ins send them so.
fn without_references(address: &str) -> String {
    const REFERENCES: [(&str, &str); 3] = [("&#039;", "'"), ("&quot;", "%22"), ("&amp;", "&")];
    REFERENCES.iter().fold(address.to_owned(), |address, (from, to)| address.replace(from, to))
}

fn asked_address(query: &str) -> Option<String> {
    let start = if query.starts_with("url=") { 0 } else { query.find("&url=")? + 1 };
    let mut given = &query[start + "url=".len()..];
    if given.starts_with("http://") || given.starts_with("https://") {
        while let Some((before, last)) = given.rsplit_once('&')
            && OTHERS.contains(&last.split('=').next().unwrap_or(""))
        {
            given = before;
        }
        if given.contains(['?', '&']) {
            return Some(given.to_owned());
        }
    }
    let pair = given.split('&').next().unwrap_or("");
    let value = url::form_urlencoded::parse(pair.as_bytes()).next().map(|(value, _)| value)?;
    // A value may hold an equals sign that is not encoded.
    let rest = pair.split_once('=').map_or(String::new(), |(_, rest)| format!("={rest}"));
    let value = format!("{value}{rest}");
    let value = value.trim();
    match value.split_once("://") {
        _ if value.is_empty() => None,
        None => Some(format!("http://{value}")),
        Some(("feed", rest)) => Some(format!("http://{rest}")),
        Some(_) => Some(value.to_owned()),
    }
}

/// The host of an address.
fn domain(address: &str) -> String {
    let host = Url::parse(address).ok().and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_default()
}

/// Characters of an excerpt that is made of the text.
const EXCERPT: usize = 200;

/// The page's description, or the beginning of its text.
fn excerpt(found: &Extraction) -> String {
    let beginning = || found.text.chars().take(EXCERPT).collect::<String>().replace('\n', " ");
    found.description.clone().unwrap_or_else(beginning)
}

#[cfg(test)]
mod tests {
    use super::asked_address;

    #[test]
    fn references_are_undone() {
        let encoded = "https://a.test/it&#039;s?x=1&amp;y=%26amp;&amp;amp;z";
        assert_eq!(super::without_references(encoded), "https://a.test/it's?x=1&y=%26amp;&amp;z");
    }

    #[test]
    fn addresses_come_in_many_ways() {
        for (query, expected) in [
            ("url=https%3A%2F%2Fa.test%2F1%3Fx%3D1%26y%3D2&max=3", "https://a.test/1?x=1&y=2"),
            ("url=https://a.test/1?x=1&y=2", "https://a.test/1?x=1&y=2"),
            ("url=https://a.test/1?x=1&y=2&max=3&links=preserve", "https://a.test/1?x=1&y=2"),
            ("max=3&url=http://a.test/%E8%8C%B6?q=%26", "http://a.test/%E8%8C%B6?q=%26"),
            ("url=https://a.test/1%3Fx%3D1", "https://a.test/1?x=1"),
            ("key=1&url=a.test/feed%2F&max=5", "http://a.test/feed/"),
            ("url=feed://a.test/rss", "http://a.test/rss"),
            ("url=a.test/?x=1", "http://a.test/?x=1"),
            ("url=file:///etc/passwd", "file:///etc/passwd"),
        ] {
            assert_eq!(asked_address(query).as_deref(), Some(expected), "{query}");
        }
        for query in ["", "url=", "max=3", "xurl=http://a.test/", "url=%20"] {
            assert_eq!(asked_address(query), None, "{query}");
        }
    }
}
