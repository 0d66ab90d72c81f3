//! The contents of inputs, and the options for reading them.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Map, Value};

/// The options for reading inputs.
#[derive(Debug, Clone)]
pub struct InputOptions {
    /// Larger pages, packed or unpacked, are passed over.
    pub most_bytes: u64,
    /// The column with the page, of text or bytes.
    pub html_column: String,
    /// The column with the page's address; without a name `url`, if there is one.
    pub url_column: Option<String>,
    /// The column with the charset of the HTTP header.
    pub charset_column: Option<String>,
    /// The columns whose values are kept with the page.
    pub keep_columns: Vec<String>,
    /// Whether the records of archives are compared with their digests.
    pub check_digests: bool,
}

/// The markup of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Html {
    /// As a server sent it.
    Bytes(Vec<u8>),
    /// Decoded.
    Text(String),
}

impl Html {
    /// Its size in bytes.
    pub fn len(&self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Text(text) => text.len(),
        }
    }

    /// True if it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A page of an input.
#[derive(Debug, Clone, PartialEq)]
pub struct InputPage {
    /// The place of its record: the byte of an archive, the row of a table, the line of JSON Lines, from 0.
    pub offset: u64,
    /// Its name in the input.
    pub id: Option<String>,
    /// Its address.
    pub url: Option<String>,
    /// The charset of its HTTP header.
    pub charset: Option<String>,
    /// When it was fetched, as RFC 3339 has it.
    pub fetched_at: Option<String>,
    /// Its markup.
    pub html: Html,
    /// True if the archive says that it has only a part of the page.
    pub is_cut: bool,
    /// True if the compressed data breaks off.
    pub is_damaged: bool,
    /// The values of columns that are kept.
    pub kept: Map<String, Value>,
}

/// An entry of an input.
#[derive(Debug, Clone, PartialEq)]
pub enum InputEntry {
    /// A page.
    Page(Box<InputPage>),
    /// Something else, and what it is.
    PassedOver(String),
    /// Damage.
    Damaged {
        /// The place, as that of a page.
        offset: u64,
        /// The place and what is wrong there, in words.
        what: String,
    },
}

/// The entries of an input. It ends after an error.
pub type Entries = Box<dyn Iterator<Item = io::Result<InputEntry>> + Send>;

/// Counts the bytes that were read of an input.
#[derive(Debug, Clone, Default)]
pub struct BytesRead(Arc<AtomicU64>);

impl BytesRead {
    /// The bytes so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn add(&self, count: usize) {
        self.0.fetch_add(count as u64, Ordering::Relaxed);
    }
}

/// Says which column is missing, and which there are.
pub(super) fn no_column(name: &str, all: &[String]) -> io::Error {
    let words = format!("no column {name:?}; it has {}", all.join(", "));
    io::Error::new(io::ErrorKind::InvalidData, words)
}
