//! Options of rendering.

use std::path::PathBuf;
use std::time::Duration;

use crate::guard::AddressGuard;

/// Options of rendering.
#[derive(Debug, Clone)]
pub struct RenderOptions {
    /// The window's inner width and height in CSS pixels.
    pub viewport: (u32, u32),
    /// The browser's program; by default it is searched for by its usual names.
    pub chromium: Option<PathBuf>,
    /// The guard that decides which addresses may be reached.
    pub guard: AddressGuard,
    /// The user's proxy: `http://` or `socks5://` with host and port.
    pub proxy: Option<String>,
    /// The browser's user agent; by default its own, followed by this program's.
    pub user_agent: Option<String>,
    /// The limit for one page; after it, the page is taken as it is.
    pub timeout: Duration,
    /// The maximum number of pages to render at once.
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
