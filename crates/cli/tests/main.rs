//! The program as its users run it: the real binary.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

#[path = "../examples/local_site/answers.rs"]
mod answers;
mod archives;
mod article;
mod batch;
mod connections;
mod determinism;
mod error_rows;
mod explain;
mod extract;
mod feeds;
#[path = "../examples/generate_site/pages.rs"]
mod generated_site;
use generated_site as pages;
mod guarded;
#[path = "../examples/local_site/hold.rs"]
mod hold;
mod import;
mod run;
mod schema;
mod serve;
#[path = "../examples/local_site/server.rs"]
mod server;
mod shell;
mod site;
mod store;
mod tables;
#[path = "../examples/generate_warc/writer.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod warc_writer;
mod web;
