//! Tables of pages as other packages hand them over, by Arrow's C data interface.

use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, RecordBatch,
    StringArray, StringViewArray,
};
use arrow_pyarrow::{FromPyArrow, Table};
use arrow_schema::{ArrowError, DataType};
use arrow_select::concat::concat_batches;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::html::Source;

/// An error of Arrow as Python's.
#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err asks for")]
pub(crate) fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The rows of a batch or of a whole table.
pub(crate) fn rows_of(object: &Bound<'_, PyAny>) -> PyResult<RecordBatch> {
    if object.hasattr("__arrow_c_array__")? {
        return RecordBatch::from_pyarrow_bound(object);
    }
    if object.hasattr("__arrow_c_stream__")? {
        let (batches, schema) = Table::from_pyarrow_bound(object)?.into_inner();
        return match <[RecordBatch; 1]>::try_from(batches) {
            Ok([batch]) => Ok(batch),
            Err(batches) => concat_batches(&schema, &batches).map_err(arrow_error),
        };
    }
    let kind = object.get_type().name()?;
    let named =
        "a batch or table of pyarrow, Polars, DuckDB, nanoarrow or another package of Arrow";
    Err(PyTypeError::new_err(format!("batch must be {named}, not {kind}")))
}

/// A column of texts or bytes.
pub(crate) enum Cells<'a> {
    Text(&'a StringArray),
    LargeText(&'a LargeStringArray),
    TextView(&'a StringViewArray),
    Bytes(&'a BinaryArray),
    LargeBytes(&'a LargeBinaryArray),
    BytesView(&'a BinaryViewArray),
    /// Values by their numbers, `None` for null.
    Numbered(Vec<Option<usize>>, Box<Self>),
    /// A column of nothing but nulls.
    Nothing,
}

impl<'a> Cells<'a> {
    /// The column of this name; `argument` is what the caller named it by.
    pub(crate) fn of(rows: &'a RecordBatch, name: &str, argument: &str) -> PyResult<Self> {
        Self::of_array(column(rows, name, argument)?, name, argument)
    }

    fn of_array(array: &'a ArrayRef, name: &str, argument: &str) -> PyResult<Self> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Text(array.as_string()),
            DataType::LargeUtf8 => Self::LargeText(array.as_string()),
            DataType::Utf8View => Self::TextView(array.as_string_view()),
            DataType::Binary => Self::Bytes(array.as_binary()),
            DataType::LargeBinary => Self::LargeBytes(array.as_binary()),
            DataType::BinaryView => Self::BytesView(array.as_binary_view()),
            DataType::Null => Self::Nothing,
            DataType::Dictionary(..) => {
                let array = array.as_any_dictionary();
                if array.values().is_empty() {
                    return Ok(Self::Nothing);
                }
                let values = Self::of_array(array.values(), name, argument)?;
                let keys = array.normalized_keys().into_iter().enumerate();
                let keys = keys.map(|(row, key)| array.is_valid(row).then_some(key)).collect();
                Self::Numbered(keys, Box::new(values))
            }
            other => {
                let message = format!(
                    "{argument}: column {name:?} must be of strings or binary, not {other}"
                );
                return Err(PyTypeError::new_err(message));
            }
        })
    }

    /// The same, of texts alone.
    pub(crate) fn of_texts(rows: &'a RecordBatch, name: &str, argument: &str) -> PyResult<Self> {
        let cells = Self::of(rows, name, argument)?;
        if cells.has_bytes() {
            let message = format!("{argument}: column {name:?} must be of strings, not binary");
            return Err(PyTypeError::new_err(message));
        }
        Ok(cells)
    }

    fn has_bytes(&self) -> bool {
        match self {
            Self::Bytes(_) | Self::LargeBytes(_) | Self::BytesView(_) => true,
            Self::Numbered(_, values) => values.has_bytes(),
            _ => false,
        }
    }

    /// The page of a row; `None` for null.
    pub(crate) fn get(&self, row: usize) -> Option<Source<'a>> {
        match self {
            Self::Text(array) => array.is_valid(row).then(|| Source::Text(array.value(row))),
            Self::LargeText(array) => array.is_valid(row).then(|| Source::Text(array.value(row))),
            Self::TextView(array) => array.is_valid(row).then(|| Source::Text(array.value(row))),
            Self::Bytes(array) => array.is_valid(row).then(|| Source::Bytes(array.value(row))),
            Self::LargeBytes(array) => array.is_valid(row).then(|| Source::Bytes(array.value(row))),
            Self::BytesView(array) => array.is_valid(row).then(|| Source::Bytes(array.value(row))),
            Self::Numbered(keys, values) => values.get(keys[row]?),
            Self::Nothing => None,
        }
    }

    /// The text of a row; `None` for null and for bytes.
    pub(crate) fn text(&self, row: usize) -> Option<&'a str> {
        match self.get(row)? {
            Source::Text(text) => Some(text),
            Source::Bytes(_) => None,
        }
    }
}

/// The column of this name.
pub(crate) fn column<'a>(
    rows: &'a RecordBatch,
    name: &str,
    argument: &str,
) -> PyResult<&'a ArrayRef> {
    rows.column_by_name(name).ok_or_else(|| {
        let schema = rows.schema();
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        let names = names.join(", ");
        PyKeyError::new_err(format!("{argument}: no column {name:?}; there are {names}"))
    })
}
