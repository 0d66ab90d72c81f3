//! `zhengwen batch`: many pages into one JSON Lines file, in the order of the input.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use rayon::prelude::*;
use zhengwen::{Extractor, Moment, Options, PageInfo};
use zhengwen_io::articles::{ArticleReader, ReadOptions, Render};
use zhengwen_io::fetch::Fetched;
use zhengwen_io::pages;
use zhengwen_table::Row;

use super::batch_addresses::{self, Web};
use super::batch_output::{Output, progress, told};
use crate::fetch_options::{FetchArguments, ReadArguments};
use crate::hints::with_hint;
use crate::page_options::ArticleArguments;
use crate::request::JudgeRequest;
use crate::site_options::{SiteArguments, SiteSource};
use crate::status::{EXIT_CODES, Status, complain, wrong_usage};

/// Pages worked on before their lines are written; a bound on memory and on what a stop loses.
const PAGES_AT_ONCE: usize = 128;

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct BatchArguments {
    /// Files, and folders with .html, .htm, .xhtml, plain or .gz
    #[arg(required_unless_present = "urls", value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Fetch the addresses in this file, one a line (- for standard input). Each host is asked at its own
    /// pace; results come in the order in which they are ready
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) urls: Option<PathBuf>,
    /// Hosts that are fetched from at once (--urls)
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) connections: usize,
    /// Write one JSON object a page to this file; standard output (-) otherwise
    #[arg(short, long, value_name = "OUT.jsonl")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) judge: JudgeRequest,
    #[command(flatten)]
    pub(crate) article: ArticleArguments,
    #[command(flatten)]
    pub(crate) site: SiteArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) fetch: FetchArguments,
    /// Pages worked on at once; all cores by default
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) jobs: usize,
    /// Go on with what a stopped run left in OUT.jsonl.partial
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
}

/// Extracts every page; one that fails is reported and counted, the rest go on.
pub(crate) fn run(arguments: &BatchArguments) -> anyhow::Result<Status> {
    let options = arguments.article.options(&arguments.judge);
    let site = SiteSource::open(&arguments.site)?;
    let read_at = arguments.article.article.selection.read_at;
    let path = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    let output = Output { path, resumes: arguments.resume };
    output.check()?;
    if let Some(list) = &arguments.urls {
        let reader = arguments.read.reader(&arguments.fetch)?;
        let read = ReadOptions { read_at, ..arguments.read.options(&site) };
        let web = Web { reader, read, options, site, connections: arguments.connections };
        return batch_addresses::run(list, &web, output);
    }
    let joins_pages = arguments.read.join.join_pages;
    let online = [("--join-pages", joins_pages), ("--similar auto", site.similar_pages() > 0)];
    if let Some((flag, _)) = online.iter().find(|(_, is_asked)| *is_asked) {
        let message = format!("{flag}: files lead nowhere; fetch addresses with --urls FILE");
        return Err(wrong_usage(message));
    }
    let rendering = Rendering::new(arguments)?;
    let sources =
        Sources { options: &options, read_at, site: &site, rendering: rendering.as_ref() };
    let (files, failed) = list(&arguments.inputs);
    rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs).build_global()?;
    let places = files.iter().enumerate().map(|(at, file)| (file.to_string_lossy(), at));
    let places: HashMap<_, _> = places.collect();
    let mut start = 0;
    let left = output.left(|line| {
        let place = line.file.and_then(|file| places.get(file.as_str()));
        start = place.map_or(start, |place| place + 1);
        place.is_some()
    })?;
    let failed = failed + output.write(left, |out| extract_all(&files[start..], &sources, out))?;
    Ok(told(failed, (files.len() - start).max(failed), "inputs"))
}

/// All pages of the inputs, and how many inputs could not be read.
pub(crate) fn list(inputs: &[PathBuf]) -> (Vec<PathBuf>, usize) {
    let mut files = Vec::new();
    let mut failed = 0;
    for input in inputs {
        match pages::list(input) {
            Ok(found) if found.is_empty() => {
                complain(&format!(
                    "{}: holds no pages ({})",
                    input.display(),
                    pages::ENDINGS.join(" ")
                ));
            }
            Ok(found) => files.extend(found),
            Err(error) => {
                complain(&format!("{}: {error}", input.display()));
                failed += 1;
            }
        }
    }
    (files, failed)
}

/// What pages are judged by.
struct Sources<'a> {
    options: &'a Options,
    read_at: Option<Moment>,
    site: &'a SiteSource,
    rendering: Option<&'a Rendering>,
}

/// A browser that renders the pages, with the network off.
struct Rendering {
    reader: ArticleReader,
    options: ReadOptions,
}

impl Rendering {
    /// None where no page is to be rendered.
    fn new(arguments: &BatchArguments) -> anyhow::Result<Option<Self>> {
        let render = arguments.read.render.render();
        if render == Render::Never {
            return Ok(None);
        }
        let reader = arguments.read.reader(&arguments.fetch)?;
        Ok(Some(Self { reader, options: ReadOptions { render, ..ReadOptions::default() } }))
    }
}

fn extract_all(files: &[PathBuf], sources: &Sources, out: &mut dyn Write) -> anyhow::Result<usize> {
    let progress = progress(files.len(), "pages")?;
    let mut failed = 0;
    for group in files.chunks(PAGES_AT_ONCE) {
        let one =
            |extractor: &mut Extractor, file: &PathBuf| extract_line(extractor, file, sources);
        let results: Vec<anyhow::Result<String>> =
            group.par_iter().map_init(|| Extractor::new(sources.options.clone()), one).collect();
        for (file, result) in group.iter().zip(results) {
            match result {
                Ok(line) => writeln!(out, "{line}")?,
                Err(error) => {
                    progress.suspend(|| complain(&format!("{}: {error:#}", file.display())));
                    failed += 1;
                }
            }
        }
        out.flush()?;
        progress.inc(group.len() as u64);
    }
    progress.finish_and_clear();
    Ok(failed)
}

fn extract_line(
    extractor: &mut Extractor,
    path: &Path,
    sources: &Sources,
) -> anyhow::Result<String> {
    let bytes = pages::read(path)?;
    pages::refuse_other_files(&bytes)?;
    let info = PageInfo::new().read_at(sources.read_at);
    let (site, _) = sources.site.knowledge(&bytes, &info)?;
    let extraction = match sources.rendering {
        None => extractor.extract(&bytes, &info.site(&site)),
        Some(Rendering { reader, options: own }) => {
            let own = ReadOptions { read_at: sources.read_at, ..own.clone() };
            let fetched = Fetched { bytes, url: String::new(), charset: None };
            let known = move |_: &[u8], _: &PageInfo| Ok(site.clone());
            let read = reader.read_fetched(extractor, &fetched, false, &own, &known);
            read.map_err(|error| anyhow!(with_hint(&error)))?
        }
    };
    let (id, file) = (Some(pages::id(path)), Some(path.to_string_lossy().into_owned()));
    Ok(serde_json::to_string(&Row { id, file, ..Row::new(extraction) })?)
}
