//! `GET /makefulltextfeed.php`, in the shape of Full-Text RSS: a feed in, the same feed with whole articles out.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::response::Response;
use serde_json::{Map, Value};
use zhengwen::{Extraction, Extractor, Form};
use zhengwen_io::articles::ReadError;
use zhengwen_io::feed::{self, Feed};

use super::answer::{Problem, content};
use super::articles::Articles;
use super::feeds::address_of;
use super::request::{asked, share_of};
use super::state::{Reading, Service};

/// Entries of a feed that get their article, where the client does not say, and at most.
const USUAL_ENTRIES: usize = 10;
const MOST_ENTRIES: usize = 50;
/// Bytes of the articles of a feed.
const MOST_BYTES: usize = 16 << 20;

/// `GET /makefulltextfeed.php?url=`.
pub(super) async fn asked_for(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let address = address_of(&request)?;
    let (most, is_json) = wanted(request.uri().query().unwrap_or(""))?;
    let fields = Map::from_iter([("url".to_owned(), Value::from(address))]);
    let asked = asked(fields, share_of(&request)?)?;
    let (mut options, read) = asked.page.options();
    options.outputs.set(Form::Html, true);
    options.text_only = true;
    // What is not done by then comes with the next request.
    let end = Instant::now() + service.limits.request_timeout / 4 * 3;
    let articles = Arc::clone(&service.articles);
    let made = service.read(asked.source, options, read, move |extractor, reading| {
        let made = match Feed::read(&reading.fetched) {
            Some(feed) => {
                let found = found(extractor, reading, &feed, &articles, (most, end));
                Some((feed.media_type(), feed.with_articles(&found)))
            }
            None => of_page(extractor, reading)?,
        };
        Ok(made.map(|(kind, feed)| match is_json {
            true => ("application/json", feed::as_json(&feed).to_string()),
            false => (kind, feed),
        }))
    });
    let (kind, feed) = made.await?.ok_or_else(Problem::no_article)?;
    Ok(content(kind, feed))
}

/// What is no feed may be a page with an article: a feed of one entry.
fn of_page(
    extractor: &mut Extractor,
    reading: &Reading,
) -> Result<Option<(&'static str, String)>, ReadError> {
    // A feed in JSON is no page.
    if matches!(reading.fetched.bytes.trim_ascii_start().first(), Some(b'{' | b'[')) {
        return Ok(None);
    }
    extractor.options_mut().text_only = false;
    let found = reading.extract(extractor)?;
    let feed = || feed::of_page(found.url.as_deref().unwrap_or(&reading.fetched.url), &found);
    Ok((!found.text.is_empty()).then(|| (feed::RSS, feed())))
}

/// The number in `max`, and whether `format` asks for JSON.
fn wanted(query: &str) -> Result<(usize, bool), Problem> {
    let fields = url::form_urlencoded::parse(query.as_bytes());
    let field =
        |wanted: &str| fields.clone().find(|(name, _)| name == wanted).map(|(_, value)| value);
    let is_json = match field("format").as_deref() {
        None | Some("rss") => false,
        Some("json") => true,
        Some(_) => return Err(Problem::bad_request("format: rss (RSS or Atom, as it is) or json")),
    };
    let Some(most) = field("max") else { return Ok((USUAL_ENTRIES, is_json)) };
    let number = most.parse::<usize>().ok().filter(|number| *number > 0);
    let number = number
        .ok_or_else(|| Problem::bad_request(format!("max: {most:?} is not a number from 1")))?;
    Ok((number.min(MOST_ENTRIES), is_json))
}

/// The articles of the first entries, as HTML; none for an entry whose page has none or cannot be read.
fn found(
    extractor: &mut Extractor,
    reading: &Reading,
    feed: &Feed,
    articles: &Articles,
    (most, end): (usize, Instant),
) -> Vec<Option<Arc<str>>> {
    let (mut found, mut bytes) = (Vec::new(), 0);
    for address in feed.addresses().take(most) {
        if Instant::now() > end || extractor.options().stop.is_stopped() {
            break;
        }
        let known = address.and_then(|address| articles.get(address));
        let article = match (known, address) {
            (Some(known), _) => known,
            (None, None) => None,
            (None, Some(address)) => {
                let html = |found: Extraction| found.html.filter(|_| !found.text.is_empty());
                let read = reading.extract_another(extractor, address).ok().and_then(html);
                if extractor.options().stop.is_stopped() {
                    break;
                }
                articles.keep(address, read.map(Arc::from))
            }
        };
        bytes += article.as_ref().map_or(0, |article| article.len());
        if bytes > MOST_BYTES {
            break;
        }
        found.push(article);
    }
    found
}
