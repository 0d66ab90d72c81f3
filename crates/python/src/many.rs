//! Many pages, one after the other: taken as they are needed, extracted on several threads.

use std::collections::VecDeque;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyIterator, PyString};

use crate::extraction::Extraction;
use crate::functions::Text;
use crate::html::Html;
use crate::options::{Asked, options};
use crate::page_at::PageAt;
use crate::run;

/// The pages that are held for each thread, at most: enough that threads seldom wait for the last page of the others.
const MOST_PAGES: usize = 32;
/// The bytes of pages that are held, whatever their number.
const MOST_BYTES: usize = 64 << 20;

/// The extractions of many pages, in their order. Pages are taken as they are needed, some ahead.
#[pyclass(module = "zhengwen")]
pub(crate) struct Extractions {
    pages: Py<PyIterator>,
    urls: Option<Py<PyIterator>>,
    asked: Asked,
    jobs: usize,
    /// The pages to take next: few at first, so that the first answer comes soon.
    window: usize,
    taken: usize,
    ready: VecDeque<zhengwen::Extraction>,
    /// What taking a page raised; it is raised behind the answers of the pages before it.
    raised: Option<PyErr>,
    is_done: bool,
}

#[pymethods]
impl Extractions {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Extraction>> {
        if self.ready.is_empty() && !self.is_done {
            // `list(...)` runs no line of Python between two windows.
            py.check_signals()?;
            let held = self.take(py);
            self.ready = self.extract(py, &held)?.into();
            self.window = (self.window * 2).min(self.jobs.saturating_mul(MOST_PAGES));
        }
        match (self.ready.pop_front(), self.raised.take()) {
            (Some(found), raised) => {
                self.raised = raised;
                Ok(Some(Extraction(found)))
            }
            (None, Some(raised)) => Err(raised),
            (None, None) => Ok(None),
        }
    }
}

impl Extractions {
    /// The next pages with their addresses.
    fn take<'py>(&mut self, py: Python<'py>) -> Vec<(Html<'py>, Option<String>)> {
        let (mut held, mut bytes) = (Vec::new(), 0);
        while held.len() < self.window && bytes < MOST_BYTES {
            match self.next(py) {
                Ok(Some(page)) => {
                    bytes += page.0.source().map_or(0, |source| source.bytes().len());
                    self.taken += 1;
                    held.push(page);
                }
                end => {
                    self.raised = end.err();
                    self.is_done = true;
                    break;
                }
            }
        }
        held
    }

    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<(Html<'py>, Option<String>)>> {
        let page = self.pages.bind(py).clone().next().transpose()?;
        let url = self.urls.as_ref().and_then(|urls| urls.bind(py).clone().next()).transpose()?;
        let at = self.taken;
        match (page, url) {
            (None, None) => Ok(None),
            (Some(_), None) if self.urls.is_some() => {
                let message = format!("urls: there are {at} for more pages; give one for each");
                Err(PyValueError::new_err(message))
            }
            (None, Some(_)) => {
                let message = format!("urls: there are more than {at} for {at} pages");
                Err(PyValueError::new_err(message))
            }
            (Some(page), url) => {
                let placed = |name: &str, error: &PyErr| {
                    PyTypeError::new_err(format!("{name}[{at}]: {}", error.value(py)))
                };
                let url = match url {
                    Some(url) => url.extract::<Option<Text>>().map_err(|e| placed("urls", &e))?,
                    None => None,
                };
                let page = Html::of(&page).map_err(|error| {
                    let is_type = error.is_instance_of::<PyTypeError>(py);
                    if is_type { placed("pages", &error) } else { error }
                })?;
                Ok(Some((page, url.map(String::from))))
            }
        }
    }

    /// The answers, in the order of the pages. The threads end before it returns.
    fn extract(
        &self,
        py: Python<'_>,
        held: &[(Html, Option<String>)],
    ) -> PyResult<Vec<zhengwen::Extraction>> {
        let mut places = Vec::with_capacity(held.len());
        for (html, url) in held {
            places.push(PageAt::of(html, url.as_deref())?);
        }
        py.detach(|| run::many(&places, &self.asked, self.jobs))
    }
}

#[doc = concat!("extract_many(pages, urls=None, *, jobs=None, ", options!(), ")\n--\n")]
/// Finds the articles of many pages on all cores, or on as many threads as jobs says: an iterator, in the order of the pages.
/// It takes pages as they are needed, at most 32 for each thread ahead; `list(...)` gives all.
#[pyfunction]
#[pyo3(
    signature = (pages, urls=None, *, jobs=None, **options),
    text_signature = None
)]
fn extract_many(
    pages: &Bound<'_, PyAny>,
    urls: Option<&Bound<'_, PyAny>>,
    jobs: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Extractions> {
    let (asked, jobs) = (Asked::of(options)?, run::threads(jobs)?);
    if is_single(pages) {
        return Err(PyTypeError::new_err("pages: this is one page; give a list, or call extract"));
    }
    if urls.is_some_and(is_single) {
        return Err(PyTypeError::new_err("urls: give one for each page, None where there is none"));
    }
    // Those that know their number are compared before any work.
    if let (Ok(count), Some(Ok(url_count))) = (pages.len(), urls.map(PyAnyMethods::len))
        && count != url_count
    {
        return Err(PyValueError::new_err(format!(
            "urls: there are {url_count} for {count} pages"
        )));
    }
    Ok(Extractions {
        pages: each(pages, "pages")?,
        urls: urls.map(|urls| each(urls, "urls")).transpose()?,
        asked,
        jobs,
        window: jobs,
        taken: 0,
        ready: VecDeque::new(),
        raised: None,
        is_done: false,
    })
}

/// True for a text or bytes: one page or address, not several.
fn is_single(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PyString>()
        || given.is_instance_of::<PyBytes>()
        || given.is_instance_of::<PyByteArray>()
}

/// An iterator over what is given under a name.
fn each(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Py<PyIterator>> {
    given.try_iter().map(Bound::unbind).map_err(|_| {
        let kind = given.get_type().name();
        let kind = kind.map_or_else(|_| "?".to_owned(), |kind| kind.to_string());
        PyTypeError::new_err(format!("{name}: must be several, not {kind}"))
    })
}

/// Adds the class and the function to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Extractions>()?;
    module.add_function(wrap_pyfunction!(extract_many, module)?)
}
