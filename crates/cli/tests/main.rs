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
mod run;
mod schema;
mod tables;
