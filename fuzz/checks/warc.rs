//! Any bytes are read as an archive to their end: no panic, and no more entries than there are bytes.

use zhengwen_io::warc::Archive;

pub(crate) fn check(bytes: &[u8]) {
    if let Ok(archive) = Archive::open(bytes, 1 << 20) {
        assert!(archive.count() <= bytes.len() + 1);
    }
}
