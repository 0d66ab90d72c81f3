//! Any bytes, with any hints, give an extraction, the same one twice.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zhengwen::{Extractor, PageInfo};

fuzz_target!(|input: (&[u8], Option<&str>, Option<&str>, Option<&str>)| {
    let (bytes, url, charset, encoding) = input;
    let info = PageInfo::new().url(url).http_charset(charset).encoding(encoding);
    let mut extractor = Extractor::default();
    assert_eq!(extractor.extract(bytes, &info), extractor.extract(bytes, &info));
});
