//! The program as its users run it: the real binary.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod article;
mod batch;
mod eval;
mod extract;
#[path = "../examples/generate_site/pages.rs"]
mod generated_site;
mod run;
mod schema;
mod site;
mod tables;
