//! Pages in files and folders.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use walkdir::WalkDir;

/// The file name endings of pages in folders; a single file may have any name.
pub const ENDINGS: &[&str] = &[".html", ".htm", ".xhtml", ".html.gz", ".htm.gz", ".xhtml.gz"];

/// The largest size of a page in bytes, before and after decompression.
pub const MAX_PAGE_BYTES: u64 = 256 << 20;

/// The pages that `input` names: `input` itself if it is a file, else every page below the folder,
/// sorted by name.
///
/// # Errors
/// When `input` does not exist or a folder cannot be read.
pub fn list(input: &Path) -> io::Result<Vec<PathBuf>> {
    if !std::fs::metadata(input)?.is_dir() {
        return Ok(vec![input.to_owned()]);
    }
    let mut pages = Vec::new();
    for entry in WalkDir::new(input).sort_by_file_name().follow_links(true) {
        let entry = entry?;
        if entry.file_type().is_file() && has_page_ending(entry.path()) {
            pages.push(entry.into_path());
        }
    }
    Ok(pages)
}

fn has_page_ending(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
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
    unpack(read_at_most(File::open(path)?, MAX_PAGE_BYTES)?)
}

/// Decompresses `bytes` if they are gzip.
///
/// # Errors
/// When they are damaged or unpack to more than [`MAX_PAGE_BYTES`].
pub fn unpack(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return read_at_most(MultiGzDecoder::new(&bytes[..]), MAX_PAGE_BYTES);
    }
    Ok(bytes)
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
    fn limits_what_is_read() {
        assert_eq!(read_at_most(&b"abc"[..], 3).unwrap(), b"abc");
        assert!(read_at_most(&b"abcd"[..], 3).is_err());
        assert!(unpack(vec![0x1f, 0x8b, 0, 0]).is_err());
    }
}
