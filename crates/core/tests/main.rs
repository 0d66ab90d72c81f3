//! Tests of the library as its users see it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod accounting;
mod asked;
mod circles;
mod conformance;
mod encodings;
mod expected;
mod explain;
mod fields;
mod forms;
mod fuzz;
mod growth;
mod handles;
mod memory;
mod pages;
mod properties;
mod query;
mod roundtrip;
mod rules;
mod safety;
mod structure;
mod tidy;
mod work;
mod written;
