//! `POST /v2/map`, in the shape of Firecrawl: the addresses of a site.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::answer::{self, Problem, content};
use super::firecrawl::{read, refuse};
use super::memory::Share;
use super::request::asked;
use super::state::Service;

/// The fields that are understood; others are ignored, since such programs send many.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(inline)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct MapRequest {
    /// The address of a page of the site
    url: Option<String>,
    /// Only addresses that hold all of these words
    search: Option<String>,
    /// include (the default) takes the site's sitemaps too, skip takes none, only takes nothing else
    sitemap: Option<String>,
    /// true (the default) takes the site's other hosts too
    include_subdomains: Option<bool>,
    /// The most addresses (5000)
    limit: Option<usize>,
}

/// The addresses of a site in the shape of Firecrawl.
#[derive(Serialize, JsonSchema)]
pub(super) struct MapAnswer {
    success: bool,
    links: Vec<MapLink>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct MapLink {
    url: String,
}

/// The most addresses.
const MOST: usize = 5000;

/// `POST /v2/map`.
pub(super) async fn mapped(State(service): State<Arc<Service>>, request: Request) -> Response {
    map(&service, request).await.unwrap_or_else(|problem| refuse(&problem))
}

async fn map(service: &Arc<Service>, request: Request) -> Result<Response, Problem> {
    let (wanted, share): (MapRequest, Share) = read(request, service).await?;
    let (page, lists) = match wanted.sitemap.as_deref().unwrap_or("include") {
        "include" => (true, true),
        "skip" => (true, false),
        "only" => (false, true),
        other => {
            let message = format!("sitemap: {other:?} is not include, skip or only");
            return Err(Problem::bad_request(message));
        }
    };
    let fields = Map::from_iter([("url".to_owned(), Value::from(wanted.url.clone()))]);
    let asked = asked(fields, share)?;
    let (options, reading) = asked.page.options();
    let is_whole_site = wanted.include_subdomains != Some(false);
    let listed = service.read(asked.source, options, reading, move |_, reading| {
        Ok(reading.addresses_of_site((page, lists), is_whole_site))
    });
    let words = wanted.search.unwrap_or_default().to_lowercase();
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_wanted = |url: &String| {
        let url = url.to_lowercase();
        words.iter().all(|word| url.contains(word))
    };
    let links = listed.await?.into_iter().filter(is_wanted).map(|url| MapLink { url });
    let links = links.take(wanted.limit.unwrap_or(MOST).min(MOST)).collect();
    Ok(content("application/json", answer::json(&MapAnswer { success: true, links })))
}
