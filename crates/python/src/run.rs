//! Extractions without the interpreter: of one page, and of many on several threads.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use zhengwen::{Extraction, Extractor, Report};

use crate::options::Asked;
use crate::page_at::PageAt;
use crate::site::{SiteError, knowing};

thread_local! {
    /// Keeps its buffers from call to call.
    static EXTRACTOR: RefCell<Extractor> = RefCell::default();
}

/// Extracts one page on this thread.
pub(crate) fn extract_page(page: PageAt, asked: &Asked) -> Result<Extraction, SiteError> {
    EXTRACTOR.with_borrow_mut(|extractor| {
        extractor.options_mut().clone_from(&asked.options);
        with(extractor, page, asked)
    })
}

/// Extracts one page with an extractor that has the options already.
fn with(extractor: &mut Extractor, page: PageAt, asked: &Asked) -> Result<Extraction, SiteError> {
    let info = asked.info(page.url);
    let info = info.http_charset(page.http_charset.or(info.http_charset));
    let info = info.read_at(info.read_at.or(page.read_at));
    let site = match page.template {
        Some(template) => Some(knowing(Arc::clone(template))),
        None => asked.knowledge.of_page(page.source, &info)?,
    };
    Ok(extractor.extract(page.source, &info.site(site.as_ref())))
}

/// The report on one page.
pub(crate) fn report(page: PageAt, asked: &Asked) -> Result<Report, SiteError> {
    let info = asked.info(page.url);
    let site = asked.knowledge.of_page(page.source, &info)?;
    let info = info.site(site.as_ref());
    Ok(Extractor::new(asked.options.clone()).analyze(page.source, &info).report())
}

/// The number of threads that a caller asks for: all cores unless he says a number.
pub(crate) fn threads(jobs: Option<usize>) -> PyResult<usize> {
    match jobs {
        Some(0) => Err(PyValueError::new_err("jobs must be 1 or more; None takes all cores")),
        Some(jobs) => Ok(jobs),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// The time after which a long run checks again whether the user has pressed Ctrl-C.
const LOOK: Duration = Duration::from_millis(100);

/// Lets Python's handlers of signals run.
fn signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

/// Extracts many pages on several threads; the answers come in the order of the pages. Call it without
/// the interpreter.
///
/// The threads end with the call: a process that forks afterwards has no pool that lost its threads.
///
/// # Errors
/// When a store of templates cannot be read, and what a signal handler of Python raises (Ctrl-C).
pub(crate) fn many(pages: &[PageAt], asked: &Asked, jobs: usize) -> PyResult<Vec<Extraction>> {
    let mut answers: Vec<Option<Extraction>> = Vec::new();
    answers.resize_with(pages.len(), || None);
    let mut looked = Instant::now();
    let mut take = |at: usize, answer: Result<Extraction, SiteError>| -> PyResult<()> {
        answers[at] = Some(answer?);
        if looked.elapsed() < LOOK {
            return Ok(());
        }
        looked = Instant::now();
        Python::attach(signals)
    };
    if jobs.min(pages.len()) <= 1 {
        pages.iter().enumerate().try_for_each(|(at, page)| take(at, extract_page(*page, asked)))?;
    } else {
        on_threads(pages, asked, jobs, &mut take)?;
    }
    let lost = || PyRuntimeError::new_err("a page was lost: its thread has ended");
    answers.into_iter().map(|answer| answer.ok_or_else(lost)).collect()
}

/// Hands every page's answer to this thread as it comes.
fn on_threads(
    pages: &[PageAt],
    asked: &Asked,
    jobs: usize,
    take: &mut impl FnMut(usize, Result<Extraction, SiteError>) -> PyResult<()>,
) -> PyResult<()> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..jobs.min(pages.len()) {
            let (sender, next, stop) = (sender.clone(), &next, &stop);
            scope.spawn(move || {
                let mut extractor = Extractor::new(asked.options.clone());
                while !stop.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(page) = pages.get(at) else { return };
                    if sender.send((at, with(&mut extractor, *page, asked))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let taken = receiver.iter().try_for_each(|(at, answer)| take(at, answer));
        stop.store(true, Ordering::Relaxed);
        taken
    })
}
