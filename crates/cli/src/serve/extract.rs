//! `POST /v1/extract` and `GET /v1/methods`.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use zhengwen::{FORMS, Form, FormInfo, METHODS, MethodInfo, MethodOptions, OPTIONS};

use super::answer::{Problem, content, json};
use super::request::posted as read_request;
use super::state::Service;

/// The format that the `Accept` header asks for.
fn accepted(header: Option<&str>) -> Option<Form> {
    let wanted = header?.split(',').filter_map(|range| range.split(';').next());
    let form = |wanted: &str| FORMS.iter().find(|info| bare_type(info) == Some(wanted.trim()));
    wanted.filter_map(form).map(|info| info.form).next()
}

/// The media type of a form without its charset.
pub(super) fn bare_type(info: &FormInfo) -> Option<&'static str> {
    info.media_type?.split(';').next()
}

/// `POST /v1/extract`.
pub(super) async fn posted(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let accepted =
        request.headers().get(header::ACCEPT).and_then(|v| v.to_str().ok()).map(str::to_owned);
    let asked = read_request(request, &service).await?;
    let format = asked.page.format.or_else(|| self::accepted(accepted.as_deref()));
    let format = format.unwrap_or(Form::Json);
    asked.page.judge.check().map_err(Problem::bad_request)?;
    let (mut options, read) = asked.page.options();
    let writing = asked.page.writing;
    writing.apply(format, &mut options);
    let written = service.read(asked.source, options, read, move |extractor, reading| {
        Ok(writing.write(format, &reading.extract(extractor)?).ok())
    });
    let written = written.await?.ok_or_else(Problem::failed)?;
    Ok(content(format.info().media_type.unwrap_or_default(), written))
}

/// The methods and their options.
#[derive(Serialize, JsonSchema)]
pub(super) struct Methods {
    methods: Vec<MethodCard>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct MethodCard {
    name: &'static str,
    /// Its publication.
    source: &'static str,
    /// The result that its authors report.
    claim: &'static str,
    /// A summary in a line.
    summary: &'static str,
    options: Vec<OptionCard>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct OptionCard {
    name: &'static str,
    summary: &'static str,
    default: String,
}

/// `GET /v1/methods`.
pub(super) async fn methods() -> Response {
    let defaults = MethodOptions::default();
    let method = |info: &MethodInfo| MethodCard {
        name: info.name,
        source: info.source,
        claim: info.claim,
        summary: info.summary,
        options: options(info.name, &defaults),
    };
    let methods = Methods { methods: METHODS.iter().map(method).collect() };
    content("application/json", json(&methods)).into_response()
}

/// The options of a method, with their defaults.
fn options(method: &str, defaults: &MethodOptions) -> Vec<OptionCard> {
    let of_method = OPTIONS.iter().filter(|option| option.name.split('.').next() == Some(method));
    let cards = of_method.map(|option| OptionCard {
        name: option.name,
        summary: option.doc,
        default: defaults.get(option.name).unwrap_or_default(),
    });
    cards.collect()
}
