//! One visit to a page: open it, wait until it is quiet, scroll through once, take what is shown.

use std::collections::HashSet;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};

use super::client::{Client, Events, Session};
use super::drawn::Drawn;
use super::error::{RenderError, failed};
use super::options::RenderOptions;
use super::protocol::{
    ContinueRequest, CreateBrowserContext, CreateTarget, DisposeBrowserContext, EnableFetch,
    EnableNetwork, EnablePage, Evaluate, Event, FailRequest, FulfillRequest, HandleDialog, Header,
    Navigate, RequestPattern, SetDeviceMetrics, SetUserAgent,
};
use super::snapshot::{CaptureSnapshot, drawn};

/// A visit.
pub(super) struct Visit<'a> {
    /// The page's address, or the one it is given.
    pub(super) address: &'a str,
    /// The HTML that its server sent.
    pub(super) html: &'a str,
    /// True if its requests are served.
    pub(super) is_online: bool,
    pub(super) options: &'a RenderOptions,
}

/// The time without a request or an answer after which a page counts as quiet, by the number of its
/// open requests: some pages hold a request or two open for news, and some servers never answer.
fn quiet_after(open: usize) -> Duration {
    match open {
        0 => Duration::from_millis(500),
        1 | 2 => Duration::from_secs(2),
        _ => Duration::from_secs(6),
    }
}

/// Scrolls down the page once, window by window, and back; endless pages are cut off. Each window
/// is rendered before the next, even if that takes long, because some content loads only once it is
/// in view.
const SCROLL: &str = "(async () => {
    const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 35)));
    const step = Math.max(200, window.innerHeight);
    for (let n = 0, y = 0; n < 40 && y < document.documentElement.scrollHeight; n++, y += step) {
        window.scrollTo(0, y);
        await drawn();
    }
    window.scrollTo(0, 0);
    await drawn();
    return 1;
})()";

/// The state of the page.
#[derive(Default)]
struct Progress {
    /// True if its HTML is read to the end.
    is_read: bool,
    /// The number of its open requests.
    open: usize,
}

impl Visit<'_> {
    pub(super) async fn run(
        &self,
        client: &Client,
        user_agent: &str,
    ) -> Result<Drawn, RenderError> {
        // Pages share no cookies or storage.
        let context = client.ask(&CreateBrowserContext {}).await?.browser_context_id;
        let limit = self.options.timeout * 2;
        let visited = timeout(limit, self.open(client, &context, user_agent)).await;
        let visited = visited.unwrap_or(Err(RenderError::Timeout(limit)));
        // Its page ends with the context. The owner ends a browser that does not answer.
        let end = DisposeBrowserContext { browser_context_id: &context };
        let _ = timeout(Duration::from_secs(5), client.ask(&end)).await;
        visited
    }

    async fn open(
        &self,
        client: &Client,
        context: &str,
        user_agent: &str,
    ) -> Result<Drawn, RenderError> {
        let blank = CreateTarget { url: "about:blank", browser_context_id: context };
        let target = client.ask(&blank).await?.target_id;
        let (session, events) = client.attach(&target).await?;
        let (width, height) = self.options.viewport;
        let metrics = SetDeviceMetrics { width, height, device_scale_factor: 1.0, mobile: false };
        session.ask(&metrics).await?;
        session.ask(&SetUserAgent { user_agent }).await?;
        session.ask(&EnablePage {}).await?;
        session.ask(&EnableNetwork {}).await?;
        session.ask(&EnableFetch { patterns: [RequestPattern { url_pattern: "*" }] }).await?;
        let (progress, seen) = watch::channel(Progress::default());
        tokio::select! {
            drawn = self.show(&session, seen) => drawn,
            () = self.attend(&session, events, progress) => Err(failed("its page is gone")),
        }
    }

    /// Opens the page, waits, scrolls, waits, and takes what is shown.
    async fn show(
        &self,
        session: &Session<'_>,
        mut seen: watch::Receiver<Progress>,
    ) -> Result<Drawn, RenderError> {
        let deadline = Instant::now() + self.options.timeout;
        let read = async {
            let opened = session.ask(&Navigate { url: self.address }).await?;
            if let Some(reason) = opened.error_text {
                return Err(failed(reason));
            }
            // It ends early only together with the whole visit.
            let _ = seen.wait_for(|progress| progress.is_read).await;
            Ok(())
        };
        // Some pages are never read to the end.
        timeout_at(deadline, read).await.unwrap_or(Ok(()))?;
        wait_until_quiet(&mut seen, deadline).await;
        let scroll = Evaluate { expression: SCROLL, await_promise: true, return_by_value: true };
        // A page whose scripts never rest is taken as it is.
        let scrolled = timeout(Duration::from_secs(8), session.ask(&scroll)).await;
        if let Ok(Ok(end)) = scrolled
            && end.exception_details.is_none()
        {
            wait_until_quiet(&mut seen, deadline).await;
        }
        let snapshot = session.ask(&CaptureSnapshot { computed_styles: ["visibility"] }).await?;
        drawn(&snapshot).ok_or_else(|| failed("it gave no document"))
    }

    /// Answers what the page asks for, and reports how far it is. Waits for no response: the page
    /// may have moved on and no longer need the answer.
    async fn attend(
        &self,
        session: &Session<'_>,
        mut events: Events,
        progress: watch::Sender<Progress>,
    ) {
        let mut is_given = false;
        let mut open = HashSet::new();
        let report = |open: usize| progress.send_modify(|progress| progress.open = open);
        while let Some(event) = events.next().await {
            match event {
                Event::RequestPaused { request_id, resource_type } => {
                    let is_page = resource_type == "Document" && !is_given;
                    is_given |= is_page;
                    self.answer(session, &request_id, &resource_type, is_page);
                }
                Event::RequestWillBeSent { request_id } => {
                    open.insert(request_id);
                    report(open.len());
                }
                Event::LoadingFinished { request_id } | Event::LoadingFailed { request_id } => {
                    open.remove(&request_id);
                    report(open.len());
                }
                Event::ContentRead {} if is_given => {
                    progress.send_modify(|progress| progress.is_read = true);
                }
                // That was the blank page.
                Event::ContentRead {} => {}
                Event::DialogOpening {} => session.send(&HandleDialog { accept: false }),
            }
        }
    }

    /// Answers a request of the page: for itself with the bytes at hand, for videos never, for all
    /// else depending on whether the page is online.
    fn answer(&self, session: &Session<'_>, request_id: &str, kind: &str, is_page: bool) {
        if is_page {
            let kind = Header { name: "Content-Type", value: "text/html; charset=utf-8" };
            session.send(&FulfillRequest {
                request_id,
                response_code: 200,
                response_headers: [kind],
                body: BASE64_STANDARD.encode(self.html),
            });
        } else if !self.is_online || kind == "Media" {
            session.send(&FailRequest { request_id, error_reason: "BlockedByClient" });
        } else {
            session.send(&ContinueRequest { request_id });
        }
    }
}

/// Waits until the page is quiet or the deadline has passed.
async fn wait_until_quiet(seen: &mut watch::Receiver<Progress>, deadline: Instant) {
    loop {
        let open = seen.borrow_and_update().open;
        let until = deadline.min(Instant::now() + quiet_after(open));
        if !matches!(timeout_at(until, seen.changed()).await, Ok(Ok(()))) {
            return;
        }
    }
}
