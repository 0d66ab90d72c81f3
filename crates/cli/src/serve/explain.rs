//! `/v1/explain`: the report on a page.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use zhengwen::{Form, Language, Report};

use super::answer::{Problem, content, content_with_policy};
use super::request::{Asked, posted as read_request, queried};
use super::state::Service;

/// `GET /v1/explain?url=...`: the report on a page that is fetched.
pub(super) async fn asked(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    explain(&service, queried(&request)?).await
}

/// `POST /v1/explain`: the report on a page that is posted, or fetched.
pub(super) async fn posted(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let asked = read_request(request, &service).await?;
    explain(&service, asked).await
}

async fn explain(service: &Arc<Service>, asked: Asked) -> Result<Response, Problem> {
    let (options, read) = asked.page.options();
    let language = Language::from_code(asked.page.lang.as_deref().unwrap_or(""));
    let is_json = match asked.page.format {
        None | Some(Form::Html) => false,
        Some(Form::Json) => true,
        Some(_) => return Err(Problem::bad_request("format: a report is html or json")),
    };
    let written = service.read(asked.source, options, read, move |extractor, reading| {
        let report = reading.explain(extractor)?;
        Ok(match is_json {
            true => serde_json::to_string(&report).ok(),
            false => Some(report.html(language)),
        })
    });
    let written = written.await?.ok_or_else(Problem::failed)?;
    Ok(match is_json {
        true => content("application/json", written),
        false => content_with_policy(
            "text/html; charset=utf-8",
            Report::CONTENT_SECURITY_POLICY,
            written,
        ),
    })
}
