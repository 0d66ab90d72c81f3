//! Pages from addresses: limits on size, time and redirects, and a guard on every hop.

use std::net::IpAddr;
use std::time::Duration;

use thiserror::Error;
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, ResponseExt};
use url::Url;

use crate::guard::{GuardedResolver, Refused};
use crate::pages::read_at_most;

/// Limits of a fetch.
#[derive(Debug, Clone)]
pub struct FetchOptions {
    /// Whether private, loopback and other special-purpose addresses may be reached.
    pub allow_private: bool,
    /// Addresses that may be reached although they are not public.
    pub allowed: Vec<IpAddr>,
    /// Largest body, after decompression, in bytes.
    pub max_bytes: u64,
    /// From the start of the first request to the last byte, redirects included.
    pub timeout: Duration,
    /// How many redirects are followed.
    pub max_redirects: u32,
}

impl Default for FetchOptions {
    fn default() -> Self {
        Self {
            allow_private: false,
            allowed: Vec::new(),
            max_bytes: 20 << 20,
            timeout: Duration::from_secs(30),
            max_redirects: 5,
        }
    }
}

/// A fetched page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// The body's bytes.
    pub bytes: Vec<u8>,
    /// The address that answered, after redirects.
    pub url: String,
    /// The charset of the `Content-Type` header.
    pub charset: Option<String>,
}

/// Why a page could not be fetched.
#[derive(Debug, Error)]
pub enum FetchError {
    /// Not an address that can be fetched.
    #[error("not an http or https address")]
    NotHttp,
    /// User name or password in the address.
    #[error("addresses with a user name or password are refused")]
    Credentials,
    /// The guard.
    #[error("{0}; --allow-private permits it")]
    Private(String),
    /// The server's answer is no page.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// A limit was reached.
    #[error("larger than {0} bytes")]
    TooLarge(u64),
    /// A limit was reached.
    #[error("no answer within {} s", .0.as_secs())]
    Timeout(Duration),
    /// A limit was reached.
    #[error("more than {0} redirects")]
    TooManyRedirects(u32),
    /// The body is a picture, a film, a PDF.
    #[error("not a web page but {0}")]
    NotAPage(String),
    /// Anything of the network.
    #[error("{0}")]
    Network(String),
}

/// Whether `text` looks like an address rather than a file name.
pub fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'+')
    })
}

/// Fetches one page.
///
/// # Errors
/// See [`FetchError`].
pub fn fetch(address: &str, options: &FetchOptions) -> Result<Fetched, FetchError> {
    let mut url = Url::parse(address).map_err(|_| FetchError::NotHttp)?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(FetchError::NotHttp);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(FetchError::Credentials);
    }
    url.set_fragment(None);
    let response = agent(options).get(url.as_str()).call().map_err(|e| explain(e, options))?;
    let status = response.status();
    if !status.is_success() {
        return Err(FetchError::Status(status.as_u16()));
    }
    let content_type = response.headers().get("content-type").and_then(|v| v.to_str().ok());
    let (kind, charset) = split_content_type(content_type.unwrap_or(""));
    if is_no_page(&kind) {
        return Err(FetchError::NotAPage(kind));
    }
    let url = response.get_uri().to_string();
    let body = response.into_body().into_reader();
    let bytes = read_at_most(body, options.max_bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::FileTooLarge => FetchError::TooLarge(options.max_bytes),
        _ => match error.downcast::<ureq::Error>() {
            Ok(error) => explain(error, options),
            Err(error) => FetchError::Network(error.to_string()),
        },
    })?;
    Ok(Fetched { bytes, url, charset })
}

fn agent(options: &FetchOptions) -> Agent {
    let config = Agent::config_builder()
        .timeout_global(Some(options.timeout))
        .max_redirects(options.max_redirects)
        .max_redirects_will_error(true)
        .http_status_as_error(false)
        .user_agent(concat!("zhengwen/", env!("CARGO_PKG_VERSION")))
        .accept("text/html,application/xhtml+xml;q=0.9,*/*;q=0.5")
        // A proxy of the environment would connect where the guard cannot see.
        .proxy(None)
        .build();
    let resolver = GuardedResolver {
        allow_private: options.allow_private,
        allowed: options.allowed.clone(),
        ..GuardedResolver::default()
    };
    Agent::with_parts(config, DefaultConnector::default(), resolver)
}

fn explain(error: ureq::Error, options: &FetchOptions) -> FetchError {
    match error {
        ureq::Error::Other(other) => match other.downcast::<Refused>() {
            Ok(refused) => FetchError::Private(refused.to_string()),
            Err(other) => FetchError::Network(other.to_string()),
        },
        ureq::Error::Timeout(_) => FetchError::Timeout(options.timeout),
        ureq::Error::TooManyRedirects => FetchError::TooManyRedirects(options.max_redirects),
        ureq::Error::BadUri(_) => FetchError::NotHttp,
        ureq::Error::HostNotFound => FetchError::Network("no such host".to_owned()),
        error => FetchError::Network(error.to_string()),
    }
}

/// The media type in lower case, and the charset.
fn split_content_type(header: &str) -> (String, Option<String>) {
    let mut parts = header.split(';').map(str::trim);
    let kind = parts.next().unwrap_or("").to_ascii_lowercase();
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']);
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
    });
    (kind, charset)
}

fn is_no_page(kind: &str) -> bool {
    let family = kind.split('/').next().unwrap_or("");
    matches!(family, "image" | "video" | "audio" | "font")
        || matches!(kind, "application/pdf" | "application/zip" | "application/octet-stream")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_content_types() {
        assert!(is_address("http://a") && is_address("file:///etc/passwd"));
        assert!(!is_address("a/b.html") && !is_address("-"));
        let (kind, charset) = split_content_type("Text/HTML; Charset=\"GBK\"");
        assert_eq!((kind.as_str(), charset.as_deref()), ("text/html", Some("GBK")));
    }

    #[test]
    fn refuses_without_connecting() {
        let options = FetchOptions::default();
        let refused = |address: &str| fetch(address, &options).unwrap_err();
        assert!(matches!(refused("file:///etc/passwd"), FetchError::NotHttp));
        assert!(matches!(refused("ftp://a.example/"), FetchError::NotHttp));
        assert!(matches!(refused("http://u:p@a.example/"), FetchError::Credentials));
        for host in [
            "127.0.0.1",
            "[::1]",
            "10.0.0.1",
            "169.254.169.254",
            "0x7f.1",
            "2130706433",
            "[::ffff:127.0.0.1]",
            "localhost",
        ] {
            let error = refused(&format!("http://{host}:9/"));
            assert!(matches!(error, FetchError::Private(_)), "{host}: {error}");
        }
    }
}
