//! The place of the output, and the files that it must not write over.

use std::path::{Path, PathBuf};

use zhengwen_io::output::{behind_links, is_same_file, is_special, partial_name};

use super::arguments::{BatchArguments, OutputFormat};
use super::plan::Plan;
use crate::not_built;
use crate::status::wrong_usage;

/// Endings of other files: rows as JSON Lines under such a name would mislead.
const OTHERS: [&str; 9] =
    [".csv", ".tsv", ".xlsx", ".md", ".txt", ".html", ".zip", ".arrow", ".sqlite"];

/// The place of the output.
pub(super) struct Target {
    /// The one file; `None` for standard output or a folder.
    pub(super) file: Option<PathBuf>,
    pub(super) folder: Option<PathBuf>,
    pub(super) format: OutputFormat,
    pub(super) is_packed: bool,
    pub(super) resumes: bool,
    /// True if what cannot be read has a row too.
    pub(super) has_errors: bool,
}

impl Target {
    pub(super) fn new(arguments: &BatchArguments) -> anyhow::Result<Self> {
        let output = &arguments.output;
        let path = output.output.as_deref().filter(|path| path.as_os_str() != "-");
        let name = path.map(|path| path.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let is_table = name.ends_with(".parquet");
        let is_packed = name.ends_with(".jsonl.gz");
        let is_lines = is_packed || name.ends_with(".jsonl");
        if let Some(ending) = OTHERS.iter().find(|ending| name.ends_with(**ending))
            && !path.is_some_and(Path::is_dir)
        {
            let choices = "batch writes OUT.jsonl, OUT.jsonl.gz, OUT.parquet or a folder (OUT/)";
            return Err(wrong_usage(format!("--output: no {ending} is written; {choices}")));
        }
        let is_folder = path.is_some_and(|path| {
            let names_file = match output.format {
                None => true,
                Some(OutputFormat::Parquet) => is_table,
                Some(OutputFormat::Jsonl) => is_lines,
                Some(_) => false,
            };
            name.ends_with('/') || path.is_dir() || !names_file
        });
        let by_name = match (is_folder, is_table) {
            (true, _) | (_, true) => OutputFormat::Parquet,
            _ => OutputFormat::Jsonl,
        };
        let format = output.format.unwrap_or(by_name);
        if format == OutputFormat::Parquet {
            not_built::check("tables", cfg!(feature = "tables"))?;
        }
        let needs_path = format != OutputFormat::Jsonl && path.is_none();
        if needs_path {
            return Err(wrong_usage("--format: only jsonl goes to standard output; add -o OUT"));
        }
        let target = Self {
            file: path.filter(|_| !is_folder).map(Path::to_owned),
            folder: path.filter(|_| is_folder).map(Path::to_owned),
            format,
            is_packed,
            resumes: output.resume,
            has_errors: output.error_rows,
        };
        if target.has_errors && matches!(format, OutputFormat::Files(_)) {
            return Err(wrong_usage(
                "--error-rows: files of pages have no rows; write jsonl or parquet",
            ));
        }
        target.check(arguments)?;
        Ok(target)
    }

    /// Refuses an output that cannot be resumed, or that would replace the output of a stopped run: that may be hours of work.
    fn check(&self, arguments: &BatchArguments) -> anyhow::Result<()> {
        let columns = &arguments.output.columns;
        let lacks =
            |name: &str| !columns.is_empty() && !columns.iter().any(|column| column == name);
        if self.resumes
            && arguments.output.output.is_some()
            && self.file.is_none()
            && self.folder.is_none()
        {
            return Err(wrong_usage(
                "--resume: standard output cannot be gone on with; name a file with --output",
            ));
        }
        if self.folder.is_some()
            && arguments.filter.dedup.is_some()
            && self.resumes
            && lacks("text_hash")
        {
            return Err(wrong_usage(
                "--dedup with --resume needs the column text_hash; add it to --columns",
            ));
        }
        if self.folder.is_some() && arguments.urls.is_some() {
            return Err(wrong_usage(
                "--urls: writes one file; name OUT.jsonl, OUT.jsonl.gz or OUT.parquet",
            ));
        }
        if let Some(summary) = &arguments.output.summary
            && let Some(folder) = summary.parent().filter(|folder| !folder.as_os_str().is_empty())
            && !folder.is_dir()
        {
            // Reported before the work and not after it.
            let name = summary.display();
            return Err(wrong_usage(format!("--summary: {name}: its folder is not there")));
        }
        let Some(file) = &self.file else { return Ok(()) };
        let name = file.display();
        if self.resumes && (self.format == OutputFormat::Parquet || self.is_packed) {
            // A list of addresses writes one file, so a folder is no way out there.
            let other = match arguments.urls {
                None => "write into a folder (-o OUT/) or to OUT.jsonl, which can",
                Some(_) => "write to OUT.jsonl, which can",
            };
            return Err(wrong_usage(format!(
                "{name}: a table or a packed file cannot be gone on with; {other}"
            )));
        }
        let (needed, words) = match arguments.urls {
            None => (&["id", "file", "offset"][..], "columns id, file and offset"),
            Some(_) => (&["id"][..], "column id"),
        };
        if self.resumes && (is_special(file) || needed.iter().any(|name| lacks(name))) {
            return Err(wrong_usage(format!("{name}: --resume needs a file with the {words}")));
        }
        let partial = partial_name(&behind_links(file)?);
        let is_left = std::fs::metadata(&partial).is_ok_and(|left| left.len() > 0);
        match is_left && !self.resumes {
            true => Err(wrong_usage(format!(
                "{}: left by a run that was stopped; --resume goes on with it, or delete it",
                partial.display()
            ))),
            false => Ok(()),
        }
    }

    /// Its name for people.
    pub(super) fn name(&self) -> String {
        let path = self.file.as_ref().or(self.folder.as_ref());
        path.map_or("standard output".to_owned(), |path| path.display().to_string())
    }

    /// Refuses to write over an input.
    pub(super) fn check_inputs(&self, plan: &Plan) -> anyhow::Result<()> {
        let Some(file) = self.file.as_ref().filter(|file| file.exists()) else { return Ok(()) };
        match plan.inputs.iter().find(|input| is_same_file(&input.path, file)) {
            Some(input) => {
                Err(wrong_usage(format!("{}: is an input too; name another output", input.name())))
            }
            None => Ok(()),
        }
    }
}
