#![no_main]

#[path = "../checks/account.rs"]
mod account;
#[path = "../checks/page.rs"]
mod page;
#[path = "../checks/safe.rs"]
mod safe;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|html: &str| page::check(html));
