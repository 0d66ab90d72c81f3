//! Files of many pages: archives, tables and JSON Lines, each page with what its file knows of it.

mod archive;
mod entry;
mod lines;
#[cfg(feature = "tables")]
pub(crate) mod table;
#[cfg(not(feature = "tables"))]
#[path = "no_table.rs"]
mod table;
#[cfg(feature = "tables")]
mod table_pages;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use arrow_schema::FieldRef;

pub use entry::{BytesRead, Entries, Html, InputEntry, InputOptions, InputPage};
pub use table::silence_reader_of_tables;

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

/// A file's name without the ending of its format.
pub fn stem(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lower = name.to_ascii_lowercase();
    let endings = ENDINGS.iter().flat_map(|(_, endings)| *endings);
    let longest =
        endings.filter(|ending| lower.ends_with(**ending)).map(|ending| ending.len()).max();
    name[..name.len() - longest.unwrap_or(0)].to_owned()
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
    if kind == InputKind::Parquet && path.as_os_str() == "-" {
        let words = "a table is not read from standard input; name its file";
        return Err(io::Error::new(io::ErrorKind::Unsupported, words));
    }
    if kind == InputKind::Parquet {
        return table::open(File::open(path)?, options, read);
    }
    match path.as_os_str() == "-" {
        true => open_stream(io::stdin(), kind, options, read),
        false => open_stream(File::open(path)?, kind, options, read),
    }
}

/// Opens a table that is elsewhere: it is kept in a temporary file while it is read.
///
/// # Errors
/// As for [`open`], and when there is no room for the file.
pub fn open_table(
    mut input: impl Read,
    options: &InputOptions,
    read: &BytesRead,
) -> io::Result<Entries> {
    if !cfg!(feature = "tables") {
        return Err(crate::NotBuilt("tables").into());
    }
    let mut file = tempfile::tempfile()?;
    io::copy(&mut input, &mut file)?;
    table::open(file, options, read)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_name() {
        for (name, kind, expected_stem) in [
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
                (kind, expected_stem)
            );
        }
    }
}
