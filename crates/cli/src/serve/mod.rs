//! `zhengwen serve`: extraction over HTTP, and the reader page.

mod answer;
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
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{MethodRouter, get, post};
use clap::{Args, ValueEnum};
use tokio::net::TcpListener;

use crate::fetch_options::{FetchArguments, ReadArguments};
use crate::status::{EXIT_CODES, Status};
use state::Service;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ServeArguments {
    /// Listen on this port; 0 takes any that is free
    #[arg(short, long, value_name = "N", default_value_t = 8080)]
    pub(crate) port: u16,
    /// Listen on this address; 0.0.0.0 lets others in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Answer to this name too, as behind a proxy that hands it on (repeatable). On loopback no other names than
    /// this machine's for itself are answered to, elsewhere all unless some are given
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Fetch nothing: read the HTML that is posted, and nothing else
    #[arg(long)]
    pub(crate) no_fetch: bool,
    /// Work on at most so many requests at once; more are answered with 503
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) concurrency: usize,
    /// Keep at most so many connections open
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub(crate) connections: usize,
    /// Extract on so many threads; all cores by default
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) jobs: usize,
    /// Refuse requests with a larger body
    #[arg(long, value_name = "BYTES", default_value_t = 20 << 20)]
    pub(crate) max_body: usize,
    /// Give up on a client that takes longer to send its request
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) body_timeout: u64,
    /// Answer after so many seconds with 504 what is not done by then
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) request_timeout: u64,
    /// How to log on standard error: text on a terminal and json elsewhere, by default; the variable
    /// ZHENGWEN_LOG says how much (warn, info, debug)
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) log: Option<LogFormat>,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) fetch: FetchArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// One JSON object a line
    Json,
    /// Lines for people
    Text,
}

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
        connections::serve(listener, router(Arc::clone(&service)), arguments).await
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

fn router(service: Arc<Service>) -> Router {
    let routes =
        routes().into_iter().fold(Router::new(), |router, (path, route)| router.route(path, route));
    routes
        .fallback(|| async { answer::Problem::not_found() })
        .method_not_allowed_fallback(|| async { answer::Problem::wrong_method() })
        .layer(DefaultBodyLimit::max(service.limits.max_body))
        .layer(from_fn_with_state(Arc::clone(&service), hosts::check))
        .layer(from_fn(answer::with_safe_headers))
        .layer(from_fn_with_state(Arc::clone(&service), metrics::count))
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
