//! The inputs to read, and their order.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::Context;
use zhengwen_io::fetch::{is_address, is_in_store};
use zhengwen_io::inputs::{InputKind, stem};
use zhengwen_io::pages;

use super::arguments::{InputArguments, InputFormat};
use crate::fetch_options::FetchArguments;
use crate::hints::with_hint;
use crate::status::complain;

/// A file with a page, or with many.
#[derive(Debug, Clone)]
pub(super) struct Input {
    pub(super) path: PathBuf,
    pub(super) kind: InputKind,
    /// Its path below the folder that was named, or its name.
    pub(super) below: PathBuf,
}

impl Input {
    /// True if it is at an address of the web.
    pub(super) fn is_remote(&self) -> bool {
        self.path.to_str().is_some_and(is_address)
    }

    /// Its name for people and in the output.
    pub(super) fn name(&self) -> String {
        self.path.to_string_lossy().into_owned()
    }
}

/// The inputs of a run.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) inputs: Vec<Input>,
    /// Inputs that cannot be read; each was reported.
    pub(super) failed: usize,
}

impl Plan {
    /// Finds all inputs that the arguments name, each once.
    /// With `keeps_missing` those that are not there are among them: reading them says so.
    pub(super) fn new(
        arguments: &InputArguments,
        fetch: &FetchArguments,
        keeps_missing: bool,
    ) -> anyhow::Result<Self> {
        let mut plan = Self::default();
        let mut names: Vec<PathBuf> = arguments.input.clone();
        if let Some(list) = &arguments.inputs {
            let listed = listed(list, arguments.input_base.as_deref().unwrap_or(""))?;
            if listed.is_empty() {
                complain(&format!("{}: names no inputs", list.display()));
            }
            names.extend(listed);
        }
        for name in &names {
            match name.to_str().filter(|name| is_address(name)) {
                Some(address) => plan.add_address(address, arguments.input_format, fetch)?,
                None => plan.add(name, arguments.input_format, keeps_missing),
            }
        }
        if names.len() > 1 {
            plan.keep_once();
        }
        Ok(plan)
    }

    /// Adds the inputs at a path. Reports and counts those that cannot be read; the rest go on.
    fn add(&mut self, path: &Path, format: Option<InputFormat>, keeps_missing: bool) {
        if path.as_os_str() == "-" {
            let kind = format.map_or(InputKind::Page, InputFormat::kind);
            self.inputs.push(Input { path: path.to_owned(), kind, below: "stdin".into() });
            return;
        }
        let endings = match format {
            Some(format) => format.kind().endings().to_vec(),
            // Tables in a folder may be the output of a run before.
            None => [InputKind::Page.endings(), InputKind::Warc.endings()].concat(),
        };
        match pages::list_files(path, &endings) {
            Ok(listed) => {
                listed.notice(path).iter().for_each(|notice| complain(notice));
                let pages::Listed { files, failed, .. } = listed;
                if files.is_empty() && failed.is_empty() {
                    let endings = endings.join(" ");
                    complain(&format!("{}: holds no pages ({endings})", path.display()));
                }
                failed.iter().for_each(|error| complain(error));
                self.failed += failed.len();
                self.inputs.extend(files.into_iter().map(|file| {
                    let kind = format.map_or_else(|| InputKind::of(&file), InputFormat::kind);
                    let below =
                        file.strip_prefix(path).ok().filter(|below| !below.as_os_str().is_empty());
                    let below =
                        below.or(file.file_name().map(Path::new)).unwrap_or(&file).to_owned();
                    Input { path: file, kind, below }
                }));
            }
            Err(_) if keeps_missing => {
                let kind = format.map_or_else(|| InputKind::of(path), InputFormat::kind);
                self.push(path, kind);
            }
            Err(error) => {
                complain(&format!("{}: {error}", path.display()));
                self.failed += 1;
            }
        }
    }

    /// Adds the archive or table at an address, or the archives below one of a store.
    fn add_address(
        &mut self,
        address: &str,
        format: Option<InputFormat>,
        fetch: &FetchArguments,
    ) -> anyhow::Result<()> {
        let kind = |path: &Path| format.map_or_else(|| InputKind::of(path), InputFormat::kind);
        let path = Path::new(address);
        let is_folder = is_in_store(address) && address.ends_with('/');
        if !is_folder && kind(path) != InputKind::Page {
            self.push(path, kind(path));
        } else if !is_folder {
            let hint = "pages are fetched with --urls FILE, folders of a store end with /";
            complain(&format!("{address}: no archive or table by its name; {hint}"));
            self.failed += 1;
        } else {
            let endings = format.map_or(InputKind::Warc, InputFormat::kind).endings();
            match fetch.client()?.list_store(address) {
                Ok(names) => {
                    let fitting = names.iter().map(Path::new);
                    let fitting: Vec<_> =
                        fitting.filter(|name| pages::has_ending(name, endings)).collect();
                    fitting.iter().for_each(|name| self.push(name, kind(name)));
                    let (count, of) = (fitting.len(), names.len());
                    complain(&format!("{address}: {count} of {of} objects by their names"));
                }
                Err(error) => {
                    complain(&format!("{address}: {}", with_hint(&error)));
                    self.failed += 1;
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, path: &Path, kind: InputKind) {
        let below = path.file_name().map_or_else(|| path.to_owned(), PathBuf::from);
        self.inputs.push(Input { path: path.to_owned(), kind, below });
    }

    /// The names of the inputs.
    pub(super) fn names(&self) -> Vec<String> {
        self.inputs.iter().map(Input::name).collect()
    }

    /// Drops inputs that are named again.
    fn keep_once(&mut self) {
        let mut seen = HashSet::new();
        let mut again = Vec::new();
        self.inputs.retain(|input| {
            let is_new = seen
                .insert(std::path::absolute(&input.path).unwrap_or_else(|_| input.path.clone()));
            if !is_new {
                again.push(input.name());
            }
            is_new
        });
        match again.as_slice() {
            [] => {}
            [only] => complain(&format!("{only}: named twice, read once")),
            [first, rest @ ..] => {
                complain(&format!("{first} and {} more: named twice, read once", rest.len()));
            }
        }
    }

    /// The inputs in parts, each the work for one file of the output: an archive or a table, or pages that have
    /// files of their own.
    pub(super) fn parts(&self, pages_per_file: usize) -> Vec<Part<'_>> {
        let mut parts: Vec<Part> = Vec::new();
        let mut start = 0;
        while start < self.inputs.len() {
            let first = &self.inputs[start];
            let is_page = |input: &Input| input.kind == InputKind::Page;
            let rest = &self.inputs[start..];
            let count = match is_page(first) {
                true => rest.iter().take(pages_per_file).take_while(|input| is_page(input)).count(),
                false => 1,
            };
            let inputs = &rest[..count];
            let name = if is_page(first) { "pages".to_owned() } else { plain(&stem(&first.path)) };
            parts.push(Part { name: format!("part-{:05}-{name}", parts.len()), inputs });
            start += count;
        }
        parts
    }
}

/// The work for one file of the output.
#[derive(Debug, Clone)]
pub(super) struct Part<'a> {
    /// The name of the file without its ending.
    pub(super) name: String,
    pub(super) inputs: &'a [Input],
}

/// A name that every system and every program takes.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '_' }).take(100).collect()
}

/// The names in a list, one a line.
fn listed(list: &Path, base: &str) -> anyhow::Result<Vec<PathBuf>> {
    let text = std::fs::read_to_string(list).with_context(|| list.display().to_string())?;
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(|line| PathBuf::from(format!("{base}{line}"))).collect())
}
