//! Rows of a Parquet table: gathered into batches, and written.

use arrow_array::{BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use serde_json::{Map, Value};
use zhengwen_io::output::PartialFile;
use zhengwen_io::table::TableWriter;
pub(super) use zhengwen_io::table::texts;
use zhengwen_table::{Batcher, Columns, Row, schema};

/// The rows of a group of pages. It is made with the first row.
#[derive(Default)]
pub(super) struct TableRows(Option<Batcher>);

impl TableRows {
    pub(super) fn push(&mut self, columns: &Columns, row: Row) -> anyhow::Result<()> {
        Ok(self.batcher(columns)?.push(row)?)
    }

    /// Adds a row of these fields, null in the other columns.
    pub(super) fn push_fields(
        &mut self,
        columns: &Columns,
        fields: Map<String, Value>,
    ) -> anyhow::Result<()> {
        Ok(self.batcher(columns)?.push_fields(fields)?)
    }

    fn batcher(&mut self, columns: &Columns) -> anyhow::Result<&mut Batcher> {
        let batcher = match self.0.take() {
            Some(batcher) => batcher,
            None => Batcher::new(columns)?,
        };
        Ok(self.0.insert(batcher))
    }

    /// The rows since the last batch; `None` if there never was a row.
    pub(super) fn flush(&mut self) -> anyhow::Result<Option<TableBatch>> {
        Ok(self.0.as_mut().map(Batcher::flush).transpose()?.map(TableBatch))
    }
}

/// Rows that are written at once.
pub(super) struct TableBatch(RecordBatch);

impl TableBatch {
    /// The rows that are marked, one mark a row.
    pub(super) fn only(self, is_kept: Vec<bool>) -> anyhow::Result<Self> {
        if is_kept.iter().all(|is_kept| *is_kept) {
            return Ok(self);
        }
        Ok(Self(filter_record_batch(&self.0, &BooleanArray::from(is_kept))?))
    }
}

/// A table that is being written.
pub(super) struct Table(TableWriter);

impl Table {
    /// Begins a table; `facts` are names and values for the metadata of its file.
    pub(super) fn of_file(
        file: PartialFile,
        columns: &Columns,
        facts: &[(&str, String)],
    ) -> anyhow::Result<Self> {
        Ok(Self(TableWriter::new(file, schema(columns), facts)?))
    }

    pub(super) fn write(&mut self, batch: &TableBatch) -> anyhow::Result<()> {
        Ok(self.0.write(&batch.0)?)
    }

    /// The file, whole; it has no name yet.
    pub(super) fn into_file(self) -> anyhow::Result<PartialFile> {
        Ok(self.0.into_file()?)
    }
}
