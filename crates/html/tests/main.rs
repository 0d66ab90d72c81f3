//! Tests of the parser as its users see it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod growth;
mod html5lib;
mod limits;
mod oracle;
