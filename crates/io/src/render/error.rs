//! Why a page could not be rendered.

use std::time::Duration;

use thiserror::Error;

/// Why a page could not be drawn.
#[derive(Debug, Error)]
pub enum RenderError {
    /// No browser on this machine.
    #[error(
        "no Chromium found to draw the page; install it (on Debian and Ubuntu: apt install chromium; on \
         macOS: brew install --cask chromium) or name it with --chromium PROGRAM"
    )]
    NoBrowser,
    /// The browser does not start.
    #[error("the browser {program} does not start: {reason}")]
    Launch {
        /// What was started.
        program: String,
        /// What it said.
        reason: String,
    },
    /// The browser does not answer.
    #[error("the browser gave no page within {} s", .0.as_secs_f32())]
    Timeout(Duration),
    /// Anything else of the browser.
    #[error("the browser failed: {0}")]
    Browser(String),
    /// A proxy that the browser cannot use.
    #[error("--proxy: {0} cannot be used with --render; use http:// or socks5://")]
    Proxy(String),
}

pub(super) fn failed(error: impl std::fmt::Display) -> RenderError {
    RenderError::Browser(error.to_string())
}
