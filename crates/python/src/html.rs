//! Pages as Python gives them.

use std::borrow::Cow;
use std::ffi::{CStr, CString};

use pyo3::exceptions::{PyTypeError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use zhengwen::Input;
use zhengwen_io::saved::{self, SavedPage};

/// A page as Python gives it.
pub(crate) struct Html<'py> {
    held: Held<'py>,
    /// Its address, if the file that a browser saved it in has it.
    pub(crate) url: Option<String>,
    /// Its charset, if that file has it outside the page.
    pub(crate) charset: Option<String>,
}

/// A page that Python holds, or a copy of it.
enum Held<'py> {
    /// A `str`.
    Str(Bound<'py, PyString>),
    /// A `str` that has lone surrogates, with U+FFFD for each.
    Mended(String),
    /// `bytes`, or a copy of what other types hold.
    Bytes(Bound<'py, PyBytes>),
    /// A page out of a file that a browser saved it in.
    Saved(Vec<u8>),
}

/// A page that may be read without the interpreter.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// Text already.
    Text(&'a str),
    /// Bytes in an encoding that has to be found.
    Bytes(&'a [u8]),
}

impl<'py> Html<'py> {
    /// The page that an object is. One that a browser saved as a file is taken out of it. A file of that kind that is damaged, and
    /// what is plainly the name of a page, gives a warning.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let held = Held::of(object)?;
        let bytes = held.source()?.bytes();
        let (SavedPage { html, url, charset }, warning) = match saved::page(bytes) {
            Ok(saved) => (saved, warning(bytes).map(Cow::Borrowed)),
            Err(error) => {
                let message = CString::new(format!("html: {error}")).unwrap_or_default();
                (SavedPage::default(), Some(Cow::Owned(message)))
            }
        };
        let unpacked = if let Cow::Owned(html) = html { Some(html) } else { None };
        if let Some(message) = warning {
            let py = object.py();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
        }
        Ok(Self { held: unpacked.map_or(held, Held::Saved), url, charset })
    }

    /// The page without the interpreter.
    pub(crate) fn source(&self) -> PyResult<Source<'_>> {
        self.held.source()
    }
}

impl<'py> Held<'py> {
    fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = object.cast::<PyString>() {
            return Ok(if text.to_str().is_ok() {
                Self::Str(text.clone())
            } else {
                Self::Mended(mend(text)?)
            });
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone()));
        }
        if object.is_instance_of::<PyByteArray>() || object.is_instance_of::<PyMemoryView>() {
            let copy = object.py().get_type::<PyBytes>().call1((object,))?;
            return Ok(Self::Bytes(copy.cast_into::<PyBytes>()?));
        }
        Err(wrong_type(object))
    }

    fn source(&self) -> PyResult<Source<'_>> {
        Ok(match self {
            Self::Str(text) => Source::Text(text.to_str()?),
            Self::Mended(text) => Source::Text(text),
            Self::Bytes(bytes) => Source::Bytes(bytes.as_bytes()),
            Self::Saved(html) => Source::Bytes(html),
        })
    }
}

impl<'a> Source<'a> {
    /// Its bytes, those of a text in UTF-8.
    pub(crate) fn bytes(self) -> &'a [u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// The longest name of a page that is looked for.
const LONGEST_NAME: usize = 2_000;
const ENDINGS: [&str; 8] =
    [".html", ".htm", ".xhtml", ".shtml", ".mhtml", ".mht", ".php", ".webarchive"];

/// What to say of a text that is an address or a path: one line without a tag, with a scheme or the ending of a page.
fn warning(page: &[u8]) -> Option<&'static CStr> {
    if page.len() > LONGEST_NAME {
        return None;
    }
    let text = std::str::from_utf8(page).ok()?.trim();
    if text.contains(['<', '\n']) {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let is_address = lower.split_once("://").is_some_and(|(scheme, rest)| {
        !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric()) && !rest.is_empty()
    });
    if is_address && !text.contains(char::is_whitespace) {
        return Some(
            c"html: this is an address, not a page; fetch it and give the bytes of the answer",
        );
    }
    let is_path = !lower.contains("://") && ENDINGS.iter().any(|ending| lower.ends_with(ending));
    is_path.then_some(c"html: this is a path, not a page; give pathlib.Path(...).read_bytes()")
}

impl<'a> From<Source<'a>> for Input<'a> {
    fn from(source: Source<'a>) -> Self {
        match source {
            Source::Text(text) => Self::Text(text),
            Source::Bytes(bytes) => Self::Bytes(bytes),
        }
    }
}

/// Text that Python gives where only valid text has a meaning: lone surrogates become U+FFFD.
pub(crate) fn text_of(text: &Bound<'_, PyString>) -> PyResult<String> {
    text.to_str().map(str::to_owned).or_else(|_| mend(text))
}

/// The text with U+FFFD for each lone surrogate.
fn mend(text: &Bound<'_, PyString>) -> PyResult<String> {
    let units = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let units: Vec<u16> = units
        .cast::<PyBytes>()?
        .as_bytes()
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    Ok(String::from_utf16_lossy(&units))
}

fn wrong_type(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    let has = |name: &str| object.hasattr(name).unwrap_or(false);
    let hint = if has("read_bytes") {
        "; give its .read_bytes()"
    } else if has("read") {
        "; give its .read()"
    } else {
        ""
    };
    PyTypeError::new_err(format!(
        "html must be str, bytes, bytearray or memoryview, not {kind}{hint}"
    ))
}
