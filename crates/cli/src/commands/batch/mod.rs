//! `zhengwen batch`: many pages into lines, tables or files, in the order of the input.

mod address_lines;
mod addresses;
mod arguments;
mod extract;
mod folder;
mod left;
mod pipeline;
mod plan;
mod sink;
mod summary;
mod writer;

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use zhengwen_io::articles::{ReadOptions, Render};
use zhengwen_io::fetch::Client;
use zhengwen_io::inputs::{self, InputKind, InputOptions};
use zhengwen_io::output::{PartialFile, behind_links, is_same_file, is_special, partial_name};
use zhengwen_io::pages;

pub(crate) use arguments::BatchArguments;

use addresses::Web;
use arguments::{Dedup, OutputFormat};
use extract::Extracting;
use folder::{Folder, RunFile};
use left::Left;
use pipeline::Pipeline;
use plan::{Input, Part, Plan};
use sink::Sink;
use summary::{Counts, Summary};
use writer::Writer;

use crate::site_options::SiteSource;
use crate::status::{Status, complain, wrong_usage};

/// Workers that one reader can feed.
const WORKERS_A_READER: usize = 8;

/// Extracts every page; one that fails is reported and counted, the rest go on.
pub(crate) fn run(arguments: &BatchArguments) -> anyhow::Result<Status> {
    let (options, columns) = arguments.options()?;
    let site = SiteSource::open(&arguments.site)?;
    let read_at = arguments.article.article.selection.read_at;
    if let Some(list) = &arguments.urls {
        let output = address_lines::Output::new(&arguments.output)?;
        let reader = arguments.read.reader(&arguments.fetch)?;
        let read = ReadOptions { read_at, ..arguments.read.options(&site) };
        let web = Web { reader, read, options, site, connections: arguments.connections };
        return addresses::run(list, &web, output);
    }
    let joins_pages = arguments.read.join.join_pages;
    let online = [("--join-pages", joins_pages), ("--similar auto", site.similar_pages() > 0)];
    if let Some((flag, _)) = online.iter().find(|(_, is_asked)| *is_asked) {
        let message = format!("{flag}: files lead nowhere; fetch addresses with --urls FILE");
        return Err(wrong_usage(message));
    }
    let target = Target::new(arguments)?;
    let plan = Plan::new(&arguments.inputs)?;
    target.check_inputs(&plan)?;
    let columns = with_kept(columns, &plan, arguments)?;
    let render = arguments.read.render.render();
    let reader = match render {
        Render::Never => None,
        _ => Some(arguments.read.reader(&arguments.fetch)?),
    };
    let rendering =
        reader.as_ref().map(|reader| (reader, ReadOptions { render, ..ReadOptions::default() }));
    let extracting = Extracting {
        options,
        has_all_columns: arguments.output.columns.is_empty(),
        columns,
        has_simhash: arguments.output.simhash
            || arguments.output.columns.iter().any(|name| name == "simhash"),
        format: target.format,
        filter: &arguments.filter,
        most_bytes: arguments.inputs.most_bytes,
        read_at,
        site: &site,
        rendering,
    };
    if plan.inputs.is_empty() {
        // What an earlier run wrote stays.
        return Ok(if plan.failed > 0 { Status::SomeFailed } else { Status::Done });
    }
    let run = Run {
        arguments,
        extracting,
        input_options: arguments.inputs.options(),
        client: match plan.inputs.iter().any(Input::is_remote) {
            true => Some(Arc::new(arguments.fetch.client()?)),
            false => None,
        },
        progress: progress(&plan.inputs)?,
        counts_pages: plan.inputs.iter().all(|input| input.kind == InputKind::Page),
        summary: Mutex::default(),
        start: Instant::now(),
    };
    let failed_inputs = match (&target.folder, target.format.is_file_a_page()) {
        (Some(folder), true) => run.write_files(folder, &plan)?,
        (Some(folder), false) => run.write_folder(folder, &plan)?,
        (None, _) => run.write_one(&target, &plan)?,
    };
    run.end(plan.failed as u64, failed_inputs)
}

/// All pages of the inputs, and how many inputs could not be read.
pub(crate) fn list(inputs: &[PathBuf]) -> (Vec<PathBuf>, usize) {
    let mut files = Vec::new();
    let mut failed = 0;
    for input in inputs {
        match pages::list_files(input, pages::ENDINGS) {
            Ok((found, errors)) => {
                if found.is_empty() && errors.is_empty() {
                    let endings = pages::ENDINGS.join(" ");
                    complain(&format!("{}: holds no pages ({endings})", input.display()));
                }
                errors.iter().for_each(|error| complain(error));
                failed += errors.len();
                files.extend(found);
            }
            Err(error) => {
                complain(&format!("{}: {error}", input.display()));
                failed += 1;
            }
        }
    }
    (files, failed)
}

/// The columns of the output, with those that are kept of the first table.
fn with_kept(
    columns: zhengwen_table::Columns,
    plan: &Plan,
    arguments: &BatchArguments,
) -> anyhow::Result<zhengwen_table::Columns> {
    let keep = &arguments.inputs.keep_columns;
    let is_table = |input: &&Input| matches!(input.kind, InputKind::Parquet | InputKind::JsonLines);
    let Some(table) = plan.inputs.iter().find(is_table).filter(|_| !keep.is_empty()) else {
        return Ok(columns);
    };
    let fields = inputs::kept_fields(&table.path, table.kind, keep);
    Ok(columns.with(fields.with_context(|| format!("--keep-columns: {}", table.name()))?))
}

/// Where the output goes.
struct Target {
    /// The one file; none for standard output or a folder.
    file: Option<PathBuf>,
    folder: Option<PathBuf>,
    format: OutputFormat,
    is_packed: bool,
    resumes: bool,
}

impl Target {
    fn new(arguments: &BatchArguments) -> anyhow::Result<Self> {
        let output = &arguments.output;
        let path = output.output.as_deref().filter(|path| path.as_os_str() != "-");
        let name = path.map(|path| path.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let is_table = name.ends_with(".parquet");
        let is_packed = name.ends_with(".jsonl.gz");
        let is_lines = is_packed || name.ends_with(".jsonl");
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
        };
        target.check(arguments)?;
        Ok(target)
    }

    /// Refuses what cannot be gone on with, and to write over what a stopped run left: that may be hours of work.
    fn check(&self, arguments: &BatchArguments) -> anyhow::Result<()> {
        let columns = &arguments.output.columns;
        let lacks = |name: &str| !columns.is_empty() && !columns.iter().any(|own| own == name);
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
        let Some(file) = &self.file else { return Ok(()) };
        let name = file.display();
        if self.resumes && (self.format == OutputFormat::Parquet || self.is_packed) {
            return Err(wrong_usage(format!(
                "{name}: one such file cannot be gone on with; write into a folder (-o OUT/), which can"
            )));
        }
        if self.resumes && (is_special(file) || lacks("file") || lacks("offset") || lacks("id")) {
            return Err(wrong_usage(format!(
                "{name}: --resume needs a file with the columns id, file and offset"
            )));
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

    /// Refuses to write over an input.
    fn check_inputs(&self, plan: &Plan) -> anyhow::Result<()> {
        let Some(file) = self.file.as_ref().filter(|file| file.exists()) else { return Ok(()) };
        match plan.inputs.iter().find(|input| is_same_file(&input.path, file)) {
            Some(input) => {
                Err(wrong_usage(format!("{}: is an input too; name another output", input.name())))
            }
            None => Ok(()),
        }
    }
}

/// A bar that shows on a terminal only: by pages, or by bytes of the inputs where they hold many.
fn progress(inputs: &[Input]) -> anyhow::Result<ProgressBar> {
    if inputs.iter().all(|input| input.kind == InputKind::Page) {
        return address_lines::progress(inputs.len(), "pages");
    }
    let length = |input: &Input| std::fs::metadata(&input.path).map_or(0, |file| file.len());
    let style = ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes}  {msg}  {eta} left")?;
    Ok(ProgressBar::new(inputs.iter().map(length).sum()).with_style(style))
}

/// A run over all inputs.
struct Run<'a> {
    arguments: &'a BatchArguments,
    extracting: Extracting<'a>,
    input_options: InputOptions,
    /// What reads archives at addresses; none where there are none.
    client: Option<Arc<Client>>,
    progress: ProgressBar,
    counts_pages: bool,
    summary: Mutex<Summary>,
    start: Instant,
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

    fn is_dedup(&self) -> bool {
        self.arguments.filter.dedup == Some(Dedup::Exact)
    }

    /// Names and values for the metadata of tables.
    fn facts(&self) -> anyhow::Result<Vec<(&'static str, String)>> {
        let settings = serde_json::to_string(&self.arguments.settings())?;
        Ok(vec![
            ("zhengwen.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("zhengwen.options", settings),
        ])
    }

    /// Writes all rows to one file or to standard output; how many inputs failed.
    fn write_one(&self, target: &Target, plan: &Plan) -> anyhow::Result<u64> {
        let mut left = Left::default();
        let sink = match &target.file {
            None => Sink::Stdout(std::io::BufWriter::new(std::io::stdout())),
            Some(path) => {
                let name = || path.display().to_string();
                let partial = partial_name(&behind_links(path)?);
                if target.resumes && !partial.exists() && path.exists() {
                    complain(&format!("{}: finished before; delete it to do it again", name()));
                    return Ok(0);
                }
                if target.resumes {
                    left = Left::read(&partial).with_context(name)?;
                }
                let file = match left.bytes {
                    0 => PartialFile::create(path),
                    bytes => PartialFile::resume(path, bytes),
                };
                let (columns, facts) = (&self.extracting.columns, self.facts()?);
                Sink::of_file(
                    file.with_context(name)?,
                    target.format,
                    target.is_packed,
                    columns,
                    &facts,
                )?
            }
        };
        let mut seen = HashSet::new();
        let mut writer = self.writer(sink, self.is_dedup().then_some(&mut seen));
        let pipeline = self.pipeline(self.workers(), None);
        let name = || {
            target
                .file
                .as_ref()
                .map_or("standard output".to_owned(), |file| file.display().to_string())
        };
        pipeline.run(&plan.inputs, &mut left, |done| writer.write(done)).with_context(name)?;
        if left.is_open() {
            return Err(wrong_usage(format!(
                "{}: what was left of it is of other inputs; delete it",
                name()
            )));
        }
        let Writer { sink, counts, failed_inputs, .. } = writer;
        if let Some(file) = sink.into_file().with_context(name)? {
            file.finish().with_context(name)?;
        }
        self.add(&counts);
        Ok(failed_inputs)
    }

    /// What makes this run what it is.
    fn run_file(&self, plan: &Plan) -> RunFile {
        let names: Vec<String> = plan.inputs.iter().map(Input::name).collect();
        RunFile {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: self.arguments.settings(),
            inputs: names.len(),
            inputs_digest: zhengwen_table::text_hash(&names.join("\0")),
        }
    }

    /// Writes a file a page into a folder; how many inputs failed.
    fn write_files(&self, folder: &Path, plan: &Plan) -> anyhow::Result<u64> {
        let resumes = self.arguments.output.resume;
        let folder_of_run =
            Folder::open(folder, self.extracting.format, &self.run_file(plan), resumes)?;
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

    /// Writes a file for each part into a folder; how many inputs failed.
    fn write_folder(&self, path: &Path, plan: &Plan) -> anyhow::Result<u64> {
        let output = &self.arguments.output;
        let folder =
            Folder::open(path, self.extracting.format, &self.run_file(plan), output.resume)?;
        let parts = plan.parts(output.pages_per_file as usize);
        let mut seen = HashSet::new();
        for (part, counts) in &folder.done {
            self.add(counts);
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
        let own = NonZeroUsize::new(workers.div_ceil(lanes)).unwrap_or(NonZeroUsize::MIN);
        let lane = |mut seen: Option<&mut HashSet<u128>>| -> anyhow::Result<()> {
            while let Some(part) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                match self.write_part(&folder, part, own, seen.as_deref_mut())? {
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

    /// Writes a part; none if its input could not be read to its end.
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

    /// Tells what was done.
    fn end(self, failed_in_plan: u64, failed_inputs: u64) -> anyhow::Result<Status> {
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
