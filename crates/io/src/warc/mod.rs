//! WARC archives (versions 0.18 to 1.1): the pages in them, one by one.
//!
//! Damaged records are reported and skipped, and reading goes on at the next record. Only a bounded part of
//! an archive is held in memory, and the work is linear in its bytes.
//!
//! ```
//! use zhengwen_io::warc::{Archive, Entry};
//!
//! let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=gbk\r\n\r\n<p>a";
//! let head = "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nContent-Length:";
//! let archive = format!("{head} {}\r\n\r\n{block}\r\n\r\n", block.len());
//! for entry in Archive::open(archive.as_bytes(), 20 << 20)? {
//!     if let Entry::Page(page) = entry? {
//!         assert_eq!((&page.html[..], page.charset.as_deref()), (&b"<p>a"[..], Some("gbk")));
//!     }
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

mod damage;
mod digest;
mod head;
mod http;
mod page;
mod raw;
mod records;
mod source;
mod text;
mod zstd;

use std::io::{self, Read};

pub use damage::{Damage, Fault};
pub use page::{ArchivedPage, PassedOver};

use records::{Records, Step};
use source::Source;

/// Heads of HTTP are no part of a page's size.
const HTTP_HEAD: u64 = 256 << 10;

/// An entry of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A page.
    Page(Box<ArchivedPage>),
    /// A record that is no page.
    PassedOver(PassedOver),
    /// Damage; the next entry is the next record.
    Damaged(Damage),
}

/// The pages of an archive. It ends after an error.
pub struct Archive<R> {
    records: Option<Records<R>>,
    most_bytes: u64,
    checks_digests: bool,
    has_records: bool,
    position: u64,
}

impl<R: Read> Archive<R> {
    /// Opens an archive: plain, gzip (a member a record, or any other way) or Zstandard. Pages of more than
    /// `most_bytes`, packed or unpacked, are passed over and never held.
    ///
    /// # Errors
    /// When it cannot be read, is empty, or is no archive.
    pub fn open(input: R, most_bytes: u64) -> io::Result<Self> {
        let source = Source::open(input)?.map_err(|start| not_an_archive(&start))?;
        let records = Records::new(source, most_bytes.saturating_add(HTTP_HEAD));
        let records = Some(records);
        Ok(Self { records, most_bytes, checks_digests: false, has_records: false, position: 0 })
    }

    /// Says whether records are compared with their `WARC-Block-Digest` and `WARC-Payload-Digest`; one that differs is
    /// damaged. Records that are too large to be held are not compared.
    #[must_use]
    pub fn check_digests(self, checks_digests: bool) -> Self {
        Self { checks_digests, ..self }
    }

    /// The bytes of the file read so far.
    pub fn bytes_read(&self) -> u64 {
        self.records.as_ref().map_or(self.position, Records::position)
    }

    fn step(&mut self) -> io::Result<Option<Entry>> {
        let Some(records) = &mut self.records else { return Ok(None) };
        match records.next()? {
            Step::End if self.has_records => Ok(None),
            Step::End => {
                Err(io::Error::new(io::ErrorKind::InvalidData, "holds no whole WARC record"))
            }
            Step::Damaged(damage) => Ok(Some(Entry::Damaged(damage))),
            Step::Record { head, offset, block } => {
                self.has_records = true;
                let block = block.as_ref().map(|range| records.block(range));
                let compared = block.filter(|_| self.checks_digests);
                if let Some(fault) = compared.and_then(|block| digest::wrong(&head, block)) {
                    return Ok(Some(Entry::Damaged(Damage { offset, fault })));
                }
                let page = page::read(*head, offset, block, self.most_bytes);
                Ok(Some(page.map_or_else(Entry::PassedOver, |page| Entry::Page(Box::new(page)))))
            }
        }
    }
}

impl<R: Read> Iterator for Archive<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let step = self.step().transpose();
        if !matches!(step, Some(Ok(_))) {
            self.position = self.bytes_read();
            self.records = None;
        }
        step
    }
}

/// The error for a file that is not an archive, with its first bytes.
fn not_an_archive(start: &[u8]) -> io::Error {
    let words = match start.is_empty() {
        true => "an empty file".to_owned(),
        false => {
            let start = String::from_utf8_lossy(start);
            let start: String =
                start.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
            format!("not a WARC archive; it begins with {start:?}")
        }
    };
    io::Error::new(io::ErrorKind::InvalidData, words)
}
