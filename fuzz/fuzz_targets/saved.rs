#![no_main]

#[path = "../checks/saved.rs"]
mod saved;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| saved::check(bytes));
