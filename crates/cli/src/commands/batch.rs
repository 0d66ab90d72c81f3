//! `zhengwen batch`: many pages into one JSON Lines file, in the order of the input.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Deserialize;
use zhengwen::{Extractor, Moment, Options, PageInfo};
use zhengwen_io::articles::{ArticleReader, ReadOptions, Render};
use zhengwen_io::fetch::Fetched;
use zhengwen_io::output::{PartialFile, partial_name};
use zhengwen_io::pages;

use crate::arguments::BatchArguments;
use crate::line::Line;
use crate::site_options::SiteSource;
use crate::status::{Status, complain};

/// Pages worked on before their lines are written; a bound on memory and on what a stop loses.
const PAGES_AT_ONCE: usize = 128;

/// What is read again of a line when a run is resumed.
#[derive(Deserialize)]
struct WrittenLine {
    file: String,
}

/// Extracts every page; one that fails is reported and counted, the rest go on.
pub(crate) fn run(arguments: &BatchArguments) -> anyhow::Result<Status> {
    if let Some(list) = &arguments.urls {
        return super::batch_addresses::run(arguments, list);
    }
    let options = arguments.article.options(&arguments.judge);
    let site = SiteSource::open(&arguments.site)?;
    let online = [
        ("--join-pages", arguments.read.join.join_pages),
        ("--similar auto", site.similar_pages() > 0),
    ];
    if let Some((flag, _)) = online.iter().find(|(_, is_asked)| *is_asked) {
        complain(&format!("{flag}: files lead nowhere; fetch addresses with --urls FILE"));
        std::process::exit(2);
    }
    let drawing = Drawing::new(arguments)?;
    let read_at = arguments.article.article.selection.read_at;
    let sources = Sources { options: &options, read_at, site: &site, drawing: drawing.as_ref() };
    let (files, mut failed) = list(&arguments.inputs);
    rayon::ThreadPoolBuilder::new().num_threads(arguments.jobs).build_global()?;
    let done = match &arguments.output {
        None => {
            let mut out = io::BufWriter::new(io::stdout().lock());
            failed += extract_all(&files, &sources, &mut out)?;
            out.flush()?;
            files.len()
        }
        Some(path) => {
            let name = || path.display().to_string();
            let (start, bytes) = if arguments.resume { written(path, &files)? } else { (0, 0) };
            let mut file = match start {
                0 => PartialFile::create(path),
                _ => PartialFile::resume(path, bytes),
            }
            .with_context(name)?;
            failed += extract_all(&files[start..], &sources, &mut file)?;
            file.finish().with_context(name)?;
            files.len() - start
        }
    };
    if failed > 0 {
        complain(&format!("{failed} of {} inputs failed", done.max(failed)));
        return Ok(Status::SomeFailed);
    }
    Ok(Status::Done)
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
    drawing: Option<&'a Drawing>,
}

/// A browser that draws the pages, with the network off.
struct Drawing {
    reader: ArticleReader,
    options: ReadOptions,
}

impl Drawing {
    /// None where no page is to be drawn.
    fn new(arguments: &BatchArguments) -> anyhow::Result<Option<Self>> {
        let render = arguments.read.render.render();
        if render == Render::Never {
            return Ok(None);
        }
        let reader = arguments.read.reader(&arguments.fetch)?;
        Ok(Some(Self { reader, options: ReadOptions { render, ..ReadOptions::default() } }))
    }
}

fn extract_all(
    files: &[PathBuf],
    sources: &Sources,
    out: &mut impl Write,
) -> anyhow::Result<usize> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pages  {per_sec}  {eta} left")?;
    // Draws on a terminal only.
    let progress = ProgressBar::new(files.len() as u64).with_style(style);
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
    let info = PageInfo::new().read_at(sources.read_at);
    let (site, _) = sources.site.knowledge(&bytes, &info)?;
    let extraction = match sources.drawing {
        None => extractor.extract(&bytes, &info.site(&site)),
        Some(Drawing { reader, options: own }) => {
            let own = ReadOptions { read_at: sources.read_at, ..own.clone() };
            let fetched = Fetched { bytes, url: String::new(), charset: None };
            let known = move |_: &[u8], _: &PageInfo| Ok(site.clone());
            reader.read_fetched(extractor, &fetched, false, &own, &known)?
        }
    };
    let (id, file) = (pages::id(path), path.to_string_lossy());
    Ok(serde_json::to_string(&Line { id: Some(&id), file: Some(&file), extraction })?)
}

/// With which file to go on, and how many bytes of the partial output are whole lines.
fn written(path: &Path, files: &[PathBuf]) -> anyhow::Result<(usize, u64)> {
    let partial = partial_name(path);
    let Ok(file) = std::fs::File::open(&partial) else {
        return Ok((0, 0));
    };
    let position: HashMap<String, usize> =
        files.iter().enumerate().map(|(i, f)| (f.to_string_lossy().into_owned(), i)).collect();
    let (mut next, mut bytes) = (0, 0);
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        let known = serde_json::from_slice::<WrittenLine>(&line)
            .ok()
            .filter(|_| line.ends_with(b"\n"))
            .and_then(|written| position.get(&written.file));
        let Some(index) = known else { break };
        next = index + 1;
        bytes += line.len() as u64;
        line.clear();
    }
    Ok((next, bytes))
}
