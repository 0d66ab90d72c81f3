//! Tests of the library as its users see it.

mod conformance;
mod encodings;
mod expected;
mod pages;
mod properties;
mod tidy;
