//! The functions that extract pages. Their options are one table (`options`); the text signatures
//! tell them to Python, and a test holds the two together.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString};

use crate::extraction::{Extraction, Report, language};
use crate::html::{Html, text_of};
use crate::json;
use crate::options::{Asked, ask};
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

/// Finds the article of a page.
#[pyfunction]
#[pyo3(
    signature = (html, url=None, **options),
    text_signature = "(html, url=None, *, method='auto', method_options=None, limits=None, add=(), chunks=None, title_heading=None, favor_precision=False, favor_recall=False, include_comments=False, include_tables=True, include_images=True, include_links=True, include_formatting=True, keep=(), drop=(), body=(), drop_hidden=False, encoding=None, http_charset=None, read_at=None, text_only=False, trace=False, templates=None)"
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

/// What extract_text can write.
const FORMATS: &[(&str, &[&str])] = &[
    ("txt", &["text"]),
    ("markdown", &["md"]),
    ("html", &[]),
    ("xmltei", &["xml-tei", "xml_tei", "tei"]),
    ("json", &[]),
];

/// Finds the article of a page and writes it: as text, Markdown, HTML, XML-TEI or JSON. A page without
/// an article gives an empty str, except in JSON.
#[pyfunction]
#[pyo3(
    signature = (html, url=None, *, output_format="txt", **options),
    text_signature = "(html, url=None, *, output_format='txt', method='auto', method_options=None, limits=None, add=(), chunks=None, title_heading=None, favor_precision=False, favor_recall=False, include_comments=False, include_tables=True, include_images=True, include_links=True, include_formatting=True, keep=(), drop=(), body=(), drop_hidden=False, encoding=None, http_charset=None, read_at=None, text_only=False, trace=False, templates=None)"
)]
fn extract_text(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<Text>,
    output_format: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let (mut asked, html, url) = (Asked::of(options)?, Html::of(html)?, url.map(String::from));
    let is_it =
        |(own, others): &&(&str, &[&str])| *own == output_format || others.contains(&output_format);
    let Some((format, _)) = FORMATS.iter().find(is_it) else {
        let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        let message = format!("output_format: no format {output_format:?}; there are {names}");
        return Err(PyValueError::new_err(message));
    };
    if !matches!(*format, "txt" | "json") {
        ask(&mut asked.options.outputs, format)?;
    }
    // As the program does: Markdown begins with the title, where fields may be looked for.
    asked.options.title_heading =
        *format == "markdown" && asked.title_heading.unwrap_or(!asked.options.text_only);
    // Only these two show fields.
    asked.options.text_only |= !matches!(*format, "json" | "xmltei");
    let found = found(py, &html, url.as_deref(), &asked)?.0;
    Ok(match *format {
        "json" => json::write(&found)?,
        _ if found.text.is_empty() => String::new(),
        "markdown" => found.markdown.unwrap_or_default(),
        "html" => found.html.unwrap_or_default(),
        "xmltei" => found.tei.unwrap_or_default(),
        _ => found.text,
    })
}

/// Finds the articles of many pages on all cores, or on as many threads as jobs says. The answers come
/// in the order of the pages.
#[pyfunction]
#[pyo3(
    signature = (pages, urls=None, *, jobs=None, **options),
    text_signature = "(pages, urls=None, *, jobs=None, method='auto', method_options=None, limits=None, add=(), chunks=None, title_heading=None, favor_precision=False, favor_recall=False, include_comments=False, include_tables=True, include_images=True, include_links=True, include_formatting=True, keep=(), drop=(), body=(), drop_hidden=False, encoding=None, http_charset=None, read_at=None, text_only=False, trace=False, templates=None)"
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

/// The addresses of so many pages.
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

/// Explains how a page is read: what every method says of every block, and why.
#[pyfunction]
#[pyo3(
    signature = (html, url=None, *, lang="en", **options),
    text_signature = "(html, url=None, *, lang='en', method='auto', method_options=None, limits=None, add=(), chunks=None, title_heading=None, favor_precision=False, favor_recall=False, include_comments=False, include_tables=True, include_images=True, include_links=True, include_formatting=True, keep=(), drop=(), body=(), drop_hidden=False, encoding=None, http_charset=None, read_at=None, text_only=False, trace=False, templates=None)"
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
