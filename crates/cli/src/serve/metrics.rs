//! Figures of the service for Prometheus, and a line of log for each request.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::answer::Problem;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

/// The upper bounds of the times that are counted together, in seconds.
const SECONDS: [f64; 12] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0];

/// The figures; copies count together.
#[derive(Debug, Clone, Default)]
pub(super) struct Metrics(Arc<Figures>);

#[derive(Debug)]
struct Figures {
    registry: Registry,
    requests: Family<Labels, Counter>,
    seconds: Family<Route, Histogram>,
    at_work: Gauge<i64, AtomicI64>,
    bytes: Counter,
}

impl Default for Figures {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("zhengwen");
        let requests = Family::<Labels, Counter>::default();
        let seconds = Family::<Route, Histogram>::new_with_constructor(|| Histogram::new(SECONDS));
        let (at_work, bytes) = (Gauge::<i64, AtomicI64>::default(), Counter::default());
        registry.register("requests", "Requests answered, by route and status", requests.clone());
        registry.register(
            "request_seconds",
            "Seconds from a request's head to its answer",
            seconds.clone(),
        );
        registry.register("requests_at_work", "Requests that are being answered", at_work.clone());
        registry.register("request_bytes", "Bytes of pages that were posted", bytes.clone());
        Self { registry, requests, seconds, at_work, bytes }
    }
}

impl Metrics {
    /// Counts the body of a request.
    pub(super) fn posted(&self, bytes: usize) {
        self.0.bytes.inc_by(bytes as u64);
    }
}

/// Counts a request among those at work for as long as it lives: a client may go away.
struct AtWork<'a>(&'a Gauge<i64, AtomicI64>);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Counts and logs a request.
pub(super) async fn count(
    State(Metrics(metrics)): State<Metrics>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    metrics.at_work.inc();
    let at_work = AtWork(&metrics.at_work);
    let method = request.method().clone();
    let route =
        request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    drop(at_work);
    let (status, took) = (response.status().as_u16(), started.elapsed());
    let milliseconds = (took.as_secs_f64() * 1e6).round() / 1e3;
    // Addresses may be private to the client, so the log has only the route.
    tracing::info!(%method, route, status, milliseconds, "request");
    metrics.seconds.get_or_create(&Route { route: route.clone() }).observe(took.as_secs_f64());
    metrics.requests.get_or_create(&Labels { route, status }).inc();
    response
}

/// `GET /metrics`.
pub(super) async fn write(State(Metrics(metrics)): State<Metrics>) -> Response {
    let mut text = String::new();
    if prometheus_client::encoding::text::encode(&mut text, &metrics.registry).is_err() {
        return Problem::failed().into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
