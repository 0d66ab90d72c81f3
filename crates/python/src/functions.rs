//! The functions that extract pages. Their options are one table (`options`); the text signatures
//! show them to Python, and a test keeps the two equal.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString};
use zhengwen::Form;

use crate::extraction::{Extraction, Report, language};
use crate::html::{Html, text_of};
use crate::json;
use crate::options::{Asked, form, named, options};
use crate::run::{self, PageAt};

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
    let page = PageAt::new(html.source()?, url);
    Ok(Extraction(py.detach(|| run::one(page, asked))?))
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

#[doc = concat!("extract_many(pages, urls=None, *, jobs=None, ", options!(), ")\n--\n")]
/// Finds the articles of many pages on all cores, or on as many threads as jobs says. The answers come
/// in the order of the pages.
#[pyfunction]
#[pyo3(
    signature = (pages, urls=None, *, jobs=None, **options),
    text_signature = None
)]
fn extract_many(
    py: Python<'_>,
    pages: &Bound<'_, PyAny>,
    urls: Option<&Bound<'_, PyAny>>,
    jobs: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Extraction>> {
    let (asked, jobs) = (Asked::of(options)?, run::threads(jobs)?);
    let is_one = |of: &Bound<'_, PyAny>| {
        of.is_instance_of::<PyString>()
            || of.is_instance_of::<PyBytes>()
            || of.is_instance_of::<PyByteArray>()
    };
    if is_one(pages) {
        return Err(PyTypeError::new_err("pages: this is one page; give a list, or call extract"));
    }
    let mut held = Vec::new();
    for (at, page) in pages.try_iter()?.enumerate() {
        let page = Html::of(&page?);
        let placed =
            |error: PyErr| PyTypeError::new_err(format!("pages[{at}]: {}", error.value(py)));
        held.push(page.map_err(placed)?);
    }
    let urls = urls.map(|urls| addresses(urls, held.len())).transpose()?;
    let mut places = Vec::new();
    for (at, html) in held.iter().enumerate() {
        let url = urls.as_ref().and_then(|urls| urls[at].as_deref());
        places.push(PageAt::new(html.source()?, url));
    }
    let found = py.detach(|| run::many(&places, &asked, jobs))?;
    Ok(found.into_iter().map(Extraction).collect())
}

/// The addresses of this many pages.
fn addresses(urls: &Bound<'_, PyAny>, pages: usize) -> PyResult<Vec<Option<String>>> {
    if urls.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("urls: give one for each page, None where there is none"));
    }
    let mut all = Vec::new();
    for url in urls.try_iter()? {
        let url: Option<Text> = url?.extract()?;
        all.push(url.map(String::from));
    }
    if all.len() != pages {
        let message = format!("urls: there are {} for {pages} pages", all.len());
        return Err(PyValueError::new_err(message));
    }
    Ok(all)
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
    let (asked, html, language) = (Asked::of(options)?, Html::of(html)?, language(lang)?);
    let url = url.map(String::from);
    let page = PageAt::new(html.source()?, url.as_deref());
    Ok(Report::new(py.detach(|| run::report(page, &asked))?, language))
}

/// Adds the functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(extract, module)?)?;
    module.add_function(wrap_pyfunction!(extract_text, module)?)?;
    module.add_function(wrap_pyfunction!(extract_many, module)?)?;
    module.add_function(wrap_pyfunction!(explain, module)?)
}
