//! The rows of a JSON Lines file that a run left when it was stopped.

use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use zhengwen::PageKind;

use super::result::WrittenRow;

/// The rows that are written already, in their order.
#[derive(Debug, Default)]
pub(super) struct Left {
    rows: VecDeque<(u64, WrittenRow)>,
    /// The ids of rows that have no file: the addresses of a list.
    addresses: HashSet<String>,
    /// The bytes of their lines.
    pub(super) bytes: u64,
}

/// The fields that are read again of a line.
#[derive(Deserialize)]
struct Line {
    id: Option<String>,
    file: Option<String>,
    offset: Option<u64>,
    kind: Option<PageKind>,
    language: Option<String>,
    html_bytes: Option<u64>,
    text_hash: Option<String>,
    text: Option<String>,
    /// Why there is no page; the caller may keep a column of this name.
    error: Option<Value>,
}

impl Left {
    /// Reads the whole lines of a file, up to the first that is not a row of ours. With `has_errors` there are rows of what could not
    /// be read.
    pub(super) fn read(path: &Path, has_errors: bool) -> io::Result<Self> {
        let mut left = Self::default();
        let file = match std::fs::File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(left),
            file => file?,
        };
        let (mut reader, mut line) = (BufReader::new(file), Vec::new());
        while reader.read_until(b'\n', &mut line)? > 0 {
            let whole = Some(&line).filter(|line| line.ends_with(b"\n"));
            let Some(row) = whole.and_then(|line| serde_json::from_slice::<Line>(line).ok()) else {
                break;
            };
            let key = match (&row.file, row.id) {
                (Some(file), id) => {
                    key(file, row.offset, id.as_deref().filter(|_| row.offset.is_some()))
                }
                (None, Some(address)) => {
                    left.addresses.insert(address);
                    0
                }
                (None, None) => break,
            };
            let is_empty = row.text.is_none_or(|text| text.is_empty());
            let error = row.error.filter(|_| has_errors);
            let hash = row.text_hash.as_deref().filter(|_| !is_empty);
            left.rows.push_back((
                key,
                WrittenRow {
                    kind: row.kind,
                    language: row.language,
                    is_empty,
                    html_bytes: row.html_bytes.unwrap_or(0),
                    hash: hash.and_then(|hash| u128::from_str_radix(hash, 16).ok()),
                    offset: row.offset,
                    error: error.and_then(|why| why.as_str().map(str::to_owned)),
                },
            ));
            left.bytes += line.len() as u64;
            line.clear();
        }
        Ok(left)
    }

    /// True if there are rows that no page was found for yet: the pages up to there were worked on before.
    pub(super) fn is_open(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Gives all rows to `take`, in whatever order their pages come again; returns their addresses.
    pub(super) fn take_all(&mut self, mut take: impl FnMut(WrittenRow)) -> HashSet<String> {
        self.rows.drain(..).for_each(|(_, row)| take(row));
        std::mem::take(&mut self.addresses)
    }

    /// Why an input could not be read, or not on from here, if its row is the next one.
    pub(super) fn error_of(&self, file: &str) -> Option<&str> {
        let (next, row) = self.rows.front()?;
        row.error.as_deref().filter(|_| *next == key(file, None, None))
    }

    /// The row of a page, if it is the next one.
    pub(super) fn take(
        &mut self,
        file: &str,
        offset: Option<u64>,
        id: Option<&str>,
    ) -> Option<WrittenRow> {
        let (next, _) = self.rows.front()?;
        if *next != key(file, offset, id) {
            return None;
        }
        self.rows.pop_front().map(|(_, row)| row)
    }
}

fn key(file: &str, offset: Option<u64>, id: Option<&str>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (file, offset, id).hash(&mut hasher);
    hasher.finish()
}
