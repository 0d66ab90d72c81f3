//! One file of rows, or standard output, and the rows that a stopped run left in it.

use anyhow::Context;
use zhengwen_io::output::{PartialFile, behind_links, is_special, partial_name};
use zhengwen_table::Columns;

use super::arguments::OutputFormat;
use super::folder::{FileNotes, RunFile};
use super::left::Left;
use super::sink::Sink;
use super::target::Target;
use crate::shown::json_stdout;
use crate::status::complain;

/// One output of rows.
pub(super) struct OneOutput {
    /// The rows that are written already.
    pub(super) left: Left,
    /// None for standard output.
    file: Option<PartialFile>,
    /// The run's settings, if it can be resumed.
    notes: Option<FileNotes>,
}

impl OneOutput {
    /// Begins the output, or goes on with it; `None` if a run finished it before.
    pub(super) fn open(target: &Target, run: &RunFile) -> anyhow::Result<Option<Self>> {
        let name = || target.name();
        let Some(path) = &target.file else {
            return Ok(Some(Self { left: Left::default(), file: None, notes: None }));
        };
        let partial = partial_name(&behind_links(path)?);
        if target.resumes && !partial.exists() && path.exists() {
            // A run may have ended between giving the file its name and removing its notes.
            FileNotes::new(&partial).remove()?;
            complain(&format!("{}: finished before; delete it to do it again", name()));
            return Ok(None);
        }
        let (mut left, mut notes) = (Left::default(), None);
        if target.resumes {
            notes = Some(FileNotes::resume(&partial, run)?);
            left = Left::read(&partial, target.has_errors).with_context(name)?;
        } else if target.format == OutputFormat::Jsonl && !target.is_packed && !is_special(path) {
            notes = Some(FileNotes::new(&partial));
        }
        let file = match left.bytes {
            0 => PartialFile::create(path),
            bytes => PartialFile::resume(path, bytes),
        };
        let file = file.with_context(name)?;
        notes.as_ref().map_or(Ok(()), |notes| notes.write(run))?;
        Ok(Some(Self { left, file: Some(file), notes }))
    }

    /// The sink for the rows.
    pub(super) fn sink(
        &mut self,
        target: &Target,
        columns: &Columns,
        facts: &[(&str, String)],
    ) -> anyhow::Result<Sink> {
        match self.file.take() {
            None => Ok(Sink::Stdout(json_stdout())),
            Some(file) => Sink::of_file(file, target.format, target.is_packed, columns, facts),
        }
    }

    /// Gives the file its name.
    pub(super) fn finish(self, sink: Sink) -> anyhow::Result<()> {
        if let Some(file) = sink.into_file()? {
            file.finish()?;
        }
        self.notes.map_or(Ok(()), |notes| notes.remove())
    }
}
