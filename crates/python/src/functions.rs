//! The functions that extract pages. Their options are one table (`options`); the text signatures
//! show them to Python, and a test keeps the two equal.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use zhengwen::Form;

use crate::extraction::{Extraction, Report, language};
use crate::html::{Html, text_of};
use crate::json;
use crate::options::{Asked, form, named, options};
use crate::page_at::PageAt;
use crate::run;

/// A text in which lone surrogates are U+FFFD.
pub(crate) struct Text(String);

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0
    }
}

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let kind = object.get_type().name()?;
        let text = object.cast::<PyString>();
        let wrong = |_| PyTypeError::new_err(format!("must be a str, not {kind}"));
        text_of(&text.map_err(wrong)?.to_owned()).map(Self)
    }
}

#[doc = concat!("extract(html, url=None, *, ", options!(), ")\n--\n")]
/// Finds the article of a page.
#[pyfunction]
#[pyo3(
    signature = (html, url=None, **options),
    text_signature = None
)]
fn extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<Text>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Extraction> {
    let (asked, html, url) = (Asked::of(options)?, Html::of(html)?, url.map(String::from));
    found(py, &html, url.as_deref(), &asked)
}

fn found(py: Python<'_>, html: &Html, url: Option<&str>, asked: &Asked) -> PyResult<Extraction> {
    let page = PageAt::of(html, url)?;
    Ok(Extraction(py.detach(|| run::extract_page(page, asked))?))
}

#[doc = concat!("extract_text(html, url=None, *, output_format='txt', ", options!(), ")\n--\n")]
/// Finds the article of a page and writes it: as text, Markdown, HTML, XML-TEI or JSON, or the page itself as HTML. A page
/// without an article gives an empty str, except in JSON.
#[pyfunction]
#[pyo3(
    signature = (html, url=None, *, output_format="txt", **options),
    text_signature = None
)]
fn extract_text(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<Text>,
    output_format: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let (mut asked, html, url) = (Asked::of(options)?, Html::of(html)?, url.map(String::from));
    let form = form(output_format, |info| info.media_type.is_some())
        .map_err(|error| named(py, "output_format", error))?;
    asked.options.outputs.set(form, true);
    // As the program does: Markdown begins with the title, where fields may be looked for.
    asked.options.title_heading =
        form == Form::Markdown && asked.title_heading.unwrap_or(!asked.options.text_only);
    asked.options.text_only |= !form.info().has_fields;
    let found = found(py, &html, url.as_deref(), &asked)?.0;
    Ok(match form {
        Form::Json => json::write(&found)?,
        _ if found.text.is_empty() => String::new(),
        form => found.written(form).unwrap_or_default().to_owned(),
    })
}

#[doc = concat!("explain(html, url=None, *, lang='en', ", options!(), ")\n--\n")]
/// Explains how a page is read: what every method says of every block, and why.
#[pyfunction]
#[pyo3(
    signature = (html, url=None, *, lang="en", **options),
    text_signature = None
)]
fn explain(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<Text>,
    lang: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Report> {
    let language = language(lang).map_err(|error| named(py, "lang", error))?;
    let (asked, html) = (Asked::of(options)?, Html::of(html)?);
    let url = url.map(String::from);
    let page = PageAt::of(&html, url.as_deref())?;
    Ok(Report::new(py.detach(|| run::report(page, &asked))?, language))
}

/// Adds the functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(extract, module)?)?;
    module.add_function(wrap_pyfunction!(extract_text, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)
}
