#![no_main]

#[path = "../checks/safe.rs"]
mod safe;
#[path = "../checks/small.rs"]
mod small;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, u8, u16)| {
    let (html, other, choice, value) = input;
    small::check(html, other, choice, value);
});
