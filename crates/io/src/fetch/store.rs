//! Objects of S3, and of stores that speak as it does: pieces of them, and their names.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::TryStreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use object_store::path::Path;
use object_store::{ClientOptions, GetOptions, GetRange, ObjectStore, RetryConfig};
use ureq::Agent;
use ureq::http::{Request, Response};

use super::piece::Piece;
use super::{FetchError, FetchOptions};
use crate::pages::read_at_most;

/// The most bytes of an answer: a piece, or a thousand names.
const MOST_BYTES: u64 = 64 << 20;

/// The time to connect. Where no credentials are given, a machine of the cloud is asked for them, which others have not.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// The stores that were asked, by their buckets. Settings and credentials are those of the environment (`AWS_...`).
#[derive(Debug, Default)]
pub(super) struct Stores(Mutex<HashMap<String, Arc<AmazonS3>>>);

impl Stores {
    /// A piece of an object.
    pub(super) fn piece(
        &self,
        address: &str,
        (start, length): (u64, u64),
        options: &FetchOptions,
    ) -> Result<Piece, FetchError> {
        let (store, path) = self.of(address, options)?;
        let range = Some(GetRange::Bounded(start..start + length));
        wait(async {
            let found =
                store.get_opts(&path, GetOptions { range, ..GetOptions::default() }).await?;
            let (length, tag) = (found.meta.size, found.meta.e_tag.clone());
            let body = found.bytes().await?.into();
            Ok(Piece { body, length, tag: tag.map(String::into_bytes) })
        })
    }

    /// The addresses of the objects below an address, in order.
    pub(super) fn list(
        &self,
        address: &str,
        options: &FetchOptions,
    ) -> Result<Vec<String>, FetchError> {
        let (store, path) = self.of(address, options)?;
        let objects = wait(store.list(Some(&path)).try_collect::<Vec<_>>())?;
        let bucket = address.len() - of_bucket(address).1.len();
        let name = |object: object_store::ObjectMeta| {
            format!("{}/{}", address[..bucket].trim_end_matches('/'), object.location)
        };
        let mut names: Vec<String> = objects.into_iter().map(name).collect();
        names.sort();
        Ok(names)
    }

    /// The store of an address, and the path in it.
    fn of(
        &self,
        address: &str,
        options: &FetchOptions,
    ) -> Result<(Arc<AmazonS3>, Path), FetchError> {
        let (bucket, key) = of_bucket(address);
        let path = Path::parse(key).map_err(|error| FetchError::Network(error.to_string()))?;
        let mut stores = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = stores.get(bucket) {
            return Ok((Arc::clone(store), path));
        }
        let agent = Agent::config_builder()
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(options.user_agent.as_str())
            .timeout_connect(Some(CONNECT_TIME))
            .timeout_global(Some(super::piece::time(options)))
            .proxy(options.ureq_proxy()?)
            .build();
        let retries =
            RetryConfig { max_retries: options.retries as usize, ..RetryConfig::default() };
        let builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_retry(retries);
        // The store is the one that the environment names, so no guard is asked about its address.
        let store =
            builder.with_http_connector(Http(agent.into())).build().map_err(|e| fetch_error(&e))?;
        let store = Arc::new(store);
        stores.insert(bucket.to_owned(), Arc::clone(&store));
        Ok((store, path))
    }
}

/// The bucket of an address, and the key of its object.
fn of_bucket(address: &str) -> (&str, &str) {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split_once('/').unwrap_or((rest, ""))
}

/// Waits for an answer on this thread.
fn wait<T>(asked: impl Future<Output = object_store::Result<T>>) -> Result<T, FetchError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let runtime = runtime.map_err(|error| FetchError::Network(error.to_string()))?;
    runtime.block_on(asked).map_err(|error| fetch_error(&error))
}

/// The error in words.
fn fetch_error(error: &object_store::Error) -> FetchError {
    let words = match error {
        object_store::Error::NotFound { .. } => return FetchError::Status(404),
        error => error.to_string(),
    };
    // Nobody gave credentials, and this machine has none of its own.
    if words.contains("169.254.") {
        let hint = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SKIP_SIGNATURE=true for a public bucket";
        return FetchError::Network(format!("no credentials for the store; {hint}"));
    }
    FetchError::Network(words)
}

/// HTTP for the store's client, on the thread that asks.
#[derive(Debug, Clone)]
struct Http(Agent);

impl HttpConnector for Http {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for Http {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (head, body) = request.into_parts();
        let answer = match body.as_bytes().filter(|body| !body.is_empty()) {
            Some(body) => self.0.run(Request::from_parts(head, body.as_ref())),
            None => self.0.run(Request::from_parts(head, ())),
        };
        let (head, body) = answer.map_err(failed)?.into_parts();
        let body = read_at_most(body.into_reader(), MOST_BYTES);
        let body = body.map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error))?;
        Ok(Response::from_parts(head, body.into()))
    }
}

fn failed(error: ureq::Error) -> HttpError {
    let kind = match error {
        ureq::Error::Timeout(_) => HttpErrorKind::Timeout,
        ureq::Error::HostNotFound | ureq::Error::ConnectionFailed => HttpErrorKind::Connect,
        ureq::Error::Io(_) => HttpErrorKind::Interrupted,
        _ => HttpErrorKind::Unknown,
    };
    HttpError::new(kind, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_bucket_and_a_key() {
        for (address, expected) in [
            ("s3://archives/a/b.warc.gz", ("archives", "a/b.warc.gz")),
            ("s3://archives/", ("archives", "")),
            ("s3://archives", ("archives", "")),
        ] {
            assert_eq!(of_bucket(address), expected);
        }
    }
}
