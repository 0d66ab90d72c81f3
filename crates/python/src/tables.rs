//! Tables of extractions: batches that any package of Arrow takes, without pyarrow.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi::{FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, Int32Array, RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray,
};
use arrow_schema::{Field, SchemaRef};
use arrow_select::take::take_record_batch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use zhengwen::SiteTemplate as Template;
use zhengwen_table::{Batcher, COLUMNS, Columns, Origin, Row, simhash};

use crate::input::{Cells, arrow_error, column, rows_of};
use crate::options::{Asked, options, texts};
use crate::page_at::PageAt;
use crate::run;

/// Rows of a table: a page each. Any package of Arrow takes it (pyarrow.record_batch(batch),
/// polars.DataFrame(batch), DuckDB by its name).
#[pyclass(frozen, sequence, module = "zhengwen")]
pub(crate) struct Batch(pub(crate) RecordBatch);

type Capsule<'py> = Bound<'py, PyCapsule>;

fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Capsule<'py>> {
    let schema = FFI_ArrowSchema::try_from(schema.as_ref()).map_err(arrow_error)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// A stream of batches.
pub(crate) fn stream_capsule(
    py: Python<'_>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Capsule<'_>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
}

#[pymethods]
impl Batch {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    /// The names of its columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0.schema_ref().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Its schema.
    #[getter]
    fn schema(&self) -> Schema {
        Schema(self.0.schema())
    }

    /// The batch as a pyarrow.RecordBatch, without a copy. This needs pyarrow.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("record_batch", (slf,))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Capsule<'py>, Capsule<'py>)> {
        // The requested schema is a wish, which the protocol lets us ignore.
        drop(requested_schema);
        let rows = StructArray::from(self.0.clone());
        let (array, _) = to_ffi(&rows.to_data()).map_err(arrow_error)?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        Ok((schema_capsule(py, self.0.schema_ref())?, array))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Capsule<'py>> {
        drop(requested_schema);
        let reader = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        stream_capsule(py, Box::new(reader))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Capsule<'py>> {
        schema_capsule(py, self.0.schema_ref())
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("Batch({} rows of {} columns)", self.0.num_rows(), self.0.num_columns())
    }
}

/// The names and types of columns. Any package of Arrow takes it (pyarrow.schema(schema)).
#[pyclass(frozen, module = "zhengwen")]
pub(crate) struct Schema(pub(crate) SchemaRef);

#[pymethods]
impl Schema {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The schema as a pyarrow.Schema. This needs pyarrow.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("schema", (slf,))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Capsule<'py>> {
        schema_capsule(py, &self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0 == other.get().0)
    }

    fn __repr__(&self) -> String {
        let each = |field: &Arc<Field>| format!("{}: {}", field.name(), field.data_type());
        format!("Schema({})", self.0.fields().iter().map(each).collect::<Vec<_>>().join(", "))
    }
}

/// The columns that a caller names, or all.
pub(crate) fn chosen(names: Option<&Bound<'_, PyAny>>) -> PyResult<(Columns, bool)> {
    if names.is_none() {
        return Ok((Columns::all(), false));
    }
    let names = names_of("columns", names)?;
    let columns = Columns::named(&names);
    let columns = columns.map_err(|error| PyValueError::new_err(format!("columns: {error}")))?;
    Ok((columns, true))
}

/// The names in an argument: one, several, or none where it is not given.
pub(crate) fn names_of(argument: &str, names: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let named = |given: &Bound<'_, PyAny>| {
        texts(given).map_err(|error| crate::options::named(given.py(), argument, error))
    };
    names.map(named).transpose().map(Option::unwrap_or_default)
}

/// The schema of a table of these columns; with errors, with the column `error` of tables of archives.
pub(crate) fn schema_of(columns: &Columns, with_errors: bool) -> SchemaRef {
    match with_errors {
        true => zhengwen_table::schema(&columns.clone().with_errors()),
        false => zhengwen_table::schema(columns),
    }
}

/// The schema of the tables that extract_batch makes, and with errors=True that of extract_warc: all
/// columns, or those that are named.
#[pyfunction]
#[pyo3(signature = (columns=None, *, errors=false))]
pub(crate) fn schema(columns: Option<&Bound<'_, PyAny>>, errors: bool) -> PyResult<Schema> {
    Ok(Schema(schema_of(&chosen(columns)?.0, errors)))
}

/// A row of an extraction, its simhash included where the caller names that column.
pub(crate) fn row_of(extraction: zhengwen::Extraction, with_simhash: bool) -> Row {
    let mut row = Row::new(extraction);
    if with_simhash {
        row.simhash = simhash(&row.extraction.text);
    }
    row
}

/// Templates that are kept in memory, parsed; more begin anew.
const MOST_PARSED: usize = 64;
static PARSED: Mutex<Option<HashMap<String, Arc<Template>>>> = Mutex::new(None);

/// The template of this JSON. Tables that are sorted by host bring the same one again and again.
fn parsed(json: &str) -> PyResult<Arc<Template>> {
    let mut held = PARSED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = held.get_or_insert_default();
    if let Some(template) = known.get(json) {
        return Ok(Arc::clone(template));
    }
    let template = Template::from_json(json);
    let template =
        Arc::new(template.map_err(|error| PyValueError::new_err(format!("template: {error}")))?);
    if known.len() >= MOST_PARSED {
        known.clear();
    }
    known.insert(json.to_owned(), Arc::clone(&template));
    Ok(template)
}

/// The templates of rows: the one of the row before where the JSON is the same.
fn templates(cells: &Cells, rows: usize) -> PyResult<Vec<Option<Arc<Template>>>> {
    let mut all: Vec<Option<Arc<Template>>> = Vec::with_capacity(rows);
    let mut before = None;
    for row in 0..rows {
        let json = cells.text(row);
        all.push(match json {
            Some(_) if row > 0 && json == before => all[row - 1].clone(),
            Some(json) => Some(parsed(json)?),
            None => None,
        });
        before = json;
    }
    Ok(all)
}

/// The columns of a batch of pages, by the names that the caller gave.
struct Pages<'a> {
    html: Cells<'a>,
    url: Option<Cells<'a>>,
    charset: Option<Cells<'a>>,
    templates: Option<Vec<Option<Arc<Template>>>>,
}

impl<'a> Pages<'a> {
    /// The pages of the rows that have one, with the numbers of their rows.
    fn of_rows(&'a self, rows: usize) -> Vec<(usize, PageAt<'a>)> {
        let text =
            |cells: &Option<Cells<'a>>, row| cells.as_ref().and_then(|cells| cells.text(row));
        let page = |row| {
            let mut page = PageAt::new(self.html.get(row)?, text(&self.url, row));
            page.http_charset = text(&self.charset, row);
            page.template = self.templates.as_ref().and_then(|all| all[row].as_ref());
            Some((row, page))
        };
        (0..rows).filter_map(page).collect()
    }
}

#[doc = concat!(
    "extract_batch(batch, html='html', url=None, http_charset=None, *, ",
    "keep_columns=(), columns=None, template=None, jobs=1, ",
    options!(table),
    ")\n--\n"
)]
/// Extracts a batch of pages: Arrow in, Arrow out, a row for each page in the same order. A null gives a
/// row of nulls.
///
/// html, url, http_charset and template name columns of the batch; keep_columns are copied into the
/// answer. columns names the columns to make; fields that they do not need are not computed.
#[pyfunction]
#[pyo3(
    signature = (batch, html="html", url=None, http_charset=None, *, keep_columns=None, columns=None, template=None, jobs=Some(1), **options),
    text_signature = None
)]
#[expect(clippy::too_many_arguments, reason = "those that Python names")]
pub(crate) fn extract_batch(
    py: Python<'_>,
    batch: &Bound<'_, PyAny>,
    html: &str,
    url: Option<&str>,
    http_charset: Option<&str>,
    keep_columns: Option<&Bound<'_, PyAny>>,
    columns: Option<&Bound<'_, PyAny>>,
    template: Option<&str>,
    jobs: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Batch> {
    let (columns, are_named) = chosen(columns)?;
    let mut asked = Asked::of_table(options)?;
    let jobs = run::threads(jobs)?;
    let kept = names_of("keep_columns", keep_columns)?;
    let rows = rows_of(batch)?;
    let (columns, kept) = with_kept(columns, &rows, &kept)?;
    if are_named {
        columns.apply(&mut asked.options);
    }
    let count = rows.num_rows();
    let texts = |name: Option<&str>, argument| {
        name.map(|name| Cells::of_texts(&rows, name, argument)).transpose()
    };
    let templates =
        texts(template, "template")?.map(|cells| templates(&cells, count)).transpose()?;
    let pages = Pages {
        html: Cells::of(&rows, html, "html")?,
        url: texts(url, "url")?,
        charset: texts(http_charset, "http_charset")?,
        templates,
    };
    py.detach(|| {
        let pages = pages.of_rows(count);
        let places: Vec<PageAt> = pages.iter().map(|(_, page)| *page).collect();
        let found = run::many(&places, &asked, jobs)?;
        let mut batcher = Batcher::new(&columns).map_err(arrow_error)?;
        let with_simhash = are_named && columns.has("simhash");
        for (extraction, page) in found.into_iter().zip(&places) {
            let mut row = row_of(extraction, with_simhash);
            row.html_bytes = Some(page.source.bytes().len() as u64);
            batcher.push(row).map_err(arrow_error)?;
        }
        let found = batcher.flush().map_err(arrow_error)?;
        let numbers: Vec<usize> = pages.iter().map(|(row, _)| *row).collect();
        let found = spread(&found, &numbers, count)?;
        beside(&found, &kept, &rows).map(Batch)
    })
}

/// The rows at these places among `count` rows; the others are null.
pub(crate) fn spread(found: &RecordBatch, places: &[usize], count: usize) -> PyResult<RecordBatch> {
    if places.len() == count {
        return Ok(found.clone());
    }
    let mut indices: Vec<Option<i32>> = vec![None; count];
    for (index, place) in (0..).zip(places) {
        indices[*place] = Some(index);
    }
    take_record_batch(found, &Int32Array::from(indices)).map_err(arrow_error)
}

/// The columns to make and the names of those to keep. A kept column may replace one that says where a page
/// is from; it may not replace one that is found on the page.
fn with_kept(
    columns: Columns,
    rows: &RecordBatch,
    kept: &[String],
) -> PyResult<(Columns, Vec<String>)> {
    for name in kept {
        column(rows, name, "keep_columns")?;
        let column = COLUMNS.iter().find(|column| column.name == name && columns.has(name));
        if column.is_some_and(|column| column.origin != Origin::Place) {
            let message = format!(
                "keep_columns: {name:?} is a column of what is found; rename yours, or name others in columns"
            );
            return Err(PyValueError::new_err(message));
        }
    }
    if !kept.iter().any(|name| columns.has(name)) {
        return Ok((columns, kept.to_vec()));
    }
    let others: Vec<&str> =
        columns.names().filter(|name| !kept.iter().any(|kept| kept == name)).collect();
    let others =
        Columns::named(others).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((others, kept.to_vec()))
}

/// The kept columns of the rows behind those that were found.
fn beside(found: &RecordBatch, kept: &[String], rows: &RecordBatch) -> PyResult<RecordBatch> {
    let (schema, mut columns, _) = found.clone().into_parts();
    let mut fields: Vec<Arc<Field>> = schema.fields().iter().cloned().collect();
    for name in kept {
        let index = rows.schema_ref().index_of(name).map_err(arrow_error)?;
        fields.push(Arc::clone(&rows.schema_ref().fields()[index]));
        columns.push(Arc::clone(rows.column(index)));
    }
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows.num_rows()));
    let schema = Arc::new(arrow_schema::Schema::new(fields));
    RecordBatch::try_new_with_options(schema, columns, &options).map_err(arrow_error)
}

/// Adds the classes and functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Batch>()?;
    module.add_class::<Schema>()?;
    module.add_function(wrap_pyfunction!(schema, module)?)?;
    module.add_function(wrap_pyfunction!(extract_batch, module)?)
}
