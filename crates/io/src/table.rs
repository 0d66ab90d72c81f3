//! Tables as Parquet files: batches of Arrow written, rows with pages read.

use std::fs::File;
use std::io;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use crate::output::PartialFile;

/// Rows in a row group at most.
const GROUP_ROWS: usize = 20_000;

/// Bytes in a row group at most.
const GROUP_BYTES: usize = 128 << 20;

/// The level of Zstandard: a higher one costs more than it saves.
const LEVEL: i32 = 3;

/// Writes a Parquet file: Zstandard, row groups of at most 20,000 rows and 128 MB, with a page index.
pub struct TableWriter {
    writer: ArrowWriter<PartialFile>,
}

impl TableWriter {
    /// Begins a table in a file. `facts` are names and values for the metadata of the file.
    ///
    /// # Errors
    /// When a column's type has no form in Parquet.
    pub fn new(file: PartialFile, schema: SchemaRef, facts: &[(&str, String)]) -> io::Result<Self> {
        let facts =
            facts.iter().map(|(name, value)| KeyValue::new((*name).to_owned(), value.clone()));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL).map_err(plain)?))
            .set_max_row_group_row_count(Some(GROUP_ROWS))
            .set_max_row_group_bytes(Some(GROUP_BYTES))
            .set_key_value_metadata(Some(facts.collect()))
            .build();
        let writer = ArrowWriter::try_new(file, schema, Some(properties)).map_err(plain)?;
        Ok(Self { writer })
    }

    /// Creates a file for a table.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path, schema: SchemaRef) -> io::Result<Self> {
        Self::new(PartialFile::create(path)?, schema, &[])
    }

    /// Appends rows.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.writer.write(batch).map_err(plain)
    }

    /// Writes the end of the table; the file has no name yet.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn into_file(self) -> io::Result<PartialFile> {
        self.writer.into_inner().map_err(plain)
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.into_file()?.finish()
    }
}

/// An error of the disk as itself, without what is around it.
fn plain(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error.to_string()),
    }
}

/// The values of a text column of a Parquet file, in order; `None` for null.
///
/// # Errors
/// When the file cannot be read or has no such column of text.
pub fn texts(path: &Path, column: &str) -> io::Result<Vec<Option<String>>> {
    let mut texts = Vec::new();
    let file = File::open(path)?;
    for batch in super::inputs::table::batches(file, &[column], crate::pages::MAX_PAGE_BYTES)? {
        let batch = batch?;
        let values = super::inputs::table::Cells::of(batch.column(0))
            .ok_or_else(|| io::Error::other(format!("column {column} holds no text")))?;
        texts.extend((0..batch.num_rows()).map(|row| values.text(row)));
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, StringArray};

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        let column: ArrayRef = Arc::new(StringArray::from(vec![Some("网页"), None, Some("")]));
        let batch = RecordBatch::try_from_iter([("a", column)]).unwrap();
        let mut writer = TableWriter::create(&path, batch.schema()).unwrap();
        writer.write(&batch).unwrap();
        writer.write(&batch).unwrap();
        assert!(!path.exists());
        writer.finish().unwrap();
        let once = [Some("网页".to_owned()), None, Some(String::new())];
        assert_eq!(texts(&path, "a").unwrap(), [once.clone(), once].concat());
        assert!(texts(&path, "b").unwrap_err().to_string().contains("no column \"b\"; it has a"));
    }
}
