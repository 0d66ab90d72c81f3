//! `zhengwen batch`: many pages into lines, tables or files, in the order of the input.

mod addresses;
mod arguments;
mod extract;
mod folder;
mod group;
mod left;
mod pipeline;
mod plan;
mod reader;
mod result;
mod run;
mod single;
mod sink;
mod summary;
#[cfg(feature = "tables")]
mod table;
#[cfg(not(feature = "tables"))]
#[path = "no_table.rs"]
mod table;
mod target;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use zhengwen::Options;
use zhengwen_io::articles::{ReadOptions, Render};
use zhengwen_io::inputs::{self, InputKind};
use zhengwen_io::pages;
use zhengwen_table::Columns;

pub(crate) use arguments::BatchArguments;
use arguments::OutputFormat;

use addresses::Web;
use extract::Extracting;
use plan::{Input, Plan};
use run::Run;
use target::Target;

use crate::page_options::check_options;
use crate::site_options::SiteSource;
use crate::status::{Status, complain, wrong_usage};

/// Extracts every page; one that fails is reported and counted, the rest go on.
pub(crate) fn run(arguments: &BatchArguments) -> anyhow::Result<Status> {
    check_options(&arguments.judge)?;
    let (options, columns) = arguments.options()?;
    let site = SiteSource::open(&arguments.site)?;
    let target = Target::new(arguments)?;
    if let Some(list) = &arguments.urls {
        return run_addresses(arguments, options, columns, &site, &target, list);
    }
    let joins_pages = arguments.read.join.join_pages;
    let online = [("--join-pages", joins_pages), ("--similar auto", site.similar_pages() > 0)];
    if let Some((flag, _)) = online.iter().find(|(_, is_asked)| *is_asked) {
        let message = format!("{flag}: files lead nowhere; fetch addresses with --urls FILE");
        return Err(wrong_usage(message));
    }
    let plan = Plan::new(&arguments.inputs, &arguments.fetch, target.has_errors)?;
    target.check_inputs(&plan)?;
    if plan.inputs.is_empty() {
        // What an earlier run wrote stays.
        return Ok(if plan.failed > 0 { Status::SomeFailed } else { Status::Done });
    }
    run_inputs(arguments, options, columns, &site, &target, &plan)
}

/// Extracts the pages of the inputs.
fn run_inputs(
    arguments: &BatchArguments,
    options: Options,
    columns: Columns,
    site: &SiteSource,
    target: &Target,
    plan: &Plan,
) -> anyhow::Result<Status> {
    let columns = with_added(columns, &plan.inputs, arguments)?;
    let render = arguments.read.render.render();
    let reader = match render {
        Render::Never => None,
        _ => Some(arguments.read.reader(&arguments.fetch)?),
    };
    let rendering =
        reader.as_ref().map(|reader| (reader, ReadOptions { render, ..ReadOptions::default() }));
    let extracting =
        Extracting { rendering, ..extracting(arguments, options, columns, site, target) };
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
    let failed_inputs = match (&target.folder, target.format) {
        (Some(folder), OutputFormat::Files(_)) => run.write_files(folder, plan)?,
        (Some(folder), _) => run.write_folder(folder, plan)?,
        (None, _) => run.write_one(target, plan)?,
    };
    run.end(plan.failed as u64, failed_inputs)
}

/// Fetches and extracts the pages at the addresses in a list.
fn run_addresses(
    arguments: &BatchArguments,
    options: Options,
    columns: Columns,
    site: &SiteSource,
    target: &Target,
    list: &Path,
) -> anyhow::Result<Status> {
    let read_at = arguments.article.article.selection.read_at;
    let web = Web {
        reader: arguments.read.reader(&arguments.fetch)?,
        read: ReadOptions { read_at, ..arguments.read.options(site) },
        connections: arguments.connections,
    };
    let (addresses, wrong) = addresses::addresses(list)?;
    let columns = with_added(columns, &[], arguments)?;
    let run = Run {
        arguments,
        extracting: extracting(arguments, options, columns, site, target),
        input_options: arguments.inputs.options(),
        client: None,
        progress: counting(addresses.len() + wrong.len(), "addresses")?,
        counts_pages: true,
        summary: Mutex::default(),
        start: Instant::now(),
    };
    run.write_addresses(target, addresses, wrong, &web)?;
    run.end(0, 0)
}

/// The settings that make rows of pages, by the arguments; without a browser.
fn extracting<'a>(
    arguments: &'a BatchArguments,
    options: Options,
    columns: Columns,
    site: &'a SiteSource,
    target: &Target,
) -> Extracting<'a> {
    let names = &arguments.output.columns;
    Extracting {
        options,
        has_all_columns: names.is_empty(),
        columns,
        has_simhash: arguments.output.simhash || names.iter().any(|name| name == "simhash"),
        has_errors: target.has_errors,
        format: target.format,
        head: arguments.head,
        filter: &arguments.filter,
        most_bytes: arguments.inputs.most_bytes,
        read_at: arguments.article.article.selection.read_at,
        site,
        rendering: None,
    }
}

/// All pages of the inputs, and the number of inputs that could not be read.
pub(crate) fn list(inputs: &[PathBuf]) -> (Vec<PathBuf>, usize) {
    let mut files = Vec::new();
    let mut failed = 0;
    for input in inputs {
        match pages::list_files(input, pages::ENDINGS) {
            Ok(listed) => {
                listed.notice(input).iter().for_each(|notice| complain(notice));
                let pages::Listed { files: found, failed: errors, .. } = listed;
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

/// The columns of the output, with those that are kept of the first table, and that of errors.
fn with_added(
    columns: Columns,
    inputs: &[Input],
    arguments: &BatchArguments,
) -> anyhow::Result<Columns> {
    let keep = &arguments.inputs.keep_columns;
    let is_table = |input: &&Input| matches!(input.kind, InputKind::Parquet | InputKind::JsonLines);
    let columns = match inputs.iter().find(is_table).filter(|_| !keep.is_empty()) {
        Some(table) if table.is_remote() && table.kind == InputKind::Parquet => {
            let hint = "its types are not known before it is read; download it first";
            return Err(wrong_usage(format!("--keep-columns: {}: {hint}", table.name())));
        }
        Some(table) => {
            let fields = inputs::kept_fields(&table.path, table.kind, keep);
            columns.with(fields.with_context(|| format!("--keep-columns: {}", table.name()))?)
        }
        None => columns,
    };
    Ok(if arguments.output.error_rows { columns.with_errors() } else { columns })
}

/// A bar that shows on a terminal only: by pages, or by bytes of the inputs where they hold many.
fn progress(inputs: &[Input]) -> anyhow::Result<ProgressBar> {
    if inputs.iter().all(|input| input.kind == InputKind::Page) {
        return counting(inputs.len(), "pages");
    }
    let length = |input: &Input| std::fs::metadata(&input.path).map_or(0, |file| file.len());
    let style = ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes}  {msg}  {eta} left")?;
    Ok(ProgressBar::new(inputs.iter().map(length).sum()).with_style(style))
}

/// A bar by pages.
fn counting(count: usize, what: &str) -> anyhow::Result<ProgressBar> {
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}  {{per_sec}}  {{eta}} left");
    let style = ProgressStyle::with_template(&template)?;
    Ok(ProgressBar::new(count as u64).with_style(style))
}
