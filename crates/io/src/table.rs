//! Tables of numbers as Parquet files.

use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, FloatType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::output::PartialFile;

/// Writes a table in row groups: first columns of text, then columns of numbers and of lists.
pub struct TableWriter {
    writer: SerializedFileWriter<PartialFile>,
}

/// A row group, column by column; all columns have the same length.
#[derive(Debug, Clone, Default)]
pub struct RowGroup {
    /// The columns of text.
    pub texts: Vec<Vec<String>>,
    /// The columns of numbers; NaN is a missing value.
    pub numbers: Vec<Vec<f32>>,
    /// The columns of lists of integers.
    pub lists: Vec<Vec<Vec<u32>>>,
}

impl TableWriter {
    /// Creates a file with these columns.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(
        path: &Path,
        texts: &[&str],
        numbers: &[&str],
        lists: &[&str],
    ) -> Result<Self, ParquetError> {
        let field = |name: &&str, kind, converted| {
            let builder = Type::primitive_type_builder(name, kind)
                .with_repetition(Repetition::REQUIRED)
                .with_converted_type(converted);
            builder.build().map(Arc::new)
        };
        let text = |name| field(name, PhysicalType::BYTE_ARRAY, ConvertedType::UTF8);
        let number = |name| field(name, PhysicalType::FLOAT, ConvertedType::NONE);
        let list = |name: &&str| {
            let builder = Type::primitive_type_builder(name, PhysicalType::INT32)
                .with_repetition(Repetition::REPEATED);
            builder.build().map(Arc::new)
        };
        let fields = texts.iter().map(text).chain(numbers.iter().map(number));
        let fields = fields.chain(lists.iter().map(list));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let schema = Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = PartialFile::create(path)?;
        let writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
        Ok(Self { writer })
    }

    /// Appends rows.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, rows: &RowGroup) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for values in &rows.texts {
            let values: Vec<ByteArray> =
                values.iter().map(|v| ByteArray::from(v.as_str())).collect();
            if let Some(mut column) = group.next_column()? {
                column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
                column.close()?;
            }
        }
        for values in &rows.numbers {
            if let Some(mut column) = group.next_column()? {
                column.typed::<FloatType>().write_batch(values, None, None)?;
                column.close()?;
            }
        }
        for lists in &rows.lists {
            let (values, definition, repetition) = flattened(lists);
            if let Some(mut column) = group.next_column()? {
                column.typed::<Int32Type>().write_batch(
                    &values,
                    Some(&definition),
                    Some(&repetition),
                )?;
                column.close()?;
            }
        }
        group.close()?;
        Ok(())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(self) -> Result<(), ParquetError> {
        Ok(self.writer.into_inner()?.finish()?)
    }
}

/// Lists as Parquet stores them: the values; the definition levels, 0 for an empty list and 1 for a
/// value; the repetition levels, 0 for the first value of a list and 1 for the others.
fn flattened(lists: &[Vec<u32>]) -> (Vec<i32>, Vec<i16>, Vec<i16>) {
    let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
    for list in lists {
        values.extend(list.iter().map(|value| value.cast_signed()));
        definition.extend(std::iter::repeat_n(i16::from(!list.is_empty()), list.len().max(1)));
        repetition.push(0);
        repetition.extend(std::iter::repeat_n(1, list.len().saturating_sub(1)));
    }
    (values, definition, repetition)
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.parquet");
        let mut writer = TableWriter::create(&path, &["page"], &["a", "b"], &["l"]).unwrap();
        let group = |names: [&str; 2], a: [f32; 2]| RowGroup {
            texts: vec![names.map(str::to_owned).to_vec()],
            numbers: vec![a.to_vec(), vec![1.0, f32::NAN]],
            lists: vec![vec![vec![1, 7], Vec::new()]],
        };
        writer.write(&group(["x", "网页"], [0.5, -1.0])).unwrap();
        writer.write(&group(["y", ""], [2.0, 3.0])).unwrap();
        writer.finish().unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        let pages: Vec<&String> = rows.iter().map(|row| row.get_string(0).unwrap()).collect();
        assert_eq!(pages, ["x", "网页", "y", ""]);
        let a: Vec<f32> = rows.iter().map(|row| row.get_float(1).unwrap()).collect();
        assert_eq!(a, [0.5, -1.0, 2.0, 3.0]);
        assert!(rows[1].get_float(2).unwrap().is_nan());
        let lists = rows.iter().map(|row| row.get_list(3).unwrap().len());
        assert_eq!(lists.collect::<Vec<_>>(), [2, 0, 2, 0]);
    }
}
