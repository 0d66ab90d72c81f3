//! What is asked for: as JSON, as a form, or as a page with its parameters in the address.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Query, Request};
use axum::http::{StatusCode, header};
use serde::Deserialize;
use zhengwen::unstable::render::PARTS;
use zhengwen::{Controls, Favor, METHODS, Method, Moment, Options, Selector};
use zhengwen_io::articles::ReadOptions;
use zhengwen_io::fetch::Fetched;

use super::answer::Problem;
use super::state::{Service, Source};

/// One text, or several.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum Texts {
    One(String),
    Many(Vec<String>),
}

impl Default for Texts {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Texts {
    /// Each text as it is: selectors hold commas of their own.
    pub(super) fn whole(&self) -> Vec<&str> {
        match self {
            Self::One(text) => vec![text.as_str()],
            Self::Many(texts) => texts.iter().map(String::as_str).collect(),
        }
        .into_iter()
        .filter(|text| !text.trim().is_empty())
        .collect()
    }

    /// The words between commas.
    fn words(&self) -> impl Iterator<Item = &str> {
        self.whole().into_iter().flat_map(|text| text.split(',')).map(str::trim)
    }
}

/// A request for the article of a page; names are those of the program's flags.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct PageRequest {
    pub(super) url: Option<String>,
    pub(super) html: Option<String>,
    pub(super) method: Option<String>,
    pub(super) options: Texts,
    pub(super) favor: Option<String>,
    pub(super) format: Option<String>,
    pub(super) add: Texts,
    pub(super) include: Texts,
    pub(super) exclude: Texts,
    pub(super) keep: Texts,
    pub(super) drop: Texts,
    pub(super) body: Texts,
    pub(super) drop_hidden: bool,
    pub(super) with_metadata: bool,
    pub(super) encoding: Option<String>,
    pub(super) read_at: Option<String>,
    pub(super) join_pages: bool,
    pub(super) trace: bool,
    pub(super) lang: Option<String>,
}

/// A request and its page.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) page: PageRequest,
    pub(super) source: Source,
}

/// The body of a request, within the limits of size and time.
pub(super) async fn body(request: Request, service: &Arc<Service>) -> Result<Bytes, Problem> {
    let read = Bytes::from_request(request, &());
    let read = tokio::time::timeout(service.limits.body_timeout, read).await;
    let body = read.map_err(|_| Problem::slow_client())?.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::too_large(),
        _ => Problem::bad_request(error.body_text()),
    })?;
    service.metrics.posted(body.len());
    Ok(body)
}

/// Reads a posted request.
pub(super) async fn posted(request: Request, service: &Arc<Service>) -> Result<Asked, Problem> {
    let header = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let (kind, charset) = zhengwen_io::fetch::split_content_type(header.unwrap_or(""));
    let query = Query::<PageRequest>::try_from_uri(request.uri());
    let body = body(request, service).await?;
    match kind.as_str() {
        "application/json" => {
            let page = serde_json::from_slice(&body);
            from_fields(page.map_err(|error| Problem::bad_request(format!("JSON: {error}")))?)
        }
        "application/x-www-form-urlencoded" => {
            let form = axum::Form::<PageRequest>::from_request(form_of(body)?, &()).await;
            from_fields(form.map_err(|error| Problem::bad_request(error.body_text()))?.0)
        }
        _ => {
            let page = query.map_err(|error| Problem::bad_request(error.body_text()))?.0;
            let url = page.url.clone().unwrap_or_default();
            let source = Source::Given(Fetched { bytes: body.to_vec(), url, charset });
            Ok(Asked { page, source })
        }
    }
}

fn form_of(body: Bytes) -> Result<Request, Problem> {
    let kind = "application/x-www-form-urlencoded";
    let request = Request::post("/").header(header::CONTENT_TYPE, kind).body(body.into());
    request.map_err(|_| Problem::failed())
}

/// A request whose page is in its fields, or at its address.
pub(super) fn from_fields(mut page: PageRequest) -> Result<Asked, Problem> {
    let source = match (page.html.take(), page.url.clone().filter(|url| !url.trim().is_empty())) {
        (Some(html), url) if !html.is_empty() || url.is_none() => {
            Source::Text { html, url: url.unwrap_or_default() }
        }
        (_, Some(url)) => Source::Address(url.trim().to_owned()),
        (_, None) => return Err(Problem::bad_request("give url or html")),
    };
    Ok(Asked { page, source })
}

impl PageRequest {
    /// How the page is read.
    pub(super) fn options(&self) -> Result<(Options, ReadOptions), Problem> {
        let mut options = Options::default();
        options.method = self.method()?;
        for setting in self.options.whole() {
            let (name, value) = setting.split_once('=').ok_or_else(|| {
                Problem::bad_request(format!("options: {setting:?} is not NAME=VALUE"))
            })?;
            let set = options.method_options.set(name, value);
            set.map_err(|error| Problem::bad_request(format!("options: {error}")))?;
        }
        options.favor = match self.favor.as_deref().unwrap_or("") {
            "" | "balance" => Favor::Balance,
            "precision" => Favor::Precision,
            "recall" => Favor::Recall,
            other => {
                return Err(Problem::bad_request(format!(
                    "favor: {other:?} is not precision or recall"
                )));
            }
        };
        options.controls = self.controls()?;
        self.set_parts(&mut options)?;
        let mut read = ReadOptions { encoding: self.encoding()?, ..ReadOptions::default() };
        if let Some(date) = given(self.read_at.as_deref()) {
            let moment = Moment::parse(date);
            read.read_at = Some(moment.ok_or_else(|| {
                Problem::bad_request(format!(
                    "read_at: {date:?} is not a date; try 2026-11-21T10:30"
                ))
            })?);
        }
        options.trace = self.trace;
        for form in self.add.words() {
            add_form(&mut options, form)?;
        }
        // As many as the service joins.
        read.most_pages = if self.join_pages { usize::MAX } else { 1 };
        Ok((options, read))
    }

    fn method(&self) -> Result<Method, Problem> {
        let Some(name) = given(self.method.as_deref()) else { return Ok(Method::default()) };
        Method::from_name(name).ok_or_else(|| {
            let names: Vec<&str> = METHODS.iter().map(|info| info.name).collect();
            Problem::bad_request(format!("method: {name:?} is none of {}", names.join(", ")))
        })
    }

    fn controls(&self) -> Result<Controls, Problem> {
        let [keep, drop, body] = [("keep", &self.keep), ("drop", &self.drop), ("body", &self.body)]
            .map(|(name, texts)| selectors(name, texts));
        Ok(Controls { keep: keep?, drop: drop?, body: body?, drop_hidden: self.drop_hidden })
    }

    fn set_parts(&self, options: &mut Options) -> Result<(), Problem> {
        for (names, on) in [(&self.include, true), (&self.exclude, false)] {
            for name in names.words() {
                let part = PARTS.iter().find(|(own, _)| *own == name);
                let (_, set) = part.ok_or_else(|| {
                    Problem::bad_request(format!("{name:?} is no part of an article"))
                })?;
                set(&mut options.parts, on);
            }
        }
        Ok(())
    }

    /// The encoding that was asked for.
    fn encoding(&self) -> Result<Option<String>, Problem> {
        match given(self.encoding.as_deref()) {
            Some(label) if !zhengwen::unstable::decode::is_known_label(label) => {
                Err(Problem::bad_request(format!("encoding: {label:?} is not an encoding")))
            }
            label => Ok(label.map(str::to_owned)),
        }
    }
}

/// What is said in a field; forms send fields that are left empty.
pub(super) fn given(field: Option<&str>) -> Option<&str> {
    field.filter(|text| !text.trim().is_empty())
}

/// Asks for a form of the article beside its text.
fn add_form(options: &mut Options, form: &str) -> Result<(), Problem> {
    match form {
        "" | "json" | "text" => {}
        "markdown" => options.outputs.markdown = true,
        "html" => options.outputs.html = true,
        "body" => options.outputs.body = true,
        "xml-tei" => options.outputs.tei = true,
        "page-html" => options.outputs.page_html = true,
        other => {
            return Err(Problem::bad_request(format!("add: {other:?} is no form of an article")));
        }
    }
    Ok(())
}

/// The selectors of a list.
pub(super) fn selectors(name: &str, texts: &Texts) -> Result<Vec<Selector>, Problem> {
    let selector = |text: &str| {
        Selector::parse(text).map_err(|error| Problem::bad_request(format!("{name}: {error}")))
    };
    texts.whole().into_iter().map(selector).collect()
}
