#![no_main]

#[path = "../checks/tables.rs"]
mod tables;

use libfuzzer_sys::fuzz_target;
use zhengwen_io::inputs::is_reading_table;

// A panic of the reader of tables is an error of ours; the hook of the fuzzer would end the run.
fn leave_guarded_panics() {
    let end = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !is_reading_table() {
            end(panic);
        }
    }));
}

fuzz_target!(init: leave_guarded_panics(), |bytes: &[u8]| tables::check(bytes));
