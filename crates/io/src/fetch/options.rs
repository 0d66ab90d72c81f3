//! What a fetch may do.

use std::path::PathBuf;
use std::time::Duration;

use ureq::Proxy;
use ureq::http::{HeaderName, HeaderValue};

use super::FetchError;
use crate::guard::AddressGuard;

/// Limits and manners of fetches.
#[derive(Debug, Clone)]
pub struct FetchOptions {
    /// What may be reached.
    pub guard: AddressGuard,
    /// Largest body, as sent and after decompression, in bytes.
    pub max_bytes: u64,
    /// For one page from the first request to the last byte, redirects included; waiting for one's turn
    /// and retries do not count.
    pub timeout: Duration,
    /// How many redirects are followed.
    pub max_redirects: u32,
    /// How often a request that failed in passing is tried again.
    pub retries: u32,
    /// From the start of a request to the start of the next one to the same host, at least.
    pub delay: Duration,
    /// How many requests to one host may be open at once.
    pub per_host: usize,
    /// Whether robots.txt is obeyed, its `Crawl-delay` included.
    pub robots: bool,
    /// What the program calls itself. What stands before `/` is its name in robots.txt.
    pub user_agent: String,
    /// More headers. `Authorization` and `Cookie` go with pages of the host that was asked for, by its scheme
    /// and port too: not on to others, and not with robots.txt, sitemaps and feeds.
    pub headers: Vec<(String, String)>,
    /// `http://`, `https://`, `socks4://` or `socks5://` with host and port.
    pub proxy: Option<String>,
    /// The folder of the cache.
    pub cache: Option<PathBuf>,
}

impl Default for FetchOptions {
    fn default() -> Self {
        Self {
            guard: AddressGuard::default(),
            max_bytes: 20 << 20,
            timeout: Duration::from_secs(30),
            max_redirects: 5,
            retries: 2,
            delay: Duration::from_secs(1),
            per_host: 1,
            robots: true,
            user_agent: concat!("zhengwen/", env!("CARGO_PKG_VERSION")).to_owned(),
            headers: Vec::new(),
            proxy: None,
            cache: None,
        }
    }
}

impl FetchOptions {
    /// The name by which robots.txt speaks of this program.
    pub fn product(&self) -> &str {
        self.user_agent.split(['/', ' ']).next().unwrap_or_default()
    }

    /// The headers as they are sent; to another host than the one asked for without those that say who
    /// the user is.
    pub(super) fn headers(
        &self,
        is_own: bool,
    ) -> Result<Vec<(HeaderName, HeaderValue)>, FetchError> {
        let personal = ["authorization", "cookie", "proxy-authorization"];
        let mut headers = Vec::new();
        for (name, value) in &self.headers {
            let wrong = || FetchError::Setting(format!("not a header: {name}: {value}"));
            let name = HeaderName::try_from(name).map_err(|_| wrong())?;
            let value = HeaderValue::try_from(value).map_err(|_| wrong())?;
            if is_own || !personal.contains(&name.as_str()) {
                headers.push((name, value));
            }
        }
        Ok(headers)
    }

    pub(super) fn ureq_proxy(&self) -> Result<Option<Proxy>, FetchError> {
        let Some(proxy) = &self.proxy else { return Ok(None) };
        Proxy::new(proxy).map(Some).map_err(|_| FetchError::Proxy(proxy.clone()))
    }
}
