//! Tests that touch the world: real servers on loopback, archives.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod fetch;
mod fuzz;
mod manners;
mod render;
mod server;
mod warc;
#[path = "../../cli/examples/generate_warc/writer.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod writer;
