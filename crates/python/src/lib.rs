//! The compiled half of the Python package `zhengwen`: the library behind functions and classes of
//! Python. The interpreter is released for all work.

mod archive_tables;
mod archives;
mod extraction;
mod functions;
mod html;
mod input;
mod json;
mod many;
mod options;
mod page_at;
mod records;
mod run;
mod site;
mod tables;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zhengwen::METHODS;

/// The names that `zhengwen/__init__.py` passes on.
#[pymodule(gil_used = false)]
fn _zhengwen(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("METHODS", PyTuple::new(py, METHODS.iter().map(|info| info.name))?)?;
    module.add("_OPTIONS", PyTuple::new(py, options::names())?)?;
    module.add_class::<extraction::Extraction>()?;
    module.add_class::<extraction::Report>()?;
    module.add_class::<site::SiteTemplate>()?;
    module.add_class::<site::Templates>()?;
    records::add_to(module)?;
    tables::add_to(module)?;
    archives::add_to(module)?;
    archive_tables::add_to(module)?;
    functions::add_to(module)?;
    many::add_to(module)
}
