//! `zhengwen serve`: extraction over HTTP, and the reader page.

mod answer;
mod arguments;
mod articles;
mod assets;
mod connections;
mod explain;
mod extract;
mod feeds;
mod firecrawl;
mod firecrawl_map;
mod full_feed;
mod hosts;
mod jina;
mod jina_answer;
mod memory;
mod metrics;
mod openapi;
mod openapi_feeds;
mod openapi_parts;
mod origins;
mod picture;
mod request;
mod seats;
mod state;
mod workers;

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::http::Uri;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, any, get, post};
use tokio::net::TcpListener;

use crate::shown::Shown;
use crate::status::{Status, enough_handles};
use arguments::LogFormat;
pub(crate) use arguments::ServeArguments;
use hosts::Hosts;
use origins::Origins;
use state::Service;

/// Serves until the process has to stop.
pub(crate) fn run(arguments: &ServeArguments) -> anyhow::Result<Status> {
    log_to_stderr(arguments.log);
    enough_handles("the service")?;
    let service = Arc::new(Service::new(arguments)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = SocketAddr::new(arguments.host, arguments.port);
        let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
        let address = listener.local_addr()?;
        tracing::info!(address = %address, fetches = !arguments.no_fetch, "listening on http://{address}/");
        let hosts = Hosts::new(&arguments.allow_host, arguments.host);
        let origins = Origins::new(&arguments.allow_origin);
        connections::serve(listener, router(service, hosts, origins), arguments).await
    })?;
    // Fetches that nobody waits for any more need not end first.
    runtime.shutdown_timeout(Duration::from_millis(100));
    Ok(Status::Done)
}

/// The routes of the service: method, path in the words of OpenAPI, path for the router.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<Service>>)> {
    vec![
        ("/", get(assets::page).post(feeds::readability)),
        ("/reader.webmanifest", get(assets::manifest)),
        ("/icon.svg", get(assets::icon)),
        ("/icon.png", get(assets::picture)),
        ("/healthz", get(|| async { "ok\n" })),
        ("/metrics", get(metrics::write)),
        ("/openapi.json", get(openapi::document)),
        ("/v1/methods", get(extract::methods)),
        ("/v1/extract", post(extract::posted)),
        ("/v1/explain", get(explain::asked).post(explain::posted)),
        ("/v1/image", get(picture::fetched)),
        ("/r/{*address}", get(jina::asked)),
        ("/r/", post(jina::posted)),
        ("/v1/scrape", post(firecrawl::scrape)),
        ("/v2/scrape", post(firecrawl::scrape)),
        ("/v2/map", post(firecrawl_map::mapped)),
        ("/parser", get(feeds::mercury)),
        ("/extract.php", get(feeds::full_text)),
        ("/makefulltextfeed.php", get(full_feed::asked_for)),
        ("/v2/{*other}", any(firecrawl::not_here)),
    ]
}

/// What is at no route.
async fn not_here(address: Uri) -> Response {
    match firecrawl::is_of_older(address.path()) {
        true => firecrawl::not_here().await,
        false => answer::Problem::not_found().into_response(),
    }
}

fn router(service: Arc<Service>, hosts: Hosts, origins: Origins) -> Router {
    let routes =
        routes().into_iter().fold(Router::new(), |router, (path, route)| router.route(path, route));
    routes
        .fallback(not_here)
        .method_not_allowed_fallback(|| async { answer::Problem::wrong_method() })
        .layer(from_fn_with_state(service.memory.clone(), memory::hold))
        .layer(from_fn_with_state(Arc::new(origins), origins::check))
        .layer(from_fn_with_state(Arc::new(hosts), hosts::check))
        .layer(from_fn(answer::with_safe_headers))
        .layer(from_fn_with_state(service.metrics.clone(), metrics::count))
        .with_state(service)
}

fn log_to_stderr(format: Option<LogFormat>) {
    let is_terminal = std::io::stderr().is_terminal();
    let usual = if is_terminal { LogFormat::Text } else { LogFormat::Json };
    let filter = tracing_subscriber::EnvFilter::try_from_env("ZHENGWEN_LOG");
    let filter = filter.unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    // A line may hold the words of others.
    let (text, json) = (|| Shown::new(std::io::stderr()), || Shown::json(std::io::stderr()));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_target(false);
    // A second logger in one process would repeat the first, so it is not started.
    let _ = match format.unwrap_or(usual) {
        LogFormat::Json => lines.json().flatten_event(true).with_writer(json).try_init(),
        LogFormat::Text => lines.with_ansi(false).with_writer(text).try_init(),
    };
}
