#![no_main]

#[path = "../checks/warc.rs"]
mod warc;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| warc::check(bytes));
