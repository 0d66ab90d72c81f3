//! What touches the world, against real servers on loopback.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

mod fetch;
mod manners;
mod render;
mod server;
