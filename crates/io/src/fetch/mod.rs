//! Fetches pages politely and safely: robots.txt, a pace for each host, retries, limits on size,
//! time and redirects, a cache on disk, and one guard over every hop.

mod answer;
#[cfg(feature = "cache")]
mod cache;
#[cfg(not(feature = "cache"))]
#[path = "no_cache.rs"]
mod cache;
mod cookies;
mod error;
mod fetched;
mod image;
mod markdown;
mod options;
mod pace;
mod piece;
mod queue;
mod range;
mod retry;
mod robots;
#[cfg(feature = "s3")]
mod store;
#[cfg(not(feature = "s3"))]
#[path = "no_store.rs"]
mod store;
mod unpack;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http::header::{CONTENT_TYPE, LOCATION};
use ureq::unversioned::transport::DefaultConnector;
use url::Url;
use zhengwen::PageInfo;

pub use error::FetchError;
pub use fetched::Fetched;
pub use image::Image;
pub use options::FetchOptions;
pub use queue::for_each_address;
pub use range::{RemoteFile, is_in_store};
pub use unpack::gunzip;

use crate::guard::GuardedResolver;
use crate::pages::refuse_other_files;
use crate::split_content_type;
use answer::{Agents, Answer, NO_PAGES};
use cache::Cache;
use cookies::Jar;
use pace::Pace;
use robots::RobotsRules;
use store::Stores;

/// The purpose of a fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// A page to read; images and videos are refused.
    Page,
    /// An image of an article.
    Image,
    /// A sitemap or feed.
    List,
    /// The robots.txt itself, which is always allowed.
    Robots,
}

/// One request of a fetch.
struct Step<'a> {
    url: &'a Url,
    /// True if its origin (scheme, host and port) is the one originally requested.
    is_own: bool,
    /// The pause to keep at the host after it.
    pace: Duration,
    /// True if it waits for the pause after the request before it.
    is_paced: bool,
    purpose: Purpose,
    jar: &'a Jar,
}

/// Fetches pages, one after the other or from many threads at once. The threads share each host's
/// pace and robots.txt, connections and, unless the options say otherwise, cookies.
#[derive(Debug)]
pub struct Client {
    agents: Agents,
    options: FetchOptions,
    robots: RobotsRules,
    pace: Pace,
    jar: Jar,
    cache: Option<Cache>,
    stores: Stores,
}

impl Client {
    /// Creates a client.
    ///
    /// # Errors
    /// When the proxy, a header or the cache in the options cannot be used.
    pub fn new(options: FetchOptions) -> Result<Self, FetchError> {
        let agents = Agents { kept: agent(&options, true)?, new: agent(&options, false)? };
        let cache = options.cache.as_deref().map(Cache::open).transpose()?;
        let (robots, pace) = (RobotsRules::default(), Pace::new(options.per_host));
        let (jar, stores) = (Jar::default(), Stores::default());
        Ok(Self { agents, options, robots, pace, jar, cache, stores })
    }

    /// The options that it was created with.
    pub fn options(&self) -> &FetchOptions {
        &self.options
    }

    /// Fetches a page.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub fn fetch(&self, address: &str) -> Result<Fetched, FetchError> {
        self.follow(address, Purpose::Page, true)
    }

    /// Fetches a page that a person asks for: the pace of its host, which is for crawling, does not
    /// hold it. A pause that the host itself asked for does.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub fn fetch_for_person(&self, address: &str) -> Result<Fetched, FetchError> {
        self.follow(address, Purpose::Page, false)
    }

    /// Fetches a sitemap or feed, which may be of any type.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub fn fetch_list(&self, address: &str) -> Result<Fetched, FetchError> {
        self.follow(address, Purpose::List, true)
    }

    /// The sitemaps listed in the robots.txt of an address's host.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub fn sitemaps(&self, address: &str) -> Result<Vec<String>, FetchError> {
        let url = self.options.guard.url(address)?;
        let rules = self.rules(&url);
        Ok(rules.sitemaps().iter().map(Url::to_string).collect())
    }

    /// The time until the host of an address may be contacted again; 0 if it has not been contacted
    /// yet.
    pub(crate) fn wait_for(&self, host: &str) -> Duration {
        self.pace.wait(host)
    }

    /// Fetches an address and follows redirects; each hop is guarded, checked against robots.txt,
    /// and paced.
    fn follow(
        &self,
        address: &str,
        purpose: Purpose,
        is_paced: bool,
    ) -> Result<Fetched, FetchError> {
        let mut url = self.options.guard.url(address)?;
        let first = url.origin();
        let fresh = Jar::default();
        let jar = if self.options.shares_cookies { &self.jar } else { &fresh };
        let mut deadline = Instant::now() + self.options.timeout;
        for hop in 0..=self.options.max_redirects {
            let waited = Instant::now();
            let pace = self.delay(&url, purpose)?;
            // Waiting for a turn does not count against the server.
            deadline += waited.elapsed();
            // Robots.txt and lists carry no credentials: they may lie on hosts that nobody asked
            // for.
            let is_own = purpose == Purpose::Page && url.origin() == first;
            // Redirects are followed at once, as browsers do.
            let is_paced = is_paced && hop == 0;
            let step = Step { url: &url, is_own, pace, is_paced, purpose, jar };
            let answer = self.exchange(&step, &mut deadline)?;
            let Some(next) = redirect(&answer, &url)? else {
                return self.fetched(&answer, &url, purpose);
            };
            url = self.options.guard.url(&next)?;
        }
        Err(FetchError::TooManyRedirects(self.options.max_redirects))
    }

    /// Checks robots.txt for `url` and returns the pause that the host wants between two requests.
    fn delay(&self, url: &Url, purpose: Purpose) -> Result<Duration, FetchError> {
        if purpose == Purpose::Robots {
            // Requests for robots.txt itself are not paced.
            return Ok(Duration::ZERO);
        }
        // The images of a page are fetched without pauses.
        let is_image = purpose == Purpose::Image;
        if !self.options.robots {
            return Ok(if is_image { Duration::ZERO } else { self.options.delay });
        }
        let rules = self.rules(url);
        rules.allow(url)?;
        if is_image {
            return Ok(Duration::ZERO);
        }
        Ok(rules.delay().map_or(self.options.delay, |wished| wished.max(self.options.delay)))
    }

    fn rules(&self, url: &Url) -> Arc<robots::Rules> {
        self.robots
            .of(url, self.options.product(), |address| self.follow(address, Purpose::Robots, false))
    }

    /// Sends a request, with retries, unless the cache has a fresh answer.
    fn exchange(&self, step: &Step, deadline: &mut Instant) -> Result<Answer, FetchError> {
        let request = answer::request(step.url, &self.options, step.is_own)?;
        let known = self.cache.as_ref().and_then(|cache| cache.look_up(&request));
        if let Some(fresh) = known.as_ref().and_then(cache::Known::fresh) {
            return Ok(fresh);
        }
        let request = known.as_ref().map_or_else(|| request.clone(), cache::Known::conditional);
        let host = step.url.host_str().unwrap_or_default();
        let refused = if step.purpose == Purpose::Page { NO_PAGES } else { &[] };
        let mut is_waited_for = step.is_paced;
        let mut delays = retry::delays(self.options.retries);
        loop {
            let waited = Instant::now();
            let turn = self.pace.turn(host, step.pace, is_waited_for);
            is_waited_for = true;
            *deadline += waited.elapsed();
            let mut asked = request.clone();
            step.jar.add_to(asked.headers_mut(), step.url);
            let result = answer::ask(&self.agents, &asked, &self.options, *deadline, refused);
            drop(turn);
            if let Ok(answer) = &result {
                step.jar.keep(&answer.headers, step.url);
            }
            let pause = match (retry::wish(&result), delays.next()) {
                (Some(wish), Some(delay)) => wish.unwrap_or(delay),
                _ => {
                    let answer = result?;
                    return match &self.cache {
                        None => Ok(answer),
                        Some(cache) => cache.keep(&request, known, answer),
                    };
                }
            };
            // All requests to this host wait, not this one alone.
            self.pace.rest(host, pause);
            *deadline = Instant::now() + pause + self.options.timeout;
        }
    }

    fn fetched(&self, answer: &Answer, url: &Url, purpose: Purpose) -> Result<Fetched, FetchError> {
        if !answer.status.is_success() {
            return Err(FetchError::Status(answer.status.as_u16()));
        }
        let header = answer.headers.get(CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
        let (kind, charset) = split_content_type(header);
        if purpose == Purpose::Page && answer::is_no_page(&kind) {
            return Err(FetchError::NotAPage(kind));
        }
        let (bytes, is_damaged) = unpack::unpack(answer, self.options.max_bytes)?;
        let url = url.to_string();
        if purpose != Purpose::Page {
            return Ok(Fetched { bytes, url, charset, is_damaged });
        }
        if let Err(other) = refuse_other_files(&bytes)
            && !bytes.is_empty()
        {
            return Err(FetchError::Content(other.to_string()));
        }
        if markdown::is_markdown(&kind) {
            let info = PageInfo::new().http_charset(charset.as_deref());
            let page = markdown::page(&info.decode(&bytes).0);
            return Ok(Fetched {
                bytes: page.into_bytes(),
                url,
                charset: Some("utf-8".to_owned()),
                is_damaged,
            });
        }
        Ok(Fetched { bytes, url, charset, is_damaged })
    }
}

/// Fetches one page, sharing nothing with other fetches.
///
/// # Errors
/// See [`FetchError`].
pub fn fetch(address: &str, options: &FetchOptions) -> Result<Fetched, FetchError> {
    Client::new(options.clone())?.fetch(address)
}

/// True if `text` looks like an address rather than a file name.
pub fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'+')
    })
}

/// The target of a redirect, if the answer is one.
fn redirect(answer: &Answer, url: &Url) -> Result<Option<String>, FetchError> {
    if !matches!(answer.status.as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let Some(location) = answer.headers.get(LOCATION) else { return Ok(None) };
    // Some servers send raw non-ASCII characters; like browsers, read them as UTF-8.
    let location = String::from_utf8_lossy(location.as_bytes());
    let next = url.join(location.trim()).map_err(|_| FetchError::NotHttp)?;
    Ok(Some(next.to_string()))
}

fn agent(options: &FetchOptions, keeps_connections: bool) -> Result<Agent, FetchError> {
    let mut builder = Agent::config_builder();
    if !keeps_connections {
        builder = builder.max_idle_connections(0);
    }
    let config = builder
        // Redirects are followed here, so that each hop is checked.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .user_agent(options.user_agent.as_str())
        .accept_encoding(unpack::ACCEPTED)
        .accept("text/html,application/xhtml+xml;q=0.9,text/markdown;q=0.7,*/*;q=0.5")
        .max_idle_age(Duration::from_secs(30))
        .proxy(options.ureq_proxy()?)
        .build();
    let resolver = GuardedResolver(Arc::new(options.guard.clone()));
    Ok(Agent::with_parts(config, DefaultConnector::default(), resolver))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_files() {
        assert!(is_address("http://a") && is_address("file:///etc/passwd"));
        assert!(!is_address("a/b.html") && !is_address("-"));
    }

    #[test]
    fn refuses_without_connecting() {
        let client = Client::new(FetchOptions::default()).unwrap();
        let refused = |address: &str| client.fetch(address).unwrap_err();
        for address in
            ["file:///etc/passwd", "ftp://a.example/", "data:text/html,x", "javascript:1"]
        {
            assert!(matches!(refused(address), FetchError::NotHttp), "{address}");
        }
        assert!(matches!(refused("http://u:p@a.example/"), FetchError::Credentials));
        assert!(matches!(refused("http://u@a.example/"), FetchError::Credentials));
        for host in [
            "127.0.0.1",
            "[::1]",
            "10.0.0.1",
            "169.254.169.254",
            "0x7f.1",
            "2130706433",
            "[::ffff:127.0.0.1]",
            "[64:ff9b::7f00:1]",
        ] {
            let error = refused(&format!("http://{host}:9/"));
            assert!(matches!(error, FetchError::Private(_)), "{host}: {error}");
        }
    }
}
