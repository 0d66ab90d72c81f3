//! Pages drawn by a headless Chromium, over its DevTools protocol.
//!
//! All that the browser asks for goes through a proxy of this program, which looks at every address as
//! the fetcher does; the browser itself resolves no name.

mod browser;
mod snapshot;
mod tunnel;
mod visit;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use thiserror::Error;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use zhengwen::PageInfo;
use zhengwen::unstable::decode_page;
use zhengwen::unstable::page::RenderedPage;

use crate::fetch::Fetched;
use crate::guard::AddressGuard;
use browser::Browser;
use visit::Visit;

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

/// A page as the browser shows it.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// Its elements, texts and boxes.
    pub page: RenderedPage,
    /// Its address, which scripts may have changed.
    pub url: String,
}

/// Why a page could not be drawn.
#[derive(Debug, Error)]
pub enum RenderError {
    /// No browser on this machine.
    #[error(
        "no Chromium found to render the page; install it (on Debian and Ubuntu: apt install chromium; on \
         macOS: brew install --cask chromium)"
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
    #[error("the browser cannot use the proxy {0}; it takes http:// or socks5://")]
    Proxy(String),
}

/// Draws pages. One browser serves all of them; it starts with the first one and ends with this.
#[derive(Debug)]
pub struct Renderer {
    options: RenderOptions,
    running: Mutex<Option<Arc<Running>>>,
}

#[derive(Debug)]
struct Running {
    // Fields are dropped in this order: the browser ends while there is something to run on.
    browser: Browser,
    turns: Semaphore,
    runtime: Runtime,
}

impl Renderer {
    /// A renderer whose browser has not started yet.
    pub fn new(options: RenderOptions) -> Self {
        Self { options, running: Mutex::new(None) }
    }

    /// Draws a fetched page. Its own address is not asked again: the browser gets the bytes at hand. What
    /// the page itself asks for is fetched when `is_online`, and refused otherwise.
    ///
    /// # Errors
    /// See [`RenderError`].
    pub fn render(
        &self,
        fetched: &Fetched,
        info: &PageInfo,
        is_online: bool,
    ) -> Result<Drawn, RenderError> {
        let (html, _) = decode_page(&fetched.bytes, info);
        // What has no address gets one that leads nowhere (RFC 6761, section 6.4).
        let is_known = !fetched.url.is_empty();
        let address = if is_known { fetched.url.as_str() } else { "http://page.invalid/" };
        let mut last = RenderError::NoBrowser;
        // A browser that died with an earlier page is started again, once.
        for _ in 0..2 {
            let running = self.running()?;
            let visit = Visit { address, html: &html, is_online, options: &self.options };
            let result = running.runtime.block_on(async {
                let _turn = running.turns.acquire().await;
                running.browser.visit(&visit).await
            });
            match result {
                Ok(mut drawn) => {
                    if !is_known {
                        drawn.url.clear();
                    }
                    return Ok(drawn);
                }
                Err(error @ RenderError::Timeout(_)) => return Err(error),
                Err(error) => last = error,
            }
            if running.browser.is_alive() {
                return Err(last);
            }
            self.forget(&running);
        }
        Err(last)
    }

    fn running(&self) -> Result<Arc<Running>, RenderError> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = &*running {
            return Ok(Arc::clone(running));
        }
        let failed = |error: std::io::Error| RenderError::Browser(error.to_string());
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).enable_all().build().map_err(failed)?;
        let browser = runtime.block_on(Browser::start(&self.options))?;
        let turns = Semaphore::new(self.options.at_once.max(1));
        let started = Arc::new(Running { browser, turns, runtime });
        *running = Some(Arc::clone(&started));
        Ok(started)
    }

    fn forget(&self, dead: &Arc<Running>) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if running.as_ref().is_some_and(|running| Arc::ptr_eq(running, dead)) {
            *running = None;
        }
    }
}
