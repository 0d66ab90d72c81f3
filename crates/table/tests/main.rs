//! The table beside the JSON Schema, its page of documentation, and what batches hold.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod batches;
mod described;
