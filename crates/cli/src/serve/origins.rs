//! The origins whose pages may ask the service through a browser. Any page may send some requests to any
//! host without asking first: forms, plain text, pictures. The headers that browsers add name the page's
//! origin; other programs send neither.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answer::Problem;

/// The origins that are answered in addition to the service's own.
#[derive(Debug, Clone)]
pub(super) struct Origins {
    allowed: Vec<String>,
    /// True if all origins are allowed.
    is_open: bool,
}

impl Origins {
    /// The origins that the user allows; `*` for all.
    pub(super) fn new(allowed: &[String]) -> Self {
        let allowed: Vec<String> = allowed
            .iter()
            .map(|origin| origin.trim_end_matches('/').to_ascii_lowercase())
            .collect();
        Self { is_open: allowed.iter().any(|origin| origin == "*"), allowed }
    }

    /// True if the user named the origin.
    fn names(&self, origin: Option<&str>) -> bool {
        let is_named =
            |origin: &str| self.allowed.iter().any(|named| named.eq_ignore_ascii_case(origin));
        origin.is_some_and(|origin| self.is_open || is_named(origin))
    }

    /// True if a request with these headers may come in.
    fn allow(&self, headers: &HeaderMap) -> bool {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let origin = text(header::ORIGIN);
        if self.is_open || self.names(origin) {
            return true;
        }
        // A browser sends this with every request, and no page can change it.
        if let Some(site) = headers.get("sec-fetch-site") {
            return site == "same-origin" || site == "none";
        }
        let asked_host = text(header::HOST).unwrap_or("");
        let is_own = |origin: &str| {
            origin.split_once("://").is_some_and(|(_, host)| host.eq_ignore_ascii_case(asked_host))
        };
        origin.is_none_or(is_own)
    }
}

/// Lets in requests that are not sent by a stranger's page.
pub(super) async fn check(
    State(origins): State<Arc<Origins>>,
    request: Request,
    next: Next,
) -> Response {
    let origin = request.headers().get(header::ORIGIN).cloned();
    let is_named = origins.names(origin.as_ref().and_then(|origin| origin.to_str().ok()));
    let is_preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let asked = request.headers().get(header::ACCESS_CONTROL_REQUEST_HEADERS).cloned();
    // The reader page does nothing by itself, and is where a bookmark or a link leads.
    let is_page = request.uri().path() == "/" && request.method() == Method::GET;
    let mut response = if !is_page && !origins.allow(request.headers()) {
        Problem::cross_origin().into_response()
    } else if is_preflight && is_named {
        let methods = (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST");
        (StatusCode::NO_CONTENT, [methods, (header::ACCESS_CONTROL_MAX_AGE, "600")]).into_response()
    } else {
        next.run(request).await
    };
    if let Some(origin) = origin.filter(|_| is_named) {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(header::VARY, HeaderValue::from_static("Origin"));
        if let Some(asked) = asked.filter(|_| is_preflight) {
            headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, asked);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_pages_are_told_from_our_own() {
        let allow = |allowed: &[&str], given: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("localhost:8080"));
            for (name, value) in given {
                headers.insert(*name, HeaderValue::from_static(value));
            }
            let allowed: Vec<String> = allowed.iter().map(|origin| (*origin).to_owned()).collect();
            Origins::new(&allowed).allow(&headers)
        };
        for headers in [
            &[][..],
            &[("origin", "http://localhost:8080")],
            &[("sec-fetch-site", "same-origin")],
            &[("sec-fetch-site", "none")],
            // A form of a page that sends no referrer.
            &[("sec-fetch-site", "same-origin"), ("origin", "null")],
        ] {
            assert!(allow(&[], headers), "{headers:?}");
        }
        for other in [
            &[("origin", "https://evil.example")][..],
            &[("origin", "null")],
            &[("origin", "http://localhost:3000")],
            &[("origin", "http://localhost:8080.evil.example")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site"), ("origin", "http://localhost:3000")],
        ] {
            assert!(!allow(&[], other), "{other:?}");
            assert!(allow(&["*"], other), "{other:?}");
        }
        let friend = [("origin", "https://friend.example"), ("sec-fetch-site", "cross-site")];
        assert!(allow(&["https://Friend.example/"], &friend));
        assert!(!allow(&["https://other.example"], &friend));
    }
}
