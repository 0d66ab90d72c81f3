//! Tables in a build without them: errors.

use std::fs::File;
use std::io;

use arrow_schema::FieldRef;

use super::entry::{BytesRead, Entries, InputOptions};
use crate::NotBuilt;

pub(super) fn open(_: File, _: &InputOptions, _: &BytesRead) -> io::Result<Entries> {
    Err(NotBuilt("tables").into())
}

pub(super) fn fields(_: File, _: &[String]) -> io::Result<Vec<FieldRef>> {
    Err(NotBuilt("tables").into())
}

/// Does nothing: no table is read.
pub fn silence_reader_of_tables() {}
