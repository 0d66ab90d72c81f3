//! A folder of output: `_run.json` first, a file for each part, an empty `_SUCCESS` last.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use zhengwen_io::output::{PartialFile, open_locked, sync_folder};

use super::arguments::OutputFormat;
use super::summary::Counts;
use super::table;
use crate::status::wrong_usage;

/// The identity of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RunFile {
    pub(super) version: String,
    pub(super) settings: Map<String, Value>,
    /// The number of inputs.
    pub(super) inputs: usize,
    pub(super) inputs_digest: String,
}

/// A line of `_parts.jsonl`: what a part holds.
#[derive(Debug, Serialize, Deserialize)]
struct PartLine {
    part: String,
    #[serde(flatten)]
    counts: Counts,
}

/// A folder that is being written.
pub(super) struct Folder {
    path: PathBuf,
    ending: &'static str,
    /// `_run.json`, locked as long as the run goes on.
    _run: File,
    /// The parts that an earlier run finished.
    pub(super) done: BTreeMap<String, Counts>,
    /// True if all was done already.
    pub(super) was_finished: bool,
}

impl Folder {
    /// Begins a run, or goes on with one.
    pub(super) fn open(
        path: &Path,
        format: OutputFormat,
        run: &RunFile,
        resumes: bool,
    ) -> anyhow::Result<Self> {
        let name = path.display();
        fs::create_dir_all(path).with_context(|| name.to_string())?;
        let run_path = path.join("_run.json");
        let is_used = fs::read_dir(path)?.next().is_some();
        if is_used && !run_path.exists() {
            return Err(wrong_usage(format!(
                "{name}: is not empty and holds no run of ours; name a new folder"
            )));
        }
        let mut file = open_locked(&run_path)?;
        if is_used && !resumes {
            return Err(wrong_usage(format!(
                "{name}: holds a run; --resume goes on with it, or delete it"
            )));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        // Cut short when the run began: there is nothing yet.
        if let Ok(before) = serde_json::from_slice::<RunFile>(&text) {
            check(path, &before, run)?;
        } else {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(&serde_json::to_vec_pretty(run)?)?;
            file.write_all(b"\n")?;
            file.sync_all()?;
            sync_folder(path)?;
        }
        let ending = format.ending();
        let mut folder = Self {
            path: path.to_owned(),
            ending,
            _run: file,
            done: BTreeMap::new(),
            was_finished: false,
        };
        folder.done = folder.read_parts()?;
        folder.was_finished = path.join("_SUCCESS").exists();
        Ok(folder)
    }

    /// The file of a part.
    pub(super) fn file(&self, part: &str) -> PathBuf {
        self.path.join(format!("{part}.{}", self.ending))
    }

    /// The parts whose files are there, with what they hold.
    fn read_parts(&self) -> anyhow::Result<BTreeMap<String, Counts>> {
        let mut parts = BTreeMap::new();
        let file = match File::open(self.path.join("_parts.jsonl")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(parts),
            file => file?,
        };
        for line in BufReader::new(file).split(b'\n') {
            if let Ok(PartLine { part, counts }) = serde_json::from_slice(&line?)
                && self.file(&part).exists()
            {
                parts.insert(part, counts);
            }
        }
        Ok(parts)
    }

    /// Gives the file of a part its name. What it holds is noted before: a kill between the two costs the part.
    pub(super) fn finish_part(
        &self,
        part: &str,
        counts: &Counts,
        file: PartialFile,
    ) -> anyhow::Result<()> {
        let line = PartLine { part: part.to_owned(), counts: counts.clone() };
        let mut line = serde_json::to_vec(&line)?;
        // A line that was cut short by a kill ends here.
        line.insert(0, b'\n');
        let mut notes =
            OpenOptions::new().append(true).create(true).open(self.path.join("_parts.jsonl"))?;
        notes.write_all(&line)?;
        notes.sync_data()?;
        file.finish_synced().with_context(|| self.file(part).display().to_string())
    }

    /// Ends the run: `_parts.jsonl` in the order of the parts, and `_SUCCESS`.
    pub(super) fn finish(&self, parts: &BTreeMap<String, Counts>) -> anyhow::Result<()> {
        let mut file = PartialFile::create_hidden(&self.path.join("_parts.jsonl"))?;
        for (part, counts) in parts {
            let line = PartLine { part: part.clone(), counts: counts.clone() };
            writeln!(file, "{}", serde_json::to_string(&line)?)?;
        }
        file.finish_synced()?;
        PartialFile::create_hidden(&self.path.join("_SUCCESS"))?.finish_synced()?;
        Ok(())
    }

    /// The hashes of the texts in a finished part.
    pub(super) fn hashes(&self, part: &str) -> anyhow::Result<HashSet<u128>> {
        #[derive(Deserialize)]
        struct Line {
            text_hash: Option<String>,
        }
        let path = self.file(part);
        let hashes: Vec<Option<String>> = match self.ending {
            "parquet" => table::texts(&path, "text_hash")?,
            _ => {
                let lines = BufReader::new(File::open(&path)?).split(b'\n');
                let hash = |line: io::Result<Vec<u8>>| {
                    Ok(serde_json::from_slice::<Line>(&line?).ok().and_then(|line| line.text_hash))
                };
                lines.map(hash).collect::<io::Result<_>>()?
            }
        };
        let hashes = hashes.into_iter().flatten();
        Ok(hashes.filter_map(|hash| u128::from_str_radix(&hash, 16).ok()).collect())
    }
}

/// The notes on a run into one file, in a file next to the partial output.
pub(super) struct FileNotes(PathBuf);

impl FileNotes {
    /// The notes next to `partial`; refuses to go on with a run of other options or inputs.
    pub(super) fn resume(partial: &Path, run: &RunFile) -> anyhow::Result<Self> {
        let notes = Self::new(partial);
        let text = match fs::read(&notes.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(notes),
            text => text.with_context(|| notes.0.display().to_string())?,
        };
        if let Ok(before) = serde_json::from_slice::<RunFile>(&text) {
            check(partial, &before, run)?;
        }
        Ok(notes)
    }

    /// The notes next to `partial`.
    pub(super) fn new(partial: &Path) -> Self {
        let mut name = partial.as_os_str().to_owned();
        name.push(".run.json");
        Self(PathBuf::from(name))
    }

    /// Notes what makes the run what it is.
    pub(super) fn write(&self, run: &RunFile) -> anyhow::Result<()> {
        let name = || self.0.display().to_string();
        let mut file = PartialFile::create_hidden(&self.0).with_context(name)?;
        serde_json::to_writer_pretty(&mut file, run)?;
        writeln!(file)?;
        file.finish().with_context(name)
    }

    /// Removes the notes: the file is whole.
    pub(super) fn remove(&self) -> anyhow::Result<()> {
        match fs::remove_file(&self.0) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(error).with_context(|| self.0.display().to_string())
            }
            _ => Ok(()),
        }
    }
}

/// Refuses to go on with a run of other options or inputs.
fn check(path: &Path, before: &RunFile, run: &RunFile) -> anyhow::Result<()> {
    let name = path.display();
    let differs =
        |what: &str| Err(wrong_usage(format!("{name}: was begun with {what}; name a new output")));
    if before.version != run.version {
        return differs(&format!("version {}", before.version));
    }
    let flag = run.settings.iter().find(|(name, value)| before.settings.get(*name) != Some(value));
    if let Some((name, _)) = flag {
        return differs(&format!("another --{name}"));
    }
    match before.inputs_digest == run.inputs_digest {
        true => Ok(()),
        false => differs(&format!("other inputs ({} then, {} now)", before.inputs, run.inputs)),
    }
}
