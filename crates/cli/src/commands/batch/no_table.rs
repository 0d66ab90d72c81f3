//! Tables in a build without them: errors.

use std::io;
use std::path::Path;

use serde_json::{Map, Value};
use zhengwen_io::NotBuilt;
use zhengwen_io::output::PartialFile;
use zhengwen_table::{Columns, Row};

#[derive(Default)]
pub(super) struct TableRows(());

impl TableRows {
    pub(super) fn push(&mut self, _: &Columns, _: Row) -> anyhow::Result<()> {
        Err(NotBuilt("tables").into())
    }

    pub(super) fn push_fields(&mut self, _: &Columns, _: Map<String, Value>) -> anyhow::Result<()> {
        Err(NotBuilt("tables").into())
    }

    pub(super) fn flush(&mut self) -> anyhow::Result<Option<TableBatch>> {
        Ok(None)
    }
}

/// Rows that are written at once; no value exists.
pub(super) enum TableBatch {}

impl TableBatch {
    pub(super) fn only(self, _: Vec<bool>) -> anyhow::Result<Self> {
        match self {}
    }
}

/// A table that is being written; no value exists.
pub(super) enum Table {}

impl Table {
    pub(super) fn of_file(
        _: PartialFile,
        _: &Columns,
        _: &[(&str, String)],
    ) -> anyhow::Result<Self> {
        Err(NotBuilt("tables").into())
    }

    pub(super) fn write(&mut self, _: &TableBatch) -> anyhow::Result<()> {
        match *self {}
    }

    pub(super) fn into_file(self) -> anyhow::Result<PartialFile> {
        match self {}
    }
}

pub(super) fn texts(_: &Path, _: &str) -> io::Result<Vec<Option<String>>> {
    Err(NotBuilt("tables").into())
}
