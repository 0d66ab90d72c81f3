//! `GET /v1/image`: the pictures of an article for the reader page, which asks no other host for anything.

use std::sync::Arc;

use axum::extract::{Extension, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;

use super::answer::Problem;
use super::memory::Share;
use super::state::Service;

/// The picture to fetch.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PictureRequest {
    /// The picture's address
    url: String,
}

/// Fetches a picture by the same guard as pages.
pub(super) async fn fetched(
    State(service): State<Arc<Service>>,
    Extension(share): Extension<Share>,
    asked: Result<Query<PictureRequest>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Problem> {
    let Query(asked) = asked.map_err(|error| Problem::bad_request(error.body_text()))?;
    let image = service.image(asked.url, &share).await?;
    let headers = [
        (header::CONTENT_TYPE, image.media_type),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::CACHE_CONTROL, "private, max-age=3600"),
    ];
    Ok((headers, image.bytes).into_response())
}
