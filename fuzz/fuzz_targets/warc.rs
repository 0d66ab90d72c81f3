//! Any bytes are read as an archive to their end: no panic, and no more entries than there are bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zhengwen_io::warc::Archive;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(archive) = Archive::open(bytes, 1 << 20) {
        assert!(archive.count() <= bytes.len() + 1);
    }
});
