//! The types of columns.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, TimeUnit};

/// The name of a list's element, as Parquet has it.
const ELEMENT: &str = "element";

/// The type of a column or of a part of it. Every value may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Text.
    Text,
    /// A structure of any depth, written as JSON.
    Json,
    /// An integer of 32 bits. There are no unsigned types, which Spark does not know; a number that
    /// does not fit is null.
    Int32,
    /// An integer of 64 bits.
    Int64,
    /// A number of 32 bits.
    Float32,
    /// True or false.
    Boolean,
    /// Microseconds since 1970 in UTC.
    Timestamp,
    /// Any number of the same.
    List(&'static Shape),
    /// Named parts.
    Struct(&'static [Part]),
}

/// A named part of a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub shape: Shape,
}

impl Shape {
    /// The type in Arrow.
    pub fn data_type(&self) -> DataType {
        match self {
            Self::Text | Self::Json => DataType::Utf8,
            Self::Int32 => DataType::Int32,
            Self::Int64 => DataType::Int64,
            Self::Float32 => DataType::Float32,
            Self::Boolean => DataType::Boolean,
            Self::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Self::List(shape) => DataType::List(shape.field(ELEMENT)),
            Self::Struct(parts) => {
                DataType::Struct(parts.iter().map(|part| part.shape.field(part.name)).collect())
            }
        }
    }

    /// A field of this type that may be null.
    pub(crate) fn field(&self, name: &str) -> FieldRef {
        Arc::new(Field::new(name, self.data_type(), true))
    }
}

/// The type in words: `list of struct(title text, url text)`.
impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text => f.write_str("text"),
            Self::Json => f.write_str("JSON as text"),
            Self::Int32 => f.write_str("int32"),
            Self::Int64 => f.write_str("int64"),
            Self::Float32 => f.write_str("float32"),
            Self::Boolean => f.write_str("boolean"),
            Self::Timestamp => f.write_str("timestamp (µs, UTC)"),
            Self::List(shape) => write!(f, "list of {shape}"),
            Self::Struct(parts) => {
                let parts: Vec<String> =
                    parts.iter().map(|part| format!("{} {}", part.name, part.shape)).collect();
                write!(f, "struct({})", parts.join(", "))
            }
        }
    }
}
