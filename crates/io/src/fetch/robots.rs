//! robots.txt of each host (RFC 9309).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use robotxt::{AccessResult, Robots};
use url::Url;

use super::{FetchError, Fetched};

/// A host that wants to be left alone for longer between two requests is asked once in this time.
const LONGEST_DELAY: Duration = Duration::from_secs(60);

/// The rules of all hosts, each read once.
#[derive(Debug, Default)]
pub(super) struct RobotsRules {
    hosts: Mutex<HashMap<String, Arc<OnceLock<Arc<Rules>>>>>,
}

/// The rules of one host for this program.
#[derive(Debug)]
pub(super) struct Rules {
    robots: Robots,
    /// Whether they could not be read, so that everything is forbidden.
    pub(super) is_unreachable: bool,
}

impl RobotsRules {
    /// The rules for an address, read by `fetch` the first time; others who want them wait meanwhile.
    pub(super) fn of(
        &self,
        url: &Url,
        product: &str,
        fetch: impl FnOnce(&str) -> Result<Fetched, FetchError>,
    ) -> Arc<Rules> {
        let origin = url.origin().ascii_serialization();
        let place = {
            let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(hosts.entry(origin.clone()).or_default())
        };
        let rules = place
            .get_or_init(|| Arc::new(Rules::of(&fetch(&format!("{origin}/robots.txt")), product)));
        Arc::clone(rules)
    }
}

impl Rules {
    fn of(fetched: &Result<Fetched, FetchError>, product: &str) -> Self {
        let access = match fetched {
            Ok(fetched) => AccessResult::Successful(&fetched.bytes),
            Err(FetchError::TooManyRedirects(_)) => AccessResult::TooManyRedirects,
            Err(
                FetchError::Status(429 | 500..) | FetchError::Network(_) | FetchError::Timeout(_),
            ) => AccessResult::Unreachable,
            // Not there, too large, or damaged: no rules.
            Err(_) => AccessResult::Unavailable,
        };
        let is_unreachable = matches!(access, AccessResult::Unreachable);
        Self { robots: Robots::from_access(access, product), is_unreachable }
    }

    pub(super) fn allows(&self, url: &Url) -> bool {
        self.robots.is_url_allowed(url)
    }

    pub(super) fn delay(&self) -> Option<Duration> {
        self.robots.crawl_delay().map(|delay| delay.min(LONGEST_DELAY))
    }

    pub(super) fn sitemaps(&self) -> &[Url] {
        self.robots.sitemaps()
    }
}
