#![no_main]

#[path = "../checks/bytes.rs"]
mod bytes;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&[u8], Option<&str>, Option<&str>, Option<&str>)| {
    let (bytes, url, charset, encoding) = input;
    bytes::check(bytes, url, charset, encoding);
});
