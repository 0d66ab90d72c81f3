//! robots.txt of each host (RFC 9309).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use robotxt::{AccessResult, Robots};
use url::Url;

use super::error::FetchError;
use super::fetched::Fetched;

/// The longest delay between two requests that is honoured; longer ones are capped at this.
const LONGEST_DELAY: Duration = Duration::from_secs(60);

/// The time to remember unreadable rules: the server may have been down briefly.
const UNREACHABLE_FOR: Duration = Duration::from_secs(60);

/// The rules of all hosts, each read once.
#[derive(Debug, Default)]
pub(super) struct RobotsRules {
    hosts: Mutex<HashMap<String, Place>>,
}

/// The slot for one host's rules, filled when they are read.
type Place = Arc<Mutex<Option<Arc<Rules>>>>;

/// The rules of one host for this program.
#[derive(Debug)]
pub(super) struct Rules {
    robots: Robots,
    /// The reason they could not be read, which forbids everything.
    unreachable: Option<Unreachable>,
    read: Instant,
}

/// The reason rules could not be read.
#[derive(Debug)]
enum Unreachable {
    /// The server answered, but not with its rules (RFC 9309, section 2.3.1.4).
    Status(u16),
    /// The host does not exist.
    NoHost,
    /// The server does not answer.
    Network(String),
}

impl RobotsRules {
    /// The rules for an address. `fetch` reads them the first time, while other callers wait.
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
        let mut known = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.as_ref().filter(|rules| rules.hold()) {
            return Arc::clone(rules);
        }
        let rules = Arc::new(Rules::of(&fetch(&format!("{origin}/robots.txt")), product));
        *known = Some(Arc::clone(&rules));
        rules
    }
}

impl Rules {
    fn of(fetched: &Result<Fetched, FetchError>, product: &str) -> Self {
        let access = match fetched {
            Ok(fetched) => AccessResult::Successful(&fetched.bytes),
            Err(FetchError::TooManyRedirects(_)) => AccessResult::TooManyRedirects,
            Err(
                FetchError::Status(429 | 500..)
                | FetchError::Network(_)
                | FetchError::Timeout(_)
                | FetchError::NoHost,
            ) => AccessResult::Unreachable,
            // Missing, too large, or damaged: no rules.
            Err(_) => AccessResult::Unavailable,
        };
        let unreachable = match fetched {
            Err(FetchError::Status(status)) => Some(Unreachable::Status(*status)),
            Err(FetchError::NoHost) => Some(Unreachable::NoHost),
            Err(error) => Some(Unreachable::Network(error.to_string())),
            Ok(_) => None,
        };
        let unreachable = unreachable.filter(|_| matches!(access, AccessResult::Unreachable));
        Self { robots: Robots::from_access(access, product), unreachable, read: Instant::now() }
    }

    /// True if they need not be read again.
    fn hold(&self) -> bool {
        self.unreachable.is_none() || self.read.elapsed() < UNREACHABLE_FOR
    }

    /// Checks whether an address may be fetched.
    pub(super) fn allow(&self, url: &Url) -> Result<(), FetchError> {
        let host = url.host_str().unwrap_or_default();
        match &self.unreachable {
            Some(Unreachable::Status(status)) => {
                Err(FetchError::RobotsUnreachable(host.to_owned(), *status))
            }
            // The page could not be fetched either.
            Some(Unreachable::NoHost) => Err(FetchError::NoHost),
            Some(Unreachable::Network(reason)) => Err(FetchError::Network(reason.clone())),
            None if self.robots.is_url_allowed(url) => Ok(()),
            None => Err(FetchError::Robots(host.to_owned())),
        }
    }

    pub(super) fn delay(&self) -> Option<Duration> {
        self.robots.crawl_delay().map(|delay| delay.min(LONGEST_DELAY))
    }

    pub(super) fn sitemaps(&self) -> &[Url] {
        self.robots.sitemaps()
    }
}
