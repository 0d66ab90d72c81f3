//! Files of many pages: archives, tables and JSON Lines, each page with what its file knows of it.

mod archive;
mod lines;
pub(crate) mod table;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_schema::FieldRef;
use serde_json::{Map, Value};

/// A kind of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputKind {
    /// A page in a file of its own.
    Page,
    /// A WARC archive.
    Warc,
    /// A Parquet table with a row a page.
    Parquet,
    /// A JSON object a line, each a page.
    JsonLines,
}

/// The file name endings of each kind; other files are pages.
const ENDINGS: &[(InputKind, &[&str])] = &[
    (InputKind::Warc, &[".warc", ".warc.gz", ".warc.zst"]),
    (InputKind::Parquet, &[".parquet"]),
    (InputKind::JsonLines, &[".jsonl", ".jsonl.gz", ".jsonl.zst"]),
    (InputKind::Page, crate::pages::ENDINGS),
];

impl InputKind {
    /// The kind of a file by its name.
    pub fn of(path: &Path) -> Self {
        let found = ENDINGS.iter().find(|(_, endings)| crate::pages::has_ending(path, endings));
        found.map_or(Self::Page, |(kind, _)| *kind)
    }

    /// The file name endings of the kind, in lower case.
    pub fn endings(self) -> &'static [&'static str] {
        ENDINGS.iter().find(|(kind, _)| *kind == self).map_or(&[], |(_, endings)| endings)
    }
}

/// A file's name without the ending that tells its kind.
pub fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lower = name.to_ascii_lowercase();
    let endings = ENDINGS.iter().flat_map(|(_, endings)| *endings);
    let longest =
        endings.filter(|ending| lower.ends_with(**ending)).map(|ending| ending.len()).max();
    name[..name.len() - longest.unwrap_or(0)].to_owned()
}

/// How inputs are read.
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

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A page of an input.
#[derive(Debug, Clone, PartialEq)]
pub struct InputPage {
    /// Where it begins: the byte of an archive, the row of a table, the line of JSON Lines, from 0.
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
    /// Whether the archive does not have all of it.
    pub is_cut: bool,
    /// Whether what is packed breaks off.
    pub is_damaged: bool,
    /// The values of columns that are kept.
    pub kept: Map<String, Value>,
}

/// What an input holds at one of its places.
#[derive(Debug, Clone, PartialEq)]
pub enum InputEntry {
    /// A page.
    Page(Box<InputPage>),
    /// Something else, and what it is.
    PassedOver(String),
    /// Damage: where, and what.
    Damaged(String),
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

    fn add(&self, count: usize) {
        self.0.fetch_add(count as u64, Ordering::Relaxed);
    }
}

/// A reader whose bytes are counted.
struct Counted<R> {
    input: R,
    read: BytesRead,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(into)?;
        self.read.add(count);
        Ok(count)
    }
}

/// Opens a file of many pages; for `-` standard input, which no table can be read from.
///
/// # Errors
/// When it cannot be read, is of another kind, or lacks a column.
pub fn open(
    path: &Path,
    kind: InputKind,
    options: &InputOptions,
    read: &BytesRead,
) -> io::Result<Entries> {
    if kind == InputKind::Parquet {
        return table::open(File::open(path)?, options, read);
    }
    match path.as_os_str() == "-" {
        true => open_stream(io::stdin(), kind, options, read),
        false => open_stream(File::open(path)?, kind, options, read),
    }
}

/// Opens a stream of many pages: an archive or JSON Lines.
///
/// # Errors
/// As for [`open`].
pub fn open_stream(
    input: impl Read + Send + 'static,
    kind: InputKind,
    options: &InputOptions,
    read: &BytesRead,
) -> io::Result<Entries> {
    let input = Counted { input, read: read.clone() };
    match kind {
        InputKind::Warc => archive::open(input, options),
        InputKind::JsonLines => lines::open(input, options),
        InputKind::Page | InputKind::Parquet => {
            Err(io::Error::new(io::ErrorKind::Unsupported, "is no stream of many pages"))
        }
    }
}

/// The columns that are kept of an input, with their types.
///
/// # Errors
/// When a table cannot be read or lacks one of them.
pub fn kept_fields(path: &Path, kind: InputKind, keep: &[String]) -> io::Result<Vec<FieldRef>> {
    match kind {
        InputKind::Parquet => table::fields(File::open(path)?, keep),
        _ => Ok(lines::fields(keep)),
    }
}

/// Says which column is missing, and which there are.
fn no_column(name: &str, all: &[String]) -> io::Error {
    let words = format!("no column {name:?}; it has {}", all.join(", "));
    io::Error::new(io::ErrorKind::InvalidData, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_name() {
        for (name, kind, own) in [
            ("CC-MAIN-1.warc.gz", InputKind::Warc, "CC-MAIN-1"),
            ("a.WARC", InputKind::Warc, "a"),
            ("a.b.warc.zst", InputKind::Warc, "a.b"),
            ("t.parquet", InputKind::Parquet, "t"),
            ("t.jsonl.gz", InputKind::JsonLines, "t"),
            ("a.html.gz", InputKind::Page, "a"),
            ("a.txt", InputKind::Page, "a.txt"),
        ] {
            assert_eq!(
                (InputKind::of(Path::new(name)), stem(Path::new(name)).as_str()),
                (kind, own)
            );
        }
    }
}
