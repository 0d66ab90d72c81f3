//! JSON out, and Python's objects from it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use serde::Serialize;

/// A value as JSON on one line.
pub(crate) fn write(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(error)
}

/// Reads it with Python's `json`, loaded at the first need because it costs more than an import of ours.
pub(crate) fn read<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    static LOADS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    LOADS.import(py, "json", "loads")?.call1((json,))
}

/// The error for JSON of another shape than expected.
#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err asks for")]
pub(crate) fn error(error: serde_json::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}
