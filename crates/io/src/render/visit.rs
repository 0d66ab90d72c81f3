//! One visit to a page: open it, wait until it is quiet, scroll through once, take what is shown.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chromiumoxide::cdp::browser_protocol::dom_snapshot::CaptureSnapshotParams;
use chromiumoxide::cdp::browser_protocol::emulation::{
    SetDeviceMetricsOverrideParams, SetUserAgentOverrideParams,
};
use chromiumoxide::cdp::browser_protocol::fetch::{
    ContinueRequestParams, EnableParams, EventRequestPaused, FailRequestParams,
    FulfillRequestParams, HeaderEntry, RequestPattern,
};
use chromiumoxide::cdp::browser_protocol::network::{
    ErrorReason, EventLoadingFailed, EventLoadingFinished, EventRequestWillBeSent, ResourceType,
};
use chromiumoxide::cdp::browser_protocol::page::{
    EventDomContentEventFired, EventJavascriptDialogOpening, HandleJavaScriptDialogParams,
    NavigateParams,
};
use chromiumoxide::cdp::browser_protocol::target::{
    CreateBrowserContextParams, CreateTargetParams,
};
use chromiumoxide::{Command, Page};
use futures_util::StreamExt;

use super::drawn::Drawn;
use super::error::{RenderError, failed};
use super::options::RenderOptions;
use super::snapshot;

/// A visit.
pub(super) struct Visit<'a> {
    /// The page's address, or the one it is given.
    pub(super) address: &'a str,
    /// The HTML that its server sent.
    pub(super) html: &'a str,
    /// Whether its requests are served.
    pub(super) is_online: bool,
    pub(super) options: &'a RenderOptions,
}

/// How long a page must neither send a request nor get an answer to count as quiet, by the number
/// of its open requests: some pages hold a request or two open for news, and some servers never
/// answer.
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

impl Visit<'_> {
    pub(super) async fn run(
        &self,
        browser: &chromiumoxide::Browser,
        user_agent: &str,
    ) -> Result<Drawn, RenderError> {
        // Pages share no cookies or storage.
        let context = CreateBrowserContextParams::default();
        let context = browser.create_browser_context(context).await.map_err(failed)?;
        let limit = self.options.timeout * 2;
        let visited = tokio::time::timeout(limit, async {
            let mut target = CreateTargetParams::new("about:blank");
            target.browser_context_id = Some(context.clone());
            let page = browser.new_page(target).await.map_err(failed)?;
            self.open(&page, user_agent).await
        });
        let visited = visited.await.unwrap_or(Err(RenderError::Timeout(limit)));
        // Its page ends with the context. The owner ends a browser that does not answer.
        let end = browser.dispose_browser_context(context);
        let _ = tokio::time::timeout(Duration::from_secs(5), end).await;
        visited
    }

    async fn open(&self, page: &Page, user_agent: &str) -> Result<Drawn, RenderError> {
        let (width, height) = self.options.viewport;
        let metrics = SetDeviceMetricsOverrideParams::new(width, height, 1.0, false);
        ask(page, metrics).await?;
        ask(page, SetUserAgentOverrideParams::new(user_agent)).await?;
        let all = RequestPattern::builder().url_pattern("*").build();
        let paused = page.event_listener::<EventRequestPaused>().await.map_err(failed)?;
        let dialogs =
            page.event_listener::<EventJavascriptDialogOpening>().await.map_err(failed)?;
        let mut read = page.event_listener::<EventDomContentEventFired>().await.map_err(failed)?;
        let mut traffic = Traffic::listen(page).await?;
        ask(page, EnableParams::builder().pattern(all).build()).await?;
        let deadline = Instant::now() + self.options.timeout;
        let shown = async {
            // The command returns when all frames have loaded, and some never do.
            tokio::select! {
                answer = ask(page, NavigateParams::new(self.address)) => drop(answer?),
                _ = read.next() => {}
                () = tokio::time::sleep_until(deadline.into()) => {}
            }
            traffic.wait_until_quiet(deadline).await;
            // A page whose scripts never rest is taken as it is.
            let scroll = tokio::time::timeout(Duration::from_secs(8), page.evaluate(SCROLL)).await;
            if scroll.is_ok_and(|result| result.is_ok()) {
                traffic.wait_until_quiet(deadline).await;
            }
            self.take(page).await
        };
        tokio::select! {
            drawn = shown => drawn,
            () = self.answer(page, paused) => Err(failed("its page is gone")),
            () = dismiss(page, dialogs) => Err(failed("its page is gone")),
        }
    }

    /// Answers the page's requests: for itself with the bytes at hand, for videos never, for all
    /// else depending on whether the page is online.
    async fn answer(
        &self,
        page: &Page,
        mut paused: chromiumoxide::listeners::EventStream<EventRequestPaused>,
    ) {
        let mut is_first = true;
        while let Some(event) = paused.next().await {
            let id = event.request_id.clone();
            let is_page = event.resource_type == ResourceType::Document && is_first;
            let sent = if is_page {
                is_first = false;
                let mut answer = FulfillRequestParams::new(id, 200);
                let kind = HeaderEntry::new("Content-Type", "text/html; charset=utf-8");
                answer.response_headers = Some(vec![kind]);
                answer.body = Some(BASE64_STANDARD.encode(self.html).into());
                page.execute(answer).await.map(drop)
            } else if !self.is_online || event.resource_type == ResourceType::Media {
                let refusal = FailRequestParams::new(id, ErrorReason::BlockedByClient);
                page.execute(refusal).await.map(drop)
            } else {
                page.execute(ContinueRequestParams::new(id)).await.map(drop)
            };
            // The page may have moved on and no longer need the answer.
            let _ = sent;
        }
    }

    async fn take(&self, page: &Page) -> Result<Drawn, RenderError> {
        let capture = CaptureSnapshotParams::new(vec!["visibility".to_owned()]);
        let snapshot = ask(page, capture).await?;
        snapshot::drawn(&snapshot).ok_or_else(|| failed("it gave no document"))
    }
}

/// Sends a command and waits for the response.
async fn ask<T: Command>(page: &Page, command: T) -> Result<T::Response, RenderError> {
    let name = command.identifier();
    let answer = page.execute(command).await;
    answer.map(|answer| answer.result).map_err(|error| failed(format!("{name}: {error}")))
}

async fn dismiss(
    page: &Page,
    mut dialogs: chromiumoxide::listeners::EventStream<EventJavascriptDialogOpening>,
) {
    while dialogs.next().await.is_some() {
        // A dialog that is gone needs no answer.
        let _ = page.execute(HandleJavaScriptDialogParams::new(false)).await;
    }
}

/// The traffic of a page.
struct Traffic {
    began: chromiumoxide::listeners::EventStream<EventRequestWillBeSent>,
    finished: chromiumoxide::listeners::EventStream<EventLoadingFinished>,
    failed: chromiumoxide::listeners::EventStream<EventLoadingFailed>,
    open: HashSet<String>,
    /// Requests whose end was reported before their start: the two streams keep no common order.
    ended: HashSet<String>,
}

impl Traffic {
    async fn listen(page: &Page) -> Result<Self, RenderError> {
        Ok(Self {
            began: page.event_listener().await.map_err(failed)?,
            finished: page.event_listener().await.map_err(failed)?,
            failed: page.event_listener().await.map_err(failed)?,
            open: HashSet::new(),
            ended: HashSet::new(),
        })
    }

    /// Waits until the page is quiet or the deadline has passed.
    async fn wait_until_quiet(&mut self, deadline: Instant) {
        loop {
            let until = deadline.min(Instant::now() + quiet_after(self.open.len()));
            tokio::select! {
                () = tokio::time::sleep_until(until.into()) => return,
                Some(event) = self.began.next() => {
                    let id = event.request_id.inner();
                    if !self.ended.remove(id) {
                        self.open.insert(id.clone());
                    }
                }
                Some(event) = self.finished.next() => self.end(event.request_id.inner()),
                Some(event) = self.failed.next() => self.end(event.request_id.inner()),
            }
        }
    }

    fn end(&mut self, id: &str) {
        if !self.open.remove(id) {
            self.ended.insert(id.to_owned());
        }
    }
}
