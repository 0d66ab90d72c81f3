//! How pages are rendered.

use std::path::PathBuf;
use std::time::Duration;

use crate::guard::AddressGuard;

/// How pages are drawn.
#[derive(Debug, Clone)]
pub struct RenderOptions {
    /// The window's inner width and height in CSS pixels.
    pub viewport: (u32, u32),
    /// The program; found by its usual names when none is given.
    pub chromium: Option<PathBuf>,
    /// What may be reached.
    pub guard: AddressGuard,
    /// The user's proxy: `http://` or `socks5://` with host and port.
    pub proxy: Option<String>,
    /// What the browser calls itself; its own name with that of this program behind it by default.
    pub user_agent: Option<String>,
    /// For one page, until it is taken as it is.
    pub timeout: Duration,
    /// How many pages are drawn at once.
    pub at_once: usize,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            viewport: (1280, 1024),
            chromium: None,
            guard: AddressGuard::default(),
            proxy: None,
            user_agent: None,
            timeout: Duration::from_secs(30),
            at_once: 2,
        }
    }
}
