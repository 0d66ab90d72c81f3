//! WARC archives: their pages one by one, and tables of their extractions.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use zhengwen_io::warc::{Archive, ArchivedPage, Damage, Entry};

create_exception!(
    zhengwen,
    ArchiveDamage,
    PyValueError,
    "A part of an archive that is damaged; the iterator goes on behind it. `args` are the words and the offset."
);

/// The bytes that are read of a file object at once.
const READ: usize = 1 << 20;

/// Pages of more bytes are passed over, where the caller says nothing else.
pub(crate) const MOST_BYTES: u64 = 20_000_000;

/// The error that a file object raised: readers on the way wrap errors, and the error itself must come out.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// A file of Python: anything with `read`.
struct FileObject {
    object: Py<PyAny>,
    held: Vec<u8>,
    at: usize,
    raised: Raised,
}

impl Read for FileObject {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.held.len() {
            // Into the same buffer: an archive is read in pieces of one size.
            let held = &mut self.held;
            Python::attach(|py| -> PyResult<()> {
                let bytes = self.object.call_method1(py, "read", (READ,))?;
                let bytes = bytes.cast_bound::<PyBytes>(py).map_err(|_| {
                    PyTypeError::new_err("source: its .read() gives no bytes; open it with mode rb")
                })?;
                held.clear();
                held.extend_from_slice(bytes.as_bytes());
                Ok(())
            })
            .map_err(|error| {
                let words = error.to_string();
                *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                io::Error::other(words)
            })?;
            self.at = 0;
        }
        let count = into.len().min(self.held.len() - self.at);
        into[..count].copy_from_slice(&self.held[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// The source of an archive.
enum Origin {
    Path(PathBuf),
    Object(Py<PyAny>),
}

/// A source that was given, and its name in errors and rows.
pub(crate) struct Given {
    origin: Option<Origin>,
    raised: Raised,
    /// Empty if the source has no name.
    pub(crate) name: String,
}

impl Given {
    pub(crate) fn of(source: &Bound<'_, PyAny>, name: Option<String>) -> PyResult<Self> {
        if source.hasattr("read")? {
            let of_object = || {
                let name = source.getattr("name").ok()?;
                name.cast::<PyString>().ok().map(ToString::to_string)
            };
            let name = name.or_else(of_object).unwrap_or_default();
            let origin = Some(Origin::Object(source.clone().unbind()));
            return Ok(Self { origin, raised: Raised::default(), name });
        }
        let Ok(path) = source.extract::<PathBuf>() else {
            let kind = source.get_type().name()?;
            let message = format!("source must be a path or a binary file, not {kind}");
            return Err(PyTypeError::new_err(message));
        };
        let name = name.unwrap_or_else(|| path.to_string_lossy().into_owned());
        Ok(Self { origin: Some(Origin::Path(path)), raised: Raised::default(), name })
    }

    /// Opens the archive; `None` the second time.
    fn open(&mut self, most_bytes: u64) -> io::Result<Option<Archive<Box<dyn Read + Send>>>> {
        let input: Box<dyn Read + Send> = match self.origin.take() {
            None => return Ok(None),
            Some(Origin::Path(path)) => Box::new(File::open(path)?),
            Some(Origin::Object(object)) => Box::new(FileObject {
                object,
                held: Vec::new(),
                at: 0,
                raised: Arc::clone(&self.raised),
            }),
        };
        Archive::open(input, most_bytes).map(Some)
    }
}

/// An archive that is opened when it is first read.
pub(crate) struct Reader {
    pub(crate) given: Given,
    most_bytes: u64,
    archive: Option<Archive<Box<dyn Read + Send>>>,
}

impl Reader {
    pub(crate) fn new(given: Given, most_bytes: u64) -> Self {
        Self { given, most_bytes, archive: None }
    }

    /// The next entry; `None` after the end and after an error.
    pub(crate) fn next(&mut self) -> Option<io::Result<Entry>> {
        if self.archive.is_none() {
            match self.given.open(self.most_bytes) {
                Ok(archive) => self.archive = Some(archive?),
                Err(error) => return Some(Err(error)),
            }
        }
        let next = self.archive.as_mut()?.next();
        if matches!(next, Some(Err(_))) {
            // The origin is gone, so nothing is opened again.
            self.archive = None;
        }
        next
    }

    /// The error that the file object raised, if that is why reading ended.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        self.given.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The error of Python for an error of reading: the one that a file object raised, or one with the name.
    pub(crate) fn error(&self, error: &io::Error) -> PyErr {
        let named_error = || match error.raw_os_error() {
            Some(number) => PyOSError::new_err((number, words(error), self.given.name.clone())),
            None => PyValueError::new_err(self.with_name(&words(error))),
        };
        self.raised().unwrap_or_else(named_error)
    }

    /// The words behind the name.
    pub(crate) fn with_name(&self, words: &str) -> String {
        let name = &self.given.name;
        if name.is_empty() { words.to_owned() } else { format!("{name}: {words}") }
    }

    /// The message for damage.
    pub(crate) fn damage(&self, damage: &Damage) -> String {
        self.with_name(&format!("offset {}: {}", damage.offset, damage.fault))
    }
}

/// The message of an error, without the number of the system.
pub(crate) fn words(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// A page of an archive.
#[pyclass(frozen, get_all, module = "zhengwen")]
pub(crate) struct Page {
    /// Its address.
    url: Option<String>,
    /// The record's id, without its brackets.
    id: Option<String>,
    /// When it was fetched, in ISO 8601 and UTC.
    date: Option<String>,
    /// The charset of the HTTP header.
    http_charset: Option<String>,
    /// The page, unpacked.
    html: Py<PyBytes>,
    /// The byte of the file at which its record begins.
    offset: u64,
    /// True if the archive says that it has only a part of the page.
    is_cut: bool,
    /// True if the compressed data breaks off.
    is_damaged: bool,
}

#[pymethods]
impl Page {
    fn __repr__(&self, py: Python<'_>) -> String {
        let url = self.url.as_deref().unwrap_or("");
        format!(
            "Page({url:?}, {} bytes, offset {})",
            self.html.bind(py).as_bytes().len(),
            self.offset
        )
    }
}

/// The pages of an archive, one after the other.
#[pyclass(frozen, module = "zhengwen")]
pub(crate) struct Pages {
    reader: Mutex<Reader>,
    skips: bool,
}

#[pymethods]
impl Pages {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Page>> {
        let page = py.detach(|| -> PyResult<Option<ArchivedPage>> {
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                match reader.next().transpose() {
                    Err(error) => return Err(reader.error(&error)),
                    Ok(None) => return Ok(None),
                    Ok(Some(Entry::Page(page))) => return Ok(Some(*page)),
                    Ok(Some(Entry::Damaged(damage))) if !self.skips => {
                        let words = reader.damage(&damage);
                        return Err(ArchiveDamage::new_err((words, damage.offset)));
                    }
                    Ok(Some(_)) => {}
                }
            }
        })?;
        let Some(page) = page else { return Ok(None) };
        Ok(Some(Page {
            url: page.url,
            id: page.id,
            date: page.fetched_at,
            http_charset: page.charset,
            html: PyBytes::new(py, &page.html).unbind(),
            offset: page.offset,
            is_cut: page.is_cut,
            is_damaged: page.is_damaged,
        }))
    }
}

/// The pages of a WARC archive (.warc, .warc.gz, .warc.zst). source is a path, or a binary file, which is read
/// a megabyte at a time. Pages of more than most_bytes are passed over.
///
/// errors="raise" raises ArchiveDamage where the archive is damaged; call next again to go on.
/// errors="skip" passes over it.
#[pyfunction]
#[pyo3(signature = (source, *, errors="raise", most_bytes=MOST_BYTES))]
#[pyo3(text_signature = "(source, *, errors='raise', most_bytes=20000000)")]
pub(crate) fn read_warc(
    source: &Bound<'_, PyAny>,
    errors: &str,
    most_bytes: u64,
) -> PyResult<Pages> {
    let skips = one_of(errors, "errors", &["raise", "skip"])? == 1;
    let reader = Mutex::new(Reader::new(Given::of(source, None)?, most_bytes));
    Ok(Pages { reader, skips })
}

/// The place of the name among the names that may be given.
pub(crate) fn one_of(name: &str, argument: &str, names: &[&str]) -> PyResult<usize> {
    let none = || {
        PyValueError::new_err(format!("{argument}: no {name:?}; there are {}", names.join(", ")))
    };
    names.iter().position(|known| *known == name).ok_or_else(none)
}

/// Adds the classes and functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ArchiveDamage", module.py().get_type::<ArchiveDamage>())?;
    module.add_class::<Page>()?;
    module.add_class::<Pages>()?;
    module.add_function(wrap_pyfunction!(read_warc, module)?)
}
