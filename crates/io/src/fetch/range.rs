//! Large files of a server or a store, piece by piece: archives and tables that a person names.

use std::io::{self, Read};
use std::sync::Arc;
use std::time::Instant;

use ureq::http::HeaderMap;
use ureq::http::header::{ACCEPT_ENCODING, CONTENT_RANGE, ETAG, HeaderValue, RANGE};

use super::answer::{self, Answer};
use super::piece::{Piece, time};
use super::{Client, FetchError, redirect, retry};

/// Bytes asked for at once. They are held in memory, and a broken connection costs no more.
const PIECE: u64 = 16 << 20;

/// True for the address of an object in a store: `s3://bucket/key`.
pub fn is_in_store(address: &str) -> bool {
    address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("s3://"))
}

/// A file of a server or a store, read from its start to its end. A server must answer ranges.
pub struct RemoteFile {
    client: Arc<Client>,
    address: String,
    piece: io::Cursor<Vec<u8>>,
    /// The place in the file behind the piece.
    next: u64,
    length: u64,
    tag: Option<Vec<u8>>,
}

impl RemoteFile {
    /// Asks for the first piece. robots.txt is not asked, and no pause is kept; the guard and the retries are
    /// those of the client.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub fn open(client: Arc<Client>, address: &str) -> Result<Self, FetchError> {
        let address = address.to_owned();
        let mut file = Self {
            client,
            address,
            piece: io::Cursor::default(),
            next: 0,
            length: u64::MAX,
            tag: None,
        };
        file.advance()?;
        Ok(file)
    }

    /// Its size in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    fn advance(&mut self) -> Result<(), FetchError> {
        let Piece { body, length, tag } = self.client.piece(&self.address, self.next)?;
        let is_first = self.next == 0;
        if !is_first && (length != self.length || tag != self.tag) {
            return Err(FetchError::Network("the file changed while it was read".to_owned()));
        }
        (self.length, self.tag) = (length, tag);
        self.next += body.len() as u64;
        if body.is_empty() && self.next < self.length {
            return Err(FetchError::Network("an empty piece".to_owned()));
        }
        self.piece = io::Cursor::new(body);
        Ok(())
    }
}

impl Read for RemoteFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.piece.read(into)?;
        if count > 0 || into.is_empty() || self.next >= self.length {
            return Ok(count);
        }
        self.advance().map_err(io::Error::other)?;
        self.piece.read(into)
    }
}

/// The length of the file that a piece is of: `bytes 0-9/1000`.
fn whole_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_RANGE)?.to_str().ok()?.rsplit('/').next()?.trim().parse().ok()
}

impl Client {
    /// The addresses of the objects below an address of a store, in order.
    ///
    /// # Errors
    /// See [`FetchError`].
    pub fn list_store(&self, address: &str) -> Result<Vec<String>, FetchError> {
        self.stores.list(address, &self.options)
    }

    /// A piece of a file.
    fn piece(&self, address: &str, start: u64) -> Result<Piece, FetchError> {
        if is_in_store(address) {
            return self.stores.piece(address, (start, PIECE), &self.options);
        }
        let Answer { headers, body, .. } = self.range(address, start, PIECE)?;
        let tag = headers.get(ETAG).map(|tag| tag.as_bytes().to_vec());
        let length = whole_length(&headers).unwrap_or(body.len() as u64);
        Ok(Piece { body, length, tag })
    }

    /// A piece of a file of a server.
    fn range(&self, address: &str, start: u64, length: u64) -> Result<Answer, FetchError> {
        let mut url = self.options.guard.url(address)?;
        let first = url.origin();
        let mut options = self.options.clone();
        options.max_bytes = length;
        options.timeout = time(&options);
        let mut delays = retry::delays(options.retries);
        let mut hops = 0;
        loop {
            let mut request = answer::request(&url, &options, url.origin() == first)?;
            let range = format!("bytes={start}-{}", start + length - 1);
            if let Ok(range) = HeaderValue::from_str(&range) {
                request.headers_mut().insert(RANGE, range);
            }
            // Compression belongs to the archive itself.
            request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
            let deadline = Instant::now() + options.timeout;
            let result = answer::ask(&self.agents, &request, &options, deadline, &[]);
            let wish = match &result {
                Ok(answer) if is_message(answer, start) => Some(None),
                result => retry::wish(result),
            };
            if let Some((wish, delay)) = wish.zip(delays.next()) {
                std::thread::sleep(wish.unwrap_or(delay));
                continue;
            }
            let answer = match result {
                Err(FetchError::TooLarge(_)) => {
                    return Err(FetchError::Network("the server answers no ranges".to_owned()));
                }
                result => result?,
            };
            if let Some(next) = redirect(&answer, &url)? {
                hops += 1;
                if hops > options.max_redirects {
                    return Err(FetchError::TooManyRedirects(options.max_redirects));
                }
                url = options.guard.url(&next)?;
                continue;
            }
            return match answer.status.as_u16() {
                206 => Ok(answer),
                // All of it, as it is short.
                200 if start == 0 => Ok(answer),
                200 => Err(FetchError::Network("the server answers no ranges".to_owned())),
                status => Err(FetchError::Status(status)),
            };
        }
    }
}

/// True for a store's message in place of a file, with a status as if all were well.
fn is_message(answer: &Answer, start: u64) -> bool {
    answer.status.is_success() && start == 0 && answer.body.trim_ascii_start().starts_with(b"<")
}
