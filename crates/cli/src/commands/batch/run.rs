//! A run over all inputs: into one file, into the parts of a folder, or into a file a page.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use indicatif::ProgressBar;
use zhengwen_io::fetch::Client;
use zhengwen_io::inputs::InputOptions;
use zhengwen_io::output::PartialFile;

use super::addresses::{Web, WrongLine};
use super::arguments::{BatchArguments, Dedup};
use super::extract::Extracting;
use super::folder::{Folder, RunFile};
use super::left::Left;
use super::pipeline::{Done, Pipeline};
use super::plan::{Part, Plan};
use super::single::OneOutput;
use super::sink::Sink;
use super::summary::{Counts, Summary};
use super::target::Target;
use super::writer::Writer;
use crate::status::{Status, complain, wrong_usage};

/// Workers that one reader can feed.
const WORKERS_A_READER: usize = 8;

/// A run over all inputs.
pub(super) struct Run<'a> {
    pub(super) arguments: &'a BatchArguments,
    pub(super) extracting: Extracting<'a>,
    pub(super) input_options: InputOptions,
    /// The client that reads archives at addresses; `None` if there are no addresses.
    pub(super) client: Option<Arc<Client>>,
    pub(super) progress: ProgressBar,
    pub(super) counts_pages: bool,
    pub(super) summary: Mutex<Summary>,
    pub(super) start: Instant,
}

impl Run<'_> {
    fn workers(&self) -> NonZeroUsize {
        let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        NonZeroUsize::new(self.arguments.jobs).unwrap_or_else(all)
    }

    fn pipeline<'a>(&'a self, workers: NonZeroUsize, targets: Option<&'a Path>) -> Pipeline<'a> {
        Pipeline {
            extracting: &self.extracting,
            input_options: &self.input_options,
            workers,
            progress: &self.progress,
            targets,
            skips_targets: self.arguments.output.resume,
            client: self.client.as_ref(),
        }
    }

    fn writer<'a>(&'a self, sink: Sink, seen: Option<&'a mut HashSet<u128>>) -> Writer<'a> {
        Writer {
            sink,
            counts: Counts::default(),
            summary: &self.summary,
            progress: &self.progress,
            seen,
            added: Vec::new(),
            counts_pages: self.counts_pages,
            failed_inputs: 0,
        }
    }

    fn add(&self, counts: &Counts) {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner).counts.merge(counts);
    }

    /// Adds what an earlier run counted.
    fn add_earlier(&self, counts: &Counts) {
        self.add(counts);
        let mut summary = self.summary.lock().unwrap_or_else(PoisonError::into_inner);
        summary.earlier_bytes += counts.html_bytes;
    }

    fn is_dedup(&self) -> bool {
        self.arguments.filter.dedup == Some(Dedup::Exact)
    }

    /// Names and values for the metadata of tables.
    fn facts(&self) -> anyhow::Result<Vec<(&'static str, String)>> {
        let settings = serde_json::to_string(&self.arguments.settings()?)?;
        Ok(vec![
            ("zhengwen.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("zhengwen.options", settings),
        ])
    }

    /// Writes all rows to one file or to standard output; returns the number of inputs that failed.
    pub(super) fn write_one(&self, target: &Target, plan: &Plan) -> anyhow::Result<u64> {
        let run = self.run_file(&plan.names())?;
        let Some(mut output) = OneOutput::open(target, &run)? else { return Ok(0) };
        let mut seen = HashSet::new();
        let sink = output.sink(target, &self.extracting.columns, &self.facts()?)?;
        let mut writer = self.writer(sink, self.is_dedup().then_some(&mut seen));
        let pipeline = self.pipeline(self.workers(), None);
        let left = &mut output.left;
        pipeline
            .run(&plan.inputs, left, |done| writer.write(done))
            .with_context(|| target.name())?;
        if left.is_open() {
            return Err(wrong_usage(format!(
                "{}: what was left of it is of other inputs; delete it",
                target.name()
            )));
        }
        let Writer { sink, counts, failed_inputs, .. } = writer;
        output.finish(sink).with_context(|| target.name())?;
        self.add(&counts);
        Ok(failed_inputs)
    }

    /// Writes a row for each address of a list as it comes.
    pub(super) fn write_addresses(
        &self,
        target: &Target,
        mut addresses: Vec<String>,
        mut wrong: Vec<WrongLine>,
        web: &Web,
    ) -> anyhow::Result<()> {
        let run = self.run_file(&addresses)?;
        let Some(mut output) = OneOutput::open(target, &run)? else { return Ok(()) };
        let mut seen = HashSet::new();
        let sink = output.sink(target, &self.extracting.columns, &self.facts()?)?;
        let mut writer = self.writer(sink, self.is_dedup().then_some(&mut seen));
        let done = output.left.take_all(|row| writer.count_left(row));
        addresses.retain(|address| !done.contains(address));
        wrong.retain(|wrong| !done.contains(&wrong.line));
        self.progress.set_length((addresses.len() + wrong.len()) as u64);
        for line in wrong {
            let lost = line.lost(&self.extracting);
            writer.write(Done::of_page(lost, &self.extracting.columns)?)?;
        }
        web.extract_all(&self.extracting, &addresses, |done| writer.write(done))
            .with_context(|| target.name())?;
        let Writer { sink, counts, .. } = writer;
        output.finish(sink).with_context(|| target.name())?;
        self.add(&counts);
        Ok(())
    }

    /// The identity of this run.
    fn run_file(&self, names: &[String]) -> anyhow::Result<RunFile> {
        Ok(RunFile {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: self.arguments.settings()?,
            inputs: names.len(),
            inputs_digest: zhengwen_table::text_hash(&names.join("\0")),
        })
    }

    /// Writes a file for each page into a folder; returns the number of inputs that failed.
    pub(super) fn write_files(&self, folder: &Path, plan: &Plan) -> anyhow::Result<u64> {
        let resumes = self.arguments.output.resume;
        let folder_of_run =
            Folder::open(folder, self.extracting.format, &self.run_file(&plan.names())?, resumes)?;
        let mut seen = HashSet::new();
        let mut writer = self.writer(Sink::Files, self.is_dedup().then_some(&mut seen));
        let pipeline = self.pipeline(self.workers(), Some(folder));
        pipeline
            .run(&plan.inputs, &mut Left::default(), |done| writer.write(done))
            .with_context(|| folder.display().to_string())?;
        self.add(&writer.counts);
        if writer.failed_inputs == 0 && plan.failed == 0 {
            folder_of_run.finish(&BTreeMap::new())?;
        }
        Ok(writer.failed_inputs)
    }

    /// Writes a file for each part into a folder; returns the number of inputs that failed.
    pub(super) fn write_folder(&self, path: &Path, plan: &Plan) -> anyhow::Result<u64> {
        let output = &self.arguments.output;
        let folder = Folder::open(
            path,
            self.extracting.format,
            &self.run_file(&plan.names())?,
            output.resume,
        )?;
        let parts = plan.parts(output.pages_per_file as usize);
        let mut seen = HashSet::new();
        for (part, counts) in &folder.done {
            self.add_earlier(counts);
            if self.is_dedup() {
                seen.extend(folder.hashes(part).with_context(|| part.clone())?);
            }
        }
        if folder.was_finished {
            complain(&format!("{}: finished before; delete it to do it again", path.display()));
            return Ok(0);
        }
        let missing: Vec<&Part> =
            parts.iter().filter(|part| !folder.done.contains_key(&part.name)).collect();
        let all = Mutex::new(folder.done.clone());
        let workers = self.workers().get();
        // The first of several pages with the same text is known only where parts are written one by one.
        let lanes = if self.is_dedup() {
            1
        } else {
            workers.div_ceil(WORKERS_A_READER).min(missing.len().max(1))
        };
        let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let lane_workers = NonZeroUsize::new(workers.div_ceil(lanes)).unwrap_or(NonZeroUsize::MIN);
        let lane = |mut seen: Option<&mut HashSet<u128>>| -> anyhow::Result<()> {
            while let Some(part) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                match self.write_part(&folder, part, lane_workers, seen.as_deref_mut())? {
                    Some(counts) => {
                        all.lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .insert(part.name.clone(), counts);
                    }
                    None => {
                        failed.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
            Ok(())
        };
        if lanes == 1 {
            lane(self.is_dedup().then_some(&mut seen))?;
        } else {
            std::thread::scope(|scope| {
                let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(|| lane(None))).collect();
                lanes.into_iter().try_for_each(|lane| lane.join().unwrap_or(Ok(())))
            })?;
        }
        let failed = failed.into_inner() as u64;
        if failed == 0 && plan.failed == 0 {
            folder.finish(&all.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        }
        Ok(failed)
    }

    /// Writes a part; `None` if its input could not be read to its end.
    fn write_part(
        &self,
        folder: &Folder,
        part: &Part,
        workers: NonZeroUsize,
        mut seen: Option<&mut HashSet<u128>>,
    ) -> anyhow::Result<Option<Counts>> {
        let path = folder.file(&part.name);
        let name = || path.display().to_string();
        let file = PartialFile::create_hidden(&path).with_context(name)?;
        let sink = Sink::of_file(
            file,
            self.extracting.format,
            false,
            &self.extracting.columns,
            &self.facts()?,
        )?;
        let mut writer = self.writer(sink, seen.as_deref_mut());
        let pipeline = self.pipeline(workers, None);
        pipeline
            .run(part.inputs, &mut Left::default(), |done| writer.write(done))
            .with_context(name)?;
        let Writer { sink, counts, failed_inputs, added, .. } = writer;
        let file = sink.into_file().with_context(name)?;
        self.add(&counts);
        match file {
            Some(file) if failed_inputs == 0 => {
                folder.finish_part(&part.name, &counts, file)?;
                Ok(Some(counts))
            }
            file => {
                // Their pages were not written.
                if let Some(seen) = seen {
                    for hash in &added {
                        seen.remove(hash);
                    }
                }
                file.map_or(Ok(()), PartialFile::discard).with_context(name)?;
                Ok(None)
            }
        }
    }

    /// Reports the counts.
    pub(super) fn end(self, failed_in_plan: u64, failed_inputs: u64) -> anyhow::Result<Status> {
        self.progress.finish_and_clear();
        let mut summary = self.summary.into_inner().unwrap_or_else(PoisonError::into_inner);
        summary.counts.failed += failed_in_plan;
        summary.finish(self.start.elapsed());
        summary.tell();
        if let Some(path) = &self.arguments.output.summary {
            use std::io::Write;
            let name = || path.display().to_string();
            let mut file = PartialFile::create(path).with_context(name)?;
            serde_json::to_writer_pretty(&mut file, &summary)?;
            writeln!(file)?;
            file.finish().with_context(name)?;
        }
        let counts = &summary.counts;
        let is_whole = counts.failed == 0 && counts.damaged == 0 && failed_inputs == 0;
        Ok(if is_whole { Status::Done } else { Status::SomeFailed })
    }
}
