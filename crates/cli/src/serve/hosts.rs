//! The names that the service answers to. A page of a stranger can have its own name lead to this machine and then
//! ask the service from the reader's browser as if it were its own ("DNS rebinding"); its name gives it away.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answer::Problem;

/// The names that are answered to.
#[derive(Debug, Clone)]
pub(super) struct Hosts {
    named: Vec<String>,
    /// True to answer only to the names given and to this machine's own; if false and no name is given, to every name.
    is_loopback: bool,
}

impl Hosts {
    /// The names that the user gives, of a service that listens there.
    pub(super) fn new(named: &[String], address: IpAddr) -> Self {
        let named = named.iter().map(|name| name.to_ascii_lowercase()).collect();
        Self { named, is_loopback: address.is_loopback() }
    }

    /// True if the service answers to a `Host` header.
    fn allow(&self, header: &str) -> bool {
        let name = without_port(header).to_ascii_lowercase();
        if self.named.contains(&name) || !self.is_loopback && self.named.is_empty() {
            return true;
        }
        let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
        name == "localhost"
            || name.ends_with(".localhost")
            || address.is_ok_and(|address| address.is_loopback())
    }
}

fn without_port(header: &str) -> &str {
    let end = header.rfind(']').map_or(0, |end| end + 1);
    let port = header[end..].find(':').map(|at| end + at);
    &header[..port.unwrap_or(header.len())]
}

/// Answers only to names that are the service's.
pub(super) async fn check(
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let mut named = request.headers().get_all(header::HOST).iter();
    let host = named.next().and_then(|value| value.to_str().ok());
    if named.next().is_some() {
        // A proxy in front may have looked at the other.
        return Problem::bad_request("two Host headers").into_response();
    }
    // A request's first line may name a host too, which then counts.
    let is_allowed = |host: &str| hosts.allow(host);
    if host.is_some_and(is_allowed)
        && request.uri().authority().is_none_or(|authority| is_allowed(authority.as_str()))
    {
        return next.run(request).await;
    }
    Problem::unknown_host(host.unwrap_or("")).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_names_are_told_from_our_own() {
        let hosts = |named: &[&str], is_loopback| Hosts {
            named: named.iter().map(|name| (*name).to_owned()).collect(),
            is_loopback,
        };
        let loopback = hosts(&[], true);
        for name in [
            "localhost",
            "LOCALHOST:8080",
            "127.0.0.1:80",
            "127.8.8.8",
            "[::1]:8080",
            "[::1]",
            "a.localhost",
        ] {
            assert!(loopback.allow(name), "{name}");
        }
        for name in
            ["evil.example", "evil.example:8080", "localhost.evil.example", "", "10.0.0.1", "[::2]"]
        {
            assert!(!loopback.allow(name), "{name}");
        }
        assert!(hosts(&["reader.example"], true).allow("Reader.example:443"));
        assert!(!hosts(&["reader.example"], false).allow("evil.example"));
        assert!(
            hosts(&[], false).allow("reader.example"),
            "open to others, any name may lead here"
        );
    }
}
