//! The lines of `zhengwen batch --urls`: where they go, and which a stopped run left.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use zhengwen_io::output::{PartialFile, partial_name};

use super::arguments::{OutputArguments, OutputFormat};
use crate::shown::json_stdout;
use crate::status::{Status, complain, wrong_usage};

/// What is read again of a line.
#[derive(Deserialize)]
pub(super) struct WrittenLine {
    pub(super) id: String,
}

/// Where lines go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output<'a> {
    /// The file to write; none for standard output.
    pub(super) path: Option<&'a Path>,
    /// Whether to go on with what a stopped run left.
    pub(super) resumes: bool,
}

impl<'a> Output<'a> {
    /// The output of the arguments: one file of lines, or standard output.
    pub(super) fn new(arguments: &'a OutputArguments) -> anyhow::Result<Self> {
        let is_other = arguments.format.is_some_and(|format| format != OutputFormat::Jsonl);
        if is_other || !arguments.columns.is_empty() || arguments.summary.is_some() {
            return Err(wrong_usage(
                "--urls: writes JSON Lines with all columns; leave out --format, --columns and --summary",
            ));
        }
        let path = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
        let output = Self { path, resumes: arguments.resume };
        output.check()?;
        Ok(output)
    }

    /// Refuses to write over what a stopped run left: that may be hours of work.
    fn check(&self) -> anyhow::Result<()> {
        let Some(path) = self.path.filter(|_| !self.resumes) else { return Ok(()) };
        let partial = partial_name(path);
        let is_left = std::fs::metadata(&partial).is_ok_and(|left| left.len() > 0);
        let name = partial.display();
        match is_left {
            true => Err(wrong_usage(format!(
                "{name}: left by a run that was stopped; --resume goes on with it, or delete it"
            ))),
            false => Ok(()),
        }
    }

    /// Reads again what a stopped run left, each whole line until `take` refuses one; how many bytes
    /// these lines have.
    pub(super) fn left(&self, mut take: impl FnMut(WrittenLine) -> bool) -> anyhow::Result<u64> {
        let Some(path) = self.path.filter(|_| self.resumes) else { return Ok(0) };
        let Ok(file) = std::fs::File::open(partial_name(path)) else { return Ok(0) };
        let (mut reader, mut line, mut bytes) = (BufReader::new(file), Vec::new(), 0);
        while reader.read_until(b'\n', &mut line)? > 0 {
            let whole = Some(&line).filter(|line| line.ends_with(b"\n"));
            let written = whole.and_then(|line| serde_json::from_slice(line).ok());
            if !written.is_some_and(&mut take) {
                break;
            }
            bytes += line.len() as u64;
            line.clear();
        }
        Ok(bytes)
    }

    /// Writes lines behind the first `left` bytes; gives what `write` gives.
    pub(super) fn write<T>(
        &self,
        left: u64,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let Some(path) = self.path else {
            let mut out = json_stdout();
            let done = write(&mut out)?;
            out.flush()?;
            return Ok(done);
        };
        let name = || path.display().to_string();
        let file = match left {
            0 => PartialFile::create(path),
            _ => PartialFile::resume(path, left),
        };
        let mut file = file.with_context(name)?;
        let done = write(&mut file)?;
        file.finish().with_context(name)?;
        Ok(done)
    }
}

/// A bar that shows on a terminal only.
pub(super) fn progress(count: usize, what: &str) -> anyhow::Result<ProgressBar> {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}  {{per_sec}}  {{eta}} left");
    let style = ProgressStyle::with_template(&template)?;
    Ok(ProgressBar::new(count as u64).with_style(style))
}

/// Tells how many failed.
pub(super) fn told(failed: usize, all: usize, what: &str) -> Status {
    if failed == 0 {
        return Status::Done;
    }
    complain(&format!("{failed} of {all} {what} failed"));
    Status::SomeFailed
}
