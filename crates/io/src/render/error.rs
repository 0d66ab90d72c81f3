//! Errors of rendering.

use std::time::Duration;

use thiserror::Error;

use crate::NotBuilt;

/// The reason a page could not be rendered.
#[derive(Debug, Error)]
pub enum RenderError {
    /// No browser was found on this machine.
    #[error(
        "no Chromium found to render the page; install it (on Debian and Ubuntu: apt install chromium; on \
         macOS: brew install --cask chromium)"
    )]
    NoBrowser,
    /// The browser did not start.
    #[error("the browser {program} does not start: {reason}")]
    Launch {
        /// The program that was started.
        program: String,
        /// The browser's report.
        reason: String,
    },
    /// The browser did not answer in time.
    #[error("the browser gave no page within {} s", .0.as_secs_f32())]
    Timeout(Duration),
    /// Any other error of the browser.
    #[error("the browser failed: {0}")]
    Browser(String),
    /// This build has no browser.
    #[error(transparent)]
    NotBuilt(#[from] NotBuilt),
    /// The proxy is one that the browser cannot use.
    #[error("the browser cannot use the proxy {0}; it takes http:// or socks5://")]
    Proxy(String),
}

#[cfg(feature = "browser")]
pub(super) fn failed(error: impl std::fmt::Display) -> RenderError {
    RenderError::Browser(error.to_string())
}
