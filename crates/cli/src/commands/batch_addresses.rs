//! `zhengwen batch --urls`: many addresses, each host at its own pace, results as they come.

use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use zhengwen::{Extractor, PageInfo};
use zhengwen_io::articles::ReadOptions;
use zhengwen_io::fetch::for_each_address;
use zhengwen_io::output::{PartialFile, partial_name};

use crate::arguments::BatchArguments;
use crate::line::Line;
use crate::site_options::SiteSource;
use crate::status::{Status, complain};

/// What is read again of a line when a run is resumed.
#[derive(Deserialize)]
struct WrittenLine {
    id: String,
}

/// Fetches and extracts every address of the list; one that fails is reported and counted.
pub(crate) fn run(arguments: &BatchArguments, list: &Path) -> anyhow::Result<Status> {
    let (addresses, wrong) = addresses(list)?;
    let Some(path) = &arguments.output else {
        let mut out = io::stdout().lock();
        let failed = wrong + extract_all(arguments, &addresses, &mut out)?;
        return Ok(told(failed, addresses.len() + wrong));
    };
    let name = || path.display().to_string();
    let (done, bytes) = if arguments.resume { written(path)? } else { (HashSet::new(), 0) };
    let mut file = match bytes {
        0 => PartialFile::create(path),
        _ => PartialFile::resume(path, bytes),
    }
    .with_context(name)?;
    let left: Vec<String> = addresses.into_iter().filter(|one| !done.contains(one)).collect();
    let failed = wrong + extract_all(arguments, &left, &mut file)?;
    file.finish().with_context(name)?;
    Ok(told(failed, left.len() + wrong))
}

fn told(failed: usize, all: usize) -> Status {
    if failed == 0 {
        return Status::Done;
    }
    complain(&format!("{failed} of {all} addresses failed"));
    Status::SomeFailed
}

/// The addresses of a list, each once, and how many lines hold none.
fn addresses(list: &Path) -> anyhow::Result<(Vec<String>, usize)> {
    let name = || list.display().to_string();
    let mut text = Vec::new();
    match list.as_os_str() == "-" {
        true => io::stdin().lock().read_to_end(&mut text).context("standard input")?,
        false => std::fs::File::open(list)
            .and_then(|mut f| f.read_to_end(&mut text))
            .with_context(name)?,
    };
    let text = String::from_utf8_lossy(&text);
    let (mut addresses, mut wrong) = (Vec::new(), 0);
    let mut seen = HashSet::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match url::Url::parse(line) {
            Ok(url) if url.has_host() => {
                if seen.insert(line.to_owned()) {
                    addresses.push(line.to_owned());
                }
            }
            _ => {
                complain(&format!("{}:{}: not an address: {line}", list.display(), number + 1));
                wrong += 1;
            }
        }
    }
    Ok((addresses, wrong))
}

/// Writes a line for each address as it comes; how many failed.
fn extract_all(
    arguments: &BatchArguments,
    addresses: &[String],
    out: &mut impl Write,
) -> anyhow::Result<usize> {
    let options = arguments.article.options(&arguments.judge);
    let site = SiteSource::open(&arguments.site)?;
    let read = ReadOptions {
        read_at: arguments.article.article.selection.read_at,
        ..arguments.read.options(&site)
    };
    let reader = arguments.read.reader(&arguments.fetch)?;
    let known = |bytes: &[u8], info: &PageInfo| Ok(site.knowledge(bytes, info)?.0);
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} addresses  {per_sec}  {eta} left")?;
    // Draws on a terminal only.
    let progress = ProgressBar::new(addresses.len() as u64).with_style(style);
    let (mut failed, mut stopped) = (0, None);
    let work = |extractor: &mut Extractor, address: &str| -> Result<String, String> {
        let read = reader.read(extractor, address, &read, &known);
        let extraction = read.map_err(|error| error.to_string())?;
        serde_json::to_string(&Line { id: Some(address), file: None, extraction })
            .map_err(|error| error.to_string())
    };
    for_each_address(
        reader.client(),
        addresses,
        arguments.connections,
        || Extractor::new(options.clone()),
        work,
        |place, result| {
            progress.inc(1);
            match result {
                Ok(line) => {
                    // Each line is out before the next is awaited: a kill loses none.
                    if let Err(error) = writeln!(out, "{line}").and_then(|()| out.flush()) {
                        stopped = Some(error);
                        return ControlFlow::Break(());
                    }
                }
                Err(error) => {
                    progress.suspend(|| complain(&format!("{}: {error}", addresses[place])));
                    failed += 1;
                }
            }
            ControlFlow::Continue(())
        },
    );
    progress.finish_and_clear();
    stopped.map_or(Ok(failed), |error| Err(error.into()))
}

/// The addresses that a stopped run wrote, and how many bytes of its output are whole lines.
fn written(path: &Path) -> anyhow::Result<(HashSet<String>, u64)> {
    let (mut done, mut bytes, mut line) = (HashSet::new(), 0, Vec::new());
    let Ok(file) = std::fs::File::open(partial_name(path)) else {
        return Ok((done, bytes));
    };
    let mut reader = BufReader::new(file);
    while reader.read_until(b'\n', &mut line)? > 0 {
        let whole =
            line.ends_with(b"\n").then(|| serde_json::from_slice::<WrittenLine>(&line).ok());
        let Some(Some(written)) = whole else { break };
        done.insert(written.id);
        bytes += line.len() as u64;
        line.clear();
    }
    Ok((done, bytes))
}
