//! Answers kept on disk as far as HTTP lets them be reused (RFC 9111): fresh ones without a
//! request, others once the server confirms that they still hold.
//!
//! One SQLite file in the folder, which two processes may use at once.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use http_cache_semantics::{AfterResponse, BeforeRequest, CacheOptions, CachePolicy};
use rusqlite::{Connection, OptionalExtension, params};
use ureq::http::{Request, Response};

use super::FetchError;
use super::answer::Answer;

/// The version of the file's schema; files of other versions are left alone.
const VERSION: i64 = 1;

/// The time to wait for another process to finish writing.
const PATIENCE: Duration = Duration::from_secs(30);

/// A cache.
#[derive(Debug)]
pub(super) struct Cache {
    connection: Mutex<Connection>,
}

/// The cache's entry for a request.
#[derive(Debug)]
pub(super) struct Known {
    policy: CachePolicy,
    body: Vec<u8>,
    is_fresh: bool,
    response: Option<ureq::http::response::Parts>,
    request: Request<()>,
}

impl Cache {
    /// Opens the cache in a folder, creating the folder if needed.
    pub(super) fn open(folder: &Path) -> Result<Self, FetchError> {
        let wrong = |error: &dyn std::fmt::Display| FetchError::Cache {
            folder: folder.display().to_string(),
            reason: error.to_string(),
        };
        std::fs::create_dir_all(folder).map_err(|error| wrong(&error))?;
        let connection = connect(&folder.join("pages.sqlite")).map_err(|error| wrong(&error))?;
        let version: i64 = connection
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .map_err(|error| wrong(&error))?;
        if version != VERSION {
            return Err(wrong(&"made by another version; remove it or name another folder"));
        }
        Ok(Self { connection: Mutex::new(connection) })
    }

    /// Looks up a request. A cache that cannot be read has no entries.
    pub(super) fn look_up(&self, request: &Request<()>) -> Option<Known> {
        let (policy, body): (String, Vec<u8>) = {
            let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
            let query = "SELECT policy, body FROM answers WHERE url = ?1";
            let url = request.uri().to_string();
            let row = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?));
            connection.query_row(query, [url], row).optional().ok()??
        };
        let policy: CachePolicy = serde_json::from_str(&policy).ok()?;
        match policy.before_request(request, SystemTime::now()) {
            BeforeRequest::Fresh(response) => {
                let request = request.clone();
                Some(Known { policy, body, is_fresh: true, response: Some(response), request })
            }
            BeforeRequest::Stale { request: asked, matches: true } => {
                let request = Request::from_parts(asked, ());
                Some(Known { policy, body, is_fresh: false, response: None, request })
            }
            BeforeRequest::Stale { .. } => None,
        }
    }

    /// Stores an answer where HTTP allows it, and returns it; for "not modified", returns the
    /// stored one.
    pub(super) fn keep(
        &self,
        request: &Request<()>,
        known: Option<Known>,
        answer: Answer,
    ) -> Result<Answer, FetchError> {
        let Answer { status, headers, body } = answer;
        let mut response = Response::new(());
        (*response.status_mut(), *response.headers_mut()) = (status, headers);
        let now = SystemTime::now();
        let options = CacheOptions { shared: false, ..CacheOptions::default() };
        let (policy, answer) = match known {
            Some(known) => match known.policy.after_response(request, &response, now) {
                AfterResponse::NotModified(policy, parts) => (policy, of(parts, known.body)),
                AfterResponse::Modified(policy, _) => (policy, of(response.into_parts().0, body)),
            },
            None => {
                let policy = CachePolicy::new_options(request, &response, now, options);
                (policy, of(response.into_parts().0, body))
            }
        };
        let can_pass = super::retry::wish(&Ok(answer.clone())).is_some();
        if policy.is_storable() && !can_pass {
            // A failed write only makes the next run slower.
            let _ = self.write(&request.uri().to_string(), &policy, &answer.body);
        }
        Ok(answer)
    }

    fn write(&self, url: &str, policy: &CachePolicy, body: &[u8]) -> rusqlite::Result<()> {
        let Ok(policy) = serde_json::to_string(policy) else { return Ok(()) };
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let command = "INSERT OR REPLACE INTO answers (url, policy, body) VALUES (?1, ?2, ?3)";
        connection.execute(command, params![url, policy, body]).map(drop)
    }
}

impl Known {
    /// The stored answer, if it may be used without a request.
    pub(super) fn fresh(&self) -> Option<Answer> {
        let parts = self.response.clone().filter(|_| self.is_fresh)?;
        Some(of(parts, self.body.clone()))
    }

    /// The conditional request that asks whether the answer still holds.
    pub(super) fn conditional(&self) -> Request<()> {
        self.request.clone()
    }
}

fn of(parts: ureq::http::response::Parts, body: Vec<u8>) -> Answer {
    Answer { status: parts.status, headers: parts.headers, body }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: i64 = change.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == 0 {
        change.execute_batch(
            "CREATE TABLE answers (url TEXT PRIMARY KEY, policy TEXT NOT NULL, body BLOB NOT NULL);",
        )?;
        change.pragma_update(None, "user_version", VERSION)?;
    }
    change.commit()?;
    Ok(connection)
}
