#![no_main]

#[path = "../checks/tables.rs"]
mod tables;

use libfuzzer_sys::fuzz_target;
use zhengwen_io::inputs::silence_reader_of_tables;

// The hook of the fuzzer would end the run at a panic that is an error to us.
fuzz_target!(init: silence_reader_of_tables(), |bytes: &[u8]| tables::check(bytes));
