#![no_main]

#[path = "../checks/tree.rs"]
mod tree;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    tree::check(&tree::mixture(bytes));
    tree::check_bytes(bytes, None);
    if let Ok(text) = std::str::from_utf8(bytes) {
        tree::check(text);
    }
});
