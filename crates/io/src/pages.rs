//! Pages in files and folders.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use walkdir::WalkDir;

/// The file name endings of pages in folders; a single file may have any name.
pub const ENDINGS: &[&str] = &[
    ".html",
    ".htm",
    ".xhtml",
    ".html.gz",
    ".htm.gz",
    ".xhtml.gz",
    ".mhtml",
    ".mht",
    ".webarchive",
];

/// The endings of files that a server makes pages of. Saved pages have them, and so have programs.
const SERVED: &[&str] = &[".shtml", ".php", ".asp", ".aspx", ".jsp"];

/// Bytes of a file that are read to see whether it is HTML.
const SNIFFED: u64 = 512;

/// The largest size of a page in bytes, before and after decompression.
pub const MAX_PAGE_BYTES: u64 = 256 << 20;

/// The pages that `input` names: `input` itself if it is a file, else every page below the folder,
/// sorted by name.
///
/// # Errors
/// When `input` does not exist or something in the folder cannot be read.
pub fn list(input: &Path) -> io::Result<Vec<PathBuf>> {
    let Listed { files, failed, .. } = list_files(input, ENDINGS)?;
    failed.into_iter().next().map_or(Ok(files), |error| Err(io::Error::other(error)))
}

/// The files of a folder.
#[derive(Debug, Default)]
pub struct Listed {
    /// Those that are wanted, in the order of [`list`].
    pub files: Vec<PathBuf>,
    /// An error for each entry that cannot be read.
    pub failed: Vec<String>,
    /// The number of other files.
    pub others: usize,
    /// The first of them.
    pub first_other: Option<PathBuf>,
}

impl Listed {
    /// A line about what was passed over, if anything was.
    pub fn notice(&self, folder: &Path) -> Option<String> {
        let first = self.first_other.as_ref()?.strip_prefix(folder).ok()?.display().to_string();
        let rest = match self.others {
            1 => String::new(),
            2 => " and 1 other file".to_owned(),
            others => format!(" and {} other files", others - 1),
        };
        Some(format!(
            "{}: passed over {first}{rest}, of another kind by name or content",
            folder.display()
        ))
    }
}

/// The files with one of these endings, in lower case. Where pages are wanted, also files that a server would make pages of, and
/// files without an ending, if they begin as HTML does.
///
/// # Errors
/// When `input` does not exist.
pub fn list_files(input: &Path, endings: &[&str]) -> io::Result<Listed> {
    if !std::fs::metadata(input)?.is_dir() {
        return Ok(Listed { files: vec![input.to_owned()], ..Listed::default() });
    }
    let with_pages = endings.contains(&ENDINGS[0]);
    let is_wanted =
        |path: &Path| has_ending(path, endings) || with_pages && is_served(path) && is_html(path);
    let mut listed = Listed::default();
    for entry in WalkDir::new(input).sort_by_file_name().follow_links(true) {
        match entry {
            Ok(entry) if !entry.file_type().is_file() => {}
            Ok(entry) if is_wanted(entry.path()) => listed.files.push(entry.into_path()),
            Ok(entry) => {
                listed.others += 1;
                listed.first_other.get_or_insert_with(|| entry.into_path());
            }
            // A link that leads nowhere matters where it looks like a page.
            Err(error) if error.path().is_some_and(|path| is_other_file(path, endings)) => {}
            Err(error) => listed.failed.push(message_of(&error)),
        }
    }
    Ok(listed)
}

/// True if the name is that of an address without an ending, or of a program that makes pages: `index`, `news.php`.
fn is_served(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    !name.contains('.') || has_ending(path, SERVED)
}

/// True if a file begins as HTML does, and not as a program.
fn is_html(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(SNIFFED).read_to_end(&mut start));
    let start = start.trim_ascii_start();
    read.is_ok()
        && !start.starts_with(b"<?php")
        && !start.starts_with(b"<%")
        && looks_like_html(start)
}

/// True if some bytes begin as HTML does.
pub(crate) fn looks_like_html(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(SNIFFED as usize)];
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let is_xhtml = || {
        let text = start.to_ascii_lowercase();
        infer::is_mime(start, "text/xml") && memchr::memmem::find(&text, b"<html").is_some()
    };
    infer::is_mime(start, "text/html") || is_xhtml()
}

fn is_other_file(path: &Path, endings: &[&str]) -> bool {
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    is_link && !path.exists() && !has_ending(path, endings)
}

fn message_of(error: &walkdir::Error) -> String {
    let path = error.path().unwrap_or(Path::new("")).display();
    match error.io_error() {
        Some(error) => format!("{path}: {error}"),
        None => format!("{path}: a link that leads in a circle"),
    }
}

/// True if a file's name has one of these endings.
pub fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

/// A page's id: its file name without the page endings.
pub fn id(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let lower = name.to_ascii_lowercase();
    let longest = ENDINGS.iter().filter(|e| lower.ends_with(**e)).map(|e| e.len()).max();
    name[..name.len() - longest.unwrap_or(0)].to_owned()
}

/// Reads the bytes of a page, decompressed if they are gzip.
///
/// # Errors
/// When the file cannot be read, is damaged, or is larger than [`MAX_PAGE_BYTES`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_within(path, MAX_PAGE_BYTES)
}

/// The same with another limit for the bytes, packed and unpacked.
///
/// # Errors
/// As for [`read`]; the kind is [`io::ErrorKind::FileTooLarge`] where it is larger.
pub fn read_within(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let bytes = read_at_most(File::open(path)?, most)?;
    match is_gzip(&bytes) {
        true => read_at_most(MultiGzDecoder::new(&bytes[..]), most),
        false => Ok(bytes),
    }
}

fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Decompresses `bytes` if they are gzip.
///
/// # Errors
/// When they are damaged or unpack to more than [`MAX_PAGE_BYTES`].
pub fn unpack(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if is_gzip(&bytes) {
        return read_at_most(MultiGzDecoder::new(&bytes[..]), MAX_PAGE_BYTES);
    }
    Ok(bytes)
}

/// The first bytes in which control characters are counted.
const LOOKED_AT: usize = 4096;

/// Refuses anything that is not a page, by its content and not by its name: an empty file, a picture, a PDF,
/// an archive, bytes that are no text.
///
/// # Errors
/// The kind of file that it is instead.
pub fn refuse_other_files(bytes: &[u8]) -> io::Result<()> {
    let refuse = |what: &str| {
        Err(io::Error::new(io::ErrorKind::InvalidData, format!("not a web page but {what}")))
    };
    if bytes.is_empty() {
        return refuse("an empty file");
    }
    let kind = infer::get(bytes).filter(|kind| kind.matcher_type() != infer::MatcherType::Text);
    if let Some(kind) = kind {
        return refuse(kind.mime_type());
    }
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    // In random bytes such pairs come by chance; a page has zeros in all of its markup.
    let zeros = start.iter().filter(|byte| **byte == 0).count();
    if bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || zeros * 20 > start.len()
            && start.windows(2).any(|pair| matches!(pair, [b'<', 0] | [0, b'<']))
    {
        // UTF-16, whose halves may be any byte.
        return Ok(());
    }
    // Pages in ISO-2022 hold escapes; other control characters are in no text.
    let is_control = |byte: &&u8| matches!(byte, 1..=8 | 14..=26 | 28..=31);
    match start.iter().filter(is_control).count() * 50 > start.len() {
        true => refuse("bytes that are no text"),
        false => Ok(()),
    }
}

/// True if some bytes are a list of addresses, one a line, or a table with one in each row, below a line of names or without.
pub fn is_list_of_addresses(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    let whole = match start.iter().rposition(|byte| *byte == b'\n') {
        // The last line is not whole.
        Some(end) if bytes.len() > LOOKED_AT => &start[..end],
        _ => start,
    };
    // What has a tag is a page, whatever addresses it names.
    let Some(text) = std::str::from_utf8(whole).ok().filter(|text| !text.contains('<')) else {
        return false;
    };
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_address = |field: &str| {
        let field = field.trim().trim_matches('"');
        let rest = field.strip_prefix("https://").or_else(|| field.strip_prefix("http://"));
        rest.is_some_and(|rest| !rest.is_empty() && !rest.contains([' ', '<', '>']))
    };
    let has_address = |line: &str| line.split([',', ';', '\t']).any(is_address);
    let Some(first) = lines.next() else { return false };
    // A table may begin with the names of its columns.
    let are_names = !has_address(first) && !first.contains(' ');
    let begins = has_address(first) || are_names && lines.next().is_some_and(has_address);
    begins && lines.all(has_address)
}

/// Reads everything that `reader` gives.
///
/// # Errors
/// When reading fails or there are more than `limit` bytes.
pub fn read_at_most(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("larger than {limit} bytes"),
        ));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_lose_page_endings_only() {
        assert_eq!(id(Path::new("a/b.c.html.gz")), "b.c");
        assert_eq!(id(Path::new("PAGE.HTM")), "PAGE");
        assert_eq!(id(Path::new("notes.txt")), "notes.txt");
    }

    #[test]
    fn lists_folders_in_order_of_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.html", "a.htm", "c.txt", "d.html.gz"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        let ids: Vec<String> = list(folder.path()).unwrap().iter().map(|p| id(p)).collect();
        assert_eq!(ids, ["a", "b", "d"]);
        assert!(list(&folder.path().join("none")).is_err());
    }

    #[test]
    fn other_files_are_refused_by_their_content() {
        let noise: Vec<u8> = (0..5000u32).map(|n| (n * 7919 % 251) as u8).collect();
        let utf_16: Vec<u8> = "<p>正文。".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let refused: [&[u8]; 6] = [
            b"",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            b"%PDF-1.7\n",
            b"PK\x03\x04\x14\0\0\0",
            b"GIF89a\x01\0",
            &noise,
        ];
        for bytes in refused {
            assert!(refuse_other_files(bytes).is_err(), "{bytes:.40?}");
        }
        let pages: [&[u8]; 5] =
            [b"<p>a", b"a", b"<!DOCTYPE html>", &utf_16, b"\x1b$B@5J8\x1b(B <p>\x0c"];
        for bytes in pages {
            assert!(refuse_other_files(bytes).is_ok(), "{bytes:.40?}");
        }
    }

    #[test]
    fn lists_of_addresses_are_no_pages() {
        let long = "https://example.com/a-long-address-of-a-page\n".repeat(200);
        for list in [
            "https://example.com/1",
            "\u{feff}# mine\nhttps://example.com/1\n\nhttp://example.com/2\n",
            "url,file\nhttps://example.com/1,a.html\n\"https://example.com/2\",b.html\n",
            "1\thttps://example.com/1\n2\thttps://example.com/2\n",
            &long,
        ] {
            assert!(is_list_of_addresses(list.as_bytes()), "{list:.60}");
        }
        for page in [
            "",
            "url\n",
            "A text.\nhttps://example.com/1",
            "https://example.com/1 is a page.",
            "https://example.com/1\nA line of text.",
            "<p>https://example.com/1",
            "<p>See,https://example.com/1,and more",
            "{\"url\": \"https://example.com/1\", \"html\": \"<p>a\"}",
        ] {
            assert!(!is_list_of_addresses(page.as_bytes()), "{page}");
        }
    }

    #[test]
    fn limits_what_is_read() {
        assert_eq!(read_at_most(&b"abc"[..], 3).unwrap(), b"abc");
        assert!(read_at_most(&b"abcd"[..], 3).is_err());
        assert!(unpack(vec![0x1f, 0x8b, 0, 0]).is_err());
    }
}
