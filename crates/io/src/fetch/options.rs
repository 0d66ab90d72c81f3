//! Options of fetching.

use std::path::PathBuf;
use std::time::Duration;

use ureq::Proxy;
use ureq::http::{HeaderName, HeaderValue};

use super::FetchError;
use crate::guard::AddressGuard;

/// Limits and manners of fetching.
#[derive(Debug, Clone)]
pub struct FetchOptions {
    /// The guard that decides which addresses may be reached.
    pub guard: AddressGuard,
    /// The largest body in bytes, both as sent and after decompression.
    pub max_bytes: u64,
    /// The limit for one page, from the first request to the last byte, redirects included; waiting
    /// for a turn and retries do not count.
    pub timeout: Duration,
    /// The maximum number of redirects to follow.
    pub max_redirects: u32,
    /// The number of retries after a transient failure.
    pub retries: u32,
    /// The minimum time between the starts of two requests to the same host.
    pub delay: Duration,
    /// The maximum number of simultaneous requests to one host.
    pub per_host: usize,
    /// True to obey robots.txt, its `Crawl-delay` included.
    pub robots: bool,
    /// The user agent. The part before `/` is the name looked for in robots.txt.
    pub user_agent: String,
    /// Additional headers. `Authorization` and `Cookie` are sent only with pages of the origin
    /// (scheme, host and port) that was asked for, never to others, nor with requests for
    /// robots.txt, sitemaps and feeds.
    pub headers: Vec<(String, String)>,
    /// The proxy: `http://`, `https://`, `socks4://` or `socks5://` with host and port.
    pub proxy: Option<String>,
    /// True to send the cookies of one fetch with the next. Otherwise each fetch, with its redirects, begins
    /// without cookies: for programs that fetch for several people.
    pub shares_cookies: bool,
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
            shares_cookies: true,
            cache: None,
        }
    }
}

impl FetchOptions {
    /// The name of this program in robots.txt.
    pub fn product(&self) -> &str {
        self.user_agent.split(['/', ' ']).next().unwrap_or_default()
    }

    /// The headers to send. To another host than the one asked for, those that identify the user
    /// are left out.
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
