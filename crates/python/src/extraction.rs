//! The answer for a page, and the report on it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use zhengwen::{Extraction as Found, Language, Report as Told};

use crate::json;
use crate::records::{Attribute, Reduced, describe, hash, reduce, restore};

/// The contents of a page: the article and its facts. It cannot be changed; two are equal when all of it is.
///
/// The attributes are the fields of the JSON (docs/fields.md). A field that the page does not have is None, or
/// an empty tuple; forms that were not asked for are None.
#[pyclass(frozen, eq, module = "zhengwen")]
pub(crate) struct Extraction(pub(crate) Found);

impl PartialEq for Extraction {
    /// Equal where the JSON is. A trace has values that are no numbers, which are never equal to
    /// themselves; only then is the JSON needed.
    fn eq(&self, other: &Self) -> bool {
        let json = |found: &Found| serde_json::to_string(found).ok();
        self.0 == other.0 || self.0.trace.is_some() && json(&self.0) == json(&other.0)
    }
}

macro_rules! attributes {
    ($(
        $(#[doc = $doc:literal])* $(#[serde($($serde:tt)*)])?
        $name:ident: $type:ty, $origin:ident $(from $candidate:ty)? $(, $english:literal, $chinese:literal)?;
    )*) => {
        #[pymethods]
        impl Extraction {
            $(
                $(#[doc = $doc])*
                #[getter]
                fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                    self.0.$name.to_python(py)
                }
            )*

            /// Every block with the reasons for keeping or dropping it, and every candidate of every
            /// field, as a dict, when asked for.
            #[getter]
            fn trace<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                match &self.0.trace {
                    Some(trace) => json::read(py, &json::write(trace)?),
                    None => Ok(py.None().into_bound(py)),
                }
            }

            /// All fields as a dict of dicts, lists, texts and numbers: the JSON, read.
            fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                json::read(py, &self.to_json(py)?)
            }

            /// The line that `zhengwen -f json` writes, without the line end.
            fn to_json(&self, py: Python<'_>) -> PyResult<String> {
                py.detach(|| serde_json::to_string(&self.0)).map_err(json::error)
            }

            /// The extraction of a line that to_json or `zhengwen batch` has written.
            #[classmethod]
            fn from_json(_class: &Bound<'_, PyType>, json: &str) -> PyResult<Self> {
                restore(json).map(Self)
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let attributes = [
                    ("url", self.0.url.to_python(py)?),
                    ("title", self.0.title.to_python(py)?),
                    ("kind", self.0.kind.to_python(py)?),
                    ("confidence", self.0.confidence.to_python(py)?),
                ];
                let text = format!("text=<{} characters>", self.0.text.chars().count());
                describe("Extraction", &attributes, Some(text))
            }

            fn __hash__(&self) -> PyResult<u64> {
                hash(&self.0)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
                reduce(&slf.get_type(), &slf.get().0)
            }
        }
    };
}

zhengwen::fields!(attributes);

/// Why a page was read as it was: what every method says of every block.
#[pyclass(frozen, module = "zhengwen")]
pub(crate) struct Report {
    report: Told,
    language: Language,
}

impl Report {
    pub(crate) fn new(report: Told, language: Language) -> Self {
        Self { report, language }
    }
}

/// The language of the report by its code.
pub(crate) fn language(code: &str) -> PyResult<Language> {
    match code {
        "en" => Ok(Language::English),
        "zh" => Ok(Language::Chinese),
        _ => Err(PyValueError::new_err(format!("lang: no language {code:?}; there are en, zh"))),
    }
}

#[pymethods]
impl Report {
    /// The extraction, with its trace.
    #[getter]
    fn extraction(&self) -> Extraction {
        Extraction(self.report.extraction.clone())
    }

    /// The report as one HTML document that needs no network.
    fn html(&self, py: Python<'_>) -> String {
        py.detach(|| self.report.html(self.language))
    }

    /// The report as the JSON of `zhengwen explain -f json`, without the line end.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| serde_json::to_string(&self.report)).map_err(json::error)
    }

    /// The report as a dict.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::read(py, &self.to_json(py)?)
    }

    fn __repr__(&self) -> String {
        let blocks = self.report.blocks.len();
        format!("Report({blocks} blocks, {} methods)", self.report.methods.len())
    }
}
