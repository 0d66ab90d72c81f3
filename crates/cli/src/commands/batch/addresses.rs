//! `zhengwen batch --urls`: many addresses, each host at its own pace, results as they come.

use std::collections::HashSet;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use zhengwen::{Extractor, Options, PageInfo};
use zhengwen_io::articles::{ArticleReader, ReadOptions};
use zhengwen_io::fetch::for_each_address;
use zhengwen_table::Row;

use super::address_lines::{Output, progress, told};
use crate::hints::with_hint;
use crate::site_options::SiteSource;
use crate::status::{Status, complain};

/// How addresses are read.
pub(super) struct Web {
    pub(super) reader: ArticleReader,
    pub(super) read: ReadOptions,
    pub(super) options: Options,
    pub(super) site: SiteSource,
    /// Hosts that are fetched from at once.
    pub(super) connections: usize,
}

/// Fetches and extracts every address of the list; one that fails is reported and counted.
pub(super) fn run(list: &Path, web: &Web, output: Output) -> anyhow::Result<Status> {
    let (mut addresses, wrong) = addresses(list)?;
    let mut done = HashSet::new();
    let left = output.left(|line| {
        done.insert(line.id);
        true
    })?;
    addresses.retain(|address| !done.contains(address));
    let failed = wrong + output.write(left, |out| extract_all(web, &addresses, out))?;
    Ok(told(failed, addresses.len() + wrong, "addresses"))
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
fn extract_all(web: &Web, addresses: &[String], out: &mut dyn Write) -> anyhow::Result<usize> {
    let known = |bytes: &[u8], info: &PageInfo| Ok(web.site.knowledge(bytes, info)?.0);
    let progress = progress(addresses.len(), "addresses")?;
    let (mut failed, mut stopped) = (0, None);
    let work = |extractor: &mut Extractor, address: &str| -> Result<String, String> {
        let read = web.reader.read(extractor, address, &web.read, &known);
        let extraction = read.map_err(|error| with_hint(&error))?;
        serde_json::to_string(&Row { id: Some(address.to_owned()), ..Row::new(extraction) })
            .map_err(|error| error.to_string())
    };
    for_each_address(
        web.reader.client(),
        addresses,
        web.connections,
        || Extractor::new(web.options.clone()),
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
