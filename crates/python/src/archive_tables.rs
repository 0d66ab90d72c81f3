//! Tables of the extractions of archives, batch by batch.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, Int64Array, RecordBatch, RecordBatchReader, StringArray};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use zhengwen::{Extraction, Moment, Warning};
use zhengwen_io::warc::{ArchivedPage, Entry};
use zhengwen_table::{Batcher, Columns, ERROR, Row};

use crate::archives::{ArchiveDamage, Given, MOST_BYTES, Reader, one_of, words};
use crate::html::Source;
use crate::input::arrow_error;
use crate::options::{Asked, options};
use crate::page_at::PageAt;
use crate::run;
use crate::tables::{Batch, Schema, chosen, names_of, row_of, schema_of, spread, stream_capsule};

/// The pages that get a row.
#[derive(Default)]
struct Filters {
    languages: Vec<String>,
    kinds: Vec<String>,
    min_confidence: f32,
    min_letters: usize,
}

impl Filters {
    /// Why a page gets no row.
    fn refuses(&self, found: &Extraction) -> Option<&'static str> {
        let language = found.language.as_deref().unwrap_or("").to_ascii_lowercase();
        let primary = language.split(['-', '_']).next().unwrap_or("");
        let is_one = |wanted: &String| {
            wanted.eq_ignore_ascii_case(primary) || wanted.eq_ignore_ascii_case(&language)
        };
        let kind = found.kind.map_or("", zhengwen::PageKind::name);
        let letters =
            || found.text.chars().filter(|c| c.is_alphanumeric()).take(self.min_letters).count();
        if !self.languages.is_empty() && !self.languages.iter().any(is_one) {
            Some("language")
        } else if !self.kinds.is_empty() && !self.kinds.iter().any(|wanted| wanted == kind) {
            Some("kind")
        } else if found.confidence.unwrap_or(0.0) < self.min_confidence {
            Some("confidence")
        } else if letters() < self.min_letters {
            Some("letters")
        } else {
            None
        }
    }

    /// True if it looks at fields that an extraction of the text alone leaves out.
    fn needs_fields(&self) -> bool {
        !self.languages.is_empty() || !self.kinds.is_empty()
    }
}

/// A row to make: of a page, or of an error.
struct Place {
    offset: Option<u64>,
    page: Option<Box<ArchivedPage>>,
    error: Option<String>,
}

/// The table of an archive.
struct Table {
    reader: Reader,
    asked: Asked,
    filters: Filters,
    columns: Columns,
    schema: SchemaRef,
    with_simhash: bool,
    batch_rows: usize,
    jobs: usize,
    has_errors: bool,
    is_done: bool,
    counts: Arc<Mutex<BTreeMap<String, u64>>>,
}

/// A batch is closed when its pages have this many bytes, whatever their number.
const MOST_BATCH_BYTES: usize = 64 << 20;

impl Table {
    fn count(&self, what: &str) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(what.to_owned()).or_default() += 1;
    }

    /// The next batch that has a row; `None` at the end.
    fn next(&mut self) -> PyResult<Option<RecordBatch>> {
        while !self.is_done {
            let places = self.read()?;
            let batch = self.batch(&places)?;
            if batch.num_rows() > 0 {
                return Ok(Some(batch));
            }
        }
        Ok(None)
    }

    /// The pages of a batch.
    fn read(&mut self) -> PyResult<Vec<Place>> {
        let (mut places, mut bytes) = (Vec::new(), 0);
        while places.len() < self.batch_rows && bytes < MOST_BATCH_BYTES {
            match self.reader.next().transpose() {
                Ok(None) => {
                    self.is_done = true;
                    break;
                }
                Ok(Some(Entry::Page(page))) => {
                    self.count("pages");
                    bytes += page.html.len();
                    places.push(Place { offset: Some(page.offset), page: Some(page), error: None });
                }
                Ok(Some(Entry::Damaged(damage))) => {
                    self.count("damaged");
                    let words = self.reader.damage(&damage);
                    if !self.has_errors {
                        return Err(ArchiveDamage::new_err((words, damage.offset)));
                    }
                    places.push(Place {
                        offset: Some(damage.offset),
                        page: None,
                        error: Some(words),
                    });
                }
                Ok(Some(Entry::PassedOver(why))) => self.count(&format!("passed over: {why}")),
                Err(error) => {
                    self.is_done = true;
                    places.push(self.broken(&error)?);
                }
            }
        }
        Ok(places)
    }

    /// The row of an archive that cannot be read on.
    fn broken(&self, error: &io::Error) -> PyResult<Place> {
        if !self.has_errors {
            return Err(self.reader.error(error));
        }
        let words = match self.reader.raised() {
            // Ctrl-C and the like are no errors of a file.
            Some(raised) if Python::attach(|py| !raised.is_instance_of::<PyException>(py)) => {
                return Err(raised);
            }
            Some(raised) => raised.to_string(),
            None => words(error),
        };
        self.count("not read on");
        Ok(Place { offset: None, page: None, error: Some(self.reader.with_name(&words)) })
    }

    /// The rows of these places.
    fn batch(&self, places: &[Place]) -> PyResult<RecordBatch> {
        let pages = places.iter().filter_map(|place| place.page.as_ref());
        let pages: Vec<PageAt> = pages.map(|page| page_at(page)).collect();
        let mut found = run::many(&pages, &self.asked, self.jobs)?.into_iter();
        let mut batcher = Batcher::new(&self.columns).map_err(arrow_error)?;
        let (mut kept, mut numbers) = (Vec::new(), Vec::new());
        for place in places {
            if let Some(page) = &place.page {
                let Some(extraction) = found.next() else { continue };
                if let Some(why) = self.filters.refuses(&extraction) {
                    self.count(&format!("dropped: {why}"));
                    continue;
                }
                numbers.push(kept.len());
                batcher.push(self.row(extraction, page)).map_err(arrow_error)?;
            }
            kept.push(place);
        }
        let rows = batcher.flush().map_err(arrow_error)?;
        let rows = spread(&rows, &numbers, kept.len())?;
        self.with_places(&rows, &kept)
    }

    fn row(&self, mut extraction: Extraction, page: &ArchivedPage) -> Row {
        let warnings =
            [(page.is_damaged, Warning::BodyDamaged), (page.is_cut, Warning::CutByArchive)];
        let warnings = warnings.into_iter().filter(|(is_so, _)| *is_so).map(|(_, warning)| warning);
        extraction.warnings.extend(warnings);
        let mut row = row_of(extraction, self.with_simhash);
        row.id.clone_from(&page.id);
        row.fetched_at.clone_from(&page.fetched_at);
        row.html_bytes = Some(page.html.len() as u64);
        row
    }

    /// The rows with their places: the file, the offset, the error.
    fn with_places(&self, rows: &RecordBatch, places: &[&Place]) -> PyResult<RecordBatch> {
        let column = |name: &str| -> Option<ArrayRef> {
            let file = Some(self.reader.given.name.as_str()).filter(|name| !name.is_empty());
            let offset =
                |place: &&Place| place.offset.and_then(|offset| i64::try_from(offset).ok());
            Some(match name {
                "file" => Arc::new(places.iter().map(|_| file).collect::<StringArray>()),
                "offset" => Arc::new(places.iter().map(offset).collect::<Int64Array>()),
                ERROR => Arc::new(
                    places.iter().map(|place| place.error.as_deref()).collect::<StringArray>(),
                ),
                _ => return None,
            })
        };
        let names = self.schema.fields().iter().map(|field| field.name());
        let columns = names
            .filter_map(|name| column(name).or_else(|| rows.column_by_name(name).cloned()))
            .collect();
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(places.len()));
        RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)
            .map_err(arrow_error)
    }
}

fn page_at(page: &ArchivedPage) -> PageAt<'_> {
    let mut at = PageAt::new(Source::Bytes(&page.html), page.url.as_deref());
    at.http_charset = page.charset.as_deref();
    at.read_at = page.fetched_at.as_deref().and_then(Moment::parse);
    at
}

/// The table of an archive, batch by batch, read only as far as you ask. Iterate over it, or pass it as a stream to any package
/// of Arrow: pyarrow.table(batches), polars.DataFrame(batches).
#[pyclass(frozen, module = "zhengwen")]
pub(crate) struct Batches {
    table: Mutex<Option<Table>>,
    schema: SchemaRef,
    counts: Arc<Mutex<BTreeMap<String, u64>>>,
}

const HANDED_ON: &str = "the batches were handed on as a stream";

#[pymethods]
impl Batches {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        py.detach(|| {
            let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
            let table = table.as_mut().ok_or_else(|| PyValueError::new_err(HANDED_ON))?;
            Ok(table.next()?.map(Batch))
        })
    }

    /// The schema of the batches.
    #[getter]
    fn schema(&self) -> Schema {
        Schema(self.schema.clone())
    }

    /// The counts so far: pages, damaged, and pages passed over or dropped, by reason.
    #[getter]
    fn counts(&self) -> BTreeMap<String, u64> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The batches as a pyarrow.RecordBatchReader. This needs pyarrow.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let reader = slf.py().import("pyarrow")?.getattr("RecordBatchReader")?;
        reader.call_method1("from_stream", (slf,))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let table = py.detach(|| self.table.lock().unwrap_or_else(PoisonError::into_inner).take());
        let table = table.ok_or_else(|| PyValueError::new_err(HANDED_ON))?;
        stream_capsule(py, Box::new(Stream(table)))
    }
}

/// A table as a stream of Arrow.
struct Stream(Table);

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map_err(|error| ArrowError::ExternalError(Box::new(error))).transpose()
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.0.schema.clone()
    }
}

#[doc = concat!(
    "extract_warc(source, *, columns=None, batch_rows=64, jobs=1, errors='rows', name=None, language=(), ",
    "kind=(), min_confidence=0.0, min_letters=0, most_bytes=20000000, ",
    options!(archive),
    ")\n--\n"
)]
/// The extractions of a WARC archive as a table. source is a path, or a binary file, which is read a megabyte
/// at a time.
///
/// errors="rows" gives a row with `file`, `offset` and `error` where the archive is damaged or cannot be
/// read on; errors="raise" raises ArchiveDamage or the error of reading. name is the value of `file`. language,
/// kind, min_confidence and min_letters say which pages get a row; `counts` of the answer counts the others.
#[pyfunction]
#[pyo3(
    signature = (source, *, columns=None, batch_rows=64, jobs=Some(1), errors="rows", name=None, language=None, kind=None, min_confidence=0.0, min_letters=0, most_bytes=MOST_BYTES, **options),
    text_signature = None
)]
#[expect(clippy::too_many_arguments, reason = "those that Python names")]
pub(crate) fn extract_warc(
    source: &Bound<'_, PyAny>,
    columns: Option<&Bound<'_, PyAny>>,
    batch_rows: usize,
    jobs: Option<usize>,
    errors: &str,
    name: Option<String>,
    language: Option<&Bound<'_, PyAny>>,
    kind: Option<&Bound<'_, PyAny>>,
    min_confidence: f32,
    min_letters: usize,
    most_bytes: u64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Batches> {
    let has_errors = one_of(errors, "errors", &["rows", "raise"])? == 0;
    if batch_rows == 0 {
        return Err(PyValueError::new_err("batch_rows must be 1 or more"));
    }
    let (languages, kinds) = (names_of("language", language)?, names_of("kind", kind)?);
    let filters = Filters { languages, kinds, min_confidence, min_letters };
    let known: Vec<&str> = zhengwen_page::kind::KINDS.iter().map(|info| info.name).collect();
    for kind in &filters.kinds {
        one_of(kind, "kind", &known)?;
    }
    let (columns, are_named) = chosen(columns)?;
    let mut asked = Asked::of_table(options)?;
    if asked.options.text_only && filters.needs_fields() {
        return Err(PyValueError::new_err("text_only: finds neither language nor kind"));
    }
    if are_named {
        let text_only = asked.options.text_only;
        columns.apply(&mut asked.options);
        asked.options.text_only &= text_only || !filters.needs_fields();
    }
    let schema = schema_of(&columns, has_errors);
    let counts = Arc::default();
    let table = Table {
        reader: Reader::new(Given::of(source, name)?, most_bytes),
        asked,
        filters,
        with_simhash: are_named && columns.has("simhash"),
        columns,
        schema: schema.clone(),
        batch_rows,
        jobs: run::threads(jobs)?,
        has_errors,
        is_done: false,
        counts: Arc::clone(&counts),
    };
    Ok(Batches { table: Mutex::new(Some(table)), schema, counts })
}

/// Adds the classes and functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Batches>()?;
    module.add_function(wrap_pyfunction!(extract_warc, module)?)
}
