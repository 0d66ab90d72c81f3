//! Errors of fetching.

use std::net::IpAddr;
use std::time::Duration;

use thiserror::Error;

use crate::guard::Refusal;

/// The reason a page could not be fetched.
#[derive(Debug, Error)]
pub enum FetchError {
    /// Not an address that can be fetched.
    #[error("not an http or https address")]
    NotHttp,
    /// The address contains a user name or password.
    #[error("addresses with a user name or password are refused")]
    Credentials,
    /// The guard refused the address.
    #[error("{0} is a private or special address")]
    Private(IpAddr),
    /// The host's robots.txt forbids it.
    #[error("robots.txt of {0} forbids it")]
    Robots(String),
    /// The host's robots.txt could not be read, which forbids everything (RFC 9309, section
    /// 2.3.1.4).
    #[error("robots.txt of {0} answers with status {1}, which forbids it")]
    RobotsUnreachable(String, u16),
    /// The server answered with an error status.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// The body exceeds the size limit.
    #[error("larger than {0} bytes")]
    TooLarge(u64),
    /// The time limit was reached.
    #[error("no answer within {} s", .0.as_secs_f32())]
    Timeout(Duration),
    /// The redirect limit was reached.
    #[error("more than {0} redirects")]
    TooManyRedirects(u32),
    /// The body is an image, a video, a PDF or the like.
    #[error("not a web page but {0}")]
    NotAPage(String),
    /// The body is something else than its headers say: a picture, a PDF, bytes that are no text.
    #[error("{0}")]
    Content(String),
    /// The body is not a raster image.
    #[error("not an image that browsers show; SVG is not taken")]
    NotAnImage,
    /// The body could not be decompressed as its headers declare.
    #[error("damaged {0} in the answer")]
    Damaged(String),
    /// The cache cannot be used.
    #[error("the cache {folder}: {reason}")]
    Cache {
        /// Its folder.
        folder: String,
        /// The reason.
        reason: String,
    },
    /// The proxy cannot be used.
    #[error("{0} is no proxy; try http://host:port or socks5://host:port")]
    Proxy(String),
    /// A setting is unusable.
    #[error("{0}")]
    Setting(String),
    /// The host has no address.
    #[error("no such host")]
    NoHost,
    /// Any other network error.
    #[error("{0}")]
    Network(String),
}

impl From<Refusal> for FetchError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NotHttp => Self::NotHttp,
            Refusal::Credentials => Self::Credentials,
            Refusal::Private(address) => Self::Private(address),
        }
    }
}

impl FetchError {
    /// Converts an error of the client; `timeout` is the limit that the user set.
    pub(super) fn from_client(error: ureq::Error, timeout: Duration) -> Self {
        match error {
            ureq::Error::Other(other) => match other.downcast::<Refusal>() {
                Ok(refusal) => (*refusal).into(),
                Err(other) => Self::Network(other.to_string()),
            },
            ureq::Error::Timeout(_) => Self::Timeout(timeout),
            ureq::Error::BadUri(_) => Self::NotHttp,
            ureq::Error::HostNotFound => Self::NoHost,
            error => Self::Network(error.to_string()),
        }
    }

    /// True if another attempt may succeed.
    pub(super) fn may_pass(&self) -> bool {
        matches!(self, Self::Network(_) | Self::Timeout(_))
    }
}
