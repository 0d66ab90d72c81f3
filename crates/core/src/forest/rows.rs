//! The rows of a table that go through a forest together.

/// The number of rows that go through a forest together.
pub(crate) const ROWS: usize = 16;

/// The values of up to [`ROWS`] rows in one column. A table has one for each column.
pub(crate) type Values = [f32; ROWS];
