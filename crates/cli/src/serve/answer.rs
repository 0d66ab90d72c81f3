//! Answers that are no articles, and the headers that all answers have.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use zhengwen_io::articles::ReadError;
use zhengwen_io::fetch::FetchError;

/// Why there is no article: a status, a word for programs, a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) status: StatusCode,
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }

    pub(super) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    pub(super) fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not-found",
            "nothing is here; /openapi.json lists what is",
        )
    }

    pub(super) fn unknown_host(name: &str) -> Self {
        let message = format!("{name:?} is no name of this service; --allow-host makes it one");
        Self::new(StatusCode::MISDIRECTED_REQUEST, "unknown-host", message)
    }

    pub(super) fn wrong_method() -> Self {
        let message = "this path wants another HTTP method; /openapi.json says which";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", message)
    }

    pub(super) fn too_large() -> Self {
        Self::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            "the request's body is over the limit",
        )
    }

    pub(super) fn too_large_for_memory() -> Self {
        let message = "the page needs more memory than the service may take (--memory)";
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }

    pub(super) fn out_of_memory() -> Self {
        let message = "the memory of the service is taken by other requests; try again in a second";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded", message)
    }

    pub(super) fn cross_origin() -> Self {
        let message = "a page of another origin may not use this service; --allow-origin lets it";
        Self::new(StatusCode::FORBIDDEN, "cross-origin", message)
    }

    pub(super) fn unknown_packing(name: &str) -> Self {
        let message = format!("Content-Encoding: {name:?} is not taken; gzip is");
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unknown-encoding", message)
    }

    /// A program written for another service asks for what this one does not do.
    pub(super) fn not_offered() -> Self {
        let message = "this service reads one page a request (POST /v2/scrape) and lists the addresses of a site \
                       (POST /v2/map); for many pages ask for each, or use `zhengwen batch`";
        Self::new(StatusCode::NOT_IMPLEMENTED, "not-offered", message)
    }

    /// The posted bytes are a picture, a PDF or the like.
    pub(super) fn no_page(error: &std::io::Error) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "no-page", error.to_string())
    }

    /// A page without an article, for programs that take any answer for one.
    pub(super) fn no_article() -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "no-article", "the page has no article")
    }

    pub(super) fn slow_client() -> Self {
        let message = "the request's body did not come in time";
        Self::new(StatusCode::REQUEST_TIMEOUT, "slow-client", message)
    }

    pub(super) fn overloaded() -> Self {
        let message = "too many requests at once; try again in a second";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded", message)
    }

    pub(super) fn too_slow() -> Self {
        Self::new(StatusCode::GATEWAY_TIMEOUT, "timeout", "not done within the time limit")
    }

    pub(super) fn failed() -> Self {
        let message = "the page could not be worked on; this is a defect of zhengwen";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", message)
    }

    pub(super) fn fetches_nothing() -> Self {
        let message = "this service fetches nothing (--no-fetch); post the page's HTML";
        Self::new(StatusCode::FORBIDDEN, "fetching-off", message)
    }

    /// An error from behind the service. Its message hides the addresses that names lead to: they are not for strangers.
    pub(super) fn of_reading(error: &ReadError) -> Self {
        let ReadError::Fetch(error) = error else {
            return Self::new(StatusCode::BAD_GATEWAY, "not-read", error.to_string());
        };
        match error {
            FetchError::NotHttp | FetchError::Credentials => {
                Self::new(StatusCode::BAD_REQUEST, "refused-address", error.to_string())
            }
            FetchError::Private(_) => {
                let message = "the address leads to a private or special network";
                Self::new(StatusCode::BAD_REQUEST, "refused-address", message)
            }
            FetchError::Robots(host) | FetchError::RobotsUnreachable(host, _) => {
                let message = format!("robots.txt of {host} forbids it");
                Self::new(StatusCode::FORBIDDEN, "robots", message)
            }
            FetchError::Timeout(_) => {
                Self::new(StatusCode::GATEWAY_TIMEOUT, "timeout", error.to_string())
            }
            _ => Self::new(StatusCode::BAD_GATEWAY, "not-fetched", error.to_string()),
        }
    }
}

/// Why there is no article.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(super) struct ProblemAnswer<'a> {
    error: ProblemWords<'a>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct ProblemWords<'a> {
    /// Stable, for programs.
    code: &'a str,
    /// For people; its wording may change.
    message: &'a str,
}

/// An answer in JSON.
pub(super) fn json(answer: &impl Serialize) -> String {
    // Answers have names for keys, and no numbers that JSON lacks.
    serde_json::to_string(answer).unwrap_or_default()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let error = ProblemWords { code: self.code, message: &self.message };
        let body = json(&ProblemAnswer { error });
        let kind = (header::CONTENT_TYPE, "application/json");
        let mut response = (self.status, [kind], body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if self.code == "unknown-encoding" {
            response
                .headers_mut()
                .insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// The policy of an article shown as a page: it may only show pictures and its own styles.
pub(super) const ARTICLE_POLICY: &str = "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline' http: https:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/// Content of a type, safe to be opened by mistake.
pub(super) fn content(kind: &'static str, body: impl IntoResponse) -> Response {
    let policy =
        if kind.starts_with("text/html") { ARTICLE_POLICY } else { "default-src 'none'; sandbox" };
    content_with_policy(kind, policy, body)
}

/// Content of a type with its own policy.
pub(super) fn content_with_policy(
    kind: &'static str,
    policy: &str,
    body: impl IntoResponse,
) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, policy)];
    (headers, body).into_response()
}

/// Headers against what browsers do by themselves.
pub(super) async fn with_safe_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let safe = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in safe {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let referrer = HeaderValue::from_static("no-referrer");
    response.headers_mut().entry(header::REFERRER_POLICY).or_insert(referrer);
    let none = "default-src 'none'; frame-ancestors 'none'";
    let policy = HeaderValue::from_static(none);
    response.headers_mut().entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    response
}
