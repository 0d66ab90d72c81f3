//! One request and its answer, as sent.

use std::io::ErrorKind;
use std::time::Instant;

use ureq::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use ureq::http::{HeaderMap, Request, Response, StatusCode};
use ureq::{Agent, Body};
use url::Url;

use super::{FetchError, FetchOptions};
use crate::pages::read_at_most;
use crate::split_content_type;

/// An answer, its body as sent.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

/// Builds the request for an address.
pub(super) fn request(
    url: &Url,
    options: &FetchOptions,
    is_own: bool,
) -> Result<Request<()>, FetchError> {
    let mut request = Request::get(url.as_str()).body(()).map_err(|_| FetchError::NotHttp)?;
    for (name, value) in options.headers(is_own)? {
        request.headers_mut().append(name, value);
    }
    Ok(request)
}

/// The two ways to connect: over connections that are kept open, and over a new one each time.
#[derive(Debug)]
pub(super) struct Agents {
    pub(super) kept: Agent,
    pub(super) new: Agent,
}

/// Sends a request and reads the answer. Bodies of the media types in `refused` are not read.
pub(super) fn ask(
    agents: &Agents,
    request: &Request<()>,
    options: &FetchOptions,
    deadline: Instant,
    refused: &[&str],
) -> Result<Answer, FetchError> {
    if deadline <= Instant::now() {
        return Err(FetchError::Timeout(options.timeout));
    }
    let explain = |error| FetchError::from_client(error, options.timeout);
    check_behind_proxy(request, options)?;
    let answer = match run(&agents.kept, request, deadline) {
        Err(ureq::Error::Io(error)) if is_lost(error.kind()) => run(&agents.new, request, deadline),
        answer => answer,
    };
    let (head, body) = answer.map_err(explain)?.into_parts();
    let (status, headers) = (head.status, head.headers);
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    let kind = split_content_type(text(CONTENT_TYPE)).0;
    if status.is_success() && (is_in(refused, &kind)) {
        return Err(FetchError::NotAPage(kind));
    }
    if text(CONTENT_LENGTH).parse().is_ok_and(|length: u64| length > options.max_bytes) {
        return Err(FetchError::TooLarge(options.max_bytes));
    }
    let body = read_at_most(body.into_reader(), options.max_bytes).map_err(|error| match error
        .kind()
    {
        ErrorKind::FileTooLarge => FetchError::TooLarge(options.max_bytes),
        _ => match error.downcast::<ureq::Error>() {
            Ok(error) => explain(error),
            Err(error) => FetchError::Network(error.to_string()),
        },
    })?;
    Ok(Answer { status, headers, body })
}

fn run(
    agent: &Agent,
    request: &Request<()>,
    deadline: Instant,
) -> Result<Response<Body>, ureq::Error> {
    let left = deadline.saturating_duration_since(Instant::now());
    agent.run(agent.configure_request(request.clone()).timeout_global(Some(left)).build())
}

/// True if a connection ended before any answer: the server may have closed one that was kept open
/// while it was taken for this request. Asking again once is right then (RFC 9112, section 9.3.1).
fn is_lost(kind: ErrorKind) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    matches!(kind, UnexpectedEof | ConnectionReset | ConnectionAborted | BrokenPipe)
}

/// Checks what a request's host resolves to where an HTTP proxy does its own resolving, as far as
/// this machine knows the name. A SOCKS proxy is given the address that was checked.
fn check_behind_proxy(request: &Request<()>, options: &FetchOptions) -> Result<(), FetchError> {
    if options.proxy.is_none() {
        return Ok(());
    }
    let host = request.uri().host().unwrap_or_default();
    match options.guard.resolve(host, request.uri().port_u16().unwrap_or(80)) {
        Err(error) => match error.downcast::<crate::guard::Refusal>() {
            Ok(refusal) => Err(refusal.into()),
            Err(_) => Ok(()),
        },
        Ok(_) => Ok(()),
    }
}

/// Media types, and families of them, that are not pages.
pub(super) const NO_PAGES: &[&str] = &[
    "image/",
    "video/",
    "audio/",
    "font/",
    "application/pdf",
    "application/zip",
    "application/octet-stream",
];

/// True if a media type is not that of a page.
pub(super) fn is_no_page(kind: &str) -> bool {
    is_in(NO_PAGES, kind)
}

fn is_in(types: &[&str], kind: &str) -> bool {
    types.iter().any(
        |listed| if listed.ends_with('/') { kind.starts_with(listed) } else { kind == *listed },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_types() {
        assert!(is_no_page("image/png") && is_no_page("application/pdf"));
        assert!(!is_no_page("text/html") && !is_no_page(""));
    }
}
