//! The one table of columns, and the choice of some of them.

use std::sync::Arc;

use arrow_schema::{FieldRef, Schema, SchemaRef};
use zhengwen::Options;

use crate::shape::{Part, Shape};

/// A column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name, that of the field in JSON.
    pub name: &'static str,
    /// Its type.
    pub shape: Shape,
    /// What it takes to fill it.
    pub origin: Origin,
}

/// What it takes to fill a column.
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

use Origin::{Fields, Form, Place, Text};
use Shape::{Float32, Int32, Int64, Json, List, Struct, Timestamp};

const fn column(name: &'static str, shape: Shape, origin: Origin) -> Column {
    Column { name, shape, origin }
}

const fn part(name: &'static str, shape: Shape) -> Part {
    Part { name, shape }
}

const fn text(name: &'static str) -> Part {
    part(name, Shape::Text)
}

const TEXTS: Shape = List(&Shape::Text);
const LINK: Shape = Struct(&[text("title"), text("url")]);
const POST: Shape = Struct(&[
    text("author"),
    text("time"),
    part("floor", Int32),
    part("depth", Int32),
    part("parent", Int32),
    text("text"),
]);
const ENCODING: Shape =
    Struct(&[text("name"), text("reason"), text("declared"), part("replaced", Int32)]);
const IMAGE: Shape = Struct(&[
    text("url"),
    text("alt"),
    text("caption"),
    part("width", Int32),
    part("height", Int32),
]);
const ITEM: Shape =
    Struct(&[text("title"), text("url"), text("time"), text("summary"), text("image")]);
/// The longest chunk where the caller gives no length, in characters.
const CHUNK_CHARACTERS: u32 = 1_000;

const KIND: Shape = Struct(&[text("kind"), part("probability", Float32)]);
const CHUNK: Shape = Struct(&[
    text("text"),
    part("headings", TEXTS),
    text("path"),
    part("start", Int32),
    part("end", Int32),
]);
const GROUP: Shape = Struct(&[text("heading"), part("items", List(&Int32))]);
const PRODUCT: Shape = Struct(&[
    text("name"),
    text("price"),
    text("list_price"),
    text("currency"),
    text("brand"),
    text("sku"),
    text("mpn"),
    text("gtin"),
    text("availability"),
    text("rating"),
    text("rating_count"),
    text("description"),
    part("parameters", List(&Struct(&[text("name"), text("value")]))),
]);

/// All columns, in the order of the table. What each holds stands in `schema/extraction.schema.json`.
pub const COLUMNS: &[Column] = &[
    column("id", Shape::Text, Place),
    column("file", Shape::Text, Place),
    column("offset", Int64, Place),
    column("url", Shape::Text, Place),
    column("host", Shape::Text, Place),
    column("fetched_at", Timestamp, Place),
    column("html_bytes", Int64, Place),
    column("text_hash", Shape::Text, Text),
    column("simhash", Int64, Text),
    column("title", Shape::Text, Fields),
    column("author", Shape::Text, Fields),
    column("source", Shape::Text, Fields),
    column("editor", Shape::Text, Fields),
    column("publish_date", Shape::Text, Fields),
    column("publish_date_raw", Shape::Text, Fields),
    column("modified_date", Shape::Text, Fields),
    column("modified_date_raw", Shape::Text, Fields),
    column("language", Shape::Text, Fields),
    column("description", Shape::Text, Fields),
    column("keywords", TEXTS, Fields),
    column("site_name", Shape::Text, Fields),
    column("canonical_url", Shape::Text, Fields),
    column("base_url", Shape::Text, Fields),
    column("license", Shape::Text, Fields),
    column("kind", Shape::Text, Fields),
    column("kinds", List(&KIND), Fields),
    column("page_group", Shape::Text, Fields),
    column("confidence", Float32, Text),
    column("method", Shape::Text, Text),
    column("encoding", ENCODING, Text),
    column("warnings", List(&Struct(&[text("code"), text("message")])), Fields),
    column("images", List(&IMAGE), Fields),
    column("text", Shape::Text, Text),
    column("word_count", Int32, Text),
    column("reading_minutes", Int32, Text),
    column("direction", Shape::Text, Text),
    column("chunks", List(&CHUNK), Form),
    column("markdown", Shape::Text, Form),
    column("html", Shape::Text, Form),
    column("body", Json, Form),
    column("tei", Shape::Text, Form),
    column("page_html", Shape::Text, Form),
    column("next_page", Shape::Text, Fields),
    column("pages", TEXTS, Fields),
    column("joined_pages", TEXTS, Fields),
    column("previous_article", LINK, Fields),
    column("next_article", LINK, Fields),
    column("related_links", List(&LINK), Fields),
    column("comments", List(&POST), Fields),
    column("posts", List(&POST), Fields),
    column("items", List(&ITEM), Fields),
    column("groups", List(&GROUP), Fields),
    column("product", PRODUCT, Fields),
];

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
        let own =
            ["id", "file", "offset", "host", "fetched_at", "html_bytes", "text_hash", "simhash"];
        let chosen = COLUMNS.iter().filter(|column| !own.contains(&column.name)).collect();
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

    /// The columns that the caller added.
    #[cfg(feature = "arrow")]
    pub(crate) fn added(&self) -> &[FieldRef] {
        &self.added
    }

    /// True if a column of this name is in the table.
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    /// The names of the columns in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let chosen = self.chosen.iter().map(|column| column.name);
        chosen.chain(self.added.iter().map(|field| field.name().as_str()))
    }

    /// Makes an extraction fill the columns that were chosen by name and no more: the forms of the
    /// article that are among them, and the text alone where no column needs the fields.
    pub fn apply(&self, options: &mut Options) {
        options.text_only |= !self.chosen.iter().any(|column| column.origin == Fields);
        for column in &self.chosen {
            let outputs = &mut options.outputs;
            match column.name {
                "chunks" => options.chunks = options.chunks.or(Some(CHUNK_CHARACTERS)),
                "markdown" => outputs.markdown = true,
                "html" => outputs.html = true,
                "body" => outputs.body = true,
                "tei" => outputs.tei = true,
                "page_html" => outputs.page_html = true,
                _ => {}
            }
        }
    }
}

/// The Arrow schema of a table with these columns. All of them may be null.
pub fn schema(columns: &Columns) -> SchemaRef {
    let chosen = columns.chosen.iter().map(|column| column.shape.field(column.name));
    Arc::new(Schema::new(chosen.chain(columns.added.iter().cloned()).collect::<Vec<_>>()))
}
