//! The table compared with the JSON Schema and its page of documentation, and the contents of batches.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod batches;
mod described;
