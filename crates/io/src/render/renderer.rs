//! The renderer, and the one browser behind it.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Runtime;
use tokio::sync::Semaphore;
use zhengwen::PageInfo;

use super::browser::Browser;
use super::drawn::Drawn;
use super::error::RenderError;
use super::options::RenderOptions;
use super::visit::Visit;
use crate::fetch::Fetched;

/// Renders pages. One browser serves all of them; it starts with the first page and ends when this
/// is dropped.
#[derive(Debug)]
pub struct Renderer {
    options: RenderOptions,
    running: Mutex<Option<Arc<Running>>>,
}

#[derive(Debug)]
struct Running {
    // Fields are dropped in this order: the browser must end while its runtime still exists.
    browser: Browser,
    turns: Semaphore,
    runtime: Runtime,
}

impl Renderer {
    /// Creates a renderer. Its browser has not started yet.
    pub fn new(options: RenderOptions) -> Self {
        Self { options, running: Mutex::new(None) }
    }

    /// Renders a fetched page. The page itself is not requested again: the browser gets the bytes
    /// at hand. Its own requests are served when `is_online`, and refused otherwise.
    ///
    /// # Errors
    /// See [`RenderError`].
    pub fn render(
        &self,
        fetched: &Fetched,
        info: &PageInfo,
        is_online: bool,
    ) -> Result<Drawn, RenderError> {
        let (html, _) = info.decode(&fetched.bytes);
        // A page without an address gets one that leads nowhere (RFC 6761, section 6.4).
        let is_known = !fetched.url.is_empty();
        let address = if is_known { fetched.url.as_str() } else { "http://page.invalid/" };
        let mut last = RenderError::NoBrowser;
        // A browser that died with an earlier page is restarted once.
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
