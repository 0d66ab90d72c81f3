//! Pages of Parquet tables.

use std::cell::Cell;
use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use serde_json::{Map, Value};

use super::entry::{BytesRead, Entries, Html, InputEntry, InputOptions, InputPage, no_column};
use super::table_pages::{self, damaged};

/// Rows held at once, at most: each may hold a page of megabytes.
const ROWS_AT_ONCE: u64 = 16;

/// Bytes held at once, where rows may be that many.
const BYTES_AT_ONCE: u64 = 32 << 20;

/// The columns of these names, in the order of the file. Rows of pages of up to `most_bytes` can be read however they are packed.
pub(crate) fn batches(file: File, names: &[&str], most_bytes: u64) -> io::Result<Batches> {
    let pages = file.try_clone()?;
    let builder = builder(file)?;
    let schema = builder.schema().clone();
    for name in names {
        find(&schema, name)?;
    }
    let wanted = schema
        .fields()
        .iter()
        .enumerate()
        .filter(|(_, field)| names.contains(&field.name().as_str()));
    let wanted: Vec<usize> = wanted.map(|(place, _)| place).collect();
    let mask = ProjectionMask::roots(builder.parquet_schema(), wanted);
    let most = most_bytes.saturating_mul(2).max(BYTES_AT_ONCE);
    // A value is no larger than a page, be it of rows or of the words that rows name by number.
    let mut largest = vec![0; builder.parquet_schema().num_columns()];
    for group in builder.metadata().row_groups() {
        for (place, column) in group.columns().iter().enumerate() {
            if mask.leaf_included(place) {
                largest[place] = table_pages::largest(&pages, column, most)?.max(largest[place]);
            }
        }
    }
    let rows = BYTES_AT_ONCE / largest.iter().sum::<u64>().max(1);
    let rows = rows.clamp(1, ROWS_AT_ONCE) as usize;
    guarded(|| builder.with_projection(mask).with_batch_size(rows).build()).map(Batches)
}

/// The rows of a table, some at a time.
pub(crate) struct Batches(ParquetRecordBatchReader);

impl Iterator for Batches {
    type Item = io::Result<RecordBatch>;

    fn next(&mut self) -> Option<io::Result<RecordBatch>> {
        guarded(|| self.0.next().transpose()).transpose()
    }
}

fn builder(file: File) -> io::Result<ParquetRecordBatchReaderBuilder<File>> {
    if file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "an empty file"));
    }
    let length = file.metadata()?.len();
    let builder = guarded(|| ParquetRecordBatchReaderBuilder::try_new(file))?;
    let columns = builder.metadata().row_groups().iter().flat_map(RowGroupMetaData::columns);
    match columns.into_iter().all(|column| lies_within(column, length)) {
        true => Ok(builder),
        false => Err(damaged("a column lies outside of the file")),
    }
}

/// True if the bytes of a column are inside a file of this length: the reader takes that for granted.
fn lies_within(column: &ColumnChunkMetaData, length: u64) -> bool {
    let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
    let end = u64::try_from(start).ok().zip(u64::try_from(column.compressed_size()).ok());
    end.is_some_and(|(start, size)| start.saturating_add(size) <= length)
}

thread_local! {
    /// True while this thread reads a table.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Silences the panics of the reader of tables, in this process from now on: it panics on some damaged tables, and an
/// error reports those.
pub fn silence_reader_of_tables() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !IS_GUARDED.get() {
            hook(panic);
        }
    }));
}

/// The value of the reader of tables; an error if it panics.
fn guarded<T, E: std::fmt::Display>(read: impl FnOnce() -> Result<T, E>) -> io::Result<T> {
    IS_GUARDED.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(false);
    match outcome {
        Ok(read) => read.map_err(|error| io::Error::other(error.to_string())),
        Err(_) => Err(damaged("its reader failed")),
    }
}

fn find<'a>(schema: &'a Schema, name: &str) -> io::Result<&'a FieldRef> {
    let names = || schema.fields().iter().map(|field| field.name().clone()).collect::<Vec<_>>();
    let found = schema.fields().iter().find(|field| field.name() == name);
    found.ok_or_else(|| no_column(name, &names()))
}

/// The fields of columns that are kept.
pub(super) fn fields(file: File, keep: &[String]) -> io::Result<Vec<FieldRef>> {
    let schema = builder(file)?.schema().clone();
    let field = |name: &String| {
        let found = find(&schema, name)?;
        // Values that rows name by number are kept themselves.
        let kind = match found.data_type() {
            DataType::Dictionary(_, values) => values.as_ref(),
            kind => kind,
        };
        Ok(Arc::new(Field::new(name, kind.clone(), true)))
    };
    keep.iter().map(field).collect()
}

/// A column of text or bytes.
pub(crate) struct Cells<'a> {
    values: &'a ArrayRef,
    /// The place of each row's value, where rows name values by number.
    places: Option<Vec<Option<usize>>>,
}

impl<'a> Cells<'a> {
    pub(crate) fn of(column: &'a ArrayRef) -> Option<Self> {
        use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
        let dictionary = column.as_any_dictionary_opt();
        let values = dictionary.map_or(column, |dictionary| dictionary.values());
        let is_known = matches!(
            values.data_type(),
            Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView
        );
        let places = dictionary.map(|dictionary| {
            let all = if values.is_empty() { Vec::new() } else { dictionary.normalized_keys() };
            let keys = dictionary.keys();
            let place = |row: usize| all.get(row).copied().filter(|_| keys.is_valid(row));
            (0..keys.len()).map(place).collect()
        });
        is_known.then_some(Self { values, places })
    }

    /// The value of a row, as text where its column is of text; `None` for null.
    fn html(&self, row: usize) -> Option<Html> {
        let place = self.places.as_ref().map_or(Some(row), |places| places[row])?;
        let values = self.values;
        if values.is_null(place) {
            return None;
        }
        Some(match values.data_type() {
            DataType::Utf8 => Html::Text(values.as_string::<i32>().value(place).to_owned()),
            DataType::LargeUtf8 => Html::Text(values.as_string::<i64>().value(place).to_owned()),
            DataType::Utf8View => Html::Text(values.as_string_view().value(place).to_owned()),
            DataType::Binary => Html::Bytes(values.as_binary::<i32>().value(place).to_vec()),
            DataType::LargeBinary => Html::Bytes(values.as_binary::<i64>().value(place).to_vec()),
            _ => Html::Bytes(values.as_binary_view().value(place).to_vec()),
        })
    }

    /// The value of a row as text.
    pub(crate) fn text(&self, row: usize) -> Option<String> {
        self.html(row).map(|html| match html {
            Html::Text(text) => text,
            Html::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        })
    }
}

pub(super) fn open(file: File, options: &InputOptions, read: &BytesRead) -> io::Result<Entries> {
    let schema = builder(file.try_clone()?)?.schema().clone();
    let url = options.url_column.as_deref();
    let has_url = url.is_some() || find(&schema, "url").is_ok();
    let url = has_url.then(|| url.unwrap_or("url"));
    let mut names = vec![options.html_column.as_str()];
    names.extend(url);
    names.extend(options.charset_column.as_deref());
    names.extend(options.keep_columns.iter().map(String::as_str));
    for name in &names {
        find(&schema, name)?;
    }
    let length = file.metadata()?.len();
    let rows = builder(file.try_clone()?)?.metadata().file_metadata().num_rows();
    let table = Table {
        batches: batches(file, &names, options.most_bytes)?,
        options: options.clone(),
        url: url.map(str::to_owned),
        rows: rows.cast_unsigned(),
        length,
        read: read.clone(),
        waiting: Vec::new().into_iter(),
        next: 0,
        is_over: false,
    };
    Ok(Box::new(table))
}

struct Table {
    batches: Batches,
    options: InputOptions,
    url: Option<String>,
    /// The rows and the bytes of the file.
    rows: u64,
    length: u64,
    read: BytesRead,
    waiting: std::vec::IntoIter<InputEntry>,
    /// The number of the next row.
    next: u64,
    is_over: bool,
}

impl Iterator for Table {
    type Item = io::Result<InputEntry>;

    fn next(&mut self) -> Option<io::Result<InputEntry>> {
        loop {
            if let Some(entry) = self.waiting.next() {
                return Some(Ok(entry));
            }
            if self.is_over {
                return None;
            }
            let entries = self.batches.next()?.and_then(|batch| self.entries(&batch));
            match entries {
                Ok(entries) => self.waiting = entries.into_iter(),
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Table {
    fn entries(&mut self, batch: &RecordBatch) -> io::Result<Vec<InputEntry>> {
        let cells = |name: &str| {
            let column = batch.column_by_name(name).ok_or_else(|| no_column(name, &[]))?;
            Cells::of(column).ok_or_else(|| {
                let words =
                    format!("column {name:?} is of type {}, not text or bytes", column.data_type());
                io::Error::new(io::ErrorKind::InvalidData, words)
            })
        };
        let html = cells(&self.options.html_column)?;
        let url = self.url.as_deref().map(cells).transpose()?;
        let charset = self.options.charset_column.as_deref().map(cells).transpose()?;
        let mut kept = kept(batch, &self.options.keep_columns)?.into_iter();
        let mut entries = Vec::with_capacity(batch.num_rows());
        for row in 0..batch.num_rows() {
            let kept = kept.next().unwrap_or_default();
            let offset = self.next + row as u64;
            let text = |cells: &Option<Cells>| cells.as_ref().and_then(|cells| cells.text(row));
            entries.push(match html.html(row) {
                None => InputEntry::PassedOver("no page".to_owned()),
                Some(html) if html.len() as u64 > self.options.most_bytes => {
                    InputEntry::PassedOver("too large".to_owned())
                }
                Some(html) => InputEntry::Page(Box::new(InputPage {
                    offset,
                    id: None,
                    url: text(&url),
                    charset: text(&charset),
                    fetched_at: None,
                    html,
                    is_cut: false,
                    is_damaged: false,
                    kept,
                })),
            });
        }
        let before = self.next * self.length / self.rows.max(1);
        self.next += batch.num_rows() as u64;
        self.read.add((self.next * self.length / self.rows.max(1) - before) as usize);
        Ok(entries)
    }
}

/// The values of the columns that are kept, row by row.
fn kept(batch: &RecordBatch, names: &[String]) -> io::Result<Vec<Map<String, Value>>> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let places = names.iter().map(|name| batch.schema().index_of(name));
    let places = places.collect::<Result<Vec<_>, _>>().map_err(io::Error::other)?;
    let batch = batch.project(&places).map_err(io::Error::other)?;
    let mut writer = arrow_json::LineDelimitedWriter::new(Vec::new());
    writer.write(&batch).and_then(|()| writer.finish()).map_err(io::Error::other)?;
    let bytes = writer.into_inner();
    let lines = serde_json::Deserializer::from_slice(&bytes).into_iter::<Map<String, Value>>();
    let lines: Result<Vec<_>, _> = lines.collect();
    lines.map_err(io::Error::other)
}

#[cfg(test)]
mod tests;
