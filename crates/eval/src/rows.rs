//! Training rows as tables.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, Float32Array, ListArray, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

/// Rows, column by column; all columns have the same length.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowGroup {
    /// The columns of text.
    pub(crate) texts: Vec<Vec<String>>,
    /// The columns of numbers; NaN is a missing value.
    pub(crate) numbers: Vec<Vec<f32>>,
    /// The columns of lists of integers.
    pub(crate) lists: Vec<Vec<Vec<u32>>>,
}

/// The schema of a table with these columns: first text, then numbers, then lists.
pub(crate) fn schema(texts: &[&str], numbers: &[&str], lists: &[&str]) -> SchemaRef {
    let texts = texts.iter().map(|name| Field::new(*name, DataType::Utf8, false));
    let numbers = numbers.iter().map(|name| Field::new(*name, DataType::Float32, false));
    let item = Arc::new(Field::new("item", DataType::Int32, true));
    let lists = lists.iter().map(|name| Field::new(*name, DataType::List(item.clone()), false));
    Arc::new(Schema::new(texts.chain(numbers).chain(lists).collect::<Vec<_>>()))
}

/// The rows as a batch.
pub(crate) fn batch(schema: &SchemaRef, rows: RowGroup) -> Result<RecordBatch, ArrowError> {
    let texts =
        rows.texts.into_iter().map(|column| Arc::new(StringArray::from(column)) as ArrayRef);
    let numbers =
        rows.numbers.into_iter().map(|column| Arc::new(Float32Array::from(column)) as ArrayRef);
    let list = |list: Vec<u32>| {
        Some(list.into_iter().map(|value| Some(value.cast_signed())).collect::<Vec<_>>())
    };
    let lists = rows.lists.into_iter().map(|column| {
        let lists = column.into_iter().map(list);
        Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(lists)) as ArrayRef
    });
    RecordBatch::try_new(schema.clone(), texts.chain(numbers).chain(lists).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_a_batch() {
        let rows = RowGroup {
            texts: vec![vec!["x".to_owned(), "网页".to_owned()]],
            numbers: vec![vec![0.5, f32::NAN]],
            lists: vec![vec![vec![1, u32::MAX], Vec::new()]],
        };
        let batch = batch(&schema(&["page"], &["a"], &["l"]), rows).unwrap();
        assert_eq!((batch.num_rows(), batch.num_columns()), (2, 3));
    }
}
