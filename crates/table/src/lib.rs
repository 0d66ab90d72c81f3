//! The extractions of zhengwen as an Arrow table: a row a page, a column a field.
//!
//! ```
//! use zhengwen_table::{Batcher, Columns, Row, schema};
//!
//! let columns = Columns::named(["title", "text", "images"])?;
//! let mut batcher = Batcher::new(&columns)?;
//! let html = b"<title>A title</title><p>One sentence, and one more. And two.</p>";
//! batcher.push(Row::new(zhengwen::extract(html)))?;
//! let batch = batcher.flush()?;
//! assert_eq!((batch.num_rows(), batch.schema()), (1, schema(&columns)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It knows nothing of files. The table of columns is [`COLUMNS`]; `docs/schema.md` is made from it.

#[cfg(feature = "arrow")]
mod batcher;
mod columns;
mod likeness;
mod row;
mod shape;
mod shaped;

#[cfg(feature = "arrow")]
pub use batcher::Batcher;
pub use columns::{COLUMNS, Column, Columns, ERROR, Origin, UnknownColumn, schema};
pub use likeness::{simhash, text_hash};
pub use row::Row;
pub use shape::{Part, Shape};

/// The example of the README is a test.
#[cfg(all(doctest, feature = "arrow"))]
#[doc = include_str!("../README.md")]
struct Readme;
