//! Rows to batches of Arrow.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, make_array};
use arrow_json::ReaderBuilder;
use arrow_json::reader::Decoder;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::columns::{Columns, schema};
use crate::row::Row;

/// Gathers rows and makes a batch of them. Rows wait in memory, and a batch holds at most two
/// gigabytes of text a column: flush it every few megabytes.
#[derive(Debug)]
pub struct Batcher {
    decoder: Decoder,
    schema: SchemaRef,
    has_body: bool,
    /// The added columns of text: values that are not text are written as JSON.
    texts: Vec<String>,
}

/// A row with its body as JSON.
#[derive(Serialize)]
struct WithBody<'a> {
    body: Option<String>,
    #[serde(flatten)]
    row: &'a Row,
}

impl Batcher {
    /// A batcher for tables with these columns.
    ///
    /// # Errors
    /// When an added column is of a type that cannot be filled from JSON.
    pub fn new(columns: &Columns) -> Result<Self, ArrowError> {
        let schema = schema(columns);
        let decoded: Vec<FieldRef> = schema.fields().iter().map(decoded).collect();
        // A page may claim any number, as the width of a picture: what does not fit is null.
        let builder = ReaderBuilder::new(Arc::new(Schema::new(decoded)));
        let decoder = builder.with_ignore_type_conflicts(true).build_decoder()?;
        let texts = columns.added().iter().filter(|field| field.data_type() == &DataType::Utf8);
        let texts = texts.map(|field| field.name().clone()).collect();
        Ok(Self { decoder, schema, has_body: columns.has("body"), texts })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When a value of an added column cannot be written.
    pub fn push(&mut self, mut row: Row) -> Result<(), ArrowError> {
        let body = row.extraction.body.take().filter(|_| self.has_body);
        let body = body.map(|body| serde_json::to_string(&body)).transpose();
        let body = body.map_err(|error| ArrowError::JsonError(error.to_string()))?;
        self.write_texts(&mut row.added);
        self.decoder.serialize(&[WithBody { body, row: &row }])
    }

    /// Adds a row of these fields, by the names of columns; the other columns are null.
    ///
    /// # Errors
    /// When a value cannot be written.
    pub fn push_fields(&mut self, mut fields: Map<String, Value>) -> Result<(), ArrowError> {
        self.write_texts(&mut fields);
        self.decoder.serialize(&[fields])
    }

    fn write_texts(&self, fields: &mut Map<String, Value>) {
        for name in &self.texts {
            if let Some(value) = fields.get_mut(name)
                && !value.is_string()
                && !value.is_null()
            {
                *value = Value::String(value.to_string());
            }
        }
    }

    /// The batch of the rows since the last one; without rows an empty one.
    ///
    /// # Errors
    /// When a column of the batch would be larger than two gigabytes.
    pub fn flush(&mut self) -> Result<RecordBatch, ArrowError> {
        let Some(batch) = self.decoder.flush()? else {
            return Ok(RecordBatch::new_empty(self.schema.clone()));
        };
        let fields = self.schema.fields().iter();
        let columns =
            batch.columns().iter().zip(fields).map(|(column, field)| named(column, field));
        RecordBatch::try_new(self.schema.clone(), columns.collect::<Result<_, _>>()?)
    }
}

/// The type that a field is decoded as: the decoder knows time zones by their offset only.
fn decoded(field: &FieldRef) -> FieldRef {
    match field.data_type() {
        DataType::Timestamp(unit, Some(zone)) if &**zone == "UTC" => {
            let kind = DataType::Timestamp(*unit, Some("+00:00".into()));
            Arc::new(Field::new(field.name(), kind, true))
        }
        _ => field.clone(),
    }
}

/// A decoded column as its field has it.
fn named(column: &ArrayRef, field: &FieldRef) -> Result<ArrayRef, ArrowError> {
    if column.data_type() == field.data_type() {
        return Ok(column.clone());
    }
    let data = column.to_data().into_builder().data_type(field.data_type().clone());
    data.build().map(make_array)
}
