//! Any bytes, with any hints, give an extraction, the same one twice.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zhengwen::{Options, extract};

fuzz_target!(|input: (&[u8], Option<&str>, Option<&str>, Option<&str>)| {
    let (bytes, url, charset, encoding) = input;
    let mut options = Options::default();
    options.url = url.map(str::to_owned);
    options.http_charset = charset.map(str::to_owned);
    options.encoding = encoding.map(str::to_owned);
    assert_eq!(extract(bytes, &options), extract(bytes, &options));
});
