//! The one table of columns, and the choice of some of them.

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef};
use zhengwen::{Extraction, FORMS, Options};

use crate::shape::Shape;
use crate::shaped::shape;

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name, that of the field in JSON.
    pub name: &'static str,
    /// Its type.
    pub shape: Shape,
    /// The source of its values.
    pub origin: Origin,
}

/// The source of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The page's place: nothing of the page is looked at.
    Place,
    /// The text, which every extraction finds.
    Text,
    /// A form of the article that is written where it is asked for.
    Form,
    /// The fields, the page kind, links and records, which an extraction of the text alone leaves out.
    Fields,
}

use Origin::{Place, Text};

const fn column(name: &'static str, shape: Shape, origin: Origin) -> Column {
    Column { name, shape, origin }
}

/// The column that says why a page could not be read, of tables that have rows of such pages.
pub const ERROR: &str = "error";

/// The longest chunk where the caller gives no length, in characters.
const CHUNK_CHARACTERS: u32 = 1_000;

macro_rules! columns {
    (
        $(#[doc = $url_doc:literal])* url: $url_type:ty, Place, $url_english:literal, $url_chinese:literal;
        $(
            $(#[doc = $doc:literal])* $(#[serde($($serde:tt)*)])?
            $name:ident: $type:ty, $origin:ident $(from $candidate:ty)? $(, $english:literal, $chinese:literal)?;
        )*
    ) => {
        /// All columns, in the order of the table. `schema/extraction.schema.json` describes them.
        pub const COLUMNS: &[Column] = &[
            column("id", Shape::Text, Place),
            column("file", Shape::Text, Place),
            column("offset", Shape::Int64, Place),
            column("url", Shape::Text, Place),
            column("host", Shape::Text, Place),
            column("fetched_at", Shape::Timestamp, Place),
            column("html_bytes", Shape::Int64, Place),
            column("text_hash", Shape::Text, Text),
            column("simhash", Shape::Int64, Text),
            $(column(stringify!($name), shape(|found: &Extraction| &found.$name), Origin::$origin),)*
        ];
    };
}
zhengwen::fields!(columns);

/// The columns of a table: some of [`COLUMNS`] in any order, then those that the caller adds.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns {
    chosen: Vec<&'static Column>,
    added: Vec<FieldRef>,
}

/// A name that no column has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no column {0:?}; there are {list}", list = names(COLUMNS.iter()))]
pub struct UnknownColumn(pub String);

fn names<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    columns.map(|column| column.name).collect::<Vec<_>>().join(", ")
}

/// All of [`COLUMNS`].
impl Default for Columns {
    fn default() -> Self {
        Self { chosen: COLUMNS.iter().collect(), added: Vec::new() }
    }
}

impl Columns {
    /// All of [`COLUMNS`].
    pub fn all() -> Self {
        Self::default()
    }

    /// Those that an [`Extraction`](zhengwen::Extraction) has, without the places of pages and
    /// the hashes of texts.
    pub fn of_extraction() -> Self {
        let left_out =
            ["id", "file", "offset", "host", "fetched_at", "html_bytes", "text_hash", "simhash"];
        let chosen = COLUMNS.iter().filter(|column| !left_out.contains(&column.name)).collect();
        Self { chosen, added: Vec::new() }
    }

    /// Those of these names, in this order, each once.
    ///
    /// # Errors
    /// A name that no column has.
    pub fn named<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Result<Self, UnknownColumn> {
        let mut chosen: Vec<&'static Column> = Vec::new();
        for name in names {
            let name = name.as_ref();
            let column = COLUMNS.iter().find(|column| column.name == name);
            let column = column.ok_or_else(|| UnknownColumn(name.to_owned()))?;
            if !chosen.contains(&column) {
                chosen.push(column);
            }
        }
        Ok(Self { chosen, added: Vec::new() })
    }

    /// Adds columns of the caller's own, filled from [`Row::added`](crate::Row::added). Their names must
    /// differ from those of the others.
    #[must_use]
    pub fn with(mut self, added: Vec<FieldRef>) -> Self {
        self.added = added;
        self
    }

    /// Adds [`ERROR`], a column of the caller's own too.
    #[must_use]
    pub fn with_errors(mut self) -> Self {
        self.added.push(Arc::new(Field::new(ERROR, DataType::Utf8, true)));
        self
    }

    /// The columns that the caller added.
    #[cfg(feature = "arrow")]
    pub(crate) fn added(&self) -> &[FieldRef] {
        &self.added
    }

    /// True if a column of this name is in the table.
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// The names of the columns in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let chosen = self.chosen.iter().map(|column| column.name);
        chosen.chain(self.added.iter().map(|field| field.name().as_str()))
    }

    /// Makes an extraction fill the columns that were chosen by name and no more: the forms of the
    /// article that are among them, and the text alone where no column needs the fields.
    pub fn apply(&self, options: &mut Options) {
        options.text_only |= !self.chosen.iter().any(|column| column.origin == Origin::Fields);
        for column in &self.chosen {
            match FORMS.iter().find(|info| info.field == Some(column.name)) {
                Some(info) => options.outputs.set(info.form, true),
                None if column.name == "chunks" => {
                    options.chunks = options.chunks.or(Some(CHUNK_CHARACTERS));
                }
                None => {}
            }
        }
    }
}

/// The Arrow schema of a table with these columns. All of them may be null.
pub fn schema(columns: &Columns) -> SchemaRef {
    let chosen = columns.chosen.iter().map(|column| column.shape.field(column.name));
    Arc::new(Schema::new(chosen.chain(columns.added.iter().cloned()).collect::<Vec<_>>()))
}
