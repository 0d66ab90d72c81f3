//! The sinks of rows.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use zhengwen_io::output::PartialFile;
use zhengwen_table::Columns;

use super::arguments::OutputFormat;
use super::table::{Table, TableBatch};

/// The sink of rows.
pub(super) enum Sink {
    Stdout(Box<dyn Write + Send>),
    Lines(PartialFile),
    PackedLines(Box<GzEncoder<PartialFile>>),
    Table(Box<Table>),
    /// A file a page, in a folder.
    Files,
}

impl Sink {
    /// Begins a file of rows.
    pub(super) fn of_file(
        file: PartialFile,
        format: OutputFormat,
        is_packed: bool,
        columns: &Columns,
        facts: &[(&str, String)],
    ) -> anyhow::Result<Self> {
        Ok(match format {
            OutputFormat::Parquet => Self::Table(Box::new(Table::of_file(file, columns, facts)?)),
            _ if is_packed => {
                Self::PackedLines(Box::new(GzEncoder::new(file, Compression::default())))
            }
            _ => Self::Lines(file),
        })
    }

    /// Writes a line, or the file of a page.
    pub(super) fn write_bytes(
        &mut self,
        bytes: &[u8],
        target: Option<&PathBuf>,
    ) -> anyhow::Result<()> {
        match (self, target) {
            (Self::Stdout(out), _) => out.write_all(bytes)?,
            (Self::Lines(out), _) => out.write_all(bytes)?,
            (Self::PackedLines(out), _) => out.write_all(bytes)?,
            (Self::Files, Some(target)) => {
                write_whole(target, bytes).with_context(|| target.display().to_string())?;
            }
            (Self::Files | Self::Table(_), _) => {}
        }
        Ok(())
    }

    /// Writes rows of a table.
    pub(super) fn write_batch(&mut self, batch: &TableBatch) -> anyhow::Result<()> {
        if let Self::Table(table) = self {
            table.write(batch)?;
        }
        Ok(())
    }

    /// Flushes the written rows: a kill loses only those that follow.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Lines(out) => out.flush(),
            Self::PackedLines(_) | Self::Table(_) | Self::Files => Ok(()),
        }
    }

    /// The file, whole; it has no name yet. None where there is no one file.
    pub(super) fn into_file(self) -> anyhow::Result<Option<PartialFile>> {
        Ok(match self {
            Self::Stdout(mut out) => {
                out.flush()?;
                None
            }
            Self::Lines(file) => Some(file),
            Self::PackedLines(encoder) => Some(encoder.finish()?),
            Self::Table(table) => Some(table.into_file()?),
            Self::Files => None,
        })
    }
}

fn write_whole(target: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = target.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = PartialFile::create_hidden(target)?;
    file.write_all(bytes)?;
    file.finish()
}
