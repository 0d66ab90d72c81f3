//! `POST /v1/extract` and `GET /v1/methods`.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use zhengwen::{
    Extraction, METHODS, MethodOption, MethodOptions, OPTIONS, html_document, with_front_matter,
};

use super::answer::{Problem, content};
use super::request::{given, posted as read_request};
use super::state::Service;

/// A form in which the article is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Text,
    Markdown,
    Html,
    PageHtml,
    XmlTei,
}

/// Forms with their names and media types.
const FORMS: &[(&str, Form, &str)] = &[
    ("json", Form::Json, "application/json"),
    ("text", Form::Text, "text/plain; charset=utf-8"),
    ("markdown", Form::Markdown, "text/markdown; charset=utf-8"),
    ("html", Form::Html, "text/html; charset=utf-8"),
    ("page-html", Form::PageHtml, "text/html; charset=utf-8"),
    ("xml-tei", Form::XmlTei, "application/tei+xml; charset=utf-8"),
];

/// The form asked for, by field or by the header of what is accepted.
fn form(
    name: Option<&str>,
    accepted: Option<&str>,
) -> Result<&'static (&'static str, Form, &'static str), Problem> {
    if let Some(name) = name {
        return FORMS.iter().find(|(own, ..)| *own == name).ok_or_else(|| {
            let names: Vec<&str> = FORMS.iter().map(|(name, ..)| *name).collect();
            Problem::bad_request(format!("format: {name:?} is none of {}", names.join(", ")))
        });
    }
    let wanted = accepted.unwrap_or("").split(',').filter_map(|one| one.split(';').next());
    let by_type = |wanted: &str| {
        FORMS.iter().find(|(.., kind)| kind.split(';').next() == Some(wanted.trim()))
    };
    Ok(wanted.filter_map(by_type).next().unwrap_or(&FORMS[0]))
}

/// `POST /v1/extract`.
pub(super) async fn posted(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Problem> {
    let accepted =
        request.headers().get(header::ACCEPT).and_then(|v| v.to_str().ok()).map(str::to_owned);
    let asked = read_request(request, &service).await?;
    let (_, form, kind) = form(given(asked.page.format.as_deref()), accepted.as_deref())?;
    let (mut options, read) = asked.page.options()?;
    let outputs = &mut options.outputs;
    match form {
        Form::Markdown => outputs.markdown = true,
        Form::Html => outputs.html = true,
        Form::PageHtml => outputs.page_html = true,
        Form::XmlTei => outputs.tei = true,
        Form::Json | Form::Text => {}
    }
    let with_fields = asked.page.with_metadata;
    let has_fields = with_fields || matches!(form, Form::Json | Form::XmlTei);
    options.text_only = !has_fields;
    let written = service.read(asked.source, options, read, move |extractor, reading| {
        Ok(write(&reading.extract(extractor)?, *form, with_fields))
    });
    let written = written.await?.ok_or_else(Problem::failed)?;
    Ok(content(kind, written))
}

/// The article in a form.
fn write(found: &Extraction, form: Form, with_fields: bool) -> Option<Vec<u8>> {
    let markdown = || found.markdown.as_deref().unwrap_or("");
    let text = match form {
        Form::Json => return serde_json::to_vec(found).ok(),
        Form::Text if with_fields => with_front_matter(found, &found.text),
        Form::Markdown if with_fields => with_front_matter(found, markdown()),
        Form::Html if with_fields => html_document(found),
        Form::Text => found.text.clone(),
        Form::Markdown => markdown().to_owned(),
        Form::Html => found.html.clone().unwrap_or_default(),
        Form::PageHtml => found.page_html.clone().unwrap_or_default(),
        Form::XmlTei => found.tei.clone().unwrap_or_default(),
    };
    Some(text.into_bytes())
}

/// `GET /v1/methods`: the methods and their options.
pub(super) async fn methods() -> Response {
    let defaults = MethodOptions::default();
    let options = |method: &str| {
        let own = OPTIONS.iter().filter(|option| option.name.split('.').next() == Some(method));
        let option = |option: &MethodOption| json!({"name": option.name, "summary": option.doc, "default": defaults.get(option.name)});
        own.map(option).collect::<Vec<_>>()
    };
    let methods = METHODS.iter().map(|info| {
        json!({
            "name": info.name, "source": info.source, "claim": info.claim, "summary": info.summary,
            "options": options(info.name),
        })
    });
    let body = json!({"methods": methods.collect::<Vec<_>>()});
    content("application/json", body.to_string()).into_response()
}
