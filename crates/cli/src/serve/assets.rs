//! The reader page; its files are in the program.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;

use super::answer::content_with_policy;
use super::state::Service;

/// The page asks this service alone, runs its own script alone, and may not be framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
     trusted-types zhengwen";

/// `GET /`.
pub(super) async fn page(State(service): State<Arc<Service>>) -> Response {
    let page = include_str!("reader.html");
    let fetches = if service.fetches() { "true" } else { "false" };
    let methods: String = zhengwen::unstable::methods::METHODS
        .iter()
        .filter(|info| info.needs.is_none())
        .map(|info| format!("<option value=\"{0}\">{0}</option>", info.name))
        .collect();
    let page = page.replace("{{fetches}}", fetches).replace("{{methods}}", &methods);
    let mut page = content_with_policy("text/html; charset=utf-8", POLICY, page);
    // Without a referrer, browsers would not say which page the form of the report is from.
    let referrer = HeaderValue::from_static("same-origin");
    page.headers_mut().insert(header::REFERRER_POLICY, referrer);
    page
}

/// `GET /reader.css`.
pub(super) async fn style() -> Response {
    content_with_policy("text/css; charset=utf-8", POLICY, include_str!("reader.css"))
}

/// `GET /reader-words.js`.
pub(super) async fn words() -> Response {
    content_with_policy("text/javascript; charset=utf-8", POLICY, include_str!("reader-words.js"))
}

/// `GET /reader.js`.
pub(super) async fn script() -> Response {
    content_with_policy("text/javascript; charset=utf-8", POLICY, include_str!("reader.js"))
}
