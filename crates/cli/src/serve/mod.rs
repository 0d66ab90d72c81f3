//! `zhengwen serve`: extraction over HTTP, and the reader page.

mod answer;
mod arguments;
mod assets;
mod connections;
mod explain;
mod extract;
mod firecrawl;
mod hosts;
mod jina;
mod metrics;
mod openapi;
mod picture;
mod request;
mod state;
mod workers;

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{MethodRouter, get, post};
use tokio::net::TcpListener;

use crate::status::Status;
use arguments::LogFormat;
pub(crate) use arguments::ServeArguments;
use hosts::Hosts;
use state::Service;

/// Serves until it is told to stop.
pub(crate) fn run(arguments: &ServeArguments) -> anyhow::Result<Status> {
    log_to_stderr(arguments.log);
    let service = Arc::new(Service::new(arguments)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = SocketAddr::new(arguments.host, arguments.port);
        let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
        let address = listener.local_addr()?;
        tracing::info!(address = %address, fetches = !arguments.no_fetch, "listening on http://{address}/");
        let hosts = Hosts::new(&arguments.allow_host, arguments.host);
        connections::serve(listener, router(service, hosts), arguments).await
    })?;
    // What is still being fetched for nobody need not be waited for.
    runtime.shutdown_timeout(Duration::from_millis(100));
    Ok(Status::Done)
}

/// What the service answers: method, path in the words of OpenAPI, path for the router.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<Service>>)> {
    vec![
        ("/", get(assets::page)),
        ("/reader.css", get(assets::style)),
        ("/reader.js", get(assets::script)),
        ("/healthz", get(|| async { "ok\n" })),
        ("/metrics", get(metrics::write)),
        ("/openapi.json", get(openapi::document)),
        ("/v1/methods", get(extract::methods)),
        ("/v1/extract", post(extract::posted)),
        ("/v1/explain", get(explain::asked).post(explain::posted)),
        ("/v1/image", get(picture::fetched)),
        ("/r/{*address}", get(jina::asked)),
        ("/r/", post(jina::posted)),
        ("/v2/scrape", post(firecrawl::scrape)),
    ]
}

fn router(service: Arc<Service>, hosts: Hosts) -> Router {
    let routes =
        routes().into_iter().fold(Router::new(), |router, (path, route)| router.route(path, route));
    routes
        .fallback(|| async { answer::Problem::not_found() })
        .method_not_allowed_fallback(|| async { answer::Problem::wrong_method() })
        .layer(DefaultBodyLimit::max(service.limits.max_body))
        .layer(from_fn_with_state(Arc::new(hosts), hosts::check))
        .layer(from_fn(answer::with_safe_headers))
        .layer(from_fn_with_state(service.metrics.clone(), metrics::count))
        .with_state(service)
}

fn log_to_stderr(format: Option<LogFormat>) {
    let is_terminal = std::io::stderr().is_terminal();
    let usual = if is_terminal { LogFormat::Text } else { LogFormat::Json };
    let filter = tracing_subscriber::EnvFilter::try_from_env("ZHENGWEN_LOG");
    let filter =
        filter.unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info,chromiumoxide=off"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second logger in one process would be the first's doubling; there is none.
    let _ = match format.unwrap_or(usual) {
        LogFormat::Json => lines.json().flatten_event(true).with_target(false).try_init(),
        LogFormat::Text => lines.with_ansi(is_terminal).with_target(false).try_init(),
    };
}
