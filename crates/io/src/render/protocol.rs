//! The commands and events of the DevTools protocol that a visit needs, with the members that it
//! needs.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::client::{Done, command};

#[derive(Serialize)]
pub(super) struct CreateBrowserContext {}
command!(CreateBrowserContext, "Target.createBrowserContext", BrowserContext);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BrowserContext {
    pub(super) browser_context_id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DisposeBrowserContext<'a> {
    pub(super) browser_context_id: &'a str,
}
command!(DisposeBrowserContext<'_>, "Target.disposeBrowserContext", Done);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateTarget<'a> {
    pub(super) url: &'a str,
    pub(super) browser_context_id: &'a str,
}
command!(CreateTarget<'_>, "Target.createTarget", Created);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Created {
    pub(super) target_id: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetDeviceMetrics {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) device_scale_factor: f32,
    pub(super) mobile: bool,
}
command!(SetDeviceMetrics, "Emulation.setDeviceMetricsOverride", Done);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetUserAgent<'a> {
    pub(super) user_agent: &'a str,
}
command!(SetUserAgent<'_>, "Emulation.setUserAgentOverride", Done);

#[derive(Serialize)]
pub(super) struct EnablePage {}
command!(EnablePage, "Page.enable", Done);

#[derive(Serialize)]
pub(super) struct EnableNetwork {}
command!(EnableNetwork, "Network.enable", Done);

#[derive(Serialize)]
pub(super) struct EnableFetch {
    pub(super) patterns: [RequestPattern; 1],
}
command!(EnableFetch, "Fetch.enable", Done);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestPattern {
    pub(super) url_pattern: &'static str,
}

#[derive(Serialize)]
pub(super) struct Navigate<'a> {
    pub(super) url: &'a str,
}
command!(Navigate<'_>, "Page.navigate", Navigated);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Navigated {
    /// Why the page did not open.
    pub(super) error_text: Option<String>,
}

#[derive(Serialize)]
pub(super) struct HandleDialog {
    pub(super) accept: bool,
}
command!(HandleDialog, "Page.handleJavaScriptDialog", Done);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FulfillRequest<'a> {
    pub(super) request_id: &'a str,
    pub(super) response_code: u16,
    pub(super) response_headers: [Header; 1],
    /// In base64.
    pub(super) body: String,
}
command!(FulfillRequest<'_>, "Fetch.fulfillRequest", Done);

#[derive(Serialize)]
pub(super) struct Header {
    pub(super) name: &'static str,
    pub(super) value: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FailRequest<'a> {
    pub(super) request_id: &'a str,
    pub(super) error_reason: &'static str,
}
command!(FailRequest<'_>, "Fetch.failRequest", Done);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContinueRequest<'a> {
    pub(super) request_id: &'a str,
}
command!(ContinueRequest<'_>, "Fetch.continueRequest", Done);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Evaluate {
    pub(super) expression: &'static str,
    pub(super) await_promise: bool,
    pub(super) return_by_value: bool,
}
command!(Evaluate, "Runtime.evaluate", Evaluated);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Evaluated {
    /// The exception of the script.
    pub(super) exception_details: Option<IgnoredAny>,
}

/// An event of a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "method", content = "params")]
pub(super) enum Event {
    #[serde(rename = "Fetch.requestPaused", rename_all = "camelCase")]
    RequestPaused { request_id: String, resource_type: String },
    #[serde(rename = "Network.requestWillBeSent", rename_all = "camelCase")]
    RequestWillBeSent { request_id: String },
    #[serde(rename = "Network.loadingFinished", rename_all = "camelCase")]
    LoadingFinished { request_id: String },
    #[serde(rename = "Network.loadingFailed", rename_all = "camelCase")]
    LoadingFailed { request_id: String },
    #[serde(rename = "Page.domContentEventFired")]
    ContentRead {},
    #[serde(rename = "Page.javascriptDialogOpening")]
    DialogOpening {},
}
